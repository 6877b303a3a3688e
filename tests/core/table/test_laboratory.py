"""The laboratory's table: every design finds what it stored; keys, indexes, verification, torn entries."""

import random
from functools import cache

import pytest

from kiebitz.core import parameters
from kiebitz.core.chess.notation import legal_moves, push
from kiebitz.core.chess.position import Position
from kiebitz.core.search.iterative_deepening import think
from kiebitz.core.search.limits import SearchLimits
from kiebitz.core.search.shared import Shared
from kiebitz.core.search.worker import Worker
from kiebitz.core.table.design import INDEXES, POLICIES, VERIFICATIONS, ProbeCounts, TableDesign
from kiebitz.core.table.table import Table
from kiebitz.core.value import MATE
from kiebitz.engine.table_view import TableView

LOWER, EXACT = 2, 3
ENTRY_BYTES = 16
BOARD_BYTES = 40
# Where kings and rooks go out and come home, with other rights.
ROOKS_AND_KINGS = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


@cache
def random_positions(number):
    """Different positions from random games."""
    rng = random.Random(7)
    found = {}
    while len(found) < number:
        position = Position()
        for _ in range(60):
            moves = legal_moves(position)
            if not moves:
                break
            push(position, rng.choice(moves))
            found[position.hash_key] = position.copy()
    return list(found.values())[:number]


def entries_of(table, block=0, size=ENTRY_BYTES):
    """The entries of a block that are not all zero, by number."""
    content = bytes(table.blocks[block].read(0, table.blocks[block].size))
    parts = {start // size: content[start : start + size] for start in range(0, len(content), size)}
    return {number: part for number, part in parts.items() if any(part)}


def only_entry(table):
    ((number, _),) = entries_of(table).items()
    return number


def searched(table, fen, depth=7):
    """Nodes and lines of a search on a table."""
    shared = Shared()
    worker = Worker(table, shared)
    worker.configure(parameters.defaults())
    worker.prepare(Position(fen), SearchLimits(depth=depth))
    think(worker)
    return shared.node_count, [line.moves for line in worker.results()]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("index", INDEXES)
@pytest.mark.parametrize("key_bits", [16, 64])
def test_what_is_stored_is_found(policy, index, key_bits):
    table = Table(1, TableDesign(policy=policy, index=index, key_bits=key_bits))
    for number, position in enumerate(random_positions(300)):
        stored = {"value": number, "depth": 3, "bound": LOWER, "move": 4321, "evaluation": -number, "pv": True}
        table.remember(position, **stored)
        assert table.look_up(position) == stored
        assert table.look_up(position.hash_key) == stored


@pytest.mark.parametrize("index", [*INDEXES, None])
def test_a_bucket_s_number_is_where_the_entry_is_found(index):
    design = TableDesign() if index is None else TableDesign(index=index, bucket=3, entries=99)
    for position in random_positions(20):
        table = Table(1, design)
        table.remember(position, value=1, depth=1, bound=EXACT)
        (entry,) = TableView(table, Position).sample()
        assert table.bucket_of(position) == table.bucket_of(position.hash_key) == entry["bucket"]


@pytest.mark.parametrize("index", INDEXES)
@pytest.mark.parametrize("independent_index", [True, False])
@pytest.mark.parametrize("neighbours", [True, False])
@pytest.mark.parametrize("key_bits", [1, 8, 64])
def test_every_index_stays_inside_the_table_and_spreads(index, independent_index, neighbours, key_bits):
    design = TableDesign(index=index, independent_index=independent_index, neighbours=neighbours, key_bits=key_bits)
    table = Table(1, design)
    rng = random.Random(1)
    for key in [0, (1 << 64) - 1, *(rng.getrandbits(64) for _ in range(500))]:
        table.remember(key, value=1, depth=1, bound=EXACT)
        assert table.look_up(key) is not None
    if independent_index and key_bits > 1:
        # 500 keys on 16,384 buckets or more: few fall together.
        assert len(entries_of(table)) > 480


def test_an_index_from_the_kept_bits_protects_from_nothing():
    """The article's point: key and index must be independent. Here 1,000 keys that agree in 16 bits meet each other."""
    rng = random.Random(2)
    keys = [rng.getrandbits(48) << 16 | 0xBEEF for _ in range(1000)]
    met = {}
    for independent in (True, False):
        table = Table(1, TableDesign(index="and", independent_index=independent, policy="always"))
        table.remember(keys[0], value=1, depth=1, bound=EXACT)
        met[independent] = sum(table.look_up(key) is not None for key in keys[1:])
    assert met[True] < 10
    assert met[False] == 999


@pytest.mark.parametrize("index", INDEXES)
@pytest.mark.parametrize("key_bits", [1, 64])
def test_an_index_of_its_own_codes_finds_and_spreads(index, key_bits):
    table = Table(1, TableDesign(policy="always", index=index, key_bits=key_bits, own_index_codes=True))
    positions = random_positions(300)
    for position in positions:
        table.remember(position, value=1, depth=1, bound=EXACT)
        assert table.look_up(position) is not None
    # 300 positions on 65,536 entries: few fall together, however few bits are kept.
    assert len(entries_of(table)) > 290


def test_an_index_of_its_own_codes_is_the_same_by_whatever_order_and_another_for_the_other_side():
    places = []
    for moves in (["g1f3", "g8f6", "b1c3"], ["b1c3", "g8f6", "g1f3"], ["g1f3", "b8c6", "b1c3"]):
        position = Position()
        for move in moves:
            push(position, move)
        table = Table(1, TableDesign(policy="always", own_index_codes=True))
        table.remember(position, value=1, depth=1, bound=EXACT)
        places.append(only_entry(table))
    assert places[0] == places[1] != places[2]
    sides = []
    for side in "wb":
        table = Table(1, TableDesign(policy="always", own_index_codes=True))
        table.remember(Position(f"4k3/8/8/8/8/8/4P3/4K3 {side} - - 0 1"), value=1, depth=1, bound=EXACT)
        sides.append(only_entry(table))
    assert sides[0] != sides[1]


@pytest.mark.parametrize(("policy", "entries", "there"), [("always", 50, 50), ("buckets", 48, 48), ("two_tier", 9, 8)])
def test_a_table_of_so_many_entries(policy, entries, there):
    table = Table(1, TableDesign(policy=policy, entries=entries, hashfull="used"))
    assert table.entries == there
    assert table.blocks[0].size >= there * ENTRY_BYTES
    for position in random_positions(500):
        table.remember(position, value=1, depth=1, bound=EXACT)
    assert len(entries_of(table)) == there
    assert table.hashfull() == 1000


def test_no_more_entries_than_the_size_has():
    assert Table(1, TableDesign(policy="always", entries=1 << 30)).entries == 1 << 16


@pytest.mark.parametrize("size_mb", [1, 3, 5])
def test_and_needs_a_power_of_two(size_mb):
    table = Table(size_mb, TableDesign(index="and", policy="always"))
    assert table.entries.bit_count() == 1
    assert size_mb << 15 < table.entries <= size_mb << 16
    assert Table(size_mb, TableDesign(index="mod", policy="always")).entries == size_mb << 16


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("policy", POLICIES)
def test_mates_are_counted_from_the_stored_position(policy, sign):
    table = Table(1, TableDesign(policy=policy, key_bits=64))
    table.remember(99, value=sign * (MATE - 7), depth=5, bound=EXACT, ply=4)
    assert table.look_up(99, ply=10)["value"] == sign * (MATE - 13)


# ------------------------------------------------------------------ the reduced key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1"),
    ],
)
def test_a_reduced_key_ignores_castling_and_en_passant(one, other):
    one, other = Position(one), Position(other)
    whole = Table(1, TableDesign(key_bits=64))
    whole.remember(one, value=1, depth=1, bound=EXACT)
    assert whole.look_up(other) is None
    reduced = Table(1, TableDesign(key_bits=64, key="reduced"))
    reduced.remember(one, value=1, depth=1, bound=EXACT)
    assert reduced.look_up(other) is not None
    counting = Table(1, TableDesign(key_bits=64, key="reduced", verify="count"))
    counting.remember(one, value=1, depth=1, bound=EXACT)
    assert counting.look_up(one) is not None
    assert counting.look_up(other) is not None
    assert counting.counts() == ProbeCounts(probes=2, hits=2, false_hits=0, rights_hits=1)
    strict = Table(1, TableDesign(key_bits=64, key="reduced", verify="reject"))
    strict.remember(one, value=1, depth=1, bound=EXACT)
    assert strict.look_up(other) is None


