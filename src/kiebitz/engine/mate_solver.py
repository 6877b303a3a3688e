"""Mates of any length, in chess and in shogi: a ``MateSolver``, and the proof that it gives out.

A proof is a book: for every position in which the attacker may come to move, his move. It is read off the solver's
table by asking it again, move after move, and tells nothing of how it was found; whoever follows it against all replies
checks it by himself (``kiebitz.mate.verify``). A proof may have a million positions, so reading it heeds a limit and
``stop`` as well; what a program shows, the line of the longest defence, is known without (``line``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf
from time import monotonic
from typing import NamedTuple, TypeAlias, cast

from kiebitz.core.chess.position import FIFTY_MOVES
from kiebitz.core.mate.book import BookReader
from kiebitz.core.mate.design import ENTRY_BYTES, ProofTableDesign
from kiebitz.core.mate.longest_defence import LongestDefence
from kiebitz.core.mate.proof import MateProof
from kiebitz.core.mate.search import MateSearch
from kiebitz.core.mate.table import ProofTable
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.engine.board_libraries import library_of
from kiebitz.engine.mate_progress import MateProgress
from kiebitz.engine.positions import (
    AnyPosition,
    BoardLike,
    ShogiBoardLike,
    notation_of,
    position_named,
    position_of,
    shogi_position_of,
    text_of,
)
from kiebitz.processes.background import Beside
from kiebitz.processes.bell import POLL_S

Problem: TypeAlias = "BoardLike | ShogiBoardLike"
"""A position in which a mate is searched for: a FEN or SFEN, a board, or a position of ours."""
KEEPING = "collect small"
# Between the ranks of a FEN; a SFEN has one more.
CHESS_BREAKS = 7
DEFAULT_HASH_MB = 64
NO_LIMIT = 1 << 60
# For a mate that was proved already, should the table have lost the proof.
PROVEN_NODES = 10_000_000
# Positions read between two looks at the clock: some ten milliseconds.
READING_POSITIONS = 500
# How long a line may wait for the longest defence.
MEASURING_S = 1.0
# Fields of FEN and SFEN that a position consists of; the others count moves.
CHESS_FIELDS, SHOGI_FIELDS = 4, 3


class ProofLostError(RuntimeError):
    """A mate whose proof can't be given out: none was proved, or the table has lost too much of it."""


class ProofUnreadError(ProofLostError):
    """A mate that is proved, and known by its length, but time or patience ended before its proof was read off."""


@dataclass(frozen=True, slots=True)
class MateSolution:
    """The result of a mate solver for one position."""

    mate: bool | None
    """True if the side to move mates; None if a limit or a stop came first."""
    plies: int | None
    """The length of the mate that is proved; None without one."""
    is_exact: bool
    """True if it is proved, too, that there is no shorter mate."""
    nodes: int
    seconds: float
    hash_permille: int
    """Use of the first thousand entries of the table at the end, in permille."""
    collections: int
    """Number of garbage collections ..."""
    survivors: int
    """... what was left in the table by the last of these, in entries ..."""
    longest_pause_ms: float
    """... and for how long the search stood still at most, as garbage is collected in slices."""
    is_stopped: bool = False
    """True if ``stop`` or Ctrl-C ended the search."""
    position: str | None = field(default=None, compare=False, repr=False)
    """The position, as FEN or SFEN; None if whoever made the outcome doesn't say."""

    def _repr_html_(self) -> str:
        """The view in notebooks: the position, and the proof."""
        from html import escape

        from kiebitz.engine.notebook.display import beside, board_from, board_svg

        if self.mate:
            length = f"mate in {(self.plies + 1) // 2}" if self.plies else "mate"
            found = f"<b>{length}</b>, proved" + (", and no shorter one" if self.is_exact else "")
        elif self.mate is None:
            found = "<b>not known</b>: " + ("stopped" if self.is_stopped else "a limit came first")
        else:
            found = "<b>no mate</b>, proved"
        text = f"<p>{found}</p><div style='opacity:.7'>{self.nodes:,} nodes, {self.seconds:.1f} s</div>"
        if self.position is None:
            return text
        if self.position.split()[0].count("/") != CHESS_BREAKS:
            return f"<div><code>{escape(self.position)}</code></div>{text}"
        return beside(board_svg(board_from(self.position), ()), text)


class MateLine(NamedTuple):
    """A mate played to its end."""

    moves: tuple[str, ...]
    is_longest: bool
    """True if the defender holds out as long as the proof lets him; else it may take as long as ``solve`` said."""


