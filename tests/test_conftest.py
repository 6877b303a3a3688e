"""Tests run wherever they are begun, and none runs for ever."""

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
        preexec_fn=ignore,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP], ids=lambda number: number.name)
def test_signals_reach_a_tests_processes_even_in_the_background(tmp_path, number):
    """``make test &`` in a script, ``nohup make test``: both ignore a signal and hand that on."""
    done = run(
        tmp_path,
        "import pytest, signal, subprocess, sys\n"
        "@pytest.mark.check\n"
        "def test_it():\n"
        "    process = subprocess.Popen([sys.executable, '-c', 'import time; print(1, flush=True); time.sleep(9)'],\n"
        "                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)\n"
        "    process.stdout.readline()\n"
        f"    process.send_signal({int(number)})\n"
        f"    assert process.wait() == -{int(number)}\n",
        ignored=[number],
    )
    assert done.returncode == 0, done.stdout + done.stderr


WAITS = {
    "asleep": "import time; time.sleep(99)",
    "deaf": "import signal, time; signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM]); time.sleep(99)",
    "waiting again": "\n    ".join(
        ["import subprocess", "with subprocess.Popen(['sleep', '99']) as process: process.communicate()"]
    ),
}


@pytest.mark.parametrize("how", WAITS)
def test_every_test_has_a_time_limit(tmp_path, how):
    """Even if it blocks the alarm, or goes on waiting for a process when it is told."""
    done = run(tmp_path, f"def test_it():\n    {WAITS[how]}\n", limit_s=1, _DEAF_S=1)
    assert done.returncode != 0
    assert "Timeout" in done.stdout + done.stderr


DEAR = {
    "starts a process": "subprocess.run(['true'])",
    "starts a process, spawned": "multiprocessing.get_context('spawn').Process(target=print).start()",
    "takes 0.": "[None for _ in iter(lambda: time.process_time() < end_s, False)]",
}


@pytest.mark.parametrize("fault", DEAR)
@pytest.mark.parametrize("mark", ["", "@pytest.mark.check"])
def test_what_is_dear_must_be_marked(tmp_path, fault, mark):
    imports, body = "import multiprocessing, subprocess, time, pytest", "end_s = time.process_time() + 0.3"
    text = f"{imports}\n{mark}\ndef test_it():\n    {body}\n    {DEAR[fault]}\n"
    done = run(tmp_path, text, options=["-o", "case_processor_s=0.02"])
    is_told = fault.partition(",")[0] in done.stdout and "move it to check" in done.stdout
    assert (is_told, done.returncode != 0) == (not mark, not mark), done.stdout + done.stderr


def test_no_test_is_let_off_its_time_limit():
    let_off = [
        path.name
        for folder in TESTS
        for path in folder.rglob("test_*.py")
        if "mark.timeout(" + "0)" in path.read_text(encoding="utf-8")
    ]
    assert not let_off, "say how long it may take"
