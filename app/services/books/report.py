"""The book of a finished match: its facts and its pictures, from its record and a language alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any
from unicodedata import bidirectional

from app.i18n.render import render, speech
from app.printing.charts import seat_token
from app.printing.document import AttachedFile, PrintJob, picture_address, print_pdf
from app.printing.emoji import printable, printable_in
from app.safe_text import one_line
from app.services.books.charts import Charts, is_chart
from app.services.books.edition import BOOKLETS, STYLES, Edition
from app.services.books.proof import proof_facts
from app.services.books.story import chapters_of, read_time
from app.services.books.thinking_time import thinking_times
from app.services.books.turning_points import turning_points
from app.services.matches.changes import change_in_words
from engine.chronicle import Chronicle, chronicle
from engine.record import Moment, replay
from engine.registry import meta
from engine.speech import Speech, seat_letter
from engine.svg import escape_text
from engine.verify import RIGHT, verify
from engine.way import changes_of, taken_back

AS_IT_IS = ("log", "proof")  # facts that are spelled as in the record, also where they cannot be printed
WRITTEN_LEFTWARD = ("R", "AL", "AN")


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
        """Without marks that change the direction of writing, which would have an effect beyond the name."""
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
        names = [isolated(name) for name in self.names]
        return chronicle(self.first["game"], self.moments, names, self.speech)

    # --- Facts ---

    def facts(self) -> dict[str, Any]:
        game = meta(self.first["game"])
        chapters = chapters_of(self.chronicle, self.names_at, (*self.edition.talk, *self.edition.diaries))
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
            "begun": read_time(self.first["started"]),
            "ended": read_time(self.last["ended"]),
            "abandoned": "abandoned" in self.last,
            "steps": len(self.moments) - 1,
            "seats": [{"letter": seat_letter(n), "name": name} for n, name in enumerate(self.names, 1)],
            "hands": self.hands(),
            "standing": self.standing(),
            "points": self.points(),
            "chapters": chapters,
            "turning_points": turning_points(self.chronicle, self.edition.reader),
            "tables": self.chronicle.tables(),
            "statistics": self.chronicle.statistics(),
            "charts": self.charts.shown(),
            "thinking": thinking_times(self.moments, len(self.names), game.sealed),
            "dedications": [
                {
                    "seat": seat,
                    "name": self.names[seat - 1],
                    "lines": text.split("\n"),
                }
                for seat, text in self.edition.dedications
            ],
            "log": self.log(),
            "proof": proof_facts(
                self.lines, self.chronicle.draws(), self.file_name("jsonl"), self.edition.chance
            ),
        }

    def _chosen(self, option: str) -> bool:
        """Whether the host of this match switched the option on."""
        return bool(self.first["options"].get(option))

    def standing(self) -> list[dict[str, Any]]:
        """The best first. Winners with equal points share a place, and so do others with equal points."""
        result = self.last.get("result")
        if not result:
            return []
        winners, scores = result["winners"], result["scores"]
        seats = range(1, len(scores) + 1)
        places: list[dict[str, Any]] = []
        for n, seat in enumerate(sorted(seats, key=lambda n: (n not in winners, -scores[n - 1], n)), 1):
            row = {"seat": seat, "name": self.names[seat - 1], "score": scores[seat - 1]}
            row |= {"won": seat in winners, "place": n}
            if places and (places[-1]["won"], places[-1]["score"]) == (row["won"], row["score"]):
                row["place"] = places[-1]["place"]
            places.append(row)
        return places

    def points(self) -> list[dict[str, Any]]:
        """Of a match that its players have ended as it stood: the most first, and nobody has won."""
        rows = sorted(enumerate(self.edition.points, 1), key=lambda row: -row[1])
        return [{"seat": seat, "name": self.names[seat - 1], "score": score} for seat, score in rows]

    @property
    def charts(self) -> Charts:
        return Charts(self.chronicle, self.names, self.speech)

    def names_at(self, step: int) -> list[str]:
        """The names that the seats had after a step. A player who has left for good is shown as that."""
        now, then = self.moments[-1].names, self.moments[step].names
        pairs = zip(self.chronicle.names, now, then, strict=True)
        return [shown if was == name else isolated(one_line(was)) for shown, name, was in pairs]

    def hands(self) -> list[dict[str, Any]]:
        """Everybody who played a seat until somebody else took it over."""
        given = [(line["step"], line["seat"]["number"]) for line in self.lines[1:-1] if "seat" in line]
        return [
            {"seat": seat, "name": self.names_at(step - 1)[seat - 1], "until": step - 1}
            for step, seat in given
        ]

    def log(self) -> list[dict[str, Any]]:
        """All orders, as they are in the record, and what the players have agreed on."""
        gone = taken_back(len(self.moments) - 1, changes_of(self.lines[1:-1]))
        return [
            {
                "step": line["step"],
                "at": read_time(line["at"]),
                "day": line["at"][:10],
                "orders": [
                    (int(seat), text, line.get("by", {}).get(seat, ""))
                    for seat, text in line.get("orders", {}).items()
                ],
                "agreed": self._agreed(line),
                "taken_back": line["step"] in gone,
                "head": line["hash"][:8],
            }
            for line in self.lines[1:-1]
        ]

    def _agreed(self, line: Mapping[str, Any]) -> str:
        if "orders" in line:
            return ""
        return change_in_words(line, self.names_at(line["step"] - 1), self.speech)

    def log_text(self) -> str:
        """The log as a plain text file. An x marks what was taken back."""
        names = [f"{seat_letter(n)} {name}" for n, name in enumerate(self.names, 1)]
        rows = [f"# {self.edition.title}", f"# {meta(self.first['game']).title}: {', '.join(names)}"]
        for line in self.log():
            mark = "x" if line["taken_back"] else " "
            for seat, text, by in line["orders"]:
                player = f"{seat_letter(seat)} ({by})" if by else seat_letter(seat)
                rows.append(f"{line['step']:>4}{mark} {line['at']:%Y-%m-%d %H:%M:%S}  {player:<3} {text}")
            if line["agreed"]:
                rows.append(f"{line['step']:>4}{mark} {line['at']:%Y-%m-%d %H:%M:%S}  – {line['agreed']}")
        return "\n".join([*rows, f"# {self.last['hash']}", ""])

    # --- Pictures ---

    def picture(self, name: str) -> str:
        """The picture as SVG; KeyError if the report has no picture of this name."""
        if is_chart(name):
            return self.charts.picture(name)
        kind, _, which = name.partition("-")
        if kind == "board" and which.isdecimal() and which.isascii() and int(which) < len(self.moments):
            return self.board(int(which))
        if kind == "token" and which in map(str, range(1, len(self.names) + 1)):
            return seat_token(int(which))
        return self.chronicle.card_pictures([which])[which]

    def board(self, step: int) -> str:
        """The board as onlookers saw it, with marks on what had just changed."""
        moment = self.moments[step]
        view, events = self.chronicle.view(step), moment.events if step else ()
        return self.chronicle.rules.svg(view, self.names, self.speech, events, size="board")

    def pictures(self, facts: Mapping[str, Any]) -> list[str]:
        """The names of all that a page with these facts shows."""
        names = {f"board-{len(self.moments) - 1}", *(chart["name"] for chart in facts["charts"])}
        names |= {f"token-{seat}" for seat in range(1, len(self.names) + 1)}
        for chapter in facts["chapters"]:
            names |= {f"card-{card.picture}" for card in chapter.cards}
            figures = [figure for entry in chapter.entries for figure in entry.figures]
            figures += [figure for figure in (chapter.figure, chapter.opening) if figure]
            names |= {f"board-{figure.step}" for figure in figures}
        names |= {f"board-{moment.board}" for moment in facts["turning_points"]}
        return sorted(names)


@lru_cache(maxsize=4)  # a browser that shows a book asks for each picture with a request of its own
def report_of(edition: Edition) -> Report:
    return Report.of(edition)


def isolated(name: str) -> str:
    """A name that is written from right to left, in Unicode isolates, so that it turns nothing around it."""
    leftward = any(bidirectional(char) in WRITTEN_LEFTWARD for char in name)
    return f"\u2068{name}\u2069" if leftward else name


def pdf_of(report: Report) -> bytes:
    facts = report.facts()
    return print_pdf(to_print(report, facts, {name: report.picture(name) for name in report.pictures(facts)}))


def to_print(report: Report, facts: Mapping[str, Any], pictures: Mapping[str, str]) -> PrintJob:
    spelled = {name: facts[name] for name in AS_IT_IS}
    told = {**printable_in(dict(facts), report.speech), **spelled}
    html = render("pdf/report.html", report.edition.reader, **told, picture=picture_address)
    about = report.speech.gettext("The record of the match, for anybody to check")
    record = AttachedFile(report.file_name("jsonl"), about, report.edition.record, facts["ended"])
    styles = STYLES[report.edition.paper]
    pictures = _with_printable_names(report, pictures)
    return PrintJob(html, styles, pictures, (record,), booklet=report.edition.paper in BOOKLETS)


def _with_printable_names(report: Report, pictures: Mapping[str, str]) -> dict[str, str]:
    """Only the names: what else a picture has in it was made to be printed."""
    names = {escape_text(name): escape_text(printable(name, report.speech)) for name in report.names}
    shown = dict(pictures)
    for name, in_print in names.items():
        if name != in_print:
            shown = {key: svg.replace(name, in_print) for key, svg in shown.items()}
    return shown
