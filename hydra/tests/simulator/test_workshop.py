"""What the tools are given and what they say; the whole way to a machine is in ``circuit/test_search.py``."""

import sys
from pathlib import Path

import pytest

from kiebitz_hydra.simulator.workshop import BuildError, cache_directory, call, kept


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
