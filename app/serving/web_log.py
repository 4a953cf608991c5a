"""Gunicorn's own log, in the form of all others."""

from typing import Any

from gunicorn.glogging import Logger  # type: ignore[import-untyped]

from app.serving.logs import take_over
from app.settings import WrongSetting, read_settings


class WebLog(Logger):  # type: ignore[misc]  # gunicorn has no types
    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        try:
            take_over(self.error_log, read_settings())
        except WrongSetting:
            take_over(self.error_log, None)  # `on_starting` tells what is wrong, and ends the program
