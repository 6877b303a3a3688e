"""``kiebitz mate``: both games, files, proofs written and checked, and what can't be said in one line."""

import itertools
import json
import re
import signal
import subprocess
import sys
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from commands import COMMAND, ENVIRONMENT, PATIENCE_S, run_here
from full_width import known_problems, microcosmos
from kiebitz.cli import app
from kiebitz.engine import mate_solver
from kiebitz.kifu.record import Kifu
from kiebitz.kifu.writing import kifu_text, write_kifu
from kiebitz.mate import command, proof_graph
from processes import processor_s, wait_until

IN_THREE = "9/4k4/9/4P4/9/9/9/9/9 b 2G2r2b4s4n4l17p 1"
SMALL = "4k4/9/4P4/9/9/9/9/9/9 b G 1"
BACK_RANK = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"


def run(*arguments):
    return CliRunner().invoke(app, ["mate", *map(str, arguments)])


@pytest.mark.check
def test_shogi():
    result = run(IN_THREE, "--exact")
    assert result.exit_code == 0, result.output
    assert result.output.startswith("Mate in 3 plies, the shortest: G*5c ")
    assert " nodes, " in result.output
    assert run(*IN_THREE.split()).output.startswith("Mate in 3 plies")


def test_chess():
    assert run(BACK_RANK).output.startswith("Mate in 1 ply, the shortest: 1. Ra8#\n")
    assert run("startpos", "--moves", "2").output.startswith("No mate within 2 moves\n")


@pytest.mark.check
def test_what_is_not_known_is_said():
    sfen, _ = microcosmos()
    result = run(sfen, "--nodes", "20000", "--hash", "1")
    assert result.exit_code == 0
    assert result.output.startswith("Whether there is a mate is not known\n20,000 nodes, ")
    assert "garbage collected" not in result.output
    assert "garbage collected" in run(sfen, "--nodes", "80000", "--hash", "1").output


@pytest.mark.check
def test_a_file_of_both_games(tmp_path):
    file = tmp_path / "problems.txt"
    file.write_text(f"{IN_THREE}\tmate 3\n# two\n\n{BACK_RANK}\n", encoding="utf-8-sig")  # as Notepad writes it
    result = run(file, "--json")
    outcomes = [json.loads(line) for line in result.output.splitlines()]
    assert [(outcome["position"], outcome["plies"]) for outcome in outcomes] == [(IN_THREE, 3), (BACK_RANK, 1)]
    assert outcomes[1]["line"] == ["a1a8"]
    told = run(file).output.splitlines()
    assert (told[0], told[1][:15], told[3], told[4][:13]) == (IN_THREE, "Mate in 3 plies", BACK_RANK, "Mate in 1 ply")
    for option in ("--proof", "--svg"):
        assert "take one position" in run(file, option, tmp_path / "p.json").output


@pytest.mark.check
def test_a_fault_in_a_file_leaves_the_other_positions(tmp_path):
    file = tmp_path / "problems.txt"
    file.write_text(f"{IN_THREE}\n# next\n9/9/9/9/9/9/9/9/9 b - 1\n{BACK_RANK}\n")
    result = run(file)
    assert result.exit_code == 2
    assert f"{file}, line 3: not a position: " in result.output
    assert ("Mate in 3 plies" in result.output, "Mate in 1 ply" in result.output) == (True, True)
    assert result.output.endswith("kiebitz: 1 of 3 positions were left out; mend them\n")
    file.write_bytes("詰将棋".encode("cp932"))
    assert "is no text in UTF-8; save it as one" in run(file).output


@pytest.mark.check
@pytest.mark.parametrize("name", ["p.kif", "p.kifu", "p.ki2", "p.csa", "p.jkf"])
def test_problems_are_read_from_records(name, tmp_path):
    write_kifu(Kifu.of_moves([], IN_THREE), tmp_path / name)
    assert json.loads(run(tmp_path / name, "--json").output)["plies"] == 3
    games = (Kifu.of_moves([], IN_THREE, 作品名="一"), Kifu.of_moves([], IN_THREE, 作品名="二"))
    (tmp_path / "two.kifu").write_text("".join(kifu_text(game).text for game in games))
    assert run(tmp_path / "two.kifu").output.count("Mate in 3 plies") == 2
    (tmp_path / "none.csa").write_text("")
    assert "none.csa holds no position" in run(tmp_path / "none.csa").output


