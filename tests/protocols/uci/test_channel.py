"""Bytes to lines and lines to bytes."""

import io
import threading

from hypothesis import given
from hypothesis import strategies as st

from kiebitz.protocols.uci import channel
from kiebitz.protocols.uci.channel import LineWriter, read_lines


class Trickle:
    """A source that yields the chunks it was given, as a pipe does."""

    def __init__(self, chunks):
        self.chunks = list(chunks)

    def read1(self, size):
        return self.chunks.pop(0) if self.chunks else b""


def lines_of(*chunks):
    return [line for line in read_lines(Trickle(chunks)) if line != ""]


def test_line_ends_of_all_systems():
    assert lines_of(b"uci\nisready\r\ngo\rstop") == ["uci", "isready", "go", "stop"]
    assert lines_of(b"uci\r", b"\nisr", b"eady", b"\n") == ["uci", "isready"]


def test_a_lone_carriage_return_ends_a_line_at_once():
    source = Trickle([b"uci\r"])
    assert next(read_lines(source)) == "uci"


class Poor(io.BytesIO):
    """A source that has memory for a few bytes at most, and for none at first."""

    refusals = 3

    def read1(self, size):
        if self.refusals or size > channel.FEW_BYTES:
            self.refusals = max(0, self.refusals - 1)
            raise MemoryError
        return super().read1(size)


def test_without_memory_input_waits():
    source = Poor(b"uci\n" * 500)
    assert list(read_lines(source)) == ["uci"] * 500
    assert source.refusals == 0


def test_odd_bytes_become_text():
    assert lines_of(b"\xff\xfe uci\n") == ["�� uci"]
    assert lines_of(b"\xef\xbb\xbfuci\n") == ["uci"]
    assert lines_of("position fen ♔".encode()) == ["position fen ♔"]


def test_an_endless_line_is_dropped_and_said(monkeypatch):
    monkeypatch.setattr(channel, "MAX_LINE_BYTES", 10)
    assert lines_of(b"x" * 8, b"x" * 8, b"x" * 8, b"\nuci\n") == [None, "uci"]
    assert lines_of(b"x" * 11) == [None]
    assert lines_of(b"x" * 10) == ["x" * 10]
    assert lines_of(b"x" * 11 + b"\n" + b"y" * 10 + b"\n") == [None, "y" * 10]


@given(st.lists(st.binary(min_size=1, max_size=20), max_size=10))
def test_chunks_make_no_difference(chunks):
    assert lines_of(*chunks) == lines_of(b"".join(chunks)) or not chunks


def test_lines_of_one_call_stay_together():
    target = io.BytesIO()
    writer = LineWriter(target)
    threads = [threading.Thread(target=lambda n=n: [writer.say(f"a{n}", f"b{n}") for _ in range(200)]) for n in "1234"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    lines = target.getvalue().decode().splitlines()
    assert len(lines) == 1600
    assert all(first[1] == second[1] for first, second in zip(lines[::2], lines[1::2], strict=True))


def test_a_reader_that_has_gone_is_noticed():
    class Gone(io.BytesIO):
        def flush(self):
            raise BrokenPipeError

    writer = LineWriter(Gone())
    assert not writer.is_closed
    writer.say("uciok")
    assert writer.is_closed
    writer.say("uciok")
