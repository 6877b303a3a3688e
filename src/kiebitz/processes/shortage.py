"""Errors by which the system says that it has no more to give: memory, threads, processes, open files.

They say nothing about the work at hand, and so are no fault of a game or a player: the run ends, and can be gone on
with when there is more.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

NO_MEMORY = "there is not enough memory"
NO_THREAD = "the system allows no more threads"
REMEDY = "end other work, or try fewer --jobs and smaller tables"
SAID = {
    errno.ENOMEM: NO_MEMORY,
    errno.EAGAIN: "the system allows no more processes",
    errno.EMFILE: "the system allows no more open files",
    errno.ENFILE: "the system allows no more open files",
}
# As Python and the loader of libraries say it, for which they have no class of their own.
THREAD_REFUSED = "can't start new thread"
# Python itself loses a MemoryError here and there, most of all while it imports, and is left with nothing to raise.
ERROR_LOST = ("without exception set", "without setting an exception")
LIBRARY_REFUSED = ("failed to map segment", "cannot allocate memory", "cannot map")


def shortage(error: BaseException | None) -> str | None:
    """The thing that is short, in words; None if an error, or its cause, says nothing of that kind."""
    if isinstance(error, MemoryError):
        return f"{NO_MEMORY} ({error})" if str(error) else NO_MEMORY
    if isinstance(error, OSError) and error.errno in SAID:
        return SAID[error.errno]
    if isinstance(error, RuntimeError) and THREAD_REFUSED in str(error):
        return NO_THREAD
    if isinstance(error, ImportError) and any(said in str(error).lower() for said in LIBRARY_REFUSED):
        return NO_MEMORY
    if isinstance(error, SystemError) and any(said in str(error) for said in ERROR_LOST):
        return NO_MEMORY
    return shortage(error.__cause__) if error is not None and error.__cause__ is not None else None


@contextmanager
def shortage_as(kind: type[Exception], remedy: str) -> Iterator[None]:
    """Raise an error of this kind, which names the remedy, where something is short; also as a decorator."""
    try:
        yield
    except Exception as error:
        if what := shortage(error):
            raise kind(f"{what}: {remedy}") from error
        raise
