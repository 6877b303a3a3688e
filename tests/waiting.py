"""Wait for what another thread or process comes to and tells nobody; the test's time limit is the only clock."""

import os
import select

TURNS = 1000
PAUSE_S = 0.01


def until(condition):
    """Return what a condition says once it is true of something: looked at all the time, and later now and then."""
    turns = 0
    while not (found := condition()):
        turns += 1
        if turns < TURNS:
            os.sched_yield()
        else:
            select.select([], [], [], PAUSE_S)
    return found
