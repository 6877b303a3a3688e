"""Plain tags, held against those that ``analysis.tags`` mends."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kiebitz.analysis.reading.tags import read_tags, unescaped
from kiebitz.core.pgn.tags import plain_tags

PARTS = st.sampled_from(
    [
        *('[White "X"]', '[Black "Ä"]', "[A", ' "', '"]', '"', "]", "[", "\n", " "),
        *("\0", "\u00a0", "%x\n", "\\", '\\"', "1. e4", "x", "2nd"),
    ]
)


@example('[White "X"]\0[Black "Y"]')
@given(st.lists(PARTS, max_size=12).map("".join))
def test_plain_or_told_so(text):
    section = read_tags(text)
    plain = plain_tags(text)
    if plain is None:
        return
    assert plain == (unescaped(section.written), len(text[: section.end].encode()))
    assert section.faults == ()


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("", ({}, 0)),
        ('\n% x\n[White "X"]\t[Black  "Y" ]\n\n1. e4', ({"White": "X", "Black": "Y"}, 32)),
        ('[WhiteElo"2700"]', ({"WhiteElo": "2700"}, 16)),
        (f'[White "{"x" * 1000}"]', ({"White": "x" * 1000}, 1010)),
        *[(text, None) for text in (f'[White "{"x" * 1001}"]', f'[{"W" * 61} "x"]', '[White "a \\"b\\""]')],
        *[(text, None) for text in ('[White "a\nb"]', '[White "A"]\n[White "B"]', '[2nd "x"]', "[White]")],
        *[(text, None) for text in ('[White "X', '[White "X" x]')],
    ],
)
def test_what_is_plain(text, plain):
    assert plain_tags(text) == plain
