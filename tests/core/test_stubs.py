"""The stubs tell what the compiled modules hold, both ways: held against the real modules by mypy's stubtest."""

import os
import subprocess
import sys
from importlib import import_module

import pytest

from compiled_modules import COMPILED, SOURCE

# Cython's own attributes, and constants that nobody above the core needs.
ALLOWED = r"""
kiebitz\.core\..*\.__(test|pyx_capi)__
kiebitz\.core\..*\.__(reduce|setstate)_cython__
kiebitz\.core\..*\.[A-Z][A-Z0-9_]*
"""


def is_public_here(name: str, thing: object, module: str) -> bool:
    """Whether a module of the core offers this function or class to Python as its own."""
    return not name.startswith("_") and callable(thing) and getattr(thing, "__module__", None) == module


@pytest.mark.parametrize("module", COMPILED)
def test_a_module_that_python_sees_something_of_has_a_stub(module):
    visible = [name for name, thing in vars(import_module(module)).items() if is_public_here(name, thing, module)]
    stub = COMPILED[module].with_suffix(".pyi")
    assert stub.exists() == bool(visible), f"{stub.name} has to show {visible or 'nothing: delete it'}"


def test_stubs_and_modules_agree(tmp_path):
    stubs = [module for module, path in COMPILED.items() if path.with_suffix(".pyi").exists()]
    allowed = tmp_path / "allowed"
    allowed.write_text(ALLOWED)
    search_path = {"MYPYPATH": str(SOURCE), "PYTHONPATH": str(SOURCE)}
    outcome = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy.stubtest",
            "--concise",
            "--ignore-unused-allowlist",
            "--allowlist",
            allowed,
            *stubs,
        ],
        env=os.environ | search_path,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr
