"""The web as a server runs it: gunicorn -c python:app.serving.web app.wsgi:app"""

from app.settings import read
from app.wake_worker import waker
from app.web import create_app

settings = read()
app = create_app(settings, waker(settings))
