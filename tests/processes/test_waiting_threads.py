"""Work finds a thread that waits, whatever became of the work before it."""

import os
import threading

import pytest

from injected_faults import raise_in
from kiebitz.processes import waiting_threads
from kiebitz.processes.waiting_threads import WAITING, begin_work
from processes import wait_until


def ident_of_one():
    """The thread that did a piece of work, which has ended."""
    seen = []
    work = begin_work(lambda: seen.append(threading.get_ident()))
    work.join()
    assert seen == [work.ident]
    return work.ident


def test_work_is_handed_what_it_needs_and_has_a_name():
    seen = []
    work = begin_work(lambda *given: seen.append((given, threading.current_thread().name)), 1, 2, name="a piece")
    work.join()
    assert not work.is_alive()
    assert seen == [((1, 2), "a piece")]


def test_the_next_piece_is_done_by_the_same_thread():
    assert len({ident_of_one() for _ in range(50)}) == 1


def test_two_pieces_at_once_have_two_threads_that_both_wait_afterwards():
    gate = threading.Event()
    pieces = [begin_work(gate.wait, 60.0) for _ in range(2)]
    assert pieces[0].ident != pieces[1].ident
    pieces[0].join(0.01)
    assert all(piece.is_alive() for piece in pieces)
    gate.set()
    for piece in pieces:
        piece.join()
        assert not piece.is_alive()
    waiting = {thread.ident for thread in threading.enumerate() if thread.name == WAITING}
    assert {piece.ident for piece in pieces} <= waiting


def test_what_work_was_about_is_not_kept():
    class Held:
        gone = threading.Event()

        def __del__(self):
            self.gone.set()

    begin_work(lambda held: None, Held()).join()
    assert Held.gone.wait(10)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_work_that_fails_ends_and_its_thread_with_it():
    def fail():
        raise ZeroDivisionError

    work = begin_work(fail)
    work.join()
    assert not work.is_alive()
    assert ident_of_one()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_fault_from_outside_ends_work():
    never = threading.Event()
    work = begin_work(lambda: [never.wait(0.001) for _ in range(60_000)])
    raise_in(work, ZeroDivisionError)
    work.join(30)
    assert not work.is_alive()
    assert ident_of_one()


def test_a_thread_that_waits_in_vain_ends(monkeypatch):
    monkeypatch.setattr(waiting_threads, "PATIENCE_S", 0.05)
    first = ident_of_one()
    ident_of_one()
    wait_until(lambda: all(thread.ident != first for thread in threading.enumerate()))
    assert ident_of_one()


def test_many_at_once_from_many_threads():
    done = []

    def begin_some():
        for number in range(50):
            begin_work(done.append, number).join()

    threads = [threading.Thread(target=begin_some) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == sorted(list(range(50)) * 8)


@pytest.mark.check
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_has_threads_of_its_own_and_waits_for_none_of_its_parents():
    gate = threading.Event()
    work = begin_work(gate.wait, 60.0)
    ident_of_one()
    child = os.fork()
    if child == 0:
        work.join()
        done = []
        begin_work(done.append, 1).join()
        os._exit(0 if done == [1] and not work.is_alive() else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    gate.set()
    work.join()
