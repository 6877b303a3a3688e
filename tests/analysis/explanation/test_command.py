"""``kiebitz explain`` as people call it."""

import gzip
import json
import re

import pytest

from commands import refused, run_here
from sources import DATA

SCHOLAR = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3"
GAME = "1. e4 e5 2. Bc4 Nc6 3. Qf3 a6 4. Qxf7# 1-0\n"
FEW = ("--nodes", 10_000)


@pytest.mark.parametrize("words", [(SCHOLAR, "a6"), (SCHOLAR, "3...a6?"), (*SCHOLAR.split(), "a7a6")], ids=len)
def test_a_move_in_a_position(words):
    done = run_here("explain", *words, *FEW)
    assert done.status == 0, done.err
    first, *sentences = done.out.splitlines()
    assert first.startswith("3...a6 #1; best: 3...")
    assert sentences[:2] == ["  4.Qxf7# is mate.", "  This overlooks the threat 4.Qxf7#."]


@pytest.mark.check
def test_a_move_of_a_game(tmp_path):
    (tmp_path / "game.pgn").write_text(GAME)
    done = run_here("explain", "game.pgn", "3...", *FEW, "--language", "de", cwd=tmp_path)
    assert "  4.Dxf7# ist matt." in done.out.splitlines()
    assert run_here("explain", "game.pgn", "4.", *FEW, cwd=tmp_path).out == "4. Qxf7# #1\n  4.Qxf7# is mate.\n"
    assert run_here("explain", "game.pgn", *FEW, cwd=tmp_path).out == "The game is over.\n"


def _packed(pgn):
    return gzip.compress(pgn.encode())


def _of_windows(pgn):
    return pgn.encode("utf-16")


@pytest.mark.parametrize(("name", "write"), [("a.pgn", str.encode), ("a.pgn.gz", _packed), ("a.pgn", _of_windows)])
def test_games_are_read_as_analyse_reads_them(tmp_path, name, write):
    (tmp_path / name).write_bytes(write('[White "X"]\n\n1. e4 d5 2. e×d5 Q×d5 3. ♘c3 Qa5 *\n'))
    done = run_here("explain", name, "3.", *FEW, cwd=tmp_path)
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("3. Nc3 ")


def test_where_a_game_cannot_be_read_is_told(tmp_path):
    (tmp_path / "a.pgn").write_text("1. e4 e5 2. Zz9 *\n")
    done = run_here("explain", "a.pgn", *FEW, cwd=tmp_path)
    assert done.err.startswith("kiebitz: a.pgn, game 1, line 1: '2. Zz9' is no move")
    assert done.out.startswith("2. ")
    (tmp_path / "a.pgn").write_text('[Variant "Atomic"]\n\n1. e4 *\n')
    told = run_here("explain", "a.pgn", *FEW, cwd=tmp_path).err.splitlines()
    assert "Atomic, which Kiebitz doesn't play" in told[0]
    assert "game 1 of a.pgn has no move that can be explained" in told[1]
    (tmp_path / "a.pgn").write_text('Words\n\n[White "X"]\n\n1. e4 *\n')
    told = run_here("explain", "a.pgn", "--game", 1, cwd=tmp_path).err.splitlines()
    assert "game 1 of a.pgn has no move that can be explained" in told[1]


def test_one_of_several_games_is_named(tmp_path):
    (tmp_path / "two.pgn").write_text("1. e4 *\n\n1. d4 *\n")
    first = run_here("explain", "two.pgn", "1", *FEW, cwd=tmp_path)
    assert first.out.startswith("1. e4 ")
    assert first.err == "kiebitz: two.pgn has more than one game; game 1 is explained, --game 2 names the next\n"
    second = run_here("explain", "two.pgn", "1", "--game", 2, *FEW, cwd=tmp_path)
    assert (second.out[:6], second.err) == ("1. d4 ", "")


def test_of_a_move_that_does_nothing_the_best_answer_is_told():
    told = run_here("explain", "startpos", "e4", *FEW).out
    assert re.search(r"\n  1\.\.\.\w+ is the best answer, and .* is .*: 2\. ", told)
    assert "is the best answer" in run_here("explain", "startpos", *FEW).out


def test_nothing_proven_is_said_so():
    told = run_here("explain", "startpos", "e4", "--nodes", "1").out
    assert told.endswith("\n  Nothing could be proven about it.\n")


def test_what_is_no_game_of_chess_is_refused(tmp_path):
    (tmp_path / "words.txt").write_text("Nothing to see here.\n")
    done = run_here("explain", "words.txt", cwd=tmp_path)
    assert (done.status, done.out) == (2, "")
    assert done.err.endswith("kiebitz: no game in words.txt; name a PGN file, or a position\n")
    (tmp_path / "game.kif").write_text("手合割：平手\n1 ７六歩(77)\n", encoding="utf-8")
    told = refused("explain", "game.kif", cwd=tmp_path)
    assert "game.kif is shogi, and explain is of chess; 'kiebitz analyse' explains" in told


@pytest.mark.check
def test_tables_tell_of_a_win_thrown_away():
    ending = "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"
    told = run_here("explain", ending, "Kf2", *FEW, "--syzygy", DATA / "syzygy").out
    assert "1.Kf2 throws away a won ending: 1." in told
    # Those of up to four men come along.
    assert run_here("explain", ending, "Kf2", *FEW).out == told
    assert "no tables in" in refused("explain", ending, "Kf2", "--syzygy", "nowhere")


def test_json():
    record = json.loads(run_here("explain", SCHOLAR, "--json", *FEW).out)
    assert (record["fen"], record["move"]) == (SCHOLAR, None)
    assert record["reasons"][-1]["en"] == "The threat is 4.Qxf7#."


@pytest.mark.check
def test_what_cannot_be_explained(tmp_path):
    (tmp_path / "game.pgn").write_text(GAME)
    (tmp_path / "empty.pgn").write_text("")
    assert "'Nh6' is not legal here; write it as" in refused("explain", "startpos", "Nh6")
    assert "'0000' is no move" in refused("explain", "startpos", "0000")
    assert "not a position" in refused("explain", "e9")
    assert "one move" in refused("explain", "startpos", "e4", "e5")
    assert "no game in" in refused("explain", "empty.pgn", cwd=tmp_path)
    assert "has no move 5..." in refused("explain", "game.pgn", "5...", cwd=tmp_path)
    assert "no number of a move" in refused("explain", "game.pgn", "Nf3", cwd=tmp_path)
    assert "missing.pgn.gz doesn't exist; name a file" in refused("explain", "missing.pgn.gz", cwd=tmp_path)
    assert "game.pgn has no game 2; leave --game out" in refused("explain", "game.pgn", "--game", 2, cwd=tmp_path)
    assert "startpos is no file with games" in refused("explain", "startpos", "--game", 2)
    assert "there is no encoding 'x'" in refused("explain", "game.pgn", "--encoding", "x", cwd=tmp_path)
