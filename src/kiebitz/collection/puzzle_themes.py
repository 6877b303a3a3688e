"""Themes that the line of a puzzle shows by itself: tactics, patterns of mates, endgames by material.

A solution is proven, so what its moves do on the board is what happens: no search is asked. Each theme has a function
that says when a line shows it; all look at the solver's moves (``Step``), with what was played before them. Men are
weighed by ``WORTH``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import chess

WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 100}
SLIDERS = (chess.BISHOP, chess.ROOK, chess.QUEEN)
SACRIFICED = 2
"""Pawns by which the solver is behind what he had, after a move of his, where a line sacrifices."""
ADVANCED = 5
"""A pawn's rank, seen from its side, from which a step is a threat to promote."""
ENDGAMES = {
    "pawn endgame": frozenset[int](),
    "knight endgame": frozenset({chess.KNIGHT}),
    "bishop endgame": frozenset({chess.BISHOP}),
    "rook endgame": frozenset({chess.ROOK}),
    "queen endgame": frozenset({chess.QUEEN}),
}
"""By the pieces that are left beside kings and pawns."""


@dataclass(frozen=True, slots=True)
class Step:
    """A move of the solver's."""

    before: chess.Board
    move: chess.Move
    after: chess.Board
    answers: chess.Board
    """The position before the opponent's last move."""
    answer: chess.Move
    """That move."""
    asked: chess.Board | None
    """The position before the solver's last move; None at his first."""
    question: chess.Move | None
    """That move."""

    @property
    def us(self) -> chess.Color:
        """The solver."""
        return self.before.turn

    @property
    def takes(self) -> bool:
        """True for a capture."""
        return self.before.is_capture(self.move)


def themes_of(before: chess.Board, moves: Sequence[chess.Move]) -> tuple[str, ...]:
    """The themes of a puzzle: ``before`` the move that allowed it, which is the first of ``moves``."""
    steps = list(_steps(before, moves))
    end = steps[-1].after
    found = []
    if end.is_checkmate():
        found.append(f"mate in {len(steps)}")
        found += [name for name, shows in MATES.items() if shows(end)]
    found += [name for name, shows in THEMES.items() if any(map(shows, steps))]
    if any(_attracts(step, after) for step, after in zip(steps, [*steps[1:], None], strict=True)):
        found.append("attraction")
    if any(_comes_between(step, last) for last, step in pairwise(steps)):
        found.append("intermediate move")
    if _sacrifices(steps):
        found.append("sacrifice")
    if any(_is_quiet(step) for step in steps[:-1] or steps):
        found.append("quiet move")
    if any(_forks(step) for step in steps[:-1] or steps):
        found.append("fork")
    if _takes_what_hangs(before, steps[0], moves):
        found.append("hanging")
    first = steps[0]
    kinds = [_kinds(board) for board in (first.before, first.after)]
    return (*found, *(name for name, kind in ENDGAMES.items() if kinds == [kind, kind]))


def _steps(before: chess.Board, moves: Sequence[chess.Move]) -> Iterator[Step]:
    boards = [before.copy(stack=False)]
    for move in moves:
        after = boards[-1].copy(stack=False)
        after.push(move)
        boards.append(after)
    for ply in range(1, len(moves), 2):
        asked = (boards[ply - 2], moves[ply - 2]) if ply > 1 else (None, None)
        yield Step(boards[ply], moves[ply], boards[ply + 1], boards[ply - 1], moves[ply - 1], *asked)


# --------------------------------------------------------------------------------------------- what men do


def _kinds(board: chess.Board) -> frozenset[int]:
    return frozenset(man.piece_type for man in board.piece_map().values()) - {chess.KING, chess.PAWN}


def _balance(board: chess.Board, side: chess.Color) -> int:
    """The side's men less the other's, in pawns."""
    men = [man for man in board.piece_map().values() if man.piece_type != chess.KING]
    return sum(WORTH[man.piece_type] * (1 if man.color == side else -1) for man in men)


def _worth(board: chess.Board, square: chess.Square) -> int:
    return WORTH[board.piece_type_at(square) or chess.PAWN]


def _is_loose(board: chess.Board, square: chess.Square) -> bool:
    """True if a man can be taken with a gain: undefended, or by a cheaper one."""
    side = board.color_at(square)
    takers = board.attackers(not side, square)
    if not takers:
        return False
    if not board.attackers_mask(bool(side), square):
        return True
    return min(_worth(board, taker) for taker in takers) < _worth(board, square)


