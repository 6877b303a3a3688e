"""``kiebitz analyse`` as people run it."""

import gzip
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
from itertools import product

import chess
import chess.pgn
import polars
import pytest

import kiebitz
from commands import COMMAND, ENVIRONMENT, PATIENCE_S, refused, run_apart, run_here
from kiebitz.analysis.archive_run.display import MOMENTS
from kiebitz.analysis.archive_run.table import unit_of
from processes import wait_until
from sources import DATA, ROOT

pytestmark = pytest.mark.check

LAST_GAME = ROOT / "examples" / "kasparov-deep-blue-1997-game-6.pgn"
DEMO_GAME = ROOT / "examples" / "carlsen-anand-2014-game-6.pgn"
ALL_GAMES = ROOT / "examples" / "kasparov-deep-blue-1997.pgn"
TORTURE = DATA / "pgn" / "torture"
OPENING = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O"
MANY, NODES = 20, 4000
"""Games and nodes: few, and enough for a run to be interrupted in its midst."""


def mainlines(path):
    games = []
    with path.open(encoding="utf-8") as handle:
        while game := chess.pgn.read_game(handle):
            games.append(list(game.mainline_moves()))
    return games


def test_one_game(tmp_path):
    done = run_apart("analyse", LAST_GAME, "--nodes", 2000, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stderr == b""
    text = done.stdout.decode()
    assert "\x1b" not in text
    assert text.startswith("Deep Blue (Computer) - Garry Kasparov, 1-0")
    # Every ply has its row; a sentence may break before a move's number, too.
    rows = {row.strip() for row in re.findall(r"^ +\d+\.+ ", text, re.MULTILINE)}
    assert rows >= {f"{ply // 2 + 1}{'...' if ply % 2 else '.'}" for ply in range(37)}
    assert "Accuracy" in text
    output = tmp_path / "kasparov-deep-blue-1997-game-6.analysed.pgn"
    assert f"Annotated PGN: {output.name}" in text
    assert mainlines(output) == mainlines(LAST_GAME)
    assert list(tmp_path.iterdir()) == [output]


def test_tables_tell_of_a_win_thrown_away(tmp_path):
    """In the table, the PGN and the page; ``--json``'s facts are a matter of ``test_batch``."""
    (tmp_path / "ending.pgn").write_text('[SetUp "1"]\n[FEN "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"]\n\n1. Kf2 Kd6 *\n')
    tables = ("--syzygy", DATA / "syzygy")
    done = run_here("analyse", "ending.pgn", "--nodes", 500, *tables, "--html", "ending.html", cwd=tmp_path)
    assert done.status == 0, done.err
    for text in (done.out, *((tmp_path / name).read_text() for name in ("ending.analysed.pgn", "ending.html"))):
        assert "1.Kf2 throws away a won ending: 1." in text
    assert "no tables in nowhere" in refused("analyse", "ending.pgn", "--syzygy", "nowhere", cwd=tmp_path)


def test_the_demo_marks_what_the_game_is_known_for(tmp_path):
    """As ``make demo`` runs it: both faults, with the blow that one allowed and the other missed; no other ??."""
    done = run_here("analyse", DEMO_GAME, "--nodes", "60000", "--json", cwd=tmp_path)
    assert done.status == 0, done.err
    moves = json.loads(done.out)["moves"]
    marked = {(move["number"], move["san"]): move["judgement"] for move in moves if move["judgement"]}
    assert marked[26, "Kd2"] in {"mistake", "blunder"}
    assert marked[26, "a4"] == "blunder"
    assert "blunder" not in {mark for (number, _), mark in marked.items() if number != 26}
    assert moves[51]["best_san"] == "Nxe5"
    # What Stockfish 15.1, at depth 22, thinks bad as well; it knows of no mistake before.
    assert not {number for (number, _), mark in marked.items() if mark == "mistake" and number < 26}


def test_moments_are_the_mistakes_and_why(tmp_path):
    (tmp_path / "game.pgn").write_text("1. f3 e5 2. g4 Qh4# 0-1\n")
    done = run_here("analyse", "game.pgn", "-n", 2000, "--moments", cwd=tmp_path)
    assert done.status == 0, done.err
    said = [line.strip() for line in done.out.splitlines() if line.strip()]
    assert said[0].startswith("? - ?, 0-1")
    assert said[1].startswith("2. g4??  #-1; best was ")
    assert "\n    2...Qh4# is mate." in done.out
    assert " ".join(said[3:-1]) == MOMENTS.format(unit=unit_of("chess"))
    assert said[-1] == "Annotated PGN: game.analysed.pgn"
    (tmp_path / "calm.pgn").write_text("1. e4 e5 *\n")
    assert "No mistakes and no blunders." in run_here("analyse", "calm.pgn", "-n", 2000, "--moments", cwd=tmp_path).out
    (tmp_path / "two.pgn").write_text("1. e4 e5 *\n\n1. d4 d5 *\n")
    told = refused("analyse", "two.pgn", "-n", 10, "--moments", cwd=tmp_path)
    assert "--moments is for one game, and there are 2; leave it out" in told
    two = (tmp_path / "two.pgn").read_bytes()
    done = run_here("analyse", "-", "-n", 10, "--moments", "--jobs", 1, stdin=two, cwd=tmp_path)
    assert (done.status, done.err) == (0, "kiebitz: --moments is for one game, and there were 2\n")


def test_marks_of_one_game_are_explained_unless_told_otherwise(tmp_path):
    (tmp_path / "game.pgn").write_text("1. f3 e5 2. g4 Qh4# 0-1\n")
    (tmp_path / "two.pgn").write_text("1. f3 e5 2. g4 Qh4# 0-1\n\n1. f4 e5 2. g4 Qh4# 0-1\n")
    for name, options, said in [
        ("game.pgn", (), 1),
        ("game.pgn", ("--no-explain",), 0),
        ("two.pgn", ("-j", 1), 0),
        ("two.pgn", ("--explain", "--language", "de", "-j", 1), 2),
    ]:
        done = run_here("analyse", name, "-n", 2000, "-o", "out.pgn", *options, cwd=tmp_path)
        assert done.status == 0, done.err
        text = (tmp_path / "out.pgn").read_text()
        assert text.count("(Kiebitz: ") == said
        assert ("ist matt" in " ".join(text.split())) == ("de" in options)


def test_an_archive_whatever_the_jobs(tmp_path):
    outputs = []
    for jobs in (1, 2):
        outputs.append(tmp_path / f"{jobs}.pgn")
        done = run_here("analyse", ALL_GAMES, "-n", 300, "-j", jobs, "-o", outputs[-1])
        assert done.status == 0, done.err
        rows = done.out.splitlines()
        assert rows[0].split()[:3] == ["Game", "White", "Black"]
        assert rows[1] == str(ALL_GAMES)
        assert [row.split()[0] for row in rows[2:8]] == list("123456")
        assert rows[8].startswith("6 games: 6 analysed")
    assert outputs[0].read_text() == outputs[1].read_text()
    assert mainlines(outputs[0]) == mainlines(ALL_GAMES)


OURSELVES = f"{sys.executable} -m kiebitz uci;Hash=16"
"""A program that speaks UCI and is always there."""


@pytest.mark.parametrize("jobs", [2, pytest.param(1, marks=pytest.mark.nightly)])
def test_another_engine_judges_as_ours_would(tmp_path, jobs):
    games = tmp_path / "games.pgn"
    games.write_text(f"{LAST_GAME.read_text()}\n\n{OPENING} *\n")
    outputs = [tmp_path / "own.pgn", tmp_path / "program.pgn"]
    for output, more in zip(outputs, ((), ("--engine", f"{OURSELVES};name=Other")), strict=True):
        done = run_here("analyse", games, "-n", 300, "-j", jobs, "-o", output, "--explain", *more)
        assert done.status == 0, done.err
    own, program = (output.read_text() for output in outputs)
    annotator = f"Kiebitz {kiebitz.__version__}"
    assert program.count(f'[Annotator "{annotator} with Other"]') == 2
    assert program.replace(f"{annotator} with Other", annotator) == own


def test_an_engine_that_can_not_judge_is_refused(tmp_path):
    for engine, said in (
        ("no-such-program", "--engine: there is no program no-such-program"),
        (f"{sys.executable} -c pass", "doesn't start"),
        (f"{OURSELVES};Thread=2", "doesn't start: .*Thread"),
    ):
        assert re.search(said, refused("analyse", LAST_GAME, "--engine", engine, "-o", tmp_path / "out.pgn"))
    engine = ("--engine", OURSELVES, "--threads", 2)
    assert "threads and eras are our own engine's" in refused("analyse", LAST_GAME, *engine, cwd=tmp_path)
    assert "--threads is for our own engine" in refused("explain", "startpos", "e4", *engine)
    assert not list(tmp_path.iterdir())


def test_an_engine_that_dies_loses_one_game(tmp_path):
    """It dies in its first game only; that one is told and kept, and the others are analysed."""
    marker = tmp_path / "died"
    program = tmp_path / "program.py"
    program.write_text(
        f"import pathlib, subprocess, sys\n"
        f"command = [sys.executable, '-m', 'kiebitz', 'uci']\n"
        f"own = subprocess.Popen(command, stdin=subprocess.PIPE, text=True, bufsize=1)\n"
        f"asked, marker = 0, pathlib.Path({str(marker)!r})\n"
        f"for line in sys.stdin:\n"
        f"    asked += line.startswith('go')\n"
        f"    if asked == 5 and not marker.exists():\n"
        f"        marker.touch(); own.kill(); sys.exit('out of luck')\n"
        f"    own.stdin.write(line)\n"
    )
    engine = f"{sys.executable} {program};name=Mortal"
    games = tmp_path / "games.pgn"
    games.write_text(f"{OPENING} *\n\n{OPENING} 9. h3 *\n\n{OPENING} 9. d4 *\n")
    done = run_here("analyse", games, "-n", 300, "-j", 1, "-o", tmp_path / "out.pgn", "--engine", engine)
    assert done.status == 0, done.err
    assert "game 1, line 1: not analysed: Mortal crashes" in done.err
    assert "out of luck" in done.err
    assert done.out.splitlines()[5].startswith("3 games: 2 analysed, 1 not analysed")
    assert mainlines(tmp_path / "out.pgn") == mainlines(games)


def test_json(tmp_path):
    done = run_here("analyse", ALL_GAMES, LAST_GAME, "-n", 300, "-k", 2, "-j", 1, "--json", cwd=tmp_path)
    assert done.status == 0, done.err
    records = [json.loads(line) for line in done.out.splitlines()]
    assert [record["game"] for record in records] == [1, 2, 3, 4, 5, 6, 1]
    assert (tmp_path / "analysed.pgn").exists()
    board = chess.Board()
    for move in records[-1]["moves"]:
        for line in move["lines"]:
            after = board.copy()
            for step in line["pv"]:
                after.push_uci(step)
        board.push_uci(move["uci"])
    assert board.fullmove_number == 19


def test_standard_input_and_gzip(tmp_path):
    game = '[White "Müller"]\n[Black "Ž"]\n\n1. e4 e5 *\n'
    done = run_here("analyse", "-", "-n", 100, stdin=game.encode("cp1252"), cwd=tmp_path)
    assert "game 1, line 1: not in UTF-8: read as Windows-1252" in done.err
    (tmp_path / "a.pgn.gz").write_bytes(gzip.compress(game.encode()))
    assert run_here("analyse", "a.pgn.gz", "-n", 100, cwd=tmp_path).status == 0
    texts = [(tmp_path / f"{name}.analysed.pgn").read_text("utf-8") for name in ("a", "stdin")]
    assert texts[0] == texts[1]
    assert "Müller" in texts[0]


def test_only_games_that_are_wanted(tmp_path):
    wanted = ("--player", "kasparov", "--result", "1/2-1/2", "--skip", 1, "--first", 1)
    done = run_here("analyse", ALL_GAMES, "-n", 20, *wanted, "-o", "out.pgn", cwd=tmp_path)
    assert mainlines(tmp_path / "out.pgn") == [mainlines(ALL_GAMES)[3]], done.err
    assert "no such game in" in refused("analyse", ALL_GAMES, "--min-rating", 1, "-o", "out.pgn", cwd=tmp_path)


def test_what_is_analysed_already_is_left_out_of_a_pattern(tmp_path):
    for name in ("a.pgn", "b.pgn"):
        (tmp_path / name).write_text("1. e4 e5 *\n")
    for _ in range(2):
        names = sorted(path.name for path in tmp_path.glob("*.pgn"))
        done = run_here("analyse", *names, "-n", 100, "-j", 1, cwd=tmp_path)
        assert done.status == 0, done.err
        assert "2 games: 2 analysed" in done.out
    assert done.err == "kiebitz: analysed.pgn is analysed already; left out (name it alone to analyse it again)\n"
    done = run_here("analyse", "b.pgn", "-n", 100, cwd=tmp_path)
    done = run_here("analyse", "b.analysed.pgn", "b.pgn", "-n", 100, "-j", 1, cwd=tmp_path)
    assert done.err.startswith("kiebitz: b.analysed.pgn is analysed already; left out")
    assert "Annotated PGN: b.analysed.pgn" in done.out
    assert len(mainlines(tmp_path / "b.analysed.pgn")) == 1


def test_a_deeper_analysis_is_not_overwritten_unasked(tmp_path):
    (tmp_path / "a.pgn").write_text("1. e4 e5 *\n")
    for name in ("out.pgn", "out.pgn.gz"):
        run = ("analyse", "a.pgn", "-o", name)
        assert run_here(*run, "-n", 200, cwd=tmp_path).status == 0
        kept = (tmp_path / name).read_bytes()
        for shallower in (("-n", 199), ("-d", 5)):
            said = refused(*run, *shallower, cwd=tmp_path)
            assert f"{name} was analysed with 200 nodes a position, deeper than this" in said
            assert (tmp_path / name).read_bytes() == kept
        assert run_here(*run, "-n", 200, cwd=tmp_path).status == 0
        assert run_here(*run, "-d", 2, "--overwrite", cwd=tmp_path).status == 0
        assert run_here(*run, "-d", 3, cwd=tmp_path).status == 0
        assert "was analysed with 3 plies" in refused(*run, "-d", 2, cwd=tmp_path)


def test_games_to_standard_output(tmp_path):
    run = ("analyse", ALL_GAMES, "-n", 100, "-j")
    assert run_here(*run, 1, "-o", "file.pgn", cwd=tmp_path).status == 0
    done = run_here(*run, 2, "-o", "-", cwd=tmp_path)
    assert done.status == 0
    assert done.out == (tmp_path / "file.pgn").read_text()
    assert "Deep Blue" in done.err
    assert "Annotated PGN" not in done.err
    assert [path.name for path in tmp_path.iterdir()] == ["file.pgn"]


def test_several_best_lines_are_shown(tmp_path):
    (tmp_path / "a.pgn").write_text("1. e4 e5 *\n")
    rows = run_here("analyse", "a.pgn", "-n", 2000, "-k", 3, cwd=tmp_path).out.splitlines()
    number = next(index for index, row in enumerate(rows) if row.split()[:2] == ["1.", "e4"])
    lines = [rows[number].split()[3:], *(row.split() for row in rows[number + 1 : number + 3])]
    assert all(re.fullmatch(r"[+-]\d\.\d\d", line[0]) for line in lines)
    assert {line[1] for line in lines} == {"1."}
    assert len({line[2] for line in lines}) == 3
    assert rows[number + 3].split()[:2] == ["1...", "e5"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_store_changes_nothing(tmp_path, jobs):
    (tmp_path / "two.pgn").write_text(f"{OPENING} *\n\n{OPENING} 9. h3 *\n")
    outputs = {}
    for name, options in (("off", ["--apart"]), ("empty", ["--store", "s"]), ("full", ["--store", "s"])):
        done = run_here(
            "analyse", "two.pgn", "-n", 300, "-j", jobs, "-o", f"{name}.pgn", "--parquet", name, *options, cwd=tmp_path
        )
        assert done.status == 0, done.err
        frames = [polars.read_parquet(file) for file in sorted((tmp_path / name).iterdir())]
        outputs[name] = ((tmp_path / f"{name}.pgn").read_bytes(), [frame.rows() for frame in frames])
    assert outputs["off"] == outputs["empty"] == outputs["full"]
    assert (tmp_path / "s").stat().st_size > 4096
    assert "no store of Kiebitz's" not in done.err
    assert "can't be used as a store" in refused("analyse", "two.pgn", "--store", "two.pgn", cwd=tmp_path)
    assert "give nodes or depth as the limit" in refused("analyse", "two.pgn", "--store", "s", "-t", 5, cwd=tmp_path)


def test_bad_games_are_reported_and_kept(tmp_path):
    (tmp_path / "bad.pgn").write_text(
        '[Event "1"]\n\n1. e4 e5 2. Ke3 Nc6 { lost? } 0-1\n\n'
        '[Event "2"]\n[Variant "Atomic"]\n\n1. e4 { boom } e5 *\n\n'
        '[Event "3"]\n[SetUp "1"]\n[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 *\n\n'
        '[Event "4"]\n\n1. d4 { open\n\n'
        '[Event "5"]\n\n1. c4 *\n'
    )
    done = run_here("analyse", "bad.pgn", "-n", 100, "-j", 1, "--json", cwd=tmp_path)
    assert done.status == 0
    said = done.err
    for expected in (
        "bad.pgn, game 1, line 3: 2. Ke3 is illegal; analysed up to there",
        "bad.pgn, game 2, line 5: of the variant Atomic",
        "bad.pgn, game 3, line 10: the position in its tag FEN can't be analysed",
        "bad.pgn, game 4, line 18: the comment that begins here is never closed",
    ):
        assert f"kiebitz: {expected}" in said
    records = [json.loads(line) for line in done.out.splitlines()]
    assert [record["status"] for record in records] == ["in part", "skipped", "skipped", "analysed", "analysed"]
    assert [len(record["moves"]) for record in records] == [2, 0, 0, 1, 1]
    assert [len(record["faults"]) for record in records] == [1, 1, 1, 1, 0]
    text = (tmp_path / "bad.analysed.pgn").read_text()
    for kept in ("Ke3 Nc6 [ lost? ] 0-1", "1. e4 { boom } e5 *", '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]', "open"):
        assert kept in text
    # What was written is sound: read again, the same games are found.
    done = run_here("analyse", "bad.analysed.pgn", "-n", 100, "-j", 1, "--json", cwd=tmp_path)
    again = [json.loads(line) for line in done.out.splitlines()]
    assert [record["status"] for record in again] == ["analysed", "skipped", "skipped", "analysed", "analysed"]
    assert [record["moves"] for record in again] == [record["moves"] for record in records]


@pytest.fixture
def long_archive(tmp_path):
    """Many short games, so that a run can be interrupted between them."""
    path = tmp_path / "long.pgn"
    path.write_text("\n\n".join(f'[Event "{number}"]\n\n{OPENING} *' for number in range(1, MANY + 1)))
    return path


def begun(path, *options):
    process = subprocess.Popen(
        [*COMMAND, "analyse", str(path), "-n", str(NODES), *options],
        cwd=path.parent,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env=ENVIRONMENT,
    )
    output = path.with_name("long.analysed.pgn")
    wait_until(lambda: process.poll() is not None or (output.exists() and output.read_text().count("[Event ") >= 3))
    assert process.poll() is None, process.communicate()
    return process, output


def descendants(process):
    listed = subprocess.run(["ps", "-o", "pid=", "-s", str(process.pid)], capture_output=True, check=False).stdout
    return listed.split()


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
@pytest.mark.parametrize(
    ("how", "jobs"),
    [
        pytest.param(how, jobs, marks=() if (how, jobs) == (signal.SIGINT, "2") else pytest.mark.nightly)
        for how, jobs in product((signal.SIGKILL, signal.SIGINT, signal.SIGTERM), ("1", "2"))
    ],
)
def test_interrupted_killed_and_resumed(long_archive, how, jobs):
    process, output = begun(long_archive, "-j", jobs, "--json")
    if how == signal.SIGINT:
        os.killpg(process.pid, how)  # as a terminal does it: to all processes of the command
    else:
        process.send_signal(how)
    _, said = process.communicate(timeout=PATIENCE_S)
    if how != signal.SIGKILL:
        assert process.returncode == 130
        assert re.fullmatch(rb"kiebitz: interrupted; \d+ games finished in .*, go on with --resume\n", said), said
    if shutil.which("ps"):
        wait_until(lambda: not descendants(process))  # no worker outlives the command
    assert "--resume" in refused("analyse", long_archive, "-n", NODES, "--json", cwd=long_archive.parent)
    assert f"nodes was {NODES}" in refused(
        "analyse", long_archive, "-n", NODES + 1, "--json", "--resume", cwd=long_archive.parent
    )
    done = run_here("analyse", long_archive, "-n", NODES, "-j", 1, "--json", "--resume", cwd=long_archive.parent)
    assert done.status == 0, done.err
    assert mainlines(output) == mainlines(long_archive)
    assert [json.loads(line)["game"] for line in done.out.splitlines()] == list(range(1, MANY + 1))
    assert sorted(path.name for path in long_archive.parent.iterdir()) == ["long.analysed.pgn", "long.pgn"]
    assert "is complete" in refused("analyse", long_archive, "-n", NODES, "--resume", cwd=long_archive.parent)


DRIPS = """\
#!/bin/sh
while read -r line; do
    case "$line" in
        uci) echo uciok ;;
        isready) echo readyok ;;
        go*) while echo "info string hm"; do sleep 0.1; done ;;
        quit) exit ;;
    esac
done
"""
"""A program that always says something and never a move."""


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
@pytest.mark.parametrize("judge", [[], ["--engine", "./drips"]])
def test_interrupted_before_anything_is_done(tmp_path, judge):
    (tmp_path / "drips").write_text(DRIPS)
    (tmp_path / "drips").chmod(0o755)
    older = '[AnalysisLimit "depth 1"]\n\n1. e4 *\n'
    (tmp_path / "g.analysed.pgn").write_text(older)
    shutil.copy(LAST_GAME, tmp_path / "g.pgn")
    process = subprocess.Popen(
        [*COMMAND, "analyse", "g.pgn", "-d", "60", *judge], cwd=tmp_path, stderr=subprocess.PIPE, env=ENVIRONMENT
    )
    journal = tmp_path / "g.analysed.pgn.journal"
    wait_until(lambda: journal.exists() and journal.stat().st_size > 0)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130
    assert said == b"kiebitz: interrupted before any game was finished; nothing was written\n"
    assert (tmp_path / "g.analysed.pgn").read_text() == older
    assert len(list(tmp_path.iterdir())) == 3


def test_inputs_and_outputs_that_are_refused(tmp_path):
    assert "doesn't exist" in refused("analyse", "none.pgn")
    assert "is a folder without PGN files" in refused("analyse", tmp_path)
    assert "is the input" in refused("analyse", ALL_GAMES, "-o", ALL_GAMES)
    (tmp_path / "link.pgn").symlink_to(ALL_GAMES)
    assert "is the input" in refused("analyse", ALL_GAMES, "-o", tmp_path / "link.pgn")
    assert "no directory" in refused("analyse", ALL_GAMES, "-o", tmp_path / "none" / "x.pgn")
    assert "is a directory" in refused("analyse", ALL_GAMES, "-o", tmp_path)
    for other in (b"1. e4 e5 *\n", b"\xff\x00 no games"):
        (tmp_path / "other.pgn").write_bytes(other)
        run = "analyse", LAST_GAME, "-o", tmp_path / "other.pgn", "-n", 10
        assert "other.pgn is no analysis of Kiebitz's; name another -o, or --overwrite it" in refused(*run)
        assert (tmp_path / "other.pgn").read_bytes() == other
    (tmp_path / "other.pgn").unlink()
    if os.path.exists("/dev/full"):
        assert "is not a file that can be written to" in refused("analyse", LAST_GAME, "-o", "/dev/full", "-n", 10)
    assert "only once" in refused("analyse", "-", "-", stdin=b"")
    assert "no game in standard input" in refused("analyse", "-", stdin=b"", cwd=tmp_path)
    assert "--parquet needs a file" in refused("analyse", ALL_GAMES, "-o", "-", "--parquet", tmp_path)
    for option in ("--resume", "--json"):
        assert f"{option} needs a file" in refused("analyse", ALL_GAMES, "-o", "-", option)
    assert "leave one of them out" in refused("analyse", LAST_GAME, "--json", "--moments", "-o", "x.pgn", cwd=tmp_path)
    assert "--nodes" in refused("analyse", ALL_GAMES, "--nodes", "x")
    for option in ("--nodes", "--depth", "--movetime", "--jobs", "--multipv", "--threads"):
        for value in ("0", "-1", "x", str(10**30)) if option == "--nodes" else ("0",):
            assert option in refused("analyse", ALL_GAMES, option, value)
    (tmp_path / "letter.txt").write_text("Dear Sir,\nno chess here\n")
    done = run_here("analyse", "letter.txt", cwd=tmp_path)
    assert done.status == 2
    assert "no game" in done.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["letter.txt", "link.pgn"]


def test_a_cluster_is_asked_for_in_reason(tmp_path, monkeypatch):
    cluster = ("analyse", ALL_GAMES, "--ray", "local", "-o", "out.pgn")
    assert "leave --jobs out" in refused("analyse", ALL_GAMES, "--ray", "auto", "-j", 2)
    assert "--ray needs a file" in refused("analyse", ALL_GAMES, "--ray", "local", "-o", "-")
    monkeypatch.setattr("kiebitz.analysis.farm.forecast.MEASURED_S", 0.05)
    done = run_here(*cluster, "-n", 10**9, cwd=tmp_path)
    cost, refusal = done.err.splitlines()
    assert re.match(r"kiebitz: 6 games, about [\d,]+ positions: .* core-hours at .* measured here", cost)
    assert (done.status, refusal) == (
        2,
        "kiebitz: this takes more than an hour of work; start it with --yes",
    )
    monkeypatch.setitem(sys.modules, "ray", None)
    for few in (("-n", 10), ("-n", 10**9, "--yes")):
        done = run_here(*cluster, *few, cwd=tmp_path)
        assert done.status == 2
        assert "pip install 'kiebitz[ray]'" in done.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="limits of Unix")
@pytest.mark.parametrize(
    ("suffix", "share"),
    [
        pytest.param(*each, marks=() if each in {("pgn", 0.4), ("pgn.gz", 0.9)} else pytest.mark.nightly)
        for each in product(("pgn", "pgn.gz"), (0.1, 0.4, 0.9))
    ],
)
def test_a_disk_that_gets_full_in_any_game_loses_nothing(tmp_path, suffix, share):
    """From the first game on: what is there of its output isn't taken for a whole one."""
    import resource

    whole, output = (tmp_path / f"{name}.{suffix}" for name in ("whole", "out"))
    words = random.Random(1).randbytes(4_000).hex()
    (tmp_path / "games.pgn").write_text("\n\n".join(f'[Event "{n}"]\n\n1. e4 {{{words}}} e5 *' for n in range(3)))
    settings = ("analyse", "games.pgn", "-n", 1, "-j", 1, "-o")
    assert run_here(*settings, whole.name, cwd=tmp_path).status == 0
    limit = int(whole.stat().st_size * share)
    full = subprocess.run(
        [*COMMAND, *map(str, settings), output.name], cwd=tmp_path, env=ENVIRONMENT, capture_output=True, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )  # fmt: skip
    assert full.returncode == 1
    assert full.stderr.decode().strip().endswith(": File too large")
    done = run_here(*settings, output.name, "--resume", cwd=tmp_path)
    assert done.status == 0, done.err
    assert output.read_bytes() == whole.read_bytes()


def test_output_in_other_encodings(tmp_path):
    done = run_apart("analyse", "-", "-n", 10, stdin='[White "Žižka ♘"]\n\n1. e4 *\n'.encode(), cwd=tmp_path,
                     PYTHONIOENCODING="ascii")  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Žižka ♘" in (tmp_path / "stdin.analysed.pgn").read_text(encoding="utf-8")


def test_closed_pipe(tmp_path):
    process = subprocess.Popen(
        [*COMMAND, "analyse", str(ALL_GAMES), "-n", "100", "-j", "1", "--json"],
        cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT,
    )  # fmt: skip
    process.stdout.readline()
    process.stdout.close()
    said = process.stderr.read()
    process.wait(PATIENCE_S)
    assert b"Traceback" not in said
