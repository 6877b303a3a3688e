"""What the tools are given and what they say; the whole way to a machine is in ``circuit/test_search.py``."""

import sys
import sysconfig
from pathlib import Path

import pytest

from kiebitz_hydra.question import FULL
from kiebitz_hydra.simulator.workshop import (
    BuildError,
    cache_directory,
    call,
    compiler,
    kept,
    library_name,
    machine_code,
)


def test_the_cache_lies_where_the_user_says(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_directory() == tmp_path / "kiebitz" / "hardware"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert cache_directory() == Path.home() / ".cache" / "kiebitz" / "hardware"


def test_what_is_made_of_other_files_is_kept_apart(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    kept.cache_clear()
    loop = tmp_path / "loop.pyx"
    loop.write_text("one")
    plain, one = kept(), kept(loop)
    kept.cache_clear()
    assert kept(loop) == one
    loop.write_text("two")
    kept.cache_clear()
    assert len({plain, one, kept(loop)}) == 3
    kept.cache_clear()


def test_a_tool_that_fails_is_quoted(tmp_path):
    with pytest.raises(BuildError, match=r"failed: no such gate$"):
        call([sys.executable, "-c", "import sys; print('first'); sys.exit('no such gate')"], tmp_path)
    with pytest.raises(BuildError, match="failed: status 3"):
        call([sys.executable, "-c", "raise SystemExit(3)"], tmp_path)
    with pytest.raises(BuildError, match="nowhere is missing: install a C"):
        call(["nowhere"], tmp_path)


def test_a_tool_that_succeeds(tmp_path):
    assert call([sys.executable, "-c", "import os; print(os.getcwd())"], tmp_path).strip() == str(tmp_path)


MODULE = """
#include <Python.h>
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "verilator_clock"};
PyMODINIT_FUNC PyInit_verilator_clock(void) { return PyModule_Create(&module); }
"""


@pytest.mark.parametrize("left", [0, 1, 100])
def test_a_kept_machine_that_is_damaged_is_made_again(monkeypatch, tmp_path, left):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    kept.cache_clear()
    built = []

    def build(place, knowledge):
        source, target = place / "module.cpp", place / library_name("verilator_clock")
        source.write_text(f'extern "C" {{{MODULE}}}')
        include = sysconfig.get_path("include")
        call([*compiler(), "-shared", "-fPIC", f"-I{include}", str(source), "-o", str(target)], place)
        built.append(place)
        if len(built) == 1:
            target.write_bytes(target.read_bytes()[:left])

    module = machine_code("verilator_clock", build, FULL, Path(__file__))
    assert module.__name__ == "verilator_clock"
    assert len(built) == 2
    kept.cache_clear()


def test_a_cache_that_can_not_be_written_is_said(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("no directory")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    kept.cache_clear()
    with pytest.raises(BuildError, match=r"can't be kept in .*: Not a directory; name another cache by XDG_CACHE_HOME"):
        kept()
    kept.cache_clear()
