"""The web: thin pages over the services. A page reads the request, calls a service and chooses a template."""

from collections.abc import Callable

from flask import Flask

from app.db.waits import PAGES
from app.house import open_house, wake_nobody
from app.settings import Settings
from app.web import (
    absences,
    compression,
    diaries,
    errors,
    feeds,
    forms,
    guests,
    health,
    hints,
    home,
    languages,
    lending,
    links,
    lobby,
    mailbox,
    match_page,
    metrics,
    new_address,
    notes,
    now,
    offers,
    operator,
    own_host,
    pages,
    people,
    pictures,
    proposals,
    refusals,
    reports,
    resting_letters,
    rules,
    sessions,
    shelf,
    small_boards,
    talk,
    tapping,
    time_travel,
    typeface,
    whoami,
)
from app.web.patience import PatientApp

SUBJECTS = (
    typeface,
    home,
    shelf,
    rules,
    guests,
    people,
    languages,
    new_address,
    lobby,
    match_page,
    hints,
    small_boards,
    talk,
    notes,
    diaries,
    now,
    time_travel,
    reports,
    pictures,
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
    whoami,
    metrics,
    operator,
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
