"""A tab's engine, and the one thing that is thought about at a time.

Everything happens in the server's event loop; searches have threads of their own, and so has what takes time in a long
game. Whatever comes next ends the work first and waits for its end, so that nothing meets a search. What is thought
about is the position as it was when the work began. When it is closed, nothing is left of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeAlias

import chess

from kiebitz.analysis.explanation.asker import EngineAsker
from kiebitz.analysis.explanation.explanation import explain_move, explain_position
from kiebitz.analysis.explanation.language import Language
from kiebitz.commandline.typed_move import MoveTextError, read_move
from kiebitz.engine.async_engine import AsyncEngine
from kiebitz.engine.limit import Limit
from kiebitz.engine.line import Line
from kiebitz.engine.tablebase import Tablebase
from kiebitz.engine.wdl import material_of, win_draw_loss
from kiebitz.web.attempts import SHOWN_PLIES, attempted
from kiebitz.web.game_error import GameError
from kiebitz.web.limits import Limits
from kiebitz.web.messages import (
    Explained,
    Lines,
    LineShown,
    Notice,
    Settings,
    Thinking,
    ThreatFound,
    ToTab,
    refused,
)
from kiebitz.web.one_work import OneWork
from kiebitz.web.searches import BusyError, LeavableEngine, Searches

Send: TypeAlias = Callable[[ToTab], Awaitable[None]]
Work: TypeAlias = Callable[[], Awaitable[None]]

DEFAULTS = Settings(lines=3, threads=1, hash_mb=64, seconds=600, depth=0)
REPORT_S = 0.1
"""The time between two sendings of lines."""
EVEN = 500
"""The expectation in permille where nothing was found."""


class Thinker:
    """The search on the position that a tab shows."""

    def __init__(
        self,
        send: Send,
        limits: Limits,
        searches: Searches,
        *,
        tables: Tablebase | None = None,
    ) -> None:
        """Answer by ``send``. Takes memory for a table from ``searches``; ``tables`` serve explanations."""
        self.place: tuple[int, chess.Board] = (0, chess.Board())
        """The position that is thought about, and its number; to be changed while nothing runs."""
        self.is_searching = False
        """True if the position shown is to be searched whenever nothing else is to be done."""
        self.settings = Settings(
            lines=min(DEFAULTS.lines, limits.lines),
            threads=min(DEFAULTS.threads, limits.threads),
            hash_mb=max(1, min(DEFAULTS.hash_mb, limits.hash_mb, searches.hash_mb)),
            seconds=min(DEFAULTS.seconds, limits.search_s),
            depth=DEFAULTS.depth,
        )
        self._send = send
        self._limits = limits
        self._tables = tables
        self._searches = searches
        self._searches.hash_mb -= self.settings.hash_mb
        self._number, self._board = self.place
        self._plain_board = self._board.copy(stack=False)
        self._engine: AsyncEngine | None = None
        self._work = OneWork()

    async def close(self) -> None:
        """End what runs and give the engine back."""
        try:
            await self.rest()
        finally:
            self._searches.hash_mb += self.settings.hash_mb
            if self._engine is not None:
                await self._engine.close()

    async def set(self, wanted: Settings) -> None:
        """Search otherwise from now on. Raises GameError for what isn't allowed."""
        limits = self._limits
        for name, least, most in (
            ("lines", 1, limits.lines),
            ("threads", 1, limits.threads),
            ("hash_mb", 1, limits.hash_mb),
            ("seconds", 1, limits.search_s),
            ("depth", 0, limits.depth),
        ):
            value = getattr(wanted, name)
            if not least <= value <= most:
                raise GameError(f"{name} is {value}; it can be {least} to {most}")
        await self.rest()
        more_mb, left_mb = wanted.hash_mb - self.settings.hash_mb, max(self._searches.hash_mb, 0)
        if more_mb > left_mb:
            raise GameError(f"all tabs together may have only {left_mb:,} MB more for their tables")
        self._searches.hash_mb -= more_mb  # before anything is waited for: no other tab takes it meanwhile
        try:
            if more_mb or self._engine is not None:  # whether there is the memory must be known now
                engine = self._seated()
                await engine.configure(threads=wanted.threads, hash_mb=wanted.hash_mb)
        except MemoryError as error:
            self._searches.hash_mb += more_mb
            raise GameError(str(error)) from error
        self.settings = wanted

    def _seated(self) -> AsyncEngine:
        """The engine; a tab has none, nor the memory for its table, before it is needed. Raises MemoryError."""
        if self._engine is None:
            self._engine = AsyncEngine(threads=self.settings.threads, hash_mb=self.settings.hash_mb)
        return self._engine

    # ------------------------------------------------------------------ one thing at a time

    async def rest(self) -> None:
        """End the work and wait for its end. Raises what ended it untimely."""
        await self._work.rest()

    async def work_on(self, first: Work | None = None) -> None:
        """Do something ``first``, then search the position shown if that is wanted; whoever asks has the game."""
        await self._work.rest()
        if first is not None or self.is_searching:
            self._number, self._board = self.place
            self._plain_board = self._board.copy(stack=False)
            await self._work.begin(partial(self._in_turn, first))

    async def _in_turn(self, first: Work | None) -> None:
        try:
            with self._searches.one():
                if first is not None:
                    await self._answer(first)
                if self.is_searching:
                    await self._answer(self._analyse)
        except BusyError:
            self.is_searching = False
            await self._send(Notice("busy", ""))
            await self._send(self._lines({}, running=False))

    async def _answer(self, work: Work) -> None:
        """Do a piece of work, or tell why not; a search that was to go on after it does."""
        try:
            await work()
        except (ValueError, MemoryError) as error:
            await self._send(refused(error))
            if work == self._analyse:
                await self._send(self._lines({}, running=False))

    # ------------------------------------------------------------------ what can be thought about

    async def _analyse(self) -> None:
        """Search the position shown, and send the lines as they are found."""
        found: dict[int, Line] = {}
        limit = Limit(movetime_ms=1000 * self.settings.seconds, depth=self.settings.depth or None)
        engine = self._seated()
        stream = engine.stream(self._board, limit, multipv=self.settings.lines)
        is_due = asyncio.Event()

        async def report() -> None:
            while True:
                await is_due.wait()
                is_due.clear()
                await self._send(self._lines(found, running=True))
                await asyncio.sleep(REPORT_S)

        reporter = asyncio.create_task(report())
        try:
            async for line in stream:
                if line.bound == "exact":
                    _keep(found, line)
                    is_due.set()
        finally:
            reporter.cancel()
            await stream.close()
            await asyncio.wait([reporter])
        await self._send(self._lines(found, running=False))

    async def find_threat(self) -> None:
        """Tell what the opponent would do if the side to move passed."""
        node, board = self._number, self._plain_board.copy()
        if board.is_check() or board.is_game_over():
            await self._send(ThreatFound(node, "", "", ""))
            return
        await self._send(Thinking(node, "threat"))
        board.push(chess.Move.null())
        board.clear_stack()
        engine = self._seated()
        async with engine.stream(board, Limit(movetime_ms=self._limits.threat_ms)) as stream:
            info = await stream.info()
        if not info.lines:
            await self._send(ThreatFound(node, "", "", ""))
            return
        line = info.lines[0]
        text = board.variation_san(line.pv[:SHOWN_PLIES])
        await self._send(ThreatFound(node, line.moves[0], text, str(line.white_score)))

    async def explain(self, language: Language) -> None:
        """Tell why the move that led here is good or bad, or what the starting position holds."""
        number, board = self._number, self._board.copy()
        await self._send(Thinking(number, "why"))
        with LeavableEngine() as engine:
            asker = EngineAsker(engine, Limit(nodes=self._limits.explanation_nodes), self._tables)
            if board.move_stack and board.peek():
                move = board.pop()
                san = board.san(move)
                explanation = await self._searches.beside(engine, lambda: explain_move(board, move, asker))
            else:
                san = ""
                explanation = await self._searches.beside(engine, lambda: explain_position(board, asker))
        await self._send(Explained(number, san, list(explanation.sentences(language))))

    async def attempt(self, text: str, best_text: str) -> None:
        """Tell what a move is worth beside the best one. Raises GameError for an illegal move."""
        node, board = self._number, self._board
        try:
            move, best = read_move(board, text), read_move(board, best_text)
        except MoveTextError as error:
            raise GameError(str(error)) from error
        nodes = self._limits.attempt_nodes
        await self._send(await attempted(self._seated(), node, board, move, best=best, nodes=nodes))

    def _lines(self, found: dict[int, Line], *, running: bool) -> Lines:
        """The lines found for the position shown, told."""
        board = self._plain_board
        lines = [found[rank] for rank in sorted(found)]
        best = lines[0] if lines else None
        material = material_of(board.board_fen())
        shown = [_shown_line(board, line, material) for line in lines]
        return Lines(
            node=self._number,
            running=running,
            depth=best.depth if best else 0,
            selective_depth=max((line.selective_depth for line in lines), default=0),
            nodes=max((line.nodes for line in lines), default=0),
            nodes_per_second=max(lines, key=lambda line: line.nodes).nodes_per_second if lines else 0,
            hashfull=max((line.hashfull for line in lines), default=0),
            expected=shown[0].expected if shown else EVEN,
            lines=shown,
        )


def _keep(found: dict[int, Line], line: Line) -> None:
    """Put a line in its place; where the same move stood before, in another rank, it is of an earlier depth."""
    for rank in [rank for rank, other in found.items() if other.moves[0] == line.moves[0]]:
        del found[rank]
    found[line.rank] = line


def _shown_line(board: chess.Board, line: Line, material: int) -> LineShown:
    """A line as far as it is shown; ``material`` is that of the position."""
    win, draw, _ = win_draw_loss(line.white_score, material)
    return LineShown(
        score=str(line.white_score),
        expected=win + draw // 2,
        first=line.moves[0],
        text=board.variation_san(line.pv[:SHOWN_PLIES]),
        moves=list(line.moves[:SHOWN_PLIES]),
    )
