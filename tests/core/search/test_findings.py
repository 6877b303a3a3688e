"""What one search tells another: the same entries in the other's table."""

import pytest

from kiebitz.core import parameters
from kiebitz.core.search import subtree
from kiebitz.core.search.findings import learn, row_of
from kiebitz.core.search.shared import Shared
from kiebitz.core.search.worker import Worker
from kiebitz.core.table.design import TableDesign
from kiebitz.core.table.table import Table
from kiebitz.core.value import INFINITE
from kiebitz.engine import START_FEN, position_from

ROW_BYTES, ROOM = 16, 4096
UPPER, LOWER, EXACT = 1, 2, 3
MATED = -31990
KEY = 0xFEDC_BA98_7654_3210
E2E4, DEPTH, DEEP = 12 | 28 << 6, 7, 14


def search(worker, root, depth=DEPTH):
    subtree.begin(worker)
    subtree.rearm(worker)
    return subtree.search_below(worker, root, (E2E4,), depth, -50, 50, depth + 1, False)


def make_worker(table):
    worker = Worker(table, Shared())
    worker.configure(parameters.defaults())
    return worker


def test_what_is_told_stands_in_the_other_table():
    table, other = Table(1), Table(1)
    worker = make_worker(table)
    findings = worker.tell_from(4)
    root = position_from(START_FEN)
    search(worker, root)
    content = findings.take()
    assert 0 < len(content) < ROW_BYTES * ROOM
    assert findings.take() == b""
    assert learn(other, content) == len(content) // ROW_BYTES
    after = position_from(START_FEN, ("e2e4",))
    known, told = table.look_up(after), other.look_up(after)
    assert told is not None
    assert told == known
    # Nothing shallower was told: the replies' own replies are not known.
    assert other.hashfull() < table.hashfull()


def test_telling_changes_nothing_and_can_be_switched_off():
    root = position_from(START_FEN)
    silent = search(make_worker(Table(1)), root)
    worker = make_worker(Table(1))
    findings = worker.tell_from(1)
    assert search(worker, root) == silent
    assert findings.take()
    assert worker.tell_from(None) is None
    search(worker, root)
    assert findings.take() == b""


def test_there_is_room_for_so_many_and_no_more():
    worker = make_worker(Table(1))
    findings = worker.tell_from(0)
    search(worker, position_from(START_FEN), DEEP)
    assert len(findings.take()) == ROOM * ROW_BYTES


@pytest.mark.parametrize(
    ("lower", "upper", "value", "bound"),
    [(10, 10, 10, EXACT), (-INFINITE, -7, -7, UPPER), (25, INFINITE, 25, LOWER), (25, 40, 25, LOWER)],
)
def test_a_row_says_what_bounds_say(lower, upper, value, bound):
    table = Table(1)
    learn(table, row_of(KEY, 3, DEPTH, lower, upper, E2E4))
    entry = table.look_up(KEY, 3)
    assert (entry["value"], entry["bound"], entry["depth"], entry["move"]) == (value, bound, DEPTH, E2E4)
    assert entry["pv"] == (bound == EXACT)


def test_a_rows_mates_are_counted_from_its_node_and_it_holds_every_depth():
    table = Table(1)
    learn(table, row_of(KEY, 3, DEPTH, MATED, MATED, 0))
    assert table.look_up(KEY, 5)["value"] == MATED + 2
    for depth, stored in ((-2, 0), (300, 255)):
        other = Table(1)
        learn(other, row_of(KEY, 0, depth, 1, 1, 0))
        assert other.look_up(KEY)["depth"] == stored
    assert row_of(KEY, 3, DEPTH, -INFINITE, INFINITE, 0) == b"", "nothing is known"


def test_what_is_no_finding_is_refused():
    with pytest.raises(ValueError, match="15 bytes"):
        learn(Table(1), bytes(15))
    with pytest.raises(ValueError, match="default design"):
        learn(Table(1, TableDesign(key_bits=32)), bytes(16))
    table = Table(1)
    assert learn(table, bytes(160)) == 10
    assert table.hashfull() == 0