class MateBook(NamedTuple):
    """A proof."""

    line: tuple[str, ...]
    """The line of the book that puts the mate off longest."""
    book: dict[str, str]
    """For each position of the attacker, without its counters, his move."""


@dataclass(frozen=True, slots=True)
class MateCooks:
    """First moves that mate beside the key of a problem, which should have but one."""

    mating: tuple[str, ...]
    """Those that mate, too; a man's promotion is another move than its staying as it is."""
    unknown: tuple[str, ...]
    """Those of which it isn't known."""
    is_stopped: bool
    """True if ``stop`` or Ctrl-C ended the search."""


def _meant(position: Problem) -> AnyPosition:
    """The position that a caller means. Raises TypeError for what is none, and as ``MateSolver.solve``."""
    if isinstance(position, str):
        return position_named(position)
    if isinstance(position, ShogiPosition) or library_of(position) is not None:
        return shogi_position_of(position)
    return position_of(cast("BoardLike", position))


def name_of(position: AnyPosition) -> str:
    """A position in a book: its FEN or SFEN without the counters."""
    fields = SHOGI_FIELDS if isinstance(position, ShogiPosition) else CHESS_FIELDS
    return " ".join(text_of(position).split()[:fields])


def plies_in_time(position: AnyPosition) -> int | None:
    """The most plies of a mate that the rule of fifty moves can't forestall; None in shogi, which has none such.

    Mate comes before the rule, so the last ply may complete the fifty moves; and it is too late for a claim before the
    first.
    """
    if isinstance(position, ShogiPosition):
        return None
    return max(1, FIFTY_MOVES - position.halfmove_clock)


