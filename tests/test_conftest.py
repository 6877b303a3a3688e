"""Tests run wherever they are begun, and none runs for ever."""

import os
import re
import signal
import subprocess
import sys

import pytest

from sources import ROOT, TESTS

PATIENCE_S = 100

pytestmark = [pytest.mark.check, pytest.mark.skipif(sys.platform == "win32", reason="sends POSIX signals")]


def run(place, text, *, ignored=(), limit_s=PATIENCE_S, options=(), **settings):
    """What pytest says of a test file, begun by somebody who ignores signals."""
    (place / "conftest.py").write_text(
        (ROOT / "conftest.py").read_text() + "".join(f"\n{name} = {value}" for name, value in settings.items())
    )
    test = place / "tests" / "test_it.py"
    test.parent.mkdir()
    test.write_text(text)

    def ignore():
        for number in ignored:
            signal.signal(number, signal.SIG_IGN)

    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-o", f"timeout={limit_s}", *options, test],
        cwd=place,
        env=os.environ | {"HYPOTHESIS_STORAGE_DIRECTORY": str(ROOT / ".hypothesis")},  # With its table of letters.
        preexec_fn=ignore,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


WAITS = {
    "deaf": "import signal, time; signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM]); time.sleep(99)",
    "waiting again": "\n    ".join(
        ["import subprocess", "with subprocess.Popen(['sleep', '99']) as process: process.communicate()"]
    ),
}


@pytest.mark.parametrize("how", ["deaf", *(pytest.param(how, marks=pytest.mark.nightly) for how in list(WAITS)[1:])])
def test_every_test_has_a_time_limit(tmp_path, how):
    """Even if it blocks the alarm, or goes on waiting for a process when it is told."""
    done = run(tmp_path, f"def test_it():\n    {WAITS[how]}\n", limit_s=1, _DEAF_S=1)
    assert done.returncode != 0
    assert "Timeout" in done.stdout + done.stderr


CASES = """
import multiprocessing, pytest, signal, subprocess, sys, time

@pytest.mark.check
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_sends(number):
    process = subprocess.Popen([sys.executable, "-c", "print(1, flush=True); input()"],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    process.stdout.readline()
    process.send_signal(number)
    assert process.wait() == -number

def works():
    end_s = time.process_time() + 0.3
    while time.process_time() < end_s:
        pass

@pytest.mark.parametrize("does", [
    lambda: subprocess.run(["true"]), lambda: multiprocessing.get_context("spawn").Process(target=print).start(), works,
])
@pytest.mark.parametrize("marked", [False, pytest.param(True, marks=pytest.mark.check)])
def test_it(does, marked):
    does()
"""


def test_signals_reach_a_tests_processes_and_what_is_dear_must_be_marked(tmp_path):
    """Even in the background: ``make test &`` in a script, ``nohup make test`` ignore a signal and hand that on."""
    options = ["-o", "case_processor_s=0.02"]
    done = run(tmp_path, CASES, ignored=[signal.SIGINT, signal.SIGHUP], options=options)
    assert "3 failed, 5 passed" in done.stdout, done.stdout + done.stderr
    assert done.stdout.count("\nstarts a process: move it to check") == 2
    assert re.search(r"\ntakes 0\.\d\d s of processor time: move it to check", done.stdout)


def test_no_test_is_let_off_its_time_limit():
    let_off = [
        path.name
        for folder in TESTS
        for path in folder.rglob("test_*.py")
        if "mark.timeout(" + "0)" in path.read_text(encoding="utf-8")
    ]
    assert not let_off, "say how long it may take"
