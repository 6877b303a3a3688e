import os
import sys

import pytest
from typer.testing import CliRunner

from kiebitz.classroom.theory.algorithms import ALGORITHMS
from kiebitz.classroom.theory.node_types import fewest_leaves
from kiebitz.cli import app
from sources import SOURCE


def invoked(*arguments, status=0):
    result = CliRunner().invoke(app, ["lab", "animate", *arguments])
    assert result.exit_code == status, result.output
    return result.output


@pytest.mark.parametrize("name", ALGORITHMS)
def test_without_a_terminal_the_last_picture_is_printed(name):
    text = invoked(name)
    assert "Done. The root is worth 0" in text
    assert "\x1b" not in text
    assert text.count("step ") == 1


def test_other_trees_single_steps_and_all_steps():
    assert "4 leaves" in invoked("negamax", "--tree", "[[3, 12], [2, 4]]")
    assert "step 3 of " in invoked("alphabeta", "--step", "3")
    frames = invoked("alphabeta", "--tree", "uniform:2,2", "--frames")
    assert frames.count("def alphabeta") == frames.count("step ")


def test_critical_nodes_are_marked_counted_and_called_as_the_lecture_says(monkeypatch):
    """A1 to A3: type 1 with (−∞, ∞), type 2 with (−∞, β), type 3 with (α, ∞), and on a well-ordered tree no others."""
    monkeypatch.setenv("COLUMNS", "160")
    text = invoked("negamax", "--tree", "best:2,4", "--types")
    assert "7 evaluations, 16 leaves" in text
    assert f"looked at {fewest_leaves(2, 4)} of {fewest_leaves(2, 4)}" in text
    assert "type 1 (−∞, ∞) 5 times; type 2 (−∞, β) 8 times; type 3 (α, ∞) 5 times\n" in text
    assert "□1¹ = −1" in text
    assert "looked at 0 of 7" in invoked("alphabeta", "--types", "--step", "5")
    unordered = invoked("alphabeta", "--tree", "worst:2,4", "--types")
    assert "type 0 " in unordered


def test_html(tmp_path):
    path = tmp_path / "page.html"
    assert "54 steps of Alpha-beta" in invoked("alphabeta", "--html", str(path))
    assert path.read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["quicksort"], "'quicksort'; choose from minimax"),
        (["alphabeta", "--tree", "oak"], "there is no tree 'oak'"),
        (["alphabeta", "--tree", "[[1, 2"], "not a tree"),
        (["alphabeta", "--step", "99"], "54 steps"),
    ],
)
def test_mistakes_are_refused(arguments, words):
    assert words in invoked(*arguments, status=2)


def test_a_page_that_cannot_be_written_is_refused(tmp_path):
    assert "there is no directory" in invoked("alphabeta", "--html", str(tmp_path / "none" / "x.html"), status=2)


@pytest.mark.check
@pytest.mark.skipif(os.name == "nt", reason="terminals of Unix")
def test_in_a_real_terminal():
    """Keys typed into a terminal move the picture; q leaves it as it was."""
    import pty

    process, terminal = pty.fork()
    if process == 0:
        os.environ.update({"TERM": "xterm-256color", "PYTHONPATH": str(SOURCE), "COLUMNS": "150", "LINES": "45"})
        os.execv(sys.executable, [sys.executable, "-m", "kiebitz", "lab", "animate", "alphabeta"])
    seen = b""

    def wait_for(text):
        nonlocal seen
        while text not in seen:
            try:
                seen += os.read(terminal, 65536)
            except OSError:
                break

    wait_for(b"step 1 of 54")
    os.write(terminal, b"\x1b[C")
    wait_for(b"step 2 of 54")
    os.write(terminal, b"G")
    wait_for(b"step 54 of 54")
    os.write(terminal, b"q")
    wait_for(b"\x1b[?1049l")
    _, status = os.waitpid(process, 0)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(status) == 0
