"""Mates of chess and shogi proved by proof numbers (``core.mate``) within an effort, and played to the last move.

The solver is asked again, move after move: what it has found out stands in its table, so most answers cost nothing. It
leaves the rule of fifty moves and repetitions of the game's positions out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from kiebitz.core.chess.mate_distances import mating_line
from kiebitz.core.chess.position import Position
from kiebitz.core.mate.design import ProofTableDesign
from kiebitz.core.mate.proof import MateProof
from kiebitz.core.mate.search import MateSearch
from kiebitz.core.mate.table import ProofTable
from kiebitz.engine.positions import AnyPosition, notation_of
from kiebitz.engine.score import plies_to_mate

# Between two slices of a search a stop is heard, some milliseconds each.
SLICE_NODES = 2_000
# For a look whether there is a shorter mate: this part of what was searched before; after a defence so many at most.
SHORTER_SHARE = 8
DEFENCE_NODES = 5_000
# For a move that is proven already, should the table have lost the proof.
PROVEN_NODES = 100_000
# How often a mate is played through at most, to find a defence that takes the whole length.
WALKS = 5
# For the end of a line that a search has left open, and the entries of a table for it.
ENDING_NODES = 20_000
ENDING_ENTRIES = 1 << 16


def never(nodes: int) -> bool:
    """The end of a proof by others: never."""
    return False


class ProvenMate(NamedTuple):
    """A mate with a line that ends in it."""

    moves: int
    """Number of moves within which the side to move is proven to mate, whatever the defence."""
    line: tuple[str, ...]
    """UCI or USI text, to the mate; no longer than 2 * ``moves`` - 1, shorter if the best defence isn't known."""


class MateProver:
    """A solver at work, with the nodes that it has searched."""

    def __init__(self, search: MateSearch, must_end: Callable[[int], bool] = never) -> None:
        """Prove with a solver and its table.

        ``must_end`` is asked every few milliseconds, with the nodes searched so far. It had better not hold the prover:
        a table in a circle of references stays until Python looks for such.
        """
        self._search = search
        self._must_end = must_end
        self.nodes = 0
        """Nodes searched so far."""
        self.collections = 0
        """Number of garbage collections so far."""

    def has_mate(self, position: AnyPosition, moves: int, most: int, first: Sequence[str] = ()) -> bool | None:
        """True if the side to move mates within ``moves`` moves; None if ``most`` nodes don't suffice, or it must end.

        ``first``: the only moves it may begin with; any if there are none. Raises as ``MateSearch.prove``.
        """
        limit = self.nodes + most
        while True:
            # Who must end still looks into the table, which takes a node.
            slice_nodes = 1 if self._must_end(self.nodes) else SLICE_NODES
            proof = self._prove(position, moves, min(slice_nodes, limit - self.nodes), first)
            if proof.mate is not None or self.nodes >= limit or self._must_end(self.nodes):
                return proof.mate

    def _prove(self, position: AnyPosition, moves: int, most: int, first: Sequence[str]) -> MateProof:
        proof = self._search.prove(position, moves, most, first)
        self.nodes += proof.nodes
        self.collections += proof.collections
        return proof

    def line(self, position: AnyPosition, moves: int, first: Sequence[str] = ()) -> ProvenMate | None:
        """A mate known to be within ``moves`` moves, played to the end; None if its proof was lost.

        The mate is the shortest that little effort proves; the defence puts it off as long as it is known to do. Every
        move of the attacker is proven.
        """
        line: tuple[str, ...] = ()
        effort = max(SLICE_NODES, self.nodes // SHORTER_SHARE)
        for _ in range(WALKS):
            moves = self._shortest(position, moves, effort, first)
            walk = self._played_through(position, moves, min(effort, DEFENCE_NODES), first)
            if walk is None:
                break
            if len(walk) > len(line) or len(line) > 2 * moves - 1:
                line = walk
            if len(line) == 2 * moves - 1:
                break
            # A reply gave way sooner than was thought; what was learned of it turns the next walk elsewhere.
        return ProvenMate(max(moves, (len(line) + 1) // 2), line) if line else None

    def ending(self, position: AnyPosition, plies: int) -> tuple[str, ...] | None:
        """A mate in exactly ``plies`` plies, whoever moves first, as UCI or USI text; None if it isn't proved."""
        replies: tuple[str, ...] = ()
        moves = (plies + 1) // 2
        if plies % 2 == 0 and notation_of(position).legal_moves(position):
            reply, moves = self._defence(position, moves, DEFENCE_NODES)
            replies = (reply,)
            position = position.copy()
            notation_of(position).push(position, reply)
        if not self.has_mate(position, moves, ENDING_NODES):
            return None
        mate = self.line(position, moves)
        line = replies + (mate.line if mate else ())
        return line if len(line) == plies else None

    def _shortest(self, position: AnyPosition, moves: int, effort: int, first: Sequence[str]) -> int:
        """In how many moves there is a mate, as far as ``effort`` nodes a question can tell."""
        least = 1
        while least < moves:
            tried = (least + moves) // 2
            if self.has_mate(position, tried, effort, first):
                moves = tried
            else:
                least = tried + 1
        return moves

    def _played_through(
        self, position: AnyPosition, moves: int, effort: int, first: Sequence[str]
    ) -> tuple[str, ...] | None:
        """The line of a mate within ``moves`` moves; None if a move of it can't be proved again."""
        line: list[str] = []
        position = position.copy()
        while True:
            move = self._prove(position, moves, PROVEN_NODES, () if line else first).move
            if move is None:
                return None
            notation_of(position).push(position, move)
            line.append(move)
            if notation_of(position).is_checkmate(position):
                return tuple(line)
            reply, moves = self._defence(position, moves - 1, effort)
            notation_of(position).push(position, reply)
            line.append(reply)

    def _defence(self, position: AnyPosition, moves: int, effort: int) -> tuple[str, int]:
        """The reply to a mate within ``moves`` moves that puts it off longest, and the moves that it then takes."""
        replies: list[str] = notation_of(position).legal_moves(position)
        while moves > 1:
            for reply in replies:
                after = position.copy()
                notation_of(after).push(after, reply)
                if not self.has_mate(after, moves - 1, effort):
                    return reply, moves
            moves -= 1
        return replies[0], moves


def to_the_mate(position: AnyPosition, line: tuple[str, ...], mate: int, *, proves: bool = True) -> tuple[str, ...]:
    """A line that was found to lead to ``mate`` (moves, negative when being mated), played on to the mate.

    As it is if it is complete, or if little effort doesn't prove an ending of the right length; it is proved only where
    it isn't known, and if ``proves`` says so.
    """
    left = plies_to_mate(mate) - len(line)
    if left <= 0:
        return line
    position = position.copy()
    for move in line:
        notation_of(position).push(position, move)
    known = mating_line(position) if isinstance(position, Position) else ()
    if len(known) == left:
        return line + known
    if not proves:
        return line
    search = MateSearch(ProofTable(ProofTableDesign(ENDING_ENTRIES)))
    prover = MateProver(search, lambda nodes: nodes >= ENDING_NODES)
    ending = prover.ending(position, left)
    return line if ending is None else line + ending
