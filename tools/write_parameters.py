"""Writes ``core/parameters.pxd``, the C struct that the search reads, from the one table in ``core/parameters.py``.

Each entry of TABLE is a field of ``Parameters``, in its order; each choice has an enumeration of its names, which begin
with its ``prefix``. ``setup.py`` runs this before it compiles; what is written is committed, too, and a test compares.

    python tools/write_parameters.py
"""

import ast
import sys
from pathlib import Path

TABLE = Path(__file__).parents[1] / "src" / "kiebitz" / "core" / "parameters.py"
HEAD = '''\
"""Every tunable of the search, in the order of ``parameters.TABLE``; and what the choices among names mean."""

# Written by tools/write_parameters.py from parameters.py; change it there.
'''


def entries(source: str) -> list[ast.Call]:
    """The entries of the table, as they are written."""
    for node in ast.parse(source).body:
        if (
            isinstance(node, ast.Assign)
            and ast.unparse(node.targets[0]) == "TABLE"
            and isinstance(node.value, ast.Tuple)
        ):
            return [each for each in node.value.elts if isinstance(each, ast.Call)]
    raise ValueError("parameters.py has no TABLE")


def written(source: str) -> str:
    """What ``parameters.pxd`` has to be."""
    calls = entries(source)
    parts = [HEAD]
    for call in calls:
        if ast.unparse(call.func) == "choice":
            name, prefix, names = (ast.literal_eval(argument) for argument in call.args[:3])
            lines = [f"    {prefix}_{each.upper()} = {number}" for number, each in enumerate(names)]
            parts.append("\n".join((f"# {name}", "cdef enum:", *lines, "")))
    fields = [f"    int {ast.literal_eval(call.args[0])}" for call in calls]
    parts.append("\n".join(("cdef struct Parameters:", *fields, "")))
    return "\n".join(parts)


def write(table: Path = TABLE) -> list[Path]:
    """Bring ``parameters.pxd`` up to date; returns it if it was not."""
    target = table.with_suffix(".pxd")
    text = written(table.read_text(encoding="utf-8"))
    if target.exists() and target.read_text(encoding="utf-8") == text:
        return []
    target.write_text(text, encoding="utf-8")
    return [target]


if __name__ == "__main__":
    for changed in write():
        print(changed, file=sys.stderr)
