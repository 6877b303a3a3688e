"""``kiebitz match`` as people run it."""

import json
import os
import signal
import subprocess
import sys

import chess.pgn
import pytest

import kiebitz
from commands import COMMAND, ENVIRONMENT, PATIENCE_S, refused, run_apart, run_here
from kiebitz.kifu.reading import read_kifu
from kiebitz.processes.journal_file import journal_path
from networks import Weights
from processes import wait_until
from sources import DATA

MISBEHAVING = DATA / "engines" / "misbehaving.py"
SHOGI = ["kiebitz", "kiebitz", "--game", "shogi"]


@pytest.mark.check
def test_a_match(tmp_path):
    pgn = tmp_path / "out.pgn"
    arguments = ["kiebitz", "null_move=off", "--nodes", 200, "--games", 4, "--pgn", pgn, "--sprt", -5, 5]
    done = run_apart("match", *arguments)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.decode().splitlines()
    assert "\x1b" not in done.stdout.decode()
    assert lines[0].startswith("4/4 games")
    assert any(line.startswith("SPRT -5 against 5") for line in lines)
    assert lines[-1].startswith("match: date=")
    assert "games=4" in lines[-1]
    with pgn.open() as file:
        games = [chess.pgn.read_game(file) for _ in range(4)]
        assert chess.pgn.read_game(file) is None
    assert all(not game.errors for game in games)
    assert [game.headers["White"] for game in games] == ["Kiebitz", "Kiebitz null_move=off"] * 2
    assert games[0].board().fen() == games[1].board().fen() != games[2].board().fen()
    assert sorted(tmp_path.iterdir()) == [pgn, journal_path(pgn)]
    arguments[arguments.index(4)] = 6
    assert "go on with --resume" in refused("match", *arguments)
    extended = run_here("match", *arguments, "--resume")
    assert extended.status == 0, extended.err
    assert "4 games were played before" in extended.err
    assert "games=6" in extended.out


@pytest.mark.check
def test_any_name_can_be_read_again(tmp_path):
    pgn = tmp_path / "out.pgn"
    run_here("match", 'name=x"y\\', "kiebitz", "--nodes", 50, "--games", 2, "-j", 1, "--pgn", pgn)
    faults = []
    games = list(kiebitz.read_games(pgn, on_fault=faults.append))
    assert [game.tags["White"] for game in games] == ['x"y\\', "Kiebitz"]
    assert not faults


@pytest.mark.check
def test_a_match_of_shogi(tmp_path):
    csa = tmp_path / "out.csa"
    program = f"usi:{sys.executable} -m kiebitz.protocols.usi.loop;name=Program;USI_Hash=1;ResignValue=99999"
    arguments = ["match", "kiebitz,hash=1", program, "--nodes", 100, "--csa", csa, "--max-moves", 24]
    done = run_apart(*arguments, "--games", 2)
    assert done.returncode == 0, done.stderr
    assert "game=shogi" in done.stdout.decode()
    entry = run_here(*arguments, "--games", 4, "--resume", "--json")
    assert "2 games were played before" in entry.err
    assert json.loads(entry.out)["games"] == 4
    assert json.loads(entry.out)["faults"] == {"a": {}, "b": {}}
    games = list(read_kifu(csa))
    assert [game.faults for game in games] == [()] * 4
    assert [game.black for game in games] == ["Kiebitz hash=1", "Program"] * 2
    assert games[0].moves[:12] == games[1].moves[:12] != games[2].moves[:12]
    assert games[0].lines[0].moves[0].comment == "book"
    assert games[0].ending is not None
    # The same games again, by programs or in this process.
    players = ("kiebitz,hash=1", "kiebitz,hash=1,name=Program", "--game", "shogi", "--max-moves", 24, "-j", 1)
    again = run_here("match", *players, *arguments[3:5], "--games", 4, "--json")
    assert json.loads(again.out)["digest"] == json.loads(entry.out)["digest"]


BOOK = """[Event "book"]

1. e4 e5 2. Nf3 Nc6 *

[Event "book"]

1. d4 d5 2. c4 e6 *
"""


