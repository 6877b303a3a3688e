"""Settings that all tests share."""

import faulthandler
import multiprocessing.process
import os
import re
import signal
import sys
import time

import pytest
from hypothesis import HealthCheck, find, settings
from hypothesis.strategies import text

# A shared machine may stall for seconds at any time, so no example is failed for being slow.
_PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
# A third of the usual hundred examples, others on each run: the whole of the tests is to take a few minutes.
settings.register_profile("default", max_examples=35, **_PATIENT)
# The same examples on each run: a red build stays red until someone mends it.
settings.register_profile("ci", derandomize=True, print_blob=True, **_PATIENT)
# Ten times as many, for make test-full.
settings.register_profile("deep", max_examples=1000, **_PATIENT)
settings.load_profile("ci" if os.environ.get("CI") else "default")

# ``make test &`` in a script, and nohup, hand on that signals are to be ignored; a process that is begun inherits that,
# and would never hear the Ctrl-C that a test sends. What has a handler, the new process has by default.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) == signal.SIG_IGN:
    signal.signal(signal.SIGHUP, lambda number, frame: None)  # The tests themselves outlive their terminal.

# A test that doesn't hear that its time is over, as it waits for a process or in machine code, ends with everything.
_DEAF_S = 120.0
_ERRORS = pytest.StashKey[int]()


# Marks that folders give: long tests of the packages beside, and what the repository's texts look like (make lint).
_FOLDERS = {
    "beside": ("hydra/tests/", "claims/tests/experiments/", "claims/tests/claims/test_experiment.py"),
    "shape": ("tests/shape/", "claims/tests/shape/"),
}
# What a task of fixed size (_slowness) takes on an idle machine.
_TASK_S = 0.04
# Marks that stand in the files, and what they look like there.
_WRITTEN = ("check", "nightly", "full")
_WHOLE_FILE = re.compile(rf"^pytestmark = \[?\s*pytest\.mark\.({'|'.join(_WRITTEN)})\b", re.MULTILINE)


def pytest_addoption(parser):
    """How much a case without a mark may cost."""
    parser.addini(
        "case_processor_s", "processor seconds from which a case must be marked check or nightly", default="1"
    )


def _marks_of_folder(path, config):
    place = path.relative_to(config.rootpath).as_posix() if path.is_relative_to(config.rootpath) else ""
    return [mark for mark, folders in _FOLDERS.items() if place.startswith(folders)]


def pytest_ignore_collect(collection_path, config):
    """Leave unread what the chosen marks leave out, with all that it imports."""
    if not collection_path.name.startswith("test_") or collection_path.suffix != ".py":
        return None
    text, chosen = collection_path.read_text(encoding="utf-8"), config.option.markexpr
    marks = [*_marks_of_folder(collection_path, config), *(found[1] for found in [_WHOLE_FILE.search(text)] if found)]
    left_out = any(f"not {mark}" in chosen for mark in marks)
    only = re.match(rf"({'|'.join(_WRITTEN)})\b(?!.* or )", chosen)
    return True if left_out or (only and f"mark.{only[1]}" not in text) else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Mark them; markers are chosen from afterwards."""
    for item in items:
        for mark in _marks_of_folder(item.path, config):
            item.add_marker(mark)


def _slowness():
    """How much slower this machine is at this moment than one on which nothing else runs, by a task of fixed size."""
    begun_s = time.process_time()
    sum(range(3_000_000))
    return (time.process_time() - begun_s) / _TASK_S


class _Watch:
    """What a case without a mark does that only marked ones may do: processes, much work (sleep: tests/shape)."""

    PROCESSES = ("subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn", "os.system", "multiprocessing.start")

    def __init__(self):
        self.is_on = False
        sys.addaudithook(self.hear)
        start = multiprocessing.process.BaseProcess.start

        def told(process):  # Those that are spawned are told to no audit hook.
            sys.audit("multiprocessing.start", process)
            start(process)

        multiprocessing.process.BaseProcess.start = told

    def begin(self):
        self.faults, self.shared_s, self.is_on = set(), 0.0, True
        self.modules, self.begun_s = len(sys.modules), time.process_time()

    def hear(self, event, arguments):
        # In a home where nobody has drawn yet, matplotlib asks once which fonts there are.
        if self.is_on and event in self.PROCESSES and "fc-list" not in arguments:
            self.faults.add("starts a process")

    def judge(self, limit_s):
        """Fail the case; the time of fixtures that it shares with others isn't its own, and no import's."""
        took_s = time.process_time() - self.begun_s - self.shared_s
        if took_s >= limit_s and took_s >= limit_s * _slowness() and len(sys.modules) == self.modules:
            self.faults.add(f"takes {took_s:.2f} s of processor time")
        if self.faults:
            pytest.fail(f"{' and '.join(sorted(self.faults))}: move it to check (pytest.mark.check)", pytrace=False)


_WATCH = _Watch()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item):
    """Watch a case without a mark from its first fixture on."""
    if not any(item.get_closest_marker(mark) for mark in (*_WRITTEN, *_FOLDERS)):
        _WATCH.begin()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef):
    """Note the time of what several cases share."""
    begun_s = time.process_time()
    try:
        return (yield)
    finally:
        if _WATCH.is_on and fixturedef.scope != "function":
            _WATCH.shared_s += time.process_time() - begun_s


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """Say what the case did that it may not do."""
    result = yield
    if _WATCH.is_on:
        _WATCH.judge(float(item.config.getini("case_processor_s")))
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown():
    """Watch no longer."""
    _WATCH.is_on = False
    return (yield)


def pytest_collection_finish(session):
    """Let hypothesis write its table of letters, once in a clone: that is no case's time."""
    find(text(), lambda _: True)


def pytest_configure(config):
    """Keep the error stream, which pytest replaces while a test runs."""
    config.stash[_ERRORS] = os.dup(sys.__stderr__.fileno())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item, nextitem):
    """Bury a test that outlives its time limit: show where each thread stands, and end the process."""
    marker = item.get_closest_marker("timeout")
    limit_s = float(marker.args[0] if marker and marker.args else item.config.getini("timeout"))
    faulthandler.dump_traceback_later(limit_s + _DEAF_S, exit=True, file=item.config.stash[_ERRORS])
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()
