"""The position of shogi: bitboards by colour and by kind with a mailbox beside them, and the hands.

Layout: as in ``chess.position``: what a move changes lives in the object, what it destroys in a stack of ``State``, one
for each ply since the game's start. The key is that of the board (with the side to move) and that of the hands, kept
apart so that a position can be found by its board alone.

Invariants, between any two calls:
- ``colours``, ``kinds``, ``golds``, ``king`` and ``board`` describe the same men; each side has one king or none.
- ``board_key`` and ``hands_key`` equal what is computed from scratch.
- ``checkers`` are the men that check the side to move; a side without a king is never in check.
- ``ply + STATE_RESERVE <= capacity`` when a search starts; ``reserve`` (Python side only) keeps it so for any game.

Thread safety: none; each thread owns its position (``copy``).
"""

import cython
from cython.cimports.libc.stdlib import free, realloc
from cython.cimports.libc.string import memcpy
from cython.cimports.kiebitz.core.shogi.bitboard import (
    AHEAD,
    BISHOP,
    BISHOP_RAYS,
    DRAGON,
    EMPTY,
    GOLD,
    GOLD_ATTACKS,
    HAND,
    HAND_KINDS,
    HORSE,
    KING,
    KING_ATTACKS,
    KINDS,
    KNIGHT,
    KNIGHT_ATTACKS,
    LANCE,
    NO_SQUARE,
    PAWN,
    PAWN_ATTACKS,
    PLACES,
    PROMOTED,
    PROMOTED_SILVER,
    ROOK,
    ROOK_RAYS,
    SILVER,
    SILVER_ATTACKS,
    SQUARES,
    TOKIN,
    WHITE,
    bishop_attacks,
    bit,
    file_attacks,
    has,
    have_common,
    is_empty,
    load,
    no_squares,
    rook_attacks,
    without,
)
from cython.cimports.kiebitz.core.shogi.hand import count_of, one_of
from cython.cimports.kiebitz.core.shogi.move import NULL_MOVE, origin_of, promotes, target_of
from cython.cimports.kiebitz.core.shogi.zobrist import HAND_KEYS, MAN_KEYS, SIDE_KEY

from kiebitz.core.shogi.sfen import (
    COLOURS,
    START_SFEN,
    SfenError,
    SfenFault,
    Setup,
    man_text,
    parse_sfen,
    square_name,
    write_sfen,
)

OUTCOMES = (None, "draw", "win", "loss")  # by Recurrence


