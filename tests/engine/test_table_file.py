"""Tables in files: what was saved is loaded; what is damaged or doesn't fit is refused, and the old table stays."""

import json
import random
from hashlib import blake2b

import pytest

from kiebitz import Engine, Limit, ShogiEngine
from kiebitz.core.table.design import POLICIES, TableDesign
from kiebitz.core.table.table import Table
from kiebitz.engine.table_file import DIGEST_BYTES, MAGIC, TableFileError, load_table, save_table

EXACT = 3
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
DESIGNS = [
    TableDesign(),
    TableDesign(index="and", policy="lockless", bucket=3),
    TableDesign(neighbours=True),
    TableDesign(verify="count"),
    *(TableDesign(policy=policy, key_bits=33) for policy in POLICIES),
]


def filled(size_mb, design=None, searches=3):
    table = Table(size_mb, design)
    rng = random.Random(9)
    for _ in range(searches):
        table.advance()
        for key in (rng.getrandbits(64) for _ in range(1000)):
            if table.design.verify == "off":
                table.remember(key, value=rng.randint(-99, 99), depth=rng.randrange(30), bound=EXACT, move=77)
    return table


def contents(table):
    return [bytes(block.read(0, block.size)) for block in table.blocks]


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "saved.table"
    save_table(filled(1), path)
    return path


@pytest.mark.parametrize("design", DESIGNS, ids=str)
def test_what_is_saved_is_loaded(tmp_path, design):
    path = tmp_path / "a.table"
    table = filled(3, design)
    save_table(table, path)
    other = filled(1, design, searches=7)
    load_table(other, path)
    assert contents(other) == contents(table)
    assert (other.size_mb, other.generation, other.entries) == (3, 3, table.entries)
    other.advance()
    assert other.generation == 4
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.table"]


def test_the_rule_by_which_use_is_counted_does_not_matter(tmp_path):
    table = filled(1, TableDesign(hashfull="used"))
    save_table(table, tmp_path / "a.table")
    other = Table(1)
    load_table(other, tmp_path / "a.table")
    assert contents(other) == contents(table)
    assert other.design == TableDesign()


def test_any_changed_byte_is_found(saved):
    good = saved.read_bytes()
    rng = random.Random(4)
    known = {0: "no table of Kiebitz", len(MAGIC) + 2: "damaged", 5000: "checksum", len(good) - DIGEST_BYTES - 1: "sum"}
    anywhere = [*range(0, 600, 60), *(rng.randrange(len(good)) for _ in range(5)), len(good) - 1]
    for position, remedy in (dict.fromkeys(anywhere, "") | known).items():
        content = bytearray(good)
        content[position] ^= 1 << rng.randrange(8)
        saved.write_bytes(content)
        refused(saved, remedy)


def test_a_file_cut_short_or_longer_or_with_nonsense_for_a_header_is_refused(saved):
    good = saved.read_bytes()
    for size in (0, 5, len(MAGIC), 200, 5000, 1 << 20, (1 << 20) + 300):
        saved.write_bytes(good[:size])
        refused(saved, "no table|damaged|cut short")
    saved.write_bytes(good + b"x")
    refused(saved, "longer")
    for header in (b"{}", b"[" * 4000, b"\xff\xfe", b"null", b"", b"x" * 9000):
        saved.write_bytes(MAGIC + header + b"\n" + bytes(1 << 20))
        refused(saved, "damaged")


def with_header(path, **changes):
    """The file with other words in its header."""
    content = path.read_bytes()
    end = content.index(b"\n", len(MAGIC))
    header = json.loads(content[len(MAGIC) : end]) | changes
    path.write_bytes(MAGIC + json.dumps(header).encode() + content[end:])


@pytest.mark.parametrize(
    ("remedy", "name", "values"),
    [
        ("version", "version", [2, None]),
        ("byte order", "byteorder", ["big"]),
        ("other keys", "start_key", [1]),
        ("another design.*depth", "design", [{"policy": "depth"}]),
        ("damaged", "design", [5]),
        ("settings", "judged_by", [{"evaluation": 1}]),
        ("damaged", "size_mb", [-1, "big", 0, 2, 1 << 19]),
        ("cut short", "blocks", [[1 << 60]]),
        ("damaged", "blocks", [[1 << 19, 1 << 19], 7]),
        ("damaged", "generation", [32, True]),
        ("checksum", "generation", [2]),
    ],
)
def test_a_header_that_does_not_fit_is_refused(saved, remedy, name, values):
    good = saved.read_bytes()
    for value in values:
        saved.write_bytes(good)
        with_header(saved, **{name: value})
        refused(saved, remedy)


