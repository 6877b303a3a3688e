"""A tree as text, lying on its side: the root at the left, a row for every leaf, so that it grows only downwards.

Squares are MAX's nodes, circles MIN's. ``//`` strikes out a branch that was cut off, as Tartan's figure does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rich.text import Text

from kiebitz.classroom.animation.critical import SIGNS
from kiebitz.classroom.animation.replay import NodeState, Status, number_text
from kiebitz.classroom.theory.node import Node, leaves, walk
from kiebitz.classroom.theory.node_types import NodeType

MAX_SIGN, MIN_SIGN = "□", "○"
CURRENT_MARK = "►"
PLAIN_EDGE, CUT_EDGE = "──", "//"
GUTTER = 4  # a joint, two for the edge, one for the mark of the current node
STYLES = {Status.UNSEEN: "dim", Status.OPEN: "bold yellow", Status.DONE: "", Status.CUT: "dim red strike"}
CURRENT_STYLE = "bold black on yellow"
WINDOW_STYLE = "cyan"
EDGE_STYLE = "dim"
TYPE_STYLES = {NodeType.PRINCIPAL: "bold green", NodeType.CUT: "bold blue", NodeType.ALL: "bold magenta"}
NO_TYPES: Mapping[int, NodeType] = MappingProxyType({})
CUT_STYLE = "bold red"


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a node is drawn."""

    row: int
    depth: int
    first_row: int
    last_row: int


class Dendrogram:
    """The form of a tree's picture; ``draw`` fills it in."""

    def __init__(self, root: Node, *, with_moves: bool = True, types: Mapping[int, NodeType] = NO_TYPES) -> None:
        """Find the place of each node. The picture's size never changes. ``types``: mark critical nodes by these."""
        self.root = root
        self._with_moves = with_moves
        self._types = types
        self._places: dict[int, _Place] = {}
        self._rows = 0
        self._place(root, 0)
        self._widths = self._column_widths()
        self._columns = [
            sum(self._widths[:depth]) + GUTTER * depth + len(CURRENT_MARK) for depth in range(len(self._widths))
        ]

    @property
    def width(self) -> int:
        """Columns of the picture."""
        return self._columns[-1] + self._widths[-1]

    @property
    def height(self) -> int:
        """Rows of the picture."""
        return self._rows

    def row_of(self, number: int) -> int:
        """The row in which a node is drawn."""
        return self._places[number].row

    def draw(self, states: Mapping[int, NodeState], current: int | None) -> list[Text]:
        """The picture's rows."""
        canvas = _Canvas(self.width, self._rows)
        for node in walk(self.root):
            self._draw_node(canvas, node, states[node.number], node.number == current)
            self._draw_edges(canvas, node, states)
        return canvas.rows()

    def _place(self, node: Node, depth: int) -> _Place:
        if node.is_leaf:
            place = _Place(self._rows, depth, self._rows, self._rows)
            self._rows += 1
        else:
            below = [self._place(child, depth + 1) for child in node.children]
            first, last = below[0].row, below[-1].row
            place = _Place((first + last) // 2, depth, below[0].first_row, below[-1].last_row)
        self._places[node.number] = place
        return place

    def _column_widths(self) -> list[int]:
        longest_value = max(len(number_text(leaf.value)) for leaf in leaves(self.root))
        longest_value = max(longest_value, len("−∞"))
        widths: dict[int, int] = {}
        for node in walk(self.root):
            value = len("≤ ") + longest_value
            width = len(self._name(node)) + 1 + value
            if not node.is_leaf:
                width = max(width, 2 * longest_value + len("(, )"))
            depth = self._places[node.number].depth
            widths[depth] = max(widths.get(depth, 0), width)
        return [widths[depth] for depth in sorted(widths)]

    def _name(self, node: Node) -> str:
        sign = MAX_SIGN if node.is_max else MIN_SIGN
        name = str(node.number) if node.is_leaf else f"{sign}{node.number}"
        name += SIGNS.get(self._types.get(node.number, NodeType.NOT_CRITICAL), "")
        return f"{node.move} {name}" if node.move and self._with_moves else name

    def _draw_node(self, canvas: _Canvas, node: Node, state: NodeState, is_current: bool) -> None:
        place = self._places[node.number]
        column = self._columns[place.depth]
        value = state.value
        if node.is_leaf and not value:
            value = f"({number_text(node.value)})"  # the tree knows it, the algorithm does not
        style = CURRENT_STYLE if is_current else STYLES[state.status]
        if not style and node.number in self._types:
            style = TYPE_STYLES[self._types[node.number]]
        text = f"{self._name(node)} {value}".rstrip()
        canvas.put(place.row, column, text, style)
        if not node.is_leaf:
            canvas.put(place.row, column + len(text) + 1, "─" * (self._widths[place.depth] - len(text) - 1), EDGE_STYLE)
        if is_current:
            canvas.put(place.row, column - 1, CURRENT_MARK, "bold yellow")
        if state.window and place.last_row > place.row:
            canvas.put(place.row + 1, column, state.window, WINDOW_STYLE)

    def _draw_edges(self, canvas: _Canvas, node: Node, states: Mapping[int, NodeState]) -> None:
        if node.is_leaf:
            return
        place = self._places[node.number]
        joint = self._columns[place.depth] + self._widths[place.depth]
        rows = {self._places[child.number].row: child for child in node.children}
        first, last = min(rows), max(rows)
        for row in range(first, last + 1):
            up, down = row > first, row < last
            canvas.put(row, joint, _joint(up, down, left=row == place.row, right=row in rows), EDGE_STYLE)
            child = rows.get(row)
            if child is None:
                continue
            is_struck = states[child.number].status is Status.CUT and states[node.number].status is not Status.CUT
            if is_struck:
                canvas.put(row, joint + 1, CUT_EDGE, CUT_STYLE)
            else:
                canvas.put(row, joint + 1, PLAIN_EDGE, EDGE_STYLE)


_JOINTS = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"


def _joint(up: bool, down: bool, *, left: bool, right: bool) -> str:
    """The line-drawing character with these arms."""
    return _JOINTS[up | down << 1 | left << 2 | right << 3]


class _Canvas:
    """A grid of characters with styles."""

    def __init__(self, width: int, height: int) -> None:
        self._cells = [[(" ", "")] * width for _ in range(height)]

    def put(self, row: int, column: int, text: str, style: str) -> None:
        """Write into a row; what does not fit is a fault of the layout."""
        for offset, character in enumerate(text):
            self._cells[row][column + offset] = (character, style)

    def rows(self) -> list[Text]:
        """The rows as styled text."""
        pictures = []
        for cells in self._cells:
            row = Text(no_wrap=True, overflow="crop")
            for character, style in cells:
                row.append(character, style)
            row.rstrip()
            pictures.append(row)
        return pictures
