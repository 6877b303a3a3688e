"""Sentences of games drawn by lot, and the longer look at each: what becomes a row, and what agrees."""

import json

import pytest

import told_sentences

NODES = 5_000
GAME = '[White "A"]\n[Black "B"]\n[Date "?"]\n[Round "1"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qf3 a6 4. Qxf7# 1-0\n'
BEFORE = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3"


@pytest.fixture(scope="module")
def look():
    with told_sentences.Engine() as engine:
        yield told_sentences.LongerLook(engine, NODES)


def row(role, fen, move, better, fact):
    """A row as ``draw`` prints it."""
    return ["game", fen, move, better, role, "sentence", json.dumps(fact)]


def test_every_sentence_of_a_report_is_a_row_and_looked_at(tmp_path, capsys):
    (tmp_path / "game.pgn").write_text(GAME)
    told_sentences.draw("9", "1", str(NODES), str(tmp_path / "game.pgn"))
    rows = "".join(row for row in capsys.readouterr().out.splitlines(keepends=True) if "\ta7a6\t" in row)
    game, fen, move, _, role, sentence, fact = rows.splitlines()[0].split("\t")
    assert (game, fen, move, role) == ("A - B - ? - 1", BEFORE, "a7a6", "answer")
    assert (sentence, json.loads(fact)["theme"]) == ("4.Qxf7# is mate.", "mate")
    source, target = tmp_path / "told.tsv", tmp_path / "searched.tsv"
    source.write_text(rows)
    target.write_text("searched before\n")  # that row isn't searched again
    told_sentences.search(str(source), str(target), str(NODES))
    assert target.read_text().splitlines()[1:] == [f"{line}\t#1\tagrees" for line in rows.splitlines()[1:]]


ROOK_HANGS = "4k3/8/8/3r4/8/8/8/3RK3 w - - 0 1"


def test_a_longer_look_must_see_half_of_what_is_claimed(look):
    fact = {"theme": "material", "fen": ROOK_HANGS, "line": ["d1d5"], "won": ["R"], "paid": []}
    before = ROOK_HANGS.replace(" w ", " b ")
    assert look.sees(row("answer", before, "e8e7", "d5d1", fact))[1]
    assert not look.sees(row("answer", before, "e8e7", "d5d1", fact | {"line": ["d1d2"]}))[1]


def test_a_better_move_must_be_better(look):
    fact = {"theme": "hanging", "fen": ROOK_HANGS, "line": ["d1d5"]}
    assert look.sees(row("better", ROOK_HANGS, "e1e2", "d1d5", fact))[1]
    assert not look.sees(row("better", ROOK_HANGS, "d1d5", "e1e2", fact))[1]


def test_what_changed_asks_only_whether_the_better_move_is_better(look):
    fact = {"theme": "what changed", "fen": ROOK_HANGS, "line": ["e1e2"]}
    assert look.sees(row("changed", ROOK_HANGS, "e1e2", "d1d5", fact))[1]
    assert not look.sees(row("changed", ROOK_HANGS, "d1d5", "e1e2", fact))[1]


def test_what_is_claimed():
    assert told_sentences.claimed({"theme": "threat", "won": ["Q", "P"], "paid": ["R"]}) == 5
    assert told_sentences.claimed({"theme": "promotion", "piece": "Q"}) == 8
    assert told_sentences.claimed({"theme": "fork"}) == 1
