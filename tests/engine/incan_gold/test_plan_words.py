"""The same plans in five languages."""

import pytest

from engine import incan_gold
from tests.engine.incan_gold.positions import seen

LONG = "round 3: torch until hazards >= 2 or hold >= 12 and inside <= 2; else camp"
SHORT = "always: camp if path > 5; torch if artifact = 0; else camp"


@pytest.mark.parametrize(
    "said",
    [
        "Round 3: stay until hazards >= 2 or holding at least 12 and inside at most 2; otherwise leave",
        "runda 3: pochodnia aż zagrożenia >= 2 lub mam najmniej 12 oraz gracze najwyżej 2; inaczej obóz",
        "Runde 3: Fackel bis Gefahren >= 2 oder habe mindestens 12 und drinnen höchstens 2; sonst Lager",
        "manche 3: torche jusqu'à dangers >= 2 ou tiens minimum 12 et dedans maximum 2; sinon camp",
        "kolo 3: pochodeň než nebezpečí >= 2 nebo držím alespoň 12 zároveň hráči nejvýše 2; jinak tábor",
    ],
)
def test_a_plan_for_a_round_in_five_languages(said: str) -> None:
    assert incan_gold.read_plan(said, seen()).write() == LONG


@pytest.mark.parametrize(
    "said",
    [
        "always: leave when lying is more than 5; stay if no artifact; then leave",
        "zawsze: wracam gdy ścieżka więcej 5; zostaję jeśli bez artefakt; potem obóz",
        "immer: heim wenn Pfad mehr 5; bleibe falls kein Artefakt; dann Lager",
        "toujours: sors si chemin plus de 5; reste si pas artefact; puis camp",
        "vždy: odcházím když stezka více 5; zůstávám pokud ne artefakt; potom tábor",
    ],
)
def test_a_plan_for_the_game_in_five_languages(said: str) -> None:
    assert incan_gold.read_plan(said, seen()).write() == SHORT


@pytest.mark.parametrize(
    ("said", "comparison"),
    [
        *[(word, "=") for word in ("exactly", "dokładnie", "genau", "exactement", "přesně", "==")],
        *[(word, "<") for word in ("less than", "mniej", "weniger", "moins de", "méně")],
        *[("≥", ">="), ("=>", ">="), ("≤", "<="), ("=<", "<=")],
    ],
)
def test_a_comparison_in_other_words(said: str, comparison: str) -> None:
    plan = incan_gold.read_plan(f"always: camp if hold {said} 4", seen())

    assert plan.write() == f"always: camp if hold {comparison} 4"
