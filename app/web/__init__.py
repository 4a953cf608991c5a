"""The web: thin pages over the services. A page reads the request, calls a service and chooses a template."""

from collections.abc import Callable

from flask import Flask

from app.db.postgres import PAGES
from app.house import open_house, wake_nobody
from app.settings import Settings
from app.web import (
    absences,
    compression,
    errors,
    feeds,
    forms,
    guests,
    health,
    home,
    lending,
    links,
    lobby,
    mailbox,
    match_page,
    notes,
    offers,
    own_host,
    pages,
    people,
    proposals,
    refusals,
    reports,
    resting_letters,
    rules,
    sessions,
    talk,
    tapping,
    time_travel,
)
from app.web.patience import PatientApp

SUBJECTS = (
    home,
    rules,
    guests,
    people,
    lobby,
    match_page,
    talk,
    notes,
    time_travel,
    reports,
    tapping,
    links,
    proposals,
    offers,
    lending,
    absences,
    refusals,
    mailbox,
    resting_letters,
    feeds,
    health,
)


def create_app(settings: Settings, wake: Callable[[], None] = wake_nobody) -> Flask:
    app = PatientApp("app", static_folder="static")
    house = open_house(settings, wake, waits=PAGES)
    app.extensions["house"] = house
    pages.prepare(app)
    compression.prepare(app)
    errors.prepare(app)
    own_host.prepare(app, house)
    forms.prepare(app)
    sessions.prepare(app, house)
    for subject in SUBJECTS:
        app.register_blueprint(subject.blueprint)
    return app