class ShogiPosition:
    """A legal position of shogi with the game that led to it; for tsume problems one side may have no king."""

    def __cinit__(self):
        load()
        self.states = cython.NULL
        self.capacity = 0

    def __init__(self, sfen: str = START_SFEN, *, as_written: bool = False):
        """Set up an SFEN. Raises SfenError.

        ``as_written``: also a start that no game leads to (``parse_sfen``), or a king that could be taken. Moves are
        played from it and taken back; no search takes it.
        """
        setup = parse_sfen(sfen, as_written=as_written)
        self.as_written = as_written
        self.ply = 0
        self.root = 0
        self.since_null = 0
        self.reserve(0)
        self.board_key = 0
        self.hands_key = 0
        self.golds = no_squares()
        for side in range(2):
            self.colours[side] = no_squares()
            self.king[side] = NO_SQUARE
            self.hands[side] = 0
            self.checks[side] = 0
        for kind in range(KINDS):
            self.kinds[kind] = no_squares()
        for place in range(PLACES):
            self.board[place] = EMPTY
        for side in range(2):
            for kind in range(HAND_KINDS):
                self.board[HAND + 7 * side + kind] = 2 * kind + side
                self.hold(side, kind, setup.hands[side][kind])
        for square in range(SQUARES):
            if setup.men[square] != EMPTY:
                self.put(setup.men[square], square)
        self.side = setup.side
        if self.side == WHITE:
            self.board_key ^= SIDE_KEY
        self.first_number = setup.number
        self.checkers = self.attackers(self.king[self.side], self.occupied(), self.side ^ 1)
        if not as_written and self.is_attacked(self.king[self.side ^ 1], self.side, self.occupied()):
            raise SfenError(
                SfenFault.OPPOSITE_CHECK,
                f"{COLOURS[self.side ^ 1]}'s king on {square_name(self.king[self.side ^ 1])} is in check"
                f" though {COLOURS[self.side]} is to move; give the other side the move",
            )

    def __dealloc__(self):
        free(self.states)

    def reserve(self, plies):
        """Make room for ``plies`` more and a search above them. Never called without the GIL."""
        needed = self.ply + plies + STATE_RESERVE
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
        """Become an equal of ``other``; afterwards they share nothing."""
        self.reserve(other.ply - self.ply)
        memcpy(self.states, other.states, cython.cast(cython.size_t, other.ply) * cython.sizeof(State))
        for side in range(2):
            self.colours[side] = other.colours[side]
            self.king[side] = other.king[side]
            self.hands[side] = other.hands[side]
            self.checks[side] = other.checks[side]
        for kind in range(KINDS):
            self.kinds[kind] = other.kinds[kind]
        for place in range(PLACES):
            self.board[place] = other.board[place]
        self.golds = other.golds
        self.side = other.side
        self.board_key = other.board_key
        self.hands_key = other.hands_key
        self.checkers = other.checkers
        self.first_number = other.first_number
        self.as_written = other.as_written
        self.ply = other.ply
        self.root = other.root
        self.since_null = other.since_null

    # ------------------------------------------------------------------ moving

    def put(self, man, square):
        """Place a man on a free square."""
        kind = man >> 1
        side = man & 1
        here = bit(square)
        self.colours[side] = either(self.colours[side], here)
        self.kinds[kind] = either(self.kinds[kind], here)
        if kind == GOLD or TOKIN <= kind <= PROMOTED_SILVER:
            self.golds = either(self.golds, here)
        elif kind == KING:
            self.king[side] = square
        self.board[square] = man
        self.board_key ^= MAN_KEYS[man][square]

    def remove(self, square):
        """Take the man on a square off the board."""
        man: cython.int = self.board[square]
        here = bit(square)
        self.colours[man & 1] = without(self.colours[man & 1], here)
        self.kinds[man >> 1] = without(self.kinds[man >> 1], here)
        self.golds = without(self.golds, here)
        self.board[square] = EMPTY
        self.board_key ^= MAN_KEYS[man][square]

    def hold(self, side, kind, change):
        """Let a hand hold so many men of a kind more, or fewer."""
        before = count_of(self.hands[side], kind)
        self.hands[side] += change * one_of(kind)
        self.hands_key ^= HAND_KEYS[side][kind][before] ^ HAND_KEYS[side][kind][before + change]

    def remember(self, move):
        """Keep what a move destroys; returns where, for what it takes."""
        state = cython.address(self.states[self.ply])
        state.board_key = self.board_key
        state.hands_key = self.hands_key
        state.checkers = self.checkers
        state.hands[0] = self.hands[0]
        state.hands[1] = self.hands[1]
        state.checks[0] = self.checks[0]
        state.checks[1] = self.checks[1]
        state.since_null = self.since_null
        state.move = move
        state.moved = EMPTY
        state.captured = EMPTY
        self.ply += 1
        return state

    def make(self, move):
        """Play a legal move."""
        state = self.remember(move)
        side = self.side
        enemy = side ^ 1
        self.since_null += 1
        origin = origin_of(move)
        target = target_of(move)
        man: cython.int = self.board[origin]
        state.moved = man
        if origin >= HAND:
            self.hold(side, man >> 1, -1)
        else:
            captured: cython.int = self.board[target]
            if captured != EMPTY:
                self.remove(target)
                self.hold(side, captured >> 1 & (PROMOTED - 1), 1)
                state.captured = captured
            self.remove(origin)
            if promotes(move):
                man += 2 * PROMOTED
        self.put(man, target)
        self.board_key ^= SIDE_KEY
        self.side = enemy
        self.checkers = self.attackers(self.king[enemy], self.occupied(), side)
        self.checks[side] = 0 if is_empty(self.checkers) else self.checks[side] + 1

    def unmake(self):
        """Take the last move back."""
        self.ply -= 1
        state = cython.address(self.states[self.ply])
        origin = origin_of(state.move)
        target = target_of(state.move)
        self.side ^= 1
        man: cython.int = self.board[target]
        self.remove(target)
        if origin < HAND:
            if promotes(state.move):
                man -= 2 * PROMOTED
            self.put(man, origin)
            captured: cython.int = state.captured
            if captured != EMPTY:
                self.put(captured, target)
        self.hands[0] = state.hands[0]
        self.hands[1] = state.hands[1]
        self.checks[0] = state.checks[0]
        self.checks[1] = state.checks[1]
        self.since_null = state.since_null
        self.board_key = state.board_key
        self.hands_key = state.hands_key
        self.checkers = state.checkers

    def make_null(self):
        """Pass, which no rule allows, out of check; a run of checks ends by it."""
        self.remember(NULL_MOVE)
        self.checks[self.side] = 0
        self.since_null = 0
        self.board_key ^= SIDE_KEY
        self.side ^= 1

    def unmake_null(self):
        """Take a pass back."""
        self.ply -= 1
        state = cython.address(self.states[self.ply])
        self.side ^= 1
        self.checks[self.side] = state.checks[self.side]
        self.since_null = state.since_null
        self.board_key = state.board_key

    def likely_key(self, move):
        """The key after a legal move, to ask early for the memory that the position after it will want."""
        origin = origin_of(move)
        target = target_of(move)
        side = self.side
        man: cython.int = self.board[origin]
        key = self.board_key ^ self.hands_key ^ SIDE_KEY
        if origin >= HAND:
            held = count_of(self.hands[side], man >> 1)
            key ^= HAND_KEYS[side][man >> 1][held] ^ HAND_KEYS[side][man >> 1][held - 1]
            return key ^ MAN_KEYS[man][target]
        captured: cython.int = self.board[target]
        if captured != EMPTY:
            kind = captured >> 1 & (PROMOTED - 1)
            held = count_of(self.hands[side], kind)
            key ^= HAND_KEYS[side][kind][held] ^ HAND_KEYS[side][kind][held + 1] ^ MAN_KEYS[captured][target]
        key ^= MAN_KEYS[man][origin]
        return key ^ MAN_KEYS[man + 2 * PROMOTED if promotes(move) else man][target]

    # ------------------------------------------------------------------ attacks and repetition

    def attackers(self, square, occupied, by):
        """Men of ``by`` that attack a square, given the blockers; none attacks the place of a king that isn't there."""
        enemy = by ^ 1
        found = either(
            both(PAWN_ATTACKS[enemy][square], self.kinds[PAWN]), both(GOLD_ATTACKS[enemy][square], self.golds)
        )
        found = either(found, both(KNIGHT_ATTACKS[enemy][square], self.kinds[KNIGHT]))
        found = either(found, both(SILVER_ATTACKS[enemy][square], self.kinds[SILVER]))
        stepping = either(either(self.kinds[KING], self.kinds[HORSE]), self.kinds[DRAGON])
        found = either(found, both(KING_ATTACKS[square], stepping))
        straight = either(self.kinds[ROOK], self.kinds[DRAGON])
        if have_common(ROOK_RAYS[square], both(straight, self.colours[by])):
            found = either(found, both(rook_attacks(square, occupied), straight))
        lances = both(AHEAD[enemy][square], self.kinds[LANCE])
        if have_common(lances, self.colours[by]):
            found = either(found, both(file_attacks(square, occupied), lances))
        diagonal = either(self.kinds[BISHOP], self.kinds[HORSE])
        if have_common(BISHOP_RAYS[square], both(diagonal, self.colours[by])):
            found = either(found, both(bishop_attacks(square, occupied), diagonal))
        return both(found, self.colours[by])

    def is_attacked(self, square, by, occupied):
        """True if a man of colour ``by`` attacks a square, given the blockers."""
        return not is_empty(self.attackers(square, occupied, by))

    def recurrence(self, times):
        """Meaning of the position having stood here ``times`` times before, for the side to move; NEW if it didn't.

        Both hands count. Who has given check by every move since the first of these times loses, else it is a draw.
        """
        back: cython.int = 4
        while back <= self.ply:
            state = cython.address(self.states[self.ply - back])
            if state.board_key == self.board_key and state.hands_key == self.hands_key:
                times -= 1
                if times == 0:
                    return self.meaning_of(back)
            back += 2
        return NEW

    def recurrence_in_search(self):
        """As ``recurrence``, for a search: once since its root, or three times in the game; not beyond a null move."""
        reach = min(self.since_null, self.ply, PLIES_BACK)
        seen = 0
        back: cython.int = 4
        while back <= reach:
            state = cython.address(self.states[self.ply - back])
            if state.board_key == self.board_key and state.hands_key == self.hands_key:
                seen += 1
                if self.ply - back > self.root or seen == SENNICHITE - 1:
                    return self.meaning_of(back)
            back += 2
        return NEW

    def meaning_of(self, back):
        """Meaning for the side to move of its position having stood here so many plies ago."""
        if 2 * self.checks[self.side ^ 1] >= back:
            return WON
        return LOST if 2 * self.checks[self.side] >= back else DRAWN

    # ------------------------------------------------------------------ recomputed, for tests

    def computed_board_key(self):
        """The key of board and side to move from scratch."""
        key: uint64_t = SIDE_KEY if self.side == WHITE else 0
        for square in range(SQUARES):
            if self.board[square] != EMPTY:
                key ^= MAN_KEYS[self.board[square]][square]
        return key

    def computed_hands_key(self):
        """The key of both hands from scratch."""
        key: uint64_t = 0
        for side in range(2):
            for kind in range(HAND_KINDS):
                key ^= HAND_KEYS[side][kind][count_of(self.hands[side], kind)]
        return key

    # ------------------------------------------------------------------ for Python

    def setup(self) -> Setup:
        """The position as plain data."""
        return Setup(
            men=tuple([self.board[square] for square in range(SQUARES)]),
            side=self.side,
            hands=(self.hand(True), self.hand(False)),
            number=self.first_number + self.ply,
        )

    def hand(self, black: bool) -> tuple[int, ...]:
        """The pieces in a side's hand, by kind from pawn to gold."""
        held = self.hands[0 if black else 1]
        return tuple([count_of(held, kind) for kind in range(HAND_KINDS)])

    def sfen(self) -> str:
        """The SFEN."""
        return write_sfen(self.setup())

    def copy(self) -> ShogiPosition:
        """An independent position with the same game behind it."""
        twin: ShogiPosition = ShogiPosition.__new__(ShogiPosition)
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
        """True if Black is to move, who moves first."""
        return self.side != WHITE

    @property
    def is_check(self) -> bool:
        """True if the side to move is in check."""
        return not is_empty(self.checkers)

    @property
    def hash_key(self) -> int:
        """The 64-bit Zobrist key."""
        return self.key()

    def key_parts(self) -> list[tuple[str, int]]:
        """The parts whose XOR is the key, by name and code: a piece on its square (``P7g``), hands, the side."""
        parts = [
            (man_text(self.board[square]) + square_name(square), MAN_KEYS[self.board[square]][square])
            for square in range(SQUARES)
            if self.board[square] != EMPTY
        ]
        for side in range(2):
            for kind in range(HAND_KINDS):
                held = count_of(self.hands[side], kind)
                if held:
                    parts.append((f"{held}{man_text(2 * kind + side)}", HAND_KEYS[side][kind][held]))
        if self.side == WHITE:
            parts.append(("side", SIDE_KEY))
        return parts

    def repetitions(self) -> int:
        """Number of times this position has stood on the board in this game, now included."""
        count = 1
        for back in range(2, self.ply + 1, 2):
            state = cython.address(self.states[self.ply - back])
            count += state.board_key == self.board_key and state.hands_key == self.hands_key
        return count

    def repetition_outcome(self) -> str | None:
        """How a game ends by the fourth time of this position (sennichite), for the side to move.

        ``draw``; ``win`` if the opponent has given check by every move since the first time (perpetual check is
        forbidden), ``loss`` if the side to move has; None as long as the position has stood less often.
        """
        return OUTCOMES[self.recurrence(SENNICHITE - 1)]

    def check_invariants(self) -> None:
        """Compare everything incremental with what is recomputed; raises AssertionError. For tests."""
        assert self.board_key == self.computed_board_key(), "key of the board"
        assert self.hands_key == self.computed_hands_key(), "key of the hands"
        checkers = self.attackers(self.king[self.side], self.occupied(), self.side ^ 1)
        assert not checkers.low ^ self.checkers.low, "checkers"
        assert not checkers.high ^ self.checkers.high, "checkers"
        for square in range(SQUARES):
            man: cython.int = self.board[square]
            for other in range(2 * KINDS):
                here = has(both(self.colours[other & 1], self.kinds[other >> 1]), square)
                assert here == (man == other), f"man {other} on {square_name(square)}"
            like_gold = man != EMPTY and (man >> 1 == GOLD or TOKIN <= man >> 1 <= PROMOTED_SILVER)
            assert has(self.golds, square) == like_gold, "golds"
        for side in range(2):
            king = self.king[side]
            assert king == NO_SQUARE or self.board[king] == 2 * KING + side, "king"

    # ------------------------------------------------------------------ the men

    @cython.inline
    def key(self) -> uint64_t:
        """The key of board, hands and side to move."""
        return self.board_key ^ self.hands_key

    @cython.inline
    def occupied(self) -> Bitboard:
        """Squares with a man."""
        return either(self.colours[0], self.colours[1])

    @cython.inline
    def men(self, side: cython.int, kind: cython.int) -> Bitboard:
        """The men of a side and kind."""
        return both(self.colours[side], self.kinds[kind])
