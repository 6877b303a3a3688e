"""Which modules of the core are compiled together: a unit is one shared object, ``compiled/UNIT``.

The source stays one concept a file, and every module keeps its name: ``import kiebitz.core.search.node`` gives a
module with what ``node.py`` defines, taken from its unit (``Finder``). Joined, all is compiled in a fraction of the
time, for each unit reads the machine types of the others once and carries Cython's own code once.

``tools/write_units.py`` writes a unit's text from its modules; so this module needs nothing but Python.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

CORE = Path(__file__).parent
PACKAGE = "kiebitz.core."
COMPILED = "compiled"
"""The folder of the units, beside this file or in that of another core (``variants``)."""
SHARED = "cython_code"
"""The unit of Cython's own code, which all the others call."""
FIRST = "processor"
"""The one that is asked before it is known what the processor can do, so it must run on each."""
UNITS: dict[str, tuple[str, ...]] = {
    FIRST: ("processor",),
    "chess": (
        "value",
        "parameters",
        "chess",
        "evaluation.classical",
        "evaluation.game_phase",
        "evaluation.load_weights",
        "evaluation.network.features",
        "training.packed_position",
    ),
    "shogi": (
        "shogi",
        "evaluation.network.shogi_features",
        "evaluation.shogi.weights",
        "training.shogi_packed_position",
    ),
    "table": ("table",),
    "syzygy": ("syzygy",),
    "pgn": ("pgn",),
    "evaluation": ("evaluation", "facts"),
    "search": ("search", "trace"),
    "records": ("records",),
    "board": ("board",),
    "mate": ("mate",),
    "training": ("training",),
}
"""For each unit its modules, or folders of them, by their names below ``kiebitz.core``; none needs a later one."""
_PLACES = {place: unit for unit, places in UNITS.items() for place in places}


def unit_of(module: str) -> str | None:
    """The unit that a module (its name below ``kiebitz.core``) would be part of; the longest place decides."""
    place = module
    while place:
        if place in _PLACES:
            return _PLACES[place]
        place = place.rpartition(".")[0]
    return None


def is_compiled(source: Path) -> bool:
    """True if a ``.py`` of the core becomes machine code of its own: its machine types stand beside it."""
    return source.name != "__init__.py" and source.with_suffix(".pxd").exists()


def missing_units(folder: Path) -> list[str]:
    """The units that are not compiled in ``folder``, for this Python."""
    present = {file.name for file in (folder / COMPILED).glob("*")}
    return [unit for unit in UNITS if not any(unit + suffix in present for suffix in EXTENSION_SUFFIXES)]


class Member(ModuleType):
    """A module of the core; what its unit has defined only after it was first imported is looked up when asked for."""

    __own__: dict[str, tuple[ModuleType, str]]

    def __getattr__(self, name: str) -> Any:
        """A name that the unit has by now."""
        unit, joined = self.__own__.get(name, (None, ""))
        if unit is None or not hasattr(unit, joined):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}", name=name, obj=self)
        return getattr(unit, joined)

    def __setattr__(self, name: str, value: object) -> None:
        """Set a name where its functions see it, too."""
        super().__setattr__(name, value)
        if unit_and_name := vars(self).get("__own__", {}).get(name):
            setattr(*unit_and_name, value)


class Finder(MetaPathFinder, Loader):
    """Finds the core's modules in their units, and the units in ``folder``; all else is found as ever."""

    def __init__(self, folder: Path) -> None:
        self.folder = os.fspath(folder)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The specification of a unit, or of a module that is part of one, else None."""
        if not fullname.startswith(PACKAGE):
            return None
        name = fullname.removeprefix(PACKAGE)
        if name.startswith(COMPILED + "."):
            place = os.path.join(self.folder, *name.split("."))
            for suffix in EXTENSION_SUFFIXES:
                if os.path.isfile(place + suffix):
                    return spec_from_file_location(fullname, place + suffix)
        elif unit_of(name) and is_compiled(CORE.joinpath(*name.split(".")).with_suffix(".py")):
            return ModuleSpec(fullname, self)
        return None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """The module of that name: what its source defines, as its unit has it."""
        name = spec.name.removeprefix(PACKAGE)
        try:
            unit = import_module(f"{PACKAGE}{COMPILED}.{unit_of(name)}")
        except ModuleNotFoundError:
            from kiebitz.core.variants import CoreError

            if missing := missing_units(CORE):
                raise CoreError(
                    f"the core of Kiebitz is not compiled for this Python ({', '.join(missing)}):"
                    " run 'make build' in the source tree, or 'pip install .'"
                ) from None
            raise
        module = Member(spec.name)
        module.__file__ = unit.__file__
        names: dict[str, str] = unit.__modules__[name]
        module.__own__ = {own: (unit, joined) for own, joined in names.items()}
        for own, joined in names.items():
            if (value := vars(unit).get(joined)) is not None:
                vars(module)[own] = value
                if getattr(value, "__module__", None) == unit.__name__:  # An exception, say: pickles hold this name.
                    value.__module__ = PACKAGE + unit.__definers__[joined]
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Nothing: its unit has been run."""
