"""Time of the processor."""

import subprocess
import sys
import time

import pytest

from kiebitz_claims.measuring.cpu_time import cpu_seconds

BUSY = "import time\nwhile time.process_time() < 0.3: pass"


def test_computing_counts():
    began, computed = cpu_seconds(), time.process_time()
    while cpu_seconds() - began < 0.05:
        pass
    # Both clocks of the system go by hundredths of a second.
    assert time.process_time() - computed >= 0.02


@pytest.mark.check
def test_a_process_that_has_ended_counts():
    began = cpu_seconds()
    subprocess.run([sys.executable, "-c", BUSY], check=True)
    assert cpu_seconds() - began >= 0.1
