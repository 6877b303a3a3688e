"""``kiebitz lab table`` shows what a search left, and keeps it in a file."""

import io
import re

import chess
import pytest
from rich.console import Console
from typer.testing import CliRunner

from commands import run_here
from kiebitz.classroom.table.command import show
from kiebitz.cli import app
from kiebitz.engine import Engine, position_from
from kiebitz.engine.engine import ShogiEngine
from kiebitz.engine.limit import Limit

SHOGI = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
MIDDLEGAME = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


@pytest.mark.check
def test_a_table_is_shown_kept_and_shown_again(tmp_path):
    kept = tmp_path / "table.kiebitz"
    result = CliRunner().invoke(app, ["lab", "table", MIDDLEGAME, "-d", "8", "--hash", "2", "--save", str(kept)])
    assert result.exit_code == 0, result.output
    with Engine(hash_mb=2) as engine:
        best = chess.Board(MIDDLEGAME).san(engine.analyse(MIDDLEGAME, Limit(depth=8)).move)
    for words in ("2 MB, policy buckets, 16 key bits", "depth", "exact", "taken", "line remembered", f"1.{best} "):
        assert words in result.output
    again = CliRunner().invoke(app, ["lab", "table", MIDDLEGAME, "--load", str(kept)])
    assert again.exit_code == 0, again.output
    assert again.output == result.output


@pytest.mark.parametrize("depth", [1, 8])
def test_all_is_seen_at_once_in_a_small_terminal(monkeypatch, depth):
    """24 rows, one of them the prompt's."""
    monkeypatch.setenv("COLUMNS", "80")
    lines = CliRunner().invoke(app, ["lab", "table", MIDDLEGAME, "-d", str(depth)]).output.splitlines()
    assert len(lines) <= 23
    assert max(map(len, lines)) <= 80


def test_cleared_entries_are_told_and_not_taken_for_deep_ones():
    """MiniMAX clears before each search by an impossible depth."""
    with Engine(hash_mb=1, table_policy="clearing") as engine:
        for _ in range(2):
            engine.analyse(MIDDLEGAME, Limit(depth=5))
        engine.analyse(MIDDLEGAME, Limit(nodes=1))
        said = io.StringIO()
        show(Console(file=said, width=80), engine.table, position_from(MIDDLEGAME))
        assert engine.table.survey().cleared > 0
    assert "with the move only" in said.getvalue()
    assert "255" not in said.getvalue()


def test_chess960_and_other_policies():
    fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"
    result = CliRunner().invoke(app, ["lab", "table", fen, "-d", "5", "--hash", "1", "--set", "table_policy=always"])
    assert result.exit_code == 0, result.output
    assert "policy always" in result.output


@pytest.mark.check
def test_a_table_of_shogi_and_what_fewer_lines_find_in_it():
    """7, then 3, then 1 line, as YaneuraOu's author analyses: the last finds most of its work done."""
    result = CliRunner().invoke(app, ["lab", "table", SHOGI, "-d", "8", "--multipv", "7,3,1"])
    assert result.exit_code == 0, result.output
    told = re.findall(r"[\d,]+(?=[,;.] )|[\d,]+(?=\.\n)", result.output.splitlines()[0] + "\n")
    seven, three, one, afresh = (int(number.replace(",", "")) for number in told)
    assert seven > three > one
    assert 3 * one < afresh
    with ShogiEngine(hash_mb=16) as engine:
        spent = [engine.analyse(SHOGI, Limit(depth=8), multipv=lines).nodes for lines in (7, 3, 1)]
        best = engine.table.look_up(SHOGI).move
    assert spent == [seven, three, one]
    assert f"\n{best} " in result.output.split("The line remembered")[1]


@pytest.mark.check
def test_what_cannot_be_shown_is_refused_with_a_reason(tmp_path):
    nothing = tmp_path / "nothing"
    nothing.write_bytes(b"no table")
    for arguments, words in (
        (["rubbish"], "not a position"),
        (["startpos", "--load", str(nothing)], "nothing"),
        (["startpos", "--multipv", "7,0"], "'7,0'"),
        (["startpos", "--set", "table_policy=magic"], "magic"),
        (["startpos", "--set", "colour"], "colour"),
    ):
        result = CliRunner().invoke(app, ["lab", "table", *arguments])
        assert result.exit_code not in (0, 1), result.output
        assert words in result.output


def test_nodes_and_time_end_the_search():
    few, deep = (run_here("lab", "table", "startpos", *limit).out for limit in (("--nodes", 2_000), ("-d", 5)))
    assert few != deep
    for limit in (("--nodes", 500), ("--movetime", 1)):
        assert "default settings" in run_here("lab", "tree", "startpos", *limit).out


@pytest.mark.parametrize(
    ("position", "choices", "said"),
    [
        (
            MIDDLEGAME,
            ["policy=always", "key_bits=32", "index=and", "own_index_codes=on", "entries=4096"],
            "policy always, 32",
        ),
        (MIDDLEGAME, ["key_bits=4", "index=mod", "verify=count", "entries=999"], "of another position"),
        (SHOGI, ["bucket=3", "neighbours=on", "entries=3000"], "of 3,000 entries"),
    ],
)
def test_a_table_is_made_as_the_documents_have_it(position, choices, said):
    designed = [word for choice in choices for word in ("--design", choice)]
    done = run_here("lab", "table", position, "-d", "3", "--hash", "1", *designed)
    assert done.status == 0, done.err
    assert said in done.out


@pytest.mark.parametrize(
    ("choice", "fault"),
    [
        ("colour=red", "a table has no 'colour'; choose from policy, key_bits"),
        ("key_bits=99", "key_bits = 99 is not a whole"),
    ],
)
def test_a_design_that_can_not_be_is_refused(choice, fault):
    assert fault in run_here("lab", "table", "startpos", "-d", "1", "--design", choice).err
