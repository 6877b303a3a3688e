"""``kiebitz.analyse_games``: what the command does, for programs."""

import sys

import polars
import pytest

import pool_tasks
from commands import run_here
from kiebitz import Limit, analyse_games
from kiebitz.analysis.archive_run.batch import BatchError, Totals, survey
from kiebitz.analysis.archive_run.parquet import ParquetError
from kiebitz.analysis.farm.ray_farm import RayError
from kiebitz.analysis.judging.position_store import StoreError
from kiebitz.processes.journal_file import JournalError
from sources import ROOT

pytestmark = pytest.mark.check

GAMES = ROOT / "examples" / "kasparov-deep-blue-1997-game-6.pgn"


def test_it_does_what_the_command_does(tmp_path):
    faults, progress = [], []
    totals = analyse_games(
        GAMES,
        tmp_path / "out.pgn",
        Limit(nodes=10),
        jobs=1,
        parquet=tmp_path / "data",
        on_fault=faults.append,
        on_progress=lambda characters, games: progress.append(characters),
    )
    assert (totals, faults) == (Totals(analysed=1), [])
    assert progress[-1] == survey([str(GAMES)]).characters
    assert run_here("analyse", GAMES, "-n", 10, "-o", "other.pgn", "--no-explain", cwd=tmp_path).status == 0
    assert (tmp_path / "out.pgn").read_bytes() == (tmp_path / "other.pgn").read_bytes()
    assert polars.read_parquet(tmp_path / "data" / "games.parquet")["status"].to_list() == ["analysed"]
    with pytest.raises(JournalError, match="is complete"):
        analyse_games([GAMES], tmp_path / "out.pgn", Limit(nodes=10), resume=True)


def test_what_is_refused(tmp_path, monkeypatch):
    with pytest.raises(ValueError, match="is no limit for a position"):
        analyse_games(GAMES, tmp_path / "out.pgn", Limit(infinite=True))
    own = tmp_path / "own.pgn"
    own.write_text("1. e4 *\n")
    with pytest.raises(ValueError, match=r"own\.pgn is the input; name another output"):
        analyse_games(own, own)
    assert own.read_text() == "1. e4 *\n"
    with pytest.raises(ValueError, match=r"a\.kif is a record of shogi, and this writes PGN"):
        analyse_games([own, tmp_path / "a.kif"], tmp_path / "out.pgn")
    with pytest.raises(ValueError, match=r"own\.pgn is no analysis of Kiebitz's; name another output"):
        analyse_games(GAMES, own, Limit(nodes=10))
    assert own.read_text() == "1. e4 *\n"
    assert analyse_games(own, tmp_path / "deep.pgn", Limit(nodes=30)).analysed == 1
    with pytest.raises(ValueError, match="deeper than this; name another output, or pass overwrite=True"):
        analyse_games(own, tmp_path / "deep.pgn", Limit(nodes=10))
    assert analyse_games(own, tmp_path / "deep.pgn", Limit(nodes=10), overwrite=True).analysed == 1
    (tmp_path / "deep.pgn").unlink()
    own.unlink()
    with pytest.raises(RayError, match="name files, not -"):
        analyse_games("-", tmp_path / "out.pgn", ray="local")
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.setattr("kiebitz.analysis.farm.forecast.MEASURED_S", 0.01)
    told = []
    with pytest.raises(RayError, match=r"pip install 'kiebitz\[ray\]'"):
        analyse_games(GAMES, tmp_path / "out.pgn", Limit(nodes=10), ray="local", on_forecast=told.append)
    assert list(tmp_path.iterdir()) == []
    assert told[0].games == 1


def test_errors_name_arguments_and_no_options(tmp_path):
    games, out = tmp_path / "games.pgn", tmp_path / "out.pgn"
    games.write_text(2 * GAMES.read_text())

    def interrupt(characters, done):
        if done:
            raise KeyboardInterrupt

    limit = Limit(nodes=10)
    with pytest.raises(KeyboardInterrupt):
        analyse_games(games, out, limit, jobs=1, on_progress=interrupt)
    with pytest.raises(JournalError, match="go on with resume=True, or delete"):
        analyse_games(games, out, limit)
    assert analyse_games(games, out, limit, resume=True).games == 2
    with pytest.raises(JournalError, match=r"nothing to resume \(without resume=True"):
        analyse_games(games, out, limit, resume=True)
    with pytest.raises(JournalError, match="name another one as output"):
        analyse_games(games, tmp_path, limit)
    with pytest.raises(StoreError, match="name another with store=…"):
        analyse_games(games, out, limit, store=games)
    with pytest.raises(ParquetError, match="name one with parquet=…"):
        analyse_games(games, out, limit, parquet=games)


def test_a_run_that_failed_before_its_first_game_may_be_begun_again(tmp_path, monkeypatch):
    games, out = tmp_path / "games.pgn", tmp_path / "out.pgn"
    games.write_text(3 * GAMES.read_text())
    with monkeypatch.context() as patched:
        patched.setattr("kiebitz.analysis.archive_run.batch._work", pool_tasks.die)
        with pytest.raises(BatchError, match="perhaps for want of memory: try fewer jobs, and resume=True"):
            analyse_games(games, out, Limit(nodes=10), jobs=2)
    assert not list(tmp_path.glob("*journal*"))
    assert analyse_games(games, out, Limit(nodes=10), jobs=2).analysed == 3
