"""A marimo notebook, run and exported as a user would: the picture stands where ``watch`` was called, once."""

import subprocess
import sys

import pytest

from commands import ENVIRONMENT, PATIENCE_S

NOTEBOOK = """
import marimo

app = marimo.App()


@app.cell
def _():
    import kiebitz

    kiebitz.watch("startpos", kiebitz.Limit(nodes=50_000))
    return
"""


@pytest.mark.nightly
def test_what_is_watched_stands_in_the_cells_output(tmp_path):
    pytest.importorskip("marimo", reason="marimo is missing: pip install marimo")
    (tmp_path / "notebook.py").write_text(NOTEBOOK)
    command = [sys.executable, "-m", "marimo", "export", "html", "notebook.py", "-o", "page.html"]
    done = subprocess.run(
        command, cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "page.html").read_text()
    assert page.count("scores as White sees them") == 1
    assert "+0." not in done.stdout  # lines are printed only where there is no notebook
