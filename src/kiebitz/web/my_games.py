"""A tab that shows one's own games: a list, the moves played in a position, misses, practice."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeAlias

import chess

from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.reading.games import read_games
from kiebitz.analysis.reading.selection import EVERY_GAME, GameSelection
from kiebitz.collection.adding import Added, save_game
from kiebitz.collection.analysing import analysed
from kiebitz.collection.collection import Collection, GameRow
from kiebitz.collection.dossier.dossier import Dossier, dossier_of
from kiebitz.collection.fetching import SERVERS, Account, Fetcher, FetchError, account_of, fetch
from kiebitz.collection.marks import Mark
from kiebitz.collection.misses import misses
from kiebitz.collection.position_search import MoveTally, visits
from kiebitz.collection.practice import answer, card_to_ask, standing, verdict_on
from kiebitz.collection.schema import CollectionError
from kiebitz.collection.spacing import check_ready
from kiebitz.collection.structures import games_with, material_of, pawns_of
from kiebitz.engine import Engine, FenError, board_of, position_from, position_of
from kiebitz.web.background_analysis import BackgroundAnalysis
from kiebitz.web.messages import language_of, refused
from kiebitz.web.my_games_messages import (
    AnalyseMine,
    AnswerCard,
    AskCard,
    Browse,
    Browsed,
    Card,
    CardAnswered,
    Collected,
    Fetched,
    FetchGames,
    ListedGame,
    Miss,
    Misses,
    MissTable,
    OpenedGame,
    OpenGame,
    PlayedMove,
    SavedGame,
    SaveGame,
    TellDossier,
    TellMisses,
)
from kiebitz.web.own_collection import own_file
from kiebitz.web.shown_position import shown_position
from kiebitz.web.think_messages import Enter

Send: TypeAlias = Callable[[Any], Awaitable[None]]

GAMES_A_PAGE = 50
SHOWN = "shown"
ANSWER_HASH_MB = 16
LEFT = "left off; what came is kept, and the next time goes on from there"


class MyGames:
    """The state of one tab."""

    def __init__(self, send: Send, file: Path | None, background: BackgroundAnalysis) -> None:
        """Answer by ``send``; ``file`` is the collection's, None where there is none.

        ``background`` analyses its games, for all tabs.
        """
        self._background = background
        self._send = send
        self._file = file
        self._collection: Collection | None = None
        self._language = Language.ENGLISH
        self._card: Mark | None = None
        self._fetching: asyncio.Task[None] | None = None
        self._is_left = threading.Event()
        """Set when the games of an account are wanted no more."""

    async def close(self) -> None:
        """Close the file."""
        await self._leave_fetching()
        if self._collection is not None:
            self._collection.close()
            self._collection = None

    async def handle(self, message: Any) -> None:
        """Do what the tab asks, or tell it why not."""
        try:
            match message:
                case Enter():
                    self._language = language_of(message.language)
                    await self._tell(self._entered)
                case Browse():
                    await self._tell(lambda: self._browsed(message))
                case OpenGame(game, ply):
                    await self._tell(lambda: OpenedGame(game, self._opened().text(game), [0] * ply))
                case SaveGame():
                    await self._tell(lambda: self._saved(message))
                case FetchGames(account):
                    await self._fetch(account)
                case TellMisses(player):
                    await self._tell(lambda: self._misses(player))
                case TellDossier(player):
                    await self._tell(lambda: self._dossier(player))
                case AnalyseMine(player, on):
                    await (self._background.begin(player) if on else self._background.end())
                    await self._tell(lambda: self._misses(player))
                case AskCard(player):
                    await self._tell(lambda: self._asked(player))
                case AnswerCard(move):
                    await self._tell(lambda: self._answered(move))
        except (ValueError, FenError, CollectionError) as error:
            await self._send(refused(error))

    async def _fetch(self, text: str) -> None:
        """Take the games of an account, beside all else; one at a time. Raises ValueError and CollectionError."""
        account = account_of(text) if text else None
        await self._leave_fetching()
        if account is not None:
            self._opened()
            self._fetching = asyncio.create_task(self._fetched(account))

    async def _leave_fetching(self) -> None:
        """Leave off, after the games that are coming in just now."""
        if self._fetching is not None:
            self._is_left.set()
            await self._fetching
            self._is_left.clear()

    async def _fetched(self, account: Account) -> None:
        """Take an account's games, and tell how far that is."""
        loop, total = asyncio.get_running_loop(), Added()

        def tell(is_running: bool, said: str = "") -> Any:
            return self._send(Fetched(account.source, total.games, total.known, is_running, said))

        def on_games(added: Added) -> None:
            nonlocal total
            total = added
            if self._is_left.is_set():
                raise FetchError(LEFT)
            asyncio.run_coroutine_threadsafe(tell(True), loop)

        def on_wait(said: str) -> None:
            asyncio.run_coroutine_threadsafe(tell(True, said), loop)

        def wait(seconds: float) -> None:
            if self._is_left.wait(seconds):
                raise FetchError(LEFT)

        def act(file: Path) -> None:
            with Collection(file) as collection:
                fetch(collection, account, Fetcher(SERVERS[account.site], wait, on_wait), on_games=on_games)

        assert self._file is not None
        said = ""
        await tell(True)
        try:
            await asyncio.to_thread(act, self._file)
        except (FetchError, CollectionError) as error:
            said = str(error)
        with contextlib.suppress(Exception):  # the tab may have gone
            await tell(False, said)

    async def _tell(self, find: Callable[[], Any]) -> None:
        await self._send(await asyncio.to_thread(find))

    def _opened(self) -> Collection:
        """The collection. Raises CollectionError."""
        file = own_file(self._file)
        if self._collection is None:
            self._collection = Collection(file)
        return self._collection

    def _entered(self) -> Collected:
        return Collected(self._opened().count(EVERY_GAME, game="chess"), str(self._file))

    def _browsed(self, asked: Browse) -> Browsed:
        collection = self._opened()
        board = _played(asked)
        said = {name: getattr(asked, name) for name in ("player", "since", "until", "result", "eco")}
        select = GameSelection(**said, skip=max(asked.skip, 0), first=GAMES_A_PAGE)
        color = asked.color if asked.player and asked.color in ("white", "black") else ""
        found = visits(collection, position_of(board), GameSelection(**said), color=color)
        there = [
            games_with(collection, read(text))
            for read, text in ((material_of, asked.material), (pawns_of, asked.pawns))
            if text.strip()
        ]
        plies: dict[int, int] | None = None
        if asked.fen or asked.moves:
            there.append(dict(zip(found.games.tolist(), found.plies.tolist(), strict=True)))
        if there:
            *others, plies = there
            if others:
                plies = {game: plies[game] for game in plies.keys() & set.intersection(*map(set, others))}
        rows = collection.find(
            select, among=plies, color=color, game="chess", sort=asked.sort, descending=asked.descending
        )
        total = collection.count(select, among=plies, color=color, game="chess")
        shown = shown_position(board, 0)
        line = board.root()
        return Browsed(
            total,
            select.skip,
            [_listed(row, plies) for row in rows],
            shown.fen,
            shown.turn,
            shown.check,
            shown.last,
            shown.legal,
            shown.opening,
            [line.san_and_push(move) for move in board.move_stack],
            len(found.games),
            found.ends,
            [_told(move) for move in found.moves],
            collection.count(EVERY_GAME, game="shogi"),
        )

    def _saved(self, asked: SaveGame) -> SavedGame:
        games = list(read_games(asked.pgn.encode("utf-8", "replace")))
        if not 1 <= asked.chapter <= len(games):
            raise ValueError("there is no game to save")
        return SavedGame(save_game(self._opened(), games[asked.chapter - 1], asked.replaced or None))

    def _misses(self, player: str) -> Misses:
        collection = self._opened()
        wanted = [row.game for row in collection.find(GameSelection(player=player), game="chess")]
        games = analysed(collection, wanted)
        tables = misses(collection, games, player) if games else []
        return Misses(
            len(games),
            len(wanted) - len(games),
            self._background.is_running,
            [MissTable(each.question.name, [_missed(each.question.name, row) for row in each.rows]) for each in tables],
        )

    def _dossier(self, player: str) -> Dossier:
        found = dossier_of(self._opened(), player, self._language) if player.strip() else None
        if found is None:
            raise ValueError("there are no games of this player; add some, or name another")
        return found

    def _asked(self, player: str) -> Card:
        collection = self._opened()
        now = standing(collection, player)
        check_ready()
        self._card = mark = card_to_ask(collection, player)
        if mark is None:
            return Card(0, 0, "", "", "w", "", [], [], now.due, now.new, now.later)
        row = collection.row(mark.game)
        shown = shown_position(board_of(position_from(mark.fen)), 0)
        title = f"{row.white} – {row.black}, {row.date or '?'}"
        return Card(
            *(mark.game, mark.ply, title, shown.fen, shown.turn, shown.check, shown.last, shown.legal),
            *(now.due, now.new, now.later),
        )

    def _answered(self, move: str) -> CardAnswered:
        mark = self._card
        if mark is None:
            raise ValueError("no position was asked; ask for one first")
        board = board_of(position_from(mark.fen))
        if move and move not in map(board.uci, board.legal_moves):
            raise ValueError("this move is not legal here")
        verdict = SHOWN
        if move:
            with Engine(hash_mb=ANSWER_HASH_MB) as engine:
                verdict = verdict_on(engine, mark, board, move)
        answered = answer(self._opened(), mark, move, verdict)
        self._card = None
        best, played = (board.san(chess.Move.from_uci(uci)) for uci in (mark.best, mark.played))
        tried = board.san(chess.Move.from_uci(move)) if move else ""
        reason = mark.reason.get(str(self._language), "")
        return CardAnswered(verdict, tried, best, mark.best, played, reason, answered.due.isoformat())


def _played(asked: Browse) -> chess.Board:
    """The board with the moves on it. Raises FenError, and ValueError for what is no legal move."""
    board = board_of(position_from(asked.fen)) if asked.fen else chess.Board()
    for move in asked.moves:
        board.push_uci(move)
    return board


def _listed(row: GameRow, plies: dict[int, int] | None) -> ListedGame:
    return ListedGame(
        *(row.game, row.white, row.black, row.white_rating or 0, row.black_rating or 0, row.date, row.result),
        *(row.eco, row.opening, row.event, (row.plies + 1) // 2, plies[row.game] if plies else 0),
    )


def _told(move: MoveTally) -> PlayedMove:
    years = [str(year) for year in dict.fromkeys((move.first_year, move.last_year)) if year]
    return PlayedMove(
        *(move.uci, move.san, move.games, move.white, move.draws, move.black),
        *(-1.0 if move.score is None else move.score, move.rating or 0, "–".join(years)),
    )


def _missed(about: str, row: dict[str, Any]) -> Miss:
    rate = row.get("marks_in_100_moves", -1.0)
    return Miss(
        *(str(row[about]), row["marks"], float(row["points_lost"]), float(rate)),
        *(row["game"], row["ply"], row["example"]),
    )
