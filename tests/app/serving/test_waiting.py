"""Which request is next: networks take turns, and there is always a thread for an order."""

from app.serving.arriving import Arriving
from app.serving.asking import asked_by
from app.serving.waiting import MOST_SHAPES, Asked, Costs, Waiting


def asked(network: str, visitor: str = "", shape: str = "GET /") -> Asked:
    return Asked(network, visitor, shape)


def answered(waiting: Waiting[str]) -> list[str]:
    """All, one at a time."""
    order = []
    while waiting.amount:
        for kind, item in waiting.ready():
            order.append(item)
            waiting.done(kind)
    return order


def busy(threads: int = 1) -> Waiting[str]:
    waiting: Waiting[str] = Waiting(threads)
    for number in range(threads):
        waiting.put(asked("busy", shape="POST /x"), f"busy {number}")
    assert len(list(waiting.ready())) == threads
    return waiting


def test_one_who_asks_often_waits_behind_their_own_requests() -> None:
    waiting = busy()
    for number in range(100):
        waiting.put(asked("stranger"), f"stranger {number}")
    waiting.put(asked("friend"), "friend")

    waiting.done("quick")

    assert answered(waiting)[:3] == ["stranger 0", "friend", "stranger 1"]


def test_visitors_of_one_network_take_turns_too() -> None:
    waiting = busy()
    for number in range(100):
        waiting.put(asked("here", "a"), f"a {number}")
    waiting.put(asked("here", "b"), "b")

    waiting.done("quick")

    assert answered(waiting)[:2] == ["a 0", "b"]


def test_there_is_a_thread_for_an_order_however_many_pages_are_asked_for() -> None:
    waiting: Waiting[str] = Waiting(8)
    waiting.costs.learn("GET /m/x", 0.03)
    for number in range(20):
        waiting.put(asked(f"{number}", shape="GET /m/x"), "page")
        waiting.put(asked(f"{number}", shape="GET /m/x/board.pdf"), "print")
    assert sorted(item for _, item in waiting.ready()) == ["page", "page", "print"]

    waiting.put(asked("friend", shape="POST /do/*/go"), "order")

    assert [item for _, item in waiting.ready()] == ["order"]


def test_what_a_request_costs_is_learnt_and_not_without_end() -> None:
    costs = Costs()

    for number in range(2 * MOST_SHAPES):
        costs.learn(f"GET /{number}", 1.0)

    assert costs.of(f"GET /{2 * MOST_SHAPES - 1}") == 1.0
    assert costs.of("GET /0") == 0.0


def test_behind_a_proxy_that_is_named_visitors_come_from_their_own_networks() -> None:
    head = b"GET /m/abc HTTP/1.1\r\nX-Forwarded-For: 198.51.100.7\r\nCookie: a=b\r\n\r\n"

    believed = asked_by("127.0.0.1", Arriving(head), ("127.0.0.1",))
    made_up = asked_by("203.0.113.9", Arriving(head), ("127.0.0.1",))

    assert (believed.network, believed.visitor) == ("198.51.100.0/24", "a=b")
    assert made_up.network == "203.0.113.0/24"