def _targets(board: chess.Board, square: chess.Square) -> Iterator[chess.Square]:
    """The enemy's pieces that a man attacks and that are worth more than it, or undefended."""
    side, worth = board.color_at(square), _worth(board, square)
    for target in board.attacks(square):
        man = board.piece_at(target)
        if man is None or man.color == side or man.piece_type == chess.PAWN:
            continue
        if WORTH[man.piece_type] > worth or not board.attackers_mask(man.color, target):
            yield target


def _between(one: chess.Square, other: chess.Square) -> chess.SquareSet:
    return chess.SquareSet(chess.between(one, other))


# --------------------------------------------------------------------------------------------- tactics


def _forks(step: Step) -> bool:
    square = step.move.to_square
    if step.after.piece_type_at(square) == chess.KING or len(list(_targets(step.after, square))) < 2:
        return False
    return not _is_loose(step.after, square)


def _skewers(step: Step) -> bool:
    """Takes what stood behind a better man, who stepped out of the line."""
    answers, answer, move = step.answers, step.answer, step.move
    if not step.question or not step.takes or answer.to_square == move.to_square:
        return False
    if step.before.piece_type_at(move.from_square) not in SLIDERS:
        return False
    if answer.from_square not in _between(move.from_square, move.to_square):
        return False
    was_attacked = answers.attacks(move.from_square)
    return answer.from_square in was_attacked and _worth(answers, answer.from_square) > _worth(
        step.before, move.to_square
    )


def _pins(step: Step) -> bool:
    """A pinned man can't take what he attacks, or is attacked himself."""
    board, them = step.after, not step.us
    for square, man in board.piece_map().items():
        if man.color != them or man.piece_type == chess.KING or not board.is_pinned(them, square):
            continue
        line = board.pin(them, square)
        if not any(board.color_at(each) == step.us for each in line):
            continue
        held = (each for each in board.attacks(square) if each not in line and board.color_at(each) == step.us)
        if any(_worth(board, each) > _worth(board, square) or not board.attackers_mask(step.us, each) for each in held):
            return True
        takers = board.attackers(step.us, square)
        if any(_worth(board, taker) < _worth(board, square) for taker in takers):
            return True
        if takers and man.piece_type != chess.PAWN and not board.attackers_mask(them, square):
            return True
    return False


def _discovers(step: Step) -> bool:
    """A check by another man than the one that moved, or a capture along a line that the last move opened."""
    checks = step.after.checkers()
    if len(checks) == 1 and step.move.to_square not in checks and not step.before.is_castling(step.move):
        return True
    question, move = step.question, step.move
    if not step.takes or question is None or step.answer.to_square == move.to_square:
        return False
    line = _between(move.from_square, move.to_square)
    return question.from_square in line and question.to_square not in line and question.to_square != move.from_square


def _takes_through(step: Step) -> bool:
    """Retakes on a square through the man that stood between and took there: x-ray."""
    if not step.takes or step.question is None:
        return False
    square = step.move.to_square
    return square == step.answer.to_square == step.question.to_square and step.answer.from_square in _between(
        step.move.from_square, square
    )


def _traps(step: Step) -> bool:
    """Takes a piece that had nowhere to go."""
    answers, answer = step.answers, step.answer
    if step.question is None or not step.takes:
        return False
    square = step.move.to_square if answer.to_square != step.move.to_square else answer.from_square
    man = answers.piece_at(square)
    if man is None or man.color == step.us or man.piece_type in (chess.PAWN, chess.KING):
        return False
    if answers.is_check() or answers.is_pinned(man.color, square) or not _is_loose(answers, square):
        return False
    for move in answers.legal_moves:
        if move.from_square == square:
            victim = answers.piece_type_at(move.to_square)
            if victim and WORTH[victim] >= WORTH[man.piece_type]:
                return False
            moved = answers.copy(stack=False)
            moved.push(move)
            if not _is_loose(moved, move.to_square):
                return False
    return True


