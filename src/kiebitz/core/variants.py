"""The cores that come with a wheel for x86-64, and which of them this processor gets.

A wheel's units (``units``) stand in their places, compiled for any x86-64 processor with SSE4.2. Beside them, under
``built``, stand the same units compiled for newer kinds; the best that the processor can run is taken when
``kiebitz.core`` is imported. ``KIEBITZ_CORE`` (``v2``, ``v3``) forces one. A build from source holds one core only.

``setup.py`` reads the table from here; so this module needs nothing but Python.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

FORCED = "KIEBITZ_CORE"
"""The environment variable that names the core to take."""
FOLDER = Path(__file__).with_name("built")
"""Where the other cores stand; the folder is missing where there is one only."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A kind of processor that a core of its own is compiled for."""

    level: int
    """The level of x86-64 that it needs, as the psABI defines them (2 to 4)."""
    meaning: str

    @property
    def name(self) -> str:
        """Its name in ``KIEBITZ_CORE``, and that of its folder."""
        return f"v{self.level}"

    @property
    def arch(self) -> str:
        """Its name for the compiler (``-march``)."""
        return f"x86-64-v{self.level}"


BASE = Variant(2, "SSE4.2 and POPCNT, 2008 and later")
"""The core that stands in its place."""
VARIANTS = (Variant(3, "AVX2 and BMI2, 2013 and later"),)
"""The others, the slowest first."""


class CoreError(ImportError):
    """No core can be taken; the message says why, and what would do. Its ``name`` is that of the core."""

    def __init__(self, message: str) -> None:
        super().__init__(message, name="kiebitz.core")


@dataclass(frozen=True, slots=True)
class Choice:
    """The core that was taken, and why."""

    name: str
    why: str
    folder: Path | None
    """Where its modules stand; None: in their places."""


def choose(level: int, target: str, forced: str, folder: Path = FOLDER) -> Choice:
    """The core for a processor of this ``level`` of x86-64 (0: another family).

    ``target`` is the processor that the modules in their places were compiled for. Raises CoreError where the core that
    is ``forced`` (empty: none) is missing or unfit, or where none is fit.
    """
    beside = [variant for variant in VARIANTS if (folder / variant.name).is_dir()]
    if not beside:
        if forced not in {"", target}:
            raise CoreError(f"{FORCED}={forced}: this build holds one core only, compiled for {target}; unset {FORCED}")
        return Choice(target, "the only one of this build", None)
    names = [BASE.name, *(variant.name for variant in beside)]
    fit = [variant for variant in (BASE, *beside) if variant.level <= level]
    if not fit:
        raise CoreError(
            f"this processor lacks {BASE.meaning.split(',')[0]}, which the wheel needs; build Kiebitz from its sources"
        )
    if not forced:
        best = fit[-1]
        why = f"the best of {', '.join(names)} that this processor runs"
    elif forced not in names:
        raise CoreError(f"{FORCED}={forced}: there is no such core; choose {' or '.join(names)}")
    else:
        best = next(variant for variant in (BASE, *beside) if variant.name == forced)
        why = f"asked for by {FORCED}"
        if best not in fit:
            raise CoreError(
                f"{FORCED}={forced}: this processor can't run it (it needs {best.meaning.split(',')[0]});"
                f" choose {' or '.join(variant.name for variant in fit)}"
            )
    return Choice(best.name, why, None if best is BASE else folder / best.name)
