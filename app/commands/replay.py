"""Tell a recorded game step by step, with the board. ./chasqui replay FILE [--at STEP] [--seat N]"""

import sys
from collections.abc import Mapping
from typing import Any

from app.console import Parser, read_bytes, run
from app.safe_text import harmless
from engine.record import Moment, replay
from engine.registry import game
from engine.verify import RIGHT, RUNNING, Verdict, verify
from engine.way import changes_of, taken_back


def main(arguments: list[str]) -> int:
    parser = Parser("replay", "Tell a recorded game: what happened at each step, and the board at the end.")
    parser.add_argument("file", metavar="FILE", help="a record (.jsonl); - is standard input")
    at = "only this step, and the board after it; 0 is the set-up"
    parser.add_argument("--at", type=int, metavar="STEP", help=at)
    parser.add_argument("--seat", type=int, metavar="N", help="the board as that seat sees it")
    chosen = parser.parse_args(arguments)
    data = read_bytes(chosen.file)
    if data is None:
        return 1
    verdict = verify(data)
    if verdict.status != RIGHT:
        return show_refusal(chosen.file, verdict)
    names = verdict.lines[0]["seats"]
    moments = list(replay(verdict.lines))
    if chosen.seat is not None and not 1 <= chosen.seat <= len(names):
        parser.error(f"--seat {chosen.seat}: this match has seats 1 to {len(names)}")
    if chosen.at is not None and not 0 <= chosen.at < len(moments):
        parser.error(f"--at {chosen.at}: this match has steps 0 to {len(moments) - 1}")
    chosen_moments = moments if chosen.at is None else [moments[chosen.at]]
    show(chosen_moments, verdict.lines, chosen.seat)
    return 0


def show_refusal(name: str, verdict: Verdict) -> int:
    """Says what is wrong with a record. Of a running match it shows the orders, for more is not known."""
    for line, problem in verdict.problems:
        print(f"{name}, line {line}: {problem}", file=sys.stderr)
    if verdict.status == RUNNING:
        for step in verdict.lines[1:]:
            print(f"Step {step['step']}: {in_short(step)}")
        reason = "this match is still running, and its seed is secret: only the orders can be shown"
        print(f"{name}: {reason}", file=sys.stderr)
    return verdict.status


def in_short(line: Mapping[str, Any]) -> str:
    if "orders" in line:
        return " | ".join(f"{seat}: {text}" for seat, text in line["orders"].items())
    if "back" in line:
        return f"back to the state after step {line['back']}"
    if "seat" in line:
        return f"seat {line['seat']['number']} goes to {harmless(line['seat']['name'])}"
    return f"from here on by version {line['rules']} of the rules"


def show(moments: list[Moment], lines: list[Mapping[str, Any]], seat: int | None) -> None:
    rules, gone = game(lines[0]["game"]), taken_back(len(lines) - 2, changes_of(lines))
    for moment in moments:
        names = [harmless(name) for name in moment.names]
        if moment.step:
            later = " (taken back later)" if moment.step in gone else ""
            print(f"\nStep {moment.step}, {moment.line['at']}{later}")
            for number, text in moment.line.get("orders", {}).items():
                print(f"> {names[int(number) - 1]}: {text}")
            if "orders" not in moment.line:
                agreed = [names[number - 1] for number in moment.line.get("agreed", [])]
                print(f"> {in_short(moment.line)}" + (f" ({', '.join(agreed)} agreed)" if agreed else ""))
        else:
            print(f"{rules.META.title}: {', '.join(names)}")
        for event in moment.events:
            print(rules.tell(event, names))
    print()
    print(rules.board(rules.view(moments[-1].state, seat), names), end="")


if __name__ == "__main__":
    run(main)
