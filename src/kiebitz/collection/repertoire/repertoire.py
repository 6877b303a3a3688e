"""One side's opening lines as a graph of positions, out of PGN with variations, and back into PGN.

A position that several move orders lead to is one place: what is known of it is known in all of them. Of a place where
the own side moves the first move given is *the* move, others are alternatives. Comments, signs, drawn shapes and
evaluations stay with the move that they stand on.

Thread safety: a repertoire that nobody extends may be read by all threads.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import chess
import chess.pgn

from kiebitz.engine import MoveError, Position, fen_of, make_move, position_from


@dataclass(slots=True)
class Way:
    """A move of a repertoire."""

    to: int
    """The key of the place that it leads to."""
    comment: str = ""
    """As PGN has it, with what programs write there."""
    nags: set[int] = field(default_factory=set)


@dataclass(slots=True)
class Place:
    """A position of a repertoire."""

    root: str
    """The FEN of the game that came here first; empty if it starts as games do."""
    path: tuple[str, ...]
    """The moves that led here first, UCI text."""
    is_own: bool
    """True if the own side moves."""
    ways: dict[str, Way] = field(default_factory=dict)
    """By their moves, in the order in which they were given."""

    def board(self) -> chess.Board:
        """The position, with the moves that led here."""
        board = chess.Board(self.root or chess.STARTING_FEN)
        for move in self.path:
            board.push_uci(move)
        return board

    def text(self) -> str:
        """The moves that led here, with their numbers."""
        board = chess.Board(self.root or chess.STARTING_FEN)
        return board.variation_san([chess.Move.from_uci(move) for move in self.path])

    def san(self, move: str) -> str:
        """A move here with its number, such as '9.Be2' or '9...Be7'."""
        board = self.board()
        return f"{board.fullmove_number}{'.' if board.turn else '...'}{board.san(chess.Move.from_uci(move))}"


class Repertoire:
    """A side's lines."""

    def __init__(self, games: Iterable[chess.pgn.Game], *, is_white: bool | None = None) -> None:
        """Join games with their variations; whose lines they are is guessed unless it is said (see ``side_of``)."""
        read = list(games)
        self.is_white = side_of(read) if is_white is None else is_white
        self.places: dict[int, Place] = {}
        """By the hash keys of the positions."""
        self.roots: list[int] = []
        """The places where games start."""
        for game in read:
            self.add(game)

    def add(self, game: chess.pgn.Game) -> None:
        """Join a game with its variations."""
        board = game.board()
        root = "" if board.fen() == chess.STARTING_FEN else fen_of(board)
        position = position_from(root or chess.STARTING_FEN)
        key = self._place(position, root, ())
        if key not in self.roots:
            self.roots.append(key)
        # A node of the game, and how many moves of the path stay when it is come to.
        waiting: list[tuple[chess.pgn.GameNode, int]] = [(node, 0) for node in reversed(game.variations)]
        path: list[str] = []
        keys = [key]
        while waiting:
            node, depth = waiting.pop()
            while len(path) > depth:
                position.pop()
                path.pop()
                keys.pop()
            move = node.move.uci()  # type: ignore[union-attr]
            try:
                make_move(position, move)
            except MoveError:  # a null move in check, of which the reader has told: the line ends before it
                continue
            path.append(move)
            before = self.places[keys[-1]]
            keys.append(self._place(position, root, tuple(path)))
            way = before.ways.setdefault(move, Way(keys[-1]))
            if node.comment and node.comment not in way.comment:
                way.comment = f"{way.comment} {node.comment}".strip()
            way.nags |= node.nags
            waiting += [(child, depth + 1) for child in reversed(node.variations)]

    def _place(self, position: Position, root: str, path: tuple[str, ...]) -> int:
        """The key of a position, which is a place from now on."""
        key = position.hash_key
        if key not in self.places:
            self.places[key] = Place(root, path, position.turn == self.is_white)
        return key

    @property
    def own(self) -> Iterator[tuple[int, Place]]:
        """The places where the own side has a move."""
        return ((key, place) for key, place in self.places.items() if place.is_own and place.ways)

    @property
    def unanswered(self) -> Iterator[Place]:
        """The places where the own side is to move and has none: the line ends with a move of the opponent's."""
        return (place for place in self.places.values() if place.is_own and not place.ways and place.path)

    def forget_unreachable(self) -> None:
        """Leave the places out that no move leads to any more."""
        reached, waiting = set(self.roots), list(self.roots)
        while waiting:
            new = {way.to for way in self.places[waiting.pop()].ways.values()} - reached
            reached |= new
            waiting += new
        self.places = {key: place for key, place in self.places.items() if key in reached}

    def lines(self) -> int:
        """The number of its last positions."""
        return sum(not place.ways for place in self.places.values())

    def games(self) -> list[chess.pgn.Game]:
        """The repertoire as PGN: what follows a position stands once, elsewhere a comment says where."""
        return [self._game(root) for root in self.roots]

    def text(self) -> str:
        """The repertoire as the text of a file."""
        return "\n\n".join([*map(str, self.games()), ""])

    def _game(self, root: int) -> chess.pgn.Game:
        first = self.places[root]
        game = chess.pgn.Game()
        game.setup(first.board())
        game.headers["Event"] = f"Repertoire for {'White' if self.is_white else 'Black'}"
        game.headers["Orientation"] = "white" if self.is_white else "black"
        told = {root}
        waiting: list[tuple[chess.pgn.GameNode, int]] = [(game, root)]
        while waiting:
            node, key = waiting.pop()
            children = []
            for move, way in self.places[key].ways.items():
                child = node.add_variation(chess.Move.from_uci(move), comment=way.comment, nags=way.nags)
                if way.to not in told:
                    told.add(way.to)
                    children.append((child, way.to))
                elif self.places[way.to].ways:
                    child.comment = f"{child.comment} Transposes to {self.places[way.to].text()}".strip()
            waiting += reversed(children)
        return game


def side_of(games: Iterable[chess.pgn.Game]) -> bool:
    """The side whose lines these are, True for White: by ``Orientation``, else the one with fewer alternatives."""
    alternatives = {chess.WHITE: 0, chess.BLACK: 0}
    for game in games:
        told = game.headers.get("Orientation", "").lower()
        if told in ("white", "black"):
            return told == "white"
        waiting: list[chess.pgn.GameNode] = [game]
        turns = [game.turn()]
        while waiting:
            node, turn = waiting.pop(), turns.pop()
            alternatives[turn] += max(0, len(node.variations) - 1)
            waiting += node.variations
            turns += [not turn] * len(node.variations)
    return alternatives[chess.WHITE] <= alternatives[chess.BLACK]
