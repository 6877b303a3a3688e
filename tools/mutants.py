"""Changes one operator or number at a time, and says which of these changes no test sees.

    python tools/mutants.py [--rooms core analysis kifu protocols] [--count 200] [--seed 1] [--journal FILE]
    python tools/mutants.py --replay FILE                                  the same changes in today's text

Mutation sampling (DeMillo, Lipton and Sayward, "Hints on Test Data Selection", 1978; that a random sample tells nearly
what all mutants do: Wong and Mathur, 1995). A mutant is the source with one comparison, operator, whole number or truth
value changed, found by ``ast`` and made in the text. Rooms have equal shares; in a room lines are drawn, not places,
so that long lines don't count for more. Left out are annotations, decorators, texts, rows of tables of numbers,
``strict=`` of a zip, and modules that are compiled: they would have to be compiled again for each mutant.

All happens in a copy of the tree. First the tests of each room (``tests/ROOM``) run once, file by file, while
coverage.py notes which line each of them runs, in child processes, too; tests that fail there are left out. Then a
mutant is tried by the tests that run its statement: those of the mirroring file first, then the quick ones. The rest of
their files follows, for fixtures and caches run a line for the first who asks. Tests of more than ``--most`` seconds
together are not tried; of a statement at a module's level, whatever runs the module counts. What no test runs, nobody
sees.

The journal has a line for each mutant; with the same journal a run goes on where it ended. A mutant is known again by
its file, the text of its line, its place there and what it becomes; ``--replay`` passes by those whose line is gone.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import hashlib
import io
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
import tokenize
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

TYPED = re.compile(r"^(?:import cython|from cython)", re.MULTILINE)
ROOMS = ("core", "analysis", "kifu", "protocols")
OPERATORS = {
    **{"<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",)},
    **{"in": ("not in",), "not in": ("in",), "is": ("is not",), "is not": ("is",), "and": ("or",), "or": ("and",)},
    **{"+": ("-",), "-": ("+",), "*": ("//",), "//": ("*",), "/": ("*",), "%": ("*",)},
    **{"<<": (">>",), ">>": ("<<",), "&": ("|",), "^": ("&",)},
}
"""The operators that one becomes: one of these."""

# How pytest runs: conftest.py's limit of a case's time is not for those whose lines are noted.
QUIETLY = ("-q", "-p", "no:cacheprovider", "--tb", "no", "-o", "case_processor_s=inf")

FIRST_TESTS = 25
"""So many are tried in a first process: most mutants are seen by them, and fewer files are to be imported."""

GUARD_S, GUARD_FACTOR = 60, 10
"""A mutant may take this time and this many times what its tests took; then it hangs, which is seen, too."""

NOTING_GUARD_S = 900
"""The tests of one file may take so long while it is noted what they run."""

MEMORY_BYTES = 8 << 30
"""The most that a mutant's tests may write; one that never stops to append ends there."""

