"""The network's loops are vector instructions: one instruction for eight numbers or more, and none that is slow.

Written otherwise they would give the same values, several times slower, and no other test would see it. Asked for is
what is meant, not one instruction: compilers have several for the same work, and more with each kind of processor.
"""

import ast
import platform
import re
import shutil
import subprocess
import sysconfig
from functools import lru_cache
from importlib import import_module
from pathlib import Path

import pytest

from processors import COMPILED_FOR
from sources import CORE, ROOT, UNITS

ROOM = "kiebitz.core.evaluation.network"
# What each module must do with vectors: products of 16 bits, summed up in pairs; sums and differences of 16 bits.
NEEDED = {"layers": {"multiply", "multiply and pair", "add"}, "accumulator": {"add", "subtract"}}
# Where bytes are multiplied that lie in 16 bits: most of what the network costs.
BEHIND = "ask_behind"
# Instructions by what they do, without the ``v`` of the AVX form; ``pdpwssd`` and ``pdpbusd`` are of VNNI: they add
# to a sum as well.
WORK = {
    "pmullw": "multiply",
    "pmaddwd": "multiply and pair",
    "pdpwssd": "multiply and pair",
    "pdpbusd": "multiply and pair",
    "paddw": "add",
    "psubw": "subtract",
}
# A product of 32 bits takes twice as long as one of 16, for half as many numbers; a scalar one is for one number.
SLOW = {"pmulld", "imul", "mul", "mulx"}
# But a layer's sixteen sums are squared by it, four at a time.
SQUARES = {"layers": 4, "accumulator": 0}
# A row of 128 numbers, thirty-two at a time, with two things done to each: so many instructions at least.
WRITTEN_OUT = 8
# Some bear a prefix: ``{vex} vpdpwssd``.
SYMBOL = re.compile(r"[0-9a-f]+ <(\S+)>:")
INSTRUCTION = re.compile(r"^ +([0-9a-f]+):\t(?:(?:\{\w+\}|bnd|notrack|rep|repz|repnz|lock|cs|ds) )*(\w+) *([0-9a-f]+)?")

pytestmark = [
    pytest.mark.skipif(platform.machine() not in {"x86_64", "AMD64"}, reason="the instructions are those of x86-64"),
    pytest.mark.skipif(not shutil.which("objdump"), reason="there is no objdump to read machine code with"),
]


def built(name: str) -> Path:
    """The module that Python runs."""
    path = import_module(f"{ROOM}.{name}").__file__
    assert path is not None
    return Path(path)


