"""Games on a Ray cluster of several nodes, all on this machine, where whatever can die does."""

import json
import os
import random
import re
import signal
import subprocess
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import chess.pgn
import polars
import pytest

from commands import ENVIRONMENT, run_apart, run_here
from kiebitz import analyse_games
from kiebitz.analysis.archive_run.batch import BatchError, recipe
from kiebitz.analysis.archive_run.parquet import COLUMNS
from kiebitz.analysis.farm import ray_farm
from kiebitz.analysis.farm.ray_farm import connected
from kiebitz.analysis.farm.shards import ShardError, folder_of
from kiebitz.engine.limit import Limit
from processes import descendants, wait_until

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(find_spec("ray") is None, reason="Ray is missing: pip install 'kiebitz[ray]'"),
]

NODES = 60
# Says after each shard which there are, and from when: at the end the folder is gone.
DRIVER = """
import json, sys, kiebitz
from pathlib import Path
from kiebitz.analysis.farm.shards import folder_of
source, output, address, shard_s, resume = sys.argv[1:]
def note(characters, games):
    shards = {{path.name: path.stat().st_mtime_ns for path in folder_of(Path(output)).glob("*.jsonl.gz")}}
    if shards:
        Path(output + ".seen").write_text(json.dumps(shards))
kiebitz.analyse_games(source, output, kiebitz.Limit(nodes={nodes}), ray=address, shard_s=float(shard_s),
                      parquet=output + ".data", resume=bool(int(resume)), on_progress=note)
"""
PATIENCE_S = 280
# Short enough for shards to be left when the driver has died after the sixth.
SHARD_S = 0.15


def frames(output):
    folder = Path(f"{output}.data")
    return {name: polars.read_parquet(folder / f"{name}.parquet") for name in COLUMNS}


def shard_files(output):
    return set(folder_of(output).glob("*.jsonl.gz"))


class Driver:
    """The process that hands out the games and writes what comes back."""

    def __init__(self, source, output, address, shard_s, nodes, *, resume):
        self.output = output
        self.process = subprocess.Popen(
            [sys.executable, "-c", DRIVER.format(nodes=nodes), source, output, address, str(shard_s), str(int(resume))],
            env=ENVIRONMENT,
            stderr=subprocess.PIPE,
        )

    def until(self, shards):
        """Wait until so many shards are done."""
        wait_until(lambda: self.process.poll() is not None or len(shard_files(self.output)) >= shards)
        assert self.process.poll() is None, self.process.communicate()


def kill_a_worker():
    """End a process that analyses a shard at this moment; whether there was one."""
    for pid in descendants(os.getpid()):
        with suppress(OSError):
            if Path(f"/proc/{pid}/cmdline").read_bytes().startswith(b"ray::analyse_shard"):
                os.kill(pid, signal.SIGKILL)
                return True
    return False


def survive_everything(source, output, nodes, shard_s, patience_s):
    """Analyse games on three nodes while one leaves, one joins, a worker and the driver are killed."""
    from ray.cluster_utils import Cluster

    cluster = Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False, "object_store_memory": 1 << 27}
    )
    try:
        _, leaving = (cluster.add_node(num_cpus=1, object_store_memory=1 << 27) for _ in range(2))
        driver = Driver(source, output, cluster.address, shard_s, nodes, resume=False)
        driver.until(2)
        cluster.remove_node(leaving, allow_graceful=False)
        driver.until(4)
        cluster.add_node(num_cpus=1, object_store_memory=1 << 27)
        wait_until(kill_a_worker)
        driver.until(6)
        driver.process.kill()
        driver.process.wait()
        kept = {path.name: path.stat().st_mtime_ns for path in shard_files(output)}
        second = Driver(source, output, cluster.address, shard_s, nodes, resume=True)
        _, said = second.process.communicate(timeout=patience_s)
        assert second.process.returncode == 0, said
        seen = json.loads(Path(f"{output}.seen").read_text())
        assert len(seen) > len(kept), "something was left to do"
        assert {name: seen[name] for name in kept} == kept, "what was done is not done again"
        return len(kept)
    finally:
        cluster.shutdown()


def random_games(count, plies):
    """So many games as PGN, the same ones each time."""
    choice = random.Random(20)
    for number in range(count):
        board = chess.Board()
        for _ in range(plies):
            if board.is_game_over():
                break
            board.push(choice.choice(list(board.legal_moves)))
        game = chess.pgn.Game.from_board(board)
        game.headers["Round"] = str(number + 1)
        yield f"{game}\n\n"


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    path = tmp_path_factory.mktemp("source") / "games.pgn"
    path.write_text("".join(random_games(60, plies=40)))
    return path