# Child processes import this, and coverage.py notes for whichever test runs just then.
IN_CHILDREN = """\
import os
if os.environ.get("MUTANTS_NOTES"):
    import atexit, coverage
    _notes = os.environ["MUTANTS_NOTES"]
    with open(_notes + ".now") as _now:
        _running = coverage.Coverage(
            data_file=_notes, data_suffix=True, source=[os.environ["MUTANTS_SOURCE"]], context=_now.read()
        )
    _running.start()
    atexit.register(lambda: (_running.stop(), _running.save()))
"""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one line."""

    room: str
    file: str
    """From the root of the tree."""
    line: int
    """Where it stood when it was drawn, from 1."""
    text: str
    """The whole line."""
    column: int
    was: str
    becomes: str

    @property
    def identity(self) -> tuple[str, int, str, int, str]:
        """The identity by which two runs know it."""
        return self.file, self.line, self.text, self.column, self.becomes

    @property
    def mutated(self) -> str:
        """The line with the change in it."""
        return self.text[: self.column] + self.becomes + self.text[self.column + len(self.was) :]


@dataclass(frozen=True, slots=True)
class Fate:
    """The fate of a mutant: ``seen``, ``time`` (it hangs), ``lives``, ``unrun`` (no test runs it), ``gone``."""

    mutant: Mutant
    fate: str
    seen_by: str
    tests: int
    """Number of tests chosen."""
    seconds: float

    @property
    def is_seen(self) -> bool:
        """True if the tests would have told."""
        return self.fate in ("seen", "time")


# ------------------------------------------------------------------ mutants of a text


class Places(ast.NodeVisitor):
    """Gathers what can be changed in a file: (line, column, what stands there, what it may become)."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.found: list[tuple[int, int, str, tuple[str, ...]]] = []
        self._operators = list(operators_of(text))
        self.visit(ast.parse(text))

    def visit(self, node: ast.AST) -> None:
        match node:
            case ast.JoinedStr():  # Places in it are known from Python 3.12 on only.
                return
            case ast.keyword(arg="strict"):
                return
            case ast.Tuple() | ast.List() if len(node.elts) > 1 and all(map(is_number, node.elts)):
                return
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._visit_all(*node.args.defaults, *node.args.kw_defaults, *node.body)
                return
            case ast.ClassDef():
                self._visit_all(*node.body)
                return
            case ast.AnnAssign():
                self._visit_all(node.value)
                return
            case ast.Compare():
                ends = [node.left, *node.comparators]
                for left, right in pairwise(ends):
                    self._operator(left, right)
            case ast.BoolOp():
                for left, right in pairwise(node.values):
                    self._operator(left, right)
            case ast.BinOp():
                if not any(isinstance(side, ast.JoinedStr) or is_text(side) for side in (node.left, node.right)):
                    self._operator(node.left, node.right)
            case ast.UnaryOp(op=ast.Not()):
                self._note(node.lineno, self._column(node.lineno, node.col_offset), "not ", ("",))
            case ast.Constant(value=bool() as value):
                self._constant(node, (str(not value),))
            case ast.Constant(value=int() as value):
                self._constant(node, (str(value + 1), *([str(value - 1)] if value else [])))
        self.generic_visit(node)

    def _visit_all(self, *nodes: ast.AST | None) -> None:
        for node in nodes:
            if node is not None:
                self.visit(node)

    def _column(self, line: int, offset: int) -> int:
        return len(self.lines[line - 1].encode()[:offset].decode())

    def _note(self, line: int, column: int, was: str, becomes: tuple[str, ...]) -> None:
        if self.lines[line - 1].startswith(was, column):
            self.found.append((line, column, was, becomes))

    def _constant(self, node: ast.Constant, becomes: tuple[str, ...]) -> None:
        was = ast.get_source_segment("\n".join(self.lines), node) or ""
        self._note(node.lineno, self._column(node.lineno, node.col_offset), was, becomes)

    def _operator(self, left: ast.expr, right: ast.expr) -> None:
        assert left.end_lineno is not None
        assert left.end_col_offset is not None
        begin = left.end_lineno, self._column(left.end_lineno, left.end_col_offset)
        end = right.lineno, self._column(right.lineno, right.col_offset)
        between = [token for token in self._operators if begin <= token[:2] < end]
        if len(between) == 1:
            line, column, was = between[0]
            self._note(line, column, was, OPERATORS[was])


def is_number(node: ast.expr) -> bool:
    """True if it is a constant number."""
    inner = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(inner, ast.Constant) and isinstance(inner.value, int)


def is_text(node: ast.expr) -> bool:
    """True if it is a constant of text, which only some operators take."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)


def operators_of(text: str) -> Iterator[tuple[int, int, str]]:
    """Line, column and text of each operator that is a token; of two words they stand in one line."""
    before = ""
    for token, following in pairwise(tokenize.generate_tokens(io.StringIO(text).readline)):
        two = f"{token.string} {following.string}"
        if two in OPERATORS and token.line.startswith(two, token.start[1]):
            yield *token.start, two
        elif token.string in OPERATORS and f"{before} {token.string}" not in OPERATORS:
            yield *token.start, token.string
        before = token.string


def draw(root: Path, rooms: list[str], count: int, seed: int) -> list[Mutant]:
    """So many mutants, in equal shares: a line of the room, and a change in it."""
    drawn: list[Mutant] = []
    for index, room in enumerate(rooms):
        by_line: dict[tuple[str, int], list[Mutant]] = {}
        for path in plain_sources(root, room):
            places = Places(path.read_text())
            for line, column, was, choices in places.found:
                file, text = path.relative_to(root).as_posix(), places.lines[line - 1]
                mutants = [Mutant(room, file, line, text, column, was, becomes) for becomes in choices]
                by_line.setdefault((file, line), []).extend(mutants)
        dice = random.Random(f"{seed} {room}")
        share = count // len(rooms) + (index < count % len(rooms))
        lines = dice.sample(sorted(by_line), min(share, len(by_line)))
        drawn += [dice.choice(by_line[line]) for line in lines]
    return drawn


def plain_sources(root: Path, room: str) -> list[Path]:
    """The room's modules that Python reads as they are."""
    sources = sorted((root / "src/kiebitz" / room).rglob("*.py"))
    # What is written with machine types and has no .pxd of its own is inlined into those that have one.
    return [path for path in sources if not path.with_suffix(".pxd").exists() and not TYPED.search(path.read_text())]


