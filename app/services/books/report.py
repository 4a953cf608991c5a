"""The book of a finished match: its facts and its pictures, from its record and a language alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, lru_cache
from typing import Any, NamedTuple
from unicodedata import bidirectional

from app.i18n.render import Reader, render, speech
from app.i18n.safe_text import one_line
from app.printing.charts import by_source, over_time, seat_token
from app.printing.document import Enclosure, Print, printed, shown
from app.services.books.proof import proof
from app.services.books.story import instant, story
from app.services.books.thinking_time import thinking
from engine.chronicle import Chronicle, chronicle
from engine.record import Moment, replay
from engine.registry import meta
from engine.speech import Speech, letter
from engine.verify import RIGHT, verify

WRITTEN_LEFTWARD = ("R", "AL", "AN")


class Said(NamedTuple):
    seat: int
    base: int  # how many lines the record had
    text: str
    at: datetime


class Edition(NamedTuple):
    """What a book is made from. The same edition is the same book, to the byte."""

    record: str
    names: tuple[str, ...]  # of the seats, as they are shown now
    title: str
    code: str  # of the match
    address: str  # of its page
    language: str = "en"
    talk: tuple[Said, ...] = ()  # at the table, where the table agreed to have it here

    @property
    def reader(self) -> Reader:
        """A book is for everybody who reads the language, wherever they are."""
        return Reader(self.language, "UTC")


@dataclass(frozen=True)
class Report:
    edition: Edition
    lines: Sequence[Mapping[str, Any]]

    @classmethod
    def of(cls, edition: Edition) -> "Report":
        verdict = verify(edition.record.encode())
        if verdict.status != RIGHT:
            raise ValueError(f"no book can be made of this record: {verdict.problems[:1] or 'it is running'}")
        return cls(edition, verdict.lines)

    @property
    def first(self) -> Mapping[str, Any]:
        return self.lines[0]

    @property
    def last(self) -> Mapping[str, Any]:
        return self.lines[-1]

    @cached_property
    def names(self) -> list[str]:
        """Without marks that turn the direction of writing: over the end of a line nothing stops them."""
        return [one_line(name) for name in self.edition.names]

    def file_name(self, ending: str) -> str:
        return f"{self.first['game']}-{self.edition.code}.{ending}"

    @property
    def speech(self) -> Speech:
        return speech(self.edition.language)

    @cached_property
    def moments(self) -> list[Moment]:
        return list(replay(self.lines))

    @cached_property
    def chronicle(self) -> Chronicle:
        names = [fenced(name) for name in self.names]
        return chronicle(self.first["game"], self.moments, names, self.speech)

    # --- Facts ---

    def facts(self) -> dict[str, Any]:
        game, told = meta(self.first["game"]), story(self.chronicle)
        return {
            "language": self.edition.reader.spoken,
            "title": one_line(self.edition.title),
            "address": self.edition.address,
            "code": self.edition.code,
            "game": game.id,
            "game_title": game.title,
            "options": [
                self.speech.gettext(option.title) for key, option in game.options.items() if self._chosen(key)
            ],
            "begun": instant(self.first["started"]),
            "ended": instant(self.last["ended"]),
            "abandoned": "abandoned" in self.last,
            "steps": len(self.moments) - 1,
            "seats": [{"letter": letter(n), "name": name} for n, name in enumerate(self.names, 1)],
            "standing": self.standing(),
            "chapters": told,
            "tables": self.chronicle.tables(),
            "charts": self.charts(),
            "thinking": thinking(self.moments, len(self.names), game.sealed),
            "talk": [{**said._asdict(), "text": one_line(said.text)} for said in self.edition.talk],
            "log": self.log(),
            "proof": proof(self.lines, self.chronicle.draws(), self.file_name("jsonl")),
        }

    def _chosen(self, option: str) -> bool:
        """Switched on, and not because it is on in every match."""
        return bool(self.first["options"].get(option))

    def standing(self) -> list[dict[str, Any]]:
        """The best first; who shares the win, or has equal points, has the same place."""
        result = self.last.get("result")
        if not result:
            return []
        won, scores = result["winners"], result["scores"]
        order = sorted(range(1, len(scores) + 1), key=lambda seat: (seat not in won, -scores[seat - 1], seat))
        rows: list[dict[str, Any]] = []
        for n, seat in enumerate(order, 1):
            row = {"seat": seat, "name": self.names[seat - 1], "score": scores[seat - 1]}
            row |= {"won": seat in won, "place": n}
            if rows and (rows[-1]["won"], rows[-1]["score"]) == (row["won"], row["score"]):
                row["place"] = rows[-1]["place"]
            rows.append(row)
        return rows

    def charts(self) -> list[dict[str, str]]:
        """Those for which there is something to show."""
        gettext, found = self.speech.gettext, []
        if len(self.chronicle.scores()) > 1 and any(map(any, self.chronicle.scores())):
            found.append({"name": "over-time", "title": gettext("The points, step by step")})
        if any(points > 0 for source in self.chronicle.sources() for points in source.points):
            found.append({"name": "by-source", "title": gettext("Where the points came from")})
        return found

    def log(self) -> list[dict[str, Any]]:
        """Every order as the record has it."""
        return [
            {
                "step": line["step"],
                "at": instant(line["at"]),
                "orders": [
                    (int(seat), text, line.get("by", {}).get(seat, ""))
                    for seat, text in line["orders"].items()
                ],
                "head": line["hash"][:8],
            }
            for line in self.lines[1:-1]
        ]

    def log_text(self) -> str:
        """The same for any reader of plain text."""
        names = [f"{letter(n)} {name}" for n, name in enumerate(self.names, 1)]
        rows = [f"# {self.edition.title}", f"# {meta(self.first['game']).title}: {', '.join(names)}"]
        for line in self.log():
            for seat, text, by in line["orders"]:
                who = f"{letter(seat)} ({by})" if by else letter(seat)
                rows.append(f"{line['step']:>4}  {line['at']:%Y-%m-%d %H:%M:%S}  {who:<3} {text}")
        return "\n".join([*rows, f"# {self.last['hash']}", ""])

    # --- Pictures ---

    def picture(self, name: str) -> str:
        """SVG; KeyError where the report has no such picture."""
        if name == "over-time":
            return self._over_time()
        if name == "by-source":
            return self._by_source()
        kind, _, which = name.partition("-")
        if kind == "board" and which.isdecimal() and which.isascii() and int(which) < len(self.moments):
            return self.board(int(which))
        if kind == "token" and which in map(str, range(1, len(self.names) + 1)):
            return seat_token(int(which))
        return self.chronicle.card_pictures([which])[which]

    def board(self, step: int) -> str:
        """As the onlookers saw it, with what had just changed."""
        moment = self.moments[step]
        seen, events = self.chronicle.view(step), moment.events if step else ()
        return self.chronicle.rules.svg(seen, self.names, self.speech, events, small=True)

    def _over_time(self) -> str:
        told, (title, *_) = self.chronicle, [chart["title"] for chart in self.charts()]
        return over_time(told.scores(), told.marks(), self.names, title, self._in_words(told.scores()[-1]))

    def _by_source(self) -> str:
        sources = self.chronicle.sources()
        words = " ".join(f"{source.name}: {self._in_words(source.points)}" for source in sources)
        return by_source(sources, self.names, self.charts()[-1]["title"], words)

    def _in_words(self, points: Sequence[int]) -> str:
        return ", ".join(f"{name} {each}" for name, each in zip(self.names, points, strict=True)) + "."

    def pictures(self, facts: Mapping[str, Any]) -> list[str]:
        """The names of all that a page with these facts shows."""
        names = {f"board-{len(self.moments) - 1}", *(chart["name"] for chart in facts["charts"])}
        names |= {f"token-{seat}" for seat in range(1, len(self.names) + 1)}
        for chapter in facts["chapters"]:
            names |= {f"card-{card.picture}" for card in chapter.cards}
            figures = [figure for entry in chapter.entries for figure in entry.figures]
            figures += [chapter.figure] if chapter.figure else []
            names |= {f"board-{figure.step}" for figure in figures}
        return sorted(names)


@lru_cache(maxsize=4)  # of a book on the screen, every picture is asked for by itself
def report_of(edition: Edition) -> Report:
    return Report.of(edition)


def fenced(name: str) -> str:
    """A name that is written from right to left does not turn the sentence round it."""
    leftward = any(bidirectional(char) in WRITTEN_LEFTWARD for char in name)
    return f"\u2068{name}\u2069" if leftward else name


def pdf(report: Report) -> bytes:
    facts = report.facts()
    return printed(to_print(report, facts, {name: report.picture(name) for name in report.pictures(facts)}))


def to_print(report: Report, facts: Mapping[str, Any], pictures: Mapping[str, str]) -> Print:
    html = render("pdf/report.html", report.edition.reader, **facts, picture=shown)
    about = report.speech.gettext("The record of the match, to be checked by anybody")
    record = Enclosure(report.file_name("jsonl"), about, report.edition.record, facts["ended"])
    return Print(html, ("page.css", "report.css"), pictures, (record,))
