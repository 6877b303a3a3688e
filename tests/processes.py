"""Other processes as tests look at them; /proc, so Linux alone."""

import os
import time
from pathlib import Path

PATIENCE_S = 30.0


def wait_until(condition):
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def is_alive(pid):
    """Whether a process runs; a zombie, which nobody here may be able to reap, doesn't."""
    try:
        return _fields(pid)[0] != "Z"
    except FileNotFoundError:
        return False


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


def processor_s(pid):
    """How long a process has worked itself."""
    return int(_fields(pid)[11]) / os.sysconf("SC_CLK_TCK")
