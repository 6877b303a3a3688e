"""A tab that shows a repertoire: its tree on the board, training, and where games left it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import chess
import chess.pgn

from kiebitz.analysis.reading.plain_comment import plain
from kiebitz.analysis.reading.selection import GameSelection
from kiebitz.collection.collection import Collection
from kiebitz.collection.repertoire.against_games import Leaving, held
from kiebitz.collection.repertoire.against_people import AgainstPeople, Suggestion, games_of, told_answers
from kiebitz.collection.repertoire.evaluations import evaluation_of, keep_evaluation, to_evaluate
from kiebitz.collection.repertoire.kept_repertoires import KeptRepertoires
from kiebitz.collection.repertoire.repertoire import Place, Repertoire, Way
from kiebitz.collection.repertoire.suggest_command import HIGHEST_RATING, LOWEST_RATING
from kiebitz.collection.repertoire.training import Card, Progress
from kiebitz.collection.schema import CollectionError
from kiebitz.collection.spacing import check_ready
from kiebitz.engine import FenError, position_of
from kiebitz.engine.limit import Limit
from kiebitz.engine.strength import look_engine
from kiebitz.web.messages import Notice, refused
from kiebitz.web.one_work import OneWork
from kiebitz.web.own_collection import own_file
from kiebitz.web.repertoire_messages import (
    AddLines,
    AnswerLine,
    AskLine,
    EvaluatedLines,
    EvaluateLines,
    FoundWinning,
    HeldGames,
    HoldGames,
    KeepMove,
    LeftBy,
    LineAnswered,
    LineCard,
    LineMove,
    OpenLines,
    RemoveLines,
    SavedLines,
    SaveLines,
    Shelved,
    Walk,
    Walked,
    WinningMove,
    WinningMoves,
)
from kiebitz.web.searches import BusyError, LeavableEngine, LeftError, Searches
from kiebitz.web.shown_position import shown_position
from kiebitz.web.think_messages import Enter

Send: TypeAlias = Callable[[Any], Awaitable[None]]

HASH_MB = 16
MOST_ROWS = 50
KEPT_TOGETHER = 10
"""Evaluations that are written to the file together."""


@dataclass(frozen=True, slots=True)
class Own:
    """The user's own; None where nobody may see it."""

    lines: KeptRepertoires | None
    answers: Path | None
    """The file of the answers given so far."""
    collection: Path | None


