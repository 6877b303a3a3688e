"""Files of positions lose nothing but a last block, and tell an empty file from a damaged one."""

import os
from contextlib import suppress

import numpy as np
import pytest

from kiebitz.arena.train.sample_file import BLOCK, MAGIC, POSITION, SampleFile, SampleFileError, read_positions


def some(count: int, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 256, count * POSITION.itemsize, np.uint8).view(POSITION)


@pytest.fixture
def path(tmp_path):
    with SampleFile(tmp_path / "games.positions") as file:
        file.append(some(10))
        file.append(some(20, 2))
    return tmp_path / "games.positions"


def test_what_is_appended_is_read(path):
    assert read_positions(path).tobytes() == some(10).tobytes() + some(20, 2).tobytes()
    with SampleFile(path) as file:
        assert (file.blocks, file.positions) == (2, 30)
        file.append(some(5, 3))
    assert len(read_positions(path)) == 35


def test_a_block_cut_off_anywhere_is_left_out_and_written_again(path):
    whole = path.read_bytes()
    second = len(MAGIC) + BLOCK.size + 10 * POSITION.itemsize
    for length in (*range(second, second + BLOCK.size + 2), len(whole) - 1):
        path.write_bytes(whole[:length])
        assert read_positions(path).tobytes() == some(10).tobytes()
        with SampleFile(path) as file:
            assert (file.blocks, file.positions) == (1, 10)
            file.append(some(20, 2))
        assert path.read_bytes() == whole


@pytest.mark.slow
def test_every_damaged_byte_is_seen(path):
    whole = path.read_bytes()
    kept = read_positions(path).tobytes()
    for index in range(len(whole)):
        damaged = bytearray(whole)
        damaged[index] ^= 0x10
        path.write_bytes(damaged)
        with suppress(SampleFileError):
            # Only the length of a block can be such that the rest of the file looks cut off.
            read = read_positions(path).tobytes()
            assert kept.startswith(read), index
            assert len(read) < len(kept)


def test_empty_files_hold_nothing(tmp_path):
    path = tmp_path / "empty"
    for data in (b"", MAGIC[:5], MAGIC):
        path.write_bytes(data)
        assert len(read_positions(path)) == 0
        with SampleFile(path) as file:
            file.append(some(3))
        assert len(read_positions(path)) == 3


def test_other_files_are_refused_and_stay(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("my notes about the endgame")
    with pytest.raises(SampleFileError, match=r"notes\.txt holds no training positions"):
        read_positions(path)
    with pytest.raises(SampleFileError):
        SampleFile(path)
    assert path.read_text() == "my notes about the endgame"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
def test_a_full_disk_is_an_error(path):
    with SampleFile(path) as file:
        real, file._file = file._file, open("/dev/full", "r+b", buffering=0)  # noqa: SIM115
        with pytest.raises(OSError, match="No space left"):
            file.append(some(4))
        file._file.close()
        file._file = real
    assert len(read_positions(path)) == 30
