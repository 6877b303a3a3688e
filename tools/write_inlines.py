"""Completes the ``.pxd`` of a module of the core by what its ``.py`` marks ``@cython.inline``.

A function that is compiled into whoever calls it must stand, body and all, in a ``.pxd``, in Cython's own dialect. It
is written where every other function is: in the ``.py``, in Python, with a docstring; the build (``write_units``) puts
it in its place. A ``.pxd`` holds what is written by hand: imports, types, functions that are only declared.

A module in which everything is inlined has no ``.pxd`` and no machine code of its own: imports, constants, structs and
types come from its ``.py`` altogether.

A function of a fused type with nothing but a docstring is a question: the module that each of the types is imported
from answers it by a function of the same name.
"""

import ast
import textwrap
from collections.abc import Iterator
from pathlib import Path

LONGEST_LINE = 120
INDENT = "    "
C_NAMES = {
    "None": "void",
    "cython.longlong": "long long",
    "cython.uint": "unsigned int",
    "cython.uchar": "unsigned char",
    "cython.p_char": "char*",
    "cython.p_const_char": "const char*",
    "cython.Py_ssize_t": "Py_ssize_t",
}


class InlineError(Exception):
    """A function marked ``@cython.inline`` that can't be written in Cython, and why."""


def c_type(node: ast.expr | None) -> str:
    """A type as Cython's own dialect writes it."""
    if node is None:
        raise InlineError("a type is missing: arguments and return value need one each")
    if isinstance(node, ast.Call):
        called = ast.unparse(node.func)
        if called == "cython.pointer":
            return c_type(node.args[0]) + "*"
        if called == "cython.const":
            return "const " + c_type(node.args[0])
    text = ast.unparse(node)
    return C_NAMES.get(text, text.removeprefix("cython."))


def is_inline(node: ast.stmt) -> bool:
    """True if it is a function that is compiled into whoever calls it."""
    return isinstance(node, ast.FunctionDef) and any(
        ast.unparse(decorator) == "cython.inline" for decorator in node.decorator_list
    )


class Source:
    """The text of a ``.py``, and the places in it."""

    def __init__(self, text: str):
        self.text = text
        self.lines = self.text.splitlines()
        self.tree = ast.parse(self.text)

    def is_for_cython(self) -> bool:
        """True if machine code could need it: it imports ``cython``, which nothing else does."""
        return any(isinstance(node, ast.Import) and node.names[0].name == "cython" for node in self.tree.body)

    def of(self, node: ast.expr) -> str:
        """An expression as Cython's own dialect writes it; whatever both have in common stays as it is written."""
        text = ast.get_source_segment(self.text, node) or ""
        return self.changed(node, text, (node.lineno, node.col_offset))

    def changed(self, node: ast.expr | ast.stmt, text: str, start: tuple[int, int]) -> str:
        """``text``, which begins at ``start``, with what is written differently replaced; what lies deeper first."""
        lines = text.split("\n")
        found = sorted(self._differences(node), key=lambda each: (each[0].lineno, each[0].col_offset), reverse=True)
        for each, written in found:
            first, last = each.lineno - start[0], (each.end_lineno or 0) - start[0]
            begin = self.column(each.lineno, each.col_offset) - (start[1] if first == 0 else 0)
            end = self.column(each.end_lineno or 0, each.end_col_offset or 0) - (start[1] if last == 0 else 0)
            lines[first : last + 1] = [lines[first][:begin] + written + lines[last][end:]]
        return "\n".join(lines)

    def column(self, line: int, offset: int) -> int:
        """Where a place stands in its line, counted in letters; ``ast`` counts bytes."""
        return len(self.lines[line - 1].encode()[:offset].decode())

    def _differences(self, node: ast.AST) -> Iterator[tuple[ast.expr, str]]:
        """The outermost expressions that the dialects write differently, and how Cython's own does."""
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if called == "cython.address":
                yield node, "&" + self.of(node.args[0])
                return
            if called == "cython.cast":
                value = self.of(node.args[1])
                simple = isinstance(node.args[1], ast.Name | ast.Attribute | ast.Subscript | ast.Constant)
                yield node, f"<{c_type(node.args[0])}>{value if simple else f'({value})'}"
                return
        if isinstance(node, ast.Attribute):
            text = ast.unparse(node)
            if text in {"cython.NULL", "cython.sizeof"}:
                yield node, text.removeprefix("cython.")
                return
            if text.startswith("cython."):
                raise InlineError(f"line {node.lineno}: {text} is not known to tools/write_inlines.py")
        for child in ast.iter_child_nodes(node):
            yield from self._differences(child)

    def comment_above(self, line: int) -> list[str]:
        """The lines of a comment that stands right above a line."""
        first = line - 1
        while first and self.lines[first - 1].lstrip().startswith("#"):
            first -= 1
        return [text.strip() for text in self.lines[first : line - 1]]

    def comment_beside(self, line: int) -> str:
        """A comment at the end of a line, with what parts it from the rest."""
        _, mark, comment = self.lines[line - 1].partition("  # ")
        return mark + comment


