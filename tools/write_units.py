"""Writes the core's units (``core/units.py``), each from the texts of its modules, for Cython to compile.

In a folder of the build stands then, for each module, its ``.py`` and its ``.pxd`` with the same lines at the same
places, but

- what is marked ``@cython.inline`` is taken out of the ``.py`` and written into the ``.pxd`` (``write_inlines``);
- what it imports from a module of its own unit is gone, for it is there already; what it imports from another one comes
  from that one's unit;
- a name that means two things in a unit begins with its module's: ``dynamic__load``.

The unit itself, ``kiebitz/core/compiled/UNIT.pyx``, includes them one after the other, what is used before who uses it.
A file is only written if its text has changed, so Cython compiles only what has to be.
"""

import ast
import io
import re
import runpy
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
CORE = ROOT / "src" / "kiebitz" / "core"
UNITS = runpy.run_path(str(CORE / "units.py"))
_INLINES = runpy.run_path(str(ROOT / "tools" / "write_inlines.py"))
PACKAGE, COMPILED = UNITS["PACKAGE"], UNITS["PACKAGE"] + UNITS["COMPILED"]
C_IMPORTS = "cython.cimports."
CIMPORT = re.compile(r"^(?:from (?P<module>[\w.]+) )?cimport (?P<names>\([^)]*\)|[^\n]*)\n", re.MULTILINE)
BRACKETS_OPEN, BRACKETS_CLOSED = {"(", "[", "{"}, {")", "]", "}"}
FIELD = re.compile(r"\{[^{}]+\}")
NAME = re.compile(r"(?<![.\w])[A-Za-z_]\w*")
IMPORTED_NAME = re.compile(r"(\w[\w.]*)(?: as (\w+))?")


@dataclass(frozen=True, slots=True)
class Imported:
    """A name that a text has from elsewhere."""

    module: str
    """Where from, with its package; where ``name`` is empty, the name is the module's."""
    name: str
    for_machine_code: bool = True


@dataclass(frozen=True, slots=True)
class Statement:
    """An import of names from the core, or one that no unit can have."""

    start: int
    end: int
    """Where it stands in its text."""
    is_c: bool
    """True if machine code needs it."""
    names: list[str]
    """The new names of its names where it stands."""


@dataclass(slots=True)
class Text:
    """A ``.py`` or ``.pxd``: what it defines, and what it imports."""

    text: str
    is_types: bool
    defined: set[str] = field(default_factory=set)
    methods: set[str] = field(default_factory=set)
    """Names of methods."""
    functions: set[str] = field(default_factory=set)
    """Those of them that are functions of machine code alone."""
    shown: set[str] = field(default_factory=set)
    """Those of a ``.pxd`` that Python sees (``cpdef``)."""
    imported: dict[str, Imported] = field(default_factory=dict)
    statements: list[Statement] = field(default_factory=list)


@dataclass(slots=True)
class Module:
    """A module of the core."""

    name: str
    """Below ``kiebitz.core``."""
    unit: str
    """The unit that it is compiled in; empty if all of it is inlined into others, or it is one of Python's own."""
    python: Text | None
    types: Text | None
    """None: one of Python's own."""

    @property
    def place(self) -> str:
        """Its place below the core's folder."""
        return self.name.replace(".", "/")

    @property
    def texts(self) -> list[Text]:
        """The texts that Cython reads of it."""
        return [text for text in (self.types, self.python) if text and self.types]

    def own(self, name: str) -> str:
        """The unit's name for a name that another module of its unit uses otherwise."""
        return f"{self.name.replace('.', '_')}__{name}"


