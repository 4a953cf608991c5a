"""Which request is next: networks take turns, and there is always a thread for an order."""

from app.serving.arriving import Arriving
from app.serving.asking import asked_by
from app.serving.waiting import MOST_SHAPES, Asked, Begun, Costs, Waiting


def asked(network: str, visitor: str = "", shape: str = "GET /") -> Asked:
    return Asked(network, visitor, shape)


def answered(waiting: Waiting[str]) -> list[str]:
    """All, one at a time."""
    order = []
    while waiting.amount:
        for begun, item in waiting.ready():
            order.append(item)
            waiting.done(begun)
    return order


def busy() -> tuple[Waiting[str], Begun]:
    """With one thread, which has something to do."""
    waiting: Waiting[str] = Waiting(1)
    waiting.put(asked("busy", shape="POST /x"), "busy")
    ((begun, _),) = waiting.ready()
    return waiting, begun


def test_one_who_asks_often_waits_behind_their_own_requests() -> None:
    waiting, begun = busy()
    for number in range(100):
        waiting.put(asked("stranger"), f"stranger {number}")
    waiting.put(asked("friend"), "friend")

    waiting.done(begun)

    assert answered(waiting)[:3] == ["stranger 0", "friend", "stranger 1"]


def test_visitors_of_one_network_take_turns_too() -> None:
    waiting, begun = busy()
    for number in range(100):
        waiting.put(asked("here", "a"), f"a {number}")
    waiting.put(asked("here", "b"), "b")

    waiting.done(begun)

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


def test_a_visitor_whose_requests_only_wait_leaves_threads_for_others_in_their_network() -> None:
    waiting: Waiting[str] = Waiting(8)
    for _ in range(24):
        waiting.put(asked("here", "stranger", "POST /try/tikal"), "try")
    waiting.put(asked("here", "friend", "POST /do/*/go"), "order")

    assert sorted(item for _, item in waiting.ready()) == ["order", "try", "try"]


def test_a_visitor_who_asks_for_dear_pages_does_not_get_all_that_there_is_for_them() -> None:
    waiting: Waiting[str] = Waiting(8)
    waiting.costs.learn("GET /m/*", 0.01)
    for number in range(24):
        waiting.put(asked("here", "traveller", "GET /m/*"), f"step {number}")
    waiting.put(asked("here", "friend", "GET /m/*"), "table")

    assert [item for _, item in waiting.ready()] == ["step 0", "table"]


def test_a_network_with_many_visitors_leaves_threads_for_others() -> None:
    waiting: Waiting[str] = Waiting(8)
    for number in range(24):
        waiting.put(asked("there", f"cookie {number}", "POST /sign-in"), "made up")
    waiting.put(asked("here", "friend", "POST /do/*/go"), "order")

    begun = list(waiting.ready())
    assert sorted(item for _, item in begun) == [*6 * ["made up"], "order"]
    assert not list(waiting.ready())
    waiting.done(begun[0][0])
    assert [item for _, item in waiting.ready()] == ["made up"]


def test_those_who_write_without_a_cookie_or_a_link_are_one_visitor() -> None:
    first_lines = (b"POST /try/tikal", b"POST /try/incan-gold", b"POST /sign-in", b"POST /do/" + b"x" * 30)

    visitors = [asked_by("192.0.2.1", Arriving(line + b" HTTP/1.1\r\n\r\n")).visitor for line in first_lines]

    assert len({*visitors[:3]}) == 1
    assert visitors[3] not in visitors[:3]


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
