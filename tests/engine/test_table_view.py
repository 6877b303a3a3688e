"""The inspector: what it shows is what the search stored, in every layout."""

import random

import chess
import numpy as np
import pytest

from kiebitz import Engine, Limit, Score
from kiebitz.core import parameters
from kiebitz.core.chess.position import Position
from kiebitz.core.search.iterative_deepening import think
from kiebitz.core.search.limits import SearchLimits
from kiebitz.core.search.worker import Worker
from kiebitz.core.table.design import POLICIES, TableDesign
from kiebitz.core.table.table import Table
from kiebitz.core.value import NO_VALUE
from kiebitz.engine import position_of
from kiebitz.engine.table_view import BOUNDS, ENTRY, TableView

UPPER, LOWER, EXACT = 1, 2, 3
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
DESIGNS = [
    TableDesign(),
    TableDesign(neighbours=True),
    TableDesign(bucket=3, index="mod"),
    *(TableDesign(policy=policy, key_bits=40) for policy in POLICIES),
]


def view_of(table):
    return TableView(table, position_of)


def fill(table, number=5000, seed=1):
    """Random results; returns the arguments of ``remember`` by key."""
    rng = random.Random(seed)
    stored = {}
    for _ in range(number):
        key = rng.getrandbits(64)
        stored[key] = {
            "value": rng.randint(-3000, 3000),
            "evaluation": rng.randint(-3000, 3000),
            "depth": rng.randrange(40),
            "bound": rng.choice([UPPER, LOWER, EXACT]),
            "move": rng.randrange(1 << 16),
            "pv": rng.random() < 0.5,
        }
        table.remember(key, **stored[key])
    return stored


@pytest.mark.parametrize("design", DESIGNS, ids=str)
def test_a_sample_of_the_whole_table_is_what_was_stored(design):
    table = Table(1, design)
    table.advance()
    stored = fill(table)
    sample = view_of(table).sample()
    assert sample.dtype == ENTRY
    kept = {key: stored[key] for key in stored if table.look_up(key) is not None}
    names = ("value", "evaluation", "depth", "bound", "move", "pv")
    mask = (1 << design.key_bits) - 1
    seen = sorted((int(entry["key"]), *(entry[name].item() for name in names)) for entry in sample)
    assert seen == sorted((key & mask, *(result[name] for name in names)) for key, result in kept.items())
    assert not sample["age"].any()
    assert not sample["cleared"].any()
    assert len({(int(entry["bucket"]), int(entry["slot"])) for entry in sample}) == len(sample)


@pytest.mark.parametrize("design", DESIGNS, ids=str)
def test_a_survey_counts_what_a_sample_shows(design):
    table = Table(1, design)
    fill(table, 3000)
    for seed in range(3):
        table.advance()
        fill(table, 3000, seed + 2)
    view = view_of(table)
    sample, survey = view.sample(), view.survey()
    assert survey.used == len(sample)
    assert survey.entries in range(view.entries - 8, view.entries + 1)
    assert survey.recent == (sample["age"] == 0).sum()
    assert survey.cleared == sample["cleared"].sum()
    assert (survey.cleared > 0) == (design.policy == "clearing")
    for name, counts, numbers in (("depth", survey.by_depth, range(256)), ("age", survey.by_age, range(32))):
        assert counts == tuple(int((sample[name] == number).sum()) for number in numbers)
    assert survey.by_bound == {BOUNDS[bound]: (sample["bound"] == bound).sum() for bound in (UPPER, LOWER, EXACT)}
    assert sum(fill * buckets for fill, buckets in enumerate(survey.by_fill)) == survey.used
    assert sum(survey.by_fill) * design.bucket_entries == survey.entries
    assert survey.permille == survey.used * 1000 // survey.entries


@pytest.mark.parametrize("buckets", [1, 63, 64, 1000, 20_000, 10**9])
@pytest.mark.parametrize("design", DESIGNS[:3], ids=str)
def test_a_part_of_the_table_stands_for_the_whole(design, buckets):
    table = Table(1, design)
    fill(table, 20_000)
    view = view_of(table)
    whole, part = view.survey(), view.survey(buckets)
    wanted = min(buckets * design.bucket_entries, whole.entries)
    assert wanted <= part.entries <= max(wanted * 1.1, wanted + 512)
    if buckets >= 1000:
        assert part.permille == pytest.approx(whole.permille, abs=60)
    with pytest.raises(ValueError, match="at least one"):
        view.sample(0)


def test_clearing_leaves_moves_to_look_up():
    table = Table(1, TableDesign(policy="clearing", key_bits=64))
    position = Position()
    table.remember(position, value=30, depth=5, bound=EXACT, move=12 | 28 << 6, evaluation=25)
    table.advance()
    entry = view_of(table).look_up(Position())
    assert (entry.move, entry.score, entry.bound) == ("e2e4", None, "none")


@pytest.mark.parametrize("design", DESIGNS, ids=str)
def test_a_searched_position_is_known_with_its_line(design):
    table = Table(4, design)
    worker = Worker(table)
    worker.configure(parameters.defaults())
    board = chess.Board(KIWIPETE)
    worker.prepare(Position(KIWIPETE), SearchLimits(depth=8))
    think(worker)
    best = worker.results()[0].moves
    board.push_uci(best[0])
    view = view_of(table)
    line = view.principal_variation(Position(board.fen()))
    assert line[0].move == best[1]
    assert line[0].pv
    for entry in line:
        move = chess.Move.from_uci(entry.move)
        assert move in board.legal_moves
        board.push(move)


def test_the_line_ends_at_a_repetition_and_at_its_limit():
    table = Table(1)
    position = Position()
    shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"]
    board = chess.Board()
    for move in shuffle:
        origin, target = chess.Move.from_uci(move).from_square, chess.Move.from_uci(move).to_square
        table.remember(Position(board.fen()), value=0, depth=1, bound=EXACT, move=origin | target << 6)
        board.push_uci(move)
    view = view_of(table)
    assert [entry.move for entry in view.principal_variation(position)] == shuffle
    assert len(view.principal_variation(position, most=3)) == 3
    assert position.fen() == Position().fen(), "the position given is left as it was"


def test_another_positions_move_is_not_shown():
    table = Table(1)
    table.remember(Position(), value=-31_990, depth=3, bound=UPPER, move=0xFFFF, evaluation=NO_VALUE)
    entry = view_of(table).look_up(Position())
    assert entry.move is None
    assert entry.score == Score(mate=-5)
    assert entry.bound == "upper"
    assert entry.evaluation is None
    assert view_of(table).principal_variation(Position()) == ()


def test_the_engines_table():
    with Engine(hash_mb=2) as engine:
        view = engine.table
        assert view.look_up(KIWIPETE) is None
        assert view.survey().used == len(view.sample()) == 0
        engine.analyse(KIWIPETE, Limit(depth=9))
        board = chess.Board(KIWIPETE)
        board.push(engine.play(board, Limit(depth=9)))
        assert view.look_up(board).bound in ("exact", "lower", "upper")
        assert view.survey().recent > 0
        assert view.hashfull > 0
        assert view.counts is None
        engine.configure(hash_mb=1)
        assert view.size_mb == 1
        assert view.sample().size == 0


@pytest.mark.check
def test_a_view_may_look_while_a_search_runs():
    with Engine(hash_mb=1) as engine, engine.stream(KIWIPETE, Limit(infinite=True)) as stream:
        next(stream)
        used = [engine.table.survey().used for _ in range(20)]
        assert used[-1] > 0
        assert np.all(engine.table.sample()["bound"] > 0)
        assert stream.is_running
