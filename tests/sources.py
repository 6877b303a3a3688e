"""The sources at a glance: which modules are compiled, and who imports what."""

import ast
from pathlib import Path

from kiebitz.core.units import COMPILED as FOLDER
from kiebitz.core.units import PACKAGE as BELOW
from kiebitz.core.units import is_compiled, unit_of

ROOT = Path(__file__).parents[1]
DATA = ROOT / "tests" / "data"
SOURCE = ROOT / "src"
PACKAGE = SOURCE / "kiebitz"
CORE = PACKAGE / "core"
SOURCES = (SOURCE, ROOT / "claims" / "src", ROOT / "hydra" / "src")
"""Of all packages of the repository: kiebitz, kiebitz_claims, kiebitz_hydra."""
PACKAGES = (PACKAGE, SOURCES[1] / "kiebitz_claims", SOURCES[2] / "kiebitz_hydra")
TESTS = (ROOT / "tests", ROOT / "claims" / "tests", ROOT / "hydra" / "tests")
SIGNATURES = {era: int(nodes) for era, nodes in map(str.split, (ROOT / "BENCH").read_text().splitlines())}
"""The nodes that the bench visits, by era."""


def module_name(path: Path) -> str:
    """The dotted name of a source file."""
    (source,) = (source for source in SOURCES if path.is_relative_to(source))
    return ".".join(path.relative_to(source).with_suffix("").parts)


COMPILED = {module_name(path): path for path in sorted(CORE.rglob("*.py")) if is_compiled(path)}
UNITS = {module: f"{FOLDER}/{unit_of(module.removeprefix(BELOW))}" for module in COMPILED}
"""Where below the core the machine code of each module stands, without its ending."""


def imported_names(path: Path) -> set[str]:
    """Every module or name that a file imports, dotted in full; ``cython.cimports.`` is looked through."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: write the import in full, as everywhere"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name.removeprefix("cython.cimports.") for name in names}
