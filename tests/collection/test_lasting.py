"""Whatever ends a writer, and however many there are: what was acknowledged is there, and nothing is torn."""

import random
import resource
import signal
import subprocess
import sys

import pytest

from collected import made_up
from commands import COMMAND, ENVIRONMENT, run_here
from game_servers import GameServer
from kiebitz.collection.analysing import analysed, not_analysed, records
from kiebitz.collection.collection import Collection

pytestmark = pytest.mark.check

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
FETCH = """
import sys
from pathlib import Path
from kiebitz.collection import fetching
from kiebitz.collection.collection import Collection

fetching.GAMES_AT_ONCE = 5
with Collection(Path("games.sqlite")) as collection:
    fetching.fetch(
        collection, fetching.account_of("lichess:Anna"), fetching.Fetcher(sys.argv[1]),
        on_games=lambda added: print(added.games, flush=True),
    )
"""
ANALYSE = """
from pathlib import Path
from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.judging.annotate import AnalysisSettings
from kiebitz.collection.analysing import analyse_games, not_analysed, store_beside
from kiebitz.collection.collection import Collection
from kiebitz.engine.limit import Limit

if __name__ == "__main__":
    with Collection(Path("games.sqlite")) as collection:
        settings = AnalysisSettings(Limit(nodes=60), words=Language.ENGLISH, store=str(store_beside(collection)))
        analyse_games(
            collection, not_analysed(collection), settings, on_game=lambda raw, outcome: print(raw.number, flush=True)
        )
"""


def begun(code, *arguments, cwd):
    """A process of this code, which tells what is safe."""
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments], cwd=cwd, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True
    )


def adding(folder, file):
    return begun(ADD, file, cwd=folder)


def killed(process, lines, chance):
    """What a process has told when it is killed, some moment after so many lines."""
    with process:
        told = [int(process.stdout.readline()) for _ in range(lines)]
        for _ in range(chance.randrange(500_000)):
            pass
        process.kill()
        return [*told, *(int(line) for line in process.stdout if line.endswith("\n"))]


def require_sound(folder, fewest):
    with Collection(folder / "games.sqlite") as collection:
        assert collection.connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        numbers = [row.game for row in collection.find()]
        assert len(numbers) >= fewest
        assert len(list(collection.raw_games(numbers))) == len(numbers)
        indexed = sum(len(portion.columns["result"]) for portion in collection.portions())
        assert indexed == len(numbers)


def found_in(folder):
    """What is known of analysed games: records, but for how long a search took, and marks."""
    with Collection(folder / "games.sqlite") as collection:
        marks = collection.connection.execute("SELECT * FROM marks ORDER BY game, ply").fetchall()
        return [record | {"time_ms": 0} for record in records(collection, range(1, 7))], marks


def exported(folder):
    return run_here("games", "export", "--collection", folder / "games.sqlite").out


@pytest.mark.parametrize("portions", [4, *(pytest.param(count, marks=pytest.mark.nightly) for count in (1, 17))])
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


@pytest.mark.parametrize("lines", [3, *(pytest.param(count, marks=pytest.mark.nightly) for count in (1, 6))])
def test_a_fetch_that_is_killed_goes_on_where_it_was(tmp_path, lines):
    with GameServer() as server:
        server.games = 50
        told = killed(begun(FETCH, server.url, cwd=tmp_path), lines, random.Random(lines))
        require_sound(tmp_path, told[-1])
        with begun(FETCH, server.url, cwd=tmp_path) as process:
            process.communicate()
            assert process.returncode == 0
        assert "since=" in server.asked[-1]
    require_sound(tmp_path, 50)
    with Collection(tmp_path / "games.sqlite") as collection:
        assert [row.black for row in collection.find()] == [f"opponent{number}" for number in range(50)]


@pytest.mark.parametrize(
    "lines", [pytest.param(1, marks=pytest.mark.nightly), 2, pytest.param(5, marks=pytest.mark.nightly)]
)
def test_an_analysis_that_is_killed_goes_on_where_it_was(tmp_path, lines):
    """And finds what one finds that nobody has disturbed."""
    folders = [tmp_path / "killed", tmp_path / "whole"]
    for folder in folders:
        folder.mkdir()
        (folder / "a.pgn").write_text(made_up(6))
        assert run_here("games", "add", folder / "a.pgn", "--collection", folder / "games.sqlite").status == 0
    told = killed(begun(ANALYSE, cwd=folders[0]), lines, random.Random(lines))
    require_sound(folders[0], 6)
    with Collection(folders[0] / "games.sqlite") as collection:
        assert set(told) <= set(analysed(collection, range(1, 7)))
        assert set(told).isdisjoint(not_analysed(collection))
    for folder in folders:
        with begun(ANALYSE, cwd=folder) as process:
            process.communicate()
            assert process.returncode == 0
    assert len(found_in(folders[0])[0]) == 6
    assert found_in(folders[0]) == found_in(folders[1])


LINUX = pytest.mark.skipif(sys.platform != "linux", reason="a limit of files is known from Linux alone")


def with_little_room(*arguments, size, cwd):
    """A command for which no file may become longer than so many bytes."""
    return subprocess.run(
        [*COMMAND, *arguments],
        cwd=cwd,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY)),
    )


@LINUX
def test_a_disk_that_is_full_while_games_are_fetched(tmp_path):
    with GameServer() as server:
        server.games = 2000
        fetch = ("games", "fetch", "lichess:Anna", "--server", server.url, "--collection", tmp_path / "games.sqlite")
        done = with_little_room(*fetch, size=1 << 20, cwd=tmp_path)
        assert done.returncode == 1
        assert "can't be written" in done.stderr
        assert len(done.stderr.splitlines()) == 1
        require_sound(tmp_path, 200)
        assert run_here(*fetch).status == 0
    require_sound(tmp_path, 2000)


@LINUX
@pytest.mark.nightly
def test_a_disk_that_is_full_while_games_are_analysed(tmp_path):
    (tmp_path / "a.pgn").write_text(made_up(6))
    file = tmp_path / "games.sqlite"
    assert run_here("games", "add", tmp_path / "a.pgn", "--collection", file).status == 0
    analyse = ("games", "analyse", "-n", "60", "--collection", file)
    done = with_little_room(*analyse, size=1 << 16, cwd=tmp_path)
    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1, done.stderr
    require_sound(tmp_path, 6)
    assert run_here(*analyse).status == 0
    with Collection(file) as collection:
        assert analysed(collection, range(1, 7)) == [*range(1, 7)]


@LINUX
def test_a_full_disk_is_told_and_what_was_there_stays(tmp_path):
    (tmp_path / "a.pgn").write_text(made_up(20))
    (tmp_path / "b.pgn").write_text(made_up(1000, seed=2))
    file = tmp_path / "games.sqlite"
    assert run_here("games", "add", tmp_path / "a.pgn", "--collection", file).status == 0
    done = with_little_room("games", "add", "b.pgn", "--collection", file, size=1 << 20, cwd=tmp_path)
    assert done.returncode == 1
    assert "can't be written" in done.stderr
    assert "make room on its disk" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    require_sound(tmp_path, 20)
    assert exported(tmp_path) == made_up(20)
    assert run_here("games", "add", tmp_path / "b.pgn", "--collection", file).status == 0
    require_sound(tmp_path, 1020)
