"""A game of a text, read for a tab: the tab has it from then on, and the server keeps nothing of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import chess
import chess.pgn

from kiebitz.analysis.reading.archive import RawGame
from kiebitz.analysis.reading.plain_comment import plain
from kiebitz.analysis.reading.reader import read_game
from kiebitz.analysis.reading.tags import unescaped
from kiebitz.engine import FenError, board_of, dropped_from, fen_of, position_from
from kiebitz.web.game_error import GameError
from kiebitz.web.limits import Limits
from kiebitz.web.messages import Examined, Tree, TreeNode
from kiebitz.web.stored_notes import stored_notes

ROOT = 0


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A game, and what is wrong with its text."""

    game: chess.pgn.Game
    faults: tuple[str, ...] = ()

    @classmethod
    def at(cls, fen: str) -> ReadGame:
        """A game that begins at a position: a FEN or ``startpos``. Raises GameError with our words for its fault."""
        try:
            board = board_of(position_from(fen, chess960=None))
            dropped = dropped_from(fen)
        except FenError as error:
            raise GameError(str(error)) from error
        game = chess.pgn.Game()
        game.setup(board)
        return cls(game, dropped)

    @classmethod
    def of(cls, raw: RawGame, limits: Limits) -> ReadGame:
        """The game that a text is. Raises GameError."""
        read = read_game(raw)
        if read.game is None:
            raise GameError(read.faults[0].text if read.faults else "there is no game in it")
        if sum(1 for _ in islice(_descendants(read.game), limits.positions + 1)) > limits.positions:
            raise GameError(f"the game has more than {limits.positions:,} positions")
        return cls(read.game, tuple(fault.text for fault in read.faults))

    def at_path(self, path: list[int]) -> chess.pgn.GameNode:
        """The node at the end of a path from the root, as far as it goes."""
        node: chess.pgn.GameNode = self.game
        for step in path:
            if not 0 <= step < len(node.variations):
                break
            node = node.variations[step]
        return node

    def tree(self, here: chess.pgn.GameNode, chapter: int = 1) -> Tree:
        """The game as the tab has it; ``here`` is the node to be shown. No board is asked for twice."""
        board = self.game.board()
        numbers: dict[chess.pgn.GameNode, int] = {self.game: ROOT}
        trail: list[chess.pgn.GameNode] = [self.game]
        start = _told(self.game, TreeNode(ROOT, ROOT, board.ply(), "", ""), board)
        nodes = []
        for node in _descendants(self.game):
            while trail[-1] is not node.parent:
                trail.pop()
                board.pop()
            numbers[node] = len(numbers)
            san, uci = board.san(node.move), board.uci(node.move)
            board.push(node.move)
            trail.append(node)
            nodes.append(_told(node, TreeNode(numbers[node], numbers[node.parent], board.ply(), san, uci), board))
        first = self.game.board()
        return Tree(
            headers=unescaped(self.game.headers),
            start=start,
            fen=fen_of(first),
            chess960=first.chess960,
            nodes=nodes,
            chapter=chapter,
            here=numbers[here],
        )


def _told(node: chess.pgn.GameNode, told: TreeNode, board: chess.Board) -> TreeNode:
    """An entry with what is said of a move."""
    if not (node.comment or node.starting_comment or node.nags):
        return told
    notes, words = stored_notes(node.comment, lambda: board), plain(node.comment)
    return TreeNode(
        told.id, told.parent, told.ply, told.san, told.move,
        comment=words, raw="" if words == node.comment else node.comment, before=node.starting_comment,
        nags=sorted(node.nags), score=notes.score, expected=notes.expected, clock=notes.clock, spent=notes.spent,
        shapes=list(notes.shapes),
    )  # fmt: skip


def position_in(fen: str, moves: list[str], *, chess960: bool) -> chess.Board:
    """The position after moves, UCI text, from a first one, with these behind it. Raises GameError."""
    try:
        board = board_of(position_from(fen, chess960=chess960))
    except FenError as error:
        raise GameError(str(error)) from error
    for text in moves:
        try:
            board.push(board.parse_uci(text))
        except ValueError as error:
            raise GameError(f"'{text[:20]}' is not legal here") from error
    return board


def examined(fen: str) -> Examined:
    """A position's faults, and the parts left out of it."""
    try:
        position_from(fen, chess960=None)
        return Examined(fen, "", "\n".join(dropped_from(fen)))
    except FenError as error:
        return Examined(fen, str(error))


def _descendants(node: chess.pgn.GameNode) -> Iterator[chess.pgn.ChildNode]:
    """All moves after a node: parents before children, of siblings the main one first."""
    waiting = list(reversed(node.variations))
    while waiting:
        child = waiting.pop()
        yield child
        waiting.extend(reversed(child.variations))
