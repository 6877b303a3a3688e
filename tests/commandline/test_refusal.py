"""How commands end that can't do what was asked."""

import re
import subprocess
from pathlib import Path

import pytest

from commands import COMMAND, ENVIRONMENT, PATIENCE_S, refused


def test_an_unknown_command():
    assert "No such command" in refused("frobnicate")


@pytest.mark.check
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize(
    "command", [["best", "startpos", "--depth", "2"], ["perft", "startpos", "3"], ["--help"], ["play"]]
)
def test_a_full_disk(command):
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*COMMAND, *command],
            env=ENVIRONMENT,
            stdout=full,
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
    assert done.returncode == 1
    assert re.fullmatch(r"kiebitz: the output can't be written: .*\n", done.stderr)
