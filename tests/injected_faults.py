"""Real faults for what runs: an exception inside a thread under way, Ctrl-C at any moment, address space that ends."""

import contextlib
import ctypes
import os
import resource
import subprocess
import sys
import textwrap
import threading
import time

import pytest

from commands import ENVIRONMENT
from kiebitz.processes.thread_start import beginning
from sanitizers import SANITIZED

PATIENCE_S = 30.0
INTERRUPTING = """
import random
import signal
import threading

def interrupt(*given):
    raise KeyboardInterrupt

def is_running(name):
    # Python lists a thread, too, that an interrupt kept from ever beginning.
    return any(thread.name == name and threading.Thread.is_alive(thread) for thread in threading.enumerate())

def interrupt_within(least_s, most_s):
    signal.setitimer(signal.ITIMER_REAL, moments.uniform(least_s, most_s))

moments = random.Random(7)
signal.signal(signal.SIGALRM, interrupt)
"""
LINUX = sys.platform == "linux"
limits_memory = pytest.mark.skipif(SANITIZED or not LINUX, reason="a real limit of memory is known from Linux alone")


interrupts = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no interval timer")


def run_interrupted(program):
    """A program comes to a good end, whose Ctrl-C comes by lot some time after each ``interrupt_within``.

    It may ask for a thread by name, with ``is_running``.
    """
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTING + textwrap.dedent(program)],
        capture_output=True,
        text=True,
        timeout=2 * PATIENCE_S,
        env=ENVIRONMENT,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


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
