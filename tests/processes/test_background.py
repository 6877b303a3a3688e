"""Work in threads beside this one: in order, its faults told; Ctrl-C at any moment leaves no thread hanging."""

import threading
from functools import partial

import pytest

from injected_faults import interrupts, run_interrupted
from kiebitz.processes.background import AHEAD, Beside, in_order

PATIENCE_S = 60
INTERRUPTED = """
    from functools import partial
    from time import monotonic, sleep
    from kiebitz.processes.background import Beside, have_ended, in_order

    for _ in range(2000):
        is_over = False

        def wait():
            while not is_over:
                sleep(0)

        works = [Beside(wait, "beside") for _ in range(2)]
        try:
            interrupt_within(1e-5, 5e-4)
            for work in works:
                work.begin()
            while True:
                {wait}
        except KeyboardInterrupt:
            is_over = True
            for work in works:
                work.call_off()
        deadline = monotonic() + 20
        while not have_ended(works, 0.01) or is_running("beside"):
            assert monotonic() < deadline, "a thread hangs, or is unknown"
"""


def begun(work):
    """A piece of work that has begun."""
    beside = Beside(work, "a piece")
    beside.begin()
    return beside


def test_what_work_came_to():
    seen = []
    work = begun(lambda: seen.append(threading.current_thread().name) or 7)
    assert work.found() == 7
    assert work.has_ended()
    assert work.fault is None
    assert seen == ["a piece"]


def test_what_ended_work_untimely_is_raised_where_it_is_asked_for():
    work = begun(lambda: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        work.found()
    assert isinstance(work.fault, ZeroDivisionError)


def test_what_is_called_off_in_time_is_never_done():
    done, gate = [], threading.Event()
    work = Beside(partial(done.append, 1), "a piece")
    assert not work.call_off()
    assert work.has_ended()
    work.begin()
    assert work.has_ended(PATIENCE_S)
    work = begun(lambda: gate.wait(PATIENCE_S) and done.append(2))
    while not work.call_off():
        work = begun(lambda: gate.wait(PATIENCE_S) and done.append(2))
    assert not work.has_ended()
    gate.set()
    work.found()
    assert done == [2]


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_work_is_told_in_order_and_taken_as_needed(threads):
    taken = []

    def works():
        for number in range(50):
            taken.append(number)
            yield partial(pow, number, 2)

    for number, found in enumerate(in_order(works(), threads, "pieces")):
        assert found == number**2
        assert len(taken) <= number + 1 + AHEAD * threads
    assert len(taken) == 50
    assert list(in_order([], threads, "pieces")) == []


def test_a_fault_comes_in_its_place_and_ends_the_rest():
    done = []
    works = [partial(done.append, 0), lambda: 1 // 0, *[partial(done.append, number) for number in range(1, 50)]]
    told = in_order(works, 1, "pieces")
    assert next(told) is None
    with pytest.raises(ZeroDivisionError):
        next(told)
    assert 0 in done
    assert 49 not in done
    assert not [thread for thread in threading.enumerate() if thread.name == "pieces"]


def test_who_leaves_early_waits_for_what_is_under_way():
    begun, gate, ended = threading.Event(), threading.Event(), []

    def wait():
        begun.set()
        ended.append(gate.wait(PATIENCE_S))

    told = in_order([int, *[wait] * 40], 1, "pieces")
    assert next(told) == 0
    assert begun.wait(PATIENCE_S)
    threading.Timer(0.05, gate.set).start()
    told.close()
    assert ended == [True]


def test_who_leaves_early_may_break_off_what_is_under_way():
    begun, gate, called = threading.Event(), threading.Event(), []

    def wait():
        begun.set()
        assert gate.wait(PATIENCE_S)

    def break_off():
        called.append("left")
        gate.set()

    told = in_order([int, *[wait] * 40], 1, "pieces", break_off=break_off)
    assert next(told) == 0
    assert begun.wait(PATIENCE_S)
    told.close()
    assert called == ["left"]
    assert list(in_order([int] * 5, 2, "pieces", break_off=break_off)) == [0] * 5
    assert called == ["left"]


@pytest.mark.check
@interrupts
@pytest.mark.parametrize("wait", ["have_ended(works, 1e-5)", "list(in_order([partial(sleep, 1e-5)] * 3, 2, 'piece'))"])
def test_an_interrupt_at_any_moment_leaves_no_thread_hanging(wait):
    run_interrupted(INTERRUPTED.replace("{wait}", wait))