def read_python(text: str) -> Text:
    """A ``.py``: names of its outermost level."""
    result = Text(text, is_types=False)
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            result.defined.add(node.name)
            if isinstance(node, ast.ClassDef):
                result.methods.update(each.name for each in node.body if isinstance(each, ast.FunctionDef))
        elif isinstance(node, ast.Assign):
            result.defined.update(each.id for each in ast.walk(node) if isinstance(each, ast.Name) and is_set(each))
        elif isinstance(node, ast.AnnAssign):
            result.defined.add(ast.unparse(node.target))
        elif isinstance(node, ast.ImportFrom | ast.Import):
            names = []
            for alias in node.names:
                whole = node.module or "" if isinstance(node, ast.ImportFrom) else alias.name
                local = alias.asname or alias.name
                if whole.removeprefix(C_IMPORTS).startswith(PACKAGE):
                    names.append(local)
                name = alias.name if isinstance(node, ast.ImportFrom) else ""
                is_c = whole.startswith(C_IMPORTS) or whole == "cython"
                result.imported[local] = Imported(whole.removeprefix(C_IMPORTS), name, is_c)
            if names:
                end = starts[node.end_lineno or 0]
                is_c = C_IMPORTS in text[starts[node.lineno - 1] : end]
                result.statements.append(Statement(starts[node.lineno - 1], end, is_c, names))
            elif isinstance(node, ast.ImportFrom) and node.module == "__future__":
                result.statements.append(Statement(starts[node.lineno - 1], starts[node.end_lineno or 0], True, []))
    return result


def is_set(name: ast.Name) -> bool:
    """True if a name is given a value where it stands."""
    return isinstance(name.ctx, ast.Store)


def read_types(text: str) -> Text:
    """A ``.pxd``: names of its outermost level."""
    result = Text(text, is_types=True)
    for found in CIMPORT.finditer(text):
        names = []
        for name, alias in IMPORTED_NAME.findall(re.sub(r"#[^\n]*", "", found["names"])):
            module = found["module"] or name
            if module.startswith(PACKAGE):
                names.append(alias or name)
                result.imported[alias or name] = Imported(module, name if found["module"] else "")
        if names:
            result.statements.append(Statement(found.start(), found.end(), True, names))
    for line, inside in _outermost(text):
        if match := re.match(r"(?:cdef|ctypedef) (?:packed )?(?:struct|class|fused|union|enum) (\w+)", line):
            result.defined.add(match[1])
        elif match := re.match(r"cdef [^=]*?(\w+)\(", line):
            result.defined.add(match[1])
            result.functions.add(match[1])
        elif match := re.match(r"(?:cdef|ctypedef) (?!extern|enum)(.*)", line):
            result.defined.update(re.findall(r"(\w+)(?:\[[^\]]*\])*\s*(?:,|$)", match[1].partition("#")[0].strip()))
        elif match := re.match(r" {4}(\w+)\b(?! *\()(?:$| = | *#)", line):
            result.defined.add(match[1])
            if inside.startswith("cpdef"):
                result.shown.add(match[1])
    return result


def _outermost(text: str) -> Iterator[tuple[str, str]]:
    """Lines of a ``.pxd`` that may define a name of its outermost level, and the first line of what they stand in."""
    inside = ""
    for line in text.splitlines():
        if line[:1].strip():
            inside = line
        if inside is line or re.match("cp?def enum", inside):
            yield line, inside


def read_core(core: Path = CORE) -> dict[str, Module]:
    """All modules of the core, by name."""
    modules = {}
    for path in sorted({*core.rglob("*.py"), *core.rglob("*.pxd")}):
        source = path.with_suffix(".py")
        name = ".".join(path.relative_to(core).with_suffix("").parts)
        if name in modules or path.name == "__init__.py":
            continue
        types = _INLINES["written"](source) if source.exists() else path.read_text(encoding="utf-8")
        if types is None:
            modules[name] = Module(name, "", read_python(path.read_text(encoding="utf-8")), None)
        elif source.exists() and UNITS["is_compiled"](source):
            python = read_python(_INLINES["left"](source.read_text(encoding="utf-8")))
            modules[name] = Module(name, UNITS["unit_of"](name) or "", python, read_types(types))
        else:
            modules[name] = Module(name, "", None, read_types(types))
    return modules


class Unit:
    """A unit: its modules in the order in which they are included, and what their names become."""

    def __init__(self, name: str, modules: dict[str, Module]) -> None:
        self.name = name
        self.members = [each for each in modules.values() if each.unit == name]
        meanings: dict[str, set[tuple[str, str]]] = {}
        for member in self.members:
            for text in member.texts:
                for each in text.defined:
                    meanings.setdefault(each, set()).add((PACKAGE + member.name, each))
                for local, origin in text.imported.items():
                    meanings.setdefault(local, set()).add((origin.module, origin.name))
                for each in text.methods:  # Cython takes a method for the function of this name.
                    meanings.setdefault(each, set()).add((PACKAGE + member.name, f"{each}()"))
        self.ambiguous = {each for each, origins in meanings.items() if len(origins) > 1}

    def joined(self, member: Module, name: str) -> str:
        """The unit's name for a name that a member defines."""
        return member.own(name) if name in self.ambiguous else name


