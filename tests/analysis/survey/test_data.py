import shutil
import sys

import polars
import pytest

from kiebitz.analysis.reading.selection import EVERY_GAME, GameSelection
from kiebitz.analysis.survey.data import Columns, SurveyError

pytestmark = pytest.mark.check


def test_only_the_games_that_are_wanted(data):
    assert Columns.of(data, EVERY_GAME).games == 20
    columns = Columns.of(data, GameSelection(time_control="blitz", min_moves=3))
    games = columns.tables["games"].collect()
    assert columns.games == len(games) == 3
    assert set(games["TimeControl"]) == {"300+3"}
    for name in ("moves", "positions", "openings"):
        assert set(columns.tables[name].collect()["game"]) <= set(games["game"])
    assert Columns.of(data, GameSelection(player="dora", since="2010", max_rating=3000)).games == 0
    assert Columns.of(data, GameSelection(sample=0.5, seed=3, first=5)).games == 5


def test_what_is_no_folder_of_columns(data, tmp_path, monkeypatch):
    def refused(folder, words):
        with pytest.raises(SurveyError, match=words):
            Columns.of(folder, EVERY_GAME)

    refused(tmp_path / "none", "doesn't exist; kiebitz analyse GAMES.pgn --parquet FOLDER makes what can be asked")
    refused(data.parent / "games.pgn", r"games\.pgn --parquet FOLDER makes one of PGN")
    refused(tmp_path, r"has no games\.parquet; kiebitz analyse")
    copy = tmp_path / "copy"
    shutil.copytree(data, copy)
    (copy / "moves.parquet").write_bytes((data / "moves.parquet").read_bytes()[:500])
    refused(copy, r"moves\.parquet can't be read")
    polars.DataFrame({"game": [1]}).write_parquet(copy / "moves.parquet")
    refused(copy, r"moves\.parquet was not written by this Kiebitz")
    monkeypatch.setitem(sys.modules, "polars", None)
    refused(data, r"need Polars and PyArrow: pip install 'kiebitz\[data\]'")


def test_a_question_that_cannot_be_asked(data):
    with pytest.raises(SurveyError, match="can't be asked"):
        Columns.of(data, EVERY_GAME).ask("SELECT nothing FROM nowhere")
