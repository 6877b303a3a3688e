"""One game with its variations, its nodes numbered, the position that is shown, and what was changed in it.

Every change is an edit, which can be undone: the tree's state before and after it is compared, and what differs is
remembered. An edit that makes the game larger than the limits allow is undone at once.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

import chess
import chess.pgn

from kiebitz.analysis.annotate import GameAnalysis, export, write_into
from kiebitz.analysis.archive import RawGame
from kiebitz.analysis.reader import read_game
from kiebitz.analysis.tags import unescaped
from kiebitz.engine import FenError, board_of, position_from
from kiebitz.shell.typed_move import MoveTextError, read_move
from kiebitz.web.limits import Limits
from kiebitz.web.messages import Shown, Tree, TreeNode
from kiebitz.web.shown_position import shown_position

ROOT = 0
EDITS = 200
"""So many edits can be undone."""
CHARACTERS_OF_A_MOVE = 12
"""What a move takes in a PGN, generously counted."""
COMMAND = re.compile(r"\[%[^\[\]]*\]")
"""What programs write into comments: '[%eval 0.35]'."""
# Of each group a move has one sign at most: what it is worth, and how the position stands after it.
GLYPH_GROUPS = (frozenset(range(1, 7)), frozenset({10, *range(13, 20)}))

State: TypeAlias = tuple[str, str, frozenset[int], tuple[chess.pgn.ChildNode, ...]]


class GameError(ValueError):
    """What can't be loaded or done, in a sentence."""


@dataclass(frozen=True, slots=True)
class Edit:
    """What an edit changed."""

    states: dict[chess.pgn.GameNode, tuple[State | None, State | None]]
    """Of each node that it touched, before and after; None where the node wasn't in the game."""
    headers: tuple[chess.pgn.Headers, chess.pgn.Headers]
    """The tags before and after."""
    places: tuple[chess.pgn.GameNode, chess.pgn.GameNode]
    """The position shown before and after."""