class Writer:
    """Writes what Cython compiles, from all units at once."""

    def __init__(self, core: Path = CORE) -> None:
        self.modules = read_core(core)
        self.units = {name: Unit(name, self.modules) for name in UNITS["UNITS"]}

    def source(self, imported: Imported) -> Module | None:
        """The module of the core that a name comes from; None: it comes from elsewhere."""
        return self.modules.get(imported.module.removeprefix(PACKAGE))

    def new_names(self, module: Module) -> dict[str, str]:
        """The new names in a module: of those that mean two things in its unit, and those it has from there."""
        unit = self.units.get(module.unit)
        if unit is None:
            return {}
        names = {}
        for text in module.texts:  # What the .pxd imports or defines, its .py knows, too.
            names |= {name: unit.joined(module, name) for name in text.defined}
            for local, origin in text.imported.items():
                source = self.source(origin)
                is_own = source is not None and source.unit == unit.name and origin.name
                names[local] = unit.joined(source, origin.name) if is_own else unit.joined(module, local)
        return {name: new for name, new in names.items() if name != new}

    def written(self, module: Module, text: Text) -> str:
        """A text of a module, as its unit needs it: line by line where it was."""
        names = self.new_names(module)
        parts, last = [], 0
        for statement in text.statements:
            parts.append(self.renamed(text, text.text[last : statement.start], names))
            parts.append(self.imports(module, text, statement, names))
            last = statement.end
        parts.append(self.renamed(text, text.text[last:], names))
        return "".join(parts)

    def imports(self, module: Module, text: Text, statement: Statement, names: dict[str, str]) -> str:
        """The imports that stand for some of the core, in as many lines."""
        new: dict[str, list[str]] = {}
        for local in statement.names:
            origin = text.imported[local]
            source = self.source(origin)
            place, name = origin.module, origin.name
            if source and source.unit:
                if source.unit == module.unit and name:
                    continue
                if statement.is_c:
                    place = f"{COMPILED}.{source.unit}"
                    name = name and self.units[source.unit].joined(source, name)
            if statement.is_c and not text.is_types:
                place = C_IMPORTS + place
            word = "cimport" if text.is_types else "import"
            shown, known_as = name or place, names.get(local, local)
            start = f"from {place} {word} " if name else f"{word} "
            new.setdefault(start, []).append(shown if shown == known_as else f"{shown} as {known_as}")
        lines = text.text.count("\n", statement.start, statement.end)
        return "; ".join(start + ", ".join(listed) for start, listed in new.items()) + "\n" * lines

    def renamed(self, whole: Text, text: str, names: dict[str, str]) -> str:
        """Some lines with names changed. Those behind a dot, of methods and of arguments stay, but for a module's."""
        modules = {local: self.source(origin) for local, origin in whole.imported.items() if not origin.name}
        known = {local: module for local, module in modules.items() if module and module.unit}
        if not any(re.search(rf"\b{name}\b", text) for name in (*names, *known)):
            return text
        edits = []
        depth = 0
        tokens = [None, None, *tokens_of(text), None]
        for owner, dot, token, following in zip(tokens, tokens[1:], tokens[2:], tokens[3:], strict=False):
            depth += (token.string in BRACKETS_OPEN) - (token.string in BRACKETS_CLOSED)
            new = token.string
            if token.type == tokenize.NAME:
                is_argument = depth and following and following.string == "="
                is_method = dot and dot.string == "def" and dot.start[1] > 0
                if dot and dot.string == ".":
                    if owner and owner.string in known:
                        module = known[owner.string]
                        new = self.units[module.unit].joined(module, new)
                elif not (is_argument or is_method):
                    new = names.get(new, new)
            elif token.type == tokenize.STRING and "f" in token.string[: token.string.index(token.string[-1])].lower():
                new = FIELD.sub(lambda field: NAME.sub(lambda name: names.get(name[0], name[0]), field[0]), new)
            if new != token.string:
                edits.append((token.start, token.end, new))
        lines = text.split("\n")
        for (row, start), (_, end), new in reversed(edits):
            lines[row - 1] = lines[row - 1][:start] + new + lines[row - 1][end:]
        return "\n".join(lines)

    def files(self) -> Iterator[tuple[str, str]]:
        """All files, by their places below the folder."""
        here = f"kiebitz/core/{UNITS['COMPILED']}"
        # Without them Cython would look for a package in ``src`` first.
        places = [f"{here}/unit", *(f"kiebitz/core/{module.place}" for module in self.modules.values())]
        for folder in {above for place in places for above in Path(place).parents if above.name}:
            yield f"{folder.as_posix()}/__init__.py", ""
        for module in self.modules.values():
            for text in module.texts:
                yield f"kiebitz/core/{module.place}{'.pxd' if text.is_types else '.py'}", self.written(module, text)
        for unit in self.units.values():
            types = in_order(unit.members, self.modules, by_types=True)
            yield f"{here}/{unit.name}.pxd", "".join(f'include "kiebitz/core/{each.place}.pxd"\n' for each in types)
            names = {each.name: {name: unit.joined(each, name) for name in visible(each)} for each in unit.members}
            listed = "".join(f"    {name!r}: {table!r},\n" for name, table in names.items())
            run = in_order(unit.members, self.modules, by_types=False)
            includes = "".join(f'include "kiebitz/core/{each.place}.py"\n' for each in run)
            definers = {unit.joined(each, name): each.name for each in unit.members for name in sorted(defined(each))}
            yield f"{here}/{unit.name}.pyx", f"__modules__ = {{\n{listed}}}\n__definers__ = {definers!r}\n{includes}"


