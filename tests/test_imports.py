"""What an import loads, and the names that programs get."""

import subprocess
import sys

import pytest

import kiebitz
from sources import SOURCE


def loaded_by(statement: str) -> set[str]:
    """The modules that a fresh Python has loaded after a statement."""
    code = f"import sys; {statement}; print('\\n'.join(sys.modules))"
    outcome = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": str(SOURCE)}, capture_output=True, check=True
    )
    return set(outcome.stdout.decode().split())


@pytest.mark.check
def test_import_kiebitz_loads_next_to_nothing():
    loaded = loaded_by("import kiebitz")
    assert {name for name in loaded if name.startswith("kiebitz")} == {"kiebitz"}
    assert not loaded & {"chess", "numpy", "rich", "typer"}


@pytest.mark.check
def test_the_facade_loads_no_library():
    """python-chess is imported when the first board is asked for, NumPy when the first array is."""
    assert not loaded_by("from kiebitz import Engine") & {"chess", "numpy", "rich", "typer"}


def test_public_names_are_all_there():
    for name in kiebitz.__all__:
        assert getattr(kiebitz, name).__module__.startswith("kiebitz.")
    assert set(kiebitz.__all__) < set(dir(kiebitz))
    with pytest.raises(AttributeError, match="no attribute 'Motor'"):
        kiebitz.Motor  # noqa: B018
