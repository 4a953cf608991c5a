"""What is looked up for a mail from a seat. Built once: to build a query takes as long as to run it."""

from sqlalchemy import bindparam, case, or_
from sqlmodel import col, func, select

from app.models import Ask, Letter, Mail, Match, Player, Receipt, Seat

ASKED = select(Match.id, Match.code, Ask.seat, Ask.turn).where(
    Ask.match_id == Match.id, Ask.key == bindparam("key")
)
NOT_UNDERSTOOD = "reply unread"

# --- By the match ---

IS_IT = Match.id == bindparam("match_id")
STARTED_AND_LOCKED = select(Match.started_at).where(IS_IT).with_for_update()
MATCH_NOW = select(Match).where(IS_IT)
GAME_AND_TURN = select(Match.game, Match.turn).where(IS_IT)
TITLE = select(Match.title).where(IS_IT)
STEPS_SO_FAR = select(Match.steps).where(IS_IT)
NAMES = (
    select(Seat.name)
    .where(Seat.match_id == bindparam("match_id"), col(Seat.number).is_not(None))
    .order_by(col(Seat.number))
)

# --- By the match and the seat ---

IS_MINE = (Seat.match_id == bindparam("match_id"), Seat.number == bindparam("seat"))
MY_ASK = (Ask.match_id == bindparam("match_id"), Ask.seat == bindparam("seat"))
MY_RECEIPT = (Receipt.match_id == bindparam("match_id"), Receipt.seat == bindparam("seat"))
PLAYER = select(Player).where(Seat.player_id == Player.id, col(Player.email).is_not(None), *IS_MINE)
DEPUTY = select(Seat.deputy).where(*IS_MINE)
LAST_ASK = select(Ask.turn, Ask.closed_at).where(*MY_ASK).order_by(col(Ask.turn).desc()).limit(1)
KIND_OF_ASK = select(Ask.kind).where(*MY_ASK, Ask.turn == bindparam("turn"))
SEALED_AND_HELD = select(Ask.sealed, Ask.held).where(*MY_ASK, Ask.turn == bindparam("turn"))
RECEIPTS = (
    select(Receipt)
    .join(Seat, col(Seat.match_id) == Receipt.match_id)
    .where(*MY_RECEIPT, Seat.number == bindparam("seat"), Receipt.base >= Seat.since)
    .where(Receipt.turn == bindparam("turn"))
    .order_by(col(Receipt.number).desc())
)

# --- Letters to its player ---

NEWEST_LETTER = select(func.max(Letter.id))
TOLD_IN_ANSWERS = select(Letter).where(
    Letter.player_id == bindparam("player_id"),
    col(Letter.id) > bindparam("before"),
    or_(*(col(Letter.kind) == kind for kind in ("refused", "receipt", "deadline"))),
)
# How many there are, and how many of them say that nothing was understood.
ANSWERS = (
    select(func.count(), func.sum(case((col(Letter.key).startswith(NOT_UNDERSTOOD), 1), else_=0)))
    .select_from(Letter)
    .where(
        Letter.kind == "reply",
        Letter.player_id == bindparam("player_id"),
        Letter.match_id == bindparam("match_id"),
        col(Letter.created_at) > bindparam("since"),
    )
)

# --- Mails to its address ---

UNREAD_MAILS = (
    select(Mail.id, Mail.due_at)
    .where(Mail.to == bindparam("to"), col(Mail.due_at).is_not(None))
    .order_by(col(Mail.id))
    .with_for_update()
)
SAME_MAIL = (
    select(Mail.id).where(Mail.to == bindparam("to"), Mail.message_id == bindparam("message_id")).limit(1)
)
