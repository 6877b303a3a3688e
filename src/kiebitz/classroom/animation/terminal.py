"""The animation in a terminal: code at the left, tree at the right, what happens underneath; keys go to and fro."""

from __future__ import annotations

import time
from collections.abc import Callable

from rich import box
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from kiebitz.classroom.animation.critical import Critical
from kiebitz.classroom.animation.dendrogram import (
    CURRENT_MARK,
    CUT_EDGE,
    MAX_SIGN,
    MIN_SIGN,
    NO_TYPES,
    TYPE_STYLES,
    Dendrogram,
)
from kiebitz.classroom.animation.replay import Animation
from kiebitz.classroom.theory.node_types import NodeType

LIT = "bold black on yellow"
REPORT_STYLE = "dim"
PLAY_DELAY_S = 0.6
FRAME_OVERHEAD = 11  # rows that the frame, the sentence, what is said of types and the help take
WIDEST_BAR = 40  # columns
PANEL_WIDTH = 4  # columns of a panel's border and padding
PANEL_HEIGHT = 2  # rows of a panel's border
HELP = "→ or space: on   ←: back   ↑ ↓: ten steps   Home, End   p: play   q: quit"
LEGEND = (
    f"{MAX_SIGN} MAX moves   {MIN_SIGN} MIN moves   {CUT_EDGE} cut off   (5) a leaf not evaluated   values: MAX's view"
)

FORWARD = {" ", "\r", "\n", "l", "n", "\x1b[C", "\x1bOC"}
BACK = {"h", "b", "\x7f", "\x08", "\x1b[D", "\x1bOD"}
FAR_FORWARD = {"j", "\x1b[B", "\x1bOB", "\x1b[6~"}
FAR_BACK = {"k", "\x1b[A", "\x1bOA", "\x1b[5~"}
TO_START = {"g", "0", "\x1b[H", "\x1b[1~", "\x1bOH"}
TO_END = {"G", "$", "\x1b[F", "\x1b[4~", "\x1bOF"}
PLAY = {"p"}
QUIT = {"q", "\x1b", "\x04"}
FAR = 10


