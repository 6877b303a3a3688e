"""One's own games of shogi beside the board: those that came to the position shown, and what was played there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kiebitz.analysis.reading.kifu_games import KifuGame, kifu_games, raw_kifu
from kiebitz.analysis.reading.selection import GameSelection
from kiebitz.collection.adding import save_game
from kiebitz.collection.collection import Collection, GameRow
from kiebitz.collection.position_search import MoveTally, visits
from kiebitz.collection.schema import CollectionError
from kiebitz.engine import ShogiPosition
from kiebitz.kifu.told_move import told_line
from kiebitz.web.own_collection import own_file
from kiebitz.web.shogi_messages import MineFound, MyGame, MyMove

GAMES_SHOWN = 50


class MineOfShogi:
    """The collection, as the board of shogi asks it."""

    def __init__(self, file: Path | None) -> None:
        """Ask the collection in ``file``; None where there is none."""
        self._file = file

    @contextmanager
    def _opened(self) -> Iterator[Collection]:
        """The collection, for one question. Raises CollectionError."""
        with Collection(own_file(self._file)) as collection:
            yield collection

    def found(self, position: ShogiPosition, last_target: str | None, player: str) -> MineFound:
        """The games through a position, the newest first, and the moves played there, of a player's if one is named.

        ``last_target`` is the square that the last move went to. Raises CollectionError.
        """
        with self._opened() as collection:
            there = visits(collection, position, GameSelection(player=player))
            plies = dict(zip(there.games.tolist(), there.plies.tolist(), strict=True))
            select = GameSelection(first=GAMES_SHOWN)
            rows = collection.find(select, among=plies, game="shogi", sort="date", descending=True)
        return MineFound(
            position.sfen(),
            len(there.games),
            there.ends,
            [_listed(row, plies[row.game]) for row in rows],
            [_played(position, last_target, move) for move in there.moves],
        )

    def text(self, game: int) -> str:
        """A game's record, as KIF. Raises CollectionError."""
        with self._opened() as collection:
            return collection.text(game)

    def save(self, record: str) -> int:
        """Save a game, a record as KIF; its number. Raises CollectionError."""
        games: list[KifuGame] = list(kifu_games([raw_kifu("", 1, record)], lambda fault: None))
        if not games:
            raise CollectionError("there is no game to save")
        with self._opened() as collection:
            return save_game(collection, games[0])


def _listed(row: GameRow, ply: int) -> MyGame:
    return MyGame(row.game, row.black, row.white, row.date, row.result, row.opening, ply)


def _played(position: ShogiPosition, last_target: str | None, move: MoveTally) -> MyMove:
    told = told_line(position, [move.uci], last_target)[0]
    return MyMove(
        *(move.uci, told.japanese, told.western, move.games, move.black, move.draws, move.white),
        *(-1.0 if move.score is None else move.score,),
    )
