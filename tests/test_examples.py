"""The examples of README and docs: each passes ``mypy --strict`` and runs; a misspelt option does not pass."""

import os
import re
import shutil
import subprocess
import sys
from textwrap import dedent

import pytest

from sources import ROOT, SOURCE

BLOCK = re.compile(r"^( *)```python\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
EXAMPLES = {
    f"{page.stem.replace('-', '_')}_{number}": dedent(code)
    for page in PAGES
    for number, (_, code) in enumerate(BLOCK.findall(page.read_text()), 1)
}
MISSPELT = (
    "import kiebitz\n\nkiebitz.Engine(nul_move=False)\nkiebitz.Engine().configure(null_move_policy='donnigner')\n"
)
COLUMNS = """from collections.abc import Sequence
from typing import Any

import numpy as np

import kiebitz

batch = kiebitz.search_batch(["startpos"], kiebitz.Limit(nodes=1))
values: np.ndarray[Any, np.dtype[np.int64]] = batch["centipawns"]
moves: Sequence[str | None] = batch["move"]
total: np.int64 = kiebitz.evaluate_batch(["startpos"])["centipawns"].data.sum()
wrong: Sequence[str | None] = batch["mate"]
"""
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(SOURCE), "MYPYPATH": str(SOURCE)}
PATIENCE_S = 280

pytestmark = pytest.mark.nightly


def test_there_are_examples():
    assert {"README_1", "README_2", "first_steps_programmer_4", "search_as_data_1"} <= set(EXAMPLES)


def test_examples_pass_strict_type_checks_and_misspelt_options_do_not(tmp_path):
    for name, code in {**EXAMPLES, "columns": COLUMNS, "misspelt": MISSPELT}.items():
        (tmp_path / f"{name}.py").write_text(code)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--python-version", "3.11", "--no-error-summary", "."],
        cwd=tmp_path,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    errors = [line for line in done.stdout.splitlines() if ": error: " in line]
    assert len(errors) == 3, done.stdout + done.stderr
    mistyped, first, second = sorted(errors)
    assert mistyped.startswith("columns.py:12: error: Incompatible types in assignment")
    assert first.startswith('misspelt.py:3: error: Unexpected keyword argument "nul_move"')
    assert second.startswith('misspelt.py:4: error: Argument "null_move_policy" to "configure"')


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_runs(name, tmp_path):
    if '"stockfish' in EXAMPLES[name] and shutil.which("stockfish") is None:
        pytest.skip("needs Debian's package stockfish")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    done = subprocess.run(
        [sys.executable, "-c", EXAMPLES[name]],
        cwd=tmp_path,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
