"""Standing orders for Tikal: how to bid, and whether to skip one's scoring turns.

    auction 5: bid up to 6          make the smallest bid that leads, up to 6; then pass
    always: pass; end scoring       pass every auction; end every scoring turn at once

A part about bidding without a scope is for the auction in which the plan was made. A part about scoring
turns is always for the rest of the game.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from engine.game import Answer, View, own_ask
from engine.speech import ENGLISH, Speech, later
from engine.tikal.vocabulary import VOCABULARY
from engine.words import Reader

ALWAYS = 0
MOST_RULES = 30


class Rule(NamedTuple):
    kind: str  # bid, pass or end
    auction: int  # ALWAYS, or the number of one auction
    limit: int = 0

    def write(self) -> str:
        return {"bid": f"bid up to {self.limit}", "pass": "pass", "end": "end scoring"}[self.kind]


class Plan(NamedTuple):
    rules: tuple[Rule, ...]

    def write(self) -> str:
        """Neighbouring rules for the same auction share its name."""
        parts = [
            (scope, "; ".join(rule.write() for rule in rules))
            for scope, rules in groupby(self.rules, _scope_of)
        ]
        return "; ".join(f"{scope}: {rules}" for scope, rules in parts)


def _scope_of(rule: Rule) -> str:
    return f"auction {rule.auction}" if rule.auction else "always"


def auction_number(view: View) -> int:
    """Auctions are counted through the match. The last tile of a round counts too, although nobody bids."""
    return int(view["turned"]) - len(view["seats"]) + len(view["moved"]) + 1


def read_plan(text: str, view: View) -> Plan:
    """Reads a plan, or raises Unreadable. A scope stands before its rules, or right after one rule."""
    reader = Reader(text, VOCABULARY)
    rules: list[Rule] = []
    scope: int | None = None
    behind = False  # whether the words before were a rule
    while reader.tokens[reader.at]:
        reader.skip("small")
        if reader.tokens[reader.at] in (";", "\n"):
            reader.at += 1
            behind = False
        elif reader.meaning() in ("always", "auction"):
            named_scope = _scope(reader, view)
            if behind:
                *before, last = rules
                auction = _auction(last.kind, named_scope, view)
                rules[-1] = _check_contradiction(reader, last._replace(auction=auction), before)
            else:
                scope = named_scope
        elif reader.tokens[reader.at]:
            _add(rules, _rule(reader, scope, view), reader)
            behind = True
    if not rules:
        reader.fail("a plan can be: bid up to 6; pass; end scoring.")
    return Plan(tuple(rules))


def _add(rules: list[Rule], rule: Rule, reader: Reader) -> None:
    """Adds a rule, unless it changes nothing: the same rule again, or passing after a bid."""
    same_auction = [other for other in rules if other.auction == rule.auction]
    if rule in same_auction or (rule.kind == "pass" and any(other.kind == "bid" for other in same_auction)):
        return
    if len(rules) == MOST_RULES:
        reader.fail("a plan can have at most {most} parts.", most=MOST_RULES)
    rules.append(_check_contradiction(reader, rule, rules))


def _check_contradiction(reader: Reader, rule: Rule, others: Sequence[Rule]) -> Rule:
    for other in others:
        if rule.kind != "end" and other.kind != "end" and other.auction == rule.auction:
            reader.fail("this contradicts an earlier part of the plan.")
    return rule


def _scope(reader: Reader, view: View) -> int:
    always = reader.meaning() == "always"
    reader.skip("always", "auction", "small")
    if always:
        return ALWAYS
    if not reader.tokens[reader.at].isdigit():
        return auction_number(view)
    number = reader.number(later("here I expect the number of an auction."))
    if not number:
        reader.at -= 1
        reader.fail("auctions are counted from 1, and this is auction {now}.", now=auction_number(view))
    return number


def _auction(kind: str, scope: int | None, view: View) -> int:
    if kind == "end":
        return ALWAYS
    return auction_number(view) if scope is None else scope


def _rule(reader: Reader, scope: int | None, view: View) -> Rule:
    kind = reader.meaning()
    if kind not in ("bid", "pass", "end"):
        near = reader.vocabulary.nearest(reader.tokens[reader.at], ("bid", "pass", "end"))
        if near:
            reader.fail("this cannot be part of a plan; did you mean “{nearest}”?", nearest=near)
        reader.fail("a plan can be: bid up to 6; pass; end scoring.")
    if kind != "end" and not view["options"]["auction"]:
        reader.fail("this match has no auctions; a plan for it can be: end scoring.")
    reader.at += 1
    auction = _auction(kind, scope, view)
    if kind != "bid":
        reader.skip("turn", "scoring", "small")
        return Rule(kind, auction)
    reader.skip("up", "small")
    limit = reader.number(later("here I expect your limit in points, a whole number."))
    reader.skip("points")
    return Rule("bid", auction, limit)


def decide(plan: Plan, view: View, speech: Speech = ENGLISH) -> Answer:
    """The plan's answer to this view, and why. Rules for one auction go before rules for all."""
    if view["phase"] == "over":
        return Answer("", speech.gettext("The match is over."), disarmed=True)
    now = auction_number(view)
    if all(0 < rule.auction < now for rule in plan.rules):
        last = max(rule.auction for rule in plan.rules)
        sentence = speech.gettext("It was for auction {planned}; this is auction {now}.")
        return Answer("", sentence.format(planned=last, now=now), disarmed=True)
    kind = own_ask(view)
    rules = [rule for rule in plan.rules if rule.auction in (now, ALWAYS)]
    for rule in sorted(rules, key=lambda rule: rule.auction == ALWAYS):
        if kind == "ap" and view["scoring"] and rule.kind == "end":
            return Answer("end", speech.gettext("This is your scoring turn."))
        if kind == "bid" and rule.kind == "pass":
            return Answer("pass", speech.gettext("This is an auction."))
        if kind == "bid" and rule.kind == "bid":
            return _bid(rule.limit, view, speech)
    return Answer("", speech.gettext("It has no answer for this decision."))


def _bid(limit: int, view: View, speech: Speech) -> Answer:
    raise_to = view["auction"]["high"] + 1
    score = view["seats"][view["seat"] - 1]["score"]
    values = {"points": raise_to, "limit": limit, "score": score}
    if raise_to > score:
        return Answer(
            "pass", speech.gettext("You need {points} to lead, and you have {score}.").format(**values)
        )
    if raise_to > limit:
        return Answer(
            "pass", speech.gettext("You need {points} to lead, and your limit is {limit}.").format(**values)
        )
    return Answer(
        f"bid {raise_to}",
        speech.gettext("You need {points} to lead; your limit is {limit}.").format(**values),
    )
