"""The code of an algorithm as it is shown: the very source that runs, without docstrings and type annotations."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

REPORT = "watch."
"""How the calls begin that only report to the onlooker; a viewer may show them more faintly."""


@dataclass(frozen=True, slots=True)
class ListedLine:
    """A line of code."""

    number: int
    """Its line in the source file; 0 for the empty lines between functions."""
    text: str
    """The code."""

    @property
    def is_report(self) -> bool:
        """True if the line does nothing but report."""
        return self.text.lstrip().startswith(REPORT)


def listing(functions: Sequence[Callable[..., Any]]) -> tuple[ListedLine, ...]:
    """The functions' code, with an empty line between two functions."""
    lines: list[ListedLine] = []
    for function in functions:
        if lines:
            lines.append(ListedLine(0, ""))
        lines += _function_lines(function)
    return tuple(lines)


def _function_lines(function: Callable[..., Any]) -> list[ListedLine]:
    source, first = inspect.getsourcelines(function)
    definition = ast.parse(textwrap.dedent("".join(source))).body[0]
    assert isinstance(definition, ast.FunctionDef)
    arguments = ", ".join(argument.arg for argument in definition.args.args)
    lines = [ListedLine(first, f"def {definition.name}({arguments}):")]
    body = definition.body[1:] if ast.get_docstring(definition) is not None else definition.body
    annotations = {
        statement.lineno: f"{ast.unparse(statement.target)} = {ast.unparse(statement.value)}"
        for statement in body
        if isinstance(statement, ast.AnnAssign) and statement.value is not None
    }
    for offset in range(body[0].lineno - 1, len(source)):
        text = source[offset].rstrip()
        if offset + 1 in annotations:
            text = text[: len(text) - len(text.lstrip())] + annotations[offset + 1]
        lines.append(ListedLine(first + offset, text))
    return lines
