"""The door and beat as threads of the worker, in a small house."""

import asyncio
import os
import signal
from threading import Event, Thread

from celery.beat import EmbeddedService

from app.serving import announce
from worker import celery, settings
from worker.door import stand

AGAIN = 10.0  # seconds until the next try, where mail cannot come in
END_SECONDS = 6.0  # for mails that are being stored when the program ends


class Beside:
    """Both end in good order with the program. If one ends before, the program ends, to be started again."""

    def __init__(self) -> None:
        self._ending = Event()
        self._door = Thread(target=self._take_mail, daemon=True, name="door")

    def begin(self) -> None:
        Thread(target=self._beat, daemon=True, name="beat").start()
        if settings.takes_mail:
            self._door.start()

    def end_soon(self) -> None:
        self._ending.set()

    def end(self) -> None:
        self.end_soon()
        if self._door.is_alive():
            self._door.join(END_SECONDS)

    def _take_mail(self) -> None:
        try:
            while not self._ending.is_set():
                self._stand()
        finally:
            self._end_program()

    def _stand(self) -> None:
        try:
            asyncio.run(stand(settings, lambda: asyncio.to_thread(self._ending.wait)))
        except OSError as error:
            announce(f"mail cannot come in at {settings.door}: {error}")
            self._ending.wait(AGAIN)

    def _beat(self) -> None:
        try:
            EmbeddedService(celery, thread=True, scheduler_cls=celery.conf.beat_scheduler).run()
        finally:
            self._end_program()

    def _end_program(self) -> None:
        if not self._ending.is_set():
            os.kill(os.getpid(), signal.SIGTERM)
