"""Settings that would be of no use, or not safe, where the service runs."""

from urllib.parse import urlsplit

from app.settings.fields import Settings
from app.settings.values import WrongSetting, is_loopback

SHORTEST_KEY = 32
FEWEST_CHARACTERS = 12  # different ones in a key; a random key of 32 hex digits practically always has them
KEY_TO_TYPE = "type: export CHASQUI_KEYS=$(openssl rand -base64 36)"


def refuse_private_address(settings: Settings) -> None:
    """What is right on one's own machine, and would be open or of no use to others at a public address."""
    host = urlsplit(settings.url).hostname or ""
    if is_loopback(host):
        raise WrongSetting(
            f"CHASQUI_URL is {settings.url}, which only this machine can reach; in production it is the "
            "address that players reach. Type: export CHASQUI_URL=https://play.example.org"
        )
    if not settings.url.startswith("https://"):
        raise WrongSetting(
            f"CHASQUI_URL is {settings.url}; others could read links and cookies on their way. "
            f"Type: export CHASQUI_URL=https://{host}"
        )
    if not settings.smtp_url:
        raise WrongSetting(
            f"CHASQUI_SMTP_URL is not set, so no letter from {settings.url} would reach anybody. "
            "Type: export CHASQUI_SMTP_URL=smtp://user:password@host:587"
        )


def refuse_weak_keys(settings: Settings) -> None:
    """Anybody who guesses a key can make every link. Keys that are set are checked in every mode."""
    if any(len(key) < SHORTEST_KEY for key in settings.keys):
        raise WrongSetting(
            f"a secret in CHASQUI_KEYS is shorter than {SHORTEST_KEY} characters; {KEY_TO_TYPE}"
        )
    if any(len(set(key)) < FEWEST_CHARACTERS for key in settings.keys):
        raise WrongSetting(f"a secret in CHASQUI_KEYS is easily guessed; {KEY_TO_TYPE}")
