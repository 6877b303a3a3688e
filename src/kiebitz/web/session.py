"""One tab: a game, an engine, and the one thing that the engine does at a time.

Everything happens in the server's event loop; searches have threads of their own. The engine is given to one task, the
work; whatever comes next ends that work first and waits for its end, so that nothing meets a search. A session that is
closed has none left.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

import chess
import chess.pgn

from kiebitz.engine.async_engine import AsyncEngine
from kiebitz.engine.limit import Limit
from kiebitz.engine.line import Line
from kiebitz.engine.wdl import material_of, win_draw_loss
from kiebitz.explanation.asker import EngineAsker
from kiebitz.explanation.explanation import explain_move, explain_position
from kiebitz.explanation.language import Language
from kiebitz.explanation.shown_line import ShownLine
from kiebitz.web.game_tree import GameError, GameTree
from kiebitz.web.limits import Limits
from kiebitz.web.messages import (
    VERSION,
    Explain,
    Explained,
    FromTab,
    Go,
    Hello,
    Lines,
    LineShown,
    Load,
    Move,
    Notice,
    Promote,
    Remove,
    Search,
    Settings,
    Threat,
    ThreatFound,
    ToTab,
    Welcome,
)

Send: TypeAlias = Callable[[ToTab], Awaitable[None]]
Work: TypeAlias = Callable[[], Awaitable[None]]

DEFAULT_LINES, DEFAULT_THREADS, DEFAULT_HASH_MB = 3, 1, 64
START = "startpos"
REPORT_S = 0.1
"""How often lines are sent."""
STOP_S = 0.01
"""How often a search that is to end is told so, until it has."""
SHOWN_PLIES = 16
"""So much of a line is shown."""


class Searches:
    """How many tabs search at this moment."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.running = 0


class TabLeftError(Exception):
    """An explanation that nobody waits for any more."""


class LeavableAsker(EngineAsker):
    """An engine's answers, until the tab has something else to do."""

    has_left = False

    def lines(self, board: chess.Board, count: int = 1, among: Sequence[chess.Move] = ()) -> tuple[ShownLine, ...]:
        """As ``Asker.lines``. Raises TabLeftError."""
        self._stay()
        return super().lines(board, count, among)

    def has_mate(self, board: chess.Board, moves: int) -> bool:
        """As ``Asker.has_mate``. Raises TabLeftError."""
        self._stay()
        return super().has_mate(board, moves)

    def _stay(self) -> None:
        if self.has_left:
            raise TabLeftError


