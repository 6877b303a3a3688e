"""Proofs of mates checked in plain Python: on python-chess and python-shogi, without Kiebitz's own rules and solver.

The book is followed against all replies. Each of its moves must be legal, and a check where that is claimed; each line
must end in mate within the plies claimed; no line may come back to a position, for then it need never end. In chess no
line may run into the rule of fifty moves; in shogi no mate may be given by dropping a pawn, which python-shogi misses
where the man that could take the pawn is pinned.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from kiebitz.mate.proof_file import Proof

# Plies without capture or pawn move after which the defender may claim a draw.
FIFTY_MOVES = 100


class UnprovenError(ValueError):
    """A proof that doesn't hold; the message says where."""


class MissingPackageError(RuntimeError):
    """python-shogi isn't installed."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on a proof."""

    plies: int
    """Plies of the longest line to the mate."""
    positions: int
    """Positions of the attacker that were looked at."""


class Board(Protocol):
    """A board of either game, made and unmade move by move."""

    def name(self) -> str:
        """The position as the book names it."""

    def moves(self) -> list[str]:
        """All legal moves."""

    def is_legal(self, move: str) -> bool:
        """True if a move may be played."""

    def push(self, move: str) -> None:
        """Play a move."""

    def pop(self) -> None:
        """Take it back."""

    def is_check(self) -> bool:
        """True if the side to move is in check."""

    def clock(self) -> int:
        """Plies that count towards a draw; 0 where none do."""

    def fault(self) -> str | None:
        """Why the position, or the mate in it, doesn't count; None if it does."""


class ChessBoard:
    """python-chess's board."""

    def __init__(self, fen: str) -> None:
        import chess

        try:
            self._board = chess.Board(fen, chess960=True)
        except ValueError as error:
            raise UnprovenError(f"'{fen}' is no position of chess") from error
        if not self._board.is_valid():
            raise UnprovenError(f"'{fen}' is no position of chess")
        self._is_chess960 = self._board.has_chess960_castling_rights()
        self._board.chess960 = self._is_chess960

    def name(self) -> str:
        """Board, side, castling rights and where a pawn can be taken en passant."""
        return " ".join(self._board.fen(shredder=self._is_chess960, en_passant="legal").split()[:4])

    def moves(self) -> list[str]:
        """All legal moves, as UCI writes them."""
        return [self._board.uci(move) for move in self._board.legal_moves]

    def is_legal(self, move: str) -> bool:
        """True if a move may be played."""
        try:
            return bool(self._board.parse_uci(move))
        except ValueError:
            return False

    def push(self, move: str) -> None:
        """Play a legal move."""
        self._board.push_uci(move)

    def pop(self) -> None:
        """Take it back."""
        self._board.pop()

    def is_check(self) -> bool:
        """True if the side to move is in check."""
        return self._board.is_check()

    def clock(self) -> int:
        """Plies since the last capture or pawn's move."""
        return self._board.halfmove_clock

    def fault(self) -> str | None:
        """The rule of fifty moves; mate comes before it."""
        is_over = self.clock() >= FIFTY_MOVES and not self._board.is_checkmate()
        return "the defender may claim a draw by the rule of fifty moves" if is_over else None


