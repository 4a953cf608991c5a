"""Friends who propose something to one another, and answer."""

from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from sqlmodel import col, select

from app.clock import now
from app.db.words import Said
from app.models import Proposal
from app.services.proposals.clock import ring_due_proposals
from app.services.proposals.propose import Answered, Wish, propose, vote, withdraw
from app.services.proposals.shown import ShownProposal, proposals_of
from tests.world.friends import Friends

DAY = 24 * 3600


@dataclass
class Council:
    """What the players of one match decide."""

    friends: Friends

    def propose(
        self, seat: int, kind: str, about: int | None = None, email: str = "", **detail: Any
    ) -> Proposal:
        wish = Wish(kind, about, detail, email)
        return self.friends.house.write(
            partial(propose, house=self.friends.house, code=self.friends.code, seat=seat, wish=wish)
        )

    def vote(self, seat: int, said: Said, proposal: Proposal | None = None) -> Answered:
        key = (proposal or self.newest()).key
        return self.friends.house.write(
            partial(vote, house=self.friends.house, code=self.friends.code, seat=seat, key=key, said=said)
        )

    def withdraw(self, seat: int) -> Proposal:
        key = self.newest().key
        return self.friends.house.write(
            partial(withdraw, house=self.friends.house, code=self.friends.code, seat=seat, key=key)
        )

    def all(self) -> list[Proposal]:
        with self.friends.house.reading() as session:
            return list(session.exec(select(Proposal).order_by(col(Proposal.id))))

    def newest(self) -> Proposal:
        return self.all()[-1]

    def outcome(self) -> str:
        return self.newest().outcome

    def ring(self, **later: float) -> int:
        """The worker's sweep, now or later."""
        return ring_due_proposals(self.friends.house, at=now() + timedelta(**later))

    def seen(self, seat: int | None = None) -> list[ShownProposal]:
        with self.friends.house.reading() as session:
            return proposals_of(session, self.friends.match, seat)

    def told(self, kind: str) -> list[int]:
        """The seats that a kind of letter has gone to."""
        return sorted(letter.facts["seat"] for letter in self.friends.letters(kind))
