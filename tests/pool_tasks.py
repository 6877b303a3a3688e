"""What the processes of ``test_worker_pool`` are asked to do; they import it afresh."""

import os
import signal
import time


def prepare(*arguments):
    return {"prepared with": arguments, "tasks": 0}


def count(state, item):
    """Who did a task, how many it has done, from what."""
    state["tasks"] += 1
    return os.getpid(), state["tasks"], state["prepared with"], item


def hears_interrupts(state, item):
    return signal.getsignal(signal.SIGINT) is not signal.SIG_IGN


def sleep(state, seconds):
    time.sleep(seconds)


def fail(state, message):
    raise ValueError(message)


def die(state, item):
    os.kill(os.getpid(), signal.SIGKILL)
