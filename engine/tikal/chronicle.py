"""What the book tells of Tikal: scoring rounds, temples, treasures, auctions."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise

from engine.chronicle import (
    Chapter,
    Chronicle,
    FactTable,
    Figure,
    Happening,
    Milestone,
    PointSource,
    Shuffle,
    signed,
)
from engine.game import Event
from engine.speech import join_list
from engine.tikal.pieces import AUCTION_CAPITAL, COPIES, GROUPS, MOTIFS, TILES
from engine.tikal.rules.scoring import temples_of, wafer_points
from engine.tikal.state import State, by_name
from engine.tikal.tell import treasure

MOST_FIGURES = 12  # boards, not counting those of the scoring rounds
WORTH_A_LOOK = 4  # a temple of this level is shown when a seat wins it for the first time
MOST_TEMPLES = 8
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
        return [self._chapter(number, part) for number, part in enumerate(cut, 1)]

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

    def _chapter(self, number: int, part: list[Happening]) -> Chapter:
        scoring = next((happening.event for happening in part if happening.event["event"] == "scoring"), None)
        scored = [happening.event for happening in part if happening.event["event"] == "scored"]
        gettext = self.speech.gettext
        if not scoring:
            title, caption = (
                gettext("Chapter {n}: how far it got"),
                gettext("The board when the match ended"),
            )
        elif scoring["final"]:
            title, caption = gettext("Chapter {n}: the final scoring round"), gettext("The board at the end")
        else:
            title = gettext("Chapter {n}: volcano {volcano}, a scoring round")
            caption = gettext("The board after the scoring round of {volcano}")
        values = {"n": number, "volcano": scoring["volcano"] if scoring else ""}
        figure = Figure(part[-1].step, caption.format(**values), 0)
        return Chapter(title.format(**values), part, self._scoring(scored), figure)

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
            now = self._holders(before.state)
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

    def _holders(self, state: State) -> dict[str, int]:
        return {place: seat for seat in range(1, self.seats + 1) for place in temples_of(state, seat)}

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

    # --- Points ---

    def scores(self) -> list[list[int]]:
        return [[seat.score for seat in moment.state.seats] for moment in self.moments]

    def marks(self) -> list[Milestone]:
        gettext = self.speech.gettext
        ends = [(happening.step, happening.event) for happening in self.of_kind("scoring")]
        return [
            Milestone(step, gettext("final") if event["final"] else event["volcano"]) for step, event in ends
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
        state: State = self.moments[-1].state
        tables = [self._rounds(), self._treasures(state), self._temples(state)]
        if self.options["auction"]:
            tables.append(self._auctions())
        return [table for table in tables if table.rows]

    def _rounds(self) -> FactTable:
        gettext = self.speech.gettext
        names = iter([mark.name for mark in self.marks()])
        rows: list[list[str]] = []
        waiting = 0
        for happening in self.happenings():
            event = happening.event
            if event["event"] == "scoring":
                rows.append([next(names), *["–"] * self.seats])
                waiting = len(event["seats"])
            elif event["event"] == "scored" and waiting:
                rows[-1][event["seat"]] = str(sum(event["temples"].values()) + event["treasures"])
        head = [gettext("Round")]
        return FactTable(gettext("Points in the scoring rounds"), head, rows, by_seat=True)

    def _treasures(self, state: State) -> FactTable:
        gettext = self.speech.gettext
        rows = [
            [name, self._wafers(seat.wafers) or "–", str(wafer_points(state, number))]
            for number, (name, seat) in enumerate(zip(self.names, state.seats, strict=True), 1)
        ]
        head = [gettext("Player"), gettext("Treasures"), gettext("Value per scoring round")]
        note = gettext(
            "In each scoring round, a single treasure is worth 1 point, a pair 3, three of a kind 6."
        )
        return FactTable(gettext("The treasures"), head, rows, note)

    def _wafers(self, wafers: Mapping[str, int]) -> str:
        counts = [(treasure(motif, self.speech), wafers.get(motif, 0)) for motif in MOTIFS]
        return ", ".join(f"{name} ×{count}" if count > 1 else name for name, count in counts if count)

    def _temples(self, state: State) -> FactTable:
        gettext = self.speech.gettext
        temples = [(place, here) for place, here in by_name(state.board) if here.kind == "temple"]
        best = sorted(temples, key=lambda temple: (-temple[1].value, temple[0]))[:MOST_TEMPLES]
        holders = self._holders(state)
        rows = [
            [place, str(here.value), self._holder(holders.get(place, 0), here.guard), self._brought(place)]
            for place, here in best
        ]
        head = [gettext("Temple"), gettext("Level"), gettext("At the end"), gettext("Points scored with it")]
        return FactTable(gettext("The most valuable temples"), head, rows)

    def _holder(self, seat: int, guard: int) -> str:
        if not seat:
            return self.speech.gettext("nobody’s")
        if guard:
            return self.speech.gettext("{name}, guarded").format(name=self.names[seat - 1])
        return self.names[seat - 1]

    def _brought(self, place: str) -> str:
        points = Counter[int]()
        for happening in self.of_kind("scored"):
            points[happening.event["seat"]] += happening.event["temples"].get(place, 0)
        return (
            ", ".join(f"{self.names[seat - 1]} {sum_}" for seat, sum_ in points.most_common() if sum_) or "–"
        )

    def _auctions(self) -> FactTable:
        gettext = self.speech.gettext
        bids = [happening.event for happening in self.of_kind("bid")]
        won = [happening.event for happening in self.of_kind("won")]
        rows = []
        for seat, name in enumerate(self.names, 1):
            prices = [event["points"] for event in won if event["seat"] == seat]
            highest = max((event["points"] for event in bids if event["seat"] == seat), default=0)
            bought = sum(1 for price in prices if price)
            rows.append([name, str(bought), signed(-sum(prices)), str(highest or "–")])
        head = [gettext("Player"), gettext("Bought"), gettext("Points paid"), gettext("Highest bid")]
        return FactTable(gettext("The auctions"), head, rows)

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
