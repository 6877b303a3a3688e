"""Sentences told of real games (``tools/told_sentences.py``): each claim is proven again by the rules of chess.

What a longer search says of them stands beside each, and what is false about it where they disagree.
"""

import json
from collections import Counter

import chess
import pytest

from sources import DATA
from theme_definitions import holds

TOLD = {DATA / "explanation" / "told_sentences.tsv": 150, DATA / "explanation" / "told_by_default.tsv": 102}
"""How many sentences each file holds."""
MOST_FALSE = 2


def rows(path):
    """Game, position, move, better move, role, sentence, fact, what the longer search sees, verdict."""
    return [line.split("\t") for line in path.read_text().splitlines()]


@pytest.mark.parametrize("path", TOLD, ids=lambda path: path.stem)
def test_every_sentence_claims_what_is_so(path):
    for _, fen, move, better, role, sentence, text, _, _ in rows(path):
        board, fact = chess.Board(fen), json.loads(text)
        assert board.is_legal(chess.Move.from_uci(move)), sentence
        assert role != "better" or fact["line"][0] == better, sentence
        assert role != "answer" or _after(board, move) == _stem(fact["fen"]), sentence
        assert holds(fact), sentence


def _after(board, move):
    board = board.copy()
    board.push_uci(move)
    return _stem(board.fen())


def _stem(fen):
    """The men and who is to move."""
    return fen.split()[:2]


@pytest.mark.parametrize(("path", "sentences"), TOLD.items(), ids=lambda value: getattr(value, "stem", None))
def test_few_sentences_are_false(path, sentences):
    verdicts = Counter(verdict.split(":")[0] for *_, verdict in rows(path))
    assert verdicts.total() == sentences
    assert verdicts.keys() <= {"agrees", "false"}
    assert verdicts["false"] <= MOST_FALSE
