"""What memory is left, as Linux tells it; a system that tells nothing sets no limit."""

from kiebitz.core.table.available_memory import available_bytes

MEMINFO = "MemTotal:       24731708 kB\nMemFree:        20841044 kB\nMemAvailable:   {} kB\n"


def system(folder, available_kb, limit=None, used=0, cached=0):
    """Files as the kernel writes them; returns the arguments of ``available_bytes``."""
    proc, groups = folder / "proc", folder / "cgroup"
    (proc / "self").mkdir(parents=True)
    (proc / "meminfo").write_text(MEMINFO.format(available_kb))
    if limit is not None:
        (proc / "self" / "cgroup").write_text("1:cpu:/\n0::/box\n")
        (groups / "box").mkdir(parents=True)
        (groups / "box" / "memory.max").write_text(f"{limit}\n")
        (groups / "box" / "memory.current").write_text(f"{used}\n")
        (groups / "box" / "memory.stat").write_text(f"anon 5\ninactive_file {cached}\n")
    return proc, groups


def test_the_machine_alone(tmp_path):
    assert available_bytes(*system(tmp_path, 1000)) == 1_024_000


def test_a_container_has_less(tmp_path):
    assert available_bytes(*system(tmp_path, 1000, limit=700_000, used=300_000, cached=100_000)) == 500_000


def test_a_container_without_limit_or_beyond_it(tmp_path):
    assert available_bytes(*system(tmp_path / "free", 1000, limit="max")) == 1_024_000
    assert available_bytes(*system(tmp_path / "full", 1000, limit=700_000, used=800_000)) == 0


def test_a_system_that_tells_nothing_or_nonsense(tmp_path):
    assert available_bytes(tmp_path / "none", tmp_path / "none") is None
    proc, groups = system(tmp_path, 1000)
    (proc / "meminfo").write_text("MemAvailable: a lot\n")
    assert available_bytes(proc, groups) is None


def test_this_system():
    available = available_bytes()
    assert available is None or available > 0
