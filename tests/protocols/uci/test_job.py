import threading

import pytest

from kiebitz.protocols.uci.job import Job

PATIENCE_S = 30.0


def unexpected(fault):
    raise fault


def test_work_that_ends_by_itself():
    done = threading.Event()
    job = Job(lambda job: done.set(), failed=unexpected)
    job.wait()
    assert done.is_set()
    assert not job.is_running
    assert not job.stopping.is_set()


def test_work_that_looks_whether_it_shall_end():
    job = Job(lambda job: job.stopping.wait(PATIENCE_S), failed=unexpected)
    assert job.is_running
    assert job.stop()
    assert not job.is_running


def test_work_that_is_interrupted():
    interrupted = threading.Event()
    job = Job(lambda job: interrupted.wait(PATIENCE_S), interrupted.set, failed=unexpected)
    assert job.is_running
    assert job.stop()
    assert interrupted.is_set()


def test_work_that_does_not_hear_is_waited_for_so_long_as_asked():
    released = threading.Event()
    job = Job(lambda job: released.wait(PATIENCE_S), failed=unexpected)
    assert not job.stop(0.05)
    assert job.is_running
    released.set()
    job.wait()
    assert not job.is_running


def test_who_hears_the_last_words_finds_the_work_ended():
    released = threading.Event()

    def work(job):
        job.ending.set()
        released.wait(PATIENCE_S)

    job = Job(work, failed=unexpected)
    job.ending.wait(PATIENCE_S)
    threading.Timer(0.1, released.set).start()
    assert not job.is_running  # it was waited for


@pytest.mark.parametrize("fault", [ZeroDivisionError(), KeyboardInterrupt(), SystemExit(1)])
def test_whatever_ends_work_untimely_is_told(fault):
    told = []

    def work(job):
        raise fault

    job = Job(work, failed=told.append)
    job.wait()
    assert told == [fault]
    assert job.ending.is_set()
