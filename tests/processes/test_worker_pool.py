"""Processes that prepare once, ignore Ctrl-C, and are gone at the end, whatever the end is."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures.process import BrokenProcessPool

import pytest

import pool_tasks
from injected_faults import raise_in
from kiebitz.commandline.refusal import terminated_as_interrupted
from kiebitz.processes.worker_pool import WorkerPool, deaf_to_interrupts
from processes import is_alive, wait_until
from sources import ROOT

pytestmark = pytest.mark.check

needs_signals = pytest.mark.skipif(sys.platform == "win32", reason="no such signals")


def test_every_process_prepares_once():
    with WorkerPool(2, pool_tasks.prepare, "this", 5) as pool:
        answers = [future.result() for future in [pool.submit(pool_tasks.count, item) for item in range(20)]]
    assert [answer[3] for answer in answers] == list(range(20))
    assert all(answer[2] == ("this", 5) for answer in answers)
    processes = {answer[0] for answer in answers}
    assert 1 <= len(processes) <= 2
    assert os.getpid() not in processes
    for process in processes:
        tasks = [answer[1] for answer in answers if answer[0] == process]
        assert tasks == list(range(1, len(tasks) + 1))


@pytest.mark.parametrize("task", [pool_tasks.sleep, pool_tasks.fail])
def test_a_task_that_nobody_wants_any_more_ends_in_silence(task, caplog):
    """Whatever becomes of it; its end was logged with a traceback."""
    with WorkerPool(1, pool_tasks.prepare) as pool:
        unwanted = pool.submit(task, 0.2)
        unwanted.cancel()
    assert not caplog.records


@pytest.mark.parametrize("kind", [MemoryError, SystemExit])
def test_nobody_waits_for_a_task_that_nobody_hands_out(kind):
    """The thread that does so may die for want of memory, as any; it said nothing to those who waited."""
    unheard, threading.excepthook = threading.excepthook, lambda fault: None
    try:
        with WorkerPool(1, pool_tasks.prepare) as pool:
            assert pool.submit(pool_tasks.count, 1).result()[3] == 1
            task = pool.submit(pool_tasks.sleep, 3)
            raise_in(vars(pool._pool)["_executor_manager_thread"], kind)
            pool.submit(pool_tasks.count, 2)  # wakes it
            with pytest.raises(MemoryError, match="the thread that hands out") as fault:
                task.result()
            pool.__exit__(MemoryError, fault.value, None)  # as it is left by this fault
    finally:
        threading.excepthook = unheard


@needs_signals
def test_workers_ignore_ctrl_c():
    with WorkerPool(1, pool_tasks.prepare) as pool:
        assert not pool.submit(pool_tasks.hears_interrupts, None).result()


@needs_signals
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_while_processes_begin_is_heard_afterwards(how):
    begun = []

    def begin():
        with terminated_as_interrupted(), deaf_to_interrupts():
            os.kill(os.getpid(), how)
            begun.append(True)

    with pytest.raises(KeyboardInterrupt):
        begin()
    assert begun
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    assert not signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_a_task_that_fails_says_so_here():
    with WorkerPool(1, pool_tasks.prepare) as pool:
        with pytest.raises(ValueError, match="so it is"):
            pool.submit(pool_tasks.fail, "so it is").result()
        assert pool.submit(pool_tasks.count, 1).result()[1] == 1


def test_a_process_that_can_not_prepare_says_why(capfd):
    with WorkerPool(1, pool_tasks.prepare_without_memory) as pool:
        for _ in range(2):
            with pytest.raises(MemoryError, match="none is left"):
                pool.submit(pool_tasks.count, 1).result()
    assert capfd.readouterr().err == ""


def test_an_exception_ends_what_runs():
    def leave_early():
        with WorkerPool(2, pool_tasks.prepare) as pool:
            pool.submit(pool_tasks.count, 1).result()
            for _ in range(4):
                pool.submit(pool_tasks.sleep, 3600)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        leave_early()
    wait_until(lambda: not multiprocessing.active_children())


@needs_signals
def test_a_killed_process_is_told():
    with WorkerPool(1, pool_tasks.prepare) as pool, pytest.raises(BrokenProcessPool):
        pool.submit(pool_tasks.die, None).result()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
def test_workers_end_with_a_parent_that_is_killed():
    code = (
        "import pool_tasks\n"
        "from kiebitz.processes.worker_pool import WorkerPool\n"
        "if __name__ == '__main__':\n"
        "    with WorkerPool(1, pool_tasks.prepare) as pool:\n"
        "        print(pool.submit(pool_tasks.count, 1).result()[0], flush=True)\n"
        "        pool.submit(pool_tasks.sleep, 3600).result()\n"
    )
    path = os.pathsep.join([str(ROOT / "tests"), os.environ.get("PYTHONPATH", "")])
    parent = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": path}
    )
    worker = int(parent.stdout.readline())
    assert is_alive(worker)
    parent.kill()
    parent.wait()
    wait_until(lambda: not is_alive(worker))
