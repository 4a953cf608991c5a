"""How anybody can check a finished match without this service: the facts needed, and the commands to type."""

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.chance import match_seed
from engine.chronicle import Shuffle

SCRIPT = Path(__file__).parents[3] / "templates" / "pdf" / "check.txt"


def proof_facts(lines: Sequence[Mapping[str, Any]], draws: Sequence[Shuffle], record: str) -> dict[str, Any]:
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
        "by_openssl": {
            "commitment": _commitment_command(server_seed),
            "seed": _seed_command(server_seed, first["salts"]),
        },
        "script": check_script(record, draws),
    }


def _commitment_command(server_seed: str) -> str:
    return f"printf %s {server_seed} | xxd -r -p | openssl dgst -sha256"


def _seed_command(server_seed: str, salts: Sequence[str]) -> str:
    """Salts are quoted, for they may contain characters that a shell interprets."""
    form = "\\n".join(["%s"] * (len(salts) + 1))
    words = " ".join(shlex.quote(word) for word in ("chasqui/1", *salts))
    return f"printf '{form}' {words} | openssl dgst -sha256 -mac HMAC -macopt hexkey:{server_seed}"


def check_script(record: str, draws: Sequence[Shuffle]) -> str:
    """A program that needs only Python's standard library and the record."""
    calls = [f'print(shuffle("{" ".join(draw.before)}", "{draw.label}"))' for draw in draws]
    return SCRIPT.read_text().replace("RECORD", record).rstrip() + "\n" + "\n".join(calls) + "\n"
