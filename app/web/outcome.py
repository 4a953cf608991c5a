"""The line that a player reads after submitting: what came of it, and who is next."""

from app.services.matches.match_view import MatchView
from app.web.match_reading import MatchReading
from engine.registry import game
from engine.speech import Speech, join_list


def outcome(here: MatchReading, gets_letters: bool, speech: Speech) -> str:
    """Done: you found: jaguar. Bo plays next; you get a letter."""
    view = here.view
    if view.ask and (view.ask.answered or view.ask.held):
        return " ".join(
            part for part in (speech.gettext("Your answer is in."), _next(view, gets_letters, speech)) if part
        )
    brought = _brought(here, speech)
    done = speech.gettext("Done: {what}.").format(what=brought) if brought else speech.gettext("Done.")
    return f"{done} {_next(view, gets_letters, speech)}".strip()


def _brought(here: MatchReading, speech: Speech) -> str:
    """A game need not tell it."""
    tell = getattr(game(here.view.match.game), "brought", None)
    return tell(here.own_step.events, here.view.number, speech) if tell and here.own_step else ""


def _next(view: MatchView, gets_letters: bool, speech: Speech) -> str:
    if view.match.ended_at:
        return speech.gettext("The match is over.")
    held = view.ask is not None and view.ask.held
    if not held and any(ask.seat == view.number and not ask.answered for ask in view.asks):
        return speech.gettext("It is your turn again.")
    names = [ask.name for ask in view.asks if not ask.answered and ask.seat != view.number]
    sentence = _sealed(gets_letters, speech) if game(view.match.game).META.sealed else ""
    sentence = sentence or _in_turn(len(names), gets_letters, speech)
    return sentence.format(names=join_list(names, speech)) if names else ""


def _sealed(gets_letters: bool, speech: Speech) -> str:
    if gets_letters:
        return speech.gettext("Still to answer: {names}; you get a letter.")
    return speech.gettext("Still to answer: {names}.")


def _in_turn(count: int, gets_letters: bool, speech: Speech) -> str:
    if gets_letters:
        return speech.ngettext(
            "{names} plays next; you get a letter.", "{names} play next; you get a letter.", count
        )
    return speech.ngettext("{names} plays next.", "{names} play next.", count)