def functions_of(name: str) -> re.Pattern[str]:
    """The symbols of a module's functions, in whatever parts and copies the compiler has made of them."""
    tree = ast.parse((CORE / "evaluation" / "network" / f"{name}.py").read_text())
    names = "|".join(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return re.compile(rf"\w+(?:_|fuse_\d+)(?:{names})(?:\.\w+)*")


@lru_cache(maxsize=1)
def disassembled(path: Path) -> list[str]:
    """The machine code of a unit, as objdump tells it."""
    command = ["objdump", "-d", "--no-show-raw-insn", path]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def listing(path: Path, ours: re.Pattern[str]) -> list[tuple[int, str, int | None]]:
    """The instructions of functions of a unit: address, name without the ``v`` of AVX, and where a jump leads."""
    is_ours = False
    found = []
    for line in disassembled(path):
        if symbol := SYMBOL.fullmatch(line):
            is_ours = ours.fullmatch(symbol[1]) is not None
        elif is_ours and (match := INSTRUCTION.match(line)):
            address, instruction, target = match.groups()
            is_jump = instruction.startswith("j") and target is not None
            found.append((int(address, 16), instruction.removeprefix("v"), int(target, 16) if is_jump else None))
    return found


def inner_loops(code: list[tuple[int, str, int | None]]) -> list[list[str]]:
    """The instructions of each loop that holds no other: what lies between a jump back and where it leads."""
    place = {address: index for index, (address, _, _) in enumerate(code)}
    loops = {
        (place[target], index)
        for index, (address, _, target) in enumerate(code)
        if target is not None and target <= address and target in place
    }
    inner = [loop for loop in loops if not any(loop[0] <= begin and end <= loop[1] for begin, end in loops - {loop})]
    return [[name for _, name, _ in code[begin : end + 1]] for begin, end in inner]


def check_loops(name: str, path: Path) -> None:
    """The work is done by vectors; in loops, or in a row where a compiler has written a short one out."""
    code = listing(path, functions_of(name))
    instructions = [instruction for _, instruction, _ in code]
    everywhere = set(instructions)
    assert NEEDED[name] <= {WORK[instruction] for instruction in everywhere if instruction in WORK}
    at_work = [loop for loop in inner_loops(code) if WORK.keys() & loop]
    in_a_row = sum(instruction in WORK for instruction in instructions)
    assert at_work or in_a_row >= WRITTEN_OUT, "no loop is at work on vectors"
    # A neuron's loop over its inputs may be written out in that over the neurons, which asks for a product of its own.
    slow = [[name in SLOW for name in loop].count(True) for loop in at_work]
    work = [[name in WORK for name in loop].count(True) for loop in at_work]
    assert not [loop for loop, slowly, at_once in zip(at_work, slow, work, strict=True) if slowly > at_once]
    assert instructions.count("pmulld") <= SQUARES[name]
    if name == "layers":
        behind = {instruction for _, instruction, _ in listing(path, re.compile(rf"\w+_{BEHIND}(?:\.\w+)*"))}
        assert "multiply and pair" in {WORK.get(instruction) for instruction in behind}, "each product is widened alone"


@pytest.mark.check
@pytest.mark.parametrize("name", NEEDED)
def test_what_is_built_is_vectorised(name):
    path = built(name)
    if b"__asan_init" in path.read_bytes() or b"__tsan_init" in path.read_bytes():
        pytest.skip("a build for sanitizers is not optimised")
    check_loops(name, path)


@pytest.fixture(scope="module")
def source():
    """The C that Cython wrote of the network's unit; a build in the source tree leaves it behind."""
    if not shutil.which("gcc"):
        pytest.skip("there is no gcc")
    path = ROOT / "build/units/kiebitz/core" / f"{UNITS[f'{ROOM}.layers']}.c"
    if not path.exists():
        pytest.skip(f"needs {path.name}, which a build in the source tree leaves behind")
    return path


def compiled(source: Path, target: Path, *options: str) -> Path:
    """The C that Cython wrote, compiled as setup.py does for other processors."""
    include = f"-I{sysconfig.get_path('include')}"
    usual = ["-O3", "-fno-strict-aliasing", "-fPIC", "-shared", "-w"]
    subprocess.run(["gcc", *usual, *options, include, source, "-o", target], check=True)
    return target


@pytest.mark.nightly
@pytest.mark.parametrize("processor", COMPILED_FOR)
def test_every_processor_is_served(processor, source, tmp_path):
    """Those of a wheel's cores, and those whose instructions for the same work bear other names."""
    path = compiled(source, tmp_path / "unit.so", f"-march={processor}")
    for name in NEEDED:
        check_loops(name, path)


@pytest.mark.nightly
def test_slow_loops_are_seen(source, tmp_path):
    """The check has eyes: loops of scalars, and of products of 32 bits, don't pass."""
    with pytest.raises(AssertionError):
        check_loops("layers", compiled(source, tmp_path / "scalar.so", "-fno-tree-vectorize"))
    wide = tmp_path / "wide.c"
    wide.write_text(
        "void __pyx_f_accumulator_follow(int *a, short *b, short *c) {"
        " for (int i = 0; i < 4096; i++) { a[i] = a[i] * 12345; c[i] += b[i]; c[i] -= b[i] * b[i]; } }"
    )
    with pytest.raises(AssertionError):
        check_loops("accumulator", compiled(wide, tmp_path / "wide.so", "-march=x86-64-v3"))
