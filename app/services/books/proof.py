"""How anybody can check a finished match without this service: the facts needed, and the commands to type."""

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from app.services.matches.chance_facts import ChanceFacts
from engine.chance import SEATS, match_seed
from engine.chronicle import Shuffle

SCRIPT = Path(__file__).parents[3] / "templates" / "pdf" / "check.txt"


def proof_facts(
    lines: Sequence[Mapping[str, Any]], draws: Sequence[Shuffle], record: str, chance: ChanceFacts
) -> dict[str, Any]:
    first, last = lines[0], lines[-1]
    server_seed = last["server_seed"]
    match_seed_hex = match_seed(bytes.fromhex(server_seed), first["salts"]).hex()
    return {
        "commitment": first["commitment"],
        "server_seed": server_seed,
        "salts": list(first["salts"]),
        "seed": match_seed_hex,
        "head": last["hash"],
        "record": record,
        "draws": draws,
        "drawn": {each.number: each for each in chance.drawn},
        "order": chance.order,
        "list": chance.in_words,
        "by_openssl": {
            "commitment": _commitment_command(server_seed),
            "seed": _seed_command(server_seed, first["salts"]),
        },
        "script": check_script(record, draws, chance.order),
    }


def _commitment_command(server_seed: str) -> str:
    return f"printf %s {server_seed} | xxd -r -p | openssl dgst -sha256"


def _seed_command(server_seed: str, salts: Sequence[str]) -> str:
    """Salts are quoted, for they may contain characters that a shell interprets."""
    form = "\\n".join(["%s"] * (len(salts) + 1))
    words = " ".join(shlex.quote(word) for word in ("chasqui/1", *salts))
    return f"printf '{form}' {words} | openssl dgst -sha256 -mac HMAC -macopt hexkey:{server_seed}"


def check_script(record: str, draws: Sequence[Shuffle], order: Sequence[int] = ()) -> str:
    """A program that needs only Python's standard library and the record. `order`: of seats drawn by lot."""
    in_list = ", ".join(str(number - 1) for number in order)
    seats = " ".join(map(str, order))
    calls = [f'print(shuffle("{seats}", "{SEATS}", match_seed([{in_list}])))'] if order else []
    calls += [f'print(shuffle("{" ".join(draw.before)}", "{draw.label}"))' for draw in draws]
    return SCRIPT.read_text().replace("RECORD", record).rstrip() + "\n" + "\n".join(calls) + "\n"