class RepertoireTab:
    """The state of one tab."""

    def __init__(self, send: Send, own: Own, searches: Searches, nodes: int) -> None:
        """Answer by ``send``; ``nodes`` are those of an evaluation."""
        self._send = send
        self._own = own
        self._searches = searches
        self._nodes = nodes
        self._work, self._winning = OneWork(), OneWork()
        self._name = ""
        self._lines: Repertoire | None = None
        self._walked: list[str] = []
        self._card: Card | None = None

    async def close(self) -> None:
        """End what runs."""
        await self._winning.rest()
        await self._work.rest()

    async def handle(self, message: Any) -> None:
        """Do what the tab asks, or tell it why not."""
        try:
            match message:
                case Enter():
                    await self._tell(self._shelved)
                case AddLines() | OpenLines() | RemoveLines():
                    await self._work.rest()
                    await self._tell(lambda: self._opened(message))
                    await self._tell(lambda: self._walk([]))
                case SaveLines():
                    await self._tell(lambda: SavedLines(self._name, self._found().text()))
                case Walk(moves):
                    await self._winning.rest()
                    await self._tell(lambda: self._walk(moves))
                case KeepMove(moves, on):
                    await self._tell(lambda: self._kept(moves, on=on))
                    await self._tell(lambda: self._walk(moves if on else moves[:-1]))
                case AskLine():
                    await self._tell(self._asked)
                case AnswerLine(move):
                    await self._tell(lambda: self._answered(move))
                case HoldGames(player):
                    await self._tell(lambda: self._held(player))
                case EvaluateLines(on):
                    await (self._work.begin(self._evaluate) if on else self._work.rest())
                    if not on:
                        await self._tell(lambda: self._evaluated(is_running=False))
                case WinningMoves(rating):
                    if not LOWEST_RATING <= rating <= HIGHEST_RATING:
                        raise ValueError(f"a rating is a number from {LOWEST_RATING} to {HIGHEST_RATING}")
                    await self._winning.begin(partial(self._win, self._walked, rating))
        except (ValueError, FenError, CollectionError) as error:
            await self._send(refused(error))
        except OSError as error:
            await self._send(refused(ValueError(f"your answers can't be kept: {error.strerror or error}")))

    async def _tell(self, find: Callable[[], Any]) -> None:
        await self._send(await asyncio.to_thread(find))

    # ------------------------------------------------------------------ the lines

    def _kept_ones(self) -> KeptRepertoires:
        """The repertoires. Raises CollectionError."""
        if self._own.lines is None:
            raise CollectionError("there is no repertoire here; kiebitz serve without --host has yours")
        return self._own.lines

    def _found(self) -> Repertoire:
        """The one that is open. Raises CollectionError."""
        if self._lines is None:
            raise CollectionError("no repertoire is open; add lines first, or choose some")
        return self._lines

    def _shelved(self) -> Shelved:
        names = self._kept_ones().names()
        lines = self._lines
        if lines is None:
            return Shelved(names, "", True, 0, 0, 0, 0)
        ways = [way for place in lines.places.values() for way in place.ways.values()]
        evaluated = {way.to for way in ways if evaluation_of(way) is not None}
        due = len(self._answers().order(lines)[0])
        return Shelved(
            names, self._name, lines.is_white, len(lines.places), sum(1 for _ in lines.own), due, len(evaluated)
        )

    def _opened(self, asked: AddLines | OpenLines | RemoveLines) -> Shelved:
        shelf = self._kept_ones()
        match asked:
            case AddLines(name, pgn):
                self._lines, self._name = shelf.add(name.strip(), pgn), name.strip()
            case OpenLines(name):
                self._lines, self._name = shelf.opened(name), name
            case RemoveLines():
                self._found()
                shelf.remove(self._name)
                self._lines, self._name = None, ""
        self._card = None
        return self._shelved()

    def _kept(self, moves: list[str], *, on: bool) -> Shelved:
        """Add a move, or cut one off."""
        self._found()
        if not moves:
            raise ValueError("make a move first")
        self._lines = self._kept_ones().changed(self._name, partial(_added if on else _cut, moves))
        return self._shelved()

    def _walk(self, moves: list[str]) -> Walked:
        board = _played(moves)
        self._walked = moves
        shown = shown_position(board, 0)
        line = board.root()
        place = None if self._lines is None else self._lines.places.get(position_of(board).hash_key)
        return Walked(
            moves,
            [line.san_and_push(move) for move in board.move_stack],
            *(shown.fen, shown.turn, shown.check, shown.last, shown.legal, shown.opening),
            place is not None,
            place is not None and place.is_own,
            [] if place is None else [self._told(board, move, way) for move, way in place.ways.items()],
        )

    def _told(self, board: chess.Board, move: str, way: Way) -> LineMove:
        score = evaluation_of(way)
        return LineMove(
            move,
            board.san(chess.Move.from_uci(move)),
            plain(way.comment),
            "" if score is None else str(score),
            _following(self._found(), way.to),
        )

    # ------------------------------------------------------------------ training

    def _answers(self) -> Progress:
        """The answers given so far. Raises CollectionError."""
        self._kept_ones()
        assert self._own.answers is not None
        return Progress(self._own.answers)

    def _asked(self) -> LineCard:
        lines = self._found()
        check_ready()
        cards, later = self._answers().order(lines)
        if not cards:
            self._card = None
            return LineCard("", "w", "", [], [], "", 0, later)
        self._card = cards[0]
        shown = shown_position(self._card.place.board(), 0)
        return LineCard(
            *(shown.fen, shown.turn, shown.check, shown.last, shown.legal), self._card.place.text(), len(cards), later
        )

    def _answered(self, move: str) -> LineAnswered:
        card = self._card
        if card is None:
            raise ValueError("no position was asked; ask for one first")
        board = card.place.board()
        if move and move not in map(board.uci, board.legal_moves):
            raise ValueError("this move is not legal here")
        is_right = move in card.place.ways
        due = self._answers().answer(card, is_right=is_right)
        self._card = None
        return LineAnswered(
            "shown" if not move else "right" if move == card.move else "other" if is_right else "wrong",
            board.san(chess.Move.from_uci(move)) if move else "",
            board.san(chess.Move.from_uci(card.move)),
            card.move,
            plain(card.place.ways[move if is_right else card.move].comment),
            due.isoformat(),
        )

    # ------------------------------------------------------------------ games

    def _held(self, player: str) -> HeldGames:
        lines = self._found()
        file = own_file(self._own.collection)
        side = "white" if lines.is_white else "black"
        with Collection(file) as collection:
            rows = collection.find(GameSelection(player=player), color=side if player else "", game="chess")
            said = held(lines, collection.chess_games([row.game for row in rows]), player)
        return HeldGames(
            said.games,
            said.plies / said.games if said.games else 0.0,
            said.ended,
            [_left_by(left, 0.0) for left in said.worst_deviations()[:MOST_ROWS]],
            [_left_by(left, 100 * share) for left, share in said.worst_holes()[:MOST_ROWS]],
        )

    # ------------------------------------------------------------------ evaluations

    def _evaluated(self, *, is_running: bool) -> EvaluatedLines:
        lines = self._found()
        left = len(to_evaluate(lines))
        return EvaluatedLines(len(lines.places) - len(lines.roots) - left, left, is_running)

    async def _evaluate(self) -> None:
        """Evaluate what has no evaluation yet, and tell how far that is."""
        try:
            with self._searches.one(), LeavableEngine(hash_mb=HASH_MB) as engine:
                keys = await asyncio.to_thread(lambda: to_evaluate(self._found()))
                for first in range(0, len(keys), KEPT_TOGETHER):
                    await self._tell(lambda: self._evaluated(is_running=True))
                    part = keys[first : first + KEPT_TOGETHER]
                    await self._searches.beside(engine, partial(self._search, engine, part))
                await self._tell(lambda: self._evaluated(is_running=False))
            await self._tell(self._shelved)
            await self._tell(lambda: self._walk(self._walked))
        except BusyError:
            await self._send(Notice("busy", ""))
        except (ValueError, CollectionError, MemoryError) as error:
            await self._send(refused(error))

    def _search(self, engine: LeavableEngine, keys: list[int]) -> None:
        """Evaluate some positions, and keep what was found of them also if others are left."""
        boards, found = {key: self._found().places[key].board() for key in keys}, {}
        try:
            for key, board in boards.items():
                found[key] = engine.analyse(board, Limit(nodes=self._nodes))
        except LeftError:
            pass

        def keep(lines: Repertoire) -> None:
            for key, info in found.items():
                if key in lines.places:
                    keep_evaluation(lines, key, info)

        self._lines = self._kept_ones().changed(self._name, keep)

    # ------------------------------------------------------------------ what wins

    async def _win(self, moves: list[str], rating: int) -> None:
        """Find the moves that win where moves lead to."""
        try:
            with self._searches.one(), LeavableEngine(hash_mb=HASH_MB) as engine:
                await self._send(FoundWinning(moves, rating, True, []))
                found = await self._searches.beside(engine, partial(self._suggested, engine, moves, rating))
            await self._send(found)
        except BusyError:
            await self._send(Notice("busy", ""))
        except (ValueError, CollectionError, MemoryError) as error:
            await self._send(refused(error))

    def _suggested(self, engine: LeavableEngine, moves: list[str], rating: int) -> FoundWinning:
        board = _played(moves)
        file = self._own.collection
        with ExitStack() as stack:
            played = None
            if file is not None and file.exists():
                played = games_of(stack.enter_context(Collection(file)), rating)
            against = AgainstPeople(rating, engine, stack.enter_context(look_engine()), played=played)
            found = against.suggestions(position_of(board))
        return FoundWinning(moves, rating, False, [_winning(board, each) for each in found])


