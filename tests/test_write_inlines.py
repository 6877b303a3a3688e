"""What is inlined is written in Python, in the ``.py``, and completes the ``.pxd`` that machine code is made of."""

import re

import pytest

import write_inlines
from sources import CORE

BODY = re.compile(r"^ *cdef inline ", re.MULTILINE)


def test_no_body_is_written_by_hand():
    """A function with a body stands in the ``.py``, where every other one is; but for headers of C."""
    assert [
        path.name for path in CORE.rglob("*.pxd") if path.name != "machine.pxd" and BODY.search(path.read_text())
    ] == []


@pytest.fixture
def module(tmp_path):
    """Writes a module and says what its whole ``.pxd`` is."""

    def make(text: str, types: str | None = None) -> str:
        path = tmp_path / "a.py"
        path.write_text(text)
        if types is not None:
            path.with_suffix(".pxd").write_text(types)
        return write_inlines.written(path)

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
WHOLE_TYPES = """\
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

    cdef inline void next(self) noexcept nogil:
        if self.count < 9:
            self.count += doubled(1)

cdef int halved(int number) noexcept nogil

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
    with pytest.raises(write_inlines.InlineError, match=rf"a.py, .*{fault}"):
        module("import cython\n\n\n@cython.inline\ndef f" + body)


def test_what_is_inlined_is_gone_from_the_python_that_is_compiled_and_the_rest_stays_in_its_lines():
    text = "import cython\n\n\n@cython.inline\ndef f() -> None:\n    pass\n\n\nX = 1\n"
    assert write_inlines.left(text) == "import cython\n" + "\n" * 7 + "X = 1\n"


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


QUESTION = """
import cython
import cython.cimports.kiebitz.core.chess.answers as chess
import cython.cimports.kiebitz.core.shogi.answers as shogi
from cython.cimports.kiebitz.core.chess.answers import Move, Position
from cython.cimports.kiebitz.core.shogi.answers import ShogiPosition

Either = cython.fused_type(Position, ShogiPosition)


@cython.inline
def count(one: Either, move: Move) -> cython.int:
    \"\"\"Count.\"\"\"


@cython.inline
def turn(one: Either) -> None:
    \"\"\"Turn.\"\"\"
"""


def test_a_question_is_answered_by_the_module_of_each_type(module):
    written = module(QUESTION)
    assert written.endswith("""cdef inline int count(Either one, Move move) noexcept nogil:
    if Either is Position:
        return chess.count(one, move)
    else:
        return shogi.count(one, move)

cdef inline void turn(Either one) noexcept nogil:
    if Either is Position:
        chess.turn(one)
    else:
        shogi.turn(one)
""")
    for gone in (
        "import cython.cimports.kiebitz.core.shogi.answers as shogi\n",
        "Either = cython.fused_type(Position, ShogiPosition)\n",
    ):
        with pytest.raises(write_inlines.InlineError, match="count has no body"):
            module(QUESTION.replace(gone, ""))
