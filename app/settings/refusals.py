"""Settings that would be of no use, or not safe, where the service runs."""

from urllib.parse import urlsplit

from app.settings.fields import Settings
from app.settings.values import LOCAL_BROKER, LOCAL_SENDER, LOOPBACK, SQLITE, WrongSetting, is_loopback

SHORTEST_KEY = 32
FEWEST_CHARACTERS = 12  # different ones in a key; a random key of 32 hex digits practically always has them
KEY_TO_TYPE = "type: export CHASQUI_KEYS=$(openssl rand -base64 36)"


def refuse_private_address(settings: Settings) -> None:
    """What is right on one's own machine, and would be open or of no use to others at a public address."""
    host = urlsplit(settings.url).hostname or ""
    if is_loopback(host) and LOOPBACK not in settings.allow:
        raise WrongSetting(
            f"CHASQUI_URL is {settings.url}, which only this machine can reach; in production it is the "
            "address that players reach. Type: export CHASQUI_URL=https://play.example.org"
            f"{if_meant(LOOPBACK)}"
        )
    if not is_loopback(host) and not settings.url.startswith("https://"):
        raise WrongSetting(
            f"CHASQUI_URL is {settings.url}; others could read links and cookies on their way. "
            f"Type: export CHASQUI_URL=https://{host}"
        )
    if not settings.smtp_url:
        raise WrongSetting(
            f"CHASQUI_SMTP_URL is not set, so no letter from {settings.url} would reach anybody. "
            "Type: export CHASQUI_SMTP_URL=smtp://user:password@host:587"
        )


def refuse_what_is_only_here(settings: Settings) -> None:
    """A site on several machines, or on disks that are thrown away, must not keep its matches in a file."""
    if settings.database.startswith("sqlite") and SQLITE not in settings.allow:
        raise WrongSetting(
            "DATABASE_URL is not set to a PostgreSQL, so matches would be in a file of this machine only. "
            f"Type: export DATABASE_URL=postgresql://user:password@host/chasqui{if_meant(SQLITE)}"
        )
    if not settings.redis_url and LOCAL_BROKER not in settings.allow:
        raise WrongSetting(
            "REDIS_URL is not set, so nobody would call the worker. "
            f"Type: export REDIS_URL=redis://host:6379/0{if_meant(LOCAL_BROKER)}"
        )
    _, at, domain = settings.sender_address.rpartition("@")
    if (not at or is_loopback(domain)) and LOCAL_SENDER not in settings.allow:
        raise WrongSetting(
            f"CHASQUI_SENDER is {settings.sender}: mail servers refuse letters from there, and no answer "
            "comes back. Type: export CHASQUI_SENDER='Chasqui <game@play.example.org>'"
            f"{if_meant(LOCAL_SENDER)}"
        )


def if_meant(word: str) -> str:
    return f". If this is meant, add it to CHASQUI_ALLOW: export CHASQUI_ALLOW={word}"


def refuse_weak_keys(settings: Settings) -> None:
    """Anybody who guesses a key can make every link. Keys that are set are checked in every mode."""
    if any(len(key) < SHORTEST_KEY for key in settings.keys):
        raise WrongSetting(
            f"a secret in CHASQUI_KEYS is shorter than {SHORTEST_KEY} characters; {KEY_TO_TYPE}"
        )
    if any(len(set(key)) < FEWEST_CHARACTERS for key in settings.keys):
        raise WrongSetting(f"a secret in CHASQUI_KEYS is easily guessed; {KEY_TO_TYPE}")
