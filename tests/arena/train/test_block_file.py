"""Files of blocks lose nothing but the last block to an interruption, and nothing but what is hit to damage."""

import os

import pytest

from kiebitz.arena.train.block_file import HEAD, MARK, BlockFile, BlockFileError, Damage, read_blocks

MAGIC = b"Blocks of a test 1\n"
DATA = (b"first" * 20, b"second" * 10, MARK * 3, b"", b"last")
OVERHEAD = len(MARK) + HEAD.size


@pytest.fixture
def path(tmp_path):
    with BlockFile(tmp_path / "some.blocks", MAGIC) as file:
        for count, data in enumerate(DATA):
            file.append(count, data)
    return tmp_path / "some.blocks"


def read(path) -> tuple[list[tuple[int, int, bytes]], list[Damage]]:
    damages: list[Damage] = []
    return [(block.number, block.count, block.data) for block in read_blocks(path, MAGIC, damages.append)], damages


WHOLE = [(number, number, data) for number, data in enumerate(DATA)]


def test_what_is_appended_is_read(path):
    assert read(path) == (WHOLE, [])
    with BlockFile(path, MAGIC) as file:
        assert (file.blocks, file.things, file.next) == (5, 10, 5)
        file.append(7, b"more")
    assert read(path) == ([*WHOLE, (5, 7, b"more")], [])


@pytest.mark.check
def test_cut_off_anywhere_it_is_gone_on_with(path):
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        found, damages = read(path)
        assert not damages
        assert found == WHOLE[: len(found)]
        with BlockFile(path, MAGIC) as file:
            assert file.next == len(found)
            for count in range(len(found), len(DATA)):
                file.append(count, DATA[count])
        assert path.read_bytes() == whole


def test_damaged_anywhere_it_loses_what_is_hit_alone(path):
    """Each byte in turn: one block is lost, which is told unless it was the last, and a writer goes on behind."""
    whole = path.read_bytes()
    for at in range(len(MAGIC), len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x10]) + whole[at + 1 :])
        found, damages = read(path)
        assert len(found) == len(DATA) - 1
        assert [block for block in WHOLE if block in found] == found
        lost = next(number for number, block in enumerate(WHOLE) if block not in found)
        assert len(damages) == (lost < len(DATA) - 1)
        for damage in damages:
            assert damage.start <= at < damage.end
            assert str(path) in str(damage)
        with BlockFile(path, MAGIC) as file:
            file.append(9, b"behind")
        again, _ = read(path)
        assert again == [*found, (len(DATA) - (lost == len(DATA) - 1), 9, b"behind")]


def test_other_files_are_refused_and_stay(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("my notes about the endgame")
    with pytest.raises(BlockFileError, match=r"notes\.txt is no file of 'Blocks of a test 1'"):
        BlockFile(path, MAGIC)
    with pytest.raises(BlockFileError):
        list(read_blocks(path, MAGIC, print))
    assert path.read_text() == "my notes about the endgame"


def test_empty_files_hold_nothing(tmp_path):
    path = tmp_path / "empty"
    for data in (b"", MAGIC[:5], MAGIC):
        path.write_bytes(data)
        assert read(path) == ([], [])
        with BlockFile(path, MAGIC) as file:
            file.append(3, b"abc")
        assert read(path) == ([(0, 3, b"abc")], [])


def test_two_writers_are_told_apart(path):
    with BlockFile(path, MAGIC), pytest.raises(BlockFileError, match="another process is writing"):
        BlockFile(path, MAGIC)


def test_a_block_that_is_denied_goes_with_all_behind_it(path):
    with BlockFile(path, MAGIC, lambda block: block.number < 2) as file:
        assert file.next == 2
    assert read(path) == (WHOLE[:2], [])


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
def test_a_full_disk_is_an_error(path):
    with BlockFile(path, MAGIC) as file:
        real, file._file = file._file, open("/dev/full", "r+b", buffering=0)  # noqa: SIM115
        with pytest.raises(OSError, match="No space left"):
            file.append(4, b"much")
        file._file.close()
        file._file = real
    assert read(path) == (WHOLE, [])
