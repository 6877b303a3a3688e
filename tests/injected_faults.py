"""Real faults for what runs: an exception inside a thread under way, address space that ends."""

import contextlib
import ctypes
import os
import resource
import sys
import threading
import time

import pytest

from kiebitz.processes.thread_start import beginning
from sanitizers import SANITIZED

PATIENCE_S = 30.0
LINUX = sys.platform == "linux"
limits_memory = pytest.mark.skipif(SANITIZED or not LINUX, reason="a real limit of memory is known from Linux alone")


def raise_in(thread, kind):
    """Have a thread raise an exception of its own wherever it is; in machine code, when it comes back from there.

    Not while it begins another: until that one runs it bears the identifier of the first, and would be hit instead.
    """
    with beginning:
        assert ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(kind)) == 1


def thread_named(name):
    """The thread under way that bears a name, waited for."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        for thread in threading.enumerate():
            if thread.name == name and thread.is_alive():
                return thread
        time.sleep(0.001)
    pytest.fail(f"no thread {name}")


@contextlib.contextmanager
def little_memory(pid, kilobytes):
    """A process that gets so much more address space, and no more."""
    with open(f"/proc/{pid}/statm") as file:
        pages = int(file.read().split()[0])
    before = resource.prlimit(pid, resource.RLIMIT_AS)
    resource.prlimit(pid, resource.RLIMIT_AS, (pages * os.sysconf("SC_PAGE_SIZE") + (kilobytes << 10), before[1]))
    try:
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            resource.prlimit(pid, resource.RLIMIT_AS, before)
