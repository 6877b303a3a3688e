"""The command line as a whole."""

import subprocess
import sys

import pytest

import kiebitz
from commands import run_apart, run_here

COMMANDS = ("analyse", "explain", "best", "eval", "perft", "bench", "uci", "suite", "match", "play", "cluster", "lab")
COMMANDS += ("train", "hardware", "mcp", "lichess-provider")


def test_every_command_is_listed():
    listed = run_here("--help")
    assert listed.status == 0
    assert all(command in listed.out for command in COMMANDS)
    assert run_here().out == listed.out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_documented(command):
    described = run_here(command, "--help")
    assert described.status == 0
    assert f"kiebitz {command} " in described.out


def test_version():
    done = run_apart("--version")
    assert (done.returncode, done.stdout.decode()) == (0, f"Kiebitz {kiebitz.__version__}\n")


def test_nothing_heavy_is_imported_early():
    heavy = ("chess", "rich", "numpy", "kiebitz.core")
    code = f"import sys, kiebitz.cli; print([name for name in {heavy} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout == b"[]\n"
