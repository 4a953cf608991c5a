"""A browser with its cookies, which comes to one of several web servers, as a balancer sends it."""

from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from random import Random
from urllib.parse import urlencode, urlsplit

from tests.world.by_letters import hidden_in

PATIENCE = 30.0  # far longer than a person's
FAULT = 500  # while a database is away the answer is 503


@dataclass(frozen=True)
class Answer:
    status: int
    text: str
    location: str

    @property
    def is_final(self) -> bool:
        """Neither "try again" nor an error of the service."""
        return self.status < FAULT and self.status != 429


@dataclass
class Browser:
    ports: list[int]
    chance: Random
    cookies: dict[str, str] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)  # pages that say that the service has a fault
    last: str = ""  # what was asked last, and the status of the answer

    def get(self, address: str) -> Answer | None:
        return self._ask("GET", address)

    def post(self, address: str, **form: str) -> Answer | None:
        return self._ask("POST", address, urlencode(form))

    def fill_in(self, address: str, **typed: str) -> Answer | None:
        """The page is opened, and its form sent; None, or trouble, as soon as one of them has it."""
        page = self.get(address)
        if page is None or page.status != 200:
            return page
        return self.post(address.partition("?")[0], **{**hidden_in(page.text), **typed})

    def _ask(self, how: str, address: str, body: str | None = None) -> Answer | None:
        """None where nobody answers, or the answer breaks off."""
        parts = urlsplit(address)
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        connection = HTTPConnection("127.0.0.1", self.chance.choice(self.ports), timeout=PATIENCE)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            connection.request(how, path, body, headers)
            came = connection.getresponse()
            text = came.read().decode(errors="replace")
        except (OSError, HTTPException) as error:
            self.last = f"{how} {path.partition('?')[0][:20]} {type(error).__name__}"
            return None
        finally:
            connection.close()
        for cookie in came.headers.get_all("Set-Cookie", []):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        self.last = f"{how} {path.partition('?')[0][:20]} {came.status}"
        if came.status == FAULT:
            self.errors.append(f"{how} {path.partition('?')[0]}")
        return Answer(came.status, text, came.headers.get("Location", ""))