@pytest.mark.check
def test_many_players(tmp_path):
    pgn, book = tmp_path / "out.pgn", tmp_path / "book.pgn"
    book.write_text(BOOK)
    players = ["kiebitz", "null_move=off", "history=off"]
    arguments = [*players, "--nodes", 50, "--openings", book, "--pgn", pgn]
    done = run_here("match", *arguments, "--games", 2)
    assert done.status == 0, done.err
    assert done.err.startswith("All against all, Kiebitz, Kiebitz null_move=off, Kiebitz history=off: nodes 50")
    lines = done.out.splitlines()
    assert lines[0].startswith("6/6 games")
    assert any(line.startswith("Elo: over the mean of the players") for line in lines)
    assert lines[-1].startswith("match: date=")
    extended = run_here("match", *arguments, "--games", 4, "--resume")
    assert extended.status == 0, extended.err
    assert "6 games were played before" in extended.err
    assert extended.out.startswith("12/12 games")
    with pgn.open() as file:
        games = [chess.pgn.read_game(file) for _ in range(12)]
        assert chess.pgn.read_game(file) is None
    rounds = "1.1.1 1.1.2 1.2.1 1.2.2 1.3.1 1.3.2 2.1.1 2.1.2"
    assert " ".join(game.headers["Round"] for game in games[:8]) == rounds
    # A book's moves stand in the game from the starting position on; in each round one opening.
    begun = [" ".join(move.uci() for move in list(game.mainline_moves())[:4]) for game in games]
    assert {"FEN" in game.headers for game in games} == {False}
    assert sorted({*begun[:6]} | {*begun[6:]}) == ["d2d4 d7d5 c2c4 e7e6", "e2e4 e7e5 g1f3 b8c6"]
    assert len({*begun[:6]}) == len({*begun[6:]}) == 1
    assert [node.comment for node in games[0].mainline()][:4] == ["book"] * 4
    assert "schedule was round robin" in refused("match", *arguments, "--games", 4, "--resume", "--gauntlet")


@pytest.mark.check
def test_the_first_against_all_others():
    players = ["kiebitz", "null_move=off,name=One", "history=off,name=Two"]
    done = run_here("match", *players, "--gauntlet", "--nodes", 50, "--games", 2, "--json")
    assert done.status == 0, done.err
    entry = json.loads(done.out)
    assert (entry["schedule"], entry["games"]) == ("gauntlet", 4)
    pairings = [(pairing["a"], pairing["b"]) for pairing in entry["pairings"]]
    assert pairings == [("Kiebitz", "One"), ("Kiebitz", "Two")]


def test_a_foreign_journal_is_never_said_to_be_deleted(tmp_path):
    pgn = tmp_path / "out.pgn"
    journal_path(pgn).write_text("somebody's notes\n")
    said = refused("match", "kiebitz", "kiebitz", "-n", 1, "--pgn", pgn)
    assert "was not written by Kiebitz" in said
    assert "delete" not in said
    assert journal_path(pgn).read_text() == "somebody's notes\n"


@pytest.mark.check
def test_a_match_goes_on_only_with_the_same_network(tmp_path):
    """The file may have become another one meanwhile."""
    network, pgn = tmp_path / "own.network", tmp_path / "out.pgn"
    network.write_bytes(Weights.drawn(1).packed())
    arguments = ["kiebitz", f"network={network},name=Own", "--nodes", 200, "--pgn", pgn]
    done = run_here("match", *arguments, "--games", 2)
    assert done.status == 0, done.err
    arguments += ["--games", 4, "--resume"]
    network.write_bytes(Weights.drawn(2).packed())
    assert "network 2" in refused("match", *arguments)
    network.write_bytes(Weights.drawn(1).packed())
    assert run_here("match", *arguments).status == 0


@pytest.mark.check
def test_json_and_faults():
    player = f"uci:{sys.executable} {MISBEHAVING} crash;name=bad"
    done = run_here("match", "kiebitz", player, "--tc", "1+0.1", "--games", 2, "--json")
    assert done.status == 0, done.err
    entry = json.loads(done.out)
    assert (entry["games"], entry["wins"], entry["pairs"]) == (2, 2, [0, 0, 0, 0, 1])
    assert entry["faults"] == {"a": {}, "b": {"crash": 2}}
    assert entry["elo"] == [None, None, None]
    assert "king captured" in done.err


@pytest.mark.check
def test_what_outsiders_say_is_shown_as_text(tmp_path):
    pgn = tmp_path / "out.pgn"
    player = f"uci:{sys.executable} {MISBEHAVING} crash;name=\x1b[2J[/bold]"
    done = run_here("match", "name=a\x07[red]", player, "--tc", "1+0.1", "--games", 2, "--pgn", pgn)
    assert done.status == 0, done.err
    assert "?[2J[/bold]: crash: crashes" in done.err
    for text in (done.out, done.err, pgn.read_text()):
        assert "king captured" in text or text == done.out
        assert "a?[red]" in text
        assert text.replace("\n", "").isprintable()


