"""A collection of made-up games, and the same games as python-chess reads them."""

import io
from functools import cache

import chess
import chess.pgn

from kiebitz.analysis.reading.games import read_games
from kiebitz.collection.adding import add_games
from kiebitz.collection.collection import Collection
from made_up_games import GameMaker


@cache
def made_up(count, seed=1, players=40):
    """The text of so many games."""
    maker = GameMaker(seed, players)
    return "".join(maker.game() for _ in range(count))


@cache
def read_by_oracle(count):
    """The same games as python-chess reads them."""
    file = io.StringIO(made_up(count))
    return tuple(iter(lambda: chess.pgn.read_game(file), None))


def collection_of(folder, text, name="games.sqlite"):
    """An open collection of a text's games."""
    collection = Collection(folder / name)
    add_games(collection, read_games(text), source="test")
    return collection


RUY_LOPEZ = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6"


def short_game(white, black, moves, result="1-0", tags=""):
    """A game's text; ``tags`` are more of them, a line each."""
    return f'[White "{white}"]\n[Black "{black}"]\n{tags}[Result "{result}"]\n\n{moves} {result}\n\n'
