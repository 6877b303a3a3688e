import codecs
import gzip
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import chess
import chess.pgn
import pytest
from typer.testing import CliRunner

import kiebitz
from kiebitz.cli import app
from sources import DATA, ROOT

LAST_GAME = ROOT / "examples" / "kasparov-deep-blue-1997-game-6.pgn"
ALL_GAMES = ROOT / "examples" / "kasparov-deep-blue-1997.pgn"
TORTURE = DATA / "pgn" / "torture"
COMMAND = [sys.executable, "-m", "kiebitz"]
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
TIMEOUT_S = 60
# Also from another directory.
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(kiebitz.__file__).parent.parent)}


def kiebitz_run(*arguments, stdin=None, cwd=None, env=None):
    return subprocess.run(
        [*COMMAND, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        cwd=cwd,
        env=ENVIRONMENT | (env or {}),
        timeout=TIMEOUT_S,
        check=False,
    )


def refused(*arguments, status=2, **options):
    """Runs what must be refused; returns the one line that says why."""
    done = kiebitz_run(*arguments, **options)
    said = done.stderr.decode()
    assert done.returncode == status, said
    assert "Traceback" not in said
    assert len(said.splitlines()) == 1, said
    return said


def mainlines(path):
    games = []
    with path.open(encoding="utf-8") as handle:
        while game := chess.pgn.read_game(handle):
            games.append(list(game.mainline_moves()))
    return games


def test_every_command_is_documented():
    result = CliRunner().invoke(app, ["--help"])
    assert result.exit_code == 0
    for command in ("analyse", "best", "eval", "perft", "bench", "uci", "suite", "match", "play"):
        assert command in result.output
        described = CliRunner().invoke(app, [command, "--help"])
        assert described.exit_code == 0
    assert CliRunner().invoke(app, []).output == result.output


def test_version():
    assert CliRunner().invoke(app, ["--version"]).output == f"Kiebitz {kiebitz.__version__}\n"


def test_nothing_heavy_is_imported_early():
    heavy = ("chess", "rich", "numpy", "kiebitz.core")
    code = f"import sys, kiebitz.cli; print([name for name in {heavy} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout == b"[]\n"


# --- analyse ---


def test_one_game(tmp_path):
    done = kiebitz_run("analyse", LAST_GAME, "--nodes", 2000, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stderr == b""
    text = done.stdout.decode()
    assert "\x1b" not in text
    assert text.startswith("Deep Blue (Computer) - Garry Kasparov, 1-0")
    assert len(re.findall(r"^ +\d+\.+ ", text, re.MULTILINE)) == 37
    assert "Accuracy" in text
    output = tmp_path / "kasparov-deep-blue-1997-game-6.analysed.pgn"
    assert f"Annotated PGN: {output.name}" in text
    assert mainlines(output) == mainlines(LAST_GAME)
    assert list(tmp_path.iterdir()) == [output]


def test_an_archive_whatever_the_jobs(tmp_path):
    outputs = []
    for jobs in (1, 2):
        outputs.append(tmp_path / f"{jobs}.pgn")
        done = kiebitz_run("analyse", ALL_GAMES, "-n", 300, "-j", jobs, "-o", outputs[-1])
        assert done.returncode == 0, done.stderr
        rows = done.stdout.decode().splitlines()
        assert rows[0].split()[:3] == ["Game", "White", "Black"]
        assert [row.split()[0] for row in rows[1:7]] == list("123456")
        assert rows[7].startswith("6 games: 6 analysed")
    assert outputs[0].read_text() == outputs[1].read_text()
    assert mainlines(outputs[0]) == mainlines(ALL_GAMES)


def test_json(tmp_path):
    done = kiebitz_run("analyse", ALL_GAMES, LAST_GAME, "-n", 300, "-k", 2, "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [record["game"] for record in records] == [1, 2, 3, 4, 5, 6, 1]
    assert (tmp_path / "analysed.pgn").exists()
    record = records[-1]
    assert record["headers"]["White"] == record["white"]["name"] == "Deep Blue (Computer)"
    assert record["status"] == "analysed"
    assert record["start"]["fen"] == chess.STARTING_FEN
    assert len(record["moves"]) == 37
    board = chess.Board()
    for move in record["moves"]:
        assert (move["cp"] is None) != (move["mate"] is None)
        assert move["color"] == ("white" if board.turn else "black")
        assert move["number"] == board.fullmove_number
        assert len(move["lines"]) == 2
        assert move["best"] == move["lines"][0]["pv"][0]
        for line in move["lines"]:
            after = board.copy()
            for step in line["pv"]:
                after.push_uci(step)
        assert board.parse_san(move["san"]) == board.parse_uci(move["uci"])
        board.push_uci(move["uci"])
        assert move["judgement"] in (None, "inaccuracy", "mistake", "blunder")
        assert move["loss_cp"] >= 0
        assert 0 <= move["accuracy"] <= 100


def test_standard_input_gzip_and_encodings(tmp_path):
    game = '[White "Müller"]\n[Black "Ž"]\n\n1. e4 e5 *\n'
    inputs = [
        game.encode(),
        codecs.BOM_UTF8 + game.encode(),
        game.encode("cp1252"),
        game.encode("utf-16"),
        gzip.compress(game.encode("cp1252")),
    ]
    texts = []
    for stdin in inputs:
        done = kiebitz_run("analyse", "-", "-n", 100, stdin=stdin, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        texts.append((tmp_path / "stdin.analysed.pgn").read_bytes())
    assert set(texts) == {texts[0]}
    assert "Müller".encode() in texts[0]
    (tmp_path / "a.pgn.gz").write_bytes(gzip.compress(inputs[0]))
    done = kiebitz_run("analyse", "a.pgn.gz", "-n", 100, cwd=tmp_path)
    assert (tmp_path / "a.analysed.pgn").read_bytes() == texts[0]
    done = kiebitz_run("analyse", "-", "-n", 100, stdin=inputs[2], cwd=tmp_path)
    assert "game 1, line 1: not in UTF-8: read as Windows-1252" in done.stderr.decode()


def test_torture(tmp_path):
    files = sorted(TORTURE.iterdir())
    done = kiebitz_run("analyse", *files, "-n", 50, "-j", 2, "-o", "out.pgn", cwd=tmp_path)
    assert done.returncode == 0
    assert "a null move; analysed up to there" in done.stderr.decode()
    assert "9 games: 8 analysed, 1 in part" in done.stdout.decode()


def test_bad_games_are_reported_and_kept(tmp_path):
    (tmp_path / "bad.pgn").write_text(
        '[Event "1"]\n\n1. e4 e5 2. Ke3 Nc6 { lost? } 0-1\n\n'
        '[Event "2"]\n[Variant "Atomic"]\n\n1. e4 { boom } e5 *\n\n'
        '[Event "3"]\n[SetUp "1"]\n[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 *\n\n'
        '[Event "4"]\n\n1. d4 { open\n\n'
        '[Event "5"]\n\n1. c4 *\n'
    )
    done = kiebitz_run("analyse", "bad.pgn", "-n", 100, "--json", cwd=tmp_path)
    assert done.returncode == 0
    said = done.stderr.decode()
    for expected in (
        "bad.pgn, game 1, line 3: 2. Ke3 is illegal; analysed up to there",
        "bad.pgn, game 2, line 5: of the variant Atomic",
        "bad.pgn, game 3, line 10: the position in its tag FEN can't be analysed",
        "bad.pgn, game 4, line 18: the comment that begins here is never closed",
    ):
        assert f"kiebitz: {expected}" in said
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [record["status"] for record in records] == ["in part", "skipped", "skipped", "analysed", "analysed"]
    assert [len(record["moves"]) for record in records] == [2, 0, 0, 1, 1]
    assert [len(record["faults"]) for record in records] == [1, 1, 1, 1, 0]
    text = (tmp_path / "bad.analysed.pgn").read_text()
    for kept in ("Ke3 Nc6 [ lost? ] 0-1", "1. e4 { boom } e5 *", '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]', "open"):
        assert kept in text
    # What was written is sound: read again, the same games are found.
    done = kiebitz_run("analyse", "bad.analysed.pgn", "-n", 100, "--json", cwd=tmp_path)
    again = [json.loads(line) for line in done.stdout.splitlines()]
    assert [record["status"] for record in again] == ["analysed", "skipped", "skipped", "analysed", "analysed"]
    assert [record["moves"] for record in again] == [record["moves"] for record in records]


@pytest.fixture
def long_archive(tmp_path):
    path = tmp_path / "long.pgn"
    path.write_text("\n\n".join([ALL_GAMES.read_text()] * 4))
    return path


def begun(path, *options):
    process = subprocess.Popen(
        [*COMMAND, "analyse", str(path), "-n", "4000", *options],
        cwd=path.parent,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env=ENVIRONMENT,
    )
    output = path.with_name("long.analysed.pgn")
    deadline = time.monotonic() + TIMEOUT_S
    while not output.exists() or output.read_text().count("[Event ") < 3:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.005)
    return process, output


def descendants(process):
    listed = subprocess.run(["ps", "-o", "pid=", "-s", str(process.pid)], capture_output=True, check=False).stdout
    return listed.split()


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_interrupted_killed_and_resumed(long_archive, how, jobs):
    process, output = begun(long_archive, "-j", jobs, "--json")
    if how == signal.SIGINT:
        os.killpg(process.pid, how)  # as a terminal does it: to all processes of the command
    else:
        process.kill()
    _, said = process.communicate(timeout=TIMEOUT_S)
    if how == signal.SIGINT:
        assert process.returncode == 130
        assert re.fullmatch(rb"kiebitz: interrupted; \d+ games finished in .*, go on with --resume\n", said), said
    if shutil.which("ps"):
        deadline = time.monotonic() + TIMEOUT_S
        while descendants(process):
            assert time.monotonic() < deadline, "worker processes outlive the command"
            time.sleep(0.05)
    assert "--resume" in refused("analyse", long_archive, "-n", 4000, "--json", cwd=long_archive.parent)
    assert "nodes was 4000" in refused(
        "analyse", long_archive, "-n", 5000, "--json", "--resume", cwd=long_archive.parent
    )
    done = kiebitz_run("analyse", long_archive, "-n", 4000, "--json", "--resume", cwd=long_archive.parent)
    assert done.returncode == 0, done.stderr
    assert mainlines(output) == mainlines(ALL_GAMES) * 4
    assert [json.loads(line)["game"] for line in done.stdout.splitlines()] == list(range(1, 25))
    assert sorted(path.name for path in long_archive.parent.iterdir()) == ["long.analysed.pgn", "long.pgn"]
    assert "is complete" in refused("analyse", long_archive, "-n", 4000, "--resume", cwd=long_archive.parent)


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
def test_interrupted_before_anything_is_done(tmp_path):
    (tmp_path / "g.analysed.pgn").write_text("older")
    shutil.copy(LAST_GAME, tmp_path / "g.pgn")
    process = subprocess.Popen(
        [*COMMAND, "analyse", "g.pgn", "-d", "60"], cwd=tmp_path, stderr=subprocess.PIPE, env=ENVIRONMENT
    )
    deadline = time.monotonic() + TIMEOUT_S
    while not (tmp_path / "g.analysed.pgn.journal").exists():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=TIMEOUT_S)
    assert process.returncode == 130
    assert said == b"kiebitz: interrupted before any game was finished; nothing was written\n"
    assert (tmp_path / "g.analysed.pgn").read_text() == "older"
    assert len(list(tmp_path.iterdir())) == 2


def test_inputs_and_outputs_that_are_refused(tmp_path):
    assert "doesn't exist" in refused("analyse", "none.pgn")
    assert "is a directory" in refused("analyse", tmp_path)
    assert "is the input" in refused("analyse", ALL_GAMES, "-o", ALL_GAMES)
    (tmp_path / "link.pgn").symlink_to(ALL_GAMES)
    assert "is the input" in refused("analyse", ALL_GAMES, "-o", tmp_path / "link.pgn")
    assert "no directory" in refused("analyse", ALL_GAMES, "-o", tmp_path / "none" / "x.pgn")
    assert "is a directory" in refused("analyse", ALL_GAMES, "-o", tmp_path)
    assert "only once" in refused("analyse", "-", "-", stdin=b"")
    assert "no game in standard input" in refused("analyse", "-", stdin=b"", cwd=tmp_path)
    assert "name one with -o" in refused("analyse", ALL_GAMES, "-o", "-")
    assert "--nodes" in refused("analyse", ALL_GAMES, "--nodes", "x")
    for option in ("--nodes", "--depth", "--movetime", "--jobs", "--multipv"):
        for value in ("0", "-1", "x", str(10**30)):
            assert CliRunner().invoke(app, ["analyse", str(ALL_GAMES), option, value]).exit_code == 2
    (tmp_path / "letter.txt").write_text("Dear Sir,\nno chess here\n")
    done = kiebitz_run("analyse", "letter.txt", cwd=tmp_path)
    assert done.returncode == 2
    assert b"no game" in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["letter.txt", "link.pgn"]


def test_disk_full(tmp_path):
    if not os.path.exists("/dev/full"):
        pytest.skip("needs /dev/full")
    assert "is not a file that can be written to" in refused("analyse", LAST_GAME, "-o", "/dev/full", "-n", 10)


def test_output_in_other_encodings(tmp_path):
    done = kiebitz_run("analyse", "-", "-n", 10, stdin='[White "Žižka ♘"]\n\n1. e4 *\n'.encode(), cwd=tmp_path,
                       env={"PYTHONIOENCODING": "ascii"})  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Žižka ♘" in (tmp_path / "stdin.analysed.pgn").read_text(encoding="utf-8")


def test_closed_pipe(tmp_path):
    process = subprocess.Popen(
        [*COMMAND, "analyse", str(ALL_GAMES), "-n", "100", "--json"],
        cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT,
    )  # fmt: skip
    process.stdout.readline()
    process.stdout.close()
    said = process.stderr.read()
    process.wait(TIMEOUT_S)
    assert b"Traceback" not in said


# --- the other commands ---


def test_best():
    result = CliRunner().invoke(app, ["best", "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "--depth", "4", "-k", "2"])
    assert result.exit_code == 0, result.output
    assert "Best move: Ra8# (a1a8)" in result.output
    assert "#1" in result.output
    assert "1. Ra8#" in result.output
    assert re.search(r"^ 2 ", result.output, re.MULTILINE)
    # White's view, whoever moves.
    result = CliRunner().invoke(app, ["best", "6k1/8/8/8/8/8/5PPP/r5K1 w - - 0 1", "-d", "1"])
    assert "White is mated" in result.output
    assert "Stalemate" in CliRunner().invoke(app, ["best", "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", "-d", "1"]).output
    result = CliRunner().invoke(app, ["best", "r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1", "-d", "3"])
    assert "#-1" in result.output


def test_best_with_threads_and_options():
    fen = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"
    result = CliRunner().invoke(app, ["best", fen, "-d", "4", "--threads", "2", "--set", "null_move=off"])
    assert result.exit_code == 0
    assert "Ra8" in result.output
    result = CliRunner().invoke(app, ["best", fen, "-d", "1", "--set", "no_such_thing=1"])
    assert result.exit_code
    assert "there is no option 'no_such_thing'" in result.output


def test_best_as_a_program_of_the_past():
    arguments = ["best", "startpos", "--nodes", "20000", "--era"]
    outputs = {era: CliRunner().invoke(app, [*arguments, era]).output for era in ("tartan", "nimzo", "today")}
    assert all("Best move" in output for output in outputs.values())
    assert len(set(outputs.values())) == 3
    refused = CliRunner().invoke(app, [*arguments, "stone"])
    assert refused.exit_code


def test_best_in_chess960():
    fen = "nqbrkn1r/1p1p1pbp/p1p1p1p1/8/3P4/2N2NP1/PPP1PPBP/1QBRK2R w HDhd - 0 8"
    result = CliRunner().invoke(app, ["best", fen, "-d", "3", "-k", "50"])
    assert result.exit_code == 0, result.output
    assert "O-O" in result.output


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
            timeout=TIMEOUT_S,
            check=False,
        )
    assert done.returncode == 1
    assert re.fullmatch(r"kiebitz: the output can't be written: .*\n", done.stderr)


def test_eval():
    result = CliRunner().invoke(app, ["eval", KIWIPETE])
    assert result.exit_code == 0, result.output
    assert re.search(r"Total: [+-]\d+\.\d\d \(White's view\)", result.output)
    assert "64/64 counts by material" in result.output


def test_perft():
    assert "97,862 leaves" in CliRunner().invoke(app, ["perft", KIWIPETE, "3"]).output
    result = CliRunner().invoke(app, ["perft", "startpos", "3", "--divide", "--threads", "2"])
    lines = result.output.splitlines()
    assert len(lines) == 21
    assert lines[0] == "a2a3: 380"
    assert lines[-1].startswith("8,902 leaves")


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
@pytest.mark.parametrize("options", [[], ["--divide", "--threads", "2"]])
def test_perft_can_be_interrupted(options):
    process = subprocess.Popen([*COMMAND, "perft", "startpos", "12", *options], stderr=subprocess.PIPE, env=ENVIRONMENT)
    time.sleep(2.0)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=TIMEOUT_S)
    assert process.returncode == 130
    assert b"Traceback" not in said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["best", "rubbish"], "not a position"),
        (["eval", "8/8/8/8/8/8/8/8 w - - 0 1"], "not a position"),
        (["perft", "rubbish", "3"], "not a position"),
        (["best"], "FEN"),
        (["perft", "startpos", "x"], "DEPTH"),
        (["perft", "startpos", "99"], "DEPTH"),
        (["frobnicate"], "No such command"),
        (["best", "startpos", "--wrong"], "No such option"),
    ],
)
def test_bad_input_is_one_line(arguments, words):
    assert words in refused(*arguments)
