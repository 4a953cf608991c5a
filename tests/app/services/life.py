"""What must be true of a match at every moment, whatever its players do."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime

from sqlmodel import col, select

from app.clock import now
from app.house import House
from app.models import Ask, Letter, Match, Player, Proposal, Seat
from app.services.deadlines import bank_ends
from app.services.deadlines.counting import counting_of, own_time_of
from app.services.inbox import replies
from app.services.matches import seat_links
from app.services.people import own_time
from app.services.upkeep import fsck
from tests.world import Friends

# Of a seat that is lent, its owner gets other letters, but none of these.
OF_WHO_PLAYS = ("your_turn", "reminder", "deadline", "receipt", "refused", "resumed")


@dataclass(frozen=True)
class Key:
    """What a player once had that opened a seat: a link, or an address for answers."""

    holder: str
    seat: int
    path: str = ""
    reply: str = ""


@dataclass
class Life:
    """One match, and what is known of it from earlier."""

    friends: Friends
    used: dict[str, set[str]] = field(default_factory=dict)  # days of absence, by holder of a seat
    lost: list[Key] = field(default_factory=list)
    seen: set[int] = field(default_factory=set)  # letters that were looked at when they left

    @property
    def house(self) -> House:
        return self.friends.house

    def check(self) -> None:
        match, seats = self.friends.match, self.friends.seats()
        asks, players = self.friends.asks(), self.players()
        wrong = [
            *deadlines_wrong(match, seats, asks, players),
            *self.budgets_wrong(match, seats, players),
            *self.stuck(match, seats, asks),
        ]
        assert wrong == [], wrong
        with self.house.reading() as session:
            assert fsck.check_matches(session, self.house) == []

    def players(self) -> dict[int, Player]:
        with self.house.reading() as session:
            return {player.id: player for player in session.exec(select(Player))}

    # --- Absences ---

    def budgets_wrong(self, match: Match, seats: list[Seat], players: dict[int, Player]) -> Iterator[str]:
        for seat in seats:
            player = players.get(seat.player_id or 0)
            if player:
                today = own_day(player, now())
                past = {day for day in seat.days_away if date.fromisoformat(day) <= today}
                self.used.setdefault(seat.holder, set()).update(past)
            if len(self.used.get(seat.holder, set()) | set(seat.days_away)) > match.absence_days:
                yield f"seat {seat.number} has used {seat.days_away} of {match.absence_days}"

    # --- Going on ---

    def stuck(self, match: Match, seats: list[Seat], asks: list[Ask]) -> Iterator[str]:
        """Something always comes next: a clock, or a player who has got a letter."""
        if match.status == "running":
            open_asks = [ask for ask in asks if not ask.answered_at]
            if not open_asks:
                yield "nobody is asked"
            if not match.idle_at:
                yield "nobody will ever be asked whether to go on"
            yield from (
                f"seat {ask.seat}: no clock and no letter" for ask in open_asks if not self.goes_on(ask)
            )
        with self.house.reading() as session:
            open_ones = session.exec(select(Proposal).where(col(Proposal.closed_at).is_(None))).all()
        yield from (f"proposal {one.kind} never ends" for one in open_ones if not one.rings_at)
        if len(open_ones) != match.proposals:
            yield f"{len(open_ones)} proposals are open, and {match.proposals} counted"

    def goes_on(self, ask: Ask) -> bool:
        if ask.rings_at:
            return True
        about = [letter for letter in self.friends.letters() if letter.facts.get("seat") == ask.seat]
        return any(letter.created_at >= ask.opened_at for letter in about)

    # --- Letters ---

    def look_at_letters(self) -> None:
        """Called when some have just left: each went to the player whose seat it is about."""
        seats = {seat.number: seat for seat in self.friends.seats()}
        for letter in self.friends.letters():
            if letter.sent_at == now() and (letter.id or 0) not in self.seen:
                self.seen.add(letter.id or 0)
                self.look_at(letter, seats)

    def look_at(self, letter: Letter, seats: dict[int | None, Seat]) -> None:
        seat = seats.get(letter.facts.get("seat"))
        if seat:
            may = {seat.player_id} if letter.kind in OF_WHO_PLAYS else {seat.player_id, seat.owner_id}
            assert letter.player_id in may, (letter.kind, letter.facts)
        told = self.lost_words()
        assert not [word for word in told if word in letter.text], letter.kind

    def lost_words(self) -> list[str]:
        return [key.path for key in self.lost if key.path]

    # --- Seats that are somebody else's ---

    def keys_of(self, number: int) -> list[Key]:
        """What the newest letters to a seat have."""
        seat = self.friends.seat(number)
        if not seat.number or self.friends.match.status not in ("running", "paused"):
            return []
        links = [self.friends.link(number)]
        links += [self.friends.seat_link(way, number) for way in ("propose", "away", "on", "stop", "back")]
        paths = [link.removeprefix(self.house.settings.url) for link in links]
        keys = [Key(seat.holder, number, path=path) for path in paths]
        return [*keys, Key(seat.holder, number, reply=self.friends.answer_key(number))]

    def is_good(self, key: Key) -> bool:
        """Its holder has the seat, or it is one to propose or to end letters, of a player who has lent it."""
        seat = self.friends.seat(key.seat)
        stays = key.path.startswith(("/propose/", "/stop/"))
        return key.holder == seat.holder or (stays and seat_links.is_owners(seat, key.holder))

    def check_lost(self) -> None:
        """No key of a former holder opens anything."""
        client = self.friends.world.app.test_client()
        for key in self.lost:
            if key.path:
                assert client.get(key.path).status_code >= 400, key
            else:
                with self.house.reading() as session:
                    assert replies.writer_of(session, self.house, key.reply) is None, key

    def check_pages(self) -> None:
        """The pages of every seat can be read."""
        client, match = self.friends.world.app.test_client(), self.friends.match
        there = {number for number, player in self.players().items() if player.email}
        for number in (seat.number for seat in self.friends.seats() if seat.player_id in there):
            if number and match.status in ("running", "paused"):
                lent = self.friends.seat(number).owner_id is not None
                for way in ("away", "on") if lent else ("propose", "away", "on"):
                    self.opens(client, self.friends.seat_link(way, number))
                self.opens(client, self.friends.link(number))
        self.opens(client, f"/m/{match.code}")
        self.opens(client, f"/m/{match.code}/steps/{match.steps - 1}")

    def opens(self, client: object, address: str) -> None:
        path = address.removeprefix(self.house.settings.url)
        answer = client.get(path)  # type: ignore[attr-defined]
        assert answer.status_code == 200, (answer.status_code, path, answer.text[-2000:])


def own_day(player: Player, at: datetime) -> date:
    return own_time.today_of(player, at)


def deadlines_wrong(
    match: Match, seats: list[Seat], asks: list[Ask], players: dict[int, Player]
) -> Iterator[str]:
    """Those to come of people: none is in a night, on a free day, or in an absence that is left to them."""
    by_number = {seat.number: seat for seat in seats}
    for ask in asks if match.status == "running" else []:
        seat = by_number[ask.seat]
        player = players.get(seat.player_id or 0)
        if not player or seat.bot or seat.deputy or ask.answered_at or not ask.due_at or ask.due_at <= now():
            continue
        own = own_time_of(player)
        counting = counting_of(match, seat, own, now())
        for name, at in (("deadline", ask.due_at), ("end of the bank", bank_ends(ask, seat))):
            if at != counting.after(at, at - at):
                yield f"seat {ask.seat}: the {name} {at} is in the player's own time: {own}"
