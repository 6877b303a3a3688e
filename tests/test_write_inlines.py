"""What is inlined is written in Python, in the ``.py``; the ``.pxd`` that machine code is made of says the same."""

import ast
import re
from pathlib import Path

import pytest

import write_inlines
from sources import CORE

BODY = re.compile(r"^ *cdef inline .*?noexcept nogil:", re.MULTILINE | re.DOTALL)


def inlined(path: Path) -> int:
    """How many functions a module marks."""
    return sum(
        write_inlines.is_inline(node) for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.stmt)
    )


@pytest.mark.check
def test_what_is_inlined_is_up_to_date():
    """Else somebody changed the ``.pxd``, or the ``.py`` and built nothing."""
    for path in CORE.rglob("*.py"):
        text = write_inlines.written(path)
        assert text is None or text == path.with_suffix(".pxd").read_text(), f"{path}: run tools/write_inlines.py"


@pytest.mark.check
def test_no_body_is_written_by_hand():
    """Every function with a body in a ``.pxd`` is one that a ``.py`` marks."""
    by_hand = {
        str(path.relative_to(CORE)): len(BODY.findall(path.read_text()))
        - (inlined(path.with_suffix(".py")) if path.with_suffix(".py").exists() else 0)
        for path in CORE.rglob("*.pxd")
    }
    assert {name: count for name, count in by_hand.items() if count} == {}


@pytest.fixture
def module(tmp_path, monkeypatch):
    """Writes a module of a core of its own and says what its ``.pxd`` becomes."""
    monkeypatch.setattr(write_inlines, "CORE", tmp_path / "src" / "kiebitz" / "core")

    def make(text: str, pxd: str = "# Inlined whole: a.py is no module of its own.\n") -> str:
        path = write_inlines.CORE / "a.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.with_suffix(".pxd").write_text(pxd)
        assert write_inlines.write(write_inlines.CORE) == [path.with_suffix(".pxd")]
        assert write_inlines.write(write_inlines.CORE) == [], "a second time there is nothing to do"
        return path.with_suffix(".pxd").read_text()

    return make


WHOLE_MODULE = '''"""A module."""

import cython
from cython.cimports.kiebitz.core.value import MATE, is_mate

# A number of bits.
WIDTH = 3
LIMIT = 1 << WIDTH

# Pounds and pence.
Sum = cython.typedef(cython.uint)
Purse = cython.struct(
    coins=Sum[LIMIT],  # the larger first
    owner=cython.pointer(cython.short),
)


@cython.inline
def worth(purse: cython.pointer(Purse), spent: cython.int, is_open: cython.bint) -> cython.int:
    """What is left."""
    total: Sum = cython.cast(Sum, spent + 1)
    index: cython.int
    # Whatever is spent counts.
    for index in range(LIMIT):
        total += purse.coins[index] if is_open else cython.cast(cython.short, MATE)
    return weigh(cython.address(purse.coins[cython.cast(cython.uchar, total)]), cython.NULL)
'''
WHOLE_TYPES = """# Inlined whole: a.py is no module of its own.

# Written by tools/write_inlines.py from a.py; change it there.

from kiebitz.core.value cimport MATE, is_mate

cdef enum:
    # A number of bits.
    WIDTH = 3
    LIMIT = 1 << WIDTH

# Pounds and pence.
ctypedef unsigned int Sum

cdef struct Purse:
    Sum[LIMIT] coins  # the larger first
    short* owner

cdef inline int worth(Purse* purse, int spent, bint is_open) noexcept nogil:
    cdef Sum total = <Sum>(spent + 1)
    cdef int index
    # Whatever is spent counts.
    for index in range(LIMIT):
        total += purse.coins[index] if is_open else <short>MATE
    return weigh(&purse.coins[<unsigned char>total], NULL)
"""


def test_a_module_in_which_everything_is_inlined(module):
    assert module(WHOLE_MODULE) == WHOLE_TYPES


def test_methods_stand_at_the_end_of_their_class_and_functions_at_the_end_of_all(module):
    text = '''"""A module."""

import cython


@cython.inline
def doubled(number: cython.int) -> cython.int:
    """Twice as much."""
    return 2 * number


def halved(number):
    """Not inlined."""
    return number // 2


class Counter:
    """Counts."""

    @cython.inline
    def next(self) -> None:
        """Count."""
        if self.count < 9:
            self.count += doubled(1)

    def reset(self):
        """Not inlined."""
        self.count = 0
'''
    hand = """cdef class Counter:
    cdef int count

    cdef void reset(self) noexcept nogil

cdef int halved(int number) noexcept nogil
"""
    written = module(text, hand)
    assert (
        written
        == """cdef class Counter:
    cdef int count

    cdef void reset(self) noexcept nogil

    # Written by tools/write_inlines.py from a.py; change it there.

    cdef inline void next(self) noexcept nogil:
        if self.count < 9:
            self.count += doubled(1)

cdef int halved(int number) noexcept nogil

# Written by tools/write_inlines.py from a.py; change it there.

cdef inline int doubled(int number) noexcept nogil:
    return 2 * number
"""
    )


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ('(x: cython.int):\n    """D."""\n    return x\n', "a type is missing"),
        ('(x) -> cython.int:\n    """D."""\n    return x\n', "a type is missing"),
        ("(x: cython.int) -> cython.int:\n    return x\n", "line 5: f needs a docstring"),
        (
            '(x: cython.int) -> cython.int:\n    """D."""\n    if x:\n        y: cython.int = 1\n',
            "line 8: give a variable",
        ),
        (
            '(x: cython.int) -> cython.int:\n    """D."""\n    return cython.typeof(x)\n',
            "line 7: cython.typeof is not known",
        ),
    ],
)
def test_what_cannot_be_inlined_says_why(module, body, fault):
    with pytest.raises(write_inlines.InlineError, match=rf"src/kiebitz/core/a.py, .*{fault}"):
        module("import cython\n\n\n@cython.inline\ndef f" + body)


def test_a_fused_type_and_modules_by_their_full_names(module):
    """What is compiled once for each of two types asks each by a file of its own."""
    text = '''"""A module."""

import cython

import cython.cimports.kiebitz.core.chess.answers as chess
from cython.cimports.kiebitz.core.chess.position import Position

Either = cython.fused_type(Position, cython.int)


@cython.inline
def asked(one: Either) -> cython.int:
    """Ask."""
    if Either is Position:
        return chess.asked(one)
    else:
        return one
'''
    written = module(text)
    assert "cimport kiebitz.core.chess.answers as chess\n" in written
    assert "ctypedef fused Either:\n    Position\n    int\n" in written
    assert "cdef inline int asked(Either one) noexcept nogil:\n    if Either is Position:\n" in written
