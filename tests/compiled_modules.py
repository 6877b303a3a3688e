"""Which modules the core's sources say are compiled: those with a ``.pxd`` beside their ``.py``."""

from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src"
CORE = SOURCE / "kiebitz" / "core"


def module_name(path: Path) -> str:
    """The dotted name of a source file."""
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts)


COMPILED = {
    module_name(path): path
    for path in sorted(CORE.rglob("*.py"))
    if path.with_suffix(".pxd").exists() and path.name != "__init__.py"
}
