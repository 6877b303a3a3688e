"""The position: bitboards by colour and by kind with a mailbox of 64 beside them, made and unmade move by move.

Layout: what a move changes lives in the object; what it destroys is kept in a stack of ``State``, one for each ply
since the game's start, so that unmaking needs no recomputation and repetition can be looked up.

Invariants, between any two calls:
- ``colours``, ``kinds`` and ``board`` describe the same men; each side has one king.
- ``key``, ``pawn_key`` and ``placement`` equal ``computed_key()``, ``computed_pawn_key()``, ``computed_placement()``.
- ``en_passant`` is a square only if a pawn can take there legally, and only then is it part of the key.
- ``checkers`` are the men that check the side to move.
- ``ply + STATE_RESERVE <= capacity`` when a search starts; ``reserve`` (Python side only) keeps it so for any game.

Thread safety: none; each thread owns its position (``copy``).
"""

import cython
from cython.cimports.libc.stdlib import free, realloc
from cython.cimports.cpython.unicode import PyUnicode_DecodeASCII
from cython.cimports.libc.string import memcpy, memmove, memset
from cython.cimports.kiebitz.core.chess.bitboard import (
    BETWEEN,
    BISHOP,
    BISHOP_RAYS,
    BLACK,
    EMPTY,
    KING,
    KING_ATTACKS,
    KNIGHT,
    KNIGHT_ATTACKS,
    LIGHT_SQUARES,
    NO_SQUARE,
    PAWN,
    PAWN_ATTACKS,
    QUEEN,
    ROOK,
    ROOK_RAYS,
    WHITE,
    bishop_attacks,
    bit,
    pawn_attacks_east,
    pawn_attacks_west,
    rook_attacks,
)
from cython.cimports.kiebitz.core.chess.fen_text import (
    FEN_BYTES,
    OPPOSITE_CHECK,
    SOUND,
    WrittenPosition,
    dropped_of,
    error_of,
    read_text,
    write_fen_into,
)
from cython.cimports.kiebitz.core.chess.castling import ALL_RIGHTS, NO_RIGHTS, castled_king, castled_rook
from cython.cimports.kiebitz.core.evaluation.classical.first_order_values import PLACEMENT
from cython.cimports.kiebitz.core.machine import lowest, popcount
from cython.cimports.kiebitz.core.chess.move import (
    CASTLING,
    EN_PASSANT,
    NULL_MOVE,
    PROMOTION,
    origin_of,
    promoted_kind,
    sort_of,
    target_of,
)
from cython.cimports.kiebitz.core.chess.zobrist import (
    CASTLING_KEYS,
    EN_PASSANT_KEYS,
    INDEX_CODES,
    INDEX_SIDE_CODE,
    MAN_KEYS,
    SIDE_KEY,
)

from kiebitz.core.chess.fen import LETTERS, START_FEN, Setup, square_name, warn_of_dropped


