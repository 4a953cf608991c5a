"""Standing orders for Tikal: how to bid, and whether to skip one's scoring turns.

    auction 5: bid up to 6          the smallest raise that leads, until 6; then pass
    always: pass; end scoring       pass every auction; end every scoring turn at once

Said without a scope, bidding is for the auction in which it was said, all else for the rest of the game.
"""

from typing import NamedTuple

from engine.game import Answer, View
from engine.speech import ENGLISH, Speech
from engine.tikal.view import asked_now
from engine.tikal.vocabulary import VOCABULARY
from engine.words import Reader


class Rule(NamedTuple):
    kind: str  # bid, pass or end
    limit: int = 0

    def write(self) -> str:
        return {"bid": f"bid up to {self.limit}", "pass": "pass", "end": "end scoring"}[self.kind]


class Plan(NamedTuple):
    auction: int  # 0: the rest of the game
    rules: tuple[Rule, ...]

    def write(self) -> str:
        scope = f"auction {self.auction}" if self.auction else "always"
        return f"{scope}: " + "; ".join(rule.write() for rule in self.rules)


def auction_number(view: View) -> int:
    """Auctions are counted through the match; the last tile of a round counts as one, though nobody bids."""
    return int(view["turned"]) - len(view["seats"]) + len(view["moved"]) + 1


def read_plan(text: str, view: View) -> Plan:
    """The plan, or Unreadable."""
    reader = Reader(text, VOCABULARY)
    scope: int | None = None
    rules: list[Rule] = []
    while reader.tokens[reader.at]:
        reader.skip("small")
        if reader.tokens[reader.at] in (";", "\n"):
            reader.at += 1
        elif reader.meaning() in ("always", "auction"):
            scope = _scope(reader, view)
        elif reader.tokens[reader.at]:
            rules.append(_rule(reader, rules))
    if not rules:
        reader.fail("a plan is one of: bid up to 6; pass; end scoring.")
    if not view["options"]["auction"]:
        if any(rule.kind != "end" for rule in rules):
            reader.fail("this match has no auctions; a plan for it is: end scoring.")
        return Plan(0, tuple(rules))
    if scope is None:
        scope = auction_number(view) if any(rule.kind == "bid" for rule in rules) else 0
    return Plan(scope, tuple(rules))


def _scope(reader: Reader, view: View) -> int:
    always = reader.meaning() == "always"
    reader.skip("always", "auction", "small")
    if always:
        return 0
    if reader.tokens[reader.at].isdigit():
        return reader.number("here I expect the number of an auction.")
    return auction_number(view)


def _rule(reader: Reader, before: list[Rule]) -> Rule:
    kind = reader.meaning()
    if kind not in ("bid", "pass", "end"):
        near = reader.vocabulary.nearest(reader.tokens[reader.at], ("bid", "pass", "end"))
        if near:
            reader.fail("this is no part of a plan; did you mean “{nearest}”?", nearest=near)
        reader.fail("a plan is one of: bid up to 6; pass; end scoring.")
    clashing = {"bid", "pass"} if kind != "end" else {"end"}
    if any(rule.kind in clashing for rule in before):
        reader.fail("this contradicts what the plan says before.")
    reader.at += 1
    if kind != "bid":
        reader.skip("turn", "scoring", "small")
        return Rule(kind)
    reader.skip("up", "small")
    limit = reader.number("here I expect up to how many points, a whole number.")
    reader.skip("points")
    return Rule("bid", limit)


def decide(plan: Plan, view: View, speech: Speech = ENGLISH) -> Answer:
    """What the plan says to this view, and why."""
    if view["phase"] == "over":
        return Answer("", speech.gettext("The match is over."), disarmed=True)
    if plan.auction and plan.auction < auction_number(view):
        sentence = speech.gettext("It was for auction {planned}; this is auction {now}.")
        return Answer("", sentence.format(planned=plan.auction, now=auction_number(view)), disarmed=True)
    kind = asked_now(view)
    for rule in plan.rules:
        if kind == "ap" and view["scoring"] and rule.kind == "end":
            return Answer("end", speech.gettext("This is your scoring turn."))
        if kind == "bid" and rule.kind == "pass":
            return Answer("pass", speech.gettext("This is an auction."))
        if kind == "bid" and rule.kind == "bid" and plan.auction in (0, auction_number(view)):
            return _bid(rule.limit, view, speech)
    return Answer("", speech.gettext("It has nothing to say to what is asked now."))


def _bid(limit: int, view: View, speech: Speech) -> Answer:
    raise_to = view["auction"]["high"] + 1
    score = view["seats"][view["seat"] - 1]["score"]
    values = {"points": raise_to, "limit": limit, "score": score}
    if raise_to > score:
        return Answer(
            "pass", speech.gettext("To lead takes {points}, and you have {score}.").format(**values)
        )
    if raise_to > limit:
        return Answer(
            "pass", speech.gettext("To lead takes {points}, and your limit is {limit}.").format(**values)
        )
    return Answer(
        f"bid {raise_to}", speech.gettext("To lead takes {points}; your limit is {limit}.").format(**values)
    )
