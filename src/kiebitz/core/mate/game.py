"""The interface between the mate solver and a game's rules: two games behind one face.

The attacker moves at the root. A node is found by its board (``key``) and then by what the attacker holds (``hand``):
the men that are neither on the board nor in his hand are the defender's. Chess has no hands; there every hand is 0.

**Dominance.** Who mates with a hand mates with one that is as good, for he may leave men unused, and who doesn't mate
with a hand doesn't with less. So a proof is kept with the least hand that it needs, a disproof with the greatest that
it bears (proof pieces and disproof pieces: Seo 1995, Nagai 2002). What the attacker has less the defender has more,
which matters only where the defender drops; ``needed_for_all`` and ``held_before`` see to that.
"""

import cython
from cython.cimports.kiebitz.core.chess.movegen import count_moves as count_chess_moves
from cython.cimports.kiebitz.core.chess.movegen import gives_check as gives_chess_check
from cython.cimports.kiebitz.core.chess.movegen import legal_moves as legal_chess_moves
from cython.cimports.kiebitz.core.chess.position import Position
from cython.cimports.kiebitz.core.shogi.bitboard import BETWEEN, EMPTY, HAND_KINDS, PROMOTED, is_empty, lowest, rest
from cython.cimports.kiebitz.core.shogi.hand import count_of, least_of, most_of, one_of, only
from cython.cimports.kiebitz.core.shogi.move import dropped_kind, is_drop, target_of
from cython.cimports.kiebitz.core.shogi.movegen import count_moves as count_shogi_moves
from cython.cimports.kiebitz.core.shogi.movegen import gives_check as gives_shogi_check
from cython.cimports.kiebitz.core.shogi.movegen import legal_moves as legal_shogi_moves
from cython.cimports.kiebitz.core.shogi.position import ShogiPosition

from kiebitz.core.chess.notation import move_text as chess_text
from kiebitz.core.chess.notation import parse_move as parse_chess_move
from kiebitz.core.shogi.move import usi_text
from kiebitz.core.shogi.notation import parse_move as parse_shogi_move


class Game:
    """Rules the mate solver needs; the defaults are for games without hands."""

    def key(self):
        """The key of the board and the side to move."""
        return 0

    def hand(self):
        """The pieces the attacker holds."""
        return 0

    def make(self, move):
        """Play a legal move."""

    def unmake(self):
        """Take it back."""

    def moves(self, moves):
        """Write the legal moves; returns how many."""
        return 0

    def checks(self, moves):
        """Write the legal moves that give check; returns how many."""
        return 0

    def replies(self):
        """The number of legal moves."""
        return 0

    def is_check(self):
        """True if the side to move is in check."""
        return False

    def is_material_draw(self):
        """True if nobody can ever mate."""
        return False

    def delaying_square(self, move):
        """Where the defender interposes by a drop, a square that other drops share; else -1."""
        return -1

    def needed_before(self, move, after):
        """The least hand with which the attacker may play a move that mates with the hand ``after`` it."""
        return 0

    def needed_for_all(self, most):
        """The least hand that mates against all moves of the defender, ``most`` being what any of them asks for."""
        return 0

    def utmost(self):
        """The greatest hand by which the attacker, who is to move, gets no other moves than he has."""
        return 0

    def held_before(self, move, after):
        """The greatest hand with which the attacker is no better off before a move than with ``after`` behind it."""
        return 0

    def begin(self, position) -> None:
        """Take up a position; the side to move attacks."""
        raise NotImplementedError

    def reserve(self, plies: int) -> None:
        """Make room for lines of so many plies. Raises MemoryError."""
        raise NotImplementedError

    def text(self, move: int) -> str:
        """A move of the position taken up, as UCI or USI writes it."""
        raise NotImplementedError

    def parse(self, text: str) -> int:
        """The legal move that a text means. Raises MoveError or ShogiMoveError."""
        raise NotImplementedError

    def copied(self):
        """The position, to be played on."""
        raise NotImplementedError

    def name(self) -> str:
        """The position as a book has it: its FEN or SFEN without the counters."""
        raise NotImplementedError


class ChessGame(Game):
    """Chess. The rule of fifty moves is left out."""

    def __init__(self):
        self.has_hands = False
        self.position = Position()

    def key(self):
        """The position's key."""
        return self.position.key

    def make(self, move):
        """Play a legal move."""
        self.position.make(move)

    def unmake(self):
        """Take it back."""
        self.position.unmake()

    def moves(self, moves):
        """Write the legal moves; returns how many."""
        return legal_chess_moves(self.position, moves)

    def checks(self, moves):
        """Write the legal moves that give check; returns how many."""
        count = legal_chess_moves(self.position, moves)
        checks: cython.int = 0
        for index in range(count):
            if gives_chess_check(self.position, moves[index]):
                moves[checks] = moves[index]
                checks += 1
        return checks

    def replies(self):
        """The number of legal moves."""
        return count_chess_moves(self.position)

    def is_check(self):
        """True if the side to move is in check."""
        return self.position.checkers != 0

    def is_material_draw(self):
        """True if nobody can ever mate."""
        return self.position.is_material_draw()

    def begin(self, position) -> None:
        """Take up a position; the side to move attacks."""
        self.position.copy_from(position)

    def reserve(self, plies: int) -> None:
        """Make room for lines of so many plies. Raises MemoryError."""
        self.position.reserve(plies)

    def text(self, move: int) -> str:
        """A move of the position taken up, as UCI writes it."""
        return chess_text(self.position, move)

    def parse(self, text: str) -> int:
        """The legal move that a text means. Raises MoveError."""
        return parse_chess_move(self.position, text)

    def copied(self):
        """The position, to be played on."""
        return self.position.copy()

    def name(self) -> str:
        """The FEN without the counters; Chess960's with the files of the rooks."""
        return self.position.fen(self.position.chess960).rsplit(" ", 2)[0]