@pytest.mark.check
@pytest.mark.parametrize("position", [IN_THREE, BACK_RANK])
def test_a_proof_is_written_and_checked(position, tmp_path):
    file = tmp_path / "proof.json"
    assert f"is in {file}" in run(position, "--proof", file).output
    checked = run("--verify", file)
    assert checked.exit_code == 0
    assert checked.output.startswith("Proved: mate in ")
    content = json.loads(file.read_text())
    file.write_text(json.dumps(content | {"book": {}}))
    checked = run("--verify", file)
    assert checked.exit_code == 1
    assert "is not a valid proof: the book has no move for" in checked.output


@pytest.mark.check
@pytest.mark.parametrize(
    ("position", "name", "beginning"),
    [(IN_THREE, "proof.kif", b"#KIF version=2.0 encoding=Shift_JIS\n"), (BACK_RANK, "proof.PGN", b"[Event ")],
)
def test_a_proof_is_written_as_a_game(position, name, beginning, tmp_path):
    assert f", is in {tmp_path / name}\n" in run(position, "--proof", tmp_path / name).output
    assert (tmp_path / name).read_bytes().startswith(beginning)
    run(position, "--proof", tmp_path / "proof.json")
    again = run("--verify", tmp_path / "proof.json", "--proof", tmp_path / f"again_{name}")
    assert again.output.startswith("Proved: ")
    assert (tmp_path / f"again_{name}").read_bytes() == (tmp_path / name).read_bytes()


@pytest.mark.check
@pytest.mark.parametrize("position", [IN_THREE, BACK_RANK])
def test_the_position_is_drawn(position, tmp_path):
    file = tmp_path / "board.svg"
    assert f"in {file}\n" in run(position, "--svg", file).output
    drawn = file.read_text()
    assert ElementTree.fromstring(drawn).tag == "{http://www.w3.org/2000/svg}svg"
    run(position, "--proof", tmp_path / "proof.json")
    run("--verify", tmp_path / "proof.json", "--svg", tmp_path / "again.svg")
    assert (tmp_path / "again.svg").read_text() == drawn
    page = tmp_path / "proof.html"
    assert f"is in {page}\n" in run(position, "--html", page).output
    assert page.read_text().startswith("<!doctype html>")


def test_without_a_mate_only_the_position_is_written(tmp_path):
    files = {option: tmp_path / f"it.{option}" for option in ("json", "svg", "html")}
    result = run("startpos", "--moves", "1", "--proof", files["json"], "--svg", files["svg"], "--html", files["html"])
    assert result.output.startswith("No mate within 1 move\n")
    assert [path.name for path in tmp_path.iterdir()] == ["it.svg"]


@pytest.mark.parametrize(("option", "name"), [("--svg", "it.svg"), ("--html", "it.html"), ("--proof", "it.pgn")])
def test_a_file_that_can_not_be_written_is_named(option, name, tmp_path):
    file = tmp_path / f"{'long' * 64}{name}"
    done = run_here("mate", BACK_RANK, option, file)
    assert done.status == 1
    assert f"{file} can't be written" in done.err


@pytest.mark.check
def test_cooks():
    two_rooks = "6k1/5ppp/8/8/8/8/8/RR2K3 w - - 0 1"
    told = run(two_rooks, "--cooks").output.splitlines()
    assert {told[0].split(": ")[1], told[2]} in (
        {"1. Ra8#", "These first moves mate, too: 1. Rb8#"},
        {"1. Rb8#", "These first moves mate, too: 1. Ra8#"},
    )
    assert run(SMALL, "--cooks").output.splitlines()[2] == "No other first move mates"
    (outcome,) = map(json.loads, run(two_rooks, "--cooks", "--json").output.splitlines())
    assert {outcome["line"][0], *outcome["cooks"]["mating"]} == {"a1a8", "b1b8"}
    assert outcome["cooks"]["unknown"] == []
    assert "cooks" not in run("startpos", "--moves", "1", "--cooks").output


@pytest.mark.check
def test_futile_drops_are_left_out_of_a_second_count():
    sfen = next(sfen for sfen, has_mate, plies, by in known_problems() if has_mate and by == "futile" and plies == 3)
    assert re.match(r"Mate in \d+ plies \(3 without futile drops\), the shortest", run(sfen).output)
    (outcome,) = map(json.loads, run(sfen, "--json").output.splitlines())
    assert outcome["counted_plies"] == 3 < outcome["plies"]
    assert "without futile drops" not in run(SMALL).output


