"""What the processes of ``test_worker_pool`` are asked to do; they import it afresh."""

import os
import signal
import time


def prepare_without_memory():
    raise MemoryError("none is left")


def prepare(*arguments):
    return {"prepared with": arguments, "tasks": 0}


def count(state, item):
    """Who did a task, how many it has done, from what."""
    state["tasks"] += 1
    return os.getpid(), state["tasks"], state["prepared with"], item


def hears_interrupts(state, item):
    """Whether Ctrl-C in the terminal disturbs a process."""
    try:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.1)
    except KeyboardInterrupt:
        return True
    return False


def sleep(state, seconds):
    time.sleep(seconds)


def fail(state, message):
    raise ValueError(message)


def die(state, item):
    os.kill(os.getpid(), signal.SIGKILL)
