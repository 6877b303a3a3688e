"""Games cut out of streams fed in pieces; what archives look like, tests/analysis/reading/test_archive.py shows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.core.pgn.cutter import GameCutter

PIECES = st.sampled_from(
    [
        b'[Event "A"]\n', b'[Event "B"]\n\n', b'[White "x\ny"]\n', b'[White\n"q"]', b"1. e4 e5 *\n", b"\n", b"\r\n",
        b"\r", b"{", b"}", b"{c}", b";", b"%x\n", b"1-0\n", b"1-", b"0", b" \t", b"[12. Nf3", b'[2nd "x"]', b"1 . e4",
        b"1...", b'"', b"\\", b'\\"', b"[", b"]", b"*", b"1/2-1/2", b"Nf6 2. d4", b"\xe4", b"0-1", b"[%clk 1]", b"\0",
        b'\n\n[Event "C"]\n', b'{\n\n[Event "D"]\n', b"\x1a",
    ]
)  # fmt: skip


def cut(data, size):
    cutter = GameCutter()
    games = [game for start in range(0, len(data), size) for game in cutter.feed(data[start : start + size])]
    return games + cutter.finish()


@given(st.lists(PIECES, max_size=40).map(b"".join), st.integers(1, 9))
def test_it_does_not_matter_how_a_stream_is_fed(data, size):
    games = cut(data, len(data) + 1)
    assert cut(data, size) == games
    plain = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").replace(b"\x1a", b"\n")
    at = 0
    for text, line, comment_line in games:
        before, at = at, plain.index(text, at)
        assert not plain[before:at].strip()
        assert line == plain.count(b"\n", 0, at) + 1
        assert comment_line == 0 or line <= comment_line <= line + text.count(b"\n")
        at += len(text)
    assert not plain[at:].strip()


@pytest.mark.parametrize(
    ("count", "ends"),
    [(2, [b"1-0", b"1-{c}0", b"{c} 1/2-1/2 \t{c}", b"Nf3 *", b"0-1 ; why"]), (1, [b"1- 0", b"11-0x"])],
)
def test_a_result_parts_games_without_tags(count, ends):
    for end in ends:
        assert len(cut(b"1. e4 " + end + b"\n\n2. d4", 100)) == count, end


def test_lines_are_counted():
    cutter = GameCutter()
    cutter.feed(b"\n\n1. e4\r\n\r\n*\r")
    assert cutter.lines == 5
    cutter.feed(b"\n\n")
    assert cutter.lines == 6


def test_the_longest_game_and_line():
    games = cut(b"x" * (35 << 20), 1 << 18)
    assert [len(text) for text, _, _ in games] == [(16 << 20) + (1 << 20), (16 << 20) + (1 << 20), 1 << 20]
    assert {line for _, line, _ in games} == {1}
    tag = b'[White "' + b"x" * (3 << 20) + b'"]\n[Black "Y"]\n\n*\n'
    assert [text for text, _, _ in cut(tag, 1 << 18)] == [tag]


def test_what_is_no_piece_is_refused():
    for wrong in ("text", None):
        with pytest.raises(TypeError):
            GameCutter().feed(wrong)


def test_a_comment_may_hold_a_game():
    held = b'1. e4 {as in\n\n[Event "A"]\n\n1. d4 0-1} e5 *\n\n'
    other = b'[Event "B"]\n\n1. d4 *\n'
    for size in (1, 7, 1000):
        assert [comment for _, _, comment in cut(held + other, size)] == [0, 0]
        for never_closed in (held.replace(b"}", b""), held.replace(b"}", b"{ } ")):
            assert [comment for _, _, comment in cut(never_closed + other, size)][:2] == [1, 0]


def test_a_comment_that_holds_more_than_a_game_was_never_closed():
    before, behind = b'1. e4 {\n\n[Event "A"]\n', b"}"
    for length, count in ((65_000, 1), (70_000, 2)):
        data = before + b"x\n" * (length // 2) + behind
        for size in (4_001, 1 << 20):
            assert len(cut(data, size)) == count
