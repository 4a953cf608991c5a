"""Legal orders to offer: answers that need one click, and examples to learn from. Made from a view alone."""

from collections.abc import Sequence

from engine.game import Game, View

MOST_OF_A_KIND = 4  # so many of one kind are offered as links, where all others can be tapped
MOST_WITHOUT_TAPPING = 24


def few_choices(rules: Game, choices: Sequence[str]) -> list[str]:
    """Of all choices, answers that need one click: torch, camp, pass, the next bids, a tile.

    None where there are more than two kinds of action, or where an answer has more than two words.
    """
    kinds = dict.fromkeys(choice.split()[0] for choice in choices)
    if len(kinds) > 2 or any(len(choice.split()) > 2 for choice in choices):
        return []
    by_kind = [[choice for choice in choices if choice.split()[0] == kind] for kind in kinds]
    most = MOST_OF_A_KIND if rules.touch() else MOST_WITHOUT_TAPPING
    return [choice for kind in by_kind for choice in kind[:most]]


def examples(rules: Game, view: View, choices: Sequence[str]) -> list[str]:
    """Up to three orders that are legal right now, as different from each other as possible."""
    if not choices:
        return []
    few = _different_kinds(choices)
    return [*few[:-1], _with_further_actions(rules, view, few[-1])]


def _different_kinds(choices: Sequence[str]) -> list[str]:
    by_kind = {choice.split()[0]: choice for choice in reversed(choices)}
    if len(by_kind) >= 3:
        return list(by_kind.values())[:3]
    return list(dict.fromkeys(choices[len(choices) * n // 3] for n in range(3)))


def _with_further_actions(rules: Game, view: View, first: str) -> str:
    """The order and more orders after it, up to three kinds, to show that actions can follow one another."""
    orders = [first]
    while len(orders) < 3:
        after = rules.preview(view, "; ".join(orders))
        before = {"end", *(action.split()[0] for action in orders)}
        further = (choice for choice in rules.choices(after.view) if choice.split()[0] not in before)
        if after.stops or not (another := next(further, "")):
            break
        orders.append(another)
    return "; ".join(orders)
