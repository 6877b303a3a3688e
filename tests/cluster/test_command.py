"""``kiebitz cluster`` with real processes. mpirun always runs below this one, with a timeout."""

import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import chess
import chess.engine
import pytest

import kiebitz
from kiebitz.cluster.chess_tree import EXACT_OPTIONS
from kiebitz.cluster.launch import mpirun_environment, mpirun_path
from kiebitz.cluster.measure import why_not_here
from kiebitz.core import parameters
from kiebitz.core.search import subtree
from kiebitz.core.search.worker import Worker
from kiebitz.core.table.table import Table
from kiebitz.core.value import INFINITE
from kiebitz.engine import START_SFEN, Engine, position_from
from kiebitz.engine.limit import Limit
from processes import processor_s, wait_until
from sources import DATA

pytestmark = pytest.mark.check

COMMAND = [sys.executable, "-m", "kiebitz", "cluster"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(kiebitz.__file__).parent.parent)}
TIMEOUT_S = 120
WIN_AT_CHESS = DATA / "epd" / "wac300_new.epd"
MIDDLEGAME = "r1bq1rk1/pp2ppbp/2np2p1/2n5/P3PP2/N1P2N2/1PB3PP/R1B1QRK1 b - - 0 1"


needs_mpi = pytest.mark.skipif(why_not_here() is not None, reason=f"{why_not_here()}")


def cluster(*arguments, stdin=None, timeout=TIMEOUT_S, **environment):
    return subprocess.run(
        [*COMMAND, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        text=True,
        env=ENVIRONMENT | environment,
        timeout=timeout,
        check=False,
    )


def positions(count):
    """Positions of a test suite, without those that are mate or stalemate."""
    lines = WIN_AT_CHESS.read_text().splitlines()
    boards = (chess.Board.from_epd(line)[0] for line in lines if line.strip())
    return [board.fen() for board in boards if any(board.legal_moves)][:count]


def test_a_position_of_shogi_is_refused():
    assert "this is of chess alone; give a FEN" in cluster(START_SFEN).stderr


# ---------------------------------------------------------------------- the value of plain alpha-beta


def sequential(worker, root, path, depth, alpha, beta, iteration):
    """Plain alpha-beta in the order of moves that the cluster has: value, and the first of the best moves."""
    lower, upper, _, depth, _, moves = subtree.expand(worker, root, path, depth, alpha, beta, iteration, False)
    if lower == upper or lower >= beta:
        return lower, None
    if upper <= alpha:
        return upper, None
    best, best_move = -INFINITE, None
    for move, reduction in moves:
        assert reduction == 0
        below = (*path, move)
        window = -beta, -max(alpha, best)
        if depth - 1 <= 2:
            value = subtree.search_below(worker, root, below, depth - 1, *window, iteration, False)[0]
        else:
            value = sequential(worker, root, below, depth - 1, *window, iteration)[0]
        if -value > best:
            best, best_move = -value, move
        if best >= beta:
            break
    return best, best_move


def check_exactness(count, depth, processes):
    fens = positions(count)
    assert len(fens) == count
    run = cluster(
        *("-", "--jobs", processes, "--depth", depth, "--split-depth", 2, "--exact", "--json"),
        stdin="\n".join(fens),
        timeout=60 + 10 * count,
    )
    assert run.returncode == 0, run.stderr
    worker = Worker(Table(1))
    worker.configure(parameters.defaults() | EXACT_OPTIONS)
    engine = Engine(hash_mb=1, **{name: bool(value) for name, value in EXACT_OPTIONS.items()})
    records = [json.loads(line) for line in run.stdout.splitlines()]
    assert [record["fen"] for record in records] == fens
    for record in records:
        root = position_from(record["fen"])
        subtree.begin(worker)
        subtree.rearm(worker)
        value, move = sequential(worker, root, (), depth, -INFINITE, INFINITE, depth)
        assert record["value"] == value, record
        assert record["best"] == subtree.path_text(root, (move,))[0], record
        assert record["score"] == str(engine.analyse(record["fen"], Limit(depth=depth)).score)
        assert record["processes"] == processes
    assert sum(record["tasks"] for record in records) > count


@needs_mpi
def test_value_and_move_are_those_of_sequential_alpha_beta():
    check_exactness(5, 4, 4)


@needs_mpi
@pytest.mark.full
@pytest.mark.timeout(3600)
def test_value_and_move_are_those_of_sequential_alpha_beta_for_many_positions():
    check_exactness(250, 5, 4)


# ---------------------------------------------------------------------- everyday use


@needs_mpi
def test_with_everything_on_moves_are_legal_and_values_sound():
    fens = positions(6)
    run = cluster("-", "-j", 3, "-d", 9, "--share-depth", 4, "--restart", "--json", stdin="\n".join(fens))
    assert run.returncode == 0, run.stderr
    engine = Engine()
    for line, fen in zip(run.stdout.splitlines(), fens, strict=True):
        record = json.loads(line)
        board = chess.Board(fen)
        assert chess.Move.from_uci(record["best"]) in board.legal_moves
        for move in record["line"]:
            board.push_uci(move)
        alone = engine.analyse(fen, Limit(depth=9)).score
        if not alone.is_mate and abs(record["value"]) < 600 and abs(alone.centipawns) < 600:
            assert abs(record["value"] - alone.centipawns) < 200


@needs_mpi
def test_movetime_ends_the_search():
    run = cluster("startpos", "-j", 2, "-t", 300, "--json")
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["seconds"] >= 0.2


@needs_mpi
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("8/8/8 w - -",), "not a position"),
        pytest.param(("startpos", "--set", "null_move"), "no option with a value", marks=pytest.mark.nightly),
    ],
)
def test_faults_are_said_in_one_line(arguments, words):
    run = cluster(*arguments, "-j", 2)
    assert run.returncode == 2, run.stderr
    assert words in run.stderr
    assert len(run.stderr.splitlines()) == 1


