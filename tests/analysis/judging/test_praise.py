"""Praise: of the only move that keeps a game, if it isn't seen at once."""

import io

import chess
import chess.pgn
import pytest

from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.explanation.shown_line import ShownLine
from kiebitz.analysis.explanation.themes.refutation import Standing
from kiebitz.analysis.judging.annotate import AnalysisSettings, analyse_game, export, write_into
from kiebitz.analysis.judging.praise import PLIES_AT_SIGHT, find_praise, may_be_praised
from kiebitz.engine import Engine
from kiebitz.engine.limit import Limit
from kiebitz.engine.score import Score

# Leko against Kramnik, Brissago 2004, first game: 59.Rc1 alone holds.
GAME = """[SetUp "1"]
[FEN "8/8/8/6P1/5K2/3k4/1rp5/6R1 w - - 0 59"]

59. Rc1 Rb1 60. Rxc2 Kxc2 61. g6 $1 *
"""
FEN = "8/2P5/1K6/8/8/8/3r4/k7 w - - 1 2"


class Asked:
    """Who sees a move at sight, and knows what the others are worth, and what they are after a longer look."""

    def __init__(self, at_sight, others, later=None):
        self._at_sight, self._others, self._later = chess.Move.from_uci(at_sight), others, later or others
        self.questions = []

    def at_sight(self, board, among, plies=1):
        self.questions.append((tuple(among), plies))
        return self._at_sight

    def lines(self, board, count=1, among=()):
        self.questions.append(tuple(move.uci() for move in among))
        return (ShownLine.of(board, [among[0]], self._others, 12),)

    def compared(self, board, move):
        lines = [line_worth(Score(centipawns=450)), ShownLine.of(board, [move], self._later, 20)]
        return tuple(sorted(lines, key=lambda line: -line.score.clipped(1000)))


def line_worth(score, fen=FEN, move="b6b5"):
    return ShownLine.of(chess.Board(fen), [chess.Move.from_uci(move)], score, 20)


@pytest.mark.parametrize(
    ("at_sight", "others", "later", "is_praised"),
    [
        ("b6b7", Score(centipawns=0), None, True),
        ("b6b5", Score(centipawns=0), None, False),  # seen at sight
        ("b6b7", Score(centipawns=280), None, False),  # wins by another move, too
        ("b6b7", Score(mate=-3), None, True),
        ("b6b7", Score(centipawns=0), Score(centipawns=280), False),  # as a longer look shows
        ("b6b7", Score(centipawns=0), Score(centipawns=500), False),
    ],
)
def test_only_what_is_hard_to_see_and_without_an_alternative(at_sight, others, later, is_praised):
    asked = Asked(at_sight, others, later)
    reason = find_praise(line_worth(Score(centipawns=450)), asked)
    assert (reason is not None) is is_praised
    assert asked.questions[0] == ((), PLIES_AT_SIGHT)
    if reason:
        assert "b6b5" not in asked.questions[1]
        assert reason.fact.line == ("b6b5",)
        assert reason.fact.left in {Standing.EQUAL, Standing.LOST}


@pytest.mark.parametrize(
    ("score", "is_candidate"),
    [
        (Score(centipawns=-51), False),
        (Score(centipawns=-50), True),
        (Score(mate=2), False),
        (Score(mate=3), True),
        (Score(mate=-9), False),
    ],
)
def test_who_may_be_praised(score, is_candidate):
    assert may_be_praised(line_worth(score)) is is_candidate
    assert not may_be_praised(line_worth(score, "8/2P5/1K1r4/8/8/8/8/k7 w - - 1 2"))  # out of check


@pytest.mark.check
def test_a_game_has_it_and_keeps_what_an_annotator_gave():
    """Again and again: what was ours goes if it isn't any more, an annotator's stays."""

    def analysed(text, nodes):
        game = chess.pgn.read_game(io.StringIO(text))
        with Engine() as engine:
            analysis = analyse_game(game, engine, AnalysisSettings(Limit(nodes=nodes), words=Language.ENGLISH))
        write_into(game, analysis)
        return export(game), analysis

    once, analysis = analysed(GAME, 60_000)
    assert [move.san for move in analysis.moves if move.is_praised] == ["Rc1"]
    told = " ".join(once.split())
    assert "59. Rc1 $1 { [%eval" in told
    assert "(Kiebitz: 59.Rc1 is by far the best move: after 59." in told
    assert "61. g6 $1 {" in told
    assert analysed(once, 60_000)[0] == once
    annotators = analysed(GAME.replace("59. Rc1", "59. Rc1 $1"), 60_000)[0]
    assert "is by far the best move" not in annotators  # whose praise it is, nobody could tell
    assert "59. Rc1 $1 {" in " ".join(analysed(annotators, 60)[0].split())
    taken_back, analysis = analysed(once, 60)
    assert not any(move.is_praised for move in analysis.moves)
    told = " ".join(taken_back.split())
    assert "59. Rc1 $1" not in told
    assert "61. g6 $1 {" in told
