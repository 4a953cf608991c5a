"""What the book tells of Incan Gold: the path of each round, the seats that left it, the hazards."""

from collections.abc import Iterable, Iterator, Sequence

from engine.chronicle import (
    Chapter,
    Chronicle,
    FactTable,
    Figure,
    Happening,
    Milestone,
    PointSource,
    Shuffle,
    StoryCard,
    TurningPoint,
)
from engine.game import Event
from engine.incan_gold.draw import picture
from engine.incan_gold.pieces import ARTIFACT, HAZARD_COPIES, HAZARDS, TREASURES
from engine.incan_gold.state import State, deck
from engine.incan_gold.tell import hazard
from engine.incan_gold.turning import CARDS, statistics, turning_points
from engine.leads import Span, lead_told, standing_told


class GameChronicle(Chronicle):
    # --- Chapters: the rounds ---

    def chapters(self) -> list[Chapter]:
        return [self._chapter(number, part) for number, part in enumerate(self._cut(), 1)]

    def _cut(self) -> list[list[Happening]]:
        parts: list[list[Happening]] = []
        for happening in self.happenings():
            if happening.event["event"] == "round":
                parts.append([])
            parts[-1].append(happening)
        return parts

    def _chapter(self, number: int, part: list[Happening]) -> Chapter:
        title = self.speech.gettext("Round {number}").format(number=number)
        path = tuple(self._path([happening.event for happening in part]))
        opening = Figure(self._deepest(part), self.speech.gettext("As deep as the path led"), 0)
        points = self.scores()[part[0].step]  # this step also ends the round before
        stakes = tuple(self._stakes(number, part[0].step, points))
        return Chapter(title, part, cards=path, opening=opening, stakes=stakes, points=points)

    def _deepest(self, part: list[Happening]) -> int:
        """The last step at which the path of this round lies on the board."""
        steps = [happening.step for happening in part if happening.event["event"] in CARDS]
        last, next_round = max(steps, default=part[0].step), part[-1].step
        over = any(event["event"] == "round_over" for event in self.moments[last].events)
        return max(part[0].step, self.before(next_round) if over else last)

    def _stakes(self, number: int, step: int, points: Sequence[int]) -> Iterator[str]:
        state, speech = self.moments[step].state, self.speech
        yield standing_told(points, self.names, number, speech)
        hazards = sum(HAZARD_COPIES - state.out.get(kind, 0) for kind in HAZARDS)
        yield speech.ngettext(
            "There is {count} hazard card in the deck.",
            "There are {count} hazard cards in the deck.",
            hazards,
        ).format(count=hazards)
        if state.in_deck:
            yield speech.ngettext(
                "There is {count} artifact in it, too.",
                "There are {count} artifacts in it, too.",
                state.in_deck,
            ).format(count=state.in_deck)

    def _path(self, events: Iterable[Event]) -> list[StoryCard]:
        """The cards in the order in which they were turned up, each with the seats that left after it."""
        cards: list[StoryCard] = []
        for event in events:
            kind = event["event"]
            if kind in ("treasure", "hazard", "artifact"):
                cards.append(self._card(event))
            elif kind == "left" and cards:
                cards[-1] = cards[-1]._replace(seats=tuple(event["seats"]))
        return cards

    def _card(self, event: Event) -> StoryCard:
        gettext = self.speech.gettext
        if event["event"] == "treasure":
            words = gettext("treasure worth {value}").format(value=event["value"])
            return StoryCard(f"treasure-{event['value']}", words)
        if event["event"] == "artifact":
            return StoryCard("artifact", gettext("artifact"))
        return StoryCard(
            event["kind"], gettext("hazard {kind}").format(kind=hazard(event["kind"], self.speech))
        )

    def card_pictures(self, names: Iterable[str]) -> dict[str, str]:
        return {name: picture(name, self.speech) for name in sorted(set(names))}

    # --- Turning points ---

    def turning_points(self) -> list[TurningPoint]:
        scores, boards, spans = self.scores(), {}, []
        for number, part in enumerate(self._cut(), 1):
            first, last = part[0].step, part[-1].step
            if part[-1].event["event"] in ("round_over", "over"):
                boards[last] = self._deepest(part)
                name = self.speech.gettext("round {number}").format(number=number)
                spans.append(Span(last, scores[first], scores[last], name))
        leads = lead_told(spans, self.names, self.speech)
        return [*(point._replace(board=boards[point.step]) for point in leads), *turning_points(self)]

    def statistics(self) -> FactTable | None:
        return statistics(self)

    # --- Points ---

    def scores(self) -> list[list[int]]:
        """By tents and artifacts. During the match, nobody knew what the others had in their tents."""
        states: list[State] = [moment.state for moment in self.moments]
        return [
            [tent + worth for tent, worth in zip(state.tents, state.worth, strict=True)] for state in states
        ]

    def marks(self) -> list[Milestone]:
        sentence = self.speech.gettext("round {number}")
        ends = [(happening.step, happening.event["round"]) for happening in self.of_kind("round_over")]
        return [Milestone(step, sentence.format(number=number)) for step, number in ends]

    def sources(self) -> list[PointSource]:
        gettext = self.speech.gettext
        shared, picked = [0] * self.seats, [0] * self.seats
        for happening in self.of_kind("left"):
            for seat, stored in happening.event["stored"].items():
                picked[int(seat) - 1] += happening.event["share"]
                shared[int(seat) - 1] += stored - happening.event["share"]
        sources = [
            PointSource(gettext("Shared on the way in"), shared),
            PointSource(gettext("Picked up on the way out"), picked),
        ]
        if self.options["artifacts"]:
            sources.append(PointSource(gettext("Artifacts"), list(self.moments[-1].state.worth)))
        return sources

    # --- Tables ---

    def tables(self) -> list[FactTable]:
        tables = [self._rounds(), self._hazards()]
        if self.options["artifacts"]:
            tables.append(self._artifacts())
        return [table for table in tables if table.rows]

    def _rounds(self) -> FactTable:
        gettext, rows = self.speech.gettext, []
        for number, chapter in enumerate(self.chapters(), 1):
            row = ["–"] * self.seats
            for _, event in chapter.happenings:
                for seat, points in event.get("stored", {}).items():
                    row[int(seat) - 1] = str(points)
                for seat, points in event.get("lost", {}).items():
                    row[int(seat) - 1] = f"({points})"
            rows.append([str(number), *row])
        note = gettext("In brackets: what a player was holding when they had to flee, and lost.")
        title = gettext("Into the tents, round by round")
        return FactTable(title, [gettext("Round")], rows, note, by_seat=True)

    def _hazards(self) -> FactTable:
        gettext, rows = self.speech.gettext, []
        for number, chapter in enumerate(self.chapters(), 1):
            events = [happening.event for happening in chapter.happenings]
            cards = sum(event["event"] in ("treasure", "hazard", "artifact") for event in events)
            treasure = sum(event.get("value", 0) for event in events)
            kinds = [hazard(event["kind"], self.speech) for event in events if event["event"] == "fled"]
            ended = any(event["event"] == "round_over" for event in events)
            how = kinds[0] if kinds else gettext("everybody went home") if ended else "–"
            rows.append([str(number), str(cards), str(treasure), how])
        head = [gettext("Round"), gettext("Cards"), gettext("Treasure found"), gettext("Ended by")]
        return FactTable(gettext("How deep they went, and how it ended"), head, rows)

    def _artifacts(self) -> FactTable:
        gettext, rows = self.speech.gettext, []
        number = 0
        for happening in self.happenings():
            event = happening.event
            number = event["round"] if event["event"] == "round" else number
            if event.get("artifacts") and event["event"] == "left":
                carrier = self.names[event["seats"][0] - 1]
                rows.append([str(number), carrier, str(event["artifacts"])])
        head = [gettext("Round"), gettext("Player"), gettext("Artifacts carried out")]
        return FactTable(gettext("The artifacts"), head, rows)

    # --- Chance ---

    def draws(self) -> list[Shuffle]:
        """The deck of every round that began, before and after it was shuffled."""
        by_round = {}
        for moment in self.standing:
            state: State = moment.state
            if not state.over:
                before, after = self._unshuffled(state), [str(card) for card in deck(state)]
                by_round[state.round] = Shuffle(f"incan-gold/round/{state.round}", before, after)
        return list(by_round.values())

    def _unshuffled(self, state: State) -> list[str]:
        hazards = [kind for kind in HAZARDS for _ in range(HAZARD_COPIES - state.out.get(kind, 0))]
        return [str(card) for card in (*TREASURES, *hazards, *[ARTIFACT] * state.in_deck)]
