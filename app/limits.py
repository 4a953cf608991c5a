"""How often something may be done, so that nobody can make the service a nuisance to others.

A limit holds for one network address, one network, one mailbox, one player, or for the whole house. It lets
through so many at once, and then one after another at the same rate.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from engine.speech import Later, later

UNITS = {"s": 1, "min": 60, "h": 3600, "d": 86400}
RATE = re.compile(r"([1-9]\d{0,6})/(\d{0,4})(s|min|h|d)\Z")


class Rate(NamedTuple):
    most: int  # at once
    seconds: int  # after which as many may come again

    @property
    def each(self) -> float:
        return self.seconds / self.most


class Limit(NamedTuple):
    rates: tuple[Rate, ...]  # all of them hold
    refusal: Later  # may name {most} and {wait}


def read_rates(text: str) -> tuple[Rate, ...]:
    """Those of 10/10min+40/d; ValueError where it is none."""
    found = [RATE.match(part) for part in text.split("+")]
    if not all(found):
        raise ValueError(f"{text!r} should look like 10/10min+40/d, with s, min, h or d for the time")
    return tuple(Rate(int(part[1]), int(part[2] or 1) * UNITS[part[3]]) for part in found if part)


def _limit(rates: str, refusal: Later) -> Limit:
    return Limit(read_rates(rates), refusal)


_SIGN_INS_HERE = later("Many sign-in letters have been sent for your network. Please try again in {wait}.")
_INVITATIONS_HERE = later(
    "Many invitations have been sent from your network. Share the link instead, or try again in {wait}."
)
_INVITED_OFTEN = later(
    "This address has been sent several invitations lately. Share the link instead, or try again in {wait}."
)
_PRINTED_HERE = later("Very many pages have been printed for your network. Please try again in {wait}.")

# A mailbox gets one sign-in letter an hour at least, and a link works for an hour: so nobody can keep the
# owner of a mailbox out by asking in the owner's place.
DEFAULTS = {
    "sign-in.place": _limit("10/10min+40/d", _SIGN_INS_HERE),
    "sign-in.network": _limit("60/h+300/d", _SIGN_INS_HERE),
    "sign-in.mailbox": _limit(
        "5/h+24/d",
        later(
            "Several sign-in letters have been sent to this address lately, and their links work for an "
            "hour. You can ask for another letter in {wait}."
        ),
    ),
    "sign-in.house": _limit(
        "1000/h", later("Very many people are signing in at the moment. Please try again in {wait}.")
    ),
    "address.player": _limit(
        "3/d",
        later("You have asked for {most} new addresses lately. You can ask for the next one in {wait}."),
    ),
    "invitation.host": _limit(
        "20/d",
        later("You have sent {most} invitations lately. Share the link instead, or try again in {wait}."),
    ),
    "invitation.place": _limit("40/d", _INVITATIONS_HERE),
    "invitation.network": _limit("200/d", _INVITATIONS_HERE),
    "invitation.stranger": _limit("3/7d", _INVITED_OFTEN),  # a mailbox without an account
    "invitation.player": _limit("20/d", _INVITED_OFTEN),  # one with an account
    "invitation.house": _limit(
        "500/h",
        later(
            "Very many invitations are being sent at the moment. Share the link instead, or try again in "
            "{wait}."
        ),
    ),
    # Pages that have been printed once are kept, and do not count again.
    "printing.place": _limit("60/10min+600/d", _PRINTED_HERE),
    "printing.network": _limit("300/10min+3000/d", _PRINTED_HERE),
    "book.place": _limit("20/h+60/d", _PRINTED_HERE),
    "book.network": _limit("100/h+300/d", _PRINTED_HERE),
    "proposal.seat": _limit(
        "6/d",
        later(
            "You have proposed {most} things in this match lately; please give the others some time. You can "
            "propose the next one in {wait}."
        ),
    ),
    "proposal.player": _limit(
        "30/d", later("You have proposed many things in your matches. You can go on in {wait}.")
    ),
    "proposal.house": _limit(
        "1000/h", later("Very much is being proposed at the moment. Please try again in {wait}.")
    ),
    "talk.seat": _limit(
        "30/h",
        later(
            "You have sent {most} messages within a short time; please give the others time to read them. "
            "You can go on in {wait}."
        ),
    ),
    "talk.player": _limit(
        "120/h", later("You have sent very many messages in all your matches. You can go on in {wait}.")
    ),
    "talk.house": _limit(
        "10000/h", later("Very many messages are being sent at the moment. Please try again in {wait}.")
    ),
}


def read_change(text: str) -> tuple[str, tuple[Rate, ...]]:
    """Of talk.seat=60/h; ValueError where it makes no sense."""
    name, _, rates = text.partition("=")
    if name not in DEFAULTS:
        raise ValueError(f"{name!r} is no limit; known are {', '.join(DEFAULTS)}")
    return name, read_rates(rates)


@cache
def limits_with(changes: Sequence[str]) -> dict[str, Limit]:
    """The limits of a house: the defaults, and what its settings change."""
    changed = dict(map(read_change, changes))
    return {name: limit._replace(rates=changed.get(name, limit.rates)) for name, limit in DEFAULTS.items()}
