"""Builds for other processors than this one: which there are, and which tests depend on them.

What a compiler makes of the same source differs by processor: the instructions, what sliding attacks are looked up by,
the order in which numbers with a point are added. ``make test-processors`` runs the tests that could notice for each.
"""

import platform
from pathlib import Path

from kiebitz.core import processor
from kiebitz.core.variants import BASE, VARIANTS

BUILDS = {
    **{variant.arch: "" for variant in (BASE, *VARIANTS)},
    "x86-64-v4": "",
    "cascadelake": "avx512_vnni",
}
"""The cores that a wheel holds and others that ``KIEBITZ_ARCH`` makes; what each asks beyond its level of x86-64."""
COMPILED_FOR = (*BUILDS, "alderlake")
"""Those, and processors that have VNNI without AVX-512, whose instructions bear other names: compiled, not run."""
DEPENDENT = (
    "tests/core/chess/test_bitboard.py",
    "tests/core/chess/test_perft.py",
    "tests/core/evaluation/network",
    "tests/core/evaluation/test_evaluator.py",
    "tests/core/shogi/test_bitboard.py",
    "tests/core/test_variants.py",
    "tests/core/training/test_gradient.py",
    "tests/engine/test_bench.py",
    "tests/test_build.py",
    "tests/test_wheel.py",
)
"""Tests that could notice: machine code, sliding attacks, arithmetic, the signature of the bench, the wheel."""
CPU_INFO = Path("/proc/cpuinfo")


def is_runnable(build: str) -> bool:
    """Whether this processor runs a build."""
    if platform.machine() not in {"x86_64", "AMD64"}:
        return False
    asked = BUILDS[build]
    has_more = not asked or (CPU_INFO.exists() and asked in CPU_INFO.read_text().split())
    level = int(build[-1]) if build.startswith("x86-64-v") else 4
    return level <= processor.level() and has_more
