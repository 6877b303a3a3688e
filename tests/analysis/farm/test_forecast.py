"""What an analysis will cost, against what it does cost."""

import chess.pgn
import pytest

from kiebitz import Limit
from kiebitz.analysis.archive_run.batch import Survey, survey
from kiebitz.analysis.archive_run.request import AnalysisRequest
from kiebitz.analysis.farm import forecast as room
from kiebitz.analysis.farm.forecast import Forecast, forecast
from kiebitz.analysis.judging.annotate import AnalysisSettings
from sources import ROOT

GAMES = str(ROOT / "examples" / "kasparov-deep-blue-1997.pgn")
with open(GAMES) as file:
    POSITIONS = sum(game.end().ply() + 1 for game in iter(lambda: chess.pgn.read_game(file), None))
SETTINGS = AnalysisSettings(Limit(nodes=20))


def asked(path, settings=SETTINGS):
    return AnalysisRequest((path,), None, settings)


@pytest.mark.check
def test_positions_are_counted_and_time_is_measured(monkeypatch):
    known = survey([GAMES])
    monkeypatch.setattr(room, "MEASURED_S", 60.0)
    whole = forecast(asked(GAMES), known)
    assert (whole.games, whole.positions) == (6, POSITIONS)
    assert 0 < whole.seconds < 60
    monkeypatch.setattr(room, "MEASURED_S", 0.01)
    brief = forecast(asked(GAMES), known)
    assert POSITIONS / 2 < brief.positions < POSITIONS * 2
    # A hundred times the games cost a hundred times as much.
    more = forecast(asked(GAMES), Survey(600, 100 * known.characters))
    assert 100 * POSITIONS / 2 < more.positions < 100 * POSITIONS * 2


@pytest.mark.check
@pytest.mark.parametrize("limit", [Limit(nodes=10**9), Limit(movetime_ms=10**6), Limit(nodes=10**9, movetime_ms=10**9)])
def test_long_searches_are_reckoned_not_waited_for(limit, monkeypatch):
    monkeypatch.setattr(room, "MEASURED_S", 0.05)
    expected = forecast(asked(GAMES, AnalysisSettings(limit)), survey([GAMES]))
    assert expected.seconds / expected.positions > 60


def test_words_and_shards():
    expected = Forecast(games=990, positions=80_000, seconds=7200.0, characters=720_000, threads=2)
    assert expected.core_hours == 4.0
    assert expected.characters_in(15) == 1500
    assert str(expected) == (
        "990 games, about 80,000 positions: 4 core-hours at 5.56 positions a second a core, measured here"
    )


def test_what_is_no_game_costs_nothing(tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear Sir,\nno chess here\n")
    expected = forecast(asked(str(path)), survey([str(path)]))
    assert (expected.positions, expected.core_hours) == (0, 0.0)
    assert expected.characters_in(15) >= 1
