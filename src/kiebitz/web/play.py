"""A tab in which a person plays against the engine.

The server keeps the moves, the clocks and the game; the tab hears how it stands, and nothing of what the engine thinks
of it but the hint that it asks for. The clocks stand while no tab shows the game.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias, TypeVar

import chess

from kiebitz.arena.match.time_control import TimeControl
from kiebitz.classroom.board.opponent import PROGRAMS, PlainOpponent
from kiebitz.engine import position_of
from kiebitz.engine.eras import ERAS
from kiebitz.engine.limit import Limit
from kiebitz.engine.strength import MAX_ELO, MIN_ELO
from kiebitz.games.chess.game import CHESS, board_of_game
from kiebitz.play.opponent import HINT_LIMIT, Adviser, Opponent, options_of
from kiebitz.web.game_error import GameError
from kiebitz.web.kept_games import ConflictError, GameKeeper
from kiebitz.web.left_games import LeftGames
from kiebitz.web.limits import Limits
from kiebitz.web.messages import Forget, Kept, KeptGames, Move, Notice, Resume, refused
from kiebitz.web.one_work import OneWork, Work
from kiebitz.web.play_messages import (
    Begin,
    Hint,
    Hinted,
    Join,
    OfferDraw,
    OfferedEra,
    Offers,
    Resign,
    Standing,
    TakeBack,
)
from kiebitz.web.searches import BusyError, LeavableEngine, Searches
from kiebitz.web.shown_position import shown_position
from kiebitz.web.timed_game import LEAST_BASE_MS, MOST_BASE_MS, MOST_INCREMENT_MS, Terms, TimedGame, title_of
from kiebitz.web.told_game import ReadGame

Send: TypeAlias = Callable[[Any], Awaitable[None]]
Found = TypeVar("Found")

HASH_MB = 16
THINKING_LIMIT = Limit(movetime_ms=1_000)
"""The limit for a move of an engine without a clock and without a rating."""
BUSY_S = 0.5
"""Seconds between two tries for a place while all are taken by other tabs."""
COLOURS = {"white": chess.WHITE, "black": chess.BLACK}
LOT = "lot"
MOST_CHESS960 = 959


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock that tells the time, in seconds, and wakes up after some."""

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep


