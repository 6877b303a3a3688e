"""A home in which nothing can be written: what needs none works, and what would keep something says so in a line."""

import subprocess

import pytest

from commands import COMMAND, ENVIRONMENT

PATIENCE_S = 60
XDG = ("XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME")
# No directory can be made in any of these, by root neither.
HOMES = ["/proc", "/dev/null", "/dev/null/deeper"]


def environment(home):
    return {name: value for name, value in ENVIRONMENT.items() if name not in XDG} | {"HOME": home}


@pytest.mark.parametrize("home", HOMES)
@pytest.mark.parametrize("command", [["best", "-n", "100", "startpos"], ["doctor"]])
def test_what_keeps_nothing_needs_no_home(command, home):
    done = subprocess.run(
        [*COMMAND, *command], env=environment(home), capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr + done.stdout


@pytest.mark.parametrize("home", HOMES)
def test_the_board_says_that_it_can_not_keep_games(home):
    pytest.importorskip("uvicorn")
    process = subprocess.Popen(
        [*COMMAND, "serve", "--no-browser", "--port", "0"],
        env=environment(home) | {"PYTHONUNBUFFERED": "1"},
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
    assert f"{home}/.local/share/kiebitz/board can't keep games: " in told
    assert "XDG_DATA_HOME" in told
    assert "Traceback" not in told
