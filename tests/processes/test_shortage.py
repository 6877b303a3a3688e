"""What the system has not enough of is told as that, and is no fault of a game or a player."""

import errno

import pytest

from kiebitz.processes.shortage import NO_MEMORY, NO_THREAD, shortage, shortage_as


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (MemoryError(), NO_MEMORY),
        (MemoryError("no memory for a search"), f"{NO_MEMORY} (no memory for a search)"),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), NO_MEMORY),
        (OSError(errno.EMFILE, "Too many open files", "a.pgn"), "the system allows no more open files"),
        (BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable"), "the system allows no more processes"),
        (RuntimeError("the system refuses a thread to search in (can't start new thread); end other work"), NO_THREAD),
        (ImportError("x.so: failed to map segment from shared object"), NO_MEMORY),
        (SystemError("error return without exception set"), NO_MEMORY),
        (SystemError("<built-in method x> returned NULL without setting an exception"), NO_MEMORY),
        (SystemError("<built-in method x> returned a result with an exception set"), None),
        (OSError(errno.ENOSPC, "No space left on device"), None),
        (RuntimeError("generator raised StopIteration"), None),
        (ImportError("No module named 'x'"), None),
        (ValueError("no memory"), None),
    ],
)
def test_what_is_short(error, said):
    assert shortage(error) == said
    wrapped = ValueError("this follows")
    wrapped.__cause__ = error
    assert shortage(wrapped) == said


def test_a_shortage_is_raised_with_its_remedy():
    @shortage_as(KeyError, "end other work")
    def work(error):
        raise error

    for _ in range(2):
        with pytest.raises(KeyError, match=f"{NO_MEMORY}: end other work"):
            work(MemoryError())
    with pytest.raises(ValueError, match="as it is"):
        work(ValueError("as it is"))
