"""A table that doesn't fit the code makes the import fail."""

import subprocess
import sys
import textwrap

import pytest


@pytest.mark.check
def test_a_series_of_the_wrong_length_is_refused_at_import():
    code = """
        from kiebitz.core.evaluation.classical import weights
        passed = weights.WEIGHTS["passed"]
        weights.WEIGHTS["passed"] = weights.Weight(passed.values[:-1], passed.meaning)
        import kiebitz.core.evaluation.evaluator
    """
    outcome = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, check=False)
    assert outcome.returncode == 1
    assert "has 7 values" in outcome.stderr
