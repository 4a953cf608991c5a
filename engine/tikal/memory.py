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
    pool: str = ""  # the camp that workers have just come to
    left: int = 0  # how many of them have not gone on
    leader_in: bool = False  # whether the leader has come in this turn: that happens once


def remember(memory: Memory, action: Action) -> Memory:
    if isinstance(action, Enter):
        pool = (action.camp, action.workers, memory.leader_in or action.leader)
        return Memory(action.workers, action.leader, action.camp, action.camp, False, *pool)
    if isinstance(action, Move):
        left = memory.left - action.workers if action.way[0] == memory.pool else 0
        pool = (memory.pool, left, memory.leader_in)
        return Memory(action.workers, action.leader, action.way[-1], action.way[-1], False, *pool)
    if isinstance(action, (Tile, Camp, Dig, Take, Guard)):
        return memory._replace(there=action.place, bid=False)
    return memory._replace(bid=isinstance(action, Bid))
