"""Orders that are legal now, to click or to imitate: for the player who is asked."""

from engine.game import Game, View

MOST_CHOICES = 4  # of one kind, as links to click


def few_choices(rules: Game, view: View) -> list[str]:
    """Answers for a click, where an answer is a word or two: torch, camp, pass, the next bids, a tile."""
    choices = list(rules.choices(view))
    kinds = dict.fromkeys(choice.split()[0] for choice in choices)
    if len(kinds) > 2 or any(len(choice.split()) > 2 for choice in choices):
        return []
    few = [[choice for choice in choices if choice.split()[0] == kind][:MOST_CHOICES] for kind in kinds]
    return [choice for kind in few for choice in kind]


def examples(rules: Game, view: View) -> list[str]:
    """Up to three orders that are legal right now, as different as they can be."""
    choices = list(rules.choices(view))
    if not choices:
        return []
    by_kind = {choice.split()[0]: choice for choice in reversed(choices)}
    if len(by_kind) >= 3:
        few = list(by_kind.values())[:3]
    else:
        few = list(dict.fromkeys(choices[len(choices) * n // 3] for n in range(3)))
    return [*few[:-1], longer(rules, view, few[-1])]


def longer(rules: Game, view: View, first: str) -> str:
    """The example with further actions after it, up to three kinds: orders may be a row of actions."""
    actions = [first]
    while len(actions) < 3:
        after = rules.preview(view, "; ".join(actions))
        kinds = {action.split()[0] for action in actions}
        further = [choice for choice in rules.choices(after.view) if choice.split()[0] not in {*kinds, "end"}]
        if after.stops or not further:
            break
        actions.append(further[0])
    return "; ".join(actions)
