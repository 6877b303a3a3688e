"""``kiebitz lab mate``: the lines it prints are mates, and it says what it doesn't know."""

import pytest
from typer.testing import CliRunner

from kiebitz.cli import app
from kiebitz.core.mate.design import FEWEST_ENTRIES, KEEPINGS
from kiebitz.core.shogi.notation import is_checkmate, push
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.mate import table_command as mate_command

IN_SIX = "3Rn3/8/8/5r1b/n1pPN3/1r3kPP/p2P3K/4Q3 w - - 0 1"
IN_SHOGI = "l8/1ks+P5/1ppp5/p8/9/2P6/9/9/9 b G2SN2r2b3gs3n3l12p 1"
BACK_RANK = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"


def run(*arguments):
    return CliRunner().invoke(app, ["lab", "mate", *arguments])


def test_a_mate_is_shown_as_people_write_it():
    result = run(BACK_RANK, "--moves", "2")
    assert result.exit_code == 0, result.output
    assert result.output.startswith("Mate within 2 moves: 1. Ra8#\n")
    assert "1 of 1,048,576 entries" in result.output


@pytest.mark.check
def test_a_small_table_that_overwrites_loses_the_mate_and_says_so():
    small = (IN_SIX, "--moves", "6", "--entries", "64", "--nodes", "20000", "--table-only")
    lost = run(*small, "--keeping", "overwrite")
    assert lost.exit_code == 0, lost.output
    assert "not known: 20,000 nodes" in lost.output
    collecting = run(*small)
    assert "garbage collected 0 times" not in collecting.output


@pytest.mark.check
def test_in_shogi_a_small_table_needs_its_garbage_collected():
    """At 30% in use, as the article proposes; where entries are overwritten, the mate is not found."""
    small = (IN_SHOGI, "--entries", "1024", "--collect-at", "0.3", "--table-only", "--nodes", "50000")
    assert "not known: 50,000 nodes" in run(*small, "--keeping", "overwrite").output
    found = run(*small)
    assert found.output.startswith("Mate within 15 moves by checks alone: ")
    assert "garbage collected 0 times" not in found.output
    position, line = ShogiPosition(IN_SHOGI), found.output.splitlines()[0].split(": ")[1].split()
    for move in line:
        push(position, move)
    assert is_checkmate(position)


def test_help_names_every_way_of_keeping_entries():
    assert mate_command.WAYS.replace(" or ", ", ").split(", ") == list(KEEPINGS)
    assert mate_command.FEWEST_ENTRIES == FEWEST_ENTRIES


def test_no_mate_is_an_answer_too():
    assert "No mate within 2 moves\n" in run("startpos", "--moves", "2").output
    assert "No mate within 5 moves by checks alone" in run("startpos", "--moves", "5", "--checks").output


@pytest.mark.check
def test_what_cannot_be_is_refused_with_a_reason():
    for arguments, words in (
        (["rubbish"], "not a position"),
        (["startpos", "--keeping", "all"], "no way of keeping entries 'all'"),
        (["startpos", "--collect-at", "1"], "collected at 1"),
        (["startpos", "--entries", str(1 << 45)], "MB"),
    ):
        result = run(*arguments)
        assert result.exit_code not in (0, 1), result.output
        assert words in result.output
