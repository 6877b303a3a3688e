"""What a run of ``analyse`` shows where there is no terminal."""

from dataclasses import replace
from pathlib import Path

import pytest

from kiebitz import Engine, Limit
from kiebitz.analysis.archive_run.batch import Survey, Totals, analyse_raw
from kiebitz.analysis.archive_run.display import Display, counted
from kiebitz.analysis.judging.annotate import AnalysisSettings
from kiebitz.analysis.reading.archive import PgnFault, RawGame

TARGETS = [Path("out.pgn")]
TEXTS = (
    '[White "A"]\n[Black "B"]\n[Event "Cup"]\n\n1. f3 e5 *',
    '[White "C"]\n\n1. e4 *',
    '[Variant "Atomic"]\n\n1. e4 *',
)


@pytest.fixture(scope="module")
def games():
    with Engine(hash_mb=1) as engine:
        raws = [RawGame("a.pgn", number, number, text, "utf-8") for number, text in enumerate(TEXTS, 1)]
        return [(raw, analyse_raw(raw, engine, AnalysisSettings(Limit(nodes=500)))) for raw in raws]


def shown(capsys, games, *, before=(), as_json=False):
    """(out, err) of a run in which these games were analysed, after others that an earlier run did."""
    totals = Totals()
    with Display(Survey(len(before) + len(games), 1000), as_json=as_json) as display:
        for _, outcome in before:
            display.observer.on_done_before(outcome.summary, outcome.record)
            totals.count(outcome.summary)
        for raw, outcome in games:
            display.observer.on_game(raw, outcome)
            totals.count(outcome.summary)
        assert display.games_done == len(before) + len(games)
    display.end(totals, TARGETS)
    return capsys.readouterr()


def test_a_game_alone_is_shown_move_by_move(games, capsys):
    out, err = shown(capsys, games[:1])
    lines = out.splitlines()
    assert lines[0] == "A - B, *, Cup, A00 Barnes Opening, a.pgn"
    assert lines[1].split() == ["Move", "Eval", "Judgement", "Best", "line"]
    assert lines[3].split()[:2] == ["1.", "f3"]
    assert any("White: A" in line for line in lines)
    assert any(line.startswith("Searched: 2 moves, ") for line in lines)
    assert lines[-1] == "Annotated PGN: out.pgn"
    assert err == ""


def test_a_game_alone_that_can_not_be_analysed(games, capsys):
    assert "not analysed" in shown(capsys, games[2:]).out.splitlines()


def test_what_an_earlier_run_did_is_counted(games, capsys):
    lines = shown(capsys, games[1:], before=games[:1]).out.splitlines()
    assert lines[0] == "1 game analysed before"
    assert [line.split()[0] for line in lines[1:5]] == ["Game", "a.pgn", "2", "3"]


def test_rows_stand_below_the_name_of_their_file(games, capsys):
    others = [(replace(raw, file="b.pgn"), outcome) for raw, outcome in games[:2]]
    lines = shown(capsys, [*games[:2], *others]).out.splitlines()
    assert [line.split()[0] for line in lines[:7]] == ["Game", "a.pgn", "1", "2", "b.pgn", "3", "4"]


def test_faults_can_not_move_the_cursor(capsys):
    with Display(None, as_json=False) as display:
        display.observer.on_fault(PgnFault("a.pgn", 1, 5, "what is \x1b[2J [red]this"))
    assert capsys.readouterr().err == "kiebitz: a.pgn, game 1, line 5: what is ?[2J [red]this\n"


def test_numbers_with_their_noun():
    assert [counted(number, "game") for number in (0, 1, 2, 1500)] == ["0 games", "1 game", "2 games", "1,500 games"]
