"""``kiebitz best``, ``eval``, ``perft`` and ``bench`` as people run them."""

import json
import os
import re
import signal
import subprocess

import pytest

from commands import COMMAND, ENVIRONMENT, PATIENCE_S, refused, run_here
from kiebitz.engine import Engine, Position, bench
from networks import Weights
from processes import processor_s, wait_until

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


@pytest.mark.check
def test_best():
    result = run_here("best", "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "--depth", "4", "-k", "2")
    assert result.status == 0, result.out
    assert "Best move: Ra8# (a1a8)" in result.out
    assert "#1" in result.out
    assert "1. Ra8#" in result.out
    assert re.search(r"^ 2 ", result.out, re.MULTILINE)
    # White's view, whoever moves.
    result = run_here("best", "6k1/8/8/8/8/8/5PPP/r5K1 w - - 0 1", "-d", "1")
    assert "White is mated" in result.out
    assert "Stalemate" in run_here("best", "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", "-d", "1").out
    result = run_here("best", "r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1", "-d", "3")
    assert "#-1" in result.out


@pytest.mark.check
def test_a_fen_needs_no_quotes():
    fen = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"
    assert "Ra8# (a1a8)" in run_here("best", *fen.split(), "--depth", "2").out
    assert "Ra8# (a1a8)" in run_here("best", "-d", 2, *fen.split()[:4]).out
    assert run_here("eval", *fen.split()).out == run_here("eval", fen).out
    assert run_here("perft", *KIWIPETE.split(), "2").out.startswith("2,039 leaves")


def test_best_as_json():
    done = run_here("best", "r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1", "-d", "3", "-k", 2, "--json")
    record = json.loads(done.out)
    assert (record["best"], len(record["lines"])) == ("a8a1", 2)
    assert record["lines"][0] | {"depth": 0} == {
        "cp": None,
        "mate": -1,
        "depth": 0,
        "moves": ["a8a1"],
        "san": "1...Ra1#",
    }
    assert record["nodes"] > 0
    over = json.loads(run_here("best", "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", "-d", "1", "--json").out)
    assert (over["best"], over["lines"]) == (None, [])


@pytest.mark.check
@pytest.mark.skipif(os.name == "nt", reason="pseudo-terminals of Unix")
def test_on_a_terminal_lines_come_and_ctrl_c_leaves_the_best():
    import pty

    master, slave = pty.openpty()
    environment = {name: value for name, value in ENVIRONMENT.items() if name not in ("NO_COLOR", "CI")}
    process = subprocess.Popen(
        [*COMMAND, "best", "startpos", "-t", "500000"],
        stdin=slave,
        stdout=slave,
        stderr=subprocess.PIPE,
        env=environment | {"TERM": "xterm-256color", "COLUMNS": "80", "PYTHONUTF8": "1"},
    )
    os.close(slave)
    heard = b""
    while b"1. " not in heard:
        heard += os.read(master, 65536)
    assert b"Best move" not in heard
    process.send_signal(signal.SIGINT)
    while b"million a second" not in heard:
        heard += os.read(master, 65536)
    _, said = process.communicate(timeout=PATIENCE_S)
    os.close(master)
    assert process.returncode == 130
    assert said == b"kiebitz: interrupted\n"
    assert b"Best move: " in heard


@pytest.mark.check
def test_eval():
    result = run_here("eval", KIWIPETE, "--set", "evaluation=classical")
    assert result.status == 0, result.out
    assert re.search(r"Total: [+-]\d+\.\d\d \(White's view\)", result.out)
    assert "64/64 counts by material" in result.out
    assert "mobility" in run_here("eval", KIWIPETE, "--era", "tartan").out
    assert "no era" in refused("eval", KIWIPETE, "--set", "era=stone_age")


@pytest.mark.check
def test_eval_of_shogi():
    sfen = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3"
    alone, mixed, by_hand = (
        run_here("eval", sfen, "--set", f"evaluation={name}").out for name in ("network", "hybrid", "classical")
    )
    assert alone == run_here("eval", sfen).out
    total = r"Total: [+-]\d+\.\d\d \(Black's view\)"
    assert re.search(rf"^Network [0-9a-f]{{16}}: .*^{total}$.*by hand says", alone, re.DOTALL | re.MULTILINE)
    assert re.search(rf"^{total}; the network, [+-]\d+\.\d\d, and the sum made by hand, mixed$", mixed, re.MULTILINE)
    assert re.search(rf"menace.*^{total}$", by_hand, re.DOTALL | re.MULTILINE)
    assert "Network" not in by_hand
    assert "no option 'mobility'" in refused("eval", sfen, "--set", "mobility=1")
    assert "is a chess program" in refused("eval", sfen, "--era", "nimzo")


@pytest.mark.parametrize("side", ["w", "b"])
def test_eval_by_a_network(tmp_path, side):
    """What each man is worth to his side, each output, and the classical evaluation; totals are White's view."""
    network = Weights.drawn(1).network()
    path = tmp_path / "own.network"
    path.write_bytes(network.data)
    fen = f"4k3/8/8/8/8/8/4p3/R3K3 {side} - - 0 1"
    out = run_here("eval", fen, "--set", f"network={path}").out
    position = Position(fen)
    sign = 1 if side == "w" else -1

    def pawns(centipawns: int) -> str:
        return f"{centipawns / 100:+.2f}"

    assert f"Network {network.checksum}: at random" in out
    lines = out.splitlines()
    ranks = {line.split("│")[1].strip(): number for number, line in enumerate(lines) if "│" in line}
    worths = network.worths(position)
    for rank, file, letter, square in (("1", 1, "R", "a1"), ("2", 5, "p", "e2")):
        cells = [lines[ranks[rank] + below].split("│")[file + 1].strip() for below in (0, 1)]
        assert cells == [letter, pawns(worths[square])]
    outputs = [pawns(sign * output) for output in network.outputs(position)]
    assert f"2 to 5 {outputs[0]} counts" in " ".join(out.split())
    assert f"30 to 32 {outputs[7]} " in " ".join(out.split())
    totals = re.findall(r"Total: (\S+) ", out)
    with Engine(network=network) as engine:
        evaluation = engine.evaluate(fen)
    assert totals == [pawns(sign * evaluation.total), pawns(sign * evaluation.network.classical.total)]


def test_perft():
    assert "97,862 leaves" in run_here("perft", KIWIPETE, "3").out
    result = run_here("perft", "startpos", "3", "--divide", "--threads", "2")
    lines = result.out.splitlines()
    assert len(lines) == 21
    assert lines[0] == "a2a3: 380"
    assert lines[-1].startswith("8,902 leaves")


@pytest.mark.check
def test_perft_of_shogi():
    start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
    assert run_here("perft", start, "3").out.startswith("25,470 leaves")
    assert run_here("perft", *start.split(), "0").out.startswith("1 leaves")
    lines = run_here("perft", start, "2", "--divide", "--threads", "2").out.splitlines()
    assert lines[:-1] == sorted(lines[:-1])
    assert len(lines) == 31
    assert "7g7f: 30" in lines
    assert lines[-1].startswith("900 leaves")
    assert "not a position: there is no king" in refused("perft", "9/9/9/9/9/9/9/9/9 b - 1", "2")


@pytest.mark.check
def test_bench(monkeypatch):
    monkeypatch.setattr(bench, "POSITIONS", bench.POSITIONS[-4:])
    done = run_here("bench")
    lines = done.out.splitlines()
    assert len(lines) == 6
    assert lines[0].split()[2:] == bench.POSITIONS[0].split()
    nodes = bench.run().nodes
    assert lines[-2] == f"Bench: {nodes}"
    assert re.fullmatch(rf"{nodes} nodes [1-9]\d* nps", lines[-1]), "OpenBench reads this line"
    assert f"Bench: {bench.run(era='classical').nodes}" in run_here("bench", "--era", "classical").out.splitlines()


@pytest.mark.check
@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
def test_perft_can_be_interrupted():
    process = subprocess.Popen(
        [*COMMAND, "perft", "startpos", "12", "--divide", "--threads", "2"], stderr=subprocess.PIPE, env=ENVIRONMENT
    )
    wait_until(lambda: processor_s(process.pid) > 1.5)  # more than it takes to begin
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130
    assert b"Traceback" not in said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["best", "rubbish"], "not a position"),
        (["eval", "8/8/8/8/8/8/8/8 w - - 0 1"], "not a position"),
        (["best"], "FEN"),
        (["perft", "startpos", "99"], "DEPTH"),
        (["best", "startpos", "--wrong"], "No such option"),
    ],
)
def test_bad_input_is_one_line(arguments, words):
    assert words in refused(*arguments)


SHOGI_START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
SHOGI_MATE = "4k4/9/4P4/9/9/9/9/9/4K4 b GS 1"


@pytest.mark.check
def test_best_of_shogi():
    result = run_here("best", SHOGI_START, "-d", "5", "-k", "2", "--threads", "2").out
    assert result.startswith("Best move: ")
    assert "#1" in run_here("best", *SHOGI_MATE.split(), "-d", "3").out
    # White stands worse; what is shown is Black's view.
    handicap = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
    record = json.loads(run_here("best", handicap, "-d", "4", "--json").out)
    assert record["sfen"] == handicap
    assert record["lines"][0]["cp"] > 500
    assert record["lines"][0]["moves"][0] == record["best"]


def test_an_era_and_an_option_of_chess_are_refused_in_shogi():
    assert "is a chess program" in refused("best", SHOGI_START, "-d", "1", "--era", "nimzo")
    assert "parameter of chess" in refused("best", SHOGI_START, "-d", "1", "--set", "special_cases=0")
