import io
import re

import pytest
from rich.console import Console

from kiebitz.classroom.animation.replay import animate
from kiebitz.classroom.animation.terminal import HELP, Picture, play
from kiebitz.classroom.theory.algorithms import ALGORITHMS
from kiebitz.classroom.theory.tartan_tree import tartan_tree

ANIMATION = animate(ALGORITHMS["alphabeta"], tartan_tree(), "Tartan's tree")
LAST = len(ANIMATION.steps)


def console(width=150, height=50, *, terminal=False):
    return Console(file=io.StringIO(), width=width, height=height, force_terminal=terminal, color_system=None)


def printed(width, index, rows=None):
    shown = console(width)
    shown.print(Picture(ANIMATION, width).draw(index, rows))
    return shown.file.getvalue()


def test_code_and_tree_stand_side_by_side_if_there_is_room():
    lines = printed(150, 16).splitlines()
    assert any("►" in line and "return watch.cut(v, b)" in line for line in lines)
    assert any("def alphabeta" in line and "b8-c6 5 = 0" in line for line in lines)
    assert "Node 7: MIN has −8 here" in printed(150, 16)
    assert "step 17 of 54   evaluations 3 of 16 leaves   v = 7   a = 0   b = −8" in printed(150, 16)


@pytest.mark.parametrize("width", [40, 80, 120, 250])
def test_any_width(width):
    text = printed(width, LAST - 1)
    assert "def alphabeta" in text
    assert "step 54 of 54" in " ".join(text.split())
    assert max(map(len, text.splitlines())) <= width


@pytest.mark.parametrize(("width", "rows"), [(150, 18), (80, 24), (60, 20)])
@pytest.mark.parametrize("index", [0, 16, LAST - 1])
def test_a_small_screen_shows_the_surroundings_of_what_is_current(width, rows, index):
    text = printed(width, index, rows)
    assert len(text.splitlines()) <= rows
    step = ANIMATION.steps[index]
    if step.line is not None:
        assert any(f"► {ANIMATION.code[step.line].text}"[: width - 4] in line for line in text.splitlines())
        assert re.search(rf"►(\S+ )?[□○]?{step.node}\b", text)


def seen(keys, start=0):
    """What the screen showed for a sequence of keys: the numbers of the steps."""
    shown = console(terminal=True)
    waiting = iter(keys)

    def read_key():
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    play(shown, ANIMATION, read_key, start=start)
    text = shown.file.getvalue()
    assert HELP in text
    return [int(part.split(" of ")[0]) for part in text.split("step ")[1:] if " of " in part[:7]]


def test_keys_lead_to_and_fro():
    assert seen([]) == [1]
    assert seen([" ", "\x1b[C", "\x1b[D", "x"]) == [1, 2, 3, 2, 2]
    assert seen(["\x1b[F", "n", "G", "g", "b"]) == [1, LAST, LAST, LAST, 1, 1]
    assert seen(["\x1b[B", "\x1b[A"]) == [1, 11, 1]
    assert seen(["q", " "]) == [1]
    assert seen([" "], start=LAST + 5) == [LAST, LAST]


def test_playing_goes_to_the_end(monkeypatch):
    monkeypatch.setattr("kiebitz.classroom.animation.terminal.PLAY_DELAY_S", 0)
    assert seen(["p"], start=LAST - 4) == [LAST - 3, LAST - 2, LAST - 1, LAST, LAST]