class GameTree:
    """A game. A node keeps its number as long as it is in the game; 0 is the root."""

    def __init__(self, game: chess.pgn.Game, limits: Limits, faults: tuple[str, ...] = ()) -> None:
        self.game = game
        self.faults = faults
        """What was wrong with the text it was read from."""
        self.current: chess.pgn.GameNode = game
        self.edits = 0
        """How often it was changed, undoing included."""
        self._limits = limits
        self._done: deque[Edit] = deque(maxlen=EDITS)
        self._undone: list[Edit] = []
        self._numbers: dict[chess.pgn.GameNode, int] = {game: ROOT}
        self._nodes: dict[int, chess.pgn.GameNode] = {ROOT: game}
        self._moves: dict[int, TreeNode] = {}
        """What is told of each move; a move's SAN is worked out once."""
        self._next = ROOT + 1
        self._number_below(game, game.board())

    @classmethod
    def at(cls, fen: str, limits: Limits) -> GameTree:
        """A game that begins at a position: a FEN or ``startpos``. Raises GameError with our words for its fault."""
        try:
            board = board_of(position_from(fen, chess960=None))
        except FenError as error:
            raise GameError(str(error)) from error
        game = chess.pgn.Game()
        game.setup(board)
        return cls(game, limits)

    @classmethod
    def of(cls, raw: RawGame, limits: Limits) -> GameTree:
        """The game that a text is. Raises GameError."""
        read = read_game(raw)
        if read.game is None:
            raise GameError(read.faults[0].text if read.faults else "there is no game in it")
        if sum(1 for _ in islice(_descendants(read.game), limits.positions + 1)) > limits.positions:
            raise GameError(f"the game has more than {limits.positions:,} positions")
        return cls(read.game, limits, tuple(fault.text for fault in read.faults))

    # ------------------------------------------------------------------ to change it

    def move(self, text: str) -> bool:
        """Make a move in the position shown, as people type it; whether it is new. Raises GameError."""
        try:
            move = read_move(self.current.board(), text)
        except MoveTextError as error:
            raise GameError(str(error)) from error
        if self.current.has_variation(move):
            self.current = self.current.variation(move)
            return False
        with self._edit():
            self.current = self.current.add_variation(move)
        return True

    def promote(self, number: int) -> None:
        """Let a move come before the variation above it. Raises GameError for the root and for nodes that are gone."""
        node = self._child(number)
        with self._edit():
            node.parent.promote(node)

    def remove(self, number: int) -> None:
        """Take a move out with all that follows. Raises GameError for the root and for nodes that are gone."""
        node = self._child(number)
        with self._edit():
            node.parent.remove_variation(node)

    def comment(self, number: int, text: str) -> None:
        """Say something of a move or, at the root, before the first; what programs wrote there stays.

        Raises GameError for nodes that are gone.
        """
        node = self._node(number)
        with self._edit():
            plain = text.replace("{", "[").replace("}", "]").split()
            node.comment = " ".join([*COMMAND.findall(node.comment), *plain])

    def mark(self, number: int, nag: int) -> None:
        """Set a sign beside a move, in place of another of its group, or take it away. Raises GameError."""
        node = self._child(number)
        group = next((group for group in GLYPH_GROUPS if nag in group), None)
        if group is None:
            raise GameError(f"${nag} is no sign that can be set here")
        with self._edit():
            node.nags = node.nags - group if nag in node.nags else node.nags - group | {nag}

    def annotate(self, analysis: GameAnalysis) -> None:
        """Write into it what is thought of its main line, as ``kiebitz analyse`` does. Raises GameError."""
        with self._edit():
            write_into(self.game, analysis)

    def end(self, result: str, tags: dict[str, str]) -> None:
        """Give it a result and tags. Raises GameError."""
        with self._edit():
            self.game.headers.update({**tags, "Result": result})

    def undo(self) -> None:
        """Undo the last edit. Raises GameError if there is none."""
        if not self._done:
            raise GameError("there is nothing to undo")
        edit = self._done.pop()
        self._restore(edit, 0)
        self._undone.append(edit)

    def redo(self) -> None:
        """Do again what was undone last. Raises GameError if there is none."""
        if not self._undone:
            raise GameError("there is nothing to do again")
        edit = self._undone.pop()
        self._restore(edit, 1)
        self._done.append(edit)

    @contextmanager
    def _edit(self) -> Iterator[None]:
        """A change of the game, remembered. Raises GameError, and leaves the game as it was, if it gets too large."""
        before, headers, place = self._states(), self.game.headers.copy(), self.current
        yield
        after = self._states()
        changed = {
            node: (before.get(node), after.get(node)) for node in before | after if before.get(node) != after.get(node)
        }
        self._settle(self.current)
        edit = Edit(changed, (headers, self.game.headers.copy()), (place, self.current))
        if fault := self._excess(after):
            self._restore(edit, 0)
            raise GameError(fault)
        self.edits += 1
        self._done.append(edit)
        self._undone.clear()

    def _excess(self, states: dict[chess.pgn.GameNode, State]) -> str:
        """What is too large of a game; empty if nothing is."""
        limits = self._limits
        if len(states) > limits.positions + 1:
            return f"the game has {limits.positions:,} positions; no more fit in"
        characters = sum(len(state[0]) + len(state[1]) + CHARACTERS_OF_A_MOVE for state in states.values())
        if characters > limits.game_characters:
            return f"the game has {limits.game_characters:,} characters; no more fit in"
        return ""

    def _states(self) -> dict[chess.pgn.GameNode, State]:
        return {
            node: (node.comment, node.starting_comment, frozenset(node.nags), tuple(node.variations))
            for node in (self.game, *_descendants(self.game))
        }

    def _restore(self, edit: Edit, side: int) -> None:
        """Bring the game back to how it was before an edit (0) or after it (1)."""
        for node, states in edit.states.items():
            if (state := states[side]) is not None:
                node.comment, node.starting_comment = state[:2]
                node.nags, node.variations = set(state[2]), list(state[3])
        self.game.headers = edit.headers[side].copy()
        self.edits += 1
        self._settle(edit.places[side])

    def _settle(self, place: chess.pgn.GameNode) -> None:
        """Show a position, or the last one before it that is in the game, and number what is new."""
        there = {self.game, *_descendants(self.game)}
        for gone in self._numbers.keys() - there:
            number = self._numbers.pop(gone)
            del self._moves[number], self._nodes[number]
        while place not in there:
            assert place.parent is not None
            place = place.parent
        self.current = place
        for node in _descendants(self.game):
            if node not in self._numbers:
                board = node.parent.board()
                self._number(node, board)
                board.push(node.move)
                self._number_below(node, board)

    # ------------------------------------------------------------------ to walk through it

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

    # ------------------------------------------------------------------ to tell of it

    @property
    def number(self) -> int:
        """The node whose position is shown."""
        return self._numbers[self.current]

    def told(self) -> Tree:
        """The whole game."""
        nodes = [self._told(node) for node in _descendants(self.game)]
        return Tree(
            headers=unescaped(self.game.headers),
            comment=_plain(self.game.comment),
            nodes=nodes,
            pgn=export(self.game),
            edits=self.edits,
            can_undo=bool(self._done),
            can_redo=bool(self._undone),
        )

    def shown(self) -> Shown:
        """The position shown."""
        return shown_position(self.current.board(), self.number, self._path())

    def _told(self, node: chess.pgn.ChildNode) -> TreeNode:
        """What is told of a move now: its place and its glyphs may have changed, its name has not."""
        told = self._moves[self._numbers[node]]
        return TreeNode(told.id, told.parent, told.ply, told.san, _plain(node.comment), sorted(node.nags))

    def _path(self) -> list[int]:
        path: list[int] = []
        node = self.current
        while node.parent is not None:
            path.append(next(i for i, sibling in enumerate(node.parent.variations) if sibling is node))
            node = node.parent
        return path[::-1]

    # ------------------------------------------------------------------ numbers

    def _number_below(self, start: chess.pgn.GameNode, board: chess.Board) -> None:
        """Number all moves after a node, with one board, which holds its position, going through them."""
        trail = [start]
        for node in _descendants(start):
            while trail[-1] is not node.parent:
                trail.pop()
                board.pop()
            self._number(node, board)
            board.push(node.move)
            trail.append(node)

    def _number(self, node: chess.pgn.ChildNode, before: chess.Board) -> None:
        number = self._next
        self._next += 1
        self._numbers[node], self._nodes[number] = number, node
        san = before.san(node.move)
        parent = self._numbers[node.parent]
        self._moves[number] = TreeNode(number, parent, before.ply() + 1, san, "", [])

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


def fault_of(fen: str) -> str:
    """What is wrong with a position; empty if nothing is."""
    try:
        position_from(fen, chess960=None)
    except FenError as error:
        return str(error)
    return ""


def _descendants(node: chess.pgn.GameNode) -> Iterator[chess.pgn.ChildNode]:
    """All moves after a node: parents before children, of siblings the main one first."""
    waiting = list(reversed(node.variations))
    while waiting:
        child = waiting.pop()
        yield child
        waiting.extend(reversed(child.variations))


def _plain(comment: str) -> str:
    """A comment without what programs write into it."""
    return " ".join(COMMAND.sub(" ", comment).split())
