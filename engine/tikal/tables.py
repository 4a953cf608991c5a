"""The tables in the book of Tikal: scoring rounds, treasures, temples, auctions, and what each player did."""

from collections import Counter
from collections.abc import Mapping

from engine.chronicle import Chronicle, FactTable, signed
from engine.game import Event
from engine.speech import Speech
from engine.tikal.pieces import MOTIFS
from engine.tikal.rules.scoring import wafer_points
from engine.tikal.state import State, by_name
from engine.tikal.tell import treasure
from engine.tikal.turning import holders_of

MOST_TEMPLES = 8


def tables(chronicle: Chronicle) -> list[FactTable]:
    state: State = chronicle.moments[-1].state
    tables = [_rounds(chronicle), _treasures(chronicle, state), _temples(chronicle, state)]
    if chronicle.options["auction"]:
        tables.append(_auctions(chronicle))
    return [table for table in tables if table.rows]


def _rounds(chronicle: Chronicle) -> FactTable:
    gettext = chronicle.speech.gettext
    names = iter([mark.name for mark in chronicle.marks()])
    rows: list[list[str]] = []
    waiting = 0
    for happening in chronicle.happenings():
        event = happening.event
        if event["event"] == "scoring":
            rows.append([next(names), *["–"] * chronicle.seats])
            waiting = len(event["seats"])
        elif event["event"] == "scored" and waiting:
            rows[-1][event["seat"]] = str(sum(event["temples"].values()) + event["treasures"])
    head = [gettext("Round")]
    return FactTable(gettext("Points in the scoring rounds"), head, rows, by_seat=True)


def _treasures(chronicle: Chronicle, state: State) -> FactTable:
    gettext = chronicle.speech.gettext
    rows = [
        [name, _wafers(seat.wafers, chronicle.speech) or "–", str(wafer_points(state, number))]
        for number, (name, seat) in enumerate(zip(chronicle.names, state.seats, strict=True), 1)
    ]
    head = [gettext("Player"), gettext("Treasures"), gettext("Value per scoring round")]
    note = gettext("In each scoring round, a single treasure is worth 1 point, a pair 3, three of a kind 6.")
    return FactTable(gettext("The treasures"), head, rows, note)


def _wafers(wafers: Mapping[str, int], speech: Speech) -> str:
    counts = [(treasure(motif, speech), wafers.get(motif, 0)) for motif in MOTIFS]
    return ", ".join(f"{name} ×{count}" if count > 1 else name for name, count in counts if count)


def _temples(chronicle: Chronicle, state: State) -> FactTable:
    gettext = chronicle.speech.gettext
    temples = [(place, here) for place, here in by_name(state.board) if here.kind == "temple"]
    best = sorted(temples, key=lambda temple: (-temple[1].value, temple[0]))[:MOST_TEMPLES]
    holders = holders_of(state)
    rows = [
        [
            place,
            str(here.value),
            _holder(chronicle, holders.get(place, 0), here.guard),
            _brought(chronicle, place),
        ]
        for place, here in best
    ]
    head = [gettext("Temple"), gettext("Level"), gettext("At the end"), gettext("Points scored with it")]
    return FactTable(gettext("The most valuable temples"), head, rows)


def _holder(chronicle: Chronicle, seat: int, guard: int) -> str:
    if not seat:
        return chronicle.speech.gettext("nobody’s")
    if guard:
        return chronicle.speech.gettext("{name}, guarded").format(name=chronicle.names[seat - 1])
    return chronicle.names[seat - 1]


def _brought(chronicle: Chronicle, place: str) -> str:
    points = Counter[int]()
    for happening in chronicle.of_kind("scored"):
        points[happening.event["seat"]] += happening.event["temples"].get(place, 0)
    return (
        ", ".join(f"{chronicle.names[seat - 1]} {sum_}" for seat, sum_ in points.most_common() if sum_) or "–"
    )


def _auctions(chronicle: Chronicle) -> FactTable:
    gettext = chronicle.speech.gettext
    bids = [happening.event for happening in chronicle.of_kind("bid")]
    won = [happening.event for happening in chronicle.of_kind("won")]
    rows = []
    for seat, name in enumerate(chronicle.names, 1):
        prices = [event["points"] for event in won if event["seat"] == seat]
        highest = max((event["points"] for event in bids if event["seat"] == seat), default=0)
        bought = sum(1 for price in prices if price)
        rows.append([name, str(bought), signed(-sum(prices)), str(highest or "–")])
    head = [gettext("Player"), gettext("Bought"), gettext("Points paid"), gettext("Highest bid")]
    return FactTable(gettext("The auctions"), head, rows)


# --- Each player ---


def statistics(chronicle: Chronicle) -> FactTable | None:
    gettext, counts = chronicle.speech.gettext, [Counter[str]() for _ in chronicle.names]
    for happening in chronicle.happenings():
        if "seat" in happening.event:
            counts[happening.event["seat"] - 1].update(_counted(happening.event))
    rows = {
        "tiles": gettext("Tiles placed"),
        "workers": gettext("Workers brought in"),
        "levels": gettext("Levels dug"),
        "treasures": gettext("Treasures found"),
        "camps": gettext("Camps built"),
        "guards": gettext("Temples guarded"),
        "swaps": gettext("Swaps made"),
        "unused": gettext("Action points not used"),
    }
    told = [[name, *(str(count[key]) for count in counts)] for key, name in rows.items()]
    return FactTable(gettext("What each player did"), [""], told, by_seat=True)


def _counted(event: Event) -> dict[str, int]:
    match event["event"]:
        case "placed":
            return {"tiles": 1}
        case "entered":
            return {"workers": event["workers"]}
        case "dug":
            return {"levels": event["value"] - event["before"]}
        case "took":
            return {"treasures": len(event["wafers"])}
        case "camped":
            return {"camps": 1}
        case "guarded":
            return {"guards": 1}
        case "swapped":
            return {"swaps": 1}
        case "ended":
            return {"unused": event["left"]}
    return {}
