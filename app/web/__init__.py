"""The web: thin pages over the services. A page reads the request, calls a service and chooses a template."""

from collections.abc import Callable

from flask import Flask

from app.house import nothing, open_house
from app.settings import Settings
from app.web import (
    composing,
    compressed,
    errors,
    feeds,
    health,
    home,
    links,
    lobby,
    mailbox,
    notes,
    pages,
    people,
    reports,
    resting,
    rules,
    sessions,
    table,
    talk,
    travelling,
    trying,
    typed,
)

SUBJECTS = (
    home,
    rules,
    trying,
    people,
    lobby,
    table,
    talk,
    notes,
    travelling,
    reports,
    composing,
    links,
    mailbox,
    resting,
    feeds,
    health,
)


def create_app(settings: Settings, wake: Callable[[], None] = nothing) -> Flask:
    app = Flask("app", static_folder="static")
    house = open_house(settings, wake)
    app.extensions["house"] = house
    pages.prepare(app)
    compressed.prepare(app)
    errors.prepare(app)
    typed.prepare(app)
    sessions.prepare(app, house)
    for subject in SUBJECTS:
        app.register_blueprint(subject.blueprint)
    return app
