"""The panel of the cards that are still face down, and of the hazards that are out of the game."""

from engine.emblems import DARK, FAINT, WORDS, panel
from engine.game import View
from engine.incan_gold.draw.shapes import EDGE, PAPER, PREFIX
from engine.incan_gold.pieces import ARTIFACT, HAZARD_COPIES, HAZARDS
from engine.incan_gold.tell import hazard
from engine.speech import Speech
from engine.svg import fitted_text, group, group_at, middle, rect, text, two_lines, use

_COLUMN = 155.2


def stock(view: View, speech: Speech) -> tuple[str, float]:
    columns = [
        group_at(12 + _COLUMN * (n + 0.5), 0, _hazard(view, kind, speech)) for n, kind in enumerate(HAZARDS)
    ]
    face_down = "" if view["over"] else group_at(28, 234, _face_down(view, speech))
    height = 212 if view["over"] else 212 + 62
    return group(group_at(12, 0, panel(776, height)), *columns, face_down), height + 10


def _hazard(view: View, kind: str, speech: Speech) -> str:
    """The three cards of a kind: face down, turned up on the path, or out of the game."""
    out = view["out"].get(kind, 0)
    turned = sum(card["card"] == kind for card in view["path"])
    if view["over"]:
        turned = min(turned, HAZARD_COPIES - out)  # the one that ended the last round counts as out already
    down = HAZARD_COPIES - out - turned
    states = ["down"] * down + ["turned"] * turned + ["out"] * out
    cards = [group_at(30 * n - 30, 135, _copy(kind, state)) for n, state in enumerate(states)]
    return group(
        use(f"{PREFIX}-medal{'-seen' if turned else ''}", 0, 48, 0.82),
        use(f"{PREFIX}-{kind}", 0, 48, 0.85),
        fitted_text(
            0, 107, 20, hazard(kind, speech), 148, text_anchor="middle", font_weight="bold", fill=WORDS
        ),
        *cards,
        _count(174, speech.ngettext("{n} face down", "{n} face down", down), down),
        _count(197, speech.ngettext("{n} out of game", "{n} out of game", out), out),
        data_hazard=kind,
        data_down=down,
        data_turned=turned,
        data_out=out,
    )


def _count(y: float, message: str, n: int) -> str:
    return fitted_text(0, y, 17.5, message.format(n=n), 150, text_anchor="middle", fill=WORDS if n else FAINT)


def _copy(kind: str, state: str) -> str:
    if state == "down":
        return use(f"{PREFIX}-back")
    if state == "turned":
        card = rect(-11, -15, 22, 30, rx=3, fill=PAPER["hazard"], stroke=DARK, stroke_width=1.6)
        return card + use(f"{PREFIX}-{kind}", 0, 0, 0.3)
    gone = rect(-11, -15, 22, 30, rx=3, fill="none", stroke=FAINT, stroke_width=1.6, stroke_dasharray="4 3")
    return gone + '<path d="M-8-11L8 11M8-11L-8 11" stroke="#8c2f1b" stroke-width="2.5"/>'


def _face_down(view: View, speech: Speech) -> str:
    """The treasures and the artifacts that are still face down in this round."""
    cards = view["deck"]
    words = two_lines(0, 0, 20, speech.gettext("Face down:"), 116, font_weight="bold", fill=WORDS)
    values = [card for card in cards if isinstance(card, int)]
    treasures = [group_at(128 + 39 * n, 0, _treasure(value)) for n, value in enumerate(values)]
    left = cards.count(ARTIFACT)
    artifacts = [use(f"{PREFIX}-idol", 0, 0, 0.62), text(16, 7, 20, f"×{left}", fill=WORDS)]
    artifact_count = (
        group_at(128 + 39 * len(values) + 4, 0, *artifacts, data_artifacts=left) if view["artifacts"] else ""
    )
    return group(words, *treasures, artifact_count)


def _treasure(value: int) -> str:
    card = rect(-16, -20, 32, 40, rx=4, fill=PAPER["treasure"], stroke=EDGE["treasure"], stroke_width=1.6)
    figure = middle(0, 7, 20, str(value), font_weight="bold", fill=EDGE["treasure"])
    return group(card, figure, data_face_down=value)
