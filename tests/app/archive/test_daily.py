"""The service keeps backups by itself: of seven days and four weeks, and never fills a disk."""

import os
import shutil
from collections import namedtuple
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from app.archive import daily, shelf
from app.archive.form import Reader
from app.clock import now
from app.commands import backup, serve
from app.i18n.render import speech
from app.models import Player
from app.services.upkeep.health import Look, look_around
from app.settings import Settings
from tests.world import World
from tests.world.archived import Service

Disk = namedtuple("Disk", "total used free")
DAY = timedelta(days=1)


@pytest.fixture
def settings(service: Service, tmp_path: Path) -> Settings:
    (tmp_path / "second").mkdir()
    return replace(service.settings, backups=tmp_path / "second")


def made_before(settings: Settings, number: int) -> None:
    for folder in shelf.folders(settings):
        folder.mkdir(exist_ok=True)
        for day in range(number):
            (folder / shelf.name_of(date(2026, 5, 1) + day * DAY)).write_text("a backup")


def days(folder: Path) -> list[str]:
    return [f"{day:%m-%d}" for day in shelf.days_in(folder)]


def test_seven_days_and_four_weeks_stay_of_a_year() -> None:
    kept: set[date] = set()
    for number in range(366):
        today = date(2026, 1, 1) + number * DAY
        kept = shelf.kept({*kept, today}, today)

    newest = sorted(kept, reverse=True)
    assert newest[:7] == [date(2027, 1, 1) - number * DAY for number in range(7)]
    assert newest[7:] == [date(2026, 12, 20), date(2026, 12, 13), date(2026, 12, 6)]
    assert date(2026, 12, 27) in newest  # of the last week, the newest is among the seven days


def test_a_service_that_was_off_for_months_keeps_what_it_has() -> None:
    old = [date(2026, 1, 1) + number * DAY for number in range(10)]

    assert shelf.kept(old, date(2026, 9, 1)) == {old[3], *old[4:]}  # the fourth is the end of a week


def test_one_backup_a_day_in_both_folders(settings: Settings) -> None:
    at = datetime(2026, 5, 31, 23, tzinfo=UTC)

    for hour in range(3):
        assert daily.keep(settings, at + timedelta(hours=hour)) == []

    assert days(settings.folder / "backups") == days(settings.folder.parent / "second") == ["06-01", "05-31"]


def test_each_can_be_restored(service: Service, settings: Settings, elsewhere: Service) -> None:
    daily.keep(settings, now())
    for folder in shelf.folders(settings):
        assert Reader(shelf.newest(folder) or folder).check() == service.sums()

    assert elsewhere.restore(shelf.newest(settings.folder.parent / "second") or Path()) == 0


def test_old_ones_go_when_the_new_one_is_there(settings: Settings) -> None:
    made_before(settings, 39)

    daily.keep(settings, datetime(2026, 6, 9, tzinfo=UTC))

    both = [days(folder) for folder in shelf.folders(settings)]
    assert both[0] == both[1]
    assert both[0][:7] == ["06-09", "06-08", "06-07", "06-06", "06-05", "06-04", "06-03"]
    assert both[0][7:] == ["05-31", "05-24", "05-17"]


def test_what_others_have_put_there_stays(settings: Settings) -> None:
    own = settings.backups / "my own.jsonl.gz"  # type: ignore[operator]  # it is set
    own.write_text("mine")

    made_before(settings, 39)
    daily.keep(settings, datetime(2026, 6, 9, tzinfo=UTC))

    assert own.read_text() == "mine"


def test_a_second_folder_that_is_away_keeps_none_from_the_first(settings: Settings) -> None:
    shutil.rmtree(settings.folder.parent / "second")

    [failed] = daily.keep(settings, now())

    assert "there is no such folder" in failed
    assert len(days(settings.folder / "backups")) == 1
    assert daily.is_due(settings, now())


def test_none_is_made_where_less_than_twice_its_size_is_free(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = (settings.folder / "chasqui.db").stat().st_size
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Disk(10**12, 0, 2 * size - 1))

    failed = daily.keep(settings, now())

    assert all("MB are free" in words for words in failed)
    assert [days(folder) for folder in shelf.folders(settings)] == [[], []]
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Disk(10**12, 0, 2 * size))
    assert daily.keep(settings, now()) == []


def test_in_production_the_named_folder_alone_has_backups(settings: Settings) -> None:
    site = replace(settings, mode="production", backups=settings.backups)

    assert shelf.folders(site) == [settings.backups]
    assert shelf.folders(replace(site, backups=None)) == []