class ShogiBoard:
    """python-shogi's board."""

    def __init__(self, sfen: str) -> None:
        try:
            import shogi
        except ImportError as error:
            raise MissingPackageError("proofs of shogi need python-shogi: pip install 'kiebitz[shogi]'") from error
        try:
            self._board = shogi.Board(sfen)
        except (ValueError, IndexError, KeyError) as error:
            raise UnprovenError(f"'{sfen}' is no position of shogi") from error
        self._pawn = shogi.PAWN

    def name(self) -> str:
        """Board, side and hands."""
        return " ".join(self._board.sfen().split()[:3])

    def moves(self) -> list[str]:
        """All legal moves, as USI writes them.

        In check, python-shogi would try hundreds of drops. Here those that stand on no line with the king are left out,
        for they answer nothing, and of the others one is tried on each square: whether it answers is not up to the man,
        but for a pawn, which must not mate.
        """
        board = self._board
        if not board.is_check():
            return [move.usi() for move in board.legal_moves]
        king = board.king_squares[board.turn]
        answers: dict[int, bool] = {}
        found = []
        for move in board.pseudo_legal_moves:
            kind, square = move.drop_piece_type, move.to_square
            if kind is not None and not _are_in_line(king, square):
                continue
            if kind in {None, self._pawn}:
                is_legal = not board.is_suicide_or_check_by_dropping_pawn(move)
            else:
                if square not in answers:
                    answers[square] = not board.is_suicide_or_check_by_dropping_pawn(move)
                is_legal = answers[square]
            if is_legal:
                found.append(move.usi())
        return found

    def is_legal(self, move: str) -> bool:
        """True if a move may be played: generated, for python-shogi's own test lets drops on occupied squares pass."""
        return any(
            generated.usi() == move and not self._board.is_suicide_or_check_by_dropping_pawn(generated)
            for generated in self._board.pseudo_legal_moves
        )

    def push(self, move: str) -> None:
        """Play a legal move."""
        self._board.push_usi(move)

    def pop(self) -> None:
        """Take it back."""
        self._board.pop()

    def is_check(self) -> bool:
        """True if the side to move is in check."""
        return bool(self._board.is_check())

    def clock(self) -> int:
        """Nothing: shogi has no such rule."""
        return 0

    def fault(self) -> str | None:
        """A mate by a pawn's drop."""
        drops_pawn = bool(self._board.move_stack) and self._board.peek().drop_piece_type == self._pawn
        return "a pawn's drop mates, which is forbidden" if drops_pawn and not self.moves() else None


def _are_in_line(one: int, other: int) -> bool:
    """True if two squares of python-shogi's board, nine a rank, share a rank, a file or a diagonal."""
    ranks, files = abs(one // 9 - other // 9), abs(one % 9 - other % 9)
    return ranks == 0 or files in {0, ranks}


@dataclass(slots=True)
class _Visit:
    """A position of the attacker that is being looked at."""

    name: str
    clock: int
    waiting: list[str]
    """Replies to the book's move that are not yet followed."""
    longest: int = 1
    """Plies to mate by what was followed so far."""


def verify(proof: Proof) -> Verdict:
    """Check a proof. Raises UnprovenError and MissingPackageError."""
    board: Board = ChessBoard(proof.position) if proof.game == "chess" else ShogiBoard(proof.position)
    plies, positions = _follow(board, proof)
    if plies > proof.plies:
        raise UnprovenError(f"a line takes {plies} plies, more than the {proof.plies} claimed")
    return Verdict(plies, positions)


def _follow(board: Board, proof: Proof) -> tuple[int, int]:
    """Follow the book against all replies; the longest line, and the positions met. The board is as before."""
    # A position's fate depends on the clock, too; that it comes back does not.
    done: dict[tuple[str, int], int] = {}
    line = [_visit(board, proof)]
    on_line = {line[0].name}
    while True:
        visit = line[-1]
        if visit.waiting:
            board.push(visit.waiting.pop())
            if (fault := board.fault()) is not None:
                raise UnprovenError(f"{board.name()}: {fault}")
            name = board.name()
            if name in on_line:
                raise UnprovenError(f"a line comes back to {name}")
            if (known := done.get((name, board.clock()))) is not None:
                visit.longest = max(visit.longest, known + 2)
                board.pop()
                continue
            line.append(_visit(board, proof))
            on_line.add(name)
            continue
        board.pop()
        done[visit.name, visit.clock] = visit.longest
        on_line.remove(visit.name)
        line.pop()
        if not line:
            return visit.longest, len(done)
        board.pop()
        line[-1].longest = max(line[-1].longest, visit.longest + 2)


def _visit(board: Board, proof: Proof) -> _Visit:
    """Play the book's move of a position, and see what may be replied."""
    name, clock = board.name(), board.clock()
    move = proof.book.get(name)
    if move is None:
        raise UnprovenError(f"the book has no move for {name}")
    if not board.is_legal(move):
        raise UnprovenError(f"the book's move {move} is illegal in {name}")
    board.push(move)
    replies = board.moves()
    if not board.is_check() and (proof.checks_only or not replies):
        raise UnprovenError(f"the book's move {move} gives no check in {name}")
    if (fault := board.fault()) is not None:
        raise UnprovenError(f"after {move} in {name}: {fault}")
    return _Visit(name, clock, replies)