class MateSolver:
    """A mate solver with its own table, for one search at a time; ``stop`` may be called from any thread.

    ``hash_mb``: the table's size. ``keeping`` and ``collect_at``: what it does when there is no room (see
    ``ProofTableDesign``). Raises ValueError and MemoryError.
    """

    def __init__(self, hash_mb: int = DEFAULT_HASH_MB, keeping: str = KEEPING, collect_at: float = 0.9) -> None:
        self._table = ProofTable(ProofTableDesign((hash_mb << 20) // ENTRY_BYTES, keeping, collect_at))
        self._search = MateSearch(self._table, checks_only=True)
        # The length of the mate that was proved last.
        self._plies = 0
        self._nodes = 0
        self._is_stopped = self._is_interrupted = self._is_reading_stopped = False

    def solve(
        self,
        position: Problem,
        *,
        moves: int | None = None,
        checks_only: bool | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        exact: bool = False,
        progress: Callable[[MateProgress], None] | None = None,
    ) -> MateSolution:
        """True if the side to move mates, within ``moves`` of its own if that is given.

        ``checks_only``: the attacker only gives check; None: if there is no limit of moves. ``exact``: look for the
        shortest mate as well. ``progress`` is called some hundred times a second. Ctrl-C ends the search; what is known
        by then is the answer. Raises FenError, SfenError, and ValueError for limits that can't be obeyed.
        """
        position = _meant(position)
        only_checks = moves is None if checks_only is None else checks_only
        self._begin(only_checks)
        began = monotonic()
        deadline = None if seconds is None else began + seconds
        most = NO_LIMIT if nodes is None else nodes
        found = self._prove_in_time(position, moves, most, deadline=deadline, progress=progress)
        plies, is_exact = found.plies, found.plies == 1
        while exact and plies is not None and plies > 1 and self._is_going_on(most, deadline):
            fewer = (plies - 1) // 2
            shorter = self._prove(position, fewer, most - self._nodes, deadline=deadline, progress=progress)
            if shorter.mate is not True:
                is_exact = shorter.mate is False
                break
            plies = shorter.plies
        self._plies = plies or 0
        return MateSolution(
            mate=found.mate,
            plies=plies,
            is_exact=is_exact or plies == 1,
            nodes=self._nodes,
            seconds=monotonic() - began,
            hash_permille=self._table.permille(),
            collections=self._table.collections,
            survivors=self._table.survivors,
            longest_pause_ms=self._table.longest_pause_us / 1000,
            is_stopped=self._is_stopped,
            position=text_of(position),
        )

    def cooks(
        self,
        position: Problem,
        key: str,
        *,
        moves: int | None = None,
        checks_only: bool | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        progress: Callable[[MateProgress], None] | None = None,
    ) -> MateCooks:
        """Which first moves mate beside the key, each within ``moves`` if that is given.

        The other arguments are those of ``solve``; the limits hold for all moves together. Forgets what ``solve`` has
        proved. Raises ShogiMoveError or MoveError for a key that is illegal, and what ``solve`` raises.
        """
        position = _meant(position)
        only_checks = moves is None if checks_only is None else checks_only
        notation = notation_of(position)
        notation.push(position.copy(), key)
        self._begin(only_checks)
        deadline = None if seconds is None else monotonic() + seconds
        most = NO_LIMIT if nodes is None else nodes
        others = notation.checking_moves(position) if only_checks else notation.legal_moves(position)
        mating, unknown = [], []
        for move in others:
            if move == key:
                continue
            mate = None
            if self._is_going_on(most, deadline):
                left = most - self._nodes
                mate = self._prove_in_time(
                    position, moves, left, deadline=deadline, progress=progress, first=(move,)
                ).mate
            if mate is None:
                unknown.append(move)
            elif mate:
                mating.append(move)
        return MateCooks(tuple(mating), tuple(unknown), self._is_stopped)

    @property
    def is_stopped(self) -> bool:
        """True if ``stop`` or Ctrl-C came since ``solve`` or ``cooks`` began."""
        return self._is_stopped

    def stop(self) -> None:
        """End the search under way, or the reading of a proof."""
        self._is_stopped = self._is_reading_stopped = True
        self._search.stop()

    def book(self, position: Problem, *, seconds: float | None = None) -> dict[str, str]:
        """The proof of the mate that ``solve`` has just proved: for each position of the attacker his move.

        What the table has lost is proved again, within the plies that are left there: with every move they get fewer,
        so no line of the book comes back. Raises ProofLostError if there is no mate, and if that takes too long;
        ProofUnreadError if ``seconds`` are over or ``stop`` came before.
        """
        return self.proof(position, seconds=seconds).book

    def proof(self, position: Problem, *, seconds: float | None = None) -> MateBook:
        """The same, with the longest line of the book."""
        start = self._about_to_read(position)
        reader = BookReader(self._search, start, self._plies)
        self._read(reader.read, reader, _deadline(seconds))
        return MateBook(reader.longest_line(), reader.book())

    def line(self, position: Problem, *, seconds: float | None = None) -> MateLine:
        """The mate that ``solve`` has just proved, played to its end against the longest defence, without its book.

        If looking for that takes longer than a moment, ``seconds`` are over, or ``stop`` came since ``solve`` began,
        the defender replies what may hold out longest by what is known. Raises as ``book``, and ProofUnreadError only
        where the table has lost what the line needs.
        """
        is_stopped = self._is_reading_stopped
        start = self._about_to_read(position)
        self._is_reading_stopped = is_stopped
        defence = LongestDefence(self._search, start, self._plies)
        deadline = _deadline(seconds)
        is_longest = True
        try:
            self._read(defence.measure, defence, min(deadline, monotonic() + MEASURING_S))
        except ProofUnreadError:
            is_longest = False  # The line is as good as was known by then.
        while (line := defence.line()) is None:
            self._prove_again(defence, deadline)
        return MateLine(line, is_longest)

    def _about_to_read(self, position: Problem) -> AnyPosition:
        """The position that was solved; the search can be asked anew. Raises ProofLostError if nothing is proved."""
        if not self._plies:
            raise ProofLostError("no mate was proved, so there is no proof to give out")
        # Another search on the same table: the one that found the mate may have been stopped since.
        self._search = MateSearch(self._table, self._search.checks_only)
        self._is_reading_stopped = self._is_interrupted = False
        return _meant(position)

    def _read(self, go_on: Callable[[int], bool], reader: BookReader | LongestDefence, deadline: float) -> None:
        """Read a proof to its end. Raises ProofLostError and ProofUnreadError."""
        while not go_on(READING_POSITIONS):
            if reader.lost is not None:
                self._prove_again(reader, deadline)
            self._check_reading(reader.plies, deadline)

    def _prove_again(self, reader: BookReader | LongestDefence, deadline: float) -> None:
        """Prove what the table has lost. Raises ProofLostError if that takes too long, and ProofUnreadError."""
        lost, plies = reader.lost, reader.plies_left
        assert lost is not None
        self._check_reading(reader.plies, deadline)
        self._prove(lost, (plies + 1) // 2, PROVEN_NODES, deadline=None if deadline == inf else deadline)
        if self._is_interrupted:
            raise KeyboardInterrupt
        if self._search.known_mate(lost, plies) is None:
            self._check_reading(reader.plies, deadline)
            raise ProofLostError(f"the proof behind {name_of(lost)} is lost; give the table more room")

    def _check_reading(self, plies: int, deadline: float) -> None:
        """Raise ProofUnreadError if reading must end."""
        if self._is_reading_stopped or monotonic() >= deadline:
            why = "it was stopped" if self._is_reading_stopped else "its time was over"
            raise ProofUnreadError(f"there is a mate in {plies} plies, but {why} before the proof was read off")

    # ------------------------------------------------------------------ a search

    def _begin(self, checks_only: bool) -> None:
        """Forget everything."""
        self._table.clear()
        self._search = MateSearch(self._table, checks_only)
        self._nodes = self._plies = 0
        self._is_stopped = self._is_interrupted = self._is_reading_stopped = False

    def _is_going_on(self, most: int, deadline: float | None) -> bool:
        """True if there are nodes and time for another question."""
        return not self._is_stopped and self._nodes < most and (deadline is None or monotonic() < deadline)

    def _prove_in_time(
        self,
        position: AnyPosition,
        moves: int | None,
        most: int,
        *,
        deadline: float | None,
        progress: Callable[[MateProgress], None] | None,
        first: Sequence[str] = (),
    ) -> MateProof:
        """Prove a mate that the rule of fifty moves can't forestall; one that it might is unknown."""
        before = self._nodes
        found = self._prove(position, moves, most, deadline=deadline, progress=progress, first=first)
        in_time = plies_in_time(position)
        if found.plies is None or in_time is None or found.plies <= in_time:
            return found
        left = most - (self._nodes - before)
        if not self._is_going_on(self._nodes + left, deadline):
            return replace(found, mate=None, plies=None)
        quicker = self._prove(position, (in_time + 1) // 2, left, deadline=deadline, progress=progress, first=first)
        return quicker if quicker.mate else replace(quicker, mate=None)

    def _prove(
        self,
        position: AnyPosition,
        moves: int | None,
        most: int,
        *,
        deadline: float | None = None,
        progress: Callable[[MateProgress], None] | None = None,
        first: Sequence[str] = (),
    ) -> MateProof:
        """Prove in a thread of its own, so that this one hears of time and Ctrl-C."""
        proving = Beside(partial(self._search.prove, position, moves, most, first), "kiebitz-mate")
        try:
            proving.begin()
            while True:
                try:
                    if proving.has_ended(POLL_S):
                        break
                    if deadline is not None and monotonic() >= deadline:
                        self._search.stop()
                    if progress is not None:
                        progress(self._progress())
                except KeyboardInterrupt:
                    self._is_interrupted = True
                    self.stop()
        except BaseException:
            # The next proof would share the table with this one.
            proving.call_off()
            self._search.stop()
            while not proving.has_ended(POLL_S):
                pass
            raise
        found = proving.found()
        self._nodes += found.nodes
        return found

    def _progress(self) -> MateProgress:
        nodes, *rest = self._search.progress()
        return MateProgress(self._nodes + nodes, *rest)


def _deadline(seconds: float | None) -> float:
    """The end of ``seconds`` seconds, by ``monotonic``."""
    return inf if seconds is None else monotonic() + seconds


def longest_line(start: AnyPosition, book: dict[str, str]) -> tuple[str, ...]:
    """The line of a proof that puts the mate off longest, to the mate. Raises ProofLostError if it goes in circles."""
    notation = notation_of(start)
    # For each position of the attacker: plies to mate, and the reply by which it takes so long.
    fates: dict[str, tuple[int, str | None]] = {}
    for name, behind in from_the_mates(start, book):
        fates[name] = max(
            ((fates[after][0] + 2, reply) for reply, after in behind), key=lambda fate: fate[0], default=(1, None)
        )
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


def from_the_mates(start: AnyPosition, book: dict[str, str]) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Every position of a proof, after all those that it leads to; with the replies to its move and where they lead.

    Raises ProofLostError if it goes in circles.
    """
    done: set[str] = set()
    on_line: set[str] = set()
    waiting: list[tuple[str, list[tuple[str, str]] | None]] = [(name_of(start), None)]
    while waiting:
        name, behind = waiting.pop()
        if behind is not None:
            on_line.remove(name)
            done.add(name)
            yield name, behind
        elif name in on_line:
            raise ProofLostError(f"the proof comes back to {name}")
        elif name not in done:
            on_line.add(name)
            behind = _behind(name, book[name])
            waiting.append((name, behind))
            waiting.extend((after, None) for _, after in behind)


def _behind(name: str, move: str) -> list[tuple[str, str]]:
    """The replies to the move of a position, each with the position that it leads to."""
    here = position_named(name)
    notation = notation_of(here)
    notation.push(here, move)
    behind = []
    for reply in notation.legal_moves(here):
        notation.push(here, reply)
        behind.append((reply, name_of(here)))
        here.pop()
    return behind