def found_again(mutant: Mutant, root: Path) -> Mutant | None:
    """The mutant in the text of today: of several such lines the nearest; None if there is none."""
    path = root / mutant.file
    lines = path.read_text().splitlines() if path.exists() else []
    same = [number for number, line in enumerate(lines, 1) if line == mutant.text]
    if not same:
        return None
    line = min(same, key=lambda number: abs(number - mutant.line))
    return Mutant(mutant.room, mutant.file, line, mutant.text, mutant.column, mutant.was, mutant.becomes)


def statement_of(text: str, line: int) -> tuple[range, bool]:
    """The lines of the statement in which a line stands, and whether they run at import."""
    lines, at_import = range(line, line + 1), True

    def look(node: ast.AST, inside: bool) -> None:
        nonlocal lines, at_import
        for child in ast.iter_child_nodes(node):
            deeper = inside or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
            if isinstance(child, ast.stmt) and child.lineno <= line <= (child.end_lineno or line):
                body = getattr(child, "body", [])
                end = body[0].lineno if body else (child.end_lineno or line) + 1
                if line < end or not body:
                    lines, at_import = range(child.lineno, end), not inside
            look(child, deeper)

    look(ast.parse(text), False)
    return lines, at_import


# ------------------------------------------------------------------ which test runs which line


@dataclass(frozen=True, slots=True)
class Notes:
    """Notes on the tests of a room."""

    seconds: dict[str, float]
    """Of each test that passes."""
    runs: dict[str, dict[str, list[str]]]
    """By file and line: the tests that run it."""

    def tests_of(self, mutant: Mutant, text: str) -> tuple[list[str], list[str]]:
        """The tests that run its statement, the most specific first; and the others of their files."""
        of_file = self.runs.get(mutant.file, {})
        lines, at_import = statement_of(text, mutant.line)
        run_by: set[str] = set()
        for line in of_file:
            if at_import or int(line) in lines:
                run_by.update(of_file[line])
        mirror = Path("tests", *Path(mutant.file).parts[2:-1], f"test_{Path(mutant.file).name}").as_posix()
        chosen = sorted(run_by & self.seconds.keys(), key=lambda name: self._order(name, mirror))
        files = {file_of(name) for name in run_by} | {mirror}
        rest = [name for name in self.seconds if name not in run_by and file_of(name) in files]
        return chosen, sorted(rest, key=lambda name: self._order(name, mirror))

    def _order(self, name: str, mirror: str) -> tuple[bool, float, str]:
        return file_of(name) != mirror, self.seconds[name], name


def file_of(test: str) -> str:
    """The file in which a test stands."""
    return test.split("::", maxsplit=1)[0]


class NoteTaker:
    """A plugin of pytest: switches coverage.py's context from test to test."""

    def __init__(self, notes: str, source: str) -> None:
        import coverage

        self._now = Path(f"{notes}.now")
        self._now.write_text("")
        self._coverage = coverage.Coverage(data_file=notes, data_suffix=True, source=[source])
        self._coverage.start()
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: Any, nextitem: Any) -> Any:
        self._now.write_text(item.nodeid)
        self._coverage.switch_context(item.nodeid)
        try:
            return (yield)
        finally:
            self._coverage.switch_context("")

    def pytest_runtest_logreport(self, report: Any) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration
        if not report.passed:
            self.failed.add(report.nodeid)

    def pytest_unconfigure(self) -> None:
        self._coverage.stop()
        self._coverage.save()


def take_notes(notes: str, source: str, tests: str, marks: str) -> int:
    """Run tests under coverage.py and write what each ran (in a process of its own, within the copy)."""
    import coverage

    os.environ |= {"MUTANTS_NOTES": notes, "MUTANTS_SOURCE": source}
    taker = NoteTaker(notes, source)
    chosen = ["-m", marks] if marks else []
    pytest.main([*QUIETLY, *chosen, tests], [taker])
    gathered = coverage.Coverage(data_file=notes)
    gathered.combine()
    data = gathered.get_data()
    root = Path.cwd()
    runs: dict[str, dict[str, list[str]]] = {}
    for file in data.measured_files():
        contexts = data.contexts_by_lineno(file)
        by_line = {str(line): sorted(set(names) - {""}) for line, names in contexts.items()}
        runs[Path(file).relative_to(root).as_posix()] = by_line
    seconds = {name: round(taken, 4) for name, taken in taker.seconds.items() if name not in taker.failed}
    Path(f"{notes}.json").write_text(json.dumps({"seconds": seconds, "runs": runs}))
    return 0