class ShogiGame(Game):
    """Shogi. That a repetition never helps the attacker is the search's affair."""

    def __init__(self):
        self.has_hands = True
        self.position = ShogiPosition()

    def key(self):
        """The key of board and side to move."""
        return self.position.board_key

    def hand(self):
        """The pieces the attacker holds."""
        return self.position.hands[self.attacker]

    def make(self, move):
        """Play a legal move."""
        self.position.make(move)

    def unmake(self):
        """Take it back."""
        self.position.unmake()

    def moves(self, moves):
        """Write the legal moves; returns how many."""
        return legal_shogi_moves(self.position, moves)

    def checks(self, moves):
        """Write the legal moves that give check; returns how many."""
        count = legal_shogi_moves(self.position, moves)
        checks: cython.int = 0
        for index in range(count):
            if gives_shogi_check(self.position, moves[index]):
                moves[checks] = moves[index]
                checks += 1
        return checks

    def replies(self):
        """The number of legal moves."""
        return count_shogi_moves(self.position)

    def is_check(self):
        """True if the side to move is in check."""
        return not is_empty(self.position.checkers)

    def delaying_square(self, move):
        """Where the defender interposes by a drop: what is dropped matters less than where."""
        return target_of(move) if is_drop(move) and self.position.side != self.attacker else -1

    def needed_before(self, move, after):
        """One more of what the move drops, one less of what it takes."""
        if is_drop(move):
            return after + one_of(dropped_kind(move))
        captured: cython.int = self.position.board[target_of(move)]
        if captured != EMPTY:
            kind = captured >> 1 & (PROMOTED - 1)
            if count_of(after, kind):
                return after - one_of(kind)
        return after

    def needed_for_all(self, most):
        """The pieces any reply asks for; where a drop may answer, all the defender has none of, lest he get one."""
        king = self.position.king[self.attacker ^ 1]
        checkers = self.position.checkers
        if not is_empty(checkers):
            if not is_empty(rest(checkers)) or is_empty(BETWEEN[king][lowest(checkers)]):
                return most
        own = self.position.hands[self.attacker]
        others = self.position.hands[self.attacker ^ 1]
        for kind in range(HAND_KINDS):
            if not count_of(others, kind):
                most = most_of(most, only(own, kind))
        return most

    def utmost(self):
        """All men of the kinds that he holds, his and the defender's; a kind that he hasn't would bring new drops."""
        own = self.position.hands[self.attacker]
        others = self.position.hands[self.attacker ^ 1]
        most = own
        for kind in range(HAND_KINDS):
            if count_of(own, kind):
                most += only(others, kind)
        return most

    def held_before(self, move, after):
        """Of what the attacker drops one more, of what he takes one less; what the defender drops he keeps one of."""
        own = self.position.hands[self.attacker]
        others = self.position.hands[self.attacker ^ 1]
        whole = own + others
        if self.position.side != self.attacker:
            return least_of(after, whole - one_of(dropped_kind(move)) if is_drop(move) else whole)
        if is_drop(move):
            return least_of(after + one_of(dropped_kind(move)), whole)
        captured: cython.int = self.position.board[target_of(move)]
        if captured != EMPTY:
            # Behind the move he holds what he took.
            after -= one_of(captured >> 1 & (PROMOTED - 1))
        return least_of(after, whole)

    def begin(self, position) -> None:
        """Take up a position; the side to move attacks."""
        self.position.copy_from(position)
        self.attacker = self.position.side

    def reserve(self, plies: int) -> None:
        """Make room for lines of so many plies. Raises MemoryError."""
        self.position.reserve(plies)

    def text(self, move: int) -> str:
        """A move of the position taken up, as USI writes it."""
        return usi_text(move)

    def parse(self, text: str) -> int:
        """The legal move that a text means. Raises ShogiMoveError."""
        return parse_shogi_move(self.position, text)

    def copied(self):
        """The position, to be played on."""
        return self.position.copy()

    def name(self) -> str:
        """The SFEN without the move number."""
        return self.position.sfen().rsplit(" ", 1)[0]


def new_game(position):
    """The game that a position is of; the position is not taken up."""
    if isinstance(position, ShogiPosition):
        return ShogiGame()
    if isinstance(position, Position):
        return ChessGame()
    raise TypeError(f"a mate can't be searched for in {type(position).__name__}; give a Position or a ShogiPosition")