@pytest.mark.parametrize("design", [TableDesign(), TableDesign(key_bits=33)], ids=str)
@pytest.mark.parametrize("written", [{"value": 12345}, {"value": 0, "evaluation": 12345}])
def test_values_that_no_search_gives_are_refused(tmp_path, design, written):
    """Whoever makes a file up gives it a digest that fits."""
    table, path = Table(1, design), tmp_path / "made-up.table"
    table.remember(7, depth=3, bound=EXACT, **written)
    save_table(table, path)
    load_table(Table(1, design), path)
    content = path.read_bytes()[:-DIGEST_BYTES]
    for value in (32767, -32768, -32003):
        changed = content.replace((12345).to_bytes(2, "little"), value.to_bytes(2, "little", signed=True))
        path.write_bytes(changed + blake2b(changed, digest_size=DIGEST_BYTES).digest())
        with pytest.raises(TableFileError, match="values that no search gives"):
            load_table(Table(1, design), path)


@pytest.mark.parametrize("design", DESIGNS[1:], ids=str)
def test_another_design_is_refused(saved, design):
    table = filled(1, design)
    before = contents(table)
    with pytest.raises(TableFileError, match="another design"):
        load_table(table, saved)
    assert contents(table) == before


def refused(path, remedy):
    """The file is refused, and the table is what it was."""
    table = filled(1, searches=2)
    before = contents(table), table.generation, table.size_mb
    with pytest.raises(TableFileError, match=remedy or None):
        load_table(table, path)
    assert (contents(table), table.generation, table.size_mb) == before


def test_places_that_cannot_be_read_or_written(tmp_path):
    table = Table(1)
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "missing", tmp_path):
        with pytest.raises(TableFileError, match="read"):
            load_table(table, path)
    for path in (tmp_path / "missing" / "a.table", tmp_path / "folder"):
        with pytest.raises(TableFileError, match="write"):
            save_table(table, path)
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["folder"]


@pytest.mark.parametrize(
    ("kind", "position", "other"), [(Engine, KIWIPETE, ShogiEngine), (ShogiEngine, "startpos", Engine)]
)
def test_an_engine_goes_on_where_another_stopped(tmp_path, kind, position, other):
    path = tmp_path / "a.table"
    with kind(hash_mb=2) as first:
        first.analyse(position, Limit(depth=7))
        first.save_table(path)
    with kind(hash_mb=1) as fresh:
        cold = fresh.analyse(position, Limit(depth=7)).nodes
        fresh.new_game()
        fresh.load_table(path)
        assert fresh.hash_mb == fresh.table.size_mb == 2
        assert fresh.analyse(position, Limit(depth=7)).nodes < cold
        with fresh.stream(position, Limit(infinite=True)), pytest.raises(RuntimeError, match="is searching"):
            fresh.load_table(path)
    with other(hash_mb=1) as stranger, pytest.raises(TableFileError, match="another game"):
        stranger.load_table(path)


def test_a_table_judged_by_another_evaluation_is_refused(tmp_path):
    path = tmp_path / "a.table"
    with Engine(hash_mb=1) as engine:
        engine.save_table(path)
    with Engine(hash_mb=1, king_cover=False) as engine:
        with pytest.raises(TableFileError, match="judged by other settings"):
            engine.load_table(path)
        engine.configure(king_cover=True)
        engine.load_table(path)


def test_a_file_that_is_no_table_is_spared(tmp_path):
    (tmp_path / "games.pgn").write_text("1. e4 *")
    with Engine(hash_mb=1) as engine:
        with pytest.raises(TableFileError, match="is there, and no table"):
            engine.save_table(tmp_path / "games.pgn")
        for _ in range(2):
            engine.save_table(tmp_path / "table")
    assert (tmp_path / "games.pgn").read_text() == "1. e4 *"
