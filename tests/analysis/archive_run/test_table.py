import io
from dataclasses import replace

import pytest
from rich.console import Console

from kiebitz.analysis.archive_run.batch import analyse_raw
from kiebitz.analysis.archive_run.table import (
    game_table,
    overview_heading,
    overview_row,
    player_table,
    score_text,
)
from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.judging.annotate import AnalysisSettings, analyse_game
from kiebitz.analysis.reading.archive import RawGame
from kiebitz.analysis.reading.reader import read_game
from kiebitz.engine import Engine
from kiebitz.engine.limit import Limit
from kiebitz.engine.score import Score

NAME = "A [red]bold[/red] \x1b[2J name that is very long indeed, longer than any column"
TEXT = f'[White "{NAME}"]\n\n1. f3 e5 2. g4 Qh4# 0-1'


@pytest.fixture(scope="module")
def outcome():
    with Engine() as engine:
        return analyse_raw(RawGame("a.pgn", 1, 1, TEXT, "utf-8"), engine, AnalysisSettings(Limit(nodes=20000)))


def shown(renderable, width):
    console = Console(file=io.StringIO(), width=width, color_system=None, highlight=False)
    console.print(renderable)
    return console.file.getvalue()


@pytest.mark.parametrize("width", [60, 80, 100, 200])
def test_a_game_fits_and_says_everything(outcome, width):
    lines = shown(game_table(outcome.analysis, width), width).splitlines()
    assert all(len(line) <= width for line in lines)
    assert lines[0].split() == ["Move", "Eval", "Judgement", "Best", "line"]
    blunder = lines[4].split()
    assert blunder[:5] == ["2.", "g4", "#-1", "??", "blunder"]
    best = outcome.analysis.moves[2].best[0].san
    assert blunder[5:7] == ["2.", best[0]]
    assert width < 100 or blunder[7:10] == [best[1], "3.", best[2]]
    assert lines[5].split() == ["2...", "Qh4#", "mate", "2...", "Qh4#"]


@pytest.mark.check
@pytest.mark.parametrize("width", [60, 120])
def test_reasons_stand_under_their_move_and_are_folded(width):
    settings = AnalysisSettings(Limit(nodes=20000), words=Language.GERMAN)
    with Engine() as engine:
        explained = analyse_raw(RawGame("a.pgn", 1, 1, TEXT, "utf-8"), engine, settings)
    lines = shown(game_table(explained.analysis, width), width).splitlines()
    assert all(len(line) <= width for line in lines)
    start, end = (
        next(at for at, line in enumerate(lines) if line.split()[:1] == [number]) for number in ("2.", "2...")
    )
    said = " ".join(" ".join(lines[start + 1 : end]).split())
    assert said == "2...Dh4# ist matt."


@pytest.mark.parametrize("width", [60, 80])
def test_clocks_are_shown_where_they_tell(outcome, width):
    spent = (None, 5, 12.26, 0)
    moves = [replace(move, seconds=seconds) for move, seconds in zip(outcome.analysis.moves, spent, strict=True)]
    lines = shown(game_table(replace(outcome.analysis, moves=tuple(moves)), width), width).splitlines()
    assert all(len(line) <= width for line in lines)
    assert lines[0].split()[:3] == ["Move", "Time", "Eval"]
    assert lines[2].split()[:2] == ["1.", "f3"]
    assert "s" not in lines[2].split()[:4]
    assert [line.split()[2:4] for line in lines[3:6]] == [["5", "s"], ["12.3", "s"], ["0", "s"]]


@pytest.mark.parametrize("width", [50, 60, 80])
def test_long_lines_give_way(outcome, width):
    moves = [
        replace(move, best=tuple(replace(line, san=("Ng1f3+",) * 30) for line in move.best))
        for move in outcome.analysis.moves
    ]
    lines = shown(game_table(replace(outcome.analysis, moves=tuple(moves)), width), width).splitlines()
    assert all(len(line) <= width for line in lines)
    assert lines[4].split()[:5] == ["2.", "g4", "#-1", "??", "blunder"]
    assert lines[4].rstrip().endswith("Ng1f3+ …")


@pytest.mark.parametrize("width", [80, 120])
def test_players_and_overview(outcome, width):
    text = shown(player_table(outcome.analysis), width)
    assert "\x1b" not in text
    assert "[red]" in text
    row = overview_row(1, outcome.summary, width)
    heading = overview_heading(width)
    assert len(row.plain) == len(heading.plain) <= width
    assert "\x1b" not in row.plain
    skipped = overview_row(
        2, {"status": "skipped", "result": "*", "white": {"name": "x"}, "black": {"name": "y"}}, width
    )
    assert skipped.plain.endswith("not analysed")


def test_no_moves():
    with Engine() as engine:
        analysis = analyse_game(
            read_game(RawGame("a.pgn", 1, 1, '[White "X"]\n\n*', "utf-8")).game,
            engine,
            AnalysisSettings(Limit(nodes=1)),
        )
    assert "Move" in shown(game_table(analysis, 80), 80)
    assert "White: X" in shown(player_table(analysis), 80)


def test_scores():
    assert [score_text(Score(centipawns=-20)), score_text(Score(mate=0)), score_text(None)] == ["-0.20", "mate", "-"]
