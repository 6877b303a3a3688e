"""One side's opening lines as a graph of positions, out of PGN with variations, and back into PGN.

A position that several move orders lead to is one place: what is known of it is known in all of them. Of a place where
the own side moves the first move given is *the* move, others are alternatives. Comments, signs, drawn shapes and
evaluations stay with the move that they stand on. A line ends before a null move, which stays as a comment with all
that follows. Of the games' tags those stay that all of them agree on.

Thread safety: a repertoire that nobody extends may be read by all threads.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import chess
import chess.pgn

from kiebitz.analysis.reading.plain_comment import plain
from kiebitz.collection.schema import CollectionError
from kiebitz.engine import Position, fen_of, position_from, push

OF_A_TREE = {"FEN", "SetUp", "Variant", "Orientation", "Result"}
"""Tags that a tree has of its own."""


@dataclass(slots=True)
class Way:
    """A move of a repertoire."""

    to: int
    """The key of the place that it leads to."""
    comment: str = ""
    """As PGN has it, with what programs write there."""
    starting_comment: str = ""
    """Stands before the move, where it begins a variation."""
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
    chess960: bool = False
    """True if castling is written as Chess960 has it."""

    def board(self) -> chess.Board:
        """The position, with the moves that led here."""
        board = chess.Board(self.root or chess.STARTING_FEN, chess960=self.chess960)
        for move in self.path:
            board.push_uci(move)
        return board

    def text(self) -> str:
        """The moves that led here, with their numbers."""
        board = chess.Board(self.root or chess.STARTING_FEN, chess960=self.chess960)
        return board.variation_san([chess.Move.from_uci(move) for move in self.path])

    def san(self, move: str) -> str:
        """A move here with its number, such as '9.Be2' or '9...Be7'."""
        board = self.board()
        return f"{board.fullmove_number}{'.' if board.turn else '...'}{board.san(chess.Move.from_uci(move))}"


class Repertoire:
    """A side's lines."""

    def __init__(self, games: Iterable[chess.pgn.Game], *, is_white: bool | None = None) -> None:
        """Join games with their variations; whose lines they are is guessed unless it is said (see ``side_of``).

        Raises CollectionError as ``add`` does.
        """
        read = list(games)
        self.is_white = side_of(read) if is_white is None else is_white
        self.chess960 = bool(read) and read[0].board().chess960
        self.places: dict[int, Place] = {}
        """By the hash keys of the positions."""
        self.roots: list[int] = []
        """The places where games start."""
        self.intros: dict[int, str] = {}
        """The comments of games before their first move, by the places where they start."""
        self.tagged: list[dict[str, str]] = []
        """The tags of the games that have any."""
        for game in read:
            self.add(game)

    def add(self, game: chess.pgn.Game) -> None:
        """Join a game with its variations. Raises CollectionError if one is of Chess960 and others aren't."""
        board = game.board()
        if board.chess960 != self.chess960:
            raise CollectionError("lines of Chess960 and of standard chess are mixed; give those of one alone")
        root = "" if board.fen() == chess.STARTING_FEN else fen_of(board)
        position = _start(board)
        key = self._place(position, root, ())
        if key not in self.roots:
            self.roots.append(key)
        self.intros[key] = _joined(self.intros.get(key, ""), _comment(game))
        if tags := {
            name: value for name, value in game.headers.items() if name not in OF_A_TREE and value.strip("?. ")
        }:
            self.tagged.append(tags)
        for node, before, path in _walk(game, position):
            to = self._place(position, root, tuple(path))
            way = self.places[before].ways.setdefault(path[-1], Way(to))
            way.comment = _joined(way.comment, _comment(node))
            way.starting_comment = _joined(way.starting_comment, node.starting_comment)
            way.nags |= node.nags

    def ways_of(self, game: chess.pgn.Game) -> Iterator[tuple[chess.pgn.ChildNode, Way]]:
        """The moves of a game that was added, as they are in the game and here."""
        for node, before, path in _walk(game, _start(game.board())):
            yield node, self.places[before].ways[path[-1]]

    def _place(self, position: Position, root: str, path: tuple[str, ...]) -> int:
        """The key of a position, which is a place from now on."""
        key = position.hash_key
        if key not in self.places:
            self.places[key] = Place(root, path, position.turn == self.is_white, chess960=self.chess960)
        return key

    @property
    def tags(self) -> dict[str, str]:
        """Those that all games agree on which have any."""
        first, *others = self.tagged or [{}]
        return {name: value for name, value in first.items() if all(each.get(name) == value for each in others)}

    def left_out(self) -> tuple[int, list[str]]:
        """The number of games that lose tags to the tree, and these tags' names."""
        kept = self.tags
        lost = [names for each in self.tagged if (names := [name for name in each if name not in kept])]
        return len(lost), list(dict.fromkeys(name for names in lost for name in names))

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
        game.headers["Event"] = f"Repertoire for {'White' if self.is_white else 'Black'}"
        game.headers.update(self.tags)
        game.setup(first.board())
        game.comment = self.intros[root]
        game.headers["Orientation"] = "white" if self.is_white else "black"
        told = {root}
        waiting: list[tuple[chess.pgn.GameNode, int]] = [(game, root)]
        while waiting:
            node, key = waiting.pop()
            children = []
            for move, way in self.places[key].ways.items():
                child = node.add_variation(chess.Move.from_uci(move), comment=way.comment, nags=way.nags)
                if child.is_main_variation():  # before its move the comment would be the last one's
                    child.comment = _joined(way.starting_comment, child.comment)
                else:
                    child.starting_comment = way.starting_comment
                if way.to not in told:
                    told.add(way.to)
                    children.append((child, way.to))
                elif self.places[way.to].ways:
                    child.comment = _joined(child.comment, f"Transposes to {self.places[way.to].text()}")
            waiting += reversed(children)
        return game


