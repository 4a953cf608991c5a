"""How much is understood of sentences by players who had not seen the vocabulary, and how long it takes.

Of each language and game: sentences by themselves, mails, and lines of mails that are no orders. Misread is
what would be played and was not meant: it should be nothing. The time of a sentence is told beside the same
orders in notation and beside python-chess, all in one run: the ratios say more than the figures.
"""

import sys
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import chess

from engine.registry import GAMES
from engine.words import LANGUAGES
from tests import phrases
from tests.bench import engine
from tests.bench._aims import at_least
from tests.phrases.answers import ASKS, REFUSED, broken, played, played_of, read

WIDTH = 72  # of lines, as mail programs break them


class Count(NamedTuple):
    understood: int = 0
    misread: int = 0
    refused: int = 0

    @property
    def all(self) -> int:
        return sum(self)

    @property
    def share(self) -> str:
        return f"{100 * self.understood / max(self.all, 1):.0f} %"


def count(readings: list[tuple[phrases.Phrase, str]]) -> Count:
    understood = sum(got == phrase.meant for phrase, got in readings)
    refused = sum(got == REFUSED != phrase.meant for phrase, got in readings)
    return Count(understood, len(readings) - understood - refused, refused)


def sentences(language: str, name: str) -> Count:
    names = phrases.names(language)
    return count([(one, read(name, one.text, names)) for one in phrases.sentences(language, name)])


def mails(language: str, name: str) -> Count:
    match = phrases.match(language, name)
    return count([(mail, played_of(match, mail)) for _, mail in match.mails])


def wrapped_mails(language: str, name: str) -> Count:
    match = phrases.match(language, name)
    sent = broken([mail for _, mail in match.mails], WIDTH)
    return count([(mail, played_of(match, mail)) for mail in sent])


def corrections(language: str, name: str) -> Count:
    names, ask = phrases.names(language), ASKS[name][-1]
    sent = [mail for mail in phrases.corrections(language) if mail.game in (name, "")]
    return count([(mail, played(name, mail.text, names, language, ask)) for mail in sent])


def played_of_talk(language: str, name: str) -> tuple[int, int]:
    """Of lines that are no orders, or orders in doubt: how many would be played, and how many there are."""
    names, ask = phrases.names(language), ASKS[name][-1]
    doubts = [doubt for doubt in phrases.doubts(language) if doubt.game == name]
    talk = [line for line in phrases.prose(language) if not line.meant] + doubts
    return sum(played(name, line.text, names, language, ask) != REFUSED for line in talk), len(talk)


def print_counts(title: str, of: Callable[[str, str], Count]) -> Count:
    print(f"{title:28}{'all':>8}{'understood':>12}{'':>6}{'refused':>9}{'misread':>9}")
    every = {(language, name): of(language, name) for name in GAMES for language in LANGUAGES}
    for (language, name), each in every.items():
        print_count(f"  {name}, {language}", each)
    together = Count(*map(sum, zip(*every.values(), strict=True)))
    print_count("  together", together)
    print()
    return together


def print_count(title: str, each: Count) -> None:
    print(f"{title:28}{each.all:8}{each.understood:12}{each.share:>6}{each.refused:9}{each.misread:9}")


def print_talk() -> None:
    print(f"{'lines that are no orders':28}{'all':>8}{'played':>12}")
    for name in GAMES:
        for language in LANGUAGES:
            wrong, lines = played_of_talk(language, name)
            print(f"{f'  {name}, {language}':28}{lines:8}{wrong:12}")
    print()


# --- Time ---


def jobs_of(name: str) -> list[engine.Job]:
    """Sentences of all languages, and the same orders in notation."""
    said = [
        (one, phrases.names(language)) for language in LANGUAGES for one in phrases.sentences(language, name)
    ]
    texts = [(one.text, names) for one, names in said]
    notation = [(one.meant, names) for one, names in said]
    return [
        engine.Job(f"{name}: sentences", len(texts), partial(read_all, name, texts)),
        engine.Job(f"{name}: the same in notation", len(notation), partial(read_all, name, notation)),
    ]


def read_all(name: str, texts: list[tuple[str, list[str]]]) -> None:
    for text, names in texts:
        read(name, text, names)


def print_times() -> None:
    games = engine.chess_games()
    push = engine.Job("python-chess: push_san", sum(map(len, games)), lambda: engine.push_all(games))
    figures = engine.measure([push, *(job for name in GAMES for job in jobs_of(name))])
    print(
        f"Python {sys.version.split()[0]}, python-chess {chess.__version__}; best of {engine.ROUNDS} rounds"
    )
    print(f"{'':36}{'microseconds':>14}{'in push_sans':>14}{'in notations':>14}")
    for job, rate in figures.items():
        notation = figures.get(f"{job.partition(':')[0]}: the same in notation")
        times = f"{notation / rate:14.1f}" if notation else ""
        print(f"{job:36}{1e6 / rate:14.1f}{figures[push.name] / rate:14.2f}{times}")


def main() -> None:
    said = print_counts("sentences", sentences)
    print(at_least(90, 100 * said.understood / max(said.all, 1), "sentences understood", "per cent"), "\n")
    print_counts("mails of a match", mails)
    print_counts("those with wrapped lines", wrapped_mails)
    print_counts("mails with corrections", corrections)
    print_talk()
    print_times()


if __name__ == "__main__":
    main()
