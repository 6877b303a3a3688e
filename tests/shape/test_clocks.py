"""No test depends on how fast a machine is: what a clock says is never asserted, and no case of make test sleeps."""

import ast
import re
from collections.abc import Iterator

import pytest

from sources import ROOT, TESTS

CLOCKS = {"monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "process_time", "process_time_ns"}
CLOCKS |= {"thread_time", "thread_time_ns", "time_ns", "time.time", "getrusage"}
ABOUT = {ROOT / "claims/tests/measuring/test_cpu_time.py"}
"""What is about a clock of our own."""
MARKED = re.compile(r"mark\.(check|nightly|full)\b")
Function = ast.FunctionDef | ast.AsyncFunctionDef


def reads_a_clock(node: ast.AST, names: set[str]) -> bool:
    """Whether an expression asks a clock, or a name that holds what one said."""
    for each in ast.walk(node):
        if isinstance(each, ast.Call):
            asked = ast.unparse(each.func)
            if asked in CLOCKS or asked.rpartition(".")[2] in CLOCKS:
                return True
        if isinstance(each, ast.Name) and each.id in names:
            return True
    return False


def timed_names(function: Function) -> set[str]:
    """The local names that hold what a clock said, or what was reckoned from it."""
    names: set[str] = set()
    while True:
        before = len(names)
        for node in ast.walk(function):
            if not isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.NamedExpr) or not node.value:
                continue
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            pairs = [(target, node.value) for target in targets]
            if isinstance(targets[0], ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = list(zip(targets[0].elts, node.value.elts, strict=True))
            for target, value in pairs:
                if reads_a_clock(value, names):
                    names |= {each.id for each in ast.walk(target) if isinstance(each, ast.Name)}
        if len(names) == before:
            return names


def asserted_clocks(text: str) -> Iterator[int]:
    """The lines of asserts that ask a clock."""
    for function in ast.walk(ast.parse(text)):
        if isinstance(function, Function):
            names = timed_names(function)
            for node in ast.walk(function):
                if isinstance(node, ast.Assert) and reads_a_clock(node.test, names):
                    yield node.lineno


def test_no_assert_asks_a_clock():
    files = {path for folder in TESTS for path in folder.rglob("*.py") if "/shape/" not in path.as_posix()} - ABOUT
    places = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sorted(files)
        for line in sorted(set(asserted_clocks(path.read_text(encoding="utf-8"))))
    ]
    assert places == [], "count something, or give the code a clock of the test's own"


def sleepers(text: str) -> Iterator[str]:
    """The cases without a mark, in a file without one, that sleep."""
    tree = ast.parse(text)
    if MARKED.search("\n".join(ast.unparse(node) for node in tree.body if isinstance(node, ast.Assign))):
        return
    for function in tree.body:
        if isinstance(function, Function) and not MARKED.search("\n".join(map(ast.unparse, function.decorator_list))):
            calls = [ast.unparse(node.func) for node in ast.walk(function) if isinstance(node, ast.Call)]
            if function.name.startswith("test_") and {"sleep", "time.sleep"} & set(calls):
                yield function.name


def test_no_case_of_make_test_sleeps():
    files = [path for folder in TESTS[:2] for path in folder.rglob("test_*.py")]
    found = [f"{path.relative_to(ROOT)}: {name}" for path in files for name in sleepers(path.read_text("utf-8"))]
    assert found == [], "wait for an event, or move it to check"


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("assert time.monotonic() - begun < 3", [2]),
        ("begun = perf_counter()\n    took = perf_counter() - begun\n    assert took < 3", [4]),
        ("begun = time.monotonic()\n    assert found", []),
        ("begun, found = time.monotonic(), 3\n    assert found", []),
        ("assert clock.time() == 3", []),
        ("assert time.time() > 3", [2]),
    ],
)
def test_clocks_are_seen(body, lines):
    assert list(asserted_clocks(f"def test_it():\n    {body}\n")) == lines
