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

# Saavedra's study (1895), with its first moves: 2.Kb5 alone doesn't lose the pawn or the game's point.
STUDY = """[SetUp "1"]
[FEN "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"]

1. c7 Rd6+ 2. Kb5 Rd5+ 3. Kb4 $1 Rd4+ *
"""
FEN = "8/2P5/1K1r4/8/8/8/8/k7 w - - 1 2"


class Asked:
    """Who sees a move at sight, and knows what the others are worth."""

    def __init__(self, at_sight, others):
        self._at_sight, self._others = chess.Move.from_uci(at_sight), others
        self.questions = []

    def at_sight(self, board, among, plies=1):
        self.questions.append((tuple(among), plies))
        return self._at_sight

    def lines(self, board, count=1, among=()):
        self.questions.append(tuple(move.uci() for move in among))
        return (ShownLine.of(board, [among[0]], self._others, 12),)


def line_worth(score, fen=FEN, move="b6b5"):
    return ShownLine.of(chess.Board(fen), [chess.Move.from_uci(move)], score, 20)


@pytest.mark.parametrize(
    ("at_sight", "others", "is_praised"),
    [
        ("b6b7", Score(centipawns=0), True),
        ("b6b5", Score(centipawns=0), False),  # seen at sight
        ("b6b7", Score(centipawns=200), False),  # wins by another move, too
        ("b6b7", Score(mate=-3), True),
    ],
)
def test_only_what_is_hard_to_see_and_without_an_alternative(at_sight, others, is_praised):
    asked = Asked(at_sight, others)
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
        (Score(mate=2), False),  # seen at sight, by anyone
        (Score(mate=3), True),
        (Score(mate=-9), False),
    ],
)
def test_who_may_be_praised(score, is_candidate):
    assert may_be_praised(line_worth(score)) is is_candidate
    assert not may_be_praised(line_worth(score, "k7/8/8/8/8/8/1r6/K7 w - - 0 1", "a1b2"))


@pytest.mark.check
def test_a_game_has_it_and_keeps_what_an_annotator_gave():
    """Again and again: what was ours goes if it isn't any more, an annotator's stays."""

    def analysed(text, nodes):
        game = chess.pgn.read_game(io.StringIO(text))
        with Engine() as engine:
            analysis = analyse_game(game, engine, AnalysisSettings(Limit(nodes=nodes), words=Language.ENGLISH))
        write_into(game, analysis)
        return export(game), analysis

    once, analysis = analysed(STUDY, 60_000)
    praised = [move.san for move in analysis.moves if move.is_praised]
    assert praised == ["Kb5"]
    told = " ".join(once.split())
    assert "2. Kb5 $1 { [%eval" in told
    assert "(Kiebitz: 2.Kb5 is the only good move: after the next best, 2.Kb7, the game is equal.)" in told
    assert "3. Kb4 $1 { [%eval" in told
    assert analysed(once, 60_000)[0] == once
    taken_back, analysis = analysed(once, 60)
    assert not any(move.is_praised for move in analysis.moves)
    assert "2. Kb5 $1" not in " ".join(taken_back.split())
    assert "3. Kb4 $1 {" in " ".join(taken_back.split())
