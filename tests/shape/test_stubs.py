"""The stubs tell what the compiled modules hold, both ways: held against the real modules by mypy's stubtest."""

import os
import subprocess
import sys

from sources import COMPILED, CORE, PACKAGES, SOURCE, imported_names

# Cython's own attributes, and constants that nobody above the core needs.
ALLOWED = r"""
kiebitz\.core\..*\.__(test|pyx_capi|own)__
kiebitz\.core\..*\.__(reduce|setstate)_cython__
kiebitz\.core\..*\.[A-Z][A-Z0-9_]*
"""


def test_what_the_rooms_above_import_has_a_stub():
    """A type checker can't look into machine code; what only the core uses among itself needs no stub."""
    imported = {
        name
        for package in PACKAGES
        for path in package.rglob("*.py")
        if CORE not in path.parents
        for name in imported_names(path)
    }
    for module, path in COMPILED.items():
        if any(name == module or name.startswith(module + ".") for name in imported):
            assert path.with_suffix(".pyi").exists(), f"{module} is imported from above the core; write its .pyi"


def test_stubs_and_modules_agree(tmp_path):
    stubs = [module for module, path in COMPILED.items() if path.with_suffix(".pyi").exists()]
    allowed = tmp_path / "allowed"
    allowed.write_text(ALLOWED)
    search_path = {"MYPYPATH": str(SOURCE), "PYTHONPATH": str(SOURCE)}
    options = ("--concise", "--ignore-unused-allowlist", "--allowlist", allowed)
    outcome = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", *options, *stubs],
        env=os.environ | search_path,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr
