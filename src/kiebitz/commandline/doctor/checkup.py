"""The findings: version, core, processor cores, memory pages, speed, network, extras and the UCI program."""

from __future__ import annotations

import platform
import shutil
import sys
import sysconfig
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import kiebitz
from kiebitz.commandline.doctor.extras import Extra, extras
from kiebitz.processes.cores import usable_cores

BENCH_DEPTH = 8
"""Plies of the short bench that speed is taken from; a fraction of a second."""
HUGE_PAGES = Path("/sys/kernel/mm/transparent_hugepage/enabled")


@dataclass(frozen=True, slots=True)
class Checkup:
    """The findings of a check-up."""

    version: str
    python: str
    system: str
    cores: int
    """Processor cores that this process may use."""
    huge_pages: bool | None
    """True if the system grants them to a table that asks; None: it doesn't say."""
    core: str | None
    """The core that was taken; None if none could be."""
    core_reason: str
    """Why this one, or why none."""
    nodes_per_second: int | None
    """By the bench with one thread; None without a core."""
    network: str | None
    """Its checksum; None if there is none that fits."""
    network_fault: str
    """Its fault, else empty."""
    program: str
    """The program's text as a UCI engine."""
    extras: tuple[Extra, ...]

    @property
    def is_well(self) -> bool:
        """True if the engine can play by its own network; a missing extra is no fault."""
        return self.core is not None and self.network is not None

    def record(self) -> dict[str, Any]:
        """The findings as plain data."""
        return asdict(self) | {"is_well": self.is_well}


def checkup() -> Checkup:
    """Look at everything. Raises nothing: what fails is a finding."""
    try:
        from kiebitz.engine import CORE_CHOICE

        core, core_reason = CORE_CHOICE.name, CORE_CHOICE.why
    except ImportError as error:
        core, core_reason = None, str(error)
    network, network_fault = _network() if core else (None, "no core, no network")
    return Checkup(
        version=kiebitz.__version__,
        python=f"{platform.python_version()} ({sys.executable})",
        system=f"{platform.system()} {platform.machine()}",
        cores=usable_cores(),
        huge_pages=huge_pages(HUGE_PAGES),
        core=core,
        core_reason=core_reason,
        nodes_per_second=_speed(has_network=network is not None) if core else None,
        network=network,
        network_fault=network_fault,
        program=uci_program(),
        extras=extras(),
    )


def huge_pages(setting: Path) -> bool | None:
    """Linux's setting of transparent huge pages, such as ``always [madvise] never``; None where it has none."""
    try:
        return "[never]" not in setting.read_text(encoding="ascii")
    except (OSError, ValueError):
        return None


def uci_program() -> str:
    """The UCI program beside this Python, else the one on the path, else the command that is as good."""
    name = "kiebitz-uci"
    beside = shutil.which(name, path=sysconfig.get_path("scripts"))
    return beside or shutil.which(name) or f"{sys.executable} -m kiebitz uci"


def _network() -> tuple[str | None, str]:
    from kiebitz.engine import NetworkError, packaged_network

    try:
        return packaged_network().checksum, ""
    except NetworkError as error:
        return None, str(error)


def _speed(*, has_network: bool) -> int:
    from kiebitz.engine import bench

    return bench.run(BENCH_DEPTH, era="today" if has_network else "classical").nodes_per_second
