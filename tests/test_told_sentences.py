"""Sentences of games drawn by lot, and the longer look at each: what becomes a row, and what agrees."""

import json
import shlex
import sys

import pytest

import told_sentences
from kiebitz import UciEngine

NODES = 5_000
DEPTH = 8
OTHER_ENGINE = f"{shlex.quote(sys.executable)} -m kiebitz uci"
GAME = '[White "A"]\n[Black "B"]\n[Date "?"]\n[Round "1"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qf3 a6 4. Qxf7# 1-0\n'
BEFORE = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3"


@pytest.fixture(scope="module")
def look():
    with told_sentences.Engine() as engine:
        yield told_sentences.LongerLook(engine, told_sentences.Bounds.of_our_own(NODES))


@pytest.fixture(scope="module")
def referee():
    with UciEngine(OTHER_ENGINE) as engine:
        yield told_sentences.LongerLook(engine, told_sentences.Bounds.of_a_referee(DEPTH))


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
    told_sentences.search(str(source), str(target), NODES)
    assert target.read_text().splitlines()[1:] == [f"{line}\t#1\tagrees" for line in rows.splitlines()[1:]]


ROOK_HANGS = "4k3/8/8/3r4/8/8/8/3RK3 w - - 0 1"


def test_a_longer_look_must_see_half_of_what_is_claimed(look):
    fact = {"theme": "material", "fen": ROOK_HANGS, "line": ["d1d5"], "won": ["R"], "paid": []}
    before = ROOK_HANGS.replace(" w ", " b ")
    assert look.sees(row("answer", before, "e8e7", "d5d1", fact))[1]
    assert not look.sees(row("answer", before, "e8e7", "d5d1", fact | {"line": ["d1d2"]}))[1]


@pytest.mark.check
def test_a_better_move_must_be_better(look):
    fact = {"theme": "hanging", "fen": ROOK_HANGS, "line": ["d1d5"]}
    assert look.sees(row("better", ROOK_HANGS, "e1e2", "d1d5", fact))[1]
    assert not look.sees(row("better", ROOK_HANGS, "d1d5", "e1e2", fact))[1]


def test_what_is_claimed():
    assert told_sentences.claimed({"theme": "threat", "won": ["Q", "P"], "paid": ["R"]}) == 5
    assert told_sentences.claimed({"theme": "promotion", "piece": "Q"}) == 8
    assert told_sentences.claimed({"theme": "fork"}) == 1


def test_an_overlooked_threat_must_be_there_after_the_move(look):
    fact = {"theme": "threat", "fen": ROOK_HANGS, "line": ["d1d5"], "won": ["R"], "paid": [], "mate_in": None}
    before = ROOK_HANGS.replace(" w ", " b ")
    assert look.sees(row("overlooked", before, "e8e7", "d5d1", fact))[1]
    assert look.sees(row("overlooked", before, "d5d8", "d5d1", fact)) == (None, False)  # the rook has gone


@pytest.mark.check
def test_a_referee_looks_and_goes_on_where_it_was(tmp_path):
    fact = {"theme": "hanging", "fen": ROOK_HANGS, "line": ["d1d5"]}
    claims = [row("better", ROOK_HANGS, "e1e2", "d1d5", fact), row("better", ROOK_HANGS, "d1d5", "e1e2", fact)]
    source, target = tmp_path / "told.tsv", tmp_path / "searched.tsv"
    for known in (1, 2):
        source.write_text("".join("\t".join(claim) + "\n" for claim in claims[:known]))
        told_sentences.search(str(source), str(target), engine=OTHER_ENGINE, depth=DEPTH)
    assert [line.split("\t")[-1] for line in target.read_text().splitlines()] == ["agrees", "disagrees"]


@pytest.mark.check
def test_a_referee_finds_mates_itself(referee):
    mates = {"theme": "mate", "fen": BEFORE.replace(" b ", " w "), "line": ["f3f7"], "in_moves": 1}
    assert referee.sees(row("answer", BEFORE, "a7a6", "g8f6", mates))[1]
    assert not referee.sees(row("answer", BEFORE, "a7a6", "g8f6", mates | {"line": ["c4f7"]}))[1]


def answered(before="equal", after="lost", line=("d5d1",), theme="refutation"):
    """White's move leaves a rook hanging, and the answer takes it."""
    after_move = "4k3/8/8/3r4/8/8/8/3R1K2 b - - 1 1"
    fact = {"theme": theme, "fen": after_move, "line": list(line), "before": before, "after": after}
    return row("answer", ROOK_TAKEN, "e2f1", "d1d5", fact)


ROOK_TAKEN = "4k3/8/8/3r4/8/8/4K3/3R4 w - - 0 1"
NOTHING_HANGS = "3r1k2/8/8/8/8/8/4K3/4R3 w - - 0 1"


@pytest.mark.parametrize(
    ("said", "agrees"),
    [
        ({"before": "winning"}, True),
        ({"before": "clearly better"}, True),  # a step away: bounds are drawn in different places
        ({"before": "equal"}, False),
        ({"before": "winning", "after": "equal"}, False),
        ({"before": "winning", "line": ["d5d8"]}, False),  # loses as much as a fault does
    ],
)
def test_a_best_answer_is_best_and_leaves_the_game_as_is_said(look, said, agrees):
    assert look.sees(answered(**said))[1] is agrees


def test_a_best_answer_is_one_to_a_fault(look):
    fact = {"theme": "refutation", "fen": NOTHING_HANGS.replace("4K3/4R3 w", "5K2/4R3 b"), "line": ["d8c8"]}
    said = fact | {"before": "equal", "after": "equal"}
    assert not look.sees(row("answer", NOTHING_HANGS, "e2f2", "e2f1", said))[1]
