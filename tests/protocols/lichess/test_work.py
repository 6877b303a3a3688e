import json

import pytest

from kiebitz.engine import legal_moves
from kiebitz.engine.limit import Limit
from kiebitz.protocols.lichess.work import Capacity, Work, WorkError

CAPACITY = Capacity(threads=2, hash_mb=64, depth=20)
CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


def record(**work):
    common = {"sessionId": "s", "threads": 1, "hash": 16, "multiPv": 1, "variant": "chess", "moves": []}
    return {"id": "w", "work": common | {"initialFen": CASTLING} | work}


@pytest.mark.parametrize(
    ("asked", "limit"),
    [
        ({"movetime": 500}, Limit(movetime_ms=500)),
        ({"depth": 12}, Limit(depth=12)),
        ({"nodes": 9_000}, Limit(nodes=9_000)),
        ({"infinite": True}, Limit(infinite=True)),
        ({"movetime": None}, Limit(infinite=True)),
        ({"infinite": False}, Limit(depth=20)),
        ({}, Limit(depth=20)),
    ],
)
def test_what_ends_the_search(asked, limit):
    assert Work.of(record(**asked), CAPACITY).limit == limit


def test_no_more_than_there_is_capacity_for():
    work = Work.of(record(threads=99, hash=9_999, multiPv=7), CAPACITY)
    assert (work.threads, work.hash_mb, work.lines) == (2, 64, 5)
    work = Work.of(record(threads=0, hash=-1, multiPv=0), CAPACITY)
    assert (work.threads, work.hash_mb, work.lines) == (1, 1, 1)


@pytest.mark.parametrize("castling", ["e1g1", "e1h1"])
def test_castling_is_written_as_in_chess960_and_read_either_way(castling):
    assert "e1h1" in legal_moves(Work.of(record(), CAPACITY).position)
    assert Work.of(record(moves=[castling]), CAPACITY).position.fen().startswith("r3k2r/8/8/8/8/8/8/R4RK1 b")


@pytest.mark.parametrize(
    ("faulty", "fault"),
    [
        (record(variant="atomic"), "not chess"),
        (record(initialFen="8/8"), "8/8|rank"),
        (record(moves=["e1e5"]), "e1e5"),
        (record(moves=5), "not iterable"),
        (record(depth=0), "depth"),
        (record(threads="many"), "many"),
        *(
            (record(**{name: json.loads("1e999")}), "infinity")
            for name in ("movetime", "nodes", "depth", "threads", "hash")
        ),
        (record(nodes=10**300), "Limit.nodes is more than"),
        (record(depth=2**40), "Limit.depth is more than"),
        (record(multiPv=float("nan")), "NaN"),
        ({"id": "w"}, "'work' is missing"),
        ({"id": "w", "work": {}}, "'initialFen' is missing|'sessionId' is missing"),
        ([], "list"),
        (None, "NoneType"),
    ],
)
def test_faulty_work_is_refused(faulty, fault):
    with pytest.raises(WorkError, match=fault):
        Work.of(faulty, CAPACITY)
