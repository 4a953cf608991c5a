"""The first line of a record, the set-up, and the first asks."""

from sqlmodel import Session

from app.clock import now
from app.house import House
from app.services.play.idleness import acted
from app.services.play.letters import put_letter
from app.services.play.live import changing
from app.services.play.next_decision import next_decision, unanswered
from app.services.play.steps import add_line, record_time
from engine.record import FORMAT, Opening, Record


def begin(session: Session, house: House, code: str) -> None:
    """Begins the record, sets the game up and asks the first seats. The others get a letter, too."""
    with changing(session, house, code) as live:
        match, rules = live.match, live.rules
        acted(match)
        salts = [seat.salt or "" for seat in live.seats.values()]
        record = Record()
        started = record_time(match.started_at or now())
        record.begin(Opening(match.game, live.names, match.options, salts, match.commitment, started))
        match.format, match.rules = FORMAT, rules.META.rules
        setting = (len(salts), match.options, live.seed, match.rules)
        live.state = rules.setup(*setting)
        add_line(live, record, "first", rules.opening(*setting))
        if next_decision(live):
            for number, seat in live.seats.items():
                if number not in unanswered(live):
                    put_letter(live, seat, "started")