@pytest.fixture(scope="module")
def expected(source):
    """What one process makes of the games."""
    output = source.with_name("expected.pgn")
    analyse_games(source, output, Limit(nodes=NODES), jobs=1, parquet=f"{output}.data")
    return output


@pytest.mark.parametrize("address", ["127.0.0.1:1", "127.0.0.1:99999", "nowhere.invalid:6379"])
def test_without_a_cluster_there_is_a_sentence(tmp_path, address, monkeypatch):
    monkeypatch.setattr("kiebitz.analysis.farm.forecast.MEASURED_S", 0.01)
    (tmp_path / "games.pgn").write_text("1. e4 *\n")
    done = run_here("analyse", "games.pgn", "-n", 1, "--ray", address, cwd=tmp_path)
    cost, refusal = done.err.splitlines()
    assert (done.status, done.out) == (2, "")
    assert "measured here" in cost
    assert f"there is no Ray at {address}: " in refusal
    assert [path.name for path in tmp_path.iterdir()] == ["games.pgn"]


@pytest.mark.skipif(sys.platform != "linux", reason="Ray's test cluster needs Linux")
def test_nodes_workers_and_the_driver_die(source, expected, tmp_path):
    output = tmp_path / "out.pgn"
    survive_everything(source, output, NODES, SHARD_S, PATIENCE_S)
    assert output.read_bytes() == expected.read_bytes(), "every game once, in order"
    theirs = frames(expected)
    assert all(frame.equals(theirs[name]) for name, frame in frames(output).items())
    assert not folder_of(output).exists()


@pytest.fixture(scope="module")
def here():
    """A Ray embedded in this process; what needs a Ray of its own stands above."""
    with connected("local", 2):
        yield


def test_the_command_starts_a_ray_of_its_own(source, expected, tmp_path):
    done = run_apart("analyse", source, "-n", NODES, "-o", "out.pgn", "--ray", "local", "-j", 2, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out.pgn").read_bytes() == expected.read_bytes()
    said = done.stderr.decode()
    assert re.fullmatch(r"kiebitz: 60 games, about 2,\d{3} positions: .* core-hours at .*, measured here\n", said), said
    assert b"60 games: 60 analysed" in done.stdout
    assert not folder_of(tmp_path / "out.pgn").exists()


def test_interrupted_and_resumed(source, expected, tmp_path, here):
    output = tmp_path / "out.pgn"
    kept = {}

    def interrupt(characters, games):
        if len(shard_files(output)) >= 3:
            kept.update({path: path.stat().st_mtime_ns for path in shard_files(output)})
            raise KeyboardInterrupt

    run = {"ray": "local", "shard_s": 0.1, "parquet": f"{output}.data"}
    with pytest.raises(KeyboardInterrupt):
        analyse_games(source, output, Limit(nodes=NODES), **run, on_progress=interrupt)
    damaged, *others = kept
    damaged.write_bytes(b"")
    seen = {}
    analyse_games(
        source,
        output,
        Limit(nodes=NODES),
        **run,
        resume=True,
        on_progress=lambda characters, games: seen.update(
            {path: path.stat().st_mtime_ns for path in others if path.exists()}
        ),
    )
    assert output.read_bytes() == expected.read_bytes()
    assert seen == {path: kept[path] for path in others}, "only what was damaged is done again"


def test_a_shard_that_ends_whoever_has_it_ends_the_run(source, tmp_path, monkeypatch, here):
    def dies(games, settings, made_by):
        os._exit(1)

    monkeypatch.setattr(ray_farm, "analyse_shard", dies)
    with pytest.raises(
        BatchError, match=r"games 1 to 60 of .*games\.pgn crashed every process that analysed them, 5 times"
    ):
        analyse_games(source, tmp_path / "out.pgn", Limit(nodes=NODES), ray="local", shard_s=1000)


def test_a_machine_with_another_kiebitz_ends_the_run(source, tmp_path, monkeypatch, here):
    real = recipe

    monkeypatch.setattr(ray_farm, "recipe", lambda *arguments: real(*arguments) | {"version": "0.0"})
    with pytest.raises(ShardError, match=r"another Kiebitz .version .* in the place of 0\.0"):
        analyse_games(source, tmp_path / "out.pgn", Limit(nodes=NODES), ray="local")
