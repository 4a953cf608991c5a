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
    "sign_in": Kind(later("Sign-in link"), ANSWER),
    "new_address": Kind(later("Your new address"), ANSWER),
    "old_address": Kind(later("Your address is to change"), ANSWER),
    "invitation": Kind(later("Invitation"), ALONE),
    "declined": Kind(later("Invitation declined"), ALONE),
    "removed": Kind(later("Seat given away"), ALONE),
    "offered": Kind(later("A seat is offered"), ALONE),
    "lending": Kind(later("A seat to play for a friend"), ALONE),
    "rsvp": Kind(later("Answer to an email"), ANSWER),
    "started": Kind(later("Match started"), NEWS),
    "your_turn": Kind(later("Your turn"), ANSWER),  # this way when nobody is asked any more: needless
    "reminder": Kind(later("Reminder"), ALONE),  # this way when it tells of the bot that plays now
    "refused": Kind(later("Orders refused"), ANSWER),
    "receipt": Kind(later("Receipt"), ANSWER),
    "deadline": Kind(later("New deadline"), ALONE),
    "waiting": Kind(later("The match is waiting"), DeliveryRules(late=False)),
    "go_on": Kind(later("Shall the match go on?"), ALONE),
    "calendar": Kind(later("Deadline removed from the calendar"), ALONE),
    "proposed": Kind(later("Proposal"), ALONE),
    "decided": Kind(later("Proposal decided"), NEWS),
    "voted": Kind(later("Answer to an email"), ANSWER),
    "said": Kind(later("Said at the table"), DeliveryRules(gathered=True)),
    "result": Kind(later("Result"), DeliveryRules(gathered=True)),
    "new_hands": Kind(later("You play now"), ANSWER),  # to a person who has just taken over a seat
    "handed_over": Kind(later("Somebody else plays now"), ALONE),  # to the person who had the seat before
    "borrowed": Kind(later("You play for a friend"), ANSWER),  # to a friend who has a seat from now on
    "returned": Kind(later("You play again"), ALONE),  # to its owner when it comes back
    "given_back": Kind(later("You no longer play for a friend"), ALONE),
    "loan": Kind(later("Your seat"), ALONE),  # to its owner: what has come of lending it
    "played": Kind(later("Played for you"), NEWS),
    "agreed": Kind(later("Agreed at the table"), NEWS),  # steps taken back, new rules
    "paused": Kind(later("Match paused"), NEWS),
    "aside": Kind(later("Match set aside"), ALONE),
    "resumed": Kind(later("Match resumed"), NEWS),  # while its reader is asked: as your_turn
    "reply": Kind(later("Answer to an email"), ANSWER),
    "open_turns": Kind(later("Answer to an email"), ANSWER),
    "digest": Kind(later("Daily letter"), ALONE),
    "trial": Kind(later("Test letter"), ANSWER),  # of ./chasqui doctor
    "resting": Kind(later("Letters not delivered"), ALONE),
    "weekly": Kind(later("The week of the service"), ALONE),  # to its operators
}

# These leave before all others that are due, in this order where several have the same turn.
URGENT = (
    ("sign_in", "new_address", "old_address", "trial"),
    ("refused", "receipt", "reply", "rsvp", "voted", "open_turns"),
    ("your_turn", "resumed", "new_hands", "borrowed", "returned"),
    ("reminder",),
)
FIRST = tuple(kind for kinds in URGENT for kind in kinds)

# What an open ask needs: nobody would play on without it, so it is tried for as long as it is needed.
NEEDED = ("your_turn", "resumed", "new_hands", "borrowed", "returned", "reminder")
