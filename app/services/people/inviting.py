"""Letters to an address that somebody has typed: nobody's mailbox is asked often, or against its wish."""

from sqlmodel import Session

from app.house import House
from app.services import pace
from app.services.pace import Use
from app.services.people import accounts


def keep_to_limits(session: Session, house: House, email: str, player_id: int | None, place: str) -> None:
    """Against mail to strangers. `place`: the network address of whoever asks, where there is one."""
    settings, kind = house.settings, "player" if accounts.find_by_address(session, email) else "stranger"
    uses = [
        Use("invitation.host", str(player_id)),
        *pace.of_networks(settings, "invitation", place),
        Use(f"invitation.{kind}", pace.mailbox_hash(settings, email)),
        Use("invitation.house", pace.ALL),
    ]
    pace.keep_to(session, uses, settings.limits)
