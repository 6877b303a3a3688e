"""A home in which nothing can be written: what needs none works, and what would keep something says so in a line."""

import subprocess

import pytest

from commands import COMMAND, ENVIRONMENT

pytestmark = pytest.mark.check

PATIENCE_S = 60
XDG = ("XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME")
# No directory can be made in it, by root neither.
HOME = "/dev/null/deeper"


def environment():
    return {name: value for name, value in ENVIRONMENT.items() if name not in XDG} | {"HOME": HOME}


@pytest.mark.parametrize("command", [["best", "-n", "100", "startpos"], ["doctor"]])
def test_what_keeps_nothing_needs_no_home(command):
    done = subprocess.run(
        [*COMMAND, *command], env=environment(), capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr + done.stdout


def test_the_board_says_that_it_can_not_keep_games():
    pytest.importorskip("uvicorn")
    process = subprocess.Popen(
        [*COMMAND, "serve", "--no-browser", "--port", "0"],
        env=environment() | {"PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    told = ""
    try:
        while "Ctrl-C ends it" not in told:
            line = process.stdout.readline()
            assert line, told
            told += line
    finally:
        process.terminate()
        process.communicate()
    assert f"{HOME}/.local/share/kiebitz/board can't keep games: " in told
    assert "XDG_DATA_HOME" in told
    assert "Traceback" not in told
