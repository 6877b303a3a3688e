"""Evaluations in a repertoire: one a position, in the comment of each move that leads there, as PGN has them.

What has one isn't searched again, whoever wrote it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

import chess
import chess.engine
import chess.pgn

from kiebitz.collection.repertoire.repertoire import Repertoire, Way
from kiebitz.engine.line import Info
from kiebitz.engine.score import Score


def evaluation_of(way: Way) -> Score | None:
    """The evaluation behind a move, White's view; None if its comment tells none."""
    told = _comment(way).eval()
    if told is None:
        return None
    white = told.white()
    mate = white.mate()
    return Score(white.score()) if mate is None else Score(mate=mate)


def to_evaluate(repertoire: Repertoire, *, again: bool = False) -> list[int]:
    """The places that have no evaluation yet (or, ``again``, all that a move leads to), in the order of the lines.

    Where one of several moves that lead to a place tells its evaluation, the others are told it, too.
    """
    found = []
    for key, ways in _ways(repertoire).items():
        told = next((way for way in ways if evaluation_of(way) is not None), None)
        if told is None or again:
            found.append(key)
            continue
        white, depth = _comment(told).eval(), _comment(told).eval_depth()
        for way in ways:
            if evaluation_of(way) is None:
                _tell(way, white, depth)
    is_over = {key for key in found if repertoire.places[key].board().is_game_over()}
    return [key for key in found if key not in is_over]


def keep_evaluation(repertoire: Repertoire, key: int, found: Info) -> None:
    """Write what a search of a place's position found on each move that leads there."""
    line = found.lines[0]
    turn = repertoire.places[key].board().turn
    for way in _ways(repertoire).get(key, ()):
        _tell(way, chess.engine.PovScore(line.score.to_chess(), turn), line.depth)


def write_evaluations(repertoire: Repertoire, games: Iterable[chess.pgn.Game], searched: Container[int]) -> None:
    """Write a repertoire's evaluations into its games, which stay as they are otherwise.

    A move's own evaluation stays unless its position was searched.
    """
    for game in games:
        for node, way in repertoire.ways_of(game):
            if way.to in searched or node.eval() is None:
                told = _comment(way)
                node.set_eval(told.eval(), told.eval_depth())


def worst(repertoire: Repertoire) -> Iterator[tuple[float, int, str]]:
    """The own moves that have an evaluation, with their pawns for the own side: from where, and which."""
    for key, place in repertoire.own:
        for move, way in place.ways.items():
            score = evaluation_of(way)
            if score is not None and score.centipawns is not None:
                yield (1 if repertoire.is_white else -1) * score.centipawns / 100, key, move


def _ways(repertoire: Repertoire) -> dict[int, list[Way]]:
    """The moves that lead to each place."""
    found: dict[int, list[Way]] = {}
    for place in repertoire.places.values():
        for way in place.ways.values():
            found.setdefault(way.to, []).append(way)
    return found


def _comment(way: Way) -> chess.pgn.Game:
    """A move's comment, as python-chess reads and writes it."""
    node = chess.pgn.Game()
    node.comment = way.comment
    return node


def _tell(way: Way, score: chess.engine.PovScore | None, depth: int | None) -> None:
    node = _comment(way)
    node.set_eval(score, depth)
    way.comment = node.comment
