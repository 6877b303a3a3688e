"""Lines mined by ``tools/mine_winning_lines.py``, and what is told of them."""

import chess

from kiebitz.analysis.explanation.explanation import achievements
from kiebitz.analysis.explanation.shown_line import ShownLine
from kiebitz.analysis.explanation.themes.only_move import find_only_move
from kiebitz.analysis.explanation.themes.perpetual import find_perpetual
from kiebitz.analysis.explanation.themes.stalemate import find_stalemate
from kiebitz.analysis.explanation.themes.zugzwang import find_zugzwang
from kiebitz.engine.score import Score
from theme_definitions import material_of


class Believer:
    """Who takes every mate for proven, as whether it is, is what is asked, and answers any question with its lines."""

    def __init__(self, *lines):
        self._lines = lines

    def lines(self, board, count=1, among=()):
        return self._lines

    def at_sight(self, board, among, plies=1):
        return among[0]

    def has_mate(self, board, moves):
        return True


def score_of(text):
    """A score from its text."""
    return Score(mate=int(text[1:])) if text.startswith("#") else Score(centipawns=round(float(text) * 100))


def lines_of(path):
    """The mined lines of a file."""
    for row in path.read_text().splitlines():
        yield line_of(row.split("\t"))


def line_of(columns):
    """A line from its columns: position, last move (if known), score, depth, moves."""
    fen, move, score, depth, moves = columns
    board = chess.Board(fen)
    if move:
        board.push_uci(move)
    return ShownLine.of(board, map(chess.Move.from_uci, moves.split()), score_of(score), int(depth))


def taken_before(line):
    """What the move before a line took from the side that moves first in it, in pawns."""
    if not line.start.move_stack:
        return 0
    before = line.start.copy()
    before.pop()
    return material_of(before, line.side) - material_of(line.start, line.side)


def searched(path):
    """The rows of ``searched_themes.tsv``: theme, fact (None if it isn't told), line, judge's values."""
    for row in path.read_text().splitlines():
        theme, *columns, values = row.split("\t")
        line = line_of(columns[:5])
        compared = (line_of(columns[5:]),) if any(columns[5:]) else ()
        yield theme, SEARCHED[theme](line, Believer(*compared)), line, [int(value) for value in values.split()]


SEARCHED = {
    "only move": find_only_move,
    "zugzwang": find_zugzwang,
    "stalemate": lambda line, asker: find_stalemate(line),
    "perpetual check": lambda line, asker: find_perpetual(line),
}


def facts_in(line):
    """Every fact that is told of a line where nobody searches."""
    return [fact for fact in achievements(line, Believer()) if fact]
