"""One game with its variations, its nodes numbered, and the position that is shown."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import chess
import chess.pgn

from kiebitz.analysis.annotate import export
from kiebitz.analysis.archive import cut_text
from kiebitz.analysis.reader import read_game, unescaped
from kiebitz.engine import (
    NULL_MOVE_TEXT,
    FenError,
    MoveError,
    Position,
    board_of,
    fen_of,
    position_from,
    push,
    push_null,
)
from kiebitz.engine.opening_names import last_opening_name
from kiebitz.web.limits import Limits
from kiebitz.web.messages import Shown, Tree, TreeNode

ROOT = 0
# Openings have names up to here; 36 plies is the longest.
NAMED_PLIES = 40
RANKS_OF_A_FEN = 8


class GameError(ValueError):
    """What can't be loaded or done, in a sentence."""


class GameTree:
    """A game. Nodes keep their numbers as long as the tree lives; 0 is the root."""

    def __init__(self, game: chess.pgn.Game, faults: tuple[str, ...] = ()) -> None:
        self.game = game
        self.faults = faults
        """What was wrong with the text it was read from."""
        self.current: chess.pgn.GameNode = game
        self._numbers: dict[chess.pgn.GameNode, int] = {}
        self._nodes: dict[int, chess.pgn.GameNode] = {}
        self._moves: dict[int, TreeNode] = {}
        """What is told of each move; a move's SAN is worked out once."""
        self._next = ROOT
        self._number_all()

    @classmethod
    def from_text(cls, text: str, limits: Limits) -> GameTree:
        """The game or position that a text is, of many games the first. Raises GameError."""
        if len(text) > limits.game_characters:
            raise GameError(f"the text has {len(text):,} characters; at most {limits.game_characters:,} are read")
        words = text.split()
        if words[:1] == ["startpos"] or (words and words[0].count("/") == RANKS_OF_A_FEN - 1):
            return cls(_game_from(" ".join(words)))
        raws = list(islice(cut_text(text, "the text"), 2))
        if not raws:
            raise GameError("there is neither a game nor a position in it")
        read = read_game(raws[0])
        if read.game is None:
            raise GameError(read.faults[0].text if read.faults else "there is no game in it")
        if sum(1 for _ in islice(_descendants(read.game), limits.positions + 1)) > limits.positions:
            raise GameError(f"the game has more than {limits.positions:,} positions")
        faults = [fault.text for fault in read.faults]
        if len(raws) > 1:
            faults.append("there are more games in it; this is the first")
        return cls(read.game, tuple(faults))

    # ------------------------------------------------------------------ to change it

    def move(self, text: str, limits: Limits) -> bool:
        """Make a move in the position shown, UCI text or SAN; whether it is new. Raises GameError."""
        board = self.current.board()
        try:
            move = _move(board, text)
        except ValueError as error:
            raise GameError(f"{text[:20]!r} is no legal move here") from error
        if self.current.has_variation(move):
            self.current = self.current.variation(move)
            return False
        if len(self._nodes) > limits.positions:
            raise GameError(f"the game has {limits.positions:,} positions; no more fit in")
        self.current = self.current.add_variation(move)
        self._number(self.current, board)
        return True

    def go(self, number: int) -> None:
        """Show the position after a node's move. Raises GameError for a node that is gone."""
        self.current = self._node(number)

    def follow(self, path: list[int]) -> None:
        """Show the position at the end of a path from the root, as far as it goes."""
        self.current = self.game
        for step in path:
            if not 0 <= step < len(self.current.variations):
                return
            self.current = self.current.variations[step]

    def promote(self, number: int) -> None:
        """Let a move come before the variation above it. Raises GameError for the root and for nodes that are gone."""
        node = self._child(number)
        node.parent.promote(node)

    def remove(self, number: int) -> None:
        """Take a move out with all that follows. Raises GameError for the root and for nodes that are gone."""
        node = self._child(number)
        removed = {node, *_descendants(node)}
        if self.current in removed:
            self.current = node.parent
        node.parent.remove_variation(node)
        for gone in removed:
            del self._moves[self._numbers[gone]], self._nodes[self._numbers.pop(gone)]

    # ------------------------------------------------------------------ to tell of it

    @property
    def number(self) -> int:
        """The node whose position is shown."""
        return self._numbers[self.current]

    def told(self) -> Tree:
        """The whole game."""
        nodes = [self._told(node) for node in _descendants(self.game)]
        return Tree(unescaped(self.game.headers), self.game.comment, nodes, export(self.game))

    def shown(self) -> Shown:
        """The position shown."""
        board = self.current.board()
        king = board.king(board.turn) if board.is_check() else None
        move = self.current.move if isinstance(self.current, chess.pgn.ChildNode) else chess.Move.null()
        outcome = board.outcome()
        return Shown(
            node=self.number,
            path=self._path(),
            fen=fen_of(board),
            turn="w" if board.turn else "b",
            check="" if king is None else chess.square_name(king),
            last=[chess.square_name(move.from_square), chess.square_name(move.to_square)] if move else [],
            legal=_movable(board),
            outcome=outcome.termination.name.lower() if outcome else "",
            opening=self._opening(),
        )

    def _told(self, node: chess.pgn.ChildNode) -> TreeNode:
        """What is told of a move now: its place and its glyphs may have changed, its name has not."""
        told = self._moves[self._numbers[node]]
        return TreeNode(told.id, told.parent, told.ply, told.san, node.comment, sorted(node.nags))

    def _path(self) -> list[int]:
        path: list[int] = []
        node = self.current
        while node.parent is not None:
            path.append(next(i for i, sibling in enumerate(node.parent.variations) if sibling is node))
            node = node.parent
        return path[::-1]

    def _opening(self) -> str:
        """The name of the opening that led here; empty if it has none."""
        board = self.current.board()
        start = fen_of(board.root())

        def positions() -> Iterator[Position]:
            position = position_from(start, chess960=board.chess960)
            yield position
            for move in board.move_stack[:NAMED_PLIES]:
                if move:
                    push(position, move.uci())
                else:
                    push_null(position)
                yield position

        try:
            return str(last_opening_name(positions()) or "")
        except (FenError, MoveError):  # a null move in check: such a line has no name
            return ""

    # ------------------------------------------------------------------ numbers

    def _number_all(self) -> None:
        """Number every node, with one board that goes through the tree."""
        self._numbers[self.game], self._nodes[ROOT] = ROOT, self.game
        self._next = ROOT + 1
        board = self.game.board()
        depth = 0
        for node in _descendants(self.game):
            plies = node.ply() - self.game.ply()
            while depth >= plies:
                board.pop()
                depth -= 1
            self._number(node, board)
            board.push(node.move)
            depth += 1

    def _number(self, node: chess.pgn.ChildNode, before: chess.Board) -> None:
        number = self._next
        self._next += 1
        self._numbers[node], self._nodes[number] = number, node
        san = before.san(node.move)
        parent = self._numbers[node.parent]
        self._moves[number] = TreeNode(number, parent, before.ply() + 1, san, node.comment, sorted(node.nags))

    def _node(self, number: int) -> chess.pgn.GameNode:
        try:
            return self._nodes[number]
        except KeyError as error:
            raise GameError("this move is not in the game any more") from error

    def _child(self, number: int) -> chess.pgn.ChildNode:
        node = self._node(number)
        if not isinstance(node, chess.pgn.ChildNode):
            raise GameError("the starting position is no move")
        return node