def test_the_command_makes_todays(service: Service) -> None:
    assert service.run(backup, "--daily") == 0

    assert len(days(service.folder / "backups")) == 1


def test_where_a_passphrase_is_set_the_daily_ones_have_the_keys(
    service: Service, elsewhere: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHASQUI_PASSPHRASE", "four words for keys")
    service.run(backup, "--daily")

    assert elsewhere.restore(shelf.newest(service.folder / "backups") or Path()) == 0

    assert elsewhere.settings.keys == service.settings.keys


# --- Health ---


def look(service: Service, settings: Settings) -> Look:
    """Of a service that is some days old."""
    with service.house() as house, house.reading() as session:
        return look_around(session, replace(house, settings=settings))


@pytest.fixture
def old(service: Service) -> Service:
    with service.house() as house:
        World(house).change(Player, 1, created_at=now() - 3 * DAY)
    return service


def warned(service: Service, settings: Settings) -> list[str]:
    troubles = look(service, settings).troubles
    assert all(trouble.only_warns for trouble in troubles if trouble.name == "backups")
    return [trouble.words for trouble in troubles if trouble.name == "backups"]


def test_health_says_how_old_the_newest_is(old: Service, settings: Settings) -> None:
    daily.keep(settings, now())
    for folder in shelf.folders(settings):
        before = (now() - timedelta(hours=5, minutes=1)).timestamp()
        os.utime(shelf.newest(folder) or folder, (before, before))

    assert look(old, settings).facts["newest_backup_hours"] == 5
    assert warned(old, settings) == []


def test_health_warns_of_backups_that_are_late_missing_or_have_no_folder(
    old: Service, settings: Settings
) -> None:
    daily.keep(settings, now())
    before = (now() - timedelta(hours=40)).timestamp()
    os.utime(shelf.newest(settings.folder / "backups") or Path(), (before, before))
    shutil.rmtree(settings.folder.parent / "second")

    late, away = warned(old, settings)

    assert "is 40 hours old: see the log of `worker`" in late
    assert "There is no folder" in away


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "is 52 weeks old"),
        ("pl", "ma 52 tygodnie"),
        ("cs", "je stará 52 týdnů"),
        ("de", "ist 52 Wochen alt"),
        ("fr", "a 52 semaines"),
    ],
)
def test_the_age_of_one_that_is_a_year_old_is_told_as_people_say_it(
    old: Service, settings: Settings, language: str, told: str
) -> None:
    daily.keep(settings, now())
    year_ago = (now() - 365 * DAY).timestamp()
    for folder in shelf.folders(settings):
        os.utime(shelf.newest(folder) or folder, (year_ago, year_ago))

    seen = look(old, settings)

    assert seen.facts["newest_backup_hours"] == 365 * 24
    troubles = [each.tell(speech(language)) for each in seen.troubles if each.name == "backups"]
    assert [told in words for words in troubles] == [True, True]


def test_a_second_folder_that_is_missing_or_closed_is_told_from_the_start(
    service: Service, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere = replace(settings, backups=settings.folder / "nowhere")
    assert "There is no folder" in warned(service, nowhere)[0]

    monkeypatch.setattr(os, "access", lambda path, mode: False)

    assert f"names {settings.backups}, which the service cannot write" in warned(service, settings)[0]


def test_serve_says_so_when_it_starts(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    serve.prepare_database(replace(settings, backups=settings.folder / "nowhere"))

    assert f"There is no folder {settings.folder / 'nowhere'}" in capsys.readouterr().err


def test_a_backup_that_never_came_into_the_second_folder_is_told(
    service: Service, settings: Settings
) -> None:
    """As where systemd lets the service read that folder only, and the one who looks may write there."""
    daily.keep(replace(settings, backups=None), now())
    path = shelf.newest(settings.folder / "backups") or settings.folder
    assert warned(service, settings) == []

    os.utime(path, (path.stat().st_atime, (now() - timedelta(hours=1)).timestamp()))

    assert f"missing in {settings.backups}" in warned(service, settings)[0]


def test_health_says_that_there_is_no_room(
    old: Service, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Disk(10**12, 0, 1000))

    assert all("0 MB are free" in words for words in warned(old, settings))


def test_a_new_service_has_a_day_to_make_the_first(service: Service, settings: Settings) -> None:
    assert warned(service, settings) == []
