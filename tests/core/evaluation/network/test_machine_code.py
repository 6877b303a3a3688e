"""The network's loops are vector instructions: one instruction for eight numbers or more, and none that is slow.

Written otherwise they would give the same values, several times slower, and no other test would see it.
"""

import platform
import re
import shutil
import subprocess
import sysconfig
from importlib import import_module
from pathlib import Path

import pytest

ROOM = "kiebitz.core.evaluation.network"
# What each module must hold: products of 16 bits, summed up in pairs; sums and differences of 16 bits.
NEEDED = {"weights": {"pmullw", "pmaddwd", "paddw"}, "views": {"paddw", "psubw"}}
# What some processors do in one instruction: products summed up in pairs, and these added to a sum (AVX-512 VNNI).
FUSED = {"pdpwssd": "pmaddwd"}
# A product of 32 bits takes twice as long as one of 16, for half as many numbers.
SLOW = {"pmulld"}
PROCESSORS = ("x86-64-v2", "x86-64-v3", "x86-64-v4")

pytestmark = [
    pytest.mark.skipif(platform.machine() not in {"x86_64", "AMD64"}, reason="the instructions are those of x86-64"),
    pytest.mark.skipif(not shutil.which("objdump"), reason="there is no objdump to read machine code with"),
]


def built(name: str) -> Path:
    """The module that Python runs."""
    path = import_module(f"{ROOM}.{name}").__file__
    assert path is not None
    return Path(path)


def instructions(path: Path) -> set[str]:
    """Every instruction in an object file; the AVX form of a name, with a ``v`` before it, counts as the name.

    One that does the work of another and more counts as the other.
    """
    listing = subprocess.run(
        ["objdump", "-d", "--no-show-raw-insn", path], capture_output=True, text=True, check=True
    ).stdout
    names = {name.removeprefix("v") for name in re.findall(r"^ +[0-9a-f]+:\t(\w+)", listing, re.MULTILINE)}
    return {FUSED.get(name, name) for name in names}


@pytest.mark.parametrize("name", NEEDED)
def test_what_is_built_is_vectorised(name):
    path = built(name)
    if b"__asan_init" in path.read_bytes() or b"__tsan_init" in path.read_bytes():
        pytest.skip("a build for sanitizers is not optimised")
    assert NEEDED[name] <= instructions(path)
    assert not SLOW & instructions(path)


@pytest.mark.slow
@pytest.mark.parametrize("processor", PROCESSORS)
@pytest.mark.parametrize("name", NEEDED)
def test_every_processor_is_served(name, processor, tmp_path):
    """The C that Cython wrote, compiled as setup.py does for other processors."""
    source = built(name).parent / f"{name}.c"
    compiler = shutil.which("gcc")
    if not source.exists() or compiler is None:
        pytest.skip(f"needs gcc and {source.name}, which a build in the source tree leaves behind")
    target = tmp_path / f"{name}.o"
    include = f"-I{sysconfig.get_path('include')}"
    options = ["-O3", "-fno-strict-aliasing", "-fPIC", f"-march={processor}", include, "-c", source, "-o", target]
    subprocess.run([compiler, *options], check=True)
    assert NEEDED[name] <= instructions(target)
    assert not SLOW & instructions(target)
