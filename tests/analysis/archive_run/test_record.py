import json

import chess
import pytest

from kiebitz import Engine, Limit, Score
from kiebitz.analysis.archive_run.batch import analyse_raw
from kiebitz.analysis.archive_run.record import game_record, score_record, summary_record
from kiebitz.analysis.judging.annotate import AnalysisSettings
from kiebitz.analysis.reading.archive import PgnFault, RawGame

TEXT = (
    '[White "A \\"quoted\\" name"]\n[Black "B"]\n[Result "0-1"]\n[TimeControl "60+1"]\n\n'
    "1. f3 { [%clk 0:01:00] } e5 2. g4 { [%clk 0:00:56.5] } Qh4# { [%clk 0:00:50] } 0-1"
)
RAW = RawGame("a.pgn", 3, 17, TEXT, "utf-8")


@pytest.fixture(scope="module")
def outcome():
    with Engine(hash_mb=1) as engine:
        return analyse_raw(RAW, engine, AnalysisSettings(Limit(nodes=5000), multipv=2))


def test_scores():
    assert score_record(Score(centipawns=-20)) == {"cp": -20, "mate": None}
    assert score_record(Score(mate=0)) == {"cp": None, "mate": 0}
    assert score_record(None) == {"cp": None, "mate": None}


def test_a_summary_says_where_the_game_is_and_how_it_was_played(outcome):
    summary = outcome.summary
    assert (summary["file"], summary["game"], summary["line"]) == ("a.pgn", 3, 17)
    assert (summary["status"], summary["result"]) == ("analysed", "0-1")
    white, black = summary["white"], summary["black"]
    assert (white["name"], white["moves"], white["blunders"]) == ('A "quoted" name', 2, 1)
    assert (black["name"], black["mistakes"], black["blunders"]) == ("B", 0, 0)
    assert white["accuracy"] == round(white["accuracy"], 2) < black["accuracy"]


def test_a_game_that_was_skipped_has_its_names_still():
    summary = summary_record(RAW, "skipped", {"White": "X"}, None)
    assert (summary["white"], summary["black"]) == ({"name": "X", "moves": 0}, {"name": "?", "moves": 0})
    record = game_record(summary, {"White": "X"}, None, None, (PgnFault("a.pgn", 3, 18, "no chess"),))
    assert record["moves"] == []
    assert record["start"] == {"fen": None, "cp": None, "mate": None}
    assert record["faults"] == [{"line": 18, "text": "no chess"}]
    assert "nodes" not in record


def test_every_move_is_recorded(outcome):
    record = json.loads(json.dumps(outcome.record))
    assert record["start"]["fen"] == chess.STARTING_FEN
    assert [(move["number"], move["color"], move["san"]) for move in record["moves"]] == [
        (1, "white", "f3"),
        (1, "black", "e5"),
        (2, "white", "g4"),
        (2, "black", "Qh4#"),
    ]
    blunder, mate = record["moves"][2:]
    assert (blunder["uci"], blunder["mate"], blunder["judgement"]) == ("g2g4", -1, "blunder")
    assert len(blunder["lines"]) == 2
    assert (blunder["best"], blunder["best_san"]) == (blunder["lines"][0]["pv"][0], blunder["lines"][0]["pv_san"][0])
    assert (mate["best"], mate["loss_cp"], mate["loss_win_percent"], mate["judgement"]) == ("d8h4", 0, 0.0, None)
    assert record["opening"] == {"eco": "A00", "name": "Barnes Opening: Fool's Mate"}
    assert [move["seconds"] for move in record["moves"]] == [None, None, 4.5, None]
    assert [move["seconds_left"] for move in record["moves"]] == [60, None, 56.5, 50]
    assert (record["nodes"], record["limit"]) == (outcome.analysis.nodes, "5000 nodes")


def test_every_position_is_recorded_as_it_was_first_searched(outcome):
    positions = outcome.record["positions"]
    board = chess.Board()
    assert len(positions) == 5
    for position, move in zip(positions, [*outcome.record["moves"], None], strict=True):
        assert position["fen"] == board.epd()
        if move:
            assert position["nodes"] <= 5000
            assert all((line["cp"] is None) != (line["mate"] is None) for line in position["lines"])
            assert len(position["lines"]) == 2
            board.push_uci(move["uci"])
    assert (positions[4]["nodes"], positions[4]["lines"]) == (0, []), "mate ends the game"


def test_phases_are_recorded_and_add_up(outcome):
    record = outcome.record
    assert {move["phase"] for move in record["moves"]} == {"opening"}
    for player in (record["white"], record["black"]):
        opening, *others = player["phases"].values()
        assert opening == {name: player[name] for name in ("moves", "accuracy", "acpl")}
        assert others == [{"moves": 0, "accuracy": None, "acpl": None}] * 2