def _start(board: chess.Board) -> Position:
    return position_from(fen_of(board), chess960=board.chess960)


def _walk(game: chess.pgn.Game, position: Position) -> Iterator[tuple[chess.pgn.ChildNode, int, list[str]]]:
    """Play a game and its variations on a position: each move, the key before it, and the moves up to it.

    Lines end before a null move.
    """
    # A node of the game, and how many moves of the path stay when it is come to.
    waiting = [(node, 0) for node in reversed(game.variations)]
    path: list[str] = []
    keys = [position.hash_key]
    while waiting:
        node, depth = waiting.pop()
        while len(path) > depth:
            position.pop()
            path.pop()
            keys.pop()
        if not node.move:
            continue
        path.append(node.move.uci())
        push(position, path[-1])
        yield node, keys[-1], path
        keys.append(position.hash_key)
        waiting += [(child, depth + 1) for child in reversed(node.variations)]


def _comment(node: chess.pgn.GameNode) -> str:
    """The words at a node: its comment, and the lines that go on with a null move.

    Of these the words alone: their evaluations and drawn shapes are of other positions.
    """
    passes = [str(child).replace("{", "[").replace("}", "]") for child in node.variations if not child.move]
    return " ".join(filter(None, [node.comment, *map(plain, passes)]))


def _joined(comment: str, more: str) -> str:
    """Two comments in one; nothing is said twice, and the first evaluation counts."""
    if not comment or more in comment:
        return comment or more
    first, second = chess.pgn.Game(), chess.pgn.Game()
    first.comment, second.comment = comment, more
    if first.eval() is not None:
        second.set_eval(None)
    more = second.comment.strip()
    return comment if more in comment else f"{comment} {more}".strip()


def has_null_moves(game: chess.pgn.Game) -> bool:
    """True if a line of a game has a null move."""
    waiting: list[chess.pgn.GameNode] = [game]
    while waiting:
        node = waiting.pop()
        if not all(child.move for child in node.variations):
            return True
        waiting += node.variations
    return False


def repertoires(games: Iterable[chess.pgn.Game]) -> list[Repertoire]:
    """A repertoire for each side whose lines these are, White's first: by ``Orientation``.

    Games without it go with the others; if these are of both sides, with those that ``side_of`` guesses.
    Raises CollectionError as ``Repertoire.add`` does.
    """
    read = list(games)
    told = [told_side(game) for game in read]
    is_one_sides = len({*told} - {None}) < 2
    guess = side_of(read if is_one_sides else [game for game, side in zip(read, told, strict=True) if side is None])
    of_side: dict[bool, list[chess.pgn.Game]] = {chess.WHITE: [], chess.BLACK: []}
    for game, side in zip(read, told, strict=True):
        of_side[guess if side is None else side].append(game)
    return [Repertoire(found, is_white=side) for side, found in of_side.items() if found]


def told_side(game: chess.pgn.Game) -> bool | None:
    """The side whose lines a game's tag ``Orientation`` says these are; None if it says none, or there is no move."""
    told = game.headers.get("Orientation", "").lower()
    return told == "white" if told in ("white", "black") and game.variations else None


def side_of(games: Iterable[chess.pgn.Game]) -> bool:
    """The side whose lines these are, True for White: by ``Orientation``, else the one with fewer alternatives."""
    alternatives = {chess.WHITE: 0, chess.BLACK: 0}
    for game in games:
        told = told_side(game)
        if told is not None:
            return told
        waiting: list[chess.pgn.GameNode] = [game]
        turns = [game.turn()]
        while waiting:
            node, turn = waiting.pop(), turns.pop()
            alternatives[turn] += max(0, len(node.variations) - 1)
            waiting += node.variations
            turns += [not turn] * len(node.variations)
    return alternatives[chess.WHITE] <= alternatives[chess.BLACK]
