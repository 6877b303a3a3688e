"""What large texts took goes back to the system."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.check

HOLD = """
from kiebitz.processes.large_memory import give_large_memory_back

def resident():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))

give_large_memory_back()
for _ in range(3):  # the library learns from what is freed
    texts = [b"x" * 8_000_000 for _ in range(4)]
    kept = [b"y" * 1_000 for _ in range(100)]
    before = resident()
    del texts
print(before - resident())
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="glibc is asked")
def test_large_memory_goes_back():
    given_back_kb = int(subprocess.run([sys.executable, "-c", HOLD], check=True, capture_output=True).stdout)
    assert given_back_kb > 24_000
