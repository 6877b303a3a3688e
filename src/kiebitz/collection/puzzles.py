"""Puzzles out of games: positions with one solution, as long as it lasts, with theme and difficulty.

A game is looked through by short searches for moves that let the chances fall. What the other side may then do is
proven by longer ones: the best move wins, and the next best is far behind; the defender answers best, and so on while
there is one move alone. What the played game did with it doesn't matter, but is told: a puzzle may be a *miss*.

Thread safety: an engine serves one caller at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import chess

from kiebitz.analysis.explanation.explanation import explain
from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.explanation.reason import Role
from kiebitz.analysis.judging.phase import Phase, phase_of
from kiebitz.analysis.reading.games import PgnGame
from kiebitz.collection.difficulty import difficulty
from kiebitz.collection.puzzle_themes import themes_of
from kiebitz.engine import NULL_MOVE_TEXT, Engine
from kiebitz.engine.limit import Limit
from kiebitz.engine.line import Line
from kiebitz.engine.score import Score
from kiebitz.games.chess.game import CHESS

LOOK_NODES, PROOF_NODES, WORD_NODES = 4_000, 400_000, 20_000
SCREEN_SHARE, ANSWER_SHARE = 0.1, 0.25
"""Of a proof's nodes: what a first look at the two best moves takes, which drops most positions, and what a defence."""
FALL = 15.0
"""Points of the chances that a move must let fall to be looked into."""
WINNING = 75.0
"""Chances of the solution, in percent: less is no point to make a puzzle of."""
AHEAD = 30.0
"""Points by which the next best move must be behind, also behind a mate: who wins in another way has solved it, too."""
SCREENED = 0.5
"""Of what the next best move must be behind, the share that the first look asks for."""
LONGEST = 11
"""Plies of a solution."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with one solution."""

    before: str
    """The FEN before the move that allowed it."""
    allowed_by: str
    """That move, UCI text."""
    solution: tuple[str, ...]
    """The moves of both sides from then on, UCI text; the first and the last are the solver's."""
    themes: tuple[str, ...]
    """Themes that the solution shows, motifs of its first move (``analysis.explanation``), and the game's phase."""
    reason: str
    """Why the first move is good, in a sentence; nothing if none could be proven."""
    rating: int
    """How hard it is (see ``difficulty``)."""
    game: int
    """The number of the game in its file or collection."""
    ply: int
    """Half-moves played up to the position, the last of them ``allowed_by``."""
    was_missed: bool
    """True if another move was played in the game."""
    tags: dict[str, str]
    """Of the game."""

    @property
    def position(self) -> chess.Board:
        """The position to solve, the last move on its stack."""
        board = chess.Board(self.before)
        board.push_uci(self.allowed_by)
        return board

    @property
    def san(self) -> str:
        """The solution with its move numbers."""
        return self.position.variation_san([chess.Move.from_uci(move) for move in self.solution])


def puzzles_of(game: PgnGame, engine: Engine, *, proof_nodes: int = PROOF_NODES) -> Iterator[Puzzle]:
    """The puzzles of a game; ``engine`` forgets what it learned, so that they are always the same.

    ``proof_nodes``: positions that each search of a proof visits.
    """
    board = chess.Board(game.fen or chess.STARTING_FEN, chess960=game.chess960)
    if board.chess960 or NULL_MOVE_TEXT in game.moves:
        return
    expected: float | None = None
    phase = Phase.OPENING
    engine.new_game()
    moves = [*map(chess.Move.from_uci, game.moves), None]
    for ply, move in enumerate(moves):
        phase = phase_of(board, phase)
        if board.is_game_over():
            return
        hoped = _chances(engine.analyse(board, Limit(nodes=LOOK_NODES)).lines[0].score)
        if expected is not None and hoped - expected >= FALL and hoped >= WINNING:
            solution = solved(board, engine, proof_nodes)
            if solution:
                before = board.copy()
                allowed = before.pop()
                themes, reason = _themes(board, solution, phase, engine)
                yield Puzzle(
                    before=before.fen(),
                    allowed_by=allowed.uci(),
                    solution=tuple(map(chess.Move.uci, solution)),
                    themes=themes,
                    reason=reason,
                    rating=difficulty(board, solution, engine),
                    game=game.raw.number,
                    ply=ply,
                    was_missed=move != solution[0],
                    tags=game.tags,
                )
            engine.new_game()
        if move is None:
            return
        expected = 100 - hoped
        board.push(move)


def solved(board: chess.Board, engine: Engine, proof_nodes: int = PROOF_NODES) -> list[chess.Move]:
    """The only solution of a position, the solver's move first and last; nothing if there are several, or none."""
    if board.legal_moves.count() < 2:
        return []
    walked, solution = board.copy(), list[chess.Move]()
    while len(solution) < LONGEST and not walked.is_game_over():
        engine.new_game()
        first, *others = engine.analyse(walked, Limit(nodes=round(SCREEN_SHARE * proof_nodes)), multipv=2).lines
        if not _stands_alone(first, others, SCREENED):
            break
        first, *others = engine.analyse(walked, Limit(nodes=proof_nodes), multipv=2).lines
        if not _stands_alone(first, others):
            break
        solution.append(first.move)
        walked.push(first.move)
        if walked.is_game_over():
            return solution
        answer = engine.analyse(walked, Limit(nodes=round(ANSWER_SHARE * proof_nodes))).lines[0].move
        solution.append(answer)
        walked.push(answer)
    return solution[: len(solution) - 1 + len(solution) % 2] if solution else []


def _stands_alone(first: Line, others: list[Line], share: float = 1.0) -> bool:
    """True if a move wins, and the next best, if there is one, is far behind; ``share``: how much of both it takes."""
    best = _chances(first.score)
    wins = best >= 50 + share * (WINNING - 50)
    return wins and all(best - _chances(other.score) >= share * AHEAD for other in others)


def _chances(score: Score) -> float:
    return CHESS.chances.of(score)


def _themes(
    board: chess.Board, solution: list[chess.Move], phase: Phase, engine: Engine
) -> tuple[tuple[str, ...], str]:
    """The themes of a puzzle, and the reason for its first move."""
    explained = explain(board, solution[0], Limit(nodes=WORD_NODES), engine=engine)
    reasons = [reason for reason in explained.reasons if reason.role is Role.PLAYED]
    motifs = [reason.fact.motif for reason in reasons]
    before = board.copy()
    allowed = before.pop()
    shown = themes_of(before, [allowed, *solution])
    sentence = next(iter(explained.sentences(Language.ENGLISH)), "") if reasons else ""
    return (*dict.fromkeys((*shown, *motifs)), phase.value), sentence
