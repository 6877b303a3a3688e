"""Whatever ends a writer, and however many there are: what was acknowledged is there, and nothing is torn."""

import resource
import signal
import subprocess
import sys

import pytest

from collected import made_up
from commands import COMMAND, ENVIRONMENT, run_here
from kiebitz.collection.collection import Collection

GAMES = 120
ADD = """
import sys
from pathlib import Path
from kiebitz.analysis.reading.games import read_games
from kiebitz.collection import adding
from kiebitz.collection.collection import Collection

adding.MOST_GAMES_A_PORTION = 6
with Collection(Path("games.sqlite")) as collection:
    adding.add_games(
        collection, read_games(sys.argv[1]), on_portion=lambda added: print(added.games + added.known, flush=True)
    )
"""


def adding(folder, file):
    return subprocess.Popen(
        [sys.executable, "-c", ADD, file], cwd=folder, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True
    )


def require_sound(folder, fewest):
    with Collection(folder / "games.sqlite") as collection:
        assert collection.connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        numbers = [row.game for row in collection.find()]
        assert len(numbers) >= fewest
        assert len(list(collection.raw_games(numbers))) == len(numbers)
        indexed = sum(len(portion.columns["result"]) for portion in collection.portions())
        assert indexed == len(numbers)


def exported(folder):
    return run_here("games", "export", "--collection", folder / "games.sqlite").out


@pytest.mark.parametrize("portions", [1, 4, pytest.param(17, marks=pytest.mark.slow)])
def test_a_kill_loses_nothing_that_was_told(tmp_path, portions):
    (tmp_path / "a.pgn").write_text(made_up(GAMES))
    with adding(tmp_path, "a.pgn") as process:
        for _ in range(portions):
            told = int(process.stdout.readline())
        process.send_signal(signal.SIGKILL)
    require_sound(tmp_path, told)
    with adding(tmp_path, "a.pgn") as process:
        assert process.communicate()[0].splitlines()[-1] == str(GAMES)
    require_sound(tmp_path, GAMES)
    assert exported(tmp_path) == made_up(GAMES)


def test_two_writers_lose_nothing_of_each_other(tmp_path):
    text = made_up(GAMES)
    games = text.split("[Event ")[1:]
    (tmp_path / "a.pgn").write_text("".join(f"[Event {game}" for game in games[:80]))
    (tmp_path / "b.pgn").write_text("".join(f"[Event {game}" for game in games[40:]))
    with adding(tmp_path, "a.pgn") as first, adding(tmp_path, "b.pgn") as second:
        for process in (first, second):
            process.communicate()
            assert process.returncode == 0
    require_sound(tmp_path, GAMES)
    assert sorted(exported(tmp_path).split("[Event ")) == sorted(text.split("[Event "))


@pytest.mark.skipif(sys.platform != "linux", reason="a limit of files is known from Linux alone")
def test_a_full_disk_is_told_and_what_was_there_stays(tmp_path):
    (tmp_path / "a.pgn").write_text(made_up(20))
    (tmp_path / "b.pgn").write_text(made_up(1000, seed=2))
    file = tmp_path / "games.sqlite"
    assert run_here("games", "add", tmp_path / "a.pgn", "--collection", file).status == 0

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, resource.RLIM_INFINITY))

    done = subprocess.run(
        [*COMMAND, "games", "add", "b.pgn", "--collection", file],
        cwd=tmp_path,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=limit,
    )
    assert done.returncode == 1
    assert "can't be written" in done.stderr
    assert "make room on its disk" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    require_sound(tmp_path, 20)
    assert exported(tmp_path) == made_up(20)
    assert run_here("games", "add", tmp_path / "b.pgn", "--collection", file).status == 0
    require_sound(tmp_path, 1020)
