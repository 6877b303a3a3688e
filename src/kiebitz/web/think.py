"""A tab that watches the engine think: the tree of a search, the table while it fills, an evaluation apart.

One thing runs at a time. The tree comes from ``classroom.tree`` and the counts from ``classroom.table``, as the
laboratory's commands show them. A search that is traced has so few nodes that it ends by itself; whoever leaves waits
for that.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeAlias, TypeVar

import chess

from kiebitz.analysis.explanation.language import Language
from kiebitz.classroom.table.histograms import histograms
from kiebitz.classroom.tree.page import page_data
from kiebitz.classroom.tree.runs import trace_runs
from kiebitz.classroom.why.asked import asked
from kiebitz.classroom.why.words import told
from kiebitz.engine import FULL_PHASE, POLICIES, Engine, Position, TableDesign, board_of, fen_of
from kiebitz.engine.async_engine import AsyncEngine
from kiebitz.engine.limit import Limit
from kiebitz.engine.line import GameName
from kiebitz.engine.man_values import man_values
from kiebitz.engine.positions import AnyPosition, game_of, position_named
from kiebitz.engine.table_view import TableView
from kiebitz.engine.techniques import TECHNIQUES_OF
from kiebitz.web.limits import Limits
from kiebitz.web.messages import Notice, language_of, refused
from kiebitz.web.one_work import OneWork, Work
from kiebitz.web.searches import BusyError, Searches
from kiebitz.web.think_messages import (
    Choices,
    Counts,
    Enter,
    Evaluate,
    Evaluated,
    Fill,
    Filling,
    Module,
    NamedChoice,
    Reasoned,
    Rest,
    Trace,
    Traced,
    Why,
)

Send: TypeAlias = Callable[[Any], Awaitable[None]]
Result = TypeVar("Result")

MAX_DEPTH = 60
LEAST_MOVE_MS, MAX_MOVE_MS = 100, 60_000
REPORT_S = 0.25
"""The time between two looks at the table."""
SAMPLED_BUCKETS = 1 << 15
"""So many buckets of a table are looked at."""


class RefusedError(ValueError):
    """The request can't be done; the message says why."""


class Think:
    """The state of one tab."""

    def __init__(self, send: Send, limits: Limits, searches: Searches) -> None:
        """Answer by ``send``."""
        self._send = send
        self._limits = limits
        self._searches = searches
        self._language = Language.ENGLISH
        self._work = OneWork()

    async def close(self) -> None:
        """End what runs."""
        await self._work.rest()

    async def handle(self, message: Enter | Trace | Why | Fill | Rest | Evaluate) -> None:
        """Do what the tab asks, or tell it why not."""
        try:
            match message:
                case Enter():
                    self._language = language_of(message.language)
                    await self._send(self._choices())
                case Trace():
                    await self._work.begin(partial(self._in_turn, partial(self._trace, message)))
                case Why():
                    await self._work.begin(partial(self._in_turn, partial(self._why, message)))
                case Fill():
                    await self._work.begin(partial(self._in_turn, partial(self._fill, message)))
                case Rest():
                    await self._work.rest()
                case Evaluate(fen):
                    await self._send(await asyncio.to_thread(evaluated, chess_position_of(fen)))
        except ValueError as error:
            await self._send(refused(error))

    def _choices(self) -> Choices:
        limits = self._limits
        default = TableDesign().policy
        return Choices(
            techniques=_techniques("chess"),
            shogi_techniques=_techniques("shogi"),
            policies=[NamedChoice(name, each.meaning, name == default) for name, each in POLICIES.items()],
            max_depth=MAX_DEPTH,
            max_nodes=limits.traced_nodes,
            max_hash_mb=limits.table_mb,
            max_move_ms=MAX_MOVE_MS,
        )

    # ------------------------------------------------------------------ the work

    async def _in_turn(self, work: Work) -> None:
        try:
            with self._searches.one():
                await work()
        except BusyError:
            await self._send(Notice("busy", ""))
        except (ValueError, MemoryError) as error:
            await self._send(refused(error))

    async def _trace(self, wanted: Trace) -> None:
        """Tell the tree of a search, or of two."""
        limits = self._limits
        _check("depth", wanted.depth, 1, MAX_DEPTH)
        _check("nodes", wanted.nodes, 1, limits.traced_nodes)
        position = position_of(wanted.fen)
        techniques = TECHNIQUES_OF[game_of(position)]
        unknown = [name for name in wanted.switched if name not in techniques]
        if unknown:
            raise RefusedError(f"there is no technique '{unknown[0]}'")
        changed = {name: not techniques[name].is_on for name in wanted.switched}

        def tree() -> dict[str, Any]:
            limit = Limit(depth=wanted.depth, nodes=wanted.nodes)
            runs = trace_runs(position, limit, {}, changed or None, max_nodes=limits.traced_rows)
            return page_data(runs, self._language)

        await self._send(Traced(await in_a_thread(tree)))

    async def _why(self, wanted: Why) -> None:
        """Tell why a search doesn't see a move."""
        _check("nodes", wanted.nodes, 1, self._limits.traced_nodes)
        position = position_of(wanted.fen)

        def lines() -> list[str]:
            return told(asked(position, wanted.move, nodes=wanted.nodes, judge=None, options={}), self._language)

        await self._send(Reasoned(await in_a_thread(lines)))

    async def _fill(self, wanted: Fill) -> None:
        """Search, and tell what is in the table while that goes on."""
        limits = self._limits
        _check("hash_mb", wanted.hash_mb, 1, limits.table_mb)
        if wanted.move_ms:
            _check("move_ms", wanted.move_ms, LEAST_MOVE_MS, MAX_MOVE_MS)
        progress = Progress(board_of(chess_position_of(wanted.fen)))
        async with AsyncEngine(hash_mb=wanted.hash_mb, table_policy=wanted.policy) as engine:
            table = engine.engine.table

            async def report() -> None:
                while True:
                    await self._send(await filling(table, progress, running=True))
                    await asyncio.sleep(REPORT_S)

            reporting = asyncio.create_task(report())
            try:
                await self._play_on(engine, progress, wanted.move_ms)
            finally:
                reporting.cancel()
                await asyncio.wait([reporting])
            await self._send(await filling(table, progress, running=False))

    async def _play_on(self, engine: AsyncEngine, progress: Progress, move_ms: int) -> None:
        """Search until the time is up; where a move has a time, make the best ones, too."""
        while (left_ms := self._limits.fill_ms - progress.elapsed_ms) > 0 and not progress.board.is_game_over():
            progress.search += 1
            limit = Limit(movetime_ms=min(left_ms, move_ms) if move_ms else left_ms)
            async with engine.stream(progress.board, limit) as stream:
                async for line in stream:
                    progress.depth, progress.nodes = line.depth, line.nodes
                best = (await stream.info()).best_move
            if not move_ms or best is None:
                return
            progress.board.push_uci(best)


