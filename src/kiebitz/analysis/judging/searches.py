"""The searches of one game: one after the other on one table, or apart.

As a rule a search goes on from what the one before has left in the table. A position of the opening, which other games
have, too, may be searched apart: with an empty table and histories, and leaving nothing behind. What is found then
depends on nothing but the position, what the search may look back at (the positions since the last pawn move or
capture, and the rule of fifty moves), the limit and the engine. So it may as well come from a store: the outcome is the
same whether there is one, and whatever is in it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import astuple
from typing import Any

from kiebitz.analysis.judging.phase import Phase
from kiebitz.analysis.judging.position_store import PositionStore
from kiebitz.engine.judge import Judge
from kiebitz.engine.limit import Limit
from kiebitz.engine.line import Info
from kiebitz.games.game import Game


class Searches:
    """A judge who searches the positions of one game, and perhaps a store."""

    def __init__(self, judge: Judge, store: PositionStore | None, game: Game[Any]) -> None:
        """The judge, who plays the game, forgets what it has learned."""
        self._judge = judge
        self.game = game
        self._store = store
        self._maker = judge.identity if store else ""
        judge.new_game()
        self._is_clear = True

    def search(
        self,
        position: Any,
        board: Any,
        limit: Limit,
        *,
        multipv: int,
        searchmoves: Sequence[str] | None = None,
        apart: str | None,
    ) -> Info:
        """Search a position; one with a memory (see ``Memory``) ``apart``, and not if the store knows the outcome.

        ``board`` holds the position as well. Raises as ``Engine.analyse``.
        """
        asked = position if self._judge.takes_positions else board
        if apart is None:
            info = self._judge.analyse(asked, limit, multipv=multipv, searchmoves=searchmoves)
            self._is_clear = False
            return info
        key = b""
        if self._store:
            question = json.dumps([self._maker, apart, astuple(limit), multipv, searchmoves])
            key = hashlib.sha256(question.encode()).digest()
            if known := self._store.get(key, position, self.game):
                # Also what was there before is forgotten, as it is where the position is searched.
                self.forget()
                return known
        self.forget()
        info = self._judge.analyse(asked, limit, multipv=multipv, searchmoves=searchmoves)
        self._is_clear = False
        self.forget()
        if self._store:
            self._store.put(key, info)
        return info

    def forget(self) -> None:
        """Have the judge forget what it has learned, if it has learned anything."""
        if not self._is_clear:
            self._judge.new_game()
            self._is_clear = True


class Memory:
    """The past that a search of the position that a game has come to may look back at."""

    def __init__(self, *, is_kept: bool) -> None:
        """Without any memory, if it isn't ``is_kept``: then no position is searched apart."""
        self._is_kept = is_kept
        self._positions: list[str] = []

    def reach(self, board: Any, move: Any, phase: Phase) -> str | None:
        """Come to the position of a board, by a move unless it is the first; what is looked back at, as text.

        None if the position is not to be searched apart: beyond the opening, and after a null move.
        """
        if not self._is_kept:
            return None
        if phase is not Phase.OPENING or (move is not None and not move):
            self._is_kept = False
            return None
        if board.halfmove_clock == 0:
            self._positions.clear()
        self._positions.append(board.epd(shredder=board.chess960))
        return json.dumps([board.chess960, board.halfmove_clock, self._positions])