@needs_mpi
def test_a_gui_can_drive_it():
    with chess.engine.SimpleEngine.popen_uci([*COMMAND, "--uci", "-j", "2"], timeout=TIMEOUT_S, env=ENVIRONMENT) as gui:
        assert (gui.options["MultiPV"].max, "UCI_Elo" in gui.options) == (1, False)
        board = chess.Board()
        for _ in range(3):
            result = gui.play(board, chess.engine.Limit(time=0.2))
            assert result.move in board.legal_moves
            board.push(result.move)
        info = gui.analyse(board, chess.engine.Limit(depth=6), root_moves=[chess.Move.from_uci("a7a6")])
        assert info["pv"][0].uci() == "a7a6"
        assert gui.play(chess.Board(MIDDLEGAME), chess.engine.Limit(white_clock=1, black_clock=1)).move


@needs_mpi
def test_a_folder_that_a_killed_mpirun_left_is_no_hindrance(tmp_path):
    host = os.uname().nodename.partition(".")[0]
    for number in range(os.getpid(), os.getpid() + 2000):
        folder = tmp_path / f"ompi.{number}"
        folder.mkdir()
        (folder / f"pmix.{host}.tool").touch()
    run = cluster("startpos", "--jobs", 1, "--depth", 1, TMPDIR=str(tmp_path))
    assert run.returncode == 0, run.stderr
    assert all(path.name.startswith("ompi.") for path in tmp_path.iterdir())


@needs_mpi
def test_who_is_terminated_leaves_nothing(tmp_path):
    command = [*COMMAND, MIDDLEGAME, "--jobs", "1", "--depth", "40"]
    environment = ENVIRONMENT | {"TMPDIR": str(tmp_path)}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as search:
        wait_until(lambda: any(tmp_path.glob("*/*")) or search.poll() is not None)
        search.terminate()
        assert search.communicate(timeout=TIMEOUT_S)[1] == "kiebitz: interrupted\n"
    assert not list(tmp_path.iterdir())


@needs_mpi
def test_it_joins_processes_that_mpirun_has_started():
    command = [mpirun_path(), "-n", "3", "--oversubscribe", *COMMAND, "startpos", "-d", "6", "--json"]
    with mpirun_environment() as environment:
        environment |= ENVIRONMENT
        run = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=TIMEOUT_S, check=True)
    assert json.loads(run.stdout)["processes"] == 3


def test_a_position_or_a_dialogue_must_be_asked_for():
    for arguments in ((), ("startpos", "--uci")):
        run = cluster(*arguments)
        assert run.returncode == 2
        assert "give a position, or --uci" in run.stderr


# ---------------------------------------------------------------------- death


def processes_below(pid):
    """The process's descendants that run ``kiebitz`` under mpirun, by their ranks."""
    found = {}
    for path in Path("/proc").iterdir():
        if not path.name.isdigit():
            continue
        try:
            words = (path / "environ").read_bytes().split(b"\0")
            rank = next((word for word in words if word.startswith(b"OMPI_COMM_WORLD_RANK=")), None)
            is_ours = f"KIEBITZ_TEST={pid}".encode() in words
            is_python = b"kiebitz" in (path / "cmdline").read_bytes()
        except OSError:
            continue
        if rank and is_ours and is_python:
            found[int(rank.split(b"=")[1])] = int(path.name)
    return found


def worked(pid):
    """Processor seconds of a process, none if it has ended."""
    try:
        return processor_s(pid)
    except FileNotFoundError:
        return 0.0


def run_with_a_death(seed, *, processes=4, depth=17):
    """A search during which a process is killed; returns (status, output, errors, rank killed)."""
    chance = random.Random(seed)
    mark = f"{os.getpid()}-{seed}"
    search = subprocess.Popen(
        [*COMMAND, MIDDLEGAME, "--jobs", str(processes), "--depth", str(depth), "--startup", "20", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT | {"KIEBITZ_TEST": mark},
    )
    wait_until(lambda: len(processes_below(mark)) >= processes or search.poll() is not None)
    found = processes_below(mark)
    worked_s = chance.random() * 6
    wait_until(lambda: search.poll() is not None or sum(map(worked, found.values())) > worked_s)
    rank = chance.randrange(processes)
    if rank in found:
        try:
            os.kill(found[rank], signal.SIGKILL)
        except ProcessLookupError:
            rank = None
    try:
        output, errors = search.communicate(timeout=TIMEOUT_S)
    finally:
        search.kill()
        for pid in processes_below(mark).values():
            os.kill(pid, signal.SIGKILL)
    return search.returncode, output, errors, rank


def check_deaths(seeds):
    """Every run ends, with a result or with a failure said in one line."""
    outcomes = []
    for seed in seeds:
        status, output, errors, rank = run_with_a_death(seed)
        if status == 0:
            record = json.loads(output)
            assert record["depth"] == 17
            outcomes.append((rank, "result", record["lost"]))
        else:
            assert errors.startswith("kiebitz: "), errors
            assert len(errors.splitlines()) <= 4, errors
            assert "Traceback" not in errors
            outcomes.append((rank, "failure", errors))
    return outcomes


@needs_mpi
@pytest.mark.skipif(not Path("/proc").exists(), reason="processes are found by /proc")
@pytest.mark.parametrize("runs", [1, pytest.param(20, marks=[pytest.mark.nightly, pytest.mark.timeout(3_600)])])
def test_a_killed_process_hangs_nobody(runs):
    check_deaths(range(runs))
