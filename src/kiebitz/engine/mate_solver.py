"""Mates of any length, in chess and in shogi: a ``MateSolver``, and the proof that it gives out.

A proof is a book: for every position in which the attacker may come to move, his move. It is read off the solver's
table by asking it again, move after move, and tells nothing of how it was found; whoever follows it against all replies
checks it by himself (``kiebitz.mate.verify``).
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from types import ModuleType
from typing import TypeAlias

from kiebitz.core.chess import notation as chess_notation
from kiebitz.core.chess.fen import START_FEN
from kiebitz.core.chess.position import MAX_PLY, Position
from kiebitz.core.mate.design import ENTRY_BYTES, ProofTableDesign
from kiebitz.core.mate.proof import MateProof
from kiebitz.core.mate.search import MateSearch
from kiebitz.core.mate.table import ProofTable
from kiebitz.core.shogi import notation as shogi_notation
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.engine.search import POLL_S

AnyPosition: TypeAlias = Position | ShogiPosition

KEEPING = "collect small"
DEFAULT_HASH_MB = 64
NO_LIMIT = 1 << 60
# For a move that is proved already, should the table have lost the proof.
PROVEN_NODES = 1_000_000
# Ranks of a board's text tell the games apart.
SHOGI_RANKS = 9
# Fields of FEN and SFEN that a position consists of; the others count moves.
CHESS_FIELDS, SHOGI_FIELDS = 4, 3
PERMILLE = 1000
# Moves within which a mate is searched for with a limit.
MOST_EXACT_MOVES = MAX_PLY // 2


class ProofLostError(RuntimeError):
    """A mate was proved, but the table has lost so much of the proof that it can't be given out."""


@dataclass(frozen=True, slots=True)
class MateProgress:
    """A search under way."""

    nodes: int
    proof: int
    """The root's proof number: leaves that must still turn out well for a mate to be proved."""
    disproof: int
    """The root's disproof number."""
    hash_permille: int
    """How much of the table is in use."""
    collections: int
    """How often garbage was collected."""


@dataclass(frozen=True, slots=True)
class MateSolution:
    """What a solver found out about one position."""

    mate: bool | None
    """Whether the side to move mates; None if a limit or a stop came first."""
    plies: int | None
    """The length of the mate that is proved; None without one."""
    is_exact: bool
    """Whether it is proved, too, that there is no shorter mate."""
    nodes: int
    seconds: float
    hash_permille: int
    """How much of the table is in use at the end."""
    collections: int
    """How often garbage was collected ..."""
    survivors: int
    """... what was left in the table by the last of these, in entries ..."""
    longest_pause_ms: float
    """... and the time that the longest of them took."""


def position_named(text: str) -> AnyPosition:
    """A position of chess (FEN, ``startpos``) or of shogi (SFEN: nine ranks). Raises FenError or SfenError."""
    words = text.split()
    if words and words[0].count("/") == SHOGI_RANKS - 1:
        return ShogiPosition(text)
    return Position(START_FEN if text.strip() == "startpos" else text, None)


def notation_of(position: AnyPosition) -> ModuleType:
    """How the moves of a position are written and played."""
    return shogi_notation if isinstance(position, ShogiPosition) else chess_notation


def text_of(position: AnyPosition) -> str:
    """A position's FEN or SFEN."""
    return position.sfen() if isinstance(position, ShogiPosition) else position.fen(shredder=position.chess960)


def game_of(position: AnyPosition) -> str:
    """The game that a position is of: ``chess`` or ``shogi``."""
    return "shogi" if isinstance(position, ShogiPosition) else "chess"


def name_of(position: AnyPosition) -> str:
    """A position in a book: its FEN or SFEN without the counters."""
    fields = SHOGI_FIELDS if isinstance(position, ShogiPosition) else CHESS_FIELDS
    return " ".join(text_of(position).split()[:fields])


