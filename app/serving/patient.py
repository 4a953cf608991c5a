"""gunicorn's threads for clients that may be as slow as they like: a worker class.

Its own gthread gives a thread to a client that has sent one byte, and has no limit to how long it reads or
writes: 16 slow clients held all 16 threads. Here the main thread gathers each request and sends what a client
has not taken at once; a thread has a request only while the app works on it. Parser, limits and processes are
gunicorn's. waitress gathers requests too, but has no processes, no graceful stop, and no end for a client
that sends a byte now and then; gevent's loop stands still while SQLite or a drawing works.
"""

import resource
import selectors
import socket
import sys
import time
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from gunicorn.http.errors import (  # type: ignore[import-untyped]
    LimitRequestHeaders,
    NoMoreData,
)
from gunicorn.workers.gthread import ThreadWorker  # type: ignore[import-untyped]

from app.serving.alike import Alike, may_be_shared
from app.serving.asking import asked_by
from app.serving.connection import Connection
from app.serving.waiting import Begun, Waiting
from app.settings import read_settings

REQUEST_SECONDS = 20.0  # until all of it has come
FIRST_BYTE_SECONDS = 10.0
SLOWEST = 2000  # bytes a second that an answer is taken with, after the first half minute
PATIENCE = 30.0
LINGER_SECONDS = 2.0
MOST_HELD = 64 * 1024 * 1024  # bytes of clients that are waited for, in one process
OWN_FILES = 100  # database, logs, threads
READ, WRITE = selectors.EVENT_READ, selectors.EVENT_WRITE
# A thread that computes lets go of the interpreter after this time, so that quick requests are not held up.
SWITCH_SECONDS = 0.001


