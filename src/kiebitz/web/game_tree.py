"""One game with its variations, its nodes numbered, the position that is shown, and what was changed in it.

Every change is an edit, which can be undone: what it touches is compared before and after it, and what differs is
remembered, as far as there is room for that. An edit that makes the game too large is undone at once.

A game may be long, and a key held down: nothing that is done move by move goes through the whole game but telling it.
One board stands at the position that was asked for last, and goes from there to the next.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from typing import TypeAlias

import chess
import chess.pgn

from kiebitz.analysis.judging.annotate import GameAnalysis, write_into
from kiebitz.analysis.reading.archive import RawGame
from kiebitz.analysis.reading.reader import read_game
from kiebitz.analysis.reading.tags import escaped, unescaped
from kiebitz.commandline.typed_move import MoveTextError, read_move
from kiebitz.engine import FenError, board_of, dropped_from, fen_of, position_from
from kiebitz.web.limits import Limits
from kiebitz.web.messages import Examined, Judged, Shown, Tree, TreeNode
from kiebitz.web.shown_position import shown_position
from kiebitz.web.stored_judgement import stored_judgement
from kiebitz.web.stored_notes import plain, stored_notes, with_shapes, with_words
from kiebitz.web.written_game import NamedMove, written_game

ROOT = 0
POSITION_TAGS = frozenset({"FEN", "SetUp", "Variant"})
"""Tags that the first position says."""
EDITS = 200
"""So many edits can be undone, if there is room to remember them."""
NODE_BYTES = 1_000
"""Memory of a node without its words, generously counted."""
CHARACTERS_OF_A_MOVE = 12
"""Length of a move in a PGN, generously counted."""
# Of each group a move has one sign at most: what it is worth, and how the position stands after it.
GLYPH_GROUPS = (frozenset(range(1, 7)), frozenset({10, *range(13, 20)}))
# Only move, zugzwang, development, initiative, attack, compensation, counterplay, time trouble, idea, novelty.
SINGLE_GLYPHS = frozenset({7, 22, 32, 36, 40, 44, 132, 138, 140, 146})

State: TypeAlias = tuple[str, str, frozenset[int], tuple[chess.pgn.ChildNode, ...]]


class GameError(ValueError):
    """A sentence on what can't be loaded or done."""

    code = "refused"
    """The code of the notice that tells it."""


class TooLargeError(GameError):
    """More than a tab takes; the collection may."""

    code = "too_large"


@dataclass(frozen=True, slots=True)
class Edit:
    """The changes of an edit."""

    states: dict[chess.pgn.GameNode, tuple[State | None, State | None]]
    """Of each node that it touched, before and after; None where the node wasn't in the game."""
    headers: tuple[chess.pgn.Headers, chess.pgn.Headers] | None
    """The tags before and after; None if it left them alone."""
    places: tuple[chess.pgn.GameNode, chess.pgn.GameNode]
    """The position shown before and after."""

    @property
    def size(self) -> int:
        """Bytes it takes to remember it, about."""
        states = [state for pair in self.states.values() for state in pair if state is not None]
        tags = [text for headers in self.headers or () for tag in headers.items() for text in tag]
        words = sum(sys.getsizeof(state[0]) + sys.getsizeof(state[1]) for state in states)
        return NODE_BYTES * len(states) + words + sum(map(sys.getsizeof, tags))


