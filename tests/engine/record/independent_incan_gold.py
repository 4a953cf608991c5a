"""A recorded match of Incan Gold played by its rules alone, without the engine: its decks and its result."""

from collections.abc import Iterator
from typing import Any

from tests.engine.record.independent import HAZARDS, deck


class Match:
    def __init__(self, seed: bytes, first: dict[str, Any], steps: list[dict[str, Any]]) -> None:
        self.seed = seed
        self.everybody = [str(seat + 1) for seat in range(len(first["seats"]))]
        self.per_round = 1 if first["options"].get("artifacts", True) else 0
        self.choices: Iterator[dict[str, str]] = iter([line["orders"] for line in steps])
        self.tents = dict.fromkeys(self.everybody, 0)
        self.carried: dict[str, list[int]] = {seat: [] for seat in self.everybody}
        self.worth = [5, 5, 5, 10, 10]  # of those not carried out yet
        self.gone: list[str] = []
        self.decks: list[list[int | str]] = []
        self.unseen = 0
        for round in range(1, 6):
            self.play(round)

    def play(self, round: int) -> None:
        self.decks.append(deck(self.seed, round, self.gone, self.unseen + self.per_round))
        inside, turned = list(self.everybody), self.decks[-1][:0]
        held, lying, artifacts = dict.fromkeys(inside, 0), 0, 0
        while inside:
            card = self.decks[-1][len(turned)]
            if card in turned and card in HAZARDS:
                self.gone.append(str(card))
                turned.append(card)
                break
            turned.append(card)
            artifacts += card == "artifact"
            if isinstance(card, int):
                lying += card % len(inside)
                for seat in inside:
                    held[seat] += card // len(inside)
            if len(turned) == 1 and card in HAZARDS:
                continue
            said = next(self.choices)
            assert sorted(said) == inside
            leaving = [seat for seat in inside if said[seat] == "camp"]
            inside = [seat for seat in inside if seat not in leaving]
            for seat in leaving:
                self.tents[seat] += held[seat] + lying // len(leaving)
            if leaving:
                lying %= len(leaving)
            if len(leaving) == 1:
                self.carried[leaving[0]] += [self.worth.pop(0) for _ in range(artifacts)]
                artifacts = 0
        self.unseen += self.per_round - turned.count("artifact")

    def result(self) -> dict[str, list[int]]:
        counts = [len(self.carried[seat]) for seat in self.everybody]
        scores = [self.tents[seat] + sum(self.carried[seat]) for seat in self.everybody]
        ranks = list(zip(scores, counts, strict=True))
        winners = [seat for seat, rank in enumerate(ranks, 1) if rank == max(ranks)]
        return {"artifacts": counts, "scores": scores, "winners": winners}