def _takes_what_hangs(before: chess.Board, first: Step, moves: Sequence[chess.Move]) -> bool:
    """Takes an undefended piece at once, and keeps what that won; no retake."""
    board, square = first.before, first.move.to_square
    victim = board.piece_type_at(square)
    if victim in (None, chess.PAWN) or board.is_check() or board.attackers_mask(not first.us, square):
        return False
    if moves[0].to_square == square and before.is_capture(moves[0]) and _worth(before, square) >= _worth(board, square):
        return False
    won, end = _balance(first.after, first.us), first.after.copy(stack=False)
    for move in moves[2:4]:
        end.push(move)
    return _balance(end, first.us) >= won


def _deflects(step: Step) -> bool:
    """Takes or promotes where a man guarded that was made to leave by a capture that he answered, or by a check."""
    answers, answer, question = step.answers, step.answer, step.question
    if question is None or answer.to_square == step.move.to_square:
        return False
    if not (step.before.piece_type_at(step.move.to_square) or step.move.promotion):
        return False
    square = step.move.to_square
    has_left = square in answers.attacks(answer.from_square) and square not in step.before.attacks(answer.to_square)
    return has_left and (answer.to_square == question.to_square or answers.is_check())


def _attracts(step: Step, following: Step | None) -> bool:
    """A king, queen or rook took what was offered, and is attacked there: the king at once, the others taken next."""
    if step.question is None or step.answer.to_square != step.question.to_square:
        return False
    square = step.answer.to_square
    kind = step.before.piece_type_at(square)
    if kind == chess.KING:
        return step.after.is_check()
    is_attacked = square in step.after.attacks(step.move.to_square)
    taken = following is not None and following.move.to_square == square
    return kind in (chess.QUEEN, chess.ROOK) and is_attacked and taken


def _interferes(step: Step) -> bool:
    """Takes what a line guarded into which a man came."""
    asked, square = step.asked, step.move.to_square
    if not step.takes or asked is None or step.question is None:
        return False
    if step.before.attackers_mask(not step.us, square) or not asked.piece_at(square):
        return False
    for guard in asked.attackers(not step.us, square):
        if asked.piece_type_at(guard) in SLIDERS and step.before.piece_at(guard) == asked.piece_at(guard):
            line = _between(guard, square)
            if step.question.to_square in line or step.answer.to_square in line:
                return True
    return False


def _comes_between(step: Step, last: Step) -> bool:
    """A retake that could have been made a move before, where something else was played first."""
    square = step.move.to_square
    if not step.takes or not last.answers.is_capture(last.answer) or last.answer.to_square != square:
        return False
    return square not in (last.move.to_square, step.answer.to_square) and any(
        move.to_square == square and move.from_square == step.move.from_square for move in last.before.legal_moves
    )


def _removes_the_defender(step: Step) -> bool:
    """Takes what a man guarded that was taken before."""
    asked, question, answer = step.asked, step.question, step.answer
    if asked is None or question is None or not asked.is_capture(question):
        return False
    square, guard = step.move.to_square, question.to_square
    if not step.before.piece_at(square) or square in (guard, answer.to_square):
        return False
    is_guard = asked.piece_type_at(guard) not in (None, chess.KING) and square in asked.attacks(guard)
    return is_guard and not step.before.attackers_mask(not step.us, square)


def _sacrifices(steps: Sequence[Step]) -> bool:
    us = steps[0].us
    had = _balance(steps[0].before, us)
    return not any(step.move.promotion for step in steps) and any(
        had - _balance(step.after, us) >= SACRIFICED for step in steps[1:]
    )


def _is_quiet(step: Step) -> bool:
    """No capture, no check, no threat to take a piece or to promote, and no way out of a check."""
    square, board = step.move.to_square, step.before
    if step.takes or step.move.promotion or board.is_check() or step.after.is_check():
        return False
    kind = board.piece_type_at(step.move.from_square)
    rank = chess.square_rank(square) if step.us else 7 - chess.square_rank(square)
    if kind == chess.KING or (kind == chess.PAWN and rank >= ADVANCED):
        return False
    return not any(_targets(step.after, square))


THEMES: dict[str, Callable[[Step], bool]] = {
    "double check": lambda step: len(step.after.checkers()) > 1,
    "promotion": lambda step: step.move.promotion is not None,
    "underpromotion": lambda step: step.move.promotion not in (None, chess.QUEEN),
    "skewer": _skewers,
    "pin": _pins,
    "discovered attack": _discovers,
    "x-ray attack": _takes_through,
    "trapped piece": _traps,
    "deflection": _deflects,
    "interference": _interferes,
    "removed defender": _removes_the_defender,
}

