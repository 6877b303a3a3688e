"""The transposition table: finding again, mate distances, replacement, size."""

import pytest

from kiebitz.core.chess.position import Position
from kiebitz.core.table import memory
from kiebitz.core.table.design import TableDesign
from kiebitz.core.table.table import Table
from kiebitz.core.value import KNOWN_WIN, LONGEST_MATE, MATE

UPPER, LOWER, EXACT = 1, 2, 3


def test_what_is_stored_is_found():
    table = Table(1)
    table.remember(0x123456789ABCDEF0, value=-77, depth=9, bound=LOWER, move=1234, evaluation=15, pv=True)
    found = table.look_up(0x123456789ABCDEF0)
    assert found == {"move": 1234, "value": -77, "evaluation": 15, "depth": 9, "bound": LOWER, "pv": True}
    assert table.look_up(0x123456789ABCDEF1) is None


@pytest.mark.parametrize("sign", [1, -1])
def test_mates_are_counted_from_the_stored_position(sign):
    table = Table(1)
    # Mate 7 plies from the root, found 4 plies below it: 3 plies from the position itself.
    table.remember(99, value=sign * (MATE - 7), depth=5, bound=EXACT, ply=4)
    assert table.look_up(99, ply=4)["value"] == sign * (MATE - 7)
    assert table.look_up(99, ply=10)["value"] == sign * (MATE - 13)
    assert table.look_up(99, ply=0)["value"] == sign * (MATE - 3)


@pytest.mark.parametrize("design", [TableDesign(), TableDesign(policy="always")])
@pytest.mark.parametrize("sign", [1, -1])
def test_a_mate_too_far_from_the_root_is_a_win_and_no_number_of_centipawns(design, sign):
    table = Table(1, design)
    table.remember(99, value=sign * (MATE - 100), depth=5, bound=EXACT)
    assert table.look_up(99, ply=MATE - LONGEST_MATE - 100)["value"] == sign * LONGEST_MATE
    assert table.look_up(99, ply=MATE - LONGEST_MATE - 99)["value"] == sign * KNOWN_WIN
    assert table.look_up(99, ply=120)["value"] == sign * KNOWN_WIN


def test_the_least_worth_of_a_full_cluster_goes():
    table = Table(1)
    # The same high bits choose the same cluster; the low 16 bits tell the entries apart.
    for low, depth in ((1, 10), (2, 4), (3, 8)):
        table.remember(low, value=0, depth=depth, bound=EXACT)
    table.remember(4, value=0, depth=6, bound=EXACT)
    assert [table.look_up(low) is not None for low in (1, 2, 3, 4)] == [True, False, True, True]
    table.advance()
    table.remember(5, value=0, depth=1, bound=EXACT)
    table.remember(6, value=0, depth=1, bound=EXACT)
    assert table.look_up(1) is not None
    assert table.look_up(3) is None, "8 plies less one generation of age is worth less than 1"


def test_use_may_count_every_entry_among_the_first_thousand():
    table = Table(1, TableDesign(hashfull="used"))
    # One entry in each of the first 100 of the 32,768 clusters.
    for cluster in range(100):
        table.remember(-(-(cluster << 64) // 32768), value=0, depth=1, bound=EXACT)
    table.advance()
    assert table.hashfull() == 100


def test_a_position_stands_for_its_key():
    table = Table(1)
    position = Position()
    table.remember(position, value=-5, depth=2, bound=LOWER)
    assert table.look_up(position) is not None
    assert table.look_up(position) == table.look_up(position.hash_key)
    assert table.counts() is None


def test_a_table_takes_another_design():
    table = Table(2)
    table.remember(42, value=1, depth=1, bound=EXACT)
    for design in (TableDesign(policy="always", verify="count"), TableDesign(index="and"), TableDesign()):
        table.resize(1, design)
        assert table.design == design
        assert table.look_up(Position()) is None
        table.remember(Position(), value=1, depth=1, bound=EXACT)
        table.advance()
        assert table.look_up(Position()) is not None
        with pytest.raises(MemoryError):
            table.resize(1 << 20, TableDesign(key_bits=20))
        assert table.design == design
        assert table.look_up(Position()) is not None
        table.resize(2)
        assert (table.design, table.size_mb, table.generation) == (design, 2, 0)


def test_positions_kept_beside_the_entries_count_as_memory(monkeypatch):
    monkeypatch.setattr(memory, "available_bytes", lambda: 20 << 20)
    assert Table(10).size_mb == 10
    with pytest.raises(MemoryError, match="35 MB"):
        Table(10, TableDesign(verify="count"))


def test_a_table_adopts_another():
    table, other = Table(1), Table(2)
    table.remember(42, value=1, depth=1, bound=EXACT)
    other.remember(43, value=2, depth=2, bound=EXACT)
    table.adopt(other, generation=5)
    assert (table.size_mb, other.size_mb) == (2, 1)
    assert table.generation == 5
    assert table.look_up(43) is not None
    assert table.look_up(42) is None
    assert other.look_up(42) is not None
    with pytest.raises(ValueError, match="design"):
        table.adopt(Table(1, TableDesign(policy="depth")), generation=0)
    with pytest.raises(ValueError, match="generation"):
        table.adopt(other, generation=32)


def test_impossible_sizes_are_refused_and_the_old_table_stays():
    table = Table(2)
    table.remember(42, value=1, depth=1, bound=EXACT)
    with pytest.raises(ValueError, match="choose 1 to"):
        table.resize(0)
    with pytest.raises((ValueError, MemoryError), match="MB"):
        table.resize(1 << 40 >> 20)
    assert table.size_mb == 2
    assert table.look_up(42) is not None
    table.resize(1)
    assert table.look_up(42) is None