# ------------------------------------------------------------------ trying them


class Copy:
    """A tree of its own in which sources may be changed. One that is there already is used again if nothing differs."""

    def __init__(self, root: Path, work: Path, python: str, marks: str) -> None:
        self.tree, self._python, self._marks = work / "tree", python, marks
        names = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=root,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split("\0")
        compiled = [path.relative_to(root).as_posix() for path in (root / "src").rglob("*.so")]
        files = [name for name in (*sorted(filter(None, names)), *compiled) if (root / name).is_file()]
        digest = hashlib.sha256(marks.encode())
        for name in files:
            digest.update(name.encode() + b"\0" + (root / name).read_bytes())
        stamp = work / "copied"
        known = stamp.exists() and stamp.read_text() == digest.hexdigest()
        if not known:
            shutil.rmtree(work, ignore_errors=True)
        for name in files:
            # Sources always: a run that was killed leaves a mutant behind.
            if not known or name.endswith(".py"):
                (self.tree / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(root / name, self.tree / name)
        if not known:
            (self.tree / "src/sitecustomize.py").write_text(IN_CHILDREN)
            stamp.write_text(digest.hexdigest())

    def notes(self, room: str) -> Notes:
        """Which test of a room runs which line; asked once."""
        told = self.tree.parent / f"{room}.json"
        if not told.exists():
            source = self.tree / "src/kiebitz" / room
            seconds: dict[str, float] = {}
            runs: dict[str, dict[str, list[str]]] = {}
            for path in sorted((self.tree / "tests" / room).rglob("test_*.py")):
                name = path.relative_to(self.tree).as_posix()
                print(f"noting which line is run by {name}", flush=True)
                taken = self._noted(name, str(source))
                seconds |= taken.seconds
                for file, by_line in taken.runs.items():
                    for line, tests in by_line.items():
                        runs.setdefault(file, {}).setdefault(line, []).extend(tests)
            told.write_text(json.dumps({"seconds": seconds, "runs": runs}))
        return Notes(**json.loads(told.read_text()))

    def _noted(self, tests: str, source: str) -> Notes:
        """The lines that the tests of a file run; none of a file that ends its process or doesn't end."""
        notes = self.tree.parent / "notes" / tests.replace("/", ".")
        notes.parent.mkdir(exist_ok=True)
        told = Path(f"{notes}.json")
        if not told.exists():
            done = self._run([__file__, "--note", str(notes), source, tests, self._marks], NOTING_GUARD_S)
            if not told.exists():
                print(f"left out: {tests} {'does not end' if done is None else done[1][-500:]}", flush=True)
                told.write_text(json.dumps({"seconds": {}, "runs": {}}))
        return Notes(**json.loads(told.read_text()))

    def tried(self, mutant: Mutant, notes: Notes, most_s: float) -> Fate:
        """Change the line, run the tests, change it back."""
        began = time.perf_counter()
        path = self.tree / mutant.file
        text = path.read_text()
        chosen, rest = notes.tests_of(mutant, text)
        if not chosen:
            return Fate(mutant, "unrun", "", 0, 0.0)
        lines = text.splitlines(keepends=True)
        lines[mutant.line - 1] = mutant.mutated + "\n"
        tests, seconds = [], 0.0
        for name in (*chosen, *rest):
            if not tests or seconds + notes.seconds[name] <= most_s:
                tests.append(name)
                seconds += notes.seconds[name]
        fate, seen_by = "lives", ""
        path.write_text("".join(lines))
        try:
            for names in (tests[:FIRST_TESTS], tests[FIRST_TESTS:]):
                if names and fate == "lives":
                    fate, seen_by = self._asked(names, sum(notes.seconds[name] for name in names))
        finally:
            path.write_text(text)
        return Fate(mutant, fate, seen_by, len(tests), round(time.perf_counter() - began, 1))

    def _asked(self, names: list[str], seconds: float) -> tuple[str, str]:
        listed = self.tree.parent / "tests.txt"
        listed.write_text("\n".join(names))
        arguments = ["-m", "pytest", *QUIETLY, "-x", "-rfE", "-m", ""]
        told = self._run([*arguments, f"@{listed}"], GUARD_S + GUARD_FACTOR * seconds)
        if told is None:
            return "time", ""
        status, said = told
        if status == 0:
            return "lives", ""
        failed = [line.split(" ", 1)[1] for line in said.splitlines() if line.startswith(("FAILED", "ERROR"))]
        return "seen", failed[0].split(" - ")[0] if failed else f"status {status}"

    def _run(self, arguments: list[str], guard_s: float) -> tuple[int, str] | None:
        """Run Python in the copy: status and output, None if its time is over."""
        process = subprocess.Popen(
            [self._python, *arguments],
            cwd=self.tree,
            # CI: hypothesis takes the same examples each time.
            env=os.environ | {"CI": "1", "PYTHONPATH": str(self.tree / "src"), "PYTHONDONTWRITEBYTECODE": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            preexec_fn=limit_memory,  # noqa: PLW1509 (no threads here)
        )
        try:
            said, _ = process.communicate(timeout=guard_s)
        except subprocess.TimeoutExpired:
            return None
        finally:
            # With whatever it began.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        return process.returncode, said


def limit_memory() -> None:
    """Let nothing here take the machine's whole memory."""
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, MEMORY_BYTES))


