"""The network as an option of the engine: given, chosen, refused, and known wherever values are kept."""

import os

import pytest

from kiebitz import Engine, Limit
from kiebitz.core.evaluation.network import file as network_file
from kiebitz.core.evaluation.network.games import CHESS
from kiebitz.engine import Network, OptionError, Position
from kiebitz.engine.era_names import TODAY
from kiebitz.engine.table_file import TableFileError
from networks import Weights

MIDDLEGAME = "r1bq1rk1/pp2ppbp/2np2p1/2n5/P3PP2/N1P2N2/1PB3PP/R1B1QRK1 b - - 0 1"
ONE, OTHER = Weights.drawn(1).network(), Weights.drawn(2).network()


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "one.network"
    path.write_bytes(ONE.data)
    return path


@pytest.fixture
def without_a_network(monkeypatch, tmp_path):
    """A Kiebitz that comes without one."""
    network_file.packaged_network.cache_clear()
    monkeypatch.setattr(network_file, "PACKAGED", tmp_path / "none")
    yield
    network_file.packaged_network.cache_clear()


def nodes(engine: Engine) -> int:
    engine.new_game()
    return engine.analyse(MIDDLEGAME, Limit(depth=6)).nodes


def test_a_network_that_is_given_evaluates(file):
    with Engine(hash_mb=1, network=ONE) as engine, Engine(hash_mb=1, network=str(file)) as other:
        assert (engine.network, other.network.checksum) == (ONE, ONE.checksum)
        assert engine.evaluate(MIDDLEGAME).network.output == ONE.value(Position(MIDDLEGAME))
        assert nodes(engine) == nodes(other)
        other.configure(network=OTHER)
        assert nodes(engine) != nodes(other)
        other.configure(network=file)
        assert nodes(engine) == nodes(other)


def test_the_evaluation_is_today_s_choice():
    """Eras have evaluations of their own, and whoever names one gets it."""
    with Engine(hash_mb=1, network=ONE, evaluation="classical") as engine:
        assert engine.network is None
        engine.configure(evaluation="network")
        assert engine.network is ONE
        engine.configure(era="tartan")
        assert engine.network is None
        engine.configure(network=OTHER)
        assert engine.network is None
        engine.configure(era=TODAY)
        assert engine.network is OTHER
        engine.configure(evaluation="classical")
        engine.configure(move_overhead_ms=20)
        assert engine.network is None


def test_another_network_clears_the_table(file):
    with Engine(hash_mb=1, network=ONE) as engine:
        engine.analyse(MIDDLEGAME, Limit(depth=6))
        engine.configure(network=file)
        assert engine.table.look_up(MIDDLEGAME) is not None
        engine.configure(network=OTHER)
        assert engine.table.look_up(MIDDLEGAME) is None


def test_a_table_judged_by_another_network_is_refused(tmp_path):
    path = tmp_path / "table"
    with Engine(hash_mb=1, network=ONE) as engine:
        engine.analyse(MIDDLEGAME, Limit(depth=6))
        engine.save_table(path)
        engine.configure(network=OTHER)
        with pytest.raises(TableFileError, match=ONE.checksum):
            engine.load_table(path)
        engine.configure(evaluation="classical")
        with pytest.raises(TableFileError, match="settings"):
            engine.load_table(path)
        engine.configure(network=Network(ONE.data))
        engine.load_table(path)
        assert engine.table.look_up(MIDDLEGAME) is not None


def test_what_is_no_network_is_refused_and_changes_nothing(tmp_path, file):
    broken, pipe = tmp_path / "broken", tmp_path / "pipe"
    os.mkfifo(pipe)
    broken.write_bytes(ONE.data[:-1] + b"?")
    with Engine(hash_mb=1, network=ONE) as engine:
        faults = {tmp_path / "missing": "missing", tmp_path: "no file", pipe: "no file", broken: "broken: .*damaged"}
        for value, words in (faults | {7: "7"}).items():
            with pytest.raises(OptionError, match=words):
                engine.configure(network=value, hash_mb=2)
        assert (engine.network, engine.hash_mb) == (ONE, 1)


@pytest.mark.usefixtures("without_a_network")
def test_where_none_comes_with_kiebitz_it_is_said():
    with Engine(hash_mb=1, evaluation="classical") as engine:
        with pytest.raises(OptionError, match="no network of chess comes"):
            engine.configure(evaluation="network")
        assert engine.network is None
        assert engine.analyse(MIDDLEGAME, Limit(depth=4)).best_move
    with pytest.raises(OptionError, match="no network of chess comes"):
        Engine(hash_mb=1, evaluation="network")


def test_the_one_that_comes_with_kiebitz_is_read_once(monkeypatch, file, without_a_network):
    monkeypatch.setattr(network_file, "PACKAGED", file.rename(file.with_name(CHESS.packaged)).parent)
    with Engine(hash_mb=1, evaluation="network") as engine, Engine(hash_mb=1, evaluation="network") as other:
        assert engine.network.data == ONE.data
        assert engine.network is other.network
        engine.configure(network=OTHER)
        engine.configure(network=None, evaluation="network")
        assert engine.network is other.network


def test_it_is_changed_only_between_searches():
    with Engine(hash_mb=1, network=ONE) as engine:
        stream = engine.stream(MIDDLEGAME, Limit(infinite=True))
        with pytest.raises(RuntimeError, match="is searching"):
            engine.configure(network=OTHER)
        stream.close()
        engine.configure(network=OTHER)
        assert engine.network is OTHER


def test_an_evaluation_says_how_it_comes_about():
    with Engine(hash_mb=1, network=ONE) as engine, Engine(hash_mb=1, evaluation="classical") as teacher:
        evaluation = engine.evaluate(MIDDLEGAME)
        assert evaluation.network.classical == teacher.evaluate(MIDDLEGAME)
        assert teacher.evaluate(MIDDLEGAME).network is None
        trace = engine.trace(MIDDLEGAME, Limit(depth=1))
    assert trace.rows["evaluation"][0] == evaluation.total
