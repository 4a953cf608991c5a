"""The web as a server runs it: gunicorn -c python:app.serving.web app.wsgi:app"""

from app.settings import read_settings
from app.wake_worker import make_waker
from app.web import create_app

settings = read_settings()
app = create_app(settings, make_waker(settings))
