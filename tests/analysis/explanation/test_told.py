"""Sentences told of real games (``tools/told_sentences.py``): each claim is proven again by the rules of chess.

What a longer search says of them stands beside each, and what is false about it where they disagree. Others were judged
by a referee.
"""

import json
import re
from collections import Counter

import chess
import pytest

from sources import DATA, ROOT
from theme_definitions import holds

TOLD = DATA / "explanation" / "told_sentences.tsv"
SENTENCES = 150
MOST_FALSE = 2
REFEREED = DATA / "explanation" / "refereed_sentences.tsv"
REFEREED_ROW = re.compile(r"^\| ([a-z' ]+) \| (\d+) \| (\d+) \| (\d+), .*\|$", re.MULTILINE)
ALL = "all"
NOT_DENIED = {"agrees", "false: there before the move"}
TABLE_ROW = re.compile(r"^\| ([a-z' ]+) \| (\d+) \| (\d+) \|$", re.MULTILINE)


def rows():
    """Game, position, move, better move, role, sentence, fact, what the longer search sees, verdict."""
    return [line.split("\t") for line in TOLD.read_text().splitlines()]


@pytest.mark.check
def test_every_sentence_claims_what_is_so():
    for _, fen, move, better, role, sentence, text, _, _ in rows():
        board, fact = chess.Board(fen), json.loads(text)
        assert board.is_legal(chess.Move.from_uci(move)), sentence
        assert role != "better" or fact["line"][0] == better, sentence
        after = _after(board, move)
        assert role != "answer" or _stem(after) == _stem(chess.Board(fact["fen"])), sentence
        assert role != "overlooked" or _takes(after, fact) == _takes(chess.Board(fact["fen"]), fact), sentence
        assert holds(fact), sentence


def _after(board, move):
    board = board.copy()
    board.push_uci(move)
    return board


def _stem(board):
    """The men and who is to move."""
    return board.fen().split()[:2]


def _takes(board, fact):
    """Which man the first move of a fact's line takes on a board, where it must be legal; None for none."""
    move = chess.Move.from_uci(fact["line"][0])
    assert board.is_legal(move)
    return board.piece_at(move.to_square)


def test_few_sentences_are_false():
    verdicts = Counter(verdict.split(":")[0] for *_, verdict in rows())
    assert verdicts.total() == SENTENCES
    assert verdicts.keys() <= {"agrees", "false"}
    assert verdicts["false"] <= MOST_FALSE


def test_the_page_counts_them():
    """By theme, and none that the page doesn't name."""
    counted = Counter(json.loads(text)["theme"] for *_, text, _, _ in rows())
    false = Counter(json.loads(text)["theme"] for *_, text, _, verdict in rows() if verdict != "agrees")
    rows_of_page = TABLE_ROW.findall(_page_since("### Sentences of real games"))
    table = {theme: (int(told), int(wrong)) for theme, told, wrong in rows_of_page}
    assert table == {theme: (count, false[theme]) for theme, count in counted.items()}


def test_the_page_counts_what_a_referee_denied_and_what_was_false():
    told, denied, false = Counter(), Counter(), Counter()
    for line in REFEREED.read_text().splitlines():
        *_, text, _, verdict = line.split("\t")
        for theme in (json.loads(text)["theme"], ALL):
            told[theme] += 1
            denied[theme] += verdict not in NOT_DENIED
            false[theme] += verdict.startswith("false")
    table = {theme: tuple(map(int, counts)) for theme, *counts in REFEREED_ROW.findall(_page_since("### By a referee"))}
    assert table == {theme: (count, denied[theme], false[theme]) for theme, count in told.items()}


def _page_since(heading):
    """The page from a heading on."""
    return (ROOT / "docs" / "explain.md").read_text().partition(heading)[2]
