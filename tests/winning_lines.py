"""Lines that win something, mined by ``tools/mine_winning_lines.py``, and what the detectors find in them."""

import chess

from kiebitz.engine.score import Score
from kiebitz.explanation.shown_line import ShownLine
from kiebitz.explanation.themes import TACTICS
from kiebitz.explanation.themes.mate import find_mate
from kiebitz.explanation.themes.material import find_material
from kiebitz.explanation.themes.promotion import find_promotion


class Believer:
    """Who takes every mate for proven: whether it is, is what is asked."""

    def has_mate(self, board, moves):
        return True


def score_of(text):
    """A score from its text."""
    return Score(mate=int(text[1:])) if text.startswith("#") else Score(centipawns=round(float(text) * 100))


def lines_of(path):
    """The mined lines of a file."""
    for row in path.read_text().splitlines():
        fen, move, score, depth, moves = row.split("\t")
        board = chess.Board(fen)
        if move:
            board.push_uci(move)
        yield ShownLine.of(board, map(chess.Move.from_uci, moves.split()), score_of(score), int(depth))


def facts_in(line):
    """Every fact that a line yields; none if it wins nothing."""
    won = find_mate(line, Believer()) or find_material(line) or find_promotion(line)
    if not won:
        return []
    promotion = find_promotion(line)
    others = [promotion] if promotion and promotion != won else []
    part = line.until(len(won.line))
    return [won, *others, *(fact for find in TACTICS if (fact := find(part)))]
