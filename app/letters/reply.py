"""The answer to a mail: what was understood, what came of it, and how things stand now."""

import re
from typing import Any

from sqlmodel import Session, col, select

from app.house import House
from app.letters.recipient import Recipient, recipient, was_sealed
from app.mail.letter import Composed
from app.models import Letter, Step
from app.services.inbox.order_errors import Place, told
from app.services.matches.history import in_words
from engine.errors import OrderError
from engine.speech import Speech, filled, listed

# What mail programs put in front of a subject that is answered.
ANSWERED = re.compile(r"(?:(?:re|aw|odp|antw|sv|vs|rép|ref)(?:\[\d+\])?\s*:\s*)+", re.IGNORECASE)
MOST_STEPS = 30
MOST_WORDS = 3


def reply(session: Session, house: House, letter: Letter) -> Composed:
    to = recipient(session, house, letter, asked_for=True)
    known, plan = letter.facts, letter.facts.get("plan")
    turn = to.turn()
    kept = kept_answer(to)
    can = to.rules.legal(to.view.game_view) if turn else {}
    facts = {
        **BLANK,
        **known,
        "about": without_marks(known["about"]),
        "unreadable": told_now(to.speech, known.get("unreadable")),
        "problem": told_now(to.speech, known.get("problem"), known.get("values")),
        "plan": plan and {**plan, "problem": told_now(to.speech, plan["problem"])},
        "wrong": wrong(to, known.get("wrong")),
        "refused": wrong(to, known.get("refused")),
        "deeds": deeds(session, to, known.get("steps", [0, 0])),
        "story": to.story() if "steps" not in known else others_news(to, known["steps"]),
        "turn": turn,
        "still": bool(turn) and same_ask(to, known),
        "sealed": bool(kept) and same_ask(to, known),
        "kept_answer": kept,
        "was_sealed": "receipt" in known and was_sealed(session, to, known["receipt"]["turn"]),
        "guide": guide(to) if "help" in known.get("words", ()) else [],
        "own_plan": to.view.plan,
        "asks": to.view.asks,
        "bank": to.view.bank_left,
        "asked": listed([ask.name for ask in to.view.asks if not ask.answered], to.speech),
        "left": can.get("ap"),
        "ends": bool(can.get("end")),
        "plans": plan_help(to),
    }
    more = {"in_reply_to": known["mail"], "replied": True}
    return to.composed("reply", facts, deadline=to.deadline(asked=bool(turn)), **more)


# What a mail need not have said.
BLANK: dict[str, Any] = {
    "words": [],
    "unreadable": "",
    "problem": "",
    "unasked": False,
    "passed": [],
    "nothing": False,
    "receipt": None,
    "undone": None,
    "plan": None,
    "said": "",
    "unsaid": False,
    "later": [],
    "back": False,
    "silent": False,
}


def wrong(to: Recipient, mistake: dict[str, Any] | None) -> dict[str, Any] | None:
    """A mistake as it is told, with its place marked, and what else could have been meant."""
    if not mistake:
        return None
    place = Place(*mistake["place"]) if mistake["place"] else None
    is_plan = mistake.get("is_plan", False)
    plan = "" if is_plan else as_plan(to, mistake["text"])
    return {"told": told(mistake, to.speech), "place": place, "plan": plan, "is_plan": is_plan}


def told_now(speech: Speech, text: str | None, values: dict[str, Any] | None = None) -> str:
    """A text that was kept to be told in the language of whoever reads it."""
    return filled(text, values or {}, speech) if text else ""


def without_marks(subject: str) -> str:
    """What a mail is about, whatever programs have put in front of it."""
    return ANSWERED.sub("", subject, count=1).strip()


def as_plan(to: Recipient, text: str) -> str:
    """“torch until hazards >= 2” is no order, but would be standing orders."""
    try:
        to.rules.write(text, to.view.names)
    except OrderError:
        pass
    else:
        return ""
    try:
        return to.rules.read_plan(text, to.view.game_view).write()
    except OrderError:
        return ""


def plan_help(to: Recipient) -> str:
    """What the game says to who gives a plan without words."""
    try:
        to.rules.read_plan("", to.view.game_view)
    except OrderError as error:
        why = error.reason(to.speech)
        return why[:1].upper() + why[1:]
    return ""


def deeds(session: Session, to: Recipient, steps: list[int]) -> list[str]:
    """What happened when the mail was read."""
    first, behind = steps
    mine = select(Step).where(Step.match_id == to.match.id, Step.number >= first, Step.number < behind)
    made = list(session.exec(mine.order_by(col(Step.number)).limit(MOST_STEPS)))
    lines = in_words(to.rules, made, to.view.names, to.speech)
    return [" ".join(step.sentences) for step in lines if step.sentences]


def others_news(to: Recipient, steps: list[int]) -> list[str]:
    """What else has happened that no letter has told of."""
    first, behind = steps
    news = [step for step in to.news if not first <= step.number < behind]
    return [" ".join(step.sentences) for step in news[-MOST_STEPS:] if step.sentences]


def same_ask(to: Recipient, known: dict[str, Any]) -> bool:
    """Whether what is asked now is still what the orders were an answer to."""
    return "receipt" in known and known["receipt"]["turn"] == to.match.turn


def guide(to: Recipient) -> list[str]:
    """Every kind of order, with what it does."""
    told = [pair for section in to.rules.guide(to.reader.spoken) for pair in section.orders]
    return [
        f"{orders}{own_words(to, orders)}: {does}" for orders, does in told if not orders.startswith("plan")
    ]


def own_words(to: Recipient, orders: str) -> str:
    """What else can be typed for an order, in the reader's language: torch (fackel, bleiben)."""
    known, first = to.rules.VOCABULARY, orders.split()[0]
    others = known.meanings.get(known.index.get(first, ""), {}).get(to.reader.spoken, "").split()
    others = [word for word in others if word != first and len(word) > 2]
    return f" ({', '.join(others[:MOST_WORDS])})" if others else ""


def kept_answer(to: Recipient) -> str:
    """The sealed one that still waits for the others'."""
    ask = to.view.ask
    return (ask.orders or "") if ask and ask.sealed and ask.answered else ""
