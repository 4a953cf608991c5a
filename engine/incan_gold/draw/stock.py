"""What is still face down, and which hazards are out of the game."""

from engine.emblems import DARK, FAINT, INK, panel
from engine.game import View
from engine.incan_gold.draw.shapes import PREFIX
from engine.incan_gold.pieces import ARTIFACT, HAZARD_COPIES, HAZARDS
from engine.incan_gold.tell import hazard
from engine.speech import Speech
from engine.svg import group, middle, placed, rect, shortened, text, use

_COLUMN = 155.2


def stock(view: View, speech: Speech) -> tuple[str, float]:
    columns = [
        placed(12 + _COLUMN * (n + 0.5), 0, _hazard(view, kind, speech)) for n, kind in enumerate(HAZARDS)
    ]
    lines = [] if view["over"] else _face_down(view, speech)
    shown = [text(28, 194 + 29 * n, 18, line, fill=INK) for n, line in enumerate(lines)]
    height = 172 + 29 * len(lines) + (6 if lines else 0)
    return group(placed(12, 0, panel(776, height)), *columns, *shown), height + 10


def _hazard(view: View, kind: str, speech: Speech) -> str:
    """The three cards of a kind: face down, turned up on the path, or out of the game."""
    out = view["out"].get(kind, 0)
    turned = sum(card["card"] == kind for card in view["path"])
    if view["over"]:
        turned = min(turned, HAZARD_COPIES - out)  # the last round's second one is out already
    down = HAZARD_COPIES - out - turned
    states = ["down"] * down + ["turned"] * turned + ["out"] * out
    cards = [placed(30 * n - 30, 103, _copy(kind, state)) for n, state in enumerate(states)]
    return group(
        use(f"{PREFIX}-{kind}", 0, 36, 0.85),
        middle(0, 80, 17, shortened(hazard(kind, speech), 150, 17), font_weight="bold", fill=INK),
        *cards,
        _count(140, speech.ngettext("{n} face down", "{n} face down", down), down),
        _count(161, speech.ngettext("{n} out of game", "{n} out of game", out), out),
        data_hazard=kind,
        data_down=down,
        data_turned=turned,
        data_out=out,
    )


def _count(y: float, message: str, n: int) -> str:
    words = shortened(message.format(n=n), 165, 15.5)
    return middle(0, y, 15.5, words, fill=INK if n else FAINT)


def _copy(kind: str, state: str) -> str:
    if state == "down":
        return use(f"{PREFIX}-back")
    if state == "turned":
        card = rect(-11, -15, 22, 30, rx=3, fill="#f3c9b4", stroke=DARK, stroke_width=1.6)
        return card + use(f"{PREFIX}-{kind}", 0, 0, 0.3)
    gone = rect(-11, -15, 22, 30, rx=3, fill="none", stroke=FAINT, stroke_width=1.6, stroke_dasharray="4 3")
    return gone + '<path d="M-8-11L8 11M8-11L-8 11" stroke="#8c2f1b" stroke-width="2.5"/>'


def _face_down(view: View, speech: Speech) -> list[str]:
    treasures = [str(card) for card in view["deck"] if isinstance(card, int)]
    values = ", ".join(treasures) or "–"
    lines = [speech.gettext("Treasures face down: {values}").format(values=values)]
    if view["artifacts"]:
        left = view["deck"].count(ARTIFACT)
        lines.append(
            speech.ngettext("{n} artifact face down", "{n} artifacts face down", left).format(n=left)
        )
    return lines
