"""One game of shogi taken through an engine: each move judged.

Each position is searched once: what the search of a position finds is the value before the move played there and the
best move, and the value after the move before. A move that would get a mark by these two values is looked at a second
time, as in chess: one search several times as long of the played move and the better one alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from kiebitz.analysis.explanation.asker import second_look
from kiebitz.analysis.judging.annotate import AnalysisSettings
from kiebitz.analysis.judging.judgement import (
    Judgement,
    game_accuracy,
    judge_chances,
    mean_of,
    move_accuracy,
    move_weights,
)
from kiebitz.engine import ShogiPosition
from kiebitz.engine.limit import Limit
from kiebitz.engine.line import Info
from kiebitz.engine.mate_solver import notation_of
from kiebitz.engine.score import Score
from kiebitz.engine.shogi_engine import ShogiEngine
from kiebitz.games.shogi.game import SHOGI
from kiebitz.kifu.record import Kifu
from kiebitz.kifu.told_move import told_line, told_move

CHANCES_SCALE = 600.0
"""Centipawns to winning chances, as programs of shogi have it: 600 are 73%."""
MOST_CENTIPAWNS = 3000
"""Where an evaluation is cut off, and what a mate counts where a number is asked for."""
VARIATION_PLIES = 12
"""How much of a best line is shown."""


@dataclass(frozen=True, slots=True)
class ShogiLine:
    """One of the best lines of a position."""

    score: Score
    """Black's view, who moves first."""
    usi: tuple[str, ...]
    """The line as USI text."""
    japanese: tuple[str, ...]
    """The line as Japanese records write it."""
    western: tuple[str, ...]
    """The line with men by their letters: ``P7g-7f``."""
    depth: int
    """Depth of the search, in plies."""


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """What is thought of one move of the game."""

    ply: int
    """Its number in the game, from 1."""
    is_black: bool
    """Whether Black played it."""
    usi: str
    japanese: str
    """As Japanese records write it, with the mark of its side."""
    western: str
    score: Score
    """Value of the position after it, Black's view; a mate of 0 if it mates."""
    best: tuple[ShogiLine, ...]
    """The best lines of the position before it, best first."""
    centipawn_loss: int
    """What it lost against the best move, never negative; evaluations cut off at ``MOST_CENTIPAWNS``."""
    win_percent_loss: float
    """What it lost of the mover's winning chances, in percentage points."""
    accuracy: float
    """From 0 to 100."""
    judgement: Judgement | None
    """None for a move that is good enough."""
    seconds: float | None
    """What it took, if the record tells."""


@dataclass(frozen=True, slots=True)
class ShogiPlayer:
    """How one player played."""

    name: str
    moves: int
    accuracy: float | None
    """From 0 to 100; None without any move."""
    average_centipawn_loss: float | None
    """None without any move."""
    inaccuracies: int
    mistakes: int
    blunders: int


@dataclass(frozen=True, slots=True)
class JudgedGame:
    """What is thought of a game."""

    start_sfen: str
    start_score: Score | None
    """Value of the position the game starts from, Black's view; None if there are no moves."""
    moves: tuple[JudgedMove, ...]
    """One after the other."""
    sfens: tuple[str, ...]
    """The position it starts from, and that after each move."""
    last_lines: tuple[ShogiLine, ...]
    """The best lines of the last position; none if the game is over there."""
    black: ShogiPlayer
    white: ShogiPlayer
    nodes: int
    """Positions visited by all searches together."""
    time_ms: int
    """Time taken by all searches together."""
    limit: Limit
    """What ended the search of one position."""


@dataclass(frozen=True, slots=True)
class _Searched:
    """A position of the game and its value."""

    score: Score
    """View of the side to move; a mate of 0 can only mean that it is mated."""
    lines: tuple[ShogiLine, ...] = ()


def win_percent(score: Score) -> float:
    """Winning chances from 0 to 100 of the side whose view a score takes."""
    if score.mate is not None:
        return 100.0 if score.mate > 0 else 0.0
    return 100.0 / (1.0 + math.exp(-score.clipped(MOST_CENTIPAWNS) / CHANCES_SCALE))


def black_chances(score: Score, *, mated_by_black: bool = True) -> float:
    """Black's winning chances by a score in Black's view; a mate of 0 has happened, and says not by whom."""
    return 100.0 * mated_by_black if score.mate == 0 else win_percent(score)