@pytest.mark.check
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["kiebitz", "kiebitz"], "give one of --tc, --nodes and --depth"),
        (["kiebitz", "stockfisch", "-n", 1], "'stockfisch' is no player"),
        (["kiebitz", "nul_move=off", "-n", 1], "no option 'nul_move'"),
        (["kiebitz", f"uci:{sys.executable} -c pass", "-n", 1], "doesn't start"),
        (["kiebitz", "kiebitz", "-n", 1, "-g", 3], "even number"),
        (["kiebitz", "kiebitz", "-n", 1, "-g", 5000], "4,000 games"),
        (["kiebitz", "kiebitz", "-n", 1, "--sprt", 5, 0], "elo0 < elo1"),
        (["kiebitz", "kiebitz", "-n", 1, "--normalized"], "give both"),
        (["kiebitz", "kiebitz", "kiebitz", "-n", 1, "--sprt", 0, 5], "one player against one other, not 3 players"),
        (["kiebitz", "-n", 1], "between 2 and 100 players, not 1"),
        (["kiebitz", "kiebitz", "-n", 1, "--openings", "/no/\x1b[2Jsuch.epd"], "?[2Jsuch"),
        (["kiebitz", "kiebitz", "-n", 1, "--resume"], "--resume needs --pgn"),
        (["kiebitz", "kiebitz", "-n", 1, "--pgn", "-"], "name a file"),
        (["kiebitz", "kiebitz", "-n", 1, "--pgn", "x.pgn.gz"], "would not be packed"),
        (["kiebitz", "kiebitz", "-n", 1, "--pgn", "/none/x.pgn"], "there is no directory /none for x.pgn"),
        (["kiebitz", "kiebitz", "-n", 1, "--seed", -1], "'--seed'"),
        ([*SHOGI, "kiebitz,era=hydra", "-n", 1], "era is a parameter of chess"),
        (["kiebitz", "kiebitz", "--byoyomi", 1], "--byoyomi is a clock of shogi"),
        (["kiebitz", "kiebitz", "-n", 1, "--csa", "x.csa"], "games of chess are written by --pgn"),
        ([*SHOGI, "-n", 1, "--pgn", "x.pgn"], "games of shogi are written by --csa"),
        ([*SHOGI, "-n", 1, "--resume"], "--resume needs --csa"),
        ([*SHOGI, "--tc", "1+1", "--byoyomi", 1], "gives time anew"),
        ([*SHOGI, "-n", 1, "-g", 2000], "500 openings, for 1,000 games"),
        (["uci:x", "usi:y", "-n", 1], "uci:x plays chess and usi:y shogi"),
        (["--game", "shogi", "kiebitz", "xboard:y", "-n", 1], "a program for shogi speaks USI (usi:COMMAND)"),
        ([*SHOGI, "kiebitz,static_selectivity=on", "-n", 1], "parameter of chess"),
    ],
)
def test_mistakes_are_named(arguments, words):
    assert words in refused("match", *arguments)


@pytest.mark.check
@pytest.mark.skipif(sys.platform == "win32", reason="no such limits")
def test_a_full_disk_is_named_and_the_standing_told(tmp_path):
    import resource

    pgn, room = tmp_path / "out.pgn", 9_000
    done = subprocess.run(
        [*COMMAND, "match", "kiebitz", "null_move=off", "--nodes", "50", "--games", "1000", "--pgn", str(pgn)],
        env=ENVIRONMENT, capture_output=True, text=True, timeout=PATIENCE_S, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
    )  # fmt: skip
    assert done.returncode == 1
    assert f"kiebitz: {pgn}" in done.stderr
    assert "File too large" in done.stderr
    assert "Traceback" not in done.stderr
    assert json_of(done.stdout.encode())["games"] >= 1
    assert "status=interrupted" in done.stdout


@pytest.mark.check
def test_broken_openings_are_reported(tmp_path):
    book, more = tmp_path / "book.epd", tmp_path / "more.epd"
    book.write_text("nonsense\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n")
    more.write_text("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n")
    books = ["--openings", book, "--openings", more]
    done = run_here("match", "kiebitz", "history=off", "-n", 50, "-g", 4, "-j", 2, *books, "--json")
    assert done.status == 0, done.err
    assert "book.epd, line 1:" in done.err
    entry = json.loads(done.out)
    assert (entry["book"], entry["games"]) == ("book.epd+more.epd", 4)


@pytest.mark.check
@pytest.mark.parametrize(
    ("how", "to_all"), [(signal.SIGINT, True), pytest.param(signal.SIGTERM, False, marks=pytest.mark.nightly)]
)
def test_an_interruption_keeps_what_was_played(how, to_all, tmp_path):
    """What is killed outright, and goes on: ``test_kill_matrix``."""
    pgn = tmp_path / "out.pgn"
    command = [*COMMAND, "match", "kiebitz", "null_move=off", "--nodes", "400", "--games", "1000", "--pgn", str(pgn)]
    process = subprocess.Popen(
        command, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    wait_until(lambda: pgn.exists() and pgn.read_text().count("[Result") >= 3)
    if to_all:
        os.killpg(process.pid, how)  # as a terminal does: to every process
    else:
        process.send_signal(how)
    out, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130
    assert b"Traceback" not in err
    assert b"go on with --resume" in err
    games = json_of(out)["games"]
    assert games >= 3
    assert "status=interrupted" in out.decode()
    assert pgn.read_text().count("[Result") == games


def json_of(out):
    """The figures of the ledger line."""
    last = out.decode().splitlines()[-1]
    return {"games": int(last.split(" games=")[1].split()[0])}