def test_a_reduced_key_tells_men_and_mover_apart():
    table = Table(1, TableDesign(key_bits=64, key="reduced"))
    table.remember(Position("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), value=1, depth=1, bound=EXACT)
    assert table.look_up(Position("4k3/8/8/8/8/8/8/R3K3 b Q - 0 1")) is None
    assert table.look_up(Position("4k3/8/8/8/8/8/8/1R2K3 w - - 0 1")) is None


@pytest.mark.parametrize("design", [{"key": "reduced"}, {"verify": "count"}, {"own_index_codes": True}])
def test_a_bare_key_is_refused_where_it_is_not_enough(design):
    with pytest.raises(ValueError, match="osition"):
        Table(1, TableDesign(**design)).look_up(5)
    with pytest.raises(ValueError, match="osition"):
        Table(1, TableDesign(**design)).remember(5, value=1, depth=1, bound=EXACT)


# ------------------------------------------------------------------ verification


@pytest.mark.parametrize("verify", VERIFICATIONS)
def test_a_planted_collision_is_counted(verify):
    """Another position's result under this one's key, in this one's place, as chance would put it there."""
    design = TableDesign(key_bits=20, verify=verify)
    mine, others = random_positions(2)
    table, source = Table(1, design), Table(1, design)
    table.remember(mine, value=1, depth=1, bound=EXACT)
    source.remember(others, value=2, depth=2, bound=EXACT)
    place, origin = only_entry(table), only_entry(source)
    key = bytes(table.blocks[0].read(place * ENTRY_BYTES, 8))
    data = bytes(source.blocks[0].read(origin * ENTRY_BYTES + 8, 8))
    table.blocks[0].write(place * ENTRY_BYTES, key + data)
    if verify == "off":
        assert table.look_up(mine)["value"] == 2
        assert table.counts() is None
        return
    assert table.look_up(mine)["value"] == 2, "its board is still the right one"
    assert table.counts() == ProbeCounts(1, 1, 0, 0)
    board = bytes(source.blocks[1].read(origin * BOARD_BYTES, BOARD_BYTES))
    table.blocks[1].write(place * BOARD_BYTES, board)
    found = table.look_up(mine)
    assert table.counts() == ProbeCounts(2, 2, 1, 0)
    assert (found is None) == (verify == "reject")
    table.clear()
    assert table.counts() == ProbeCounts(0, 0, 0, 0)


@pytest.mark.parametrize("policy", POLICIES)
def test_the_position_beside_the_entry_is_the_entrys(policy):
    """Whatever a policy moves or keeps: with the whole key kept there is no false hit."""
    table = Table(1, TableDesign(policy=policy, key_bits=64, verify="count", index="mod"))
    positions = random_positions(500)
    rng = random.Random(3)
    for _ in range(3):
        table.advance()
        for position in positions:
            table.remember(position, value=0, depth=rng.randrange(20), bound=LOWER)
            table.look_up(rng.choice(positions))
    counts = table.counts()
    assert counts.probes == 1500
    assert counts.hits > 250
    assert counts.false_hits == counts.rights_hits == 0


def test_a_narrow_key_errs_about_as_often_as_chance_says():
    """Four bits: of the entries met in a bucket, about one in sixteen looks right."""
    table = Table(1, TableDesign(key_bits=4, verify="reject", policy="always", entries=2048))
    positions = random_positions(2000)
    for position in positions[:1000]:
        table.remember(position, value=0, depth=1, bound=EXACT)
    for position in positions[1000:]:
        assert table.look_up(position) is None
    expected = 1000 * len(entries_of(table)) / table.entries / 16
    assert expected / 2 < table.counts().false_hits < expected * 2


# ------------------------------------------------------------------ torn entries


@pytest.mark.parametrize(("policy", "recognised"), [("lockless", False), ("buckets", True)])
def test_a_torn_entry_is_recognised_by_the_xor(policy, recognised):
    """One thread's key beside another's data, as two writers can leave it."""
    design = TableDesign(policy=policy, key_bits=64)
    table, source = Table(1, design), Table(1, design)
    position = Position()
    table.remember(position, value=100, depth=5, bound=EXACT)
    source.remember(position, value=-900, depth=9, bound=LOWER)
    place = only_entry(table)
    assert only_entry(source) == place
    table.blocks[0].write(place * ENTRY_BYTES + 8, bytes(source.blocks[0].read(place * ENTRY_BYTES + 8, 8)))
    assert (table.look_up(position) is not None) == recognised


# ------------------------------------------------------------------ in the search


@pytest.mark.parametrize(
    ("one", "other"),
    [
        # As many buckets of three in 48 bytes as clusters of three in 32: every probe has the same answer.
        ((2, {}), (3, {"bucket": 3})),
        # The XOR changes no search, nor does counting.
        ((1, {"policy": "lockless"}), (1, {"bucket": 4})),
        ((1, {"key_bits": 24}), (1, {"key_bits": 24, "verify": "count"})),
    ],
)
def test_what_changes_no_answer_changes_no_search(one, other):
    tables = [Table(size_mb, TableDesign(**design)) for size_mb, design in (one, other)]
    assert tables[0].entries == tables[1].entries
    assert searched(tables[0], KIWIPETE, 6) == searched(tables[1], KIWIPETE, 6)
    assert tables[0].hashfull() == tables[1].hashfull()


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("key", ["whole", "reduced"])
def test_every_design_searches(policy, key):
    table = Table(1, TableDesign(policy=policy, key_bits=48, key=key, verify="count"))
    nodes, lines = searched(table, ROOKS_AND_KINGS, depth=14)
    assert nodes > 1000
    assert lines[0][0] in legal_moves(Position(ROOKS_AND_KINGS))
    counts = table.counts()
    assert counts.probes > 1000
    assert counts.hits > 100
    assert counts.false_hits == 0
    assert (counts.rights_hits > 0) == (key == "reduced")


@pytest.mark.parametrize("layout", [{}, {"policy": "depth"}, {"neighbours": True}])
def test_use_is_counted_by_either_rule(layout):
    recent, used = Table(1, TableDesign(**layout)), Table(1, TableDesign(hashfull="used", **layout))
    for table in (recent, used):
        # Eight for each of the first thousand places.
        for number in range(8192):
            table.remember(number << 46 | (number % 8 + 1), value=0, depth=1, bound=EXACT)
        assert table.hashfull() > 800
        table.advance()
    assert recent.hashfull() == 0, "nothing is of this search"
    assert used.hashfull() > 800, "but all of it is in use"
    used.clear()
    assert used.hashfull() == 0
