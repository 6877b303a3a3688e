"""Where Kiebitz keeps what belongs to its user."""

from __future__ import annotations

import os
import stat
from pathlib import Path

PRIVATE = 0o700


def user_data(name: str) -> Path:
    """The folder ``kiebitz/NAME`` in the data directory that XDG names, made by whoever writes there.

    Raises RuntimeError if there is neither that nor a home.
    """
    named = Path(os.environ.get("XDG_DATA_HOME", ""))
    return (named if named.is_absolute() else Path.home() / ".local" / "share") / "kiebitz" / name


def make_own(folder: Path) -> None:
    """Make a folder for this user alone, or make one there that is ours private. Raises OSError."""
    folder.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
    if _is_ours(folder) and stat.S_IMODE(folder.stat().st_mode) != PRIVATE:
        folder.chmod(PRIVATE)


def _is_ours(folder: Path) -> bool:
    """True if a folder lies in the user's data of Kiebitz; of others' folders it is not ours to say who may look."""
    try:
        return folder.is_relative_to(user_data(""))
    except RuntimeError:
        return False