class Position:
    """A legal chess position with the game that led to it. Chess960 castling is understood in every position."""

    def __cinit__(self):
        self.states = cython.NULL
        self.capacity = 0

    def __init__(self, fen: str = START_FEN, chess960: bool | None = None, *, dropped: list[str] | None = None):
        """Set up a FEN (also X-FEN, Shredder-FEN). Raises FenError.

        ``chess960`` chooses which castling rights count (see ``fen``) and how moves and FEN are written; None: as
        Chess960 if the castling rights show it. Rights and an en passant square that can't be are left out: each is a
        FenWarning or, for a caller that tells of them itself, a sentence added to ``dropped``.
        """
        written: WrittenPosition
        read_text(fen, chess960, cython.address(written))
        if written.fault == SOUND:
            self.ply = 0
            self.reserve(0)
            self.set_up(cython.address(written), -1 if chess960 is None else chess960)
        if written.fault:
            raise error_of(fen, cython.address(written))
        if written.letters or written.en_passant_drop:
            notes = dropped_of(fen, cython.address(written))
            if dropped is not None:
                dropped.extend(notes)
            else:
                warn_of_dropped(*notes)

    def __dealloc__(self):
        free(self.states)

    # ------------------------------------------------------------------ setting up

    def set_up(self, written, chess960):
        """Become a position that was read without a fault; what needs attacks is noted there as its fault now.

        ``chess960`` is 1, 0, or -1: if the castling rights show it. Room for states must have been made (``reserve``).
        """
        self.ply = 0
        self.root = 0
        self.key = 0
        self.placement = 0
        memset(self.colours, 0, cython.sizeof(self.colours))
        memset(self.kinds, 0, cython.sizeof(self.kinds))
        memset(self.board, EMPTY, 64)
        for square in range(64):
            if written.men[square] != EMPTY:
                self.put(written.men[square], square)
        self.side = written.side
        self.first_side = written.side
        self.halfmove = written.halfmove
        self.since_null = written.halfmove
        self.first_fullmove = written.fullmove
        shows_960 = self.set_castling(written.homes)
        self.chess960 = shows_960 if chess960 == -1 else chess960
        self.en_passant = NO_SQUARE
        if written.en_passant != NO_SQUARE and self.can_take_en_passant(written.en_passant, self.side):
            self.en_passant = written.en_passant
            self.key ^= EN_PASSANT_KEYS[self.en_passant & 7]
        self.key ^= CASTLING_KEYS[self.castling]
        if self.side == BLACK:
            self.key ^= SIDE_KEY
        self.pawn_key = self.computed_pawn_key()
        king = lowest(self.men(self.side, KING))
        other_king = lowest(self.men(self.side ^ 1, KING))
        self.checkers = self.attackers(king, self.occupied()) & self.colours[self.side ^ 1]
        if self.is_attacked(other_king, self.side, self.occupied()):
            written.fault = OPPOSITE_CHECK
            written.where = other_king

    def set_castling(self, homes):
        """Prepare, for each right, the squares that must be free and safe; whether some right is Chess960's alone."""
        shows_960: cython.bint = False
        self.castling = NO_RIGHTS
        memset(self.rights_kept, ALL_RIGHTS, 64)
        for right in range(4):
            rook: cython.int = homes[right]
            self.castling_free[right] = 0
            self.castling_safe[right] = 0
            self.rook_home[right] = NO_SQUARE
            if rook == NO_SQUARE:
                continue
            king: cython.int = lowest(self.men(right // 2, KING))
            king_after = castled_king(king, rook)
            rook_after = castled_rook(king, rook)
            shows_960 = shows_960 or king & 7 != 4 or rook & 7 != (0 if right & 1 else 7)
            self.castling |= 1 << right
            self.rook_home[right] = rook
            self.rights_kept[rook] = self.rights_kept[rook] & ~(1 << right)
            self.rights_kept[king] = self.rights_kept[king] & ~(1 << right)
            king_way = BETWEEN[king][king_after] | bit(king_after)
            rook_way = BETWEEN[rook][rook_after] | bit(rook_after)
            self.castling_free[right] = (king_way | rook_way) & ~bit(king) & ~bit(rook)
            self.castling_safe[right] = king_way & ~bit(king)
        return shows_960

    def reserve(self, plies):
        """Make room for ``plies`` more and a search above them. Never called without the GIL."""
        self.make_room(plies + STATE_RESERVE)

    def make_room(self, plies):
        """Make room for ``plies`` more, and for no search. Never called without the GIL."""
        needed = self.ply + plies
        if needed <= self.capacity:
            return
        capacity = 2 * needed
        states = cython.cast(
            cython.pointer(State), realloc(self.states, cython.cast(cython.size_t, capacity) * cython.sizeof(State))
        )
        if states == cython.NULL:
            raise MemoryError(f"no memory for a game of {capacity} plies")
        self.states = states
        self.capacity = capacity

    def copy_from(self, other):
        """Become an equal of ``other``, with room for a search; afterwards they share nothing."""
        self.reserve(other.ply - self.ply)
        self.copy_game(other)

    def copy_game(self, other):
        """Become an equal of ``other``, for whose game there is room; afterwards they share nothing."""
        memcpy(self.states, other.states, cython.cast(cython.size_t, other.ply) * cython.sizeof(State))
        self.ply = other.ply
        self.root = other.root
        for index in range(2):
            self.colours[index] = other.colours[index]
        for index in range(6):
            self.kinds[index] = other.kinds[index]
        for index in range(64):
            self.board[index] = other.board[index]
            self.rights_kept[index] = other.rights_kept[index]
        for index in range(4):
            self.rook_home[index] = other.rook_home[index]
            self.castling_free[index] = other.castling_free[index]
            self.castling_safe[index] = other.castling_safe[index]
        self.side = other.side
        self.castling = other.castling
        self.en_passant = other.en_passant
        self.halfmove = other.halfmove
        self.since_null = other.since_null
        self.key = other.key
        self.pawn_key = other.pawn_key
        self.checkers = other.checkers
        self.placement = other.placement
        self.chess960 = other.chess960
        self.first_fullmove = other.first_fullmove
        self.first_side = other.first_side

    def copy_end(self, other, plies):
        """Become an equal of ``other``, for whose game there is room, as if it had begun ``plies`` ago."""
        dropped = other.ply - plies
        self.copy_game(other)
        memmove(self.states, self.states + dropped, cython.cast(cython.size_t, plies) * cython.sizeof(State))
        self.ply = plies
        self.root = 0
        self.first_fullmove = other.first_fullmove + (dropped + other.first_side) // 2
        self.first_side = (dropped + other.first_side) & 1

    # ------------------------------------------------------------------ moving

    def put(self, man, square):
        """Place a man on a free square."""
        self.colours[man & 1] |= bit(square)
        self.kinds[man >> 1] |= bit(square)
        self.board[square] = man
        self.key ^= MAN_KEYS[man][square]
        self.placement += PLACEMENT[man][square]

    def remove(self, square):
        """Take the man on a square off the board."""
        man = self.board[square]
        self.colours[man & 1] ^= bit(square)
        self.kinds[man >> 1] ^= bit(square)
        self.board[square] = EMPTY
        self.key ^= MAN_KEYS[man][square]
        self.placement -= PLACEMENT[man][square]

    def castle(self, king, rook, back):
        """Castle, or (``back``) take castling back. King and rook may start on each other's target."""
        side = self.board[king] & 1 if not back else self.side
        king_after = castled_king(king, rook)
        rook_after = castled_rook(king, rook)
        if back:
            self.remove(king_after)
            self.remove(rook_after)
            self.put(2 * KING + side, king)
            self.put(2 * ROOK + side, rook)
        else:
            self.remove(king)
            self.remove(rook)
            self.put(2 * KING + side, king_after)
            self.put(2 * ROOK + side, rook_after)

    def remember(self, move):
        """Put what a move destroys on the stack, and begin the next ply."""
        state = cython.address(self.states[self.ply])
        state.key = self.key
        state.pawn_key = self.pawn_key
        state.checkers = self.checkers
        state.placement = self.placement
        state.move = move
        state.moved = EMPTY
        state.captured = EMPTY
        state.castling = self.castling
        state.en_passant = self.en_passant
        state.halfmove = self.halfmove
        state.since_null = self.since_null
        self.ply += 1
        self.halfmove += 1
        return state

    def make(self, move):
        """Play a legal move."""
        state = self.remember(move)
        self.since_null += 1
        origin = origin_of(move)
        target = target_of(move)
        sort = sort_of(move)
        side = self.side
        enemy = side ^ 1
        self.side = enemy
        man: cython.int = self.board[origin]
        state.moved = man
        double_push: cython.bint = False
        if self.en_passant != NO_SQUARE:
            self.key ^= EN_PASSANT_KEYS[self.en_passant & 7]
            self.en_passant = NO_SQUARE
        if sort == CASTLING:
            self.castle(origin, target, False)
        else:
            victim_square = target ^ 8 if sort == EN_PASSANT else target
            captured: cython.int = self.board[victim_square]
            key = self.key
            placement = self.placement
            if captured != EMPTY:
                self.colours[enemy] ^= bit(victim_square)
                self.kinds[captured >> 1] ^= bit(victim_square)
                self.board[victim_square] = EMPTY
                key ^= MAN_KEYS[captured][victim_square]
                placement -= PLACEMENT[captured][victim_square]
                if captured >> 1 == PAWN:
                    self.pawn_key ^= MAN_KEYS[captured][victim_square]
                state.captured = captured
                self.halfmove = 0
            path = bit(origin) | bit(target)
            self.colours[side] ^= path
            self.board[origin] = EMPTY
            if man >> 1 == PAWN:
                self.halfmove = 0
                self.pawn_key ^= MAN_KEYS[man][origin]
                arrived = man
                if sort == PROMOTION:
                    arrived = 2 * promoted_kind(move) + side
                    self.kinds[PAWN] ^= bit(origin)
                    self.kinds[arrived >> 1] ^= bit(target)
                else:
                    self.kinds[PAWN] ^= path
                    self.pawn_key ^= MAN_KEYS[man][target]
                    double_push = (origin ^ target) == 16
                self.board[target] = arrived
                key ^= MAN_KEYS[man][origin] ^ MAN_KEYS[arrived][target]
                placement += PLACEMENT[arrived][target] - PLACEMENT[man][origin]
            else:
                self.kinds[man >> 1] ^= path
                self.board[target] = man
                key ^= MAN_KEYS[man][origin] ^ MAN_KEYS[man][target]
                placement += PLACEMENT[man][target] - PLACEMENT[man][origin]
            self.key = key
            self.placement = placement
        if self.castling:
            kept = self.castling & self.rights_kept[origin] & self.rights_kept[target]
            self.key ^= CASTLING_KEYS[self.castling ^ kept]
            self.castling = kept
        self.key ^= SIDE_KEY
        king = lowest(self.men(enemy, KING))
        self.checkers = self.attackers(king, self.occupied()) & self.colours[side]
        if double_push:
            behind = (origin + target) >> 1
            if PAWN_ATTACKS[side][behind] & self.men(enemy, PAWN) and self.can_take_en_passant(behind, enemy):
                self.en_passant = behind
                self.key ^= EN_PASSANT_KEYS[behind & 7]

    def likely_key(self, move):
        """The key after a legal move, if that is neither castling nor promotion and concerns no en passant.

        To ask for memory early that the position after the move will want: a wrong key costs time, no more.
        """
        man: cython.int = self.board[origin_of(move)]
        captured: cython.int = self.board[target_of(move)]
        key = self.key ^ SIDE_KEY ^ MAN_KEYS[man][origin_of(move)] ^ MAN_KEYS[man][target_of(move)]
        if captured != EMPTY:
            key ^= MAN_KEYS[captured][target_of(move)]
        if self.castling:
            kept = self.castling & self.rights_kept[origin_of(move)] & self.rights_kept[target_of(move)]
            key ^= CASTLING_KEYS[self.castling ^ kept]
        if self.en_passant != NO_SQUARE:
            key ^= EN_PASSANT_KEYS[self.en_passant & 7]
        return key

    def unmake(self):
        """Take the last move back."""
        self.ply -= 1
        state = cython.address(self.states[self.ply])
        move = state.move
        origin = origin_of(move)
        target = target_of(move)
        sort = sort_of(move)
        self.side ^= 1
        side = self.side
        if sort == CASTLING:
            self.castle(origin, target, True)
        else:
            man: cython.int = self.board[target]
            path = bit(origin) | bit(target)
            self.colours[side] ^= path
            if sort == PROMOTION:
                self.kinds[man >> 1] ^= bit(target)
                self.kinds[PAWN] ^= bit(origin)
                man = 2 * PAWN + side
            else:
                self.kinds[man >> 1] ^= path
            self.board[target] = EMPTY
            self.board[origin] = man
            captured: cython.int = state.captured
            if captured != EMPTY:
                victim_square = target ^ 8 if sort == EN_PASSANT else target
                self.colours[side ^ 1] ^= bit(victim_square)
                self.kinds[captured >> 1] ^= bit(victim_square)
                self.board[victim_square] = captured
        self.key = state.key
        self.pawn_key = state.pawn_key
        self.checkers = state.checkers
        self.placement = state.placement
        self.castling = state.castling
        self.en_passant = state.en_passant
        self.halfmove = state.halfmove
        self.since_null = state.since_null

    def make_null(self):
        """Pass: the null move. Only out of check."""
        self.remember(NULL_MOVE)
        self.since_null = 0
        if self.en_passant != NO_SQUARE:
            self.key ^= EN_PASSANT_KEYS[self.en_passant & 7]
            self.en_passant = NO_SQUARE
        self.key ^= SIDE_KEY
        self.side ^= 1

    def unmake_null(self):
        """Take a null move back."""
        self.ply -= 1
        state = cython.address(self.states[self.ply])
        self.side ^= 1
        self.key = state.key
        self.en_passant = state.en_passant
        self.halfmove = state.halfmove
        self.since_null = state.since_null

    # ------------------------------------------------------------------ attacks and draws

    def attackers(self, square, occupied):
        """Men of both colours that attack a square, given the blockers."""
        return (
            (PAWN_ATTACKS[BLACK][square] & self.men(WHITE, PAWN))
            | (PAWN_ATTACKS[WHITE][square] & self.men(BLACK, PAWN))
            | (KNIGHT_ATTACKS[square] & self.kinds[KNIGHT])
            | (KING_ATTACKS[square] & self.kinds[KING])
            | (rook_attacks(square, occupied) & (self.kinds[ROOK] | self.kinds[QUEEN]))
            | (bishop_attacks(square, occupied) & (self.kinds[BISHOP] | self.kinds[QUEEN]))
        )

    def is_attacked(self, square, by, occupied):
        """True if a man of colour ``by`` attacks a square, given the blockers."""
        men = self.colours[by]
        if (
            (PAWN_ATTACKS[by ^ 1][square] & self.kinds[PAWN])
            | (KNIGHT_ATTACKS[square] & self.kinds[KNIGHT])
            | (KING_ATTACKS[square] & self.kinds[KING])
        ) & men:
            return True
        straight = (self.kinds[ROOK] | self.kinds[QUEEN]) & men
        if ROOK_RAYS[square] & straight and rook_attacks(square, occupied) & straight:
            return True
        diagonal = (self.kinds[BISHOP] | self.kinds[QUEEN]) & men
        return bool(BISHOP_RAYS[square] & diagonal and bishop_attacks(square, occupied) & diagonal)

    def attacked_by(self, by):
        """All squares that men of colour ``by`` attack."""
        occupied = self.occupied()
        pawns = self.men(by, PAWN)
        attacked = (
            pawn_attacks_east(pawns, by) | pawn_attacks_west(pawns, by) | KING_ATTACKS[lowest(self.men(by, KING))]
        )
        knights = self.men(by, KNIGHT)
        while knights:
            attacked |= KNIGHT_ATTACKS[lowest(knights)]
            knights &= knights - 1
        straight = self.men(by, ROOK) | self.men(by, QUEEN)
        while straight:
            attacked |= rook_attacks(lowest(straight), occupied)
            straight &= straight - 1
        diagonal = self.men(by, BISHOP) | self.men(by, QUEEN)
        while diagonal:
            attacked |= bishop_attacks(lowest(diagonal), occupied)
            diagonal &= diagonal - 1
        return attacked

    def can_take_en_passant(self, target, by):
        """True if some pawn of ``by`` can take en passant on ``target`` without leaving its king in check."""
        takers = PAWN_ATTACKS[by ^ 1][target] & self.men(by, PAWN)
        king = lowest(self.men(by, KING))
        victim = bit(target ^ 8)
        while takers:
            occupied = self.occupied() ^ (takers & (0 - takers)) ^ victim | bit(target)
            if not self.attackers(king, occupied) & self.colours[by ^ 1] & ~victim:
                return True
            takers &= takers - 1
        return False

    def is_repetition(self):
        """True if this position stood here before: once since the search's root, or twice in the game."""
        reach = min(self.halfmove, self.since_null, self.ply)
        seen = 0
        back = 4
        while back <= reach:
            if self.states[self.ply - back].key == self.key:
                if self.ply - back > self.root:
                    return True
                seen += 1
                if seen == 2:
                    return True
            back += 2
        return False

    def is_material_draw(self):
        """True if no sequence of legal moves can mate: bare kings, one minor piece, or bishops of one square colour."""
        if self.kinds[PAWN] | self.kinds[ROOK] | self.kinds[QUEEN]:
            return False
        if popcount(self.occupied()) <= 3:
            return True
        if self.kinds[KNIGHT]:
            return False
        return not (self.kinds[BISHOP] & LIGHT_SQUARES) or not (self.kinds[BISHOP] & ~LIGHT_SQUARES)

    # ------------------------------------------------------------------ recomputed, for set-up and tests

    def computed_key(self):
        """The Zobrist key from scratch."""
        key = CASTLING_KEYS[self.castling]
        for square in range(64):
            if self.board[square] != EMPTY:
                key ^= MAN_KEYS[self.board[square]][square]
        if self.en_passant != NO_SQUARE:
            key ^= EN_PASSANT_KEYS[self.en_passant & 7]
        if self.side == BLACK:
            key ^= SIDE_KEY
        return key

    def computed_pawn_key(self):
        """The key of the pawns from scratch."""
        key: Bitboard = 0
        for square in range(64):
            if self.board[square] >> 1 == PAWN:
                key ^= MAN_KEYS[self.board[square]][square]
        return key

    def computed_placement(self):
        """Piece values and first-order values from scratch."""
        placement = 0
        for square in range(64):
            if self.board[square] != EMPTY:
                placement += PLACEMENT[self.board[square]][square]
        return placement

    # ------------------------------------------------------------------ for Python

    def setup(self) -> Setup:
        """The position as plain data."""
        homes = [self.rook_home[right] if self.castling & (1 << right) else None for right in range(4)]
        return Setup(
            men=tuple([self.board[square] for square in range(64)]),
            side=self.side,
            castling=tuple(homes),
            en_passant=None if self.en_passant == NO_SQUARE else self.en_passant,
            halfmove=self.halfmove,
            fullmove=self.fullmove(),
        )

    def fen(self, shredder: bool = False) -> str:
        """The FEN; X-FEN where KQkq would be ambiguous, ``shredder`` for rook files."""
        letters: cython.char[FEN_BYTES]
        length = self.write_into(letters, shredder)
        return PyUnicode_DecodeASCII(letters, length, cython.NULL)

    def write_into(self, letters, shredder):
        """Write the FEN, of FEN_BYTES at most; how many letters it has."""
        return write_fen_into(
            self.board,
            self.side,
            self.rook_home,
            self.castling,
            self.en_passant,
            self.halfmove,
            self.fullmove(),
            shredder,
            letters,
        )

    def copy(self) -> "Position":
        """An independent position with the same game behind it."""
        twin: Position = Position.__new__(Position)
        twin.copy_from(self)
        return twin

    def pop(self) -> None:
        """Take the last move back. Raises IndexError at the game's start."""
        if self.ply == 0:
            raise IndexError("no move to take back")
        if self.states[self.ply - 1].move == NULL_MOVE:
            self.unmake_null()
        else:
            self.unmake()

    @property
    def turn(self) -> bool:
        """True if White is to move (as in python-chess)."""
        return self.side == WHITE

    @property
    def is_check(self) -> bool:
        """True if the side to move is in check."""
        return self.checkers != 0

    @property
    def hash_key(self) -> int:
        """The 64-bit Zobrist key."""
        return self.key

    def key_parts(self) -> list[tuple[str, int]]:
        """The parts whose XOR is the key, each by name and code: a piece on its square (``Pe2``), rights, the side."""
        parts = [
            (LETTERS[self.board[square]] + square_name(square), MAN_KEYS[self.board[square]][square])
            for square in range(64)
            if self.board[square] != EMPTY
        ]
        if self.castling:
            parts.append(("castling", CASTLING_KEYS[self.castling]))
        if self.en_passant != NO_SQUARE:
            parts.append(("en passant", EN_PASSANT_KEYS[self.en_passant & 7]))
        if self.side == BLACK:
            parts.append(("side", SIDE_KEY))
        return parts

    def index_parts(self) -> list[tuple[str, int]]:
        """The same of the index that has codes of its own (``TableDesign.own_index_codes``); rights have none."""
        parts = [
            (LETTERS[self.board[square]] + square_name(square), INDEX_CODES[self.board[square]][square])
            for square in range(64)
            if self.board[square] != EMPTY
        ]
        if self.side == BLACK:
            parts.append(("side", INDEX_SIDE_CODE))
        return parts

    @property
    def halfmove_clock(self) -> int:
        """Plies since the last capture or pawn move."""
        return self.halfmove

    @property
    def is_insufficient_material(self) -> bool:
        """True if neither side can ever mate."""
        return self.is_material_draw()

    def repetitions(self) -> int:
        """Number of times this position has stood on the board in this game, now included."""
        count = 1
        for back in range(2, min(self.halfmove, self.since_null, self.ply) + 1, 2):
            count += self.states[self.ply - back].key == self.key
        return count

    def check_invariants(self) -> None:
        """Compare everything incremental with what is recomputed; raises AssertionError. For tests."""
        assert self.key == self.computed_key(), "key"
        assert self.pawn_key == self.computed_pawn_key(), "pawn key"
        assert self.placement == self.computed_placement(), "placement"
        king = lowest(self.men(self.side, KING))
        assert self.checkers == self.attackers(king, self.occupied()) & self.colours[self.side ^ 1], "checkers"
        for by in range(2):
            attacked = self.attacked_by(by)
            for square in range(64):
                here = bool(attacked & bit(square))
                assert here == self.is_attacked(square, by, self.occupied()), f"attacks on {square_name(square)}"
        for square in range(64):
            for man in range(12):
                here = bool(self.colours[man & 1] & self.kinds[man >> 1] & bit(square))
                assert here == (self.board[square] == man), f"man {man} on {square_name(square)}"

    # ------------------------------------------------------------------ the men

    @cython.inline
    def fullmove(self) -> cython.int:
        """The number of the next move."""
        return self.first_fullmove + (self.ply + self.first_side) // 2

    @cython.inline
    def occupied(self) -> Bitboard:
        """Squares with a man."""
        return self.colours[0] | self.colours[1]

    @cython.inline
    def men(self, side: cython.int, kind: cython.int) -> Bitboard:
        """The men of a side and kind."""
        return self.colours[side] & self.kinds[kind]
