"""Tsume problems (詰将棋) out of games of shogi and by mutation, each proven sound by the mate solver.

A game is looked through, its last positions first, for mates by checks alone. What such a mate needs is kept: the
attacker becomes Black, his king goes, all men that aren't on the board or in his hand are the defender's, and men are
taken away one by one as long as the mate stays as long. What isn't sound then is changed by a man at random, again and
again.

A problem is *sound* if

- the shortest mate takes exactly so many plies, none fewer, whatever the defence;
- no other first move mates, in however many moves; nor, in the main line, another move at any of the attacker's turns
  before the last;
- its main line is a longest defence at whose end the attacker's hand is empty;
- no man that the defender drops in it is taken on the spot: whether such an interposition counts is disputed.

What the solver can't settle within its nodes is no problem. The same records and seed make the same problems.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kiebitz.core.mate.design import ENTRY_BYTES, ProofTableDesign
from kiebitz.core.mate.search import MateSearch
from kiebitz.core.mate.table import ProofTable
from kiebitz.core.shogi.notation import checking_moves, is_checkmate, legal_moves, push
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.shogi.sfen import (
    BLACK,
    EMPTY,
    GOLD,
    KING,
    PROMOTED,
    SET,
    SIZE,
    SQUARES,
    WHITE,
    Setup,
    SfenError,
    square_at,
    write_sfen,
)
from kiebitz.kifu.record import Kifu

LOOK_NODES, PROOF_NODES = 1_000, 20_000
SHORTEST, LONGEST = 3, 7
"""Plies of a problem."""
LAST_PLIES = 30
"""Positions of a game that are looked at: its last ones."""
MUTATIONS = 12
HASH_MB = 16
PLACES = {square_at(file, rank): (file, rank) for file in range(SIZE) for rank in range(SIZE)}
"""File and rank by square."""


@dataclass(frozen=True, slots=True)
class Tsume:
    """A problem that is sound."""

    sfen: str
    moves: tuple[str, ...]
    """Its main line, USI text, to the mate."""
    game: int
    """The number of the game in its file."""
    ply: int
    """Moves of the game played before the position that it was made of."""

    @property
    def plies(self) -> int:
        """Its length."""
        return len(self.moves)


class TsumeMaker:
    """Makes problems; ``longest`` is the most plies, ``nodes`` the limit of each proof."""

    def __init__(self, *, longest: int = LONGEST, nodes: int = PROOF_NODES, seed: int = 0) -> None:
        self._longest = longest
        self._nodes = nodes
        self._random = random.Random(seed)
        self._search = MateSearch(ProofTable(ProofTableDesign((HASH_MB << 20) // ENTRY_BYTES)), checks_only=True)

    def of_game(self, kifu: Kifu) -> Iterator[Tsume]:
        """The problems of a game, none twice."""
        if kifu.sfen is None:
            return
        position = ShogiPosition(kifu.sfen)
        moves = kifu.moves
        first = max(0, len(moves) - LAST_PLIES)
        told: set[str] = set()
        for ply in range(len(moves) + 1):
            if ply >= first and not position.is_check and self._length(position, LOOK_NODES) is not None:
                for made in self._of_position(position):
                    if made.sfen not in told:
                        told.add(made.sfen)
                        yield replace(made, game=kifu.number, ply=ply)
            if ply < len(moves):
                position = _after(position, moves[ply])

    def _of_position(self, position: ShogiPosition) -> Iterator[Tsume]:
        """The problems of a position whose side to move mates: with as few men as it takes, and mutations of that."""
        setup = bare(position.setup())
        plies = self._length_of(setup)
        if plies is None:
            return
        setup = self._reduced(setup, plies)
        for tried in (setup, *(self._mutated(setup) for _ in range(MUTATIONS))):
            found = self.sound(tried)
            if found is not None:
                yield found

    def _reduced(self, setup: Setup, plies: int) -> Setup:
        """The same mate with as few men as it takes: each is tried in a random order."""
        order = [square for square in PLACES if setup.men[square] != EMPTY and setup.men[square] >> 1 != KING]
        self._random.shuffle(order)
        for square in order:
            smaller = without(setup, square)
            if self._length_of(smaller) == plies:
                setup = smaller
        for kind in SET:
            while setup.hands[BLACK][kind]:
                hand = tuple(count - (each == kind) for each, count in enumerate(setup.hands[BLACK]))
                smaller = filled(replace(setup, hands=(hand, setup.hands[WHITE])))
                if self._length_of(smaller) != plies:
                    break
                setup = smaller
        return setup

    def _mutated(self, setup: Setup) -> Setup:
        """A man more, moved, or of another kind."""
        chosen, men = self._random, list(setup.men)
        free = [square for square in PLACES if men[square] == EMPTY]
        there = [square for square in PLACES if men[square] != EMPTY]
        king = men.index(2 * KING + WHITE)
        near = [square for square in free if _distance(square, king) <= 3] or free
        match chosen.randrange(4):
            case 0:
                men[chosen.choice(near)] = 2 * chosen.randrange(GOLD + 1) + chosen.randrange(2)
            case 1:
                square = chosen.choice(there)
                men[chosen.choice(near)], men[square] = men[square], EMPTY
            case 2:
                square = chosen.choice(there)
                if men[square] >> 1 != KING:
                    men[square] = 2 * chosen.randrange(GOLD + 1) + (men[square] & 1)
            case _:
                kind = chosen.randrange(GOLD + 1)
                hand = tuple(count + (each == kind) for each, count in enumerate(setup.hands[BLACK]))
                setup = replace(setup, hands=(hand, setup.hands[WHITE]))
        return filled(replace(setup, men=tuple(men)))

    # ------------------------------------------------------------------ proofs

    def sound(self, setup: Setup) -> Tsume | None:
        """The problem that a position is; None if it isn't proven to be a sound one."""
        if self._length_of(setup) is None:
            return None
        sfen = write_sfen(setup)
        position = ShogiPosition(sfen)
        plies = self._length(position, self._nodes)
        if plies is None or plies < SHORTEST:
            return None
        line = self._main_line(position, plies, "")
        return None if line is None else Tsume(sfen, line, 0, 0)

    def _main_line(self, position: ShogiPosition, plies: int, dropped: str) -> tuple[str, ...] | None:
        """The line of a mate in exactly so many plies at each turn of which one move alone mates.

        ``dropped``: the square of a man that the defender has just dropped, or nothing. None if there is none.
        """
        moves = (plies + 1) // 2
        checks = checking_moves(position)
        if plies == 1:  # of several last moves any will do, but no man may be left in the hand
            ends = [(move, after) for move in checks if is_checkmate(after := _after(position, move))]
            return next(((move,) for move, after in ends if not any(after.hand(True)) and move[2:4] != dropped), None)
        move = self._only_one(position, moves, checks)
        if move is None or move[2:4] == dropped:
            return None
        after = _after(position, move)
        for reply in legal_moves(after):
            behind = _after(after, reply)
            if self._length(behind, self._nodes, moves - 1) != plies - 2:
                continue
            rest = self._main_line(behind, plies - 2, reply[2:4] if "*" in reply else "")
            if rest is not None:
                return (move, reply, *rest)
        return None

    def _only_one(self, position: ShogiPosition, moves: int, checks: Sequence[str]) -> str | None:
        """The check that alone mates, in however many moves; None if it isn't proven that there is one alone."""
        mating = list[str]()
        for move in checks:  # most others that mate do so soon
            if self._has_mate(position, moves + 1, min(LOOK_NODES, self._nodes), (move,)):
                mating.append(move)
                if len(mating) > 1:
                    return None
        others = (move for move in checks if move not in mating)
        if not mating or any(self._has_mate(position, None, self._nodes, (move,)) is not False for move in others):
            return None
        return mating[0]

    def _length_of(self, setup: Setup) -> int | None:
        """The length of a mate that is found soon; None if there is none, or it is no position."""
        try:
            position = ShogiPosition(write_sfen(setup))
        except SfenError:
            return None
        return None if position.is_check else self._length(position, LOOK_NODES)

    def _length(self, position: ShogiPosition, nodes: int, most: int | None = None) -> int | None:
        """The plies of the shortest mate by checks, in ``most`` moves at most; None if it isn't proven."""
        moves = most or (self._longest + 1) // 2
        if not self._has_mate(position, moves, nodes):
            return None
        while moves > 1:
            shorter = self._has_mate(position, moves - 1, nodes)
            if shorter is None:
                return None
            if not shorter:
                break
            moves -= 1
        return 2 * moves - 1

    def _has_mate(
        self, position: ShogiPosition, moves: int | None, nodes: int, first: Sequence[str] = ()
    ) -> bool | None:
        """True if checks alone mate in ``moves`` moves (None: in any number); None if the nodes don't suffice."""
        return self._search.prove(position, moves, nodes, first).mate


