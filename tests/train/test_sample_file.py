"""Files of positions hold what was added; damage is told or refused."""

import numpy as np
import pytest

from kiebitz.train.block_file import BlockFileError
from kiebitz.train.sample_file import MAGIC, POSITION, SampleFile, position_blocks, read_positions


def some(count: int, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 256, count * POSITION.itemsize, np.uint8).view(POSITION)


@pytest.fixture
def path(tmp_path):
    with SampleFile(tmp_path / "games.positions") as file:
        for seed, count in enumerate((10, 20, 5)):
            file.add(some(count, seed))
    return tmp_path / "games.positions"


def test_what_is_added_is_read(path):
    assert read_positions(path).tobytes() == b"".join(some(*args).tobytes() for args in ((10, 0), (20, 1), (5, 2)))
    assert [len(block) for block in position_blocks(path, print)] == [10, 20, 5]
    with SampleFile(path) as file:
        assert (file.blocks, file.positions) == (3, 35)


def test_damage_is_told_or_refused(path):
    data = bytearray(path.read_bytes())
    data[len(MAGIC) + 200] ^= 1
    path.write_bytes(data)
    told = []
    assert read_positions(path, told.append).tobytes() == some(20, 1).tobytes() + some(5, 2).tobytes()
    assert len(told) == 1
    with pytest.raises(BlockFileError, match="damaged"):
        read_positions(path)


def test_an_empty_file_holds_none(tmp_path):
    with SampleFile(tmp_path / "empty"):
        pass
    assert len(read_positions(tmp_path / "empty")) == 0
