"""What is said of the machine."""

from kiebitz.processes.cores import usable_cores
from kiebitz_claims.claims.machine import cache_mb, describe_machine, load


def test_the_machine_is_named_with_its_cores():
    assert f", {usable_cores()} core" in describe_machine()


def test_the_largest_cache_counts(tmp_path):
    for index, size in enumerate(("32K", "512K", "32768K")):
        (tmp_path / f"index{index}").mkdir()
        (tmp_path / f"index{index}" / "size").write_text(f"{size}\n")
    assert cache_mb(tmp_path) == 32
    assert cache_mb(tmp_path / "nowhere") is None


def test_load_is_for_each_core():
    busy = load()
    assert busy is None or busy >= 0
