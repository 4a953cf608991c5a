"""What the clauses of a sentence may point back at: “them”, “there”, “two of these”."""

from typing import NamedTuple

from engine.tikal.orders import Action, Bid, Camp, Dig, Enter, Guard, Move, Take, Tile


class Memory(NamedTuple):
    """After the actions so far."""

    workers: int = 0
    leader: bool = False
    place: str = ""  # where these members are
    there: str = ""  # the hex that was spoken of last
    bid: bool = False  # the last action was a bid
    asked: str = ""  # what the orders answer
    pool: str = ""  # the camp that workers have just come to
    left: int = 0  # how many of them have not gone on
    leader_in: bool = False  # whether the leader has come in this turn: that happens once


def remember(memory: Memory, action: Action) -> Memory:
    after = memory._replace(bid=isinstance(action, Bid))
    if isinstance(action, (Enter, Move)):
        after = after._replace(workers=action.workers, leader=action.leader)
    if isinstance(action, Enter):
        leader_in = memory.leader_in or action.leader
        camp = action.camp
        return after._replace(place=camp, there=camp, pool=camp, left=action.workers, leader_in=leader_in)
    if isinstance(action, Move):
        left = memory.left - action.workers if action.way[0] == memory.pool else 0
        return after._replace(place=action.way[-1], there=action.way[-1], left=left)
    if isinstance(action, (Tile, Camp, Dig, Take, Guard)):
        return after._replace(there=action.place)
    return after