def visible(module: Module) -> list[str]:
    """The names of a module that Python could see."""
    python = module.python
    if python is None or module.types is None:
        return []
    imported = {name for name, origin in python.imported.items() if not origin.for_machine_code}
    return sorted(defined(module) | imported | module.types.shown)


def defined(module: Module) -> set[str]:
    """Those of them that its own text defines."""
    return module.python.defined - module.types.functions if module.python and module.types else set()


def tokens_of(text: str) -> Iterator[tokenize.TokenInfo]:
    """The tokens of some lines of Python or of Cython's own dialect, which Python's reader knows, too."""
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type not in {tokenize.COMMENT, tokenize.NL}:
                yield token
    except tokenize.TokenError:
        return


def in_order(members: list[Module], modules: dict[str, Module], by_types: bool) -> list[Module]:
    """Modules, each behind those of them that it needs: by machine types (needed through others, too), or as Python."""
    wanted = {each.name for each in members}
    seen: set[str] = set()
    placed: list[Module] = []

    def place(module: Module) -> None:
        if module.name in seen:
            return
        seen.add(module.name)
        text = module.types if by_types else module.python
        for origin in text.imported.values() if text else ():
            for name in (origin.module, f"{origin.module}.{origin.name}"):  # A name of a package may be a module.
                if other := modules.get(name.removeprefix(PACKAGE)):
                    place(other)
        if module.name in wanted:
            placed.append(module)

    for member in members:
        place(member)
    return placed


def owners(core: Path = CORE) -> dict[tuple[str, str], str]:
    """The module, by its whole name, of each type, by its unit and its name there."""
    found = {}
    for path in core.rglob("*.pxd"):
        name = ".".join(path.relative_to(core).with_suffix("").parts)
        for each in re.findall(r"^cdef class (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            found[UNITS["unit_of"](name), each] = PACKAGE + name
    return found


def write(folder: Path, core: Path = CORE) -> list[Path]:
    """Bring all files under ``folder`` up to date; returns the units' own (``.pyx``)."""
    wanted = {folder / place: text for place, text in Writer(core).files()}
    for path in sorted(folder.rglob("*")):
        if path.suffix in {".py", ".pxd", ".pyx"} and path not in wanted:
            path.unlink()
    for path, text in wanted.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return [path for path in wanted if path.suffix == ".pyx"]
