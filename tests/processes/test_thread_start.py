"""A thread begins or is refused, however little memory there is."""

import subprocess
import sys
import textwrap
import threading

import pytest

from commands import ENVIRONMENT
from injected_faults import interrupts, limits_memory, run_interrupted
from kiebitz.processes.thread_start import start_thread

pytestmark = pytest.mark.check


def test_a_thread_is_handed_what_it_needs_and_has_a_name():
    seen = []
    thread = start_thread(lambda *given: seen.append((given, threading.current_thread().name)), 1, 2, name="a thread")
    thread.join()
    assert seen == [((1, 2), "a thread")]
    assert thread.daemon


@limits_memory
@pytest.mark.parametrize("kilobytes", [0, 100, 16_300, 16_500, 20_000, 20_600, 40_000])
def test_one_that_can_not_begin_is_refused_and_not_waited_for(kilobytes):
    program = f"""
        import resource
        from kiebitz.processes.thread_start import start_thread
        said = []
        pages = int(open("/proc/self/statm").read().split()[0])
        limit = pages * resource.getpagesize() + ({kilobytes} << 10)
        resource.setrlimit(resource.RLIMIT_AS, (limit, resource.RLIM_INFINITY))
        try:
            start_thread(said.append, "begun").join()
        except RuntimeError as error:
            said.append("refused")
            assert "can't start new thread" in str(error)
        assert said in (["begun"], ["refused"])
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        env=ENVIRONMENT, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


@interrupts
def test_one_that_is_asked_for_when_an_interrupt_comes_is_still_there():
    """Python 3.11 and 3.12 took it for ended from then on."""
    run_interrupted(
        """
        import threading
        from kiebitz.processes.thread_start import start_thread

        gate = threading.Lock()
        gate.acquire()
        thread = start_thread(gate.acquire)
        for _ in range(2000):
            try:
                interrupt_within(1e-5, 1e-4)
                while True:
                    thread.is_alive()
            except KeyboardInterrupt:
                assert thread.is_alive()
        gate.release()
        thread.join(60)
        assert not thread.is_alive()
        """
    )
