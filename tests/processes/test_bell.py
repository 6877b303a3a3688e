"""A one-shot event between threads."""

import threading

from kiebitz.processes.bell import Bell

PATIENCE_S = 60


def test_all_who_wait_are_told_and_who_comes_later():
    bell, heard = Bell(), []
    threads = [threading.Thread(target=lambda: heard.append(bell.wait(PATIENCE_S))) for _ in range(5)]
    for thread in threads:
        thread.start()
    assert not bell.is_rung
    bell.ring()
    bell.ring()
    for thread in threads:
        thread.join(PATIENCE_S)
    assert heard == [True] * 5
    assert bell.is_rung
    assert bell.wait()


def test_who_waits_in_vain_waits_no_longer_than_was_said():
    bell = Bell()
    assert not bell.wait(0.01)
    assert not bell.wait(0.0)


def test_one_who_was_interrupted_while_let_in_hinders_nobody():
    """As if Ctrl-C had come between the lock and what gives it back."""
    bell = Bell()
    waiting = threading.Thread(target=bell.wait, args=(PATIENCE_S,))
    waiting.start()
    bell._is_rung = True  # nobody is let in yet
    waiting.join(PATIENCE_S)
    assert not waiting.is_alive()
    bell.ring()
    assert bell.wait(PATIENCE_S)