async def in_a_thread(work: Callable[[], Result]) -> Result:
    """Work in a thread; whoever has something else to do waits for its end all the same."""
    working = asyncio.create_task(asyncio.to_thread(work))
    try:
        return await asyncio.shield(working)
    finally:
        await asyncio.wait([working])
        working.exception()  # raised above, unless the tab has something else to do


class Progress:
    """The progress of filling a table."""

    def __init__(self, board: chess.Board) -> None:
        self.board = board
        self.search = self.depth = self.nodes = 0
        self._began = time.monotonic()

    @property
    def elapsed_ms(self) -> int:
        """Time since it began."""
        return round(1000 * (time.monotonic() - self._began))


async def filling(table: TableView, progress: Progress, *, running: bool) -> Filling:
    """The table at this moment."""
    survey = await asyncio.to_thread(table.survey, SAMPLED_BUCKETS)
    return Filling(
        running=running,
        fen=fen_of(progress.board),
        search=progress.search,
        seconds=progress.elapsed_ms / 1000,
        depth=progress.depth,
        nodes=progress.nodes,
        policy=table.design.policy,
        hash_mb=table.size_mb,
        entries=table.entries,
        sampled=survey.entries,
        used=survey.used,
        hashfull=table.hashfull,
        counts=[Counts(each.name, each.counted, [list(row) for row in each.rows]) for each in histograms(survey)],
    )


def position_of(text: str) -> AnyPosition:
    """The position of a FEN or an SFEN; what is dropped of it isn't told. Raises ValueError."""
    return position_named(text, dropped=[])


def chess_position_of(text: str) -> Position:
    """The position of a FEN. Raises ValueError, for one of shogi too."""
    position = position_of(text)
    if not isinstance(position, Position):
        raise RefusedError("table and evaluation are shown of chess alone; the tree shows searches of shogi, too")
    return position


def _techniques(game: GameName) -> list[NamedChoice]:
    return [NamedChoice(name, each.meaning, each.is_on) for name, each in TECHNIQUES_OF[game].items()]


def evaluated(position: Position) -> Evaluated:
    """The evaluations of a position, taken apart."""
    board = board_of(position)
    with Engine(hash_mb=1) as engine:
        evaluation = engine.evaluate(position)
    network = evaluation.network
    assert network is not None  # today's engine evaluates by one
    view = 1 if board.turn else -1
    values = man_values(evaluation.phase)
    return Evaluated(
        fen=fen_of(board),
        total=view * evaluation.total,
        classical=view * network.classical.total,
        phase=evaluation.phase,
        worths=network.worths,
        values={
            chess.square_name(square): values[man.symbol().upper()]
            for square, man in board.piece_map().items()
            if man.piece_type != chess.KING
        },
        modules=[
            Module(name, *(mixed(side, evaluation.phase) for side in sides))
            for name, sides in network.classical.modules.items()
        ],
    )


def mixed(pair: tuple[int, int], phase: int) -> int:
    """A value of the middlegame and one of the endgame, mixed by the game phase."""
    middlegame, endgame = pair
    return round((middlegame * phase + endgame * (FULL_PHASE - phase)) / FULL_PHASE)


def _check(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise RefusedError(f"{name} is {value}; it can be {least} to {most}")
