"""Settings that all tests share."""

import faulthandler
import os
import signal
import sys

import pytest
from hypothesis import HealthCheck, settings

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


# Tests of the packages beside that measure or simulate: they are for every night, and for changes of these packages.
_BESIDE = ("hydra/tests/", "claims/tests/experiments/", "claims/tests/claims/test_experiment.py")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Mark them; markers are chosen from afterwards."""
    for item in items:
        here = item.path.is_relative_to(config.rootpath)
        if here and item.path.relative_to(config.rootpath).as_posix().startswith(_BESIDE):
            item.add_marker("beside")


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
