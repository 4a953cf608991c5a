"""What the book tells of Tikal: scoring rounds, temples, treasures, auctions."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from engine.chronicle import (
    Chapter,
    Chronicle,
    FactTable,
    Figure,
    Happening,
    Lane,
    Milestone,
    PointSource,
    Shuffle,
    TurningPoint,
)
from engine.game import Event
from engine.leads import Span, lead_told, standing_told
from engine.speech import join_list
from engine.tikal.pieces import AUCTION_CAPITAL, COPIES, GROUPS, MOTIFS, TILES
from engine.tikal.state import State, by_name
from engine.tikal.storytelling import paragraphs
from engine.tikal.tables import statistics, tables
from engine.tikal.turning import holders_of, lanes, turning_points

MOST_FIGURES = 8  # boards, not counting those of chapters and turning points
WORTH_A_LOOK = 4  # a temple of this level is shown when a seat wins it for the first time
LESS_EACH_TIME = 3  # so much less is a temple worth in the story each time that it has changed hands


class GameChronicle(Chronicle):
    brief = frozenset({"bid", "passed", "won"})

    def says(self, event: Event) -> bool:
        if event["event"] == "turned_up":
            return len(event["tiles"]) > 1  # a single tile is told when it is placed
        return event["event"] != "ended" or bool(event["left"])

    # --- Chapters: each ends with a scoring round ---

    def chapters(self) -> list[Chapter]:
        cut = list(self._cut())
        return [self._chapter(number, part, number == len(cut)) for number, part in enumerate(cut, 1)]

    def tell(self, events: Sequence[Event], names: Sequence[str], number: int) -> list[str]:
        return paragraphs(events, names, number, self.speech)

    def _cut(self) -> Iterator[list[Happening]]:
        part: list[Happening] = []
        to_score = 0
        for happening in self.happenings():
            part.append(happening)
            kind = happening.event["event"]
            if kind == "scoring":
                to_score = len(happening.event["seats"])
            elif kind == "scored":
                to_score -= 1
                if not to_score and not self._is_last(happening):
                    yield part
                    part = []
        if part:
            yield part

    def _is_last(self, scored: Happening) -> bool:
        return any(event["event"] == "over" for event in self.moments[scored.step].events)

    def _chapter(self, number: int, part: list[Happening], last: bool) -> Chapter:
        scored = [happening.event for happening in part if happening.event["event"] == "scored"]
        caption = self.speech.gettext("The board at the end")
        opening = Figure(self.before(part[0].step), self._opening_caption(number), 0)
        points = [seat.score for seat in self.moments[opening.step].state.seats]
        return Chapter(
            self._title(number, part),
            part,
            self._scoring(scored),
            Figure(part[-1].step, caption, 0) if last else None,
            opening=opening,
            stakes=tuple(self._stakes(number, opening.step, points, scored)),
            points=points,
        )

    def _title(self, number: int, part: list[Happening]) -> str:
        gettext = self.speech.gettext
        scoring = next((happening.event for happening in part if happening.event["event"] == "scoring"), None)
        if not scoring:
            title = gettext("Chapter {n}: how far it got")
        elif scoring["final"]:
            title = gettext("Chapter {n}: to the last tile")
        else:
            ways = (
                gettext("Chapter {n}: until the first volcano"),
                gettext("Chapter {n}: until the second volcano"),
                gettext("Chapter {n}: until the third volcano"),
            )
            title = (
                ways[number - 1] if number <= len(ways) else gettext("Chapter {n}: until the next volcano")
            )
        return title.format(n=number)

    def _opening_caption(self, number: int) -> str:
        if number == 1:
            return self.speech.gettext("The jungle before the first turn")
        return self.speech.gettext("The board after the scoring round")

    def _stakes(self, number: int, step: int, scores: list[int], scored: list[Event]) -> Iterator[str]:
        gettext, state = self.speech.gettext, self.moments[step].state
        yield standing_told(scores, self.names, number, self.speech)
        holders = holders_of(state)
        open_ = [
            here.value for place, here in by_name(state.board) if here.kind == "temple" and not here.guard
        ]
        held = {place: state.board[place] for place in holders}
        if held:
            place = max(held, key=lambda place: (held[place].value, place))
            sentence = gettext(
                "The most valuable temple in anybody’s hands is on {place}, worth {value}: {name}."
            )
            if held[place].guard:
                sentence = gettext(
                    "The most valuable temple in anybody’s hands is on {place}, worth {value}: "
                    "{name}, guarded."
                )
            yield sentence.format(place=place, value=held[place].value, name=self.names[holders[place] - 1])
        yield self.speech.ngettext(
            "{count} temple has no guard.", "{count} temples have no guard.", len(open_)
        ).format(count=len(open_))
        at_stake = sum(sum(event["temples"].values()) + event["treasures"] for event in scored)
        if at_stake:
            yield self.speech.ngettext(
                "At stake in the scoring round to come: {points} point for all together.",
                "At stake in the scoring round to come: {points} points for all together.",
                at_stake,
            ).format(points=at_stake)

    def _scoring(self, scored: list[Event]) -> FactTable | None:
        if not scored:
            return None
        gettext = self.speech.gettext
        rows = [
            [
                self.names[event["seat"] - 1],
                join_list([f"{place} {value}" for place, value in event["temples"].items()], self.speech)
                or "–",
                str(event["treasures"]),
                str(sum(event["temples"].values()) + event["treasures"]),
                str(event["score"]),
            ]
            for event in scored
        ]
        head = [
            gettext("Player"),
            gettext("Temples"),
            gettext("Treasures"),
            gettext("Points"),
            gettext("Score"),
        ]
        return FactTable(gettext("The scoring round"), head, rows)

    # --- Boards: temples won and lost ---

    def figures(self) -> list[Figure]:
        """The most valuable boards, in the order of the match."""
        best = sorted(self._won_and_lost(), key=lambda figure: -figure.weight)[:MOST_FIGURES]
        return sorted(best)

    def _won_and_lost(self) -> Iterator[Figure]:
        """Boards with temples won or lost. Only at the end of a turn: within one, members may pass by."""
        holders: dict[str, int] = {}
        often = Counter[str]()
        played = [moment for moment in self.standing if not moment.step or "orders" in moment.line]
        for before, moment in pairwise(played):
            for event in moment.events:
                if event["event"] == "guarded":
                    yield self._guarded(moment.step, event)
            if set(before.line.get("orders", ())) == set(moment.line["orders"]):
                continue
            now = holders_of(before.state)
            changed = {
                place: change
                for place, seat in now.items()
                if (change := self._change(place, seat, holders.get(place, 0), before.state))
            }
            if changed:
                value = max(weight - LESS_EACH_TIME * often[place] for place, (weight, _) in changed.items())
                yield Figure(before.step, " ".join(sentence for _, sentence in changed.values()), value)
            often.update(changed.keys())
            holders.update(now)

    def _change(self, place: str, seat: int, before: int, state: State) -> tuple[int, str] | None:
        value, gettext = state.board[place].value, self.speech.gettext
        values = {"name": self.names[seat - 1], "value": value, "place": place}
        if before and before != seat:
            sentence = gettext("{name} takes the temple on {place}, worth {value}, from {other}.")
            return value + 10, sentence.format(other=self.names[before - 1], **values)
        if not before and value >= WORTH_A_LOOK:
            return value, gettext("{name} takes the temple on {place}, worth {value}.").format(**values)
        return None

    def _guarded(self, step: int, event: Event) -> Figure:
        sentence = self.speech.gettext("{name} guards the temple on {place}, worth {value}, for good.")
        values = {"name": self.names[event["seat"] - 1], "value": event["value"], "place": event["place"]}
        return Figure(step, sentence.format(**values), event["value"] + 5)

    # --- Turning points ---

    def turning_points(self) -> list[TurningPoint]:
        scores, spans = self.scores(), []
        for number, part in enumerate(self._cut(), 1):
            begun = next((each for each in part if each.event["event"] == "scoring"), None)
            if begun:
                name = self.speech.gettext("scoring round {n}").format(n=number)
                if begun.event["final"]:
                    name = self.speech.gettext("the final scoring round")
                spans.append(
                    Span(part[-1].step, scores[self.before(begun.step)], scores[part[-1].step], name)
                )
        return [*lead_told(spans, self.names, self.speech), *turning_points(self)]

    def lanes(self) -> list[Lane]:
        return lanes(self.standing)

    def statistics(self) -> FactTable | None:
        return statistics(self)

    # --- Points ---

    def scores(self) -> list[list[int]]:
        return [[seat.score for seat in moment.state.seats] for moment in self.moments]

    def marks(self) -> list[Milestone]:
        gettext = self.speech.gettext
        ends = [(happening.step, happening.event) for happening in self.of_kind("scoring")]
        return [
            Milestone(step, gettext("final") if event["final"] else gettext("volcano {n}").format(n=number))
            for number, (step, event) in enumerate(ends, 1)
        ]

    def sources(self) -> list[PointSource]:
        gettext, seats = self.speech.gettext, range(1, self.seats + 1)
        temples, treasures, paid = Counter[int](), Counter[int](), Counter[int]()
        for happening in self.of_kind("scored"):
            temples[happening.event["seat"]] += sum(happening.event["temples"].values())
            treasures[happening.event["seat"]] += happening.event["treasures"]
        for happening in self.of_kind("won"):
            paid[happening.event["seat"]] -= happening.event["points"]
        sources = [
            PointSource(gettext("Temples"), [temples[seat] for seat in seats]),
            PointSource(gettext("Treasures"), [treasures[seat] for seat in seats]),
        ]
        if self.options["auction"]:
            sources.append(PointSource(gettext("Points to bid with"), [AUCTION_CAPITAL] * self.seats))
            sources.append(PointSource(gettext("Paid in auctions"), [paid[seat] for seat in seats]))
        return sources

    # --- Tables ---

    def tables(self) -> list[FactTable]:
        return tables(self)

    # --- Chance ---

    def draws(self) -> list[Shuffle]:
        deal = self.moments[0].state.deal
        shuffles = []
        for group in GROUPS:
            before = [tile for tile in TILES if tile[0] == group]
            after = [tile for tile in deal.tiles if tile[0] == group]
            shuffles.append(Shuffle(f"tikal/tiles/{group}", before, after))
        wafers = [motif for motif in MOTIFS for _ in range(COPIES)]
        return [*shuffles, Shuffle("tikal/treasures", wafers, list(deal.wafers))]
