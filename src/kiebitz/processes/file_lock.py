"""Locks on open files, so that two writers don't mix: they end with their process, however it ends.

Windows has none of this kind: ``CAN_LOCK`` is false there, and everybody is given every lock.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]

CAN_LOCK = fcntl is not None


def try_lock(file: IO[Any] | int) -> bool:
    """Lock a file or descriptor until it is closed; False if another has it.

    Raises OSError where files can't be locked, as on some file systems of networks.
    """
    if not CAN_LOCK:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def wait_for_lock(file: IO[Any] | int) -> None:
    """Lock a file or descriptor until it is closed, as soon as no other has it. Raises OSError as ``try_lock`` does."""
    if CAN_LOCK:
        fcntl.flock(file, fcntl.LOCK_EX)


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Have a folder for oneself while its files are read and written again: whoever asks for it too waits.

    Raises OSError as ``try_lock`` does. Windows can't open a folder: there two may change a file at the same moment.
    """
    if not CAN_LOCK:
        yield
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        wait_for_lock(opened)
        yield
    finally:
        os.close(opened)
