"""Blocks of memory: cleared whole by any number of threads, never read or written outside."""

import threading

import pytest

from kiebitz.core.table import memory
from kiebitz.core.table.memory import Memory

MEBIBYTE = 1 << 20


@pytest.mark.check
@pytest.mark.parametrize("cores", [1, 2, 3, 7])
def test_every_byte_is_cleared_whatever_the_number_of_threads(monkeypatch, cores):
    monkeypatch.setattr(memory, "usable_cores", lambda: cores)
    size = 224 * MEBIBYTE + 4096 + 8
    block = Memory(size)
    marks = [*range(0, size, 8 * MEBIBYTE), size - 8]
    for offset in marks:
        block.write(offset, b"\xff" * 8)
    block.clear()
    assert all(block.read(offset, 8) == bytes(8) for offset in marks)


def test_every_byte_is_cleared_where_the_system_refuses_threads(monkeypatch):
    def refuse(thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(memory, "usable_cores", lambda: 3)
    monkeypatch.setattr(threading.Thread, "start", refuse)
    block = Memory(224 * MEBIBYTE)
    marks = range(0, block.size, 8 * MEBIBYTE)
    for offset in marks:
        block.write(offset, b"\xff" * 8)
    block.clear()
    assert all(block.read(offset, 8) == bytes(8) for offset in marks)


@pytest.mark.parametrize("size", [8, 4096, 10 * MEBIBYTE, 10 * MEBIBYTE + 8, 32 * MEBIBYTE - 8, 100 * MEBIBYTE])
def test_what_was_written_is_cleared_however_much(size):
    block = Memory(size)
    block.clear_written()  # A new block is written all over.
    assert not any(block.read(0, min(size, MEBIBYTE)))
    marks = sorted({0, size // 3 // 8 * 8, size - 8})
    for offset in marks:
        block.write(offset, b"\xff" * 8)
    block.clear_written()
    assert all(block.read(offset, 8) == bytes(8) for offset in marks)
    block.write(0, b"\xff" * size)
    block.clear_written()
    assert not any(block.read(0, size))


def test_what_is_written_is_read():
    block = Memory(4096)
    block.write(8, bytes(range(64)))
    assert block.read(8, 64) == bytes(range(64))
    assert block.read(4096, 0) == b""


@pytest.mark.parametrize(("offset", "size"), [(0, 4104), (4096, 8), (4104, 0), (1, 8), (0, 7), (1 << 63, 8)])
def test_nothing_outside_the_block_or_across_words_is_touched(offset, size):
    block = Memory(4096)
    with pytest.raises(IndexError, match="in words of 8"):
        block.read(offset, size)
    with pytest.raises(IndexError, match="in words of 8"):
        block.write(offset, bytes(size))
    with pytest.raises(IndexError):
        block.clear_between(offset, offset + max(size, 5000))


def test_what_the_system_does_not_have_is_refused():
    with pytest.raises(MemoryError, match="MB"):
        Memory(1 << 46)


def test_what_is_freed_counts_as_available(monkeypatch):
    monkeypatch.setattr(memory, "available_bytes", lambda: 3 * MEBIBYTE)
    with pytest.raises(MemoryError, match="4 MB are more than the 3 MB available"):
        Memory(4 * MEBIBYTE)
    assert Memory(4 * MEBIBYTE, MEBIBYTE).size == 4 * MEBIBYTE