def judge_game(
    kifu: Kifu,
    engine: ShogiEngine,
    settings: AnalysisSettings,
    on_position: Callable[[int, int], None] = lambda done, of: None,
) -> JudgedGame:
    """Judge the main line of a record. ``on_position`` is told how many positions are done, of how many.

    The engine forgets earlier games first. Raises SfenError and ShogiMoveError for a record that can't be played.
    """
    position = ShogiPosition(kifu.sfen or "")
    engine.new_game()
    line = kifu.lines[0].moves
    searched: list[_Searched] = []
    judged: list[JudgedMove] = []
    sfens = [position.sfen()]
    nodes = time_ms = 0
    last_target: str | None = None

    def search(limit: Limit, **more: object) -> Info:
        nonlocal nodes, time_ms
        info = engine.analyse(position, limit, **more)  # type: ignore[arg-type]
        nodes, time_ms = nodes + info.nodes, time_ms + info.time_ms
        return info

    def look() -> _Searched:
        end = SHOGI.ending(position)
        if end is not None:
            return _Searched(_ended(end.winner, position.turn))
        info = search(settings.limit, multipv=settings.multipv)
        return _Searched(info.lines[0].score, _lines_of(position, info, last_target))

    if line:
        searched.append(look())
    for ply, move in enumerate(line, 1):
        before, turn, target = searched[-1], position.turn, last_target
        japanese, western = told_move(position, move.usi, target)
        notation_of(position).push(position, move.usi)
        last_target = move.usi[2:4]
        sfens.append(position.sfen())
        searched.append(look())
        on_position(ply + 1, len(line) + 1)
        best, was, now = before.lines, before.score, _opposite(searched[-1].score)
        is_best = not best or best[0].usi[0] == move.usi
        verdict = None if is_best else judge_chances(win_percent(was), win_percent(now))
        if verdict is not None:
            position.pop()
            info = search(second_look(settings.limit), multipv=2, searchmoves=[best[0].usi[0], move.usi])
            if len(info.lines) == 2:
                seen = _lines_of(position, info, target)
                is_best = seen[0].usi[0] == move.usi
                best = (seen[0], *(other for other in best if other.usi[0] != seen[0].usi[0]))[: settings.multipv]
                was, now = mean_of(was, info.lines[0].score), mean_of(now, _a_move_later(info.lines[not is_best].score))
                verdict = None if is_best else judge_chances(win_percent(was), win_percent(now))
            notation_of(position).push(position, move.usi)
        judged.append(
            _judged(
                ply,
                (move.usi, japanese, western),
                (was, was if is_best else now),
                is_black=turn,
                score=now,
                best=best,
                verdict=verdict,
            )
        )
        is_mate = searched[-1].score.mate == 0
        judged[-1] = replace(judged[-1], seconds=move.seconds, score=Score(mate=0) if is_mate else judged[-1].score)
    scores = [one.score if index % 2 == 0 else _opposite(one.score) for index, one in enumerate(searched)]
    starts_black = not line or judged[0].is_black
    views = [score if starts_black else _opposite(score) for score in scores]
    return JudgedGame(
        start_sfen=sfens[0],
        start_score=views[0] if views else None,
        moves=tuple(judged),
        sfens=tuple(sfens),
        last_lines=searched[-1].lines if searched else (),
        black=_player(kifu.black, [(move, weight) for move, weight in _weighed(judged, views) if move.is_black]),
        white=_player(kifu.white, [(move, weight) for move, weight in _weighed(judged, views) if not move.is_black]),
        nodes=nodes,
        time_ms=time_ms,
        limit=settings.limit,
    )


def _opposite(score: Score) -> Score:
    """The other side's view; being mated has none but having mated, which is 0 moves, too."""
    return Score(mate=1) if score.mate == 0 else -score


def _ended(winner: bool | None, turn: bool) -> Score:
    """The value of a game that is over, for the side that would be to move."""
    if winner is None:
        return Score(0)
    return Score(mate=1) if winner == turn else Score(mate=0)


def _a_move_later(score: Score) -> Score:
    """A score after the mover's move that it was promised for, still in the mover's view: a mate is a move nearer."""
    return Score(mate=max(score.mate - 1, 1)) if score.mate is not None and score.mate > 0 else score


def _lines_of(position: ShogiPosition, info: Info, last_target: str | None) -> tuple[ShogiLine, ...]:
    """The lines of a search, told."""
    lines = []
    for line in info.lines:
        moves = line.moves[:VARIATION_PLIES]
        told = told_line(position, moves, last_target)
        japanese, western = (tuple(way) for way in zip(*told, strict=True))
        lines.append(ShogiLine(line.white_score, moves, japanese, western, line.depth))
    return tuple(lines)


def _judged(
    ply: int,
    told: tuple[str, str, str],
    values: tuple[Score, Score],
    *,
    is_black: bool,
    score: Score,
    best: tuple[ShogiLine, ...],
    verdict: Judgement | None,
) -> JudgedMove:
    """A move with what it cost; scores are the mover's view."""
    was, now = (value.clipped(MOST_CENTIPAWNS) for value in values)
    chances, left = (win_percent(value) for value in values)
    usi, japanese, western = told
    return JudgedMove(
        ply=ply,
        is_black=is_black,
        usi=usi,
        japanese=japanese,
        western=western,
        score=score if is_black else _opposite(score),
        best=best,
        centipawn_loss=max(0, was - now),
        win_percent_loss=max(0.0, chances - left),
        accuracy=move_accuracy(chances, left),
        judgement=verdict,
        seconds=None,
    )


def _weighed(moves: list[JudgedMove], views: list[Score]) -> list[tuple[JudgedMove, float]]:
    """Each move and its weight in the accuracy of the game."""
    return list(zip(moves, move_weights([win_percent(view) for view in views]), strict=True)) if moves else []


def _player(name: str, moves: list[tuple[JudgedMove, float]]) -> ShogiPlayer:
    verdicts = [move.judgement for move, _ in moves]
    return ShogiPlayer(
        name=name or "?",
        moves=len(moves),
        accuracy=game_accuracy([move.accuracy for move, _ in moves], [weight for _, weight in moves]),
        average_centipawn_loss=sum(move.centipawn_loss for move, _ in moves) / len(moves) if moves else None,
        inaccuracies=verdicts.count(Judgement.INACCURACY),
        mistakes=verdicts.count(Judgement.MISTAKE),
        blunders=verdicts.count(Judgement.BLUNDER),
    )
