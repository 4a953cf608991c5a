"""The settings of gunicorn, for ./chasqui serve and for a site alike."""

import os
import signal
from typing import Any

from app.data_folder import OTHERS
from app.serving import die_with_parent, settings_or_exit
from app.serving.fitness import fit_or_exit
from app.serving.writing_down import keep_writing_down

wsgi_app = "app.wsgi:app"
worker_class = "app.serving.patient.PatientWorker"
workers = 2
threads = 8
worker_connections = 1000
sendfile = False  # the worker sends everything itself
# The address in a link may hold the orders of a whole turn.
limit_request_line = 8190
graceful_timeout = 5
# No access log, because an address may hold a secret.
accesslog = None
logger_class = "app.serving.web_log.WebLog"
control_socket_disable = True
umask = OTHERS
# Headers that say how a request came to a proxy are believed in one place only, app/web/guests.py.
forwarded_allow_ips = ""


def post_fork(server: Any, worker: Any) -> None:
    """Ends with a master that is killed, so that its port is free at once, also where a thread hangs."""
    die_with_parent.bind(signal.SIGKILL)
    if os.getppid() != server.pid:
        os.kill(os.getpid(), signal.SIGKILL)


def post_worker_init(worker: Any) -> None:
    """In each process, after the fork: a thread does not come along."""
    keep_writing_down(settings_or_exit())


def on_starting(server: Any) -> None:
    """Wrong settings end gunicorn itself. It would start a worker that ends with them again and again."""
    settings = settings_or_exit()
    # The files by which it sees that its workers live would be where all users of a machine have theirs.
    settings.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    server.cfg.set("worker_tmp_dir", str(settings.folder))
    fit_or_exit(settings)
