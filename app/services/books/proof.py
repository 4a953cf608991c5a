"""How a finished match is checked without this service: what it takes, and what to type."""

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.chance import match_seed
from engine.chronicle import Draw

SCRIPT = Path(__file__).parents[3] / "templates" / "pdf" / "check.txt"


def proof(lines: Sequence[Mapping[str, Any]], draws: Sequence[Draw], record: str) -> dict[str, Any]:
    first, last = lines[0], lines[-1]
    server_seed = last["server_seed"]
    seed = match_seed(bytes.fromhex(server_seed), first["salts"]).hex()
    return {
        "commitment": first["commitment"],
        "server_seed": server_seed,
        "salts": list(first["salts"]),
        "seed": seed,
        "head": last["hash"],
        "record": record,
        "draws": draws,
        "by_openssl": {"commitment": _digest(server_seed), "seed": _keyed(server_seed, first["salts"])},
        "script": script(record, draws),
    }


def _digest(server_seed: str) -> str:
    return f"printf %s {server_seed} | xxd -r -p | openssl dgst -sha256"


def _keyed(server_seed: str, salts: Sequence[str]) -> str:
    """Salts may hold anything that a shell would understand."""
    form = "\\n".join(["%s"] * (len(salts) + 1))
    words = " ".join(shlex.quote(word) for word in ("chasqui/1", *salts))
    return f"printf '{form}' {words} | openssl dgst -sha256 -mac HMAC -macopt hexkey:{server_seed}"


def script(record: str, draws: Sequence[Draw]) -> str:
    """Python that needs nothing but itself and the record."""
    calls = [f'print(shuffle("{" ".join(draw.before)}", "{draw.label}"))' for draw in draws]
    return SCRIPT.read_text().replace("RECORD", record).rstrip() + "\n" + "\n".join(calls) + "\n"