@pytest.mark.check
@pytest.mark.skipif(sys.platform == "win32", reason="sends a POSIX signal")
def test_ctrl_c_leaves_it_unknown(tmp_path):
    file = tmp_path / "problems.txt"
    file.write_text(f"{microcosmos()[0]}\n{SMALL}\n")
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": ENVIRONMENT, "text": True}
    process = subprocess.Popen([*COMMAND, "mate", file], **pipes)
    assert process.stdout.readline() == f"{microcosmos()[0]}\n"
    begun_s = processor_s(process.pid)
    wait_until(lambda: processor_s(process.pid) > begun_s + 0.3)  # It is at work on the problem.
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE_S)
    assert out.startswith("Whether there is a mate is not known\n")
    assert len(out.splitlines()) == 2
    assert (process.returncode, err) == (130, "kiebitz: interrupted\n")


HORSE = "7k1/5+Bp2/7Ss/9/9/9/1n7/9/9 b 2rb4g2s3n4l17p 1"
"""Its proof has 800,000 positions."""


@pytest.mark.check
def test_a_limit_holds_for_reading_the_proof_too(tmp_path, monkeypatch):
    """What is known is told: the mate, its length, its line. What was to be written isn't, and that is said."""
    solve, now_s, is_solved = mate_solver.MateSolver.solve, itertools.count(), []

    def solved(*given, **limits):
        is_solved.clear()
        solution = solve(*given, **limits)
        is_solved.append(True)
        return solution

    for module in (mate_solver, command):  # The clock stands until there is a solution; then each look takes a second.
        monkeypatch.setattr(module, "monotonic", lambda: float(next(now_s)) if is_solved else 0.0)
    monkeypatch.setattr(mate_solver.MateSolver, "solve", solved)
    done = run_here("mate", HORSE, "--seconds", 3, "--proof", tmp_path / "proof.json")
    told = re.match(r"Mate in (\d+) plies, the shortest that is proved: (.*)", done.out)
    assert 0 < len(told[2].split()) <= int(told[1])
    assert "time was over" in done.err
    assert "--seconds" in done.err.splitlines()[-1]
    assert done.status == 1
    assert not list(tmp_path.iterdir())
    done = run_here("mate", HORSE, "--seconds", 3, "--json")
    outcome = json.loads(done.out)
    assert (done.status, outcome["mate"], outcome["counted_plies"]) == (0, True, None)
    assert outcome["line"]


def test_ctrl_c_ends_a_check(tmp_path, monkeypatch):
    def interrupt(_):
        raise KeyboardInterrupt

    run(SMALL, "--proof", tmp_path / "proof.json")
    monkeypatch.setattr("kiebitz.mate.verify.verify", interrupt)
    done = run_here("mate", "--verify", tmp_path / "proof.json")
    assert (done.status, done.out, done.err) == (130, "", "kiebitz: interrupted\n")


def test_json_stays_json(tmp_path):
    done = run_here("mate", IN_THREE, "--json", "--svg", tmp_path / "it.svg")
    assert json.loads(done.out)["plies"] == 3
    assert str(tmp_path / "it.svg") in done.err


def test_a_large_proof_is_written_in_part(tmp_path, monkeypatch):
    monkeypatch.setattr(proof_graph, "MOST_MOVES", 0)
    assert "2 of them are left out" in run(IN_THREE, "--proof", tmp_path / "proof.kifu").output


@pytest.mark.check
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((BACK_RANK, "--proof", "p.kif"), "'.kif'; take .json, .pgn"),
        ((IN_THREE, "--proof", "p.pgn"), "'.pgn'; take .json, .kif, .kifu"),
        ((IN_THREE, "--proof", "proof"), "'proof'; take .json, .kif, .kifu"),
        ((IN_THREE, "--proof", "nowhere/p.kif"), "no directory nowhere"),
        (("problems.txt",), "no file problems.txt"),
        ((), "nothing to solve"),
        (("9/9/9/9/9/9/9/9/9 b - 1",), "no king"),
        (("--verify", "nowhere.json"), "nowhere.json"),
        ((SMALL, "--verify", "p.json", "--json"), "searches nothing; leave out the position, --json"),
        (("--verify", "p.json", "--hash", "8", "--exact"), "leave out --exact, --hash"),
        ((SMALL, "--svg", "x", "--html", "./x"), "two outputs would be written to x; name two files"),
    ],
)
def test_faults_are_told_in_a_line(arguments, message):
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.output
    assert result.output.count("\n") == 1
