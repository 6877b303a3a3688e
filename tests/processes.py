"""Other processes as tests look at them; /proc, so Linux alone."""

import inspect
import os
import threading
import time
from pathlib import Path

import pytest

PATIENCE_S = 100.0
"""Ten times what the slowest machine needs: a guard, and no measure."""
_POLL_S = 0.01


def wait_until(condition):
    """Wait for what tells nobody that it has come, and return it; where it can tell, wait for an event."""
    deadline, nothing = time.monotonic() + PATIENCE_S, threading.Event()
    while not (found := condition()):
        if time.monotonic() > deadline:
            pytest.fail(f"not within {PATIENCE_S:.0f} s: {inspect.getsource(condition).strip()}")
        nothing.wait(_POLL_S)
    return found


def is_alive(pid):
    """Whether a process runs; a zombie, which nobody here may be able to reap, doesn't."""
    try:
        return _fields(pid)[0] != "Z"
    except FileNotFoundError:
        return False


def is_asleep(pid):
    """Whether the first thread of a process waits for something."""
    return _fields(pid)[0] == "S"


def processor_s(pid):
    """Processor time that a process has taken so far."""
    return sum(map(int, _fields(pid)[11:13])) / os.sysconf("SC_CLK_TCK")


def descendants(pid):
    """The processes that a process began, and those that they began."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(path.name)] = int(_fields(path.name)[1])
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has ended meanwhile
    found = [pid]
    for parent in found:
        found += [child for child, its_parent in parents.items() if its_parent == parent]
    return found[1:]


def _fields(pid):
    """What stands behind the name in a process's ``stat``: state, parent and more."""
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