def read_journal(path: Path) -> list[Fate]:
    """Read the mutants tried; a last line that was cut is left out."""
    fates = []
    for line in path.read_text().splitlines() if path.exists() else []:
        try:
            row = json.loads(line)
        except json.JSONDecodeError:
            continue
        fates.append(Fate(Mutant(**row.pop("mutant")), **row))
    return fates


def table(fates: list[Fate]) -> Iterator[str]:
    """The mutants that nobody saw, and the shares."""
    for fate in fates:
        if not fate.is_seen and fate.fate != "gone":
            mutant = fate.mutant
            why = "no test runs it" if fate.fate == "unrun" else f"{fate.tests} tests"
            yield f"{mutant.file}:{mutant.line}  ({why})"
            yield f"    - {mutant.text.strip()}"
            yield f"    + {mutant.mutated.strip()}"
    for room in (*dict.fromkeys(fate.mutant.room for fate in fates), "all"):
        tried = [fate for fate in fates if fate.fate != "gone" and room in (fate.mutant.room, "all")]
        seen = sum(fate.is_seen for fate in tried)
        gone = sum(fate.fate == "gone" and room in (fate.mutant.room, "all") for fate in fates)
        share = f"{100 * seen / len(tried):.0f}%" if tried else "-"
        yield f"{room:10} {seen:4} of {len(tried):4} seen ({share}){f', {gone} gone' if gone else ''}"


def main() -> int:
    """Try them; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rooms", nargs="+", default=list(ROOMS), help="rooms of src/kiebitz (default: %(default)s)")
    parser.add_argument("--count", type=int, default=200, help="mutants to try (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="random seed; the same seed gives the same mutants")
    parser.add_argument("--marks", default="", help="tests to try, as pytest's -m (default: those of make test)")
    parser.add_argument("--most", type=float, default=30.0, help="seconds of tests for a mutant (default: %(default)s)")
    parser.add_argument("--journal", type=Path, help="where fates are written (default: WORK/journal.jsonl)")
    parser.add_argument("--replay", type=Path, help="try the mutants of this journal instead of drawing some")
    parser.add_argument("--root", type=Path, default=Path(__file__).parents[1], help="the tree (default: this one)")
    parser.add_argument("--work", type=Path, help="folder for the copy (default: ROOT/build/mutants)")
    parser.add_argument("--note", nargs=4, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.note:
        return take_notes(*arguments.note)
    root = arguments.root.resolve()
    work = (arguments.work or root / "build/mutants").resolve()
    journal = arguments.journal or work.with_suffix(".jsonl")
    if arguments.replay:
        mutants = [fate.mutant for fate in read_journal(arguments.replay)]
    else:
        mutants = draw(root, arguments.rooms, arguments.count, arguments.seed)
    copy = Copy(root, work, str(root / ".venv/bin/python"), arguments.marks)
    done = {fate.mutant.identity: fate for fate in read_journal(journal)}
    notes: dict[str, Notes] = {}
    for number, mutant in enumerate(mutants, 1):
        if mutant.identity in done:
            continue
        today = found_again(mutant, copy.tree)
        if today is None:
            fate = Fate(mutant, "gone", "", 0, 0.0)
        else:
            if mutant.room not in notes:
                notes[mutant.room] = copy.notes(mutant.room)
            found = copy.tried(today, notes[mutant.room], arguments.most)
            fate = Fate(mutant, found.fate, found.seen_by, found.tests, found.seconds)
        done[mutant.identity] = fate
        with journal.open("a") as out:
            out.write(json.dumps(asdict(fate), ensure_ascii=False) + "\n")
        print(f"{number:4}/{len(mutants)} {fate.fate:5} {fate.seconds:6.1f} s  {mutant.file}:{mutant.line}", flush=True)
    print(*table([done[mutant.identity] for mutant in mutants]), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
