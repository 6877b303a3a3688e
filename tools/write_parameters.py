"""Writes what follows from the one table of tunables (``core/parameters.py``) wherever it must be spelt out.

- ``core/parameters.pxd``: the C struct that the search reads, a field for each entry of TABLE, in its order; and for
  each choice an enumeration of its names, which begin with its ``prefix``.
- ``engine/options.py``: the options of an ``Engine`` for type checkers, at the end of ``EngineOptions``.

``setup.py`` runs this before it compiles; what is written is committed, too, and a test compares.

    python tools/write_parameters.py
"""

import ast
import sys
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "src" / "kiebitz"
TABLE = PACKAGE / "core" / "parameters.py"
STRUCT = TABLE.with_suffix(".pxd")
OPTIONS = PACKAGE / "engine" / "options.py"
HEAD = '''\
"""Every tunable of the search, in the order of ``parameters.TABLE``; and what the choices among names mean."""

# Written by tools/write_parameters.py from parameters.py; change it there.
'''
MARK = "    # Written by tools/write_parameters.py from core/parameters.py; change it there.\n"


def entries(source: str) -> list[tuple[str, str, tuple[str, ...]]]:
    """The entries of the table: name, and of a choice the prefix of its enumeration and its names."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "TABLE":
            return [_entry(each) for each in getattr(node.value, "elts", ()) if isinstance(each, ast.Call)]
    raise ValueError("parameters.py has no TABLE")


def _entry(call: ast.Call) -> tuple[str, str, tuple[str, ...]]:
    name = ast.literal_eval(call.args[0])
    if ast.unparse(call.func) != "choice":
        return name, "", ()
    return name, ast.literal_eval(call.args[1]), ast.literal_eval(call.args[2])


def struct(source: str) -> str:
    """The text that ``parameters.pxd`` has to be."""
    table = entries(source)
    parts = [HEAD]
    for name, prefix, names in table:
        if names:
            lines = [f"    {prefix}_{each.upper()} = {number}" for number, each in enumerate(names)]
            parts.append("\n".join((f"# {name}", "cdef enum:", *lines, "")))
    parts.append("\n".join(("cdef struct Parameters:", *(f"    int {name}" for name, _, _ in table), "")))
    return "\n".join(parts)


def options(source: str, old: str) -> str:
    """The text that ``options.py`` has to be: as it is, but for the parameters at the end of ``EngineOptions``."""
    before, _, after = old.partition(MARK)
    _, _, rest = after.partition("\n\n")
    lines = []
    for name, _, names in entries(source):
        spelt = ", ".join(f'"{each}"' for each in names)
        worth = " | Worth" if name == "evaluation" else ""
        lines.append(f"    {name}: int | Literal[{spelt}]{worth}\n" if names else f"    {name}: int\n")
    return before + MARK + "".join(lines) + "\n" + rest


def write() -> list[Path]:
    """Bring both up to date; returns those that were not."""
    source = TABLE.read_text(encoding="utf-8")
    wanted = {STRUCT: struct(source), OPTIONS: options(source, OPTIONS.read_text(encoding="utf-8"))}
    changed = [path for path, text in wanted.items() if path.read_text(encoding="utf-8") != text]
    for path in changed:
        path.write_text(wanted[path], encoding="utf-8")
    return changed


if __name__ == "__main__":
    for changed in write():
        print(changed, file=sys.stderr)