def bare(setup: Setup) -> Setup:
    """A position as a problem is written: Black attacks and has no king, and White has all other men."""
    if setup.side == WHITE:
        men = [EMPTY] * SQUARES
        for square, (file, rank) in PLACES.items():
            man = setup.men[square]
            men[square_at(SIZE - 1 - file, SIZE - 1 - rank)] = man if man == EMPTY else man ^ 1
        setup = Setup(tuple(men), BLACK, (setup.hands[WHITE], setup.hands[BLACK]), 1)
    men = [EMPTY if man == 2 * KING + BLACK else man for man in setup.men]
    return filled(replace(setup, men=tuple(men), number=1))


def without(setup: Setup, square: int) -> Setup:
    """The position without a man, who goes into White's hand."""
    men = tuple(EMPTY if place == square else man for place, man in enumerate(setup.men))
    return filled(replace(setup, men=men))


def filled(setup: Setup) -> Setup:
    """The position with all men in White's hand that are neither on the board nor in Black's."""
    left = []
    for kind, most in SET.items():
        codes = {2 * kind + side + 2 * raised for side in (BLACK, WHITE) for raised in (0, PROMOTED)}
        left.append(most - sum(man in codes for man in setup.men if man != EMPTY) - setup.hands[BLACK][kind])
    return replace(setup, hands=(setup.hands[BLACK], tuple(max(0, count) for count in left)))


def _distance(one: int, other: int) -> int:
    return max(abs(a - b) for a, b in zip(PLACES[one], PLACES[other], strict=True))


def _after(position: ShogiPosition, move: str) -> ShogiPosition:
    after = position.copy()
    push(after, move)
    return after