def signature(node: ast.FunctionDef, owner: ast.ClassDef | None) -> str:
    """The first lines of a function, not longer than lines may be."""
    arguments = [f"{c_type(each.annotation)} {each.arg}" for each in node.args.args if each.arg != "self"]
    if owner:
        arguments.insert(0, "self")
    start, end = f"cdef inline {c_type(node.returns)} {node.name}(", ") noexcept nogil:"
    listed = ", ".join(arguments)
    room = LONGEST_LINE - (len(INDENT) if owner else 0)
    if len(start + listed + end) <= room:
        return start + listed + end
    wrapped = textwrap.wrap(listed, room, initial_indent=INDENT, subsequent_indent=INDENT, break_long_words=False)
    return "\n".join((start, *wrapped, end))


def statement(source: Source, node: ast.stmt) -> str:
    """A statement of a body, indented as it is."""
    text = "\n".join(source.lines[node.lineno - 1 : node.end_lineno])
    if isinstance(node, ast.AnnAssign):
        kept = source.changed(node.value, text, (node.lineno, 0)) if node.value else text
        end = source.column(node.annotation.end_lineno or 0, node.annotation.end_col_offset or 0)
        return f"{' ' * node.col_offset}cdef {c_type(node.annotation)} {ast.unparse(node.target)}{kept[end:]}"
    for inner in ast.walk(node):
        if isinstance(inner, ast.AnnAssign):
            raise InlineError(f"line {inner.lineno}: give a variable its type at the function's outermost level")
    return source.changed(node, text, (node.lineno, 0))


def function(source: Source, node: ast.FunctionDef, owner: ast.ClassDef | None = None) -> str:
    """A function, or a method of ``owner``, in Cython's own dialect; the docstring stays where it is."""
    body = node.body
    if ast.get_docstring(node) is None:
        raise InlineError(f"line {node.lineno}: {node.name} needs a docstring")
    parts = [] if body[1:] else [answered(source, node)]
    last = body[0].end_lineno or 0
    for each in body[1:]:
        parts += [line for line in source.lines[last : each.lineno - 1] if line.strip()]
        parts.append(statement(source, each))
        last = each.end_lineno or 0
    return "\n".join((textwrap.indent(signature(node, owner), " " * node.col_offset), *parts))


def answered(source: Source, node: ast.FunctionDef) -> str:
    """The body of a question: for each type that its first argument may be, the function of that name in its module."""
    fused = node.args.args[0].annotation if node.args.args else None
    members: list[str] = []
    modules: dict[str | None, str] = {}
    homes: dict[str, str] = {}
    for each in source.tree.body:
        if isinstance(each, ast.Assign) and fused and ast.unparse(each.targets[0]) == ast.unparse(fused):
            members = [ast.unparse(member) for member in each.value.args] if isinstance(each.value, ast.Call) else []
        elif isinstance(each, ast.Import):
            modules |= {alias.name: alias.asname for alias in each.names if alias.asname}
        elif isinstance(each, ast.ImportFrom):
            homes |= {alias.asname or alias.name: each.module or "" for alias in each.names}
    if not members or not all(homes.get(member) in modules for member in members):
        raise InlineError(f"line {node.lineno}: {node.name} has no body, and no types whose modules could answer")
    asked = f"{node.name}({', '.join(each.arg for each in node.args.args)})"
    returned = "" if ast.unparse(node.returns or node) == "None" else "return "
    lines = []
    for number, member in enumerate(members):
        test = f"{'el' if number else ''}if {ast.unparse(fused)} is {member}:" if member != members[-1] else "else:"
        lines += [INDENT + test, f"{INDENT}{INDENT}{returned}{modules[homes[member]]}.{asked}"]
    return "\n".join(lines)


def constants(source: Source, nodes: list[ast.Assign]) -> str:
    """Numbers with a name, and the comments above them."""
    lines = ["cdef enum:"]
    for node in nodes:
        lines += [INDENT + line for line in source.comment_above(node.lineno)]
        lines.append(f"{INDENT}{ast.unparse(node.targets[0])} = {source.of(node.value)}")
    return "\n".join(lines)


