"""The token that opens the server's doors: kept, so that addresses go on being right when the server starts again."""

from __future__ import annotations

import os
import re
import secrets
import stat
from contextlib import suppress
from pathlib import Path

from kiebitz.commandline.user_data import make_own
from kiebitz.processes.whole_file import FOR_ME, NOT_BY_A_LINK

NAME = "token"
TOKEN_BYTES = 24
TOKEN = re.compile(rb"[\w-]{32}")


def kept_token(folder: Path | None) -> str:
    """The token that is kept in a folder, made if there is none; one for this time where none can be kept."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    if folder is None:
        return token
    path = folder / NAME
    with suppress(OSError):
        if found := _read(path):
            return found
        path.unlink(missing_ok=True)
        make_own(folder)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FOR_ME), "w") as file:
            file.write(token)
    return token


def _read(path: Path) -> str | None:
    """The text of a file of this user's that nobody else can read or has put there; None for any other."""
    try:
        descriptor = os.open(path, os.O_RDONLY | NOT_BY_A_LINK)
    except OSError:
        return None
    with os.fdopen(descriptor, "rb") as file:
        known = os.fstat(descriptor)
        if hasattr(os, "getuid") and (known.st_uid != os.getuid() or stat.S_IMODE(known.st_mode) & 0o077):
            return None
        found = file.read(100)
    return found.decode() if TOKEN.fullmatch(found) else None