class Session:
    """What one tab has."""

    def __init__(self, send: Send, limits: Limits, searches: Searches, first: str = START) -> None:
        """Answer by ``send``. ``first`` is the game or position of a tab that brings none."""
        self._send = send
        self._limits = limits
        self._searches = searches
        self._first = first
        self._language = Language.ENGLISH
        self._tree = GameTree.from_text(START, limits)
        self._line_count = min(DEFAULT_LINES, limits.lines)
        self._is_searching = False
        self._engine = AsyncEngine(
            threads=min(DEFAULT_THREADS, limits.threads), hash_mb=min(DEFAULT_HASH_MB, limits.hash_mb)
        )
        self._work: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """End what runs and give the engine back."""
        try:
            await self._rest()
        finally:
            await self._engine.close()

    async def handle(self, message: FromTab) -> None:
        """Do what the tab asks; what can't be done is told."""
        try:
            await self._handle(message)
        except GameError as error:
            await self._send(Notice("refused", str(error)))

    async def _handle(self, message: FromTab) -> None:
        match message:
            case Hello():
                await self._begin(message)
            case Load(text):
                await self._load(text)
            case Move(text):
                is_new = self._tree.move(text, self._limits)
                await self._show(is_new)
            case Go(node):
                self._tree.go(node)
                await self._show(is_new=False)
            case Promote(node):
                self._tree.promote(node)
                await self._show(is_new=True)
            case Remove(node):
                self._tree.remove(node)
                await self._show(is_new=True)
            case Search(on):
                self._is_searching = on
                await self._work_on()
            case Settings():
                await self._set(message)
            case Threat():
                await self._work_on(self._find_threat)
            case Explain():
                await self._work_on(self._explain)

    # ------------------------------------------------------------------ the game

    async def _begin(self, hello: Hello) -> None:
        self._language = Language.GERMAN if hello.language == Language.GERMAN else Language.ENGLISH
        limits, engine = self._limits, self._engine.engine
        await self._send(
            Welcome(
                VERSION,
                limits.lines,
                limits.threads,
                limits.hash_mb,
                limits.game_characters,
                self._line_count,
                engine.threads,
                engine.hash_mb,
            )
        )
        try:
            await self._read(hello.game or self._first)
        except GameError as error:
            await self._send(Notice("refused", str(error)))
        self._tree.follow(hello.path)
        await self._show(is_new=True)

    async def _load(self, text: str) -> None:
        await self._read(text)
        await self._show(is_new=True)

    async def _read(self, text: str) -> None:
        self._tree = await asyncio.to_thread(GameTree.from_text, text, self._limits)
        if self._tree.faults:
            await self._send(Notice("fault", "; ".join(self._tree.faults)))

    async def _show(self, is_new: bool) -> None:
        """Tell the tab what is shown, with the whole game if that ``is_new``, and search it."""
        await self._rest()
        if is_new:
            await self._send(await asyncio.to_thread(self._tree.told))
        await self._send(self._tree.shown())
        await self._work_on()

    async def _set(self, wanted: Settings) -> None:
        limits = self._limits
        for name, value, most in (
            ("lines", wanted.lines, limits.lines),
            ("threads", wanted.threads, limits.threads),
            ("hash_mb", wanted.hash_mb, limits.hash_mb),
        ):
            if not 1 <= value <= most:
                raise GameError(f"{name} is {value}; it can be 1 to {most}")
        await self._rest()
        try:
            await self._engine.configure(threads=wanted.threads, hash_mb=wanted.hash_mb)
        except MemoryError as error:
            raise GameError(str(error)) from error
        self._line_count = wanted.lines
        await self._work_on()

    # ------------------------------------------------------------------ the work

    async def _rest(self) -> None:
        """End the work and wait for its end. Raises what ended it untimely."""
        work, self._work = self._work, None
        if work is not None:
            work.cancel()
            await asyncio.wait([work])
            if not work.cancelled():
                work.result()

    async def _work_on(self, first: Work | None = None) -> None:
        """Do something with the engine ``first``, then search the position shown if that is wanted."""
        await self._rest()
        if first is not None or self._is_searching:
            self._work = asyncio.create_task(self._in_turn(first))

    async def _in_turn(self, first: Work | None) -> None:
        if self._searches.running >= self._searches.most:
            self._is_searching = False
            await self._send(Notice("busy", ""))
            await self._send(self._lines({}, running=False))
            return
        self._searches.running += 1
        try:
            if first is not None:
                await first()
            if self._is_searching:
                await self._analyse()
        except (ValueError, MemoryError) as error:
            await self._send(Notice("refused", str(error)))
        finally:
            self._searches.running -= 1

    async def _analyse(self) -> None:
        """Search the position shown, and send the lines as they are found."""
        found: dict[int, Line] = {}
        stream = self._engine.stream(
            self._tree.current.board(), Limit(movetime_ms=self._limits.search_ms), multipv=self._line_count
        )
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

    async def _find_threat(self) -> None:
        """Tell what the opponent would do if the side to move passed."""
        node, board = self._tree.number, self._tree.current.board().copy(stack=False)
        if board.is_check() or board.is_game_over():
            await self._send(ThreatFound(node, "", "", ""))
            return
        board.push(chess.Move.null())
        board.clear_stack()
        async with self._engine.stream(board, Limit(movetime_ms=self._limits.threat_ms)) as stream:
            info = await stream.info()
        if not info.lines:
            await self._send(ThreatFound(node, "", "", ""))
            return
        line = info.lines[0]
        text = board.variation_san(line.pv[:SHOWN_PLIES])
        await self._send(ThreatFound(node, line.moves[0], text, str(line.white_score)))

    async def _explain(self) -> None:
        """Tell why the move that led here is good or bad, or what the starting position holds."""
        node = self._tree.current
        number = self._tree.number
        asker = LeavableAsker(self._engine.engine, Limit(nodes=self._limits.explanation_nodes))
        if isinstance(node, chess.pgn.ChildNode) and node.move:
            board = node.parent.board()
            san = board.san(node.move)
            explaining = asyncio.to_thread(explain_move, board, node.move, asker)
        else:
            san = ""
            explaining = asyncio.to_thread(explain_position, node.board(), asker)
        work = asyncio.create_task(explaining)
        try:
            explanation = await asyncio.shield(work)
        finally:
            asker.has_left = True
            while not work.done():
                self._engine.engine.stop()
                await asyncio.wait([work], timeout=STOP_S)
            work.exception()  # TabLeftError, if it was left; else it was raised above
        await self._send(Explained(number, san, list(explanation.sentences(self._language))))

    def _lines(self, found: dict[int, Line], *, running: bool) -> Lines:
        """What is told of the lines found for the position shown."""
        board = self._tree.current.board()
        lines = [found[rank] for rank in sorted(found)]
        best = lines[0] if lines else None
        expected = 500
        if best is not None:
            win, draw, _ = win_draw_loss(best.white_score, material_of(board.fen()))
            expected = win + draw // 2
        return Lines(
            node=self._tree.number,
            running=running,
            depth=best.depth if best else 0,
            selective_depth=max((line.selective_depth for line in lines), default=0),
            nodes=max((line.nodes for line in lines), default=0),
            nodes_per_second=max(lines, key=lambda line: line.nodes).nodes_per_second if lines else 0,
            hashfull=max((line.hashfull for line in lines), default=0),
            expected=expected,
            lines=[_shown_line(board, line) for line in lines],
        )


def _keep(found: dict[int, Line], line: Line) -> None:
    """Put a line in its place; where the same move stood before, in another rank, it is of an earlier depth."""
    for rank in [rank for rank, other in found.items() if other.moves[0] == line.moves[0]]:
        del found[rank]
    found[line.rank] = line


def _shown_line(board: chess.Board, line: Line) -> LineShown:
    """A line in SAN, as far as it is shown."""
    moves = line.pv[:SHOWN_PLIES]
    return LineShown(str(line.white_score), line.moves[0], board.variation_san(moves))
