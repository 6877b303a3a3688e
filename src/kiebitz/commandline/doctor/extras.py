"""The extras of the package: what each brings, and which of its packages are missing here."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution, requires

MEANINGS = {
    "cli": "the command kiebitz itself",
    "web": "the board in the browser: kiebitz serve",
    "mcp": "a game for language models: kiebitz mcp",
    "data": "games as columns: kiebitz analyse --parquet",
    "practice": "your mistakes asked again: kiebitz games practice",
    "ray": "games analysed by many machines: kiebitz analyse --ray",
    "lab": "figures and columns: kiebitz lab report, kiebitz tune",
    "notebook": "boards, lines and searches in Jupyter",
    "mpi": "many processes on one position: kiebitz cluster",
    "shogi": "proofs of shogi mates checked: kiebitz mate --verify",
    "hardware": "Hydra's coprocessor, simulated: kiebitz hardware",
    "fpga": "its space and clock on a real chip: kiebitz hardware resources",
    "pandas": "columns as pandas frames",
}
"""The use of each extra. A test holds them to those of pyproject.toml."""

_REQUIREMENT = re.compile(r"^(?P<name>[\w.-]+)[^;]*;(?P<marker>.*)$")
_EXTRA = re.compile(r"extra\s*==\s*['\"](?P<extra>[\w-]+)['\"]")
_PLATFORM = re.compile(r"sys_platform\s*==\s*['\"](?P<platform>\w+)['\"]")


@dataclass(frozen=True, slots=True)
class Extra:
    """An extra of the package."""

    name: str
    meaning: str
    missing: tuple[str, ...]
    """Its packages that are not installed here."""

    @property
    def remedy(self) -> str:
        """The command that installs it."""
        return f"pip install 'kiebitz[{self.name}]'"


def extras_of(requirements: list[str]) -> dict[str, list[str]]:
    """The packages of each extra, as the metadata of a package lists its requirements; those of this system only."""
    found: dict[str, list[str]] = {}
    for text in requirements:
        requirement = _REQUIREMENT.match(text)
        if requirement is None:
            continue
        marker = requirement["marker"]
        extra, platform = _EXTRA.search(marker), _PLATFORM.search(marker)
        if extra is not None and (platform is None or platform["platform"] == sys.platform):
            found.setdefault(extra["extra"], []).append(requirement["name"])
    return found


def extras() -> tuple[Extra, ...]:
    """The extras of the installed package; none where it isn't installed, but only lies on the path."""
    try:
        requirements = requires("kiebitz") or []
    except PackageNotFoundError:
        return ()
    return tuple(
        Extra(name, MEANINGS.get(name, ""), tuple(package for package in packages if not _is_installed(package)))
        for name, packages in extras_of(requirements).items()
    )


def _is_installed(package: str) -> bool:
    try:
        distribution(package)
    except PackageNotFoundError:
        return False
    return True