def _game_from(fen: str) -> chess.pgn.Game:
    """A game that begins at a position. Raises GameError with our words for what is wrong with it."""
    try:
        board = board_of(position_from(fen, chess960=None))
    except FenError as error:
        raise GameError(str(error)) from error
    game = chess.pgn.Game()
    game.setup(board)
    return game


def _descendants(node: chess.pgn.GameNode) -> Iterator[chess.pgn.ChildNode]:
    """All moves after a node: parents before children, of siblings the main one first."""
    waiting = list(reversed(node.variations))
    while waiting:
        child = waiting.pop()
        yield child
        waiting.extend(reversed(child.variations))


def _move(board: chess.Board, text: str) -> chess.Move:
    """A move by UCI text or SAN. Raises ValueError."""
    text = text.strip()
    if text == NULL_MOVE_TEXT:
        raise ValueError("a null move is none to play")
    try:
        return board.parse_uci(text)
    except ValueError:
        return board.parse_san(text)


def _movable(board: chess.Board) -> list[list[str]]:
    """The legal moves by UCI text, from and to. A king castles by going to its square or onto its rook."""
    moves = {}
    for move in board.legal_moves:
        uci = board.uci(move)
        moves[uci] = (uci[:2], uci[2:4])
    taken = set(moves.values())
    rows = [[uci, *squares] for uci, squares in moves.items()]
    for move in board.generate_castling_moves():
        uci = board.uci(move)
        kingside = board.is_kingside_castling(move)
        rank = chess.square_rank(move.from_square)
        king_to = chess.square(6 if kingside else 2, rank)
        rights = list(chess.scan_forward(board.clean_castling_rights() & chess.BB_RANKS[rank]))
        rook = max(rights) if kingside else min(rights)
        for square in (king_to, rook):
            squares = (uci[:2], chess.square_name(square))
            if square != move.from_square and squares not in taken:
                taken.add(squares)
                rows.append([uci, *squares])
    return rows
