"""The kinds of letters, one line each.

What else a kind has is found by its name: the function in app/letters that gathers its facts, and the folder
of its templates. The table is here and not beside those functions, because the outbox, the wishes of readers
and the mailbox need it too, and letters are written from services, never the other way round.
"""

from typing import NamedTuple

from engine.speech import later


class DeliveryRules(NamedTuple):
    """What a reader's wishes can do to a kind of letter."""

    waits: bool = True  # until quiet hours are over
    gathered: bool = False  # is told in the digest to a reader who wants one
    late: bool = True  # goes also to a reader who wants letters about long turns only


class Kind(NamedTuple):
    title: str  # of a letter that has no subject yet
    way: DeliveryRules


ANSWER = DeliveryRules(waits=False)  # to what somebody has just done
ALONE = DeliveryRules()
NEWS = DeliveryRules(gathered=True, late=False)

KINDS = {
    "sign_in": Kind(later("A link to sign in"), ANSWER),
    "invitation": Kind(later("An invitation"), ALONE),
    "rsvp": Kind(later("An answer to a mail"), ANSWER),
    "started": Kind(later("The match has started"), NEWS),
    "your_turn": Kind(later("Your turn"), ANSWER),  # this way when nobody is asked any more: needless
    "reminder": Kind(later("A reminder"), ALONE),  # this way when it tells of the bot that plays now
    "refused": Kind(later("Orders that were refused"), ANSWER),
    "receipt": Kind(later("A receipt"), ANSWER),
    "calendar": Kind(later("A deadline for the calendar, taken back"), ALONE),
    "said": Kind(later("Said at the table"), DeliveryRules(gathered=True)),
    "result": Kind(later("The result"), DeliveryRules(gathered=True)),
    "paused": Kind(later("The match is paused"), NEWS),
    "resumed": Kind(later("The match goes on"), NEWS),  # while its reader is asked: as your_turn
    "reply": Kind(later("An answer to a mail"), ANSWER),
    "open_turns": Kind(later("An answer to a mail"), ANSWER),
    "digest": Kind(later("The letter of the day"), ALONE),
    "resting": Kind(later("Letters that come back"), ALONE),
}
