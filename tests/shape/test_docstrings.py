"""A docstring begins with the thing it is about, not with a question word."""

import ast

from sources import ROOT

QUESTIONS = (
    "What ",
    "Who ",
    "Whoever ",
    "Whatever ",
    "Whose ",
    "How many ",
    "How much ",
    "How far ",
    "How long ",
    "How often ",
)
SOURCES = ("src", "claims/src", "hydra/src", "tools", "benches")


def docstrings(tree):
    """The docstrings of a module: its own, those of classes and functions, and those below a name that gets a value."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if not isinstance(body, list):
            continue
        for before, statement in zip([None, *body], body, strict=False):
            documents = isinstance(node if before is None else before, ast.Module | ast.ClassDef | ast.FunctionDef)
            documents |= isinstance(before, ast.Assign | ast.AnnAssign | ast.AsyncFunctionDef)
            if documents and isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                yield statement.lineno, statement.value.value


def test_no_docstring_begins_as_a_question():
    questions = [
        f"{path.relative_to(ROOT)}:{line} {text.splitlines()[0]}"
        for folder in SOURCES
        for path in sorted((ROOT / folder).rglob("*.py"))
        for line, text in docstrings(ast.parse(path.read_text()))
        if isinstance(text, str) and text.startswith(QUESTIONS)
    ]
    assert not questions, "begin with the thing: 'Number of …', 'The …', an imperative:\n" + "\n".join(questions)