# --------------------------------------------------------------------------------------------- mates


def _around(board: chess.Board) -> list[chess.Square]:
    """The squares beside the mated king."""
    return list(chess.SquareSet(chess.BB_KING_ATTACKS[_king(board)]))


def _king(board: chess.Board) -> chess.Square:
    king = board.king(board.turn)
    assert king is not None
    return king


def _mating(board: chess.Board, *kinds: int) -> chess.Square | None:
    """The square of the man who alone gives mate, if he is of such a kind."""
    checks = list(board.checkers())
    return checks[0] if len(checks) == 1 and board.piece_type_at(checks[0]) in kinds else None


def _is_smothered(board: chess.Board) -> bool:
    own = board.occupied_co[board.turn]
    return _mating(board, chess.KNIGHT) is not None and all(own >> square & 1 for square in _around(board))


def _is_on_the_back_rank(board: chess.Board) -> bool:
    """By rook or queen along the rank; every square before the king has a man of his that nobody attacks."""
    back, ahead = (0, 1) if board.turn else (7, 6)
    if chess.square_rank(_king(board)) != back:
        return False
    mating = [square for square in board.checkers() if chess.square_rank(square) == back]
    front = [square for square in _around(board) if chess.square_rank(square) == ahead]
    return any(board.piece_type_at(square) in (chess.ROOK, chess.QUEEN) for square in mating) and all(
        board.color_at(square) == board.turn and not board.attackers_mask(not board.turn, square) for square in front
    )


def _is_anastasias(board: chess.Board) -> bool:
    """Rook or queen along the edge; a man of the king's beside him, and a knight two files further."""
    king, mating = _king(board), _mating(board, chess.ROOK, chess.QUEEN)
    file, rank = chess.square_file(king), chess.square_rank(king)
    if mating is None or file not in (0, 7) or rank in (0, 7) or chess.square_file(mating) != file:
        return False
    inwards = 1 if file == 0 else -1
    is_shut = board.color_at(chess.square(file + inwards, rank)) == board.turn
    knight = chess.Piece(chess.KNIGHT, not board.turn)
    return is_shut and board.piece_at(chess.square(file + 3 * inwards, rank)) == knight


def _is_arabian(board: chess.Board) -> bool:
    """Rook beside a king in the corner, guarded by a knight two squares away along the diagonal."""
    king, mating = _king(board), _mating(board, chess.ROOK)
    file, rank = chess.square_file(king), chess.square_rank(king)
    if mating is None or file not in (0, 7) or rank not in (0, 7) or chess.square_distance(mating, king) != 1:
        return False
    return any(
        board.piece_type_at(guard) == chess.KNIGHT
        and abs(chess.square_file(guard) - file) == abs(chess.square_rank(guard) - rank) == 2
        for guard in board.attackers(not board.turn, mating)
    )


def _is_a_hook(board: chess.Board) -> bool:
    """Rook beside the king, guarded by a knight beside him, whom a pawn guards."""
    king, us, mating = _king(board), not board.turn, _mating(board, chess.ROOK)
    if mating is None or chess.square_distance(mating, king) != 1:
        return False
    knights = [
        square
        for square in board.attackers(us, mating)
        if board.piece_type_at(square) == chess.KNIGHT and chess.square_distance(square, king) == 1
    ]
    return any(board.piece_type_at(guard) == chess.PAWN for each in knights for guard in board.attackers(us, each))


def _is_bodens(board: chess.Board) -> bool:
    """Two bishops, who take every square from the king that his own men leave."""
    us = not board.turn
    if _mating(board, chess.BISHOP) is None or len(board.pieces(chess.BISHOP, us)) < 2:
        return False
    return all(
        board.color_at(square) == board.turn
        or any(board.piece_type_at(each) == chess.BISHOP for each in board.attackers(us, square))
        for square in _around(board)
    )


MATES: dict[str, Callable[[chess.Board], bool]] = {
    "back rank": _is_on_the_back_rank,
    "smothered mate": _is_smothered,
    "Anastasia's mate": _is_anastasias,
    "Arabian mate": _is_arabian,
    "Boden's mate": _is_bodens,
    "hook mate": _is_a_hook,
}
