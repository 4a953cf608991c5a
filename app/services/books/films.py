"""Films of finished matches: the worker makes them, one frame for each step that changes the board."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from app.house import House
from app.models import Film, Match
from app.printing.frames import Frame
from app.printing.press import PRESS
from app.printing.scoreboard import scoreboard
from app.services.books import film_store, make
from app.services.books.making import Making
from app.services.books.report import Report
from engine.game import Event
from engine.svg import size_of

MOST_FRAMES = 120
SLOWEST, QUICKEST = 1000, 400  # milliseconds for a frame
LONGEST = 48_000  # for all of them
FIRST, LAST = 1500, 6000  # the board at the start, and at the end


class Scene(NamedTuple):
    """A frame shows the board after a step, with marks on what has happened since the frame before."""

    step: int
    events: tuple[Event, ...]


def scenes_of(report: Report, most: int = MOST_FRAMES) -> list[Scene]:
    """The start, the end, and between them the steps that stand: brief ones, such as bids, with the next."""
    chronicle, waiting, scenes = report.chronicle, list[Event](), [Scene(0, ())]
    for moment in chronicle.standing[1:]:
        waiting += moment.events
        is_last = moment.step == chronicle.standing[-1].step
        if is_last or any(event["event"] not in chronicle.brief for event in moment.events):
            scenes.append(Scene(moment.step, tuple(waiting)))
            waiting.clear()
    return list(_summed_up(scenes, most))


def _summed_up(scenes: Sequence[Scene], most: int) -> Iterator[Scene]:
    """At most so many, spread evenly. None of the events is lost."""
    yield scenes[0]
    rest, parts = scenes[1:], min(most, len(scenes)) - 1
    for part in range(parts):
        some = rest[part * len(rest) // parts : (part + 1) * len(rest) // parts]
        yield Scene(some[-1].step, tuple(event for scene in some for event in scene.events))


def frames_of(report: Report) -> list[Frame]:
    scenes = scenes_of(report)
    usual = max(QUICKEST, min(SLOWEST, LONGEST // len(scenes)))
    times = [FIRST, *[usual] * (len(scenes) - 2), LAST]
    boards, last = _boards(report, scenes), max(1, scenes[-1].step)
    return [
        Frame((board, _points(report, scene.step, last)), time)
        for board, scene, time in zip(boards, scenes, times, strict=False)
    ]


def _boards(report: Report, scenes: Sequence[Scene]) -> list[str]:
    """All as tall as the tallest one."""
    boards = [_board(report, scene) for scene in scenes]
    tall = max(size_of(board)[1] for board in boards)
    return [
        board if size_of(board)[1] == tall else _board(report, scene, tall)
        for board, scene in zip(boards, scenes, strict=True)
    ]


def _board(report: Report, scene: Scene, tall: float = 0) -> str:
    chronicle, names = report.chronicle, report.names_at(scene.step)
    view = chronicle.view(scene.step)
    return chronicle.rules.svg(view, names, report.speech, scene.events, size="board", tall=tall)


def _points(report: Report, step: int, last: int) -> str:
    return scoreboard(report.names_at(step), report.chronicle.scores()[step], step / last)


# --- In the worker ---


def _make(house: House, film: Film) -> None:
    with house.reading() as session:
        match = session.get_one(Match, film.match_id)
        wanted = make.edition_of(session, house, match, film.language)
    frames = frames_of(Report.of(wanted))
    made, seconds = PRESS.film_of(frames), sum(frame.milliseconds for frame in frames) // 1000
    house.write(partial(film_store.save, film=film, made=made, seconds=seconds))


FILMS = Making("film", film_store.FILMS, film_store.claim, _make)
has_due_film, make_due_film = FILMS.has_due, FILMS.make_due
