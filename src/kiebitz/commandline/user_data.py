"""Where Kiebitz keeps what belongs to its user."""

from __future__ import annotations

import os
from pathlib import Path


def user_data(name: str) -> Path:
    """The folder ``kiebitz/NAME`` in the data directory that XDG names, made by whoever writes there.

    Raises RuntimeError if there is neither that nor a home.
    """
    named = Path(os.environ.get("XDG_DATA_HOME", ""))
    return (named if named.is_absolute() else Path.home() / ".local" / "share") / "kiebitz" / name
