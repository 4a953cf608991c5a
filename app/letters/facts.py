"""The facts that the outbox has of a letter."""

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

from app.mail.letter import NotNeeded
from app.models import Letter

F_co = TypeVar("F_co", covariant=True)


class FactsType(Protocol[F_co]):
    """A dataclass of facts, as app/services/outbox and app/services/inbox have them."""

    def from_json(self, data: Mapping[str, Any], /) -> F_co: ...


def facts_of(letter: Letter, kind: FactsType[F_co]) -> F_co:
    if not letter.facts:  # so they are when the account has been deleted
        raise NotNeeded("a former player")
    return kind.from_json(letter.facts)
