"""The web as a server runs it: gunicorn -c python:app.serving.web app.wsgi:app"""

from app.serving import settings_or_exit
from app.serving.logs import begin_logging
from app.wake_worker import make_waker
from app.web import create_app

settings = settings_or_exit()
begin_logging(settings)
app = create_app(settings, make_waker(settings))