def open_files(wanted: int) -> int:
    """How many clients may have a file each; asks the system for as many as are wanted."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + OWN_FILES
    if soft != resource.RLIM_INFINITY and soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(hard, needed)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == resource.RLIM_INFINITY else max(10, soft - OWN_FILES)


class Answered(NamedTuple):
    goes_on: bool  # the client may ask for more
    seconds: float  # of a core
    answer: bytes


class PatientWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    def init_process(self) -> None:
        self.worker_connections: int = open_files(self.cfg.worker_connections)
        sys.setswitchinterval(SWITCH_SECONDS)
        self.slow: set[Connection] = set()  # all that no thread works for
        self.queue: Waiting[Connection] = Waiting(self.cfg.threads)
        self.alike: Alike[Connection] = Alike()
        self.next_look = 0.0
        self.proxies = read_settings().proxies
        super().init_process()

    # --- Clients come ---

    def accept(self, listener: Any) -> None:
        try:
            client, address = listener.accept()
        except OSError as error:
            if not isinstance(error, BlockingIOError):
                self.make_room()
            return
        self.nr_conns += 1
        conn = Connection(self.cfg, client, address, listener.getsockname())
        self.wait(conn, READ, self.on_readable, FIRST_BYTE_SECONDS)
        self.on_readable(conn)
        if self.nr_conns >= self.worker_connections:
            self.make_room()

    def set_accept_enabled(self, enabled: bool) -> None:
        super().set_accept_enabled(enabled)
        if not enabled and not self.alive:
            for listener in self.sockets:  # the port is for the next server
                listener.close()

    def make_room(self) -> None:
        """The client that has been slow for the longest time leaves."""
        if self.slow:
            self.drop(min(self.slow, key=lambda conn: conn.begun))

    def wait(self, conn: Connection, event: int, callback: Any, seconds: float) -> None:
        conn.begun = time.monotonic()
        conn.until = conn.begun + seconds
        self.slow.add(conn)
        self.poller.register(conn.socket, event, lambda _: self.look_at(conn, callback))

    def look_at(self, conn: Connection, callback: Any) -> None:
        if conn not in self.slow:  # dropped in the same round
            return
        try:
            callback(conn)
        except Exception:  # one client must not end the others' process
            self.log.exception("A connection could not go on")
            if conn in self.slow:
                self.drop(conn)

    def stop_waiting(self, conn: Connection) -> None:
        self.slow.discard(conn)
        with suppress(KeyError, ValueError, OSError):
            self.poller.unregister(conn.socket)

    def drop(self, conn: Connection) -> None:
        self.stop_waiting(conn)
        self.nr_conns -= 1
        conn.close()

    # --- A request comes ---

    def on_readable(self, conn: Connection) -> None:
        had_some = bool(conn.arriving.data)
        if not conn.receive():
            self.drop(conn)
        elif conn.arriving.is_whole:
            self.stop_waiting(conn)
            self.enqueue_req(conn)
        elif conn.arriving.data and not had_some:
            conn.until = time.monotonic() + REQUEST_SECONDS

    def enqueue_req(self, conn: Connection) -> None:
        conn.asked = asked_by(conn.peer, conn.arriving, self.proxies)
        question = conn.arriving.plain_question
        conn.question = (conn.asked.network, question) if question else None
        if conn.question and self.alike.joins(conn.question, conn):
            return
        self.queue.put(conn.asked, conn)
        self.begin_what_may()

    def begin_what_may(self) -> None:
        for begun, conn in self.queue.ready():
            conn.others = self.alike.begins(conn.question) if conn.question else []
            work = self.tpool.submit(self.handle, conn)
            work.add_done_callback(partial(self.method_queue.defer, self.finish, begun, conn))

    # --- In a thread ---

    def handle(self, conn: Connection) -> Answered:
        begun = time.thread_time()
        goes_on = self.answer(conn)
        answer = conn.sock.take()
        conn.unsent = memoryview(answer)
        conn.send()
        return Answered(goes_on and not conn.parser.unreader.missed, time.thread_time() - begun, answer)

    def answer(self, conn: Connection) -> bool:
        too_large = conn.arriving.head_is_too_large
        conn.hand_over()
        request = None
        try:
            request = next(conn.parser)
            return bool(self._keepalive_after(conn, self.handle_request(request, conn)))
        except (NoMoreData, StopIteration) as error:
            if too_large:
                self.handle_error(request, conn.sock, conn.client, LimitRequestHeaders("too large"))
            self.log.debug("Closing connection. %s", error)
        except Exception as error:
            self.handle_error(request, conn.sock, conn.client, error)
        return False

    # --- The answer leaves ---

    def finish(self, begun: Begun, conn: Connection, work: "Future[Answered]") -> None:
        self.queue.done(begun)
        has_failed = work.cancelled() or work.exception() is not None
        done = Answered(False, 0.0, b"") if has_failed else work.result()
        self.queue.costs.learn(conn.asked.shape, done.seconds)
        conn.goes_on = done.goes_on
        self.answer_others(conn, done)
        self.go_on(conn)
        self.begin_what_may()

    def answer_others(self, conn: Connection, done: Answered) -> None:
        if not conn.question:
            return
        shared = may_be_shared(done.answer)
        others, conn.others = conn.others, []
        following = self.alike.ends(conn.question)
        if following:
            self.queue.put(following.asked, following)
        for other in others:
            if shared:
                other.goes_on = done.goes_on
                other.take_answer(done.answer)
                self.go_on(other)
            else:
                other.question = None  # from now on it waits for itself alone
                self.queue.put(other.asked, other)

    def go_on(self, conn: Connection) -> None:
        if conn.unsent:
            self.wait(conn, WRITE, self.on_writable, PATIENCE + len(conn.unsent) / SLOWEST)
        elif not conn.goes_on:
            self.end(conn)
        else:
            conn.next_request()
            if conn.arriving.is_whole:
                self.enqueue_req(conn)
            else:
                self.wait(conn, READ, self.on_readable, self.cfg.keepalive)

    def on_writable(self, conn: Connection) -> None:
        if not conn.send():
            self.drop(conn)
        elif not conn.unsent:
            self.stop_waiting(conn)
            self.go_on(conn)

    def end(self, conn: Connection) -> None:
        """Bytes that nobody has read would make the system take back the answer, so they are read."""
        try:
            conn.socket.shutdown(socket.SHUT_WR)
        except OSError:
            self.nr_conns -= 1
            conn.close()
            return
        self.wait(conn, READ, self.on_leaving, LINGER_SECONDS)

    def on_leaving(self, conn: Connection) -> None:
        if not conn.discard():
            self.drop(conn)

    # --- Time passes ---

    def _cap_keepalive(self, deadline: float) -> None:
        """gunicorn calls it when the process is to stop."""
        for conn in self.slow:
            conn.until = min(conn.until, deadline)

    def murder_pending(self) -> None:
        """gunicorn calls it after each round of events."""
        now = time.monotonic()
        if now < self.next_look:
            return
        self.next_look = now + 1.0
        for conn in [conn for conn in self.slow if conn.until < now]:
            self.drop(conn)
        while self.slow and sum(len(conn.arriving.data) + len(conn.unsent) for conn in self.slow) > MOST_HELD:
            self.make_room()