class Play:
    """The state of one tab."""

    def __init__(
        self, send: Send, limits: Limits, searches: Searches, left: LeftGames, clock: Clock | None = None
    ) -> None:
        """Answer by ``send``. Takes memory for a table from ``searches``."""
        self._send = send
        self._limits = limits
        self._searches = searches
        self._left = left
        self._clock = clock or Clock()
        self._hash_mb = max(1, min(HASH_MB, limits.hash_mb, searches.hash_mb))
        self._searches.hash_mb -= self._hash_mb
        self._name = ""
        self._game: TimedGame | None = None
        self._engine: LeavableEngine | PlainOpponent | None = None
        self._opponent: Opponent | None = None
        # The engine's move, a hint or an answer to an offer; and who waits for a flag to fall.
        self._work, self._watch = OneWork(), OneWork()
        # Held by whoever changes or tells the game: a message, the engine's move, a flag.
        self._turn = asyncio.Lock()

    async def close(self) -> None:
        """End what runs; the game is kept as it stands, even if whoever waits for that is cancelled."""
        await asyncio.shield(asyncio.create_task(self._close()))

    async def _close(self) -> None:
        try:
            async with self._turn:
                await self._put_away()
        finally:
            self._searches.hash_mb += self._hash_mb

    async def handle(self, message: Any) -> None:
        """Do what the tab asks, or tell it why not."""
        async with self._turn:
            try:
                await self._handle(message)
            except GameError as error:
                await self._send(refused(error))

    async def leave(self) -> None:
        """Let another tab go on with the game."""
        async with self._turn:
            await self._put_away()
            await self._send(Notice("elsewhere", ""))

    async def _handle(self, message: Any) -> None:
        match message:
            case Join(game=name):
                await self._send(_offers())
                await self._join(name)
            case Begin():
                terms, board = _agreed(message, self._limits)
                await self._put_away()
                await self._take(GameKeeper.new_name(), TimedGame(terms, board, self._clock.now))
            case Resume(name):
                await self._put_away()
                await self._sit_down(name)
            case Forget(name):
                await self._left.forget(name)
                await self._offer()
            case Move(text):
                game = self._own_turn()
                try:
                    move = game.game.read(text)
                except ValueError as error:
                    raise GameError(str(error)) from error
                await self._work.rest()
                game.push(move)
                await self._go_on()
            case TakeBack():
                game = self._seated()
                await self._work.rest()
                game.take_back()
                await self._go_on()
            case Hint():
                await self._work.begin(partial(self._think, partial(self._hint, self._own_turn())))
            case OfferDraw():
                await self._work.begin(partial(self._think, partial(self._answer_offer, self._own_turn())))
            case Resign():
                game = self._seated()
                if game.game.ending is None:
                    await self._work.rest()
                    game.stop()
                    game.game.resign(game.game.player)
                    await self._go_on()

    # ------------------------------------------------------------------ the game

    def _seated(self) -> TimedGame:
        """The game. Raises GameError if there is none."""
        if self._game is None:
            raise GameError("no game is played here")
        return self._game

    def _own_turn(self) -> TimedGame:
        """The game, where it is the person's turn. Raises GameError."""
        game = self._seated()
        if game.game.ending is not None:
            raise GameError("the game is over")
        if not game.game.is_players_turn:
            raise GameError("it is Kiebitz's turn")
        return game

    async def _join(self, name: str) -> None:
        """Go on with the tab's game or, if it has none any more, tell which there are."""
        try:
            if name:
                await self._sit_down(name)
        except GameError as error:
            await self._send(refused(error))
        if self._game is None:
            await self._offer()

    async def _sit_down(self, name: str) -> None:
        """Go on with a game that was left, or that another tab plays. Raises GameError."""
        if (other := self._left.seats.get(name)) is not None:
            await other.leave()
        text = await self._left.read(name)
        await self._take(name, await asyncio.to_thread(TimedGame.of, text, self._limits, self._clock.now))

    async def _take(self, name: str, game: TimedGame) -> None:
        """Play this game from now on."""
        self._name, self._game = name, game
        self._left.seats[name] = self
        game.run()
        await self._go_on()

    async def _put_away(self) -> None:
        """End what runs and leave the game."""
        await self._work.rest()
        await self._watch.rest()
        self._drop_opponent()
        game, self._game = self._game, None
        if game is not None:
            game.stop()
            with suppress(GameError):  # what the disk doesn't take, which was told, is remembered
                await self._left.keep(self._name, game.pgn(), has_moved=game.game.own_moves > 0)
            del self._left.seats[self._name]

    async def _go_on(self) -> None:
        """Watch the clocks, let the engine move if it is its turn, and tell how the game stands."""
        game = self._seated()
        await self._watch.begin(partial(self._wait_for_flag, game))
        if game.game.ending is None and not game.game.is_players_turn:
            await self._work.begin(partial(self._think, partial(self._reply, game)))
        await self._tell(game)

    async def _tell(self, game: TimedGame) -> None:
        """Tell how the game stands, and keep it."""
        standing = _standing(self._name, game)
        board = board_of_game(game.game)
        shown = shown_position(board, len(board.move_stack))
        is_to_move = game.game.ending is None and game.game.is_players_turn
        await self._send(standing)
        await self._send(shown if is_to_move else replace(shown, legal=[]))
        try:
            await self._left.keep(self._name, standing.pgn, has_moved=game.game.own_moves > 0)
        except ConflictError:
            await self._part(game)
        except GameError as error:
            await self._send(Notice("unkept", str(error)))
        else:
            await self._send(Kept(self._name, len(standing.moves)))

    async def _part(self, game: TimedGame) -> None:
        """Another server has gone on with this game, and its file: go on with one of another name."""
        del self._left.seats[self._name]
        self._name = GameKeeper.new_name()
        self._left.seats[self._name] = self
        await self._tell(game)
        await self._send(Notice("conflict", ""))

    async def _offer(self) -> None:
        """Tell which games may be gone on with."""
        await self._send(KeptGames(await self._left.unfinished()))

    async def _wait_for_flag(self, game: TimedGame) -> None:
        """End the game when the flag falls of the side whose clock runs."""
        while (left_ms := game.running_ms) is not None:
            await self._clock.sleep(left_ms / 1000)
            async with self._turn:
                if game.flag_falls():
                    await self._work.rest()
                    await self._tell(game)

    # ------------------------------------------------------------------ the engine

    async def _think(self, work: Work) -> None:
        """Do what needs the engine; what can't be done is told."""
        try:
            await work()
        except MemoryError as error:
            await self._send(refused(error))

    async def _reply(self, game: TimedGame) -> None:
        """The engine's move."""
        opponent, engine = self._seated_opponent(game.terms)
        live, clocks = game.game.copy(), game.clocks()
        move = await self._search(engine, lambda: opponent.choose(live, clocks))
        async with self._turn:
            game.push(move)
            await self._go_on()

    async def _hint(self, game: TimedGame) -> None:
        """Tell a good move, found at full strength by an engine of its own: it shall not teach the opponent."""
        live = game.game.copy()
        engine = LeavableEngine(hash_mb=self._hash_mb)
        adviser = Adviser(CHESS, HINT_LIMIT, engine)
        with closing(engine):
            hint = await self._search(engine, lambda: adviser.hint(live))
        await self._send(Hinted(hint.move, CHESS.tell_move(live.position, hint.move)))

    async def _answer_offer(self, game: TimedGame) -> None:
        """Take the draw that is offered, or tell that the game goes on."""
        opponent, engine = self._seated_opponent(game.terms)
        live = game.game.copy()
        agrees = await self._search(engine, lambda: opponent.agrees_to_draw(live))
        async with self._turn:
            if not agrees:
                await self._send(Notice("declined", ""))
            elif game.game.ending is None:
                game.stop()
                game.game.agree_draw()
                await self._go_on()

    def _seated_opponent(self, terms: Terms) -> tuple[Opponent, LeavableEngine | PlainOpponent]:
        """The player, and its engine; another one where the last was left in the midst of its work."""
        if self._engine is not None and self._engine.has_left:
            self._drop_opponent()
        if terms.era in PROGRAMS and self._opponent is None:
            self._opponent = self._engine = PlainOpponent.named(terms.era)
        if self._opponent is None or self._engine is None:
            handicap = terms.handicap
            options = options_of(handicap, terms.era)
            options["hash_mb"] = self._hash_mb
            self._engine = LeavableEngine(**options)
            limit = THINKING_LIMIT if handicap is None else Limit()
            self._opponent = Opponent(CHESS, limit, handicap, self._engine)
        return self._opponent, self._engine

    def _drop_opponent(self) -> None:
        engine, self._engine, self._opponent = self._engine, None, None
        if engine is not None:
            engine.close()

    async def _search(self, engine: LeavableEngine | PlainOpponent, act: Callable[[], Found]) -> Found:
        """Search with an engine, as soon as there is a place for one more search."""
        is_told = False
        while True:
            try:
                with self._searches.one():
                    return await self._searches.beside(engine, act)
            except BusyError:
                if not is_told:
                    await self._send(Notice("busy", ""))
                is_told = True
                await self._clock.sleep(BUSY_S)