class Picture:
    """Draws any step of an animation for a console's width."""

    def __init__(self, animation: Animation, width: int, types: Critical | None = None) -> None:
        """Choose the layout: side by side if there is room, with the moves' names if there is room for them.

        ``types``: mark the critical nodes, and count them.
        """
        self._animation = animation
        self._critical = types
        marks = NO_TYPES if types is None else types.types
        self._code_width = max(len(line.text) for line in animation.code) + len(CURRENT_MARK) + 1
        tree = Dendrogram(animation.root, types=marks)
        room = width - self._code_width - 2 * PANEL_WIDTH - 1
        self._is_beside = tree.width <= room
        if not self._is_beside:
            bare = Dendrogram(animation.root, with_moves=False, types=marks)
            self._is_beside = bare.width <= room
            if self._is_beside or tree.width > width - PANEL_WIDTH:
                tree = bare
        self._tree = tree

    def draw(self, index: int, rows: int | None = None) -> RenderableType:
        """The picture of a step; with ``rows``, what is larger than the screen is shown around what is current."""
        animation = self._animation
        step = animation.steps[index]
        current = None if step.line is None else step.node
        tree = self._tree.draw(animation.states(index), current)
        code = [self._code_line(number, step.line) for number in range(len(animation.code))]
        if rows is not None:
            room = rows - FRAME_OVERHEAD
            if self._is_beside:
                code = _around(code, step.line, room)
            else:  # one above the other: the tree may take two thirds
                room -= PANEL_HEIGHT
                code = _around(code, step.line, max(room - len(tree), room // 3))
                room -= len(code)
            tree = _around(tree, self._tree.row_of(step.node), room)
        code_panel = Panel(Group(*code), title=animation.algorithm.title, title_align="left", box=box.ROUNDED)
        tree_panel = Panel(Group(*tree), title=animation.tree_name, title_align="left", box=box.ROUNDED)
        if self._is_beside:
            beside = Table.grid(padding=(0, 1, 0, 0))
            beside.add_column(width=self._code_width + PANEL_WIDTH)
            beside.add_column(width=self._tree.width + PANEL_WIDTH)
            beside.add_row(code_panel, tree_panel)
            body: RenderableType = beside
        else:
            body = Group(code_panel, tree_panel)
        counts = Text(
            f"step {index + 1} of {len(animation.steps)}   evaluations {step.leaves} of {animation.leaf_count} leaves"
        )
        if step.variables:
            counts.append(f"   {step.variables}", "cyan")
        below = [] if self._critical is None else self._types(self._critical, index)
        return Group(body, Text(step.sentence, "bold"), counts, *below, Text(LEGEND, "dim"))

    def _types(self, critical: Critical, index: int) -> list[Text]:
        """The line on the critical nodes: leaves looked at, and, at the end, windows."""
        seen, needed = critical.seen(self._animation.states(index)), len(critical.leaves)
        said = Text(f"critical leaves looked at {seen} of {needed}, {_bar(seen, needed)}, ")
        said.append("¹ type 1  ", TYPE_STYLES[NodeType.PRINCIPAL])
        said.append("² type 2  ", TYPE_STYLES[NodeType.CUT])
        said.append("³ type 3", TYPE_STYLES[NodeType.ALL])
        if index < len(self._animation.steps) - 1 or not critical.windows:
            return [said]
        windows = "; ".join(
            f"type {kind.value} " + ", ".join(f"{form} {count} times" for form, count in forms.items())
            for kind, forms in sorted(critical.windows.items())
        )
        return [said, Text(f"called, in the view of who moves there: {windows}")]

    def _code_line(self, number: int, lit: int | None) -> Text:
        line = self._animation.code[number]
        if number == lit:
            return Text(f"{CURRENT_MARK} {line.text}", LIT, no_wrap=True)
        return Text(f"  {line.text}", REPORT_STYLE if line.is_report else "", no_wrap=True)


def _around(rows: list[Text], centre: int | None, room: int) -> list[Text]:
    """As many rows around a centre as there is room for; from the first if there is no centre."""
    if room >= len(rows):
        return rows
    room = max(room, 1)
    centre = centre or 0
    first = min(max(centre - room // 2, 0), len(rows) - room)
    return rows[first : first + room]


def _bar(part: int, whole: int) -> str:
    """A bar for a share."""
    return "▮" * part + "▯" * (whole - part) if whole <= WIDEST_BAR else f"{100 * part // whole}%"


def print_steps(console: Console, animation: Animation, indices: range, types: Critical | None = None) -> None:
    """Print pictures one below the other, for a file or a pipe; with the critical nodes if they are given."""
    picture = Picture(animation, console.width, types)
    for index in indices:
        console.print(picture.draw(index))
        console.print()


def play(
    console: Console,
    animation: Animation,
    read_key: Callable[[], str],
    *,
    start: int = 0,
    types: Critical | None = None,
) -> None:
    """Show the animation on the whole screen and follow the keys until the viewer quits.

    ``read_key`` waits for a key and returns what the terminal sends for it. Ctrl-C while it plays stops the playing;
    anywhere else it comes through as KeyboardInterrupt.
    """
    last = len(animation.steps) - 1
    index = min(start, last)
    with console.screen() as screen:

        def show() -> None:
            picture = Picture(animation, console.width, types).draw(index, console.height)
            screen.update(Group(picture, Text(HELP, "dim")))

        while True:
            show()
            try:
                key = read_key()
            except EOFError:
                return
            if key in QUIT:
                return
            if key in PLAY:
                try:
                    while index < last:
                        index += 1
                        show()
                        time.sleep(PLAY_DELAY_S)
                except KeyboardInterrupt:
                    pass  # the viewer wants to look closer
            index = _moved(index, key, last)


def _moved(index: int, key: str, last: int) -> int:
    """The step that a key leads to."""
    if key in TO_START:
        return 0
    if key in TO_END:
        return last
    change = (key in FORWARD) - (key in BACK) + FAR * ((key in FAR_FORWARD) - (key in FAR_BACK))
    return min(max(index + change, 0), last)