class MateSolver:
    """A solver with a table of its own, for one search at a time; ``stop`` may be called from any thread.

    ``hash_mb``: the table's size. ``keeping`` and ``collect_at``: what it does when there is no room (see
    ``ProofTableDesign``). Raises ValueError and MemoryError.
    """

    def __init__(self, hash_mb: int = DEFAULT_HASH_MB, keeping: str = KEEPING, collect_at: float = 0.9) -> None:
        self._table = ProofTable(ProofTableDesign((hash_mb << 20) // ENTRY_BYTES, keeping, collect_at))
        self._search = MateSearch(self._table, checks_only=True)
        # The limit of moves with which the last mate was proved.
        self._proved_within: int | None = None
        self._nodes = 0
        self._is_stopped = False

    def solve(
        self,
        position: AnyPosition | str,
        *,
        moves: int | None = None,
        checks_only: bool | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        exact: bool = False,
        progress: Callable[[MateProgress], None] | None = None,
    ) -> MateSolution:
        """Whether the side to move mates, within ``moves`` of its own if that is given.

        ``checks_only``: the attacker only gives check; None: if there is no limit of moves. ``exact``: look for the
        shortest mate as well. ``progress`` is called some hundred times a second. Ctrl-C ends the search; what is known
        by then is the answer. Raises FenError, SfenError, and ValueError for limits that can't be obeyed.
        """
        position = position_named(position) if isinstance(position, str) else position
        only_checks = moves is None if checks_only is None else checks_only
        self._table.clear()
        self._search = MateSearch(self._table, only_checks)
        self._nodes, self._is_stopped, self._proved_within = 0, False, moves
        began = monotonic()
        deadline = None if seconds is None else began + seconds
        most = NO_LIMIT if nodes is None else nodes
        found = self._prove(position, moves, most, deadline, progress)
        plies, is_exact = found.plies, found.plies == 1
        while exact and plies is not None and plies > 1:
            fewer = (plies - 1) // 2
            if self._nodes >= most or self._is_stopped or fewer > MOST_EXACT_MOVES:
                break
            shorter = self._prove(position, fewer, most - self._nodes, deadline, progress)
            if shorter.mate is not True:
                is_exact = shorter.mate is False
                break
            plies, self._proved_within = shorter.plies, fewer
        return MateSolution(
            mate=found.mate,
            plies=plies,
            is_exact=is_exact or plies == 1,
            nodes=self._nodes,
            seconds=monotonic() - began,
            hash_permille=self._permille(self._table.used),
            collections=self._table.collections,
            survivors=self._table.survivors,
            longest_pause_ms=self._table.longest_pause_us / 1000,
        )

    def stop(self) -> None:
        """End the search under way."""
        self._is_stopped = True
        self._search.stop()

    def book(self, position: AnyPosition | str) -> dict[str, str]:
        """The proof of the mate that ``solve`` has just proved: for each position of the attacker his move.

        Raises ProofLostError.
        """
        # Another search on the same table: the one that found the mate may have been stopped since.
        search = MateSearch(self._table, self._search.checks_only)
        start = position_named(position) if isinstance(position, str) else position
        notation = notation_of(start)
        # The moves left at which a position was reached: the fewer the better its move.
        known: dict[str, tuple[int, str]] = {}
        waiting = [(start, self._proved_within)]
        while waiting:
            here, left = waiting.pop()
            name = name_of(here)
            if name in known and (left is None or known[name][0] <= left):
                continue
            move = search.proved_move(here, left) or search.prove(here, left, PROVEN_NODES).move
            if move is None:
                raise ProofLostError(f"the proof behind {name} is lost; give the table more room")
            known[name] = (left or 0, move)
            after = here.copy()
            notation.push(after, move)
            for reply in notation.legal_moves(after):
                behind = after.copy()
                notation.push(behind, reply)
                waiting.append((behind, None if left is None else left - 1))
        return {name: move for name, (_, move) in known.items()}

    # ------------------------------------------------------------------ a search

    def _prove(
        self,
        position: AnyPosition,
        moves: int | None,
        most: int,
        deadline: float | None,
        progress: Callable[[MateProgress], None] | None,
    ) -> MateProof:
        """Prove in a thread of its own, so that this one hears of time and Ctrl-C."""
        outcome: list[MateProof | BaseException] = []

        def run() -> None:
            try:
                outcome.append(self._search.prove(position, moves, most))
            except BaseException as fault:
                outcome.append(fault)

        thread = threading.Thread(target=run, name="kiebitz-mate", daemon=True)
        thread.start()
        while thread.is_alive():
            try:
                thread.join(POLL_S)
                if deadline is not None and monotonic() >= deadline:
                    self.stop()
                if progress is not None:
                    progress(self._progress())
            except KeyboardInterrupt:
                self.stop()
        found = outcome[0]
        if isinstance(found, BaseException):
            raise found
        self._nodes += found.nodes
        return found

    def _progress(self) -> MateProgress:
        nodes, proof, disproof, used, collections = self._search.progress()
        return MateProgress(self._nodes + nodes, proof, disproof, self._permille(used), collections)

    def _permille(self, used: int) -> int:
        return used * PERMILLE // self._table.entries


def longest_line(start: AnyPosition, book: dict[str, str]) -> tuple[str, ...]:
    """The line of a proof that puts the mate off longest, to the mate. Raises ProofLostError if it goes in circles."""
    notation = notation_of(start)
    # For each position of the attacker: plies to mate, and the reply by which it takes so long.
    fates: dict[str, tuple[int, str | None]] = {}
    on_line: set[str] = set()
    waiting = [(start.copy(), False)]
    while waiting:
        here, is_left = waiting.pop()
        name = name_of(here)
        if name in fates:
            continue
        after = here.copy()
        notation.push(after, book[name])
        behind: list[tuple[str, AnyPosition]] = []
        for reply in notation.legal_moves(after):
            position = after.copy()
            notation.push(position, reply)
            behind.append((reply, position))
        if is_left:
            on_line.remove(name)
            fates[name] = max(
                ((fates[name_of(position)][0] + 2, reply) for reply, position in behind),
                key=lambda fate: fate[0],
                default=(1, None),
            )
            continue
        if name in on_line:
            raise ProofLostError(f"the proof comes back to {name}; give the table more room")
        on_line.add(name)
        waiting.append((here, True))
        waiting.extend((position, False) for _, position in behind)
    line: list[str] = []
    here = start.copy()
    while True:
        move, reply = book[name_of(here)], fates[name_of(here)][1]
        line.append(move)
        if reply is None:
            return tuple(line)
        line.append(reply)
        notation.push(here, move)
        notation.push(here, reply)
