"""The cores that a process is allowed, not those that the machine has."""

import os
import subprocess
import sys

import pytest

from kiebitz.processes.cores import usable_cores


def test_there_is_at_least_one_and_no_more_than_the_machine_has():
    assert 1 <= usable_cores() <= os.cpu_count()


@pytest.mark.check
@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="the system doesn't bind processes to cores")
def test_a_process_bound_to_one_core_uses_one():
    code = (
        "import os; from kiebitz.processes.cores import usable_cores;"
        " os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}); print(usable_cores())"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout == b"1\n"