def _offers() -> Offers:
    return Offers(
        least_elo=MIN_ELO,
        most_elo=MAX_ELO,
        eras=[OfferedEra(name, title_of(name)) for name in (*PROGRAMS, *ERAS)],
        least_base_ms=LEAST_BASE_MS,
        most_base_ms=MOST_BASE_MS,
        most_increment_ms=MOST_INCREMENT_MS,
    )


def _agreed(wanted: Begin, limits: Limits) -> tuple[Terms, chess.Board]:
    """Terms and first position of a game. Raises GameError for what can't be played."""
    if wanted.colour not in {*COLOURS, LOT}:
        raise GameError(f"there is no colour '{wanted.colour}'")
    player = random.random() < 0.5 if wanted.colour == LOT else COLOURS[wanted.colour]
    if wanted.base_ms == 0 and wanted.increment_ms:
        raise GameError("a move adds time only where there are clocks")
    control = TimeControl(wanted.base_ms, wanted.increment_ms) if wanted.base_ms else None
    terms = Terms(player, wanted.elo or None, wanted.era, control)
    if not -1 <= wanted.chess960 <= MOST_CHESS960:
        raise GameError(f"the positions of Chess960 have numbers from 0 to {MOST_CHESS960}")
    if wanted.chess960 >= 0:
        if wanted.era in PROGRAMS:
            raise GameError("the board of 120 squares doesn't play Chess960")
        return terms, chess.Board.from_chess960_pos(wanted.chess960)
    board = ReadGame.at(wanted.fen).game.board()
    if board.chess960 and wanted.era in PROGRAMS:
        raise GameError("the board of 120 squares doesn't play Chess960")
    if ending := CHESS.ending(position_of(board)):
        raise GameError(f"this position is the end of a game: {ending.reason}")
    return terms, board


def _standing(name: str, game: TimedGame) -> Standing:
    """How a game stands."""
    live, ending = game.game, game.game.ending
    white_ms, black_ms = (
        -1 if left_ms is None else round(left_ms) for left_ms in map(game.left_ms, (chess.WHITE, chess.BLACK))
    )
    return Standing(
        name=name,
        elo=game.terms.elo or 0,
        era=title_of(game.terms.era),
        player="w" if game.terms.player else "b",
        moves=game.moves(),
        first_ply=2 * CHESS.number(live.start, 0) - 1 - live.began,
        white_ms=white_ms,
        black_ms=black_ms,
        runs="" if game.running_ms is None else "w" if live.turn else "b",
        can_take_back=game.terms.control is None and game.game.own_moves > 0,
        result=ending.result if ending else "*",
        cause=ending.cause if ending else "",
        pgn=game.pgn(),
    )
