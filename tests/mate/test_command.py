"""``kiebitz mate``: both games, files, proofs written and checked, and what can't be said in one line."""

import json

import pytest
from typer.testing import CliRunner

from full_width import microcosmos
from kiebitz.cli import app

IN_THREE = "9/4k4/9/4P4/9/9/9/9/9 b 2G2r2b4s4n4l17p 1"
BACK_RANK = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"


def run(*arguments):
    return CliRunner().invoke(app, ["mate", *map(str, arguments)])


def test_shogi():
    result = run(IN_THREE, "--exact")
    assert result.exit_code == 0, result.output
    assert result.output.startswith("Mate in 3 plies, the shortest: G*5c ")
    assert " nodes, " in result.output
    assert run(*IN_THREE.split()).output.startswith("Mate in 3 plies")


def test_chess():
    assert run(BACK_RANK).output.startswith("Mate in 1 plies, the shortest: 1. Ra8#\n")
    assert run("startpos", "--moves", "2").output.startswith("No mate within 2 moves\n")


def test_what_is_not_known_is_said():
    sfen, _ = microcosmos()
    result = run(sfen, "--nodes", "20000", "--hash", "1")
    assert result.exit_code == 0
    assert result.output.startswith("Whether there is a mate is not known\n20,000 nodes, ")
    assert "garbage collected" not in result.output
    assert "garbage collected" in run(sfen, "--nodes", "80000", "--hash", "1").output


def test_a_file_of_both_games(tmp_path):
    file = tmp_path / "problems.txt"
    file.write_text(f"# two\n{IN_THREE}\tmate 3\n\n{BACK_RANK}\n")
    result = run(file, "--json")
    outcomes = [json.loads(line) for line in result.output.splitlines()]
    assert [(outcome["position"], outcome["plies"]) for outcome in outcomes] == [(IN_THREE, 3), (BACK_RANK, 1)]
    assert outcomes[1]["line"] == ["a1a8"]
    assert run(file, "--proof", tmp_path / "p.json").output == "kiebitz: --proof takes one position, and there are 2\n"


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
    assert "proves nothing: the book has no move for" in checked.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "there is nothing to solve"),
        (("9/9/9/9/9/9/9/9/9 b - 1",), "not a position: there is no king"),
        (("8/8 w",), "not a position: the board has 2 ranks"),
        (("--verify", "nowhere.json"), "nowhere.json can't be read"),
    ],
)
def test_faults_are_told_in_a_line(arguments, message):
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.output
    assert result.output.count("\n") == 1