def declared(source: Source, node: ast.Assign) -> str | None:
    """A struct or a type with a name of its own, fused or not, in Cython's own dialect; None for a number."""
    if not (isinstance(node.value, ast.Call) and ast.unparse(node.value.func).startswith("cython.")):
        return None
    name, called = ast.unparse(node.targets[0]), ast.unparse(node.value.func)
    above = source.comment_above(node.lineno)
    if called == "cython.typedef":
        return "\n".join((*above, f"ctypedef {c_type(node.value.args[0])} {name}"))
    if called == "cython.fused_type":
        members = [INDENT + c_type(each) for each in node.value.args]
        return "\n".join((*above, f"ctypedef fused {name}:", *members))
    fields = [
        f"{INDENT}{c_type(each.value)} {each.arg}{source.comment_beside(each.value.lineno)}"
        for each in node.value.keywords
    ]
    return "\n".join((*above, f"cdef struct {name}:", *fields))


def imported(node: ast.Import | ast.ImportFrom) -> list[str]:
    """An import that machine code needs; ``cython`` itself it doesn't."""
    if isinstance(node, ast.Import):
        modules = [alias for alias in node.names if alias.name.startswith("cython.cimports.")]
        return [f"cimport {alias.name.removeprefix('cython.cimports.')} as {alias.asname}" for alias in modules]
    names = [ast.unparse(alias) for alias in node.names]
    start = f"from {(node.module or '').removeprefix('cython.cimports.')} cimport "
    if len(start + ", ".join(names)) <= LONGEST_LINE:
        return [start + ", ".join(names)]
    return [start + "(", *(f"{INDENT}{name}," for name in names), ")"]


def whole(source: Source) -> Iterator[str]:
    """All of a module in which everything is inlined, in the order in which it is written."""
    imports: list[str] = []
    numbers: list[ast.Assign] = []
    for node in source.tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            imports += imported(node)
            continue
        if imports:
            yield "\n".join(imports)
            imports = []
        if isinstance(node, ast.Assign) and (text := declared(source, node)) is None:
            numbers.append(node)
            continue
        if numbers:
            yield constants(source, numbers)
            numbers = []
        if isinstance(node, ast.Assign):
            yield text or ""
        elif isinstance(node, ast.FunctionDef):
            if not is_inline(node):
                raise InlineError(f"line {node.lineno}: {node.name} is not inlined as all the rest is")
            yield function(source, node)
    if numbers:
        yield constants(source, numbers)


def of_class(pxd: list[str], owner: ast.ClassDef) -> tuple[int, int]:
    """The lines between which a class stands in a ``.pxd``: its first one, and the one behind its last."""
    for start, line in enumerate(pxd):
        if (
            line.startswith("cdef class ")
            and line.removeprefix("cdef class ").split(":")[0].split("(")[0] == owner.name
        ):
            end = start + 1
            while end < len(pxd) and (not pxd[end].strip() or pxd[end].startswith(INDENT)):
                end += 1
            while not pxd[end - 1].strip():
                end -= 1
            return start, end
    raise InlineError(f"the .pxd has no class {owner.name}, which has inlined methods")


def written(path: Path) -> str | None:
    """The whole ``.pxd`` of a module; None if it is one of Python's own, which machine code knows nothing of."""
    target = path.with_suffix(".pxd")
    source = Source(path.read_text(encoding="utf-8"))
    if not target.exists() and not source.is_for_cython():
        return None
    try:
        if not target.exists():
            return "\n\n".join(whole(source)) + "\n"
        return with_inlines(source, target.read_text(encoding="utf-8"))
    except InlineError as error:
        raise InlineError(f"{path.name}, {error}") from None


def with_inlines(source: Source, types: str) -> str:
    """A ``.pxd`` with the methods that are inlined at the end of their classes, and the functions at its own."""
    pxd = types.splitlines()
    for owner in source.tree.body:
        methods = inlined(owner) if isinstance(owner, ast.ClassDef) else []
        if isinstance(owner, ast.ClassDef) and methods:
            _, end = of_class(pxd, owner)
            pxd[end:end] = ["", *"\n\n".join(function(source, node, owner) for node in methods).split("\n")]
    functions = [function(source, node) for node in inlined(source.tree)]
    return "\n".join(pxd) + "\n" + "".join(f"\n{each}\n" for each in functions)


def inlined(where: ast.Module | ast.ClassDef) -> list[ast.FunctionDef]:
    """The functions of a module, or the methods of a class, that are compiled into whoever calls them."""
    return [node for node in where.body if isinstance(node, ast.FunctionDef) and is_inline(node)]


def left(text: str) -> str:
    """A ``.py`` without what is inlined, which Cython has from the ``.pxd``; the rest stays in the same lines."""
    source = Source(text)
    lines = text.split("\n")
    for where in (source.tree, *(node for node in source.tree.body if isinstance(node, ast.ClassDef))):
        for node in inlined(where):
            for line in range(node.decorator_list[0].lineno - 1, node.end_lineno or 0):
                lines[line] = ""
    return "\n".join(lines)
