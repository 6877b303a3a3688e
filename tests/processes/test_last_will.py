import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kiebitz.processes.last_will import last_will
from processes import wait_until

STARTER = """
import subprocess, sys
from kiebitz.processes.last_will import last_will
other = subprocess.Popen(["sleep", "60"], preexec_fn=last_will())
print(other.pid, flush=True)
other.wait()
"""
PATIENCE_S = 20


def has_ended(pid):
    """Whether a process is gone, or dead and not yet buried by whoever inherits it."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


@pytest.mark.check
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends processes with those who started them")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_who_is_killed_leaves_no_program_behind(how):
    with subprocess.Popen([sys.executable, "-c", STARTER], stdout=subprocess.PIPE, text=True) as starter:
        pid = int(starter.stdout.readline())
        assert not has_ended(pid)
        starter.send_signal(how)
    wait_until(lambda: has_ended(pid))


def test_elsewhere_nothing_is_asked(monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    assert last_will() is None
