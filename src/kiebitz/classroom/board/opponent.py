"""The programs on the board of 120 squares as opponents: Tartan, and MiniMAX, which is Tartan with a hash table.

They are plain Python and see a few thousand positions a second. To answer in time they look a ply deeper each time, up
to the strategy's depth, and play what the last search has found that was completed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Event
from types import MappingProxyType
from typing import Self

from kiebitz.classroom.board.generator import legal_moves
from kiebitz.classroom.board.hash_table import HashedBoard, HashTable, MiniMAX
from kiebitz.classroom.board.tartan import Found, Strategy, Tartan, found_by
from kiebitz.engine.limit import Limit
from kiebitz.games.chess.game import CHESS
from kiebitz.games.live_game import LiveGame
from kiebitz.play.opponent import DRAW_FROM_MOVE, HINT_LIMIT, Adviser, Opponent

PATIENCE_S = 2.0


@dataclass(frozen=True, slots=True)
class Program:
    """A program on the board of 120 squares."""

    title: str
    strategy: Strategy
    has_table: bool = False
    """True if it has the hash table of MiniMAX's article."""


TARTAN, TARTAN_B, MINIMAX = "tartan120", "tartan120b", "minimax120"
PROGRAMS: Mapping[str, Program] = MappingProxyType(
    {
        TARTAN: Program("Tartan, 120 squares, plain Python", Strategy(4)),
        TARTAN_B: Program("Tartan, 120 squares, B strategy", Strategy(6, width=5)),
        MINIMAX: Program("MiniMAX, 120 squares, plain Python", Strategy(6), has_table=True),
    }
)
"""Those that play in the browser, by name."""


class StoppedError(Exception):
    """A search that nobody waits for any more, or whose time is over."""


class PlainOpponent(Opponent):
    """A program on the board of 120 squares, which plays standard chess alone. Hints are the engine's."""

    def __init__(
        self,
        strategy: Strategy = PROGRAMS[TARTAN].strategy,
        *,
        has_table: bool = False,
        patience_s: float = PATIENCE_S,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Look as far and as widely as ``strategy`` says, for so long at most; ``now`` gives the time in seconds."""
        self._adviser = Adviser(CHESS, HINT_LIMIT)
        self._strategy = strategy
        self._has_table = has_table
        self._patience_s = patience_s
        self._now = now
        self._stopped = Event()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    @classmethod
    def named(cls, name: str) -> Self:
        """One of ``PROGRAMS``. Raises KeyError."""
        program = PROGRAMS[name]
        return cls(program.strategy, has_table=program.has_table)

    @property
    def has_left(self) -> bool:
        """True if it has been told to leave its work."""
        return self._stopped.is_set()

    def leave(self) -> None:
        """End the search under way, and begin no other."""
        self._stopped.set()

    def close(self) -> None:
        """Leave the board."""
        self.leave()

    def choose(self, live: LiveGame, clocks: Limit | None = None) -> str:
        """The move to play; what is on the clocks it doesn't look at. Raises StoppedError if it was left."""
        found = self._searched(live)
        assert found.move is not None, "the game goes on, so there is a move"
        return str(found.move)

    def agrees_to_draw(self, live: LiveGame) -> bool:
        """True if the side not to move, the program's, takes a draw: from move 20 on, if it stands no better."""
        if live.number < DRAW_FROM_MOVE:
            return False
        value = self._searched(live).value
        return value >= 0 if live.turn else value <= 0

    def _searched(self, live: LiveGame) -> Found:
        """Search a position, with the game that led there: repetitions count."""
        mailbox = HashedBoard(live.start)
        for played in live.moves:
            mailbox.make(next(move for move in legal_moves(mailbox) if str(move) == played))
        deadline = self._now() + self._patience_s
        table = HashTable() if self._has_table else None
        found: Found | None = None
        for depth in range(1, self._strategy.depth + 1):
            strategy = Strategy(depth, self._strategy.width)

            def must_end(depth: int = depth) -> bool:
                return self.has_left or (depth > 1 and self._now() >= deadline)

            made = len(mailbox.made)
            try:
                search = _Tartan(mailbox, strategy) if table is None else _MiniMAX(mailbox, strategy, table)
                search.must_end = must_end
                found = found_by(search)
            except StoppedError:
                while len(mailbox.made) > made:
                    mailbox.unmake()
                if found is None or self.has_left:
                    raise
                break
        assert found is not None
        return found


class _Tartan(Tartan):
    """Tartan that hears when to end."""

    must_end: Callable[[], bool]

    def quiet_value(self, alpha: int, beta: int) -> int:
        if self.must_end():
            raise StoppedError
        return super().quiet_value(alpha, beta)


class _MiniMAX(MiniMAX, _Tartan):
    """MiniMAX that hears when to end."""
