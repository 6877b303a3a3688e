"""An engine asks those who search for it, whoever they are."""

import pytest

from kiebitz.core.search.crew import Crew
from kiebitz.core.table.table import Table
from kiebitz.engine import START_FEN, Engine, TableDesign
from kiebitz.engine.limit import Limit


def test_an_engine_is_what_its_searchers_are():
    crew = Crew(Table(3, TableDesign(policy="depth")), threads=2)
    with Engine(crew) as engine:
        assert (engine.hash_mb, engine.threads, engine.table_policy) == (3, 2, "depth")
        engine.analyse(START_FEN, Limit(depth=5))
        assert engine.table.look_up(START_FEN) is not None
        engine.configure(hash_mb=2, threads=1, table_policy="buckets")
        assert (crew.hash_mb, crew.threads, crew.design) == (2, 1, TableDesign())
        assert engine.table.look_up(START_FEN) is None


def test_another_design_forgets_all_and_keeps_the_number_of_threads():
    with Engine(hash_mb=2) as fresh:
        nodes = fresh.analyse(START_FEN, Limit(depth=8)).nodes
    with Engine(hash_mb=2, threads=2, table_policy="always") as engine:
        engine.analyse(START_FEN, Limit(depth=8))
        engine.configure(table_policy="buckets")
        assert engine.threads == 2
        engine.configure(threads=1)
        assert engine.analyse(START_FEN, Limit(depth=8)).nodes == nodes


def test_what_a_crew_cannot_be_is_refused():
    with Engine(hash_mb=2, threads=2) as engine, pytest.raises(ValueError, match="records one thread"):
        engine.trace(START_FEN, Limit(depth=3))