def _winning(board: chess.Board, told: Suggestion) -> WinningMove:
    return WinningMove(
        told.move,
        board.san(chess.Move.from_uci(told.move)),
        told.points,
        str(told.score if board.turn else -told.score),
        told.is_engines,
        told.games,
        told_answers(board, told),
    )


def _played(moves: list[str]) -> chess.Board:
    """The board after moves from where games start. Raises ValueError for what is no legal move."""
    board = chess.Board()
    for move in moves:
        board.push_uci(move)
    return board


def _added(moves: list[str], lines: Repertoire) -> None:
    """Add a line."""
    game = chess.pgn.Game()
    game.add_line(_played(moves).move_stack)
    lines.add(game)


def _cut(moves: list[str], lines: Repertoire) -> None:
    """Take the last of these moves out; what else leads to stays."""
    place = lines.places.get(position_of(_played(moves[:-1])).hash_key)
    if place is None or moves[-1] not in place.ways:
        raise ValueError("this move is not in your lines")
    del place.ways[moves[-1]]
    lines.forget_unreachable()


def _following(lines: Repertoire, key: int) -> int:
    """Number of positions from a place on, itself included."""
    seen, waiting = {key}, [key]
    while waiting:
        for way in lines.places[waiting.pop()].ways.values():
            if way.to not in seen:
                seen.add(way.to)
                waiting.append(way.to)
    return len(seen)


def _left_by(left: Leaving, share: float) -> LeftBy:
    place: Place = left.place
    known = place.san(next(iter(place.ways))) if place.is_own else ""
    return LeftBy(
        list(place.path),
        place.text(),
        place.san(left.move),
        place.board().fullmove_number,
        known,
        left.games,
        share,
        -1.0 if left.results.score is None else left.results.score,
        left.last.partition("?")[0].rstrip("."),
    )
