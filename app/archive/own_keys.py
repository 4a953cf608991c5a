"""Brings the keys of a backup to where the service finds them."""

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

from app.archive.files import whole_file
from app.settings import Settings, as_keys, variable_name


def brought_back(settings: Settings, keys: tuple[str, ...]) -> AbstractContextManager[None]:
    """Around what makes the restored rows count: if that fails, the old keys are there again."""
    if set(keys) <= set(settings.keys):
        return nullcontext()
    if are_set(settings):
        return _put_beside(settings.folder / "keys.restored", keys)
    return _in_place_of(settings.folder / "keys", keys)


def keys_to_bring(settings: Settings) -> str:
    """What is left to do where a backup came without the keys that open its matches."""
    if are_set(settings):
        return f"{variable_name('keys')} does not open its matches: set it to the keys of the old service."
    return f"Its matches cannot be opened yet: copy the old file `keys` to {settings.folder / 'keys'}."


def keys_to_set(settings: Settings, keys: tuple[str, ...]) -> str:
    """What is left to do, in words."""
    if set(keys) <= set(settings.keys) or not are_set(settings):
        return ""
    return (
        f"{variable_name('keys')} does not have the keys of this backup: set it to what is in"
        f" {settings.folder / 'keys.restored'}, and delete that file."
    )


def are_set(settings: Settings) -> bool:
    """By the operator, who alone can change them; otherwise they are in the data folder."""
    return bool(os.environ.get(variable_name("keys"))) or not settings.embedded


@contextmanager
def _put_beside(path: Path, keys: tuple[str, ...]) -> Iterator[None]:
    _write(path, keys)
    yield


@contextmanager
def _in_place_of(path: Path, keys: tuple[str, ...]) -> Iterator[None]:
    before, had_keys = path.with_name("keys.before"), path.exists()
    if had_keys:
        _write(before, as_keys(path.read_text()))
    _write(path, keys)
    try:
        yield
    except BaseException:
        if had_keys:
            os.replace(before, path)
        else:
            path.unlink()
        raise


def _write(path: Path, keys: tuple[str, ...]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with whole_file(path) as (file, _):
        file.write(",".join(keys).encode())
