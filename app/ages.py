"""How long something has lasted, as people say it: 90 minutes, 36 hours, 13 days, 52 weeks."""

from datetime import timedelta

from engine.speech import ENGLISH, Speech


def in_words(age: timedelta, speech: Speech = ENGLISH) -> str:
    """In the largest unit of which there are two, for one alone would hide nearly half of the time.

    So numbers are 2 or more, and 1 only for a second: a sentence has the words in the nominative and in the
    accusative, which are the same then, and in no other case.
    """
    seconds = max(0, int(age.total_seconds()))
    minutes, hours, days = seconds // 60, seconds // 3600, seconds // 86400
    if minutes < 2:
        words, count = speech.ngettext("{n} second", "{n} seconds", seconds), seconds
    elif hours < 2:
        words, count = speech.ngettext("{n} minute", "{n} minutes", minutes), minutes
    elif days < 2:
        words, count = speech.ngettext("{n} hour", "{n} hours", hours), hours
    elif days < 14:
        words, count = speech.ngettext("{n} day", "{n} days", days), days
    else:
        words, count = speech.ngettext("{n} week", "{n} weeks", days // 7), days // 7
    return words.format(n=count)
