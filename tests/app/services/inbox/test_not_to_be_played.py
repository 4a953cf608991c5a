"""Orders whose mail says that they are not to be played, or not these."""

import pytest

from app.services.inbox.line_kinds import OrderReader
from app.services.inbox.parse_reply import parse_reply
from app.services.inbox.reply_content import DoubtfulReply, ReplyContent
from engine.registry import game
from tests.world.mailer import Mailer

NAMES = ("Ana", "Bo")


def content_of(text: str, language: str = "en", name: str = "tikal") -> ReplyContent:
    return parse_reply(OrderReader(game(name), NAMES, "", (language, "en")), text.split("\n"))


@pytest.mark.parametrize(
    ("language", "orders", "below"),
    [
        ("en", "dig c4", "Ignore this mail please, I will answer tomorrow."),
        ("en", "dig c4", "Please disregard this."),
        ("en", "dig c4", "Do nothing yet."),
        ("en", "dig c4", "Don't play this yet, just asking."),
        ("en", "dig c4", "(just a test)"),
        ("en", "dig c4", "This is a draft."),
        ("de", "grabe c4", "Ignoriere diese Mail bitte."),
        ("de", "grabe c4", "Das ist nur ein Test"),
        ("de", "grabe c4", "Nur ein Entwurf."),
        ("fr", "creuse c4", "Ignore ce message."),
        ("fr", "creuse c4", "Merci d'ignorer ce mail"),
        ("fr", "creuse c4", "C'est un test"),
        ("pl", "kop c4", "Zignoruj tego maila."),
        ("pl", "kop c4", "Proszę zignorować"),
        ("pl", "kop c4", "Jeszcze tego nie graj."),
        ("cs", "kopej c4", "Ignoruj tento mail."),
        ("cs", "kopej c4", "Ještě to nehraj."),
        ("cs", "kopej c4", "Je to jen test"),
    ],
)
def test_a_line_below_orders_that_takes_them_back_is_asked_about(
    language: str, orders: str, below: str
) -> None:
    assert content_of(orders, language).orders == orders

    with pytest.raises(DoubtfulReply):
        content_of(f"{orders}\n\n{below}", language)


def test_a_second_choice_below_a_label_of_its_own_is_asked_about() -> None:
    with pytest.raises(DoubtfulReply):
        content_of("heads: torch\ntails: camp", name="incan-gold")


def test_talk_with_a_colon_is_talk() -> None:
    assert content_of("torch\nNews: we went camping, it rained", name="incan-gold").orders == "torch"


@pytest.mark.parametrize("mail", ["torch\nundo", "torch\n\nundo", "torch\n\nI take it back."])
def test_undo_below_orders_is_asked_about(incan: Mailer, mail: str) -> None:
    incan.choose("camp")

    assert incan.came_of(1, mail).wrong
    assert incan.ask(1).orders == "camp"


def test_undo_above_orders_takes_back_the_earlier_ones(incan: Mailer) -> None:
    incan.choose("camp")

    assert incan.receipt_for(1, "undo\n\ntorch").orders == "torch"