class GameTree:
    """A game. A node keeps its number as long as it is in the game; 0 is the root."""

    def __init__(self, game: chess.pgn.Game, limits: Limits, faults: tuple[str, ...] = ()) -> None:
        self.game = game
        self.faults = faults
        """The faults of the text it was read from."""
        self.current: chess.pgn.GameNode = game
        self.edits = 0
        """Number of changes, undoing included."""
        self.on_edit: Callable[[], object] = int
        """Is called when it was changed, but not when that is undone."""
        self._limits = limits
        self._done: deque[Edit] = deque()
        self._undone: list[Edit] = []
        self._edit_bytes = 0
        self._numbers: dict[chess.pgn.GameNode, int] = {game: ROOT}
        self._nodes: dict[int, chess.pgn.GameNode] = {ROOT: game}
        self._moves: dict[int, TreeNode] = {ROOT: TreeNode(ROOT, ROOT, game.ply(), "", "")}
        """The tab's entries of the moves; a move's SAN is worked out once."""
        self._next = ROOT + 1
        self._wanted: dict[chess.pgn.GameNode, int] = {}
        """The numbers that a tab has given to moves that are about to come in."""
        self._comments: dict[int, str] = {}
        """The comments that ``_moves`` tells of."""
        # The board that goes through the game, the nodes on its way, and where on it each of them is.
        self._start = game.board()
        self._board = self._start.copy()
        self._trail: list[chess.pgn.GameNode] = [game]
        self._places: dict[chess.pgn.GameNode, int] = {game: 0}
        self._characters = _characters(_state(game))
        self._take_in(_descendants(game))

    @classmethod
    def at(cls, fen: str, limits: Limits) -> GameTree:
        """A game that begins at a position: a FEN or ``startpos``. Raises GameError with our words for its fault."""
        try:
            board = board_of(position_from(fen, chess960=None))
            dropped = dropped_from(fen)
        except FenError as error:
            raise GameError(str(error)) from error
        game = chess.pgn.Game()
        game.setup(board)
        return cls(game, limits, dropped)

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
            move = read_move(self._board_at(self.current), text)
        except MoveTextError as error:
            raise GameError(str(error)) from error
        if self.current.has_variation(move):
            self.current = self.current.variation(move)
            return False
        with self._edit(self.current):
            self.current = self.current.add_variation(move)
        return True

    def play(self, moves: list[str], numbers: list[int]) -> None:
        """Make moves, UCI text, that a tab has made already, one after the other from the position shown.

        ``numbers`` says, move by move, what the tab calls a node that is new: below 0. Raises GameError.
        """
        if len(moves) != len(numbers) or not 0 < len(moves) <= self._limits.played_moves:
            raise GameError(f"1 to {self._limits.played_moves} moves are made at a time, each with its number")
        node, board, waiting = self.current, self.board(), deque(zip(moves, numbers, strict=True))
        while waiting and node.has_variation(move := _move_of(board, waiting[0][0])):
            node = node.variation(move)
            board.push(move)
            waiting.popleft()
        if not waiting:
            self.current = node
            return
        if any(number >= ROOT or number in self._nodes for _, number in waiting):
            raise GameError("a new move has a number that another has already")
        line: list[tuple[chess.Move, int]] = []
        for text, number in waiting:
            line.append((_move_of(board, text), number))
            board.push(line[-1][0])
        try:
            with self._edit(node):
                for move, number in line:
                    node = node.add_variation(move)
                    self._wanted[node] = number
                self.current = node
        finally:
            self._wanted.clear()

    def promote(self, number: int) -> None:
        """Let the variation that a move is in come before the one above it.

        Raises GameError for the root, for nodes that are gone, and for what is in the main line.
        """
        node = self._branch(self._child(number))
        with self._edit(node.parent):
            node.parent.promote(node)

    def make_main(self, number: int) -> None:
        """Let the line that a move is in be the main line. Raises GameError as ``promote``."""
        node: chess.pgn.GameNode = self._child(number)
        self._branch(self._child(number))
        above = list(_ancestors(node))
        with self._edit(*above):
            for parent in above:
                parent.promote_to_main(node)
                node = parent

    def remove(self, number: int) -> None:
        """Take a move out with all that follows. Raises GameError for the root and for nodes that are gone."""
        node = self._child(number)
        with self._edit(node.parent):
            node.parent.remove_variation(node)

    def comment(self, number: int, text: str) -> None:
        """Say something of a move or, at the root, before the first; what programs wrote there stays.

        Raises GameError for nodes that are gone.
        """
        node = self._node(number)
        with self._edit(node):
            node.comment = with_words(node.comment, text)

    def draw(self, number: int, shapes: list[str]) -> None:
        """Draw squares and arrows at a move or, at the root, in the first position. Raises GameError."""
        node = self._node(number)
        try:
            comment = with_shapes(node.comment, shapes)
        except ValueError as error:
            raise GameError(str(error)) from error
        with self._edit(node):
            node.comment = comment

    def mark(self, number: int, nag: int) -> None:
        """Set a sign beside a move, in place of another of its group, or take it away. Raises GameError."""
        node = self._child(number)
        groups = (*GLYPH_GROUPS, frozenset({nag}) & SINGLE_GLYPHS)
        group = next((group for group in groups if nag in group), None)
        if group is None:
            raise GameError(f"${nag} is no sign that can be set here")
        with self._edit(node):
            node.nags = node.nags - group if nag in node.nags else node.nags - group | {nag}

    def annotate(self, analysis: GameAnalysis) -> None:
        """Write into it what is thought of its main line, as ``kiebitz analyse`` does. Raises GameError."""
        with self._edit(self.game, *_descendants(self.game), tags=True):
            write_into(self.game, analysis)

    def end(self, result: str, tags: dict[str, str]) -> None:
        """Give it a result and tags. Raises GameError."""
        with self._edit(tags=True):
            self.game.headers.update({**tags, "Result": result})

    def tags(self) -> dict[str, str]:
        """Its tags, with PGN's escapes undone."""
        return unescaped(self.game.headers)

    def set_tags(self, tags: dict[str, str]) -> None:
        """Give it these tags, in place of those there but for what the first position says. Raises GameError."""
        with self._edit(tags=True):
            headers = chess.pgn.Game().headers
            headers.update({name: self.game.headers[name] for name in POSITION_TAGS & set(self.game.headers)})
            headers.update(
                {name: escaped(value) for name, value in tags.items() if value and name not in POSITION_TAGS}
            )
            self.game.headers = headers

    @property
    def can_undo(self) -> bool:
        """True if there is an edit to undo."""
        return bool(self._done)

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
    def _edit(self, *touched: chess.pgn.GameNode, tags: bool = False) -> Iterator[None]:
        """A change of these nodes, and of the ``tags``, remembered.

        Raises GameError, and leaves the game as it was, if it gets too large.
        """
        before = {node: _state(node) for node in touched}
        headers, place = self.game.headers.copy() if tags else None, self.current
        yield
        states: dict[chess.pgn.GameNode, tuple[State | None, State | None]] = {}
        for node, old in before.items():
            new = _state(node)
            if new == old or node in states:
                continue
            states[node] = old, new
            for child in set(old[3]).difference(new[3]):
                for gone in _with_descendants(child):
                    states[gone] = before.get(gone) or _state(gone), None
            for child in set(new[3]).difference(old[3]):
                states.update((come, (None, _state(come))) for come in _with_descendants(child))
        edit = Edit(states, None if headers is None else (headers, self.game.headers.copy()), (place, self.current))
        self._settle(edit, 1, self.current)
        if fault := self._excess():
            self._restore(edit, 0)
            self.edits -= 1
            raise GameError(fault)
        self.edits += 1
        self._edit_bytes += edit.size - sum(undone.size for undone in self._undone)
        self._undone.clear()
        self._done.append(edit)
        while len(self._done) > EDITS or (self._edit_bytes > self._limits.undo_bytes and len(self._done) > 1):
            self._edit_bytes -= self._done.popleft().size
        self.on_edit()

    def _excess(self) -> str:
        """The part of the game that is too large; empty if none is."""
        limits = self._limits
        if len(self._nodes) > limits.positions + 1:
            return f"the game has {limits.positions:,} positions; no more fit in"
        if self._characters > limits.game_characters:
            return f"the game has {limits.game_characters:,} characters; no more fit in"
        return ""

    def _restore(self, edit: Edit, side: int) -> None:
        """Bring the game back to how it was before an edit (0) or after it (1)."""
        for node, states in edit.states.items():
            if (state := states[side]) is not None:
                node.comment, node.starting_comment = state[:2]
                node.nags, node.variations = set(state[2]), list(state[3])
        if edit.headers is not None:
            self.game.headers = edit.headers[side].copy()
        self.edits += 1
        self._settle(edit, side, edit.places[side])

    def _settle(self, edit: Edit, side: int, place: chess.pgn.GameNode) -> None:
        """Count and number what an edit has changed, and show a position, or the last one before it that is there."""
        for pair in edit.states.values():
            old, new = pair[1 - side], pair[side]
            self._characters += (_characters(new) if new else 0) - (_characters(old) if old else 0)
        for node, pair in edit.states.items():
            if pair[side] is None and (number := self._numbers.pop(node, None)) is not None:
                del self._moves[number], self._nodes[number]
                self._comments.pop(number, None)
        self._shorten_trail(len(self._trail))
        come = [node for node, pair in edit.states.items() if pair[1 - side] is None]
        self._take_in(node for node in come if isinstance(node, chess.pgn.ChildNode))
        while place not in self._numbers:
            assert place.parent is not None
            place = place.parent
        self.current = place

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

    def go_to_end(self) -> None:
        """Show the last position of the main line."""
        self.current = self.game.end()

    def present(self) -> Judged | None:
        """The judgement that the game's text tells of, if any; from its beginning one goes to where it turned."""
        stored = stored_judgement(self.game)
        if stored and stored.turning_point and self.current is self.game:
            self.current = stored.turning_point
        return stored.judged if stored else None

    @property
    def is_at_end(self) -> bool:
        """True if nothing follows the position shown."""
        return not self.current.variations

    # ------------------------------------------------------------------ to tell of it

    @property
    def number(self) -> int:
        """The node whose position is shown."""
        return self._numbers[self.current]

    def board(self) -> chess.Board:
        """The position shown, with the moves that led to it."""
        return self._board_at(self.current).copy()

    def told(self) -> Tree:
        """The whole game."""
        nodes = [self._told(node) for node in _descendants(self.game)]
        return Tree(
            headers=self.tags(),
            start=self._told(self.game),
            fen=fen_of(self._start),
            chess960=self._start.chess960,
            nodes=nodes,
            pgn=self.pgn(),
            study="",
            chapter=1,
            edits=self.edits,
            can_undo=self.can_undo,
            can_redo=bool(self._undone),
        )

    def pgn(self) -> str:
        """The game as text."""
        return written_game(self.game, self._named)

    def shown(self) -> Shown:
        """The position shown."""
        return shown_position(self._board_at(self.current), self.number, self.path())

    def _told(self, node: chess.pgn.GameNode) -> TreeNode:
        """The tab's entry of a move now: the words on it may have changed, its name has not."""
        number = self._numbers[node]
        told = self._moves[number]
        if node.comment != self._comments.get(number, ""):
            notes = stored_notes(node.comment, lambda: self._board_at(node))
            told = replace(told, comment=plain(node.comment), score=notes.score, expected=notes.expected,
                           clock=notes.clock, spent=notes.spent, shapes=list(notes.shapes))  # fmt: skip
            self._comments[number] = node.comment
        if (nags := sorted(node.nags) if node.nags else []) != told.nags:
            told = replace(told, nags=nags)
        self._moves[number] = told
        return told

    def _named(self, node: chess.pgn.ChildNode) -> NamedMove:
        told = self._moves[self._numbers[node]]
        before = told.ply - 1
        return NamedMove(before % 2 == 0, before // 2 + 1, told.san)

    def path(self) -> list[int]:
        """The way to the position shown: which variation to take, move by move."""
        path: list[int] = []
        node = self.current
        while node.parent is not None:
            path.append(next(i for i, sibling in enumerate(node.parent.variations) if sibling is node))
            node = node.parent
        return path[::-1]

    # ------------------------------------------------------------------ numbers and positions

    def _take_in(self, nodes: Iterable[chess.pgn.ChildNode]) -> None:
        """Number nodes that have come into the game, parents before children."""
        for node in nodes:
            if (number := self._wanted.get(node, ROOT)) == ROOT:
                number = self._next
                self._next += 1
            before = self._board_at(node.parent)
            self._numbers[node], self._nodes[number] = number, node
            parent = self._numbers[node.parent]
            san, uci = before.san(node.move), before.uci(node.move)
            self._moves[number] = TreeNode(number, parent, before.ply() + 1, san, uci)

    def _board_at(self, node: chess.pgn.GameNode) -> chess.Board:
        """The board at the position of a node, to be read only, and until another one is asked for."""
        ahead: list[chess.pgn.ChildNode] = []
        while node not in self._places:
            assert isinstance(node, chess.pgn.ChildNode)
            ahead.append(node)
            node = node.parent
        self._shorten_trail(self._places[node] + 1)
        for child in reversed(ahead):
            self._board.push(child.move)
            self._places[child] = len(self._trail)
            self._trail.append(child)
        return self._board

    def _shorten_trail(self, length: int) -> None:
        """Take the board back until so many nodes, all of them in the game, are on its way."""
        while len(self._trail) > length or self._trail[-1] not in self._numbers:
            del self._places[self._trail.pop()]
            self._board.pop()

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

    @staticmethod
    def _branch(node: chess.pgn.ChildNode) -> chess.pgn.ChildNode:
        """Where the variation begins that a move is in. Raises GameError if it is in the main line."""
        branch: chess.pgn.GameNode = node
        while isinstance(branch, chess.pgn.ChildNode):
            if not branch.is_main_variation():
                return branch
            branch = branch.parent
        raise GameError("this move is in the main line already")


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


def _with_descendants(node: chess.pgn.ChildNode) -> Iterator[chess.pgn.ChildNode]:
    yield node
    yield from _descendants(node)


def _state(node: chess.pgn.GameNode) -> State:
    return node.comment, node.starting_comment, frozenset(node.nags), tuple(node.variations)


def _characters(state: State) -> int:
    """Length of a node in a PGN, about."""
    return len(state[0]) + len(state[1]) + CHARACTERS_OF_A_MOVE


def _ancestors(node: chess.pgn.GameNode) -> Iterator[chess.pgn.GameNode]:
    while node.parent is not None:
        node = node.parent
        yield node


def _move_of(board: chess.Board, text: str) -> chess.Move:
    """The move that UCI text is. Raises GameError."""
    try:
        return board.parse_uci(text)
    except ValueError as error:
        raise GameError(f"'{text[:20]}' is not legal here") from error
