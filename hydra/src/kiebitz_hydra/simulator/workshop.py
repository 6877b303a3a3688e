"""Where simulators are built and kept, in the user's cache, each there whole or not at all.

What is kept is known by what it was made of: the files of ``circuit``, the weights that go into its block RAM, the
clock loop and the tools. So a known design is found without elaborating it, which takes seconds itself.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.machinery
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from kiebitz import core
from kiebitz.processes.cores import usable_cores
from kiebitz.processes.file_lock import wait_for_lock
from kiebitz.processes.whole_file import whole_file
from kiebitz_hydra.question import FULL, Knowledge

ROOM = Path(__file__).parents[1]
WEIGHTS = Path(core.__path__[0]) / "evaluation" / "classical" / "weights.py"
CLOCKED_MODEL = Path(__file__).with_name("clocked_model.pxi")
"""The header that the clock loops of all simulators include."""
YOSYS_CHOICE = "AMARANTH_USE_YOSYS"
"""The environment's variable by which Amaranth is told which yosys to use."""
DESIGN = "search"
"""The name of the top module, and what the tools derive theirs from."""


class BuildError(Exception):
    """A tool that failed; says which, and quotes the end of what it said."""


def cache_directory() -> Path:
    """The user's cache: ``kiebitz/hardware`` where XDG says, else under ``~/.cache``.

    Raises BuildError if there is no home.
    """
    named = Path(os.environ.get("XDG_CACHE_HOME", ""))
    try:
        return (named if named.is_absolute() else Path.home() / ".cache") / "kiebitz" / "hardware"
    except RuntimeError as error:
        raise BuildError("there is no home directory to keep the machine in; name one by XDG_CACHE_HOME") from error


@functools.cache
def kept(*more: Path, knowledge: Knowledge = FULL) -> Path:
    """The directory of what is made from the design with this ``knowledge`` and ``more`` files; made if there is none.

    Raises BuildError if it can't be made, and OSError.
    """
    import amaranth

    digest = hashlib.sha256(f"{amaranth.__version__} {sys.version} {compiler()} {sorted(knowledge)}".encode())
    for source in (*sorted((ROOM / "circuit").rglob("*.py")), ROOM / "question.py", WEIGHTS, *more):
        digest.update(source.read_bytes())
    directory = cache_directory() / digest.hexdigest()[:16]
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BuildError(
            f"the machine can't be kept in {directory.parent}: {error.strerror}; name another cache by XDG_CACHE_HOME"
        ) from error
    return directory


def kept_text(name: str, make: Callable[[], str], *more: Path, knowledge: Knowledge = FULL) -> str:
    """The output of ``make`` for the design and ``more`` files, from the cache's file ``name`` if it was made before.

    Raises what ``make`` raises, and OSError.
    """
    path = kept(*more, knowledge=knowledge) / name
    with _locked(path):
        if not path.exists():
            text = make()
            with whole_file(path) as file:
                file.write(text.encode())
    return path.read_text(encoding="utf-8")


def verilog(knowledge: Knowledge = FULL) -> str:
    """The design as Verilog. Takes a minute the first time. Raises OSError."""

    def make() -> str:
        from amaranth.back import verilog as back

        return converted(back, knowledge, strip_internal_attrs=True)

    return kept_text(f"{DESIGN}.v", make, knowledge=knowledge)


def converted(back_end: ModuleType, knowledge: Knowledge, **options: bool) -> str:
    """The design as one of Amaranth's back ends writes it, with that one's options.

    By the yosys that comes with Amaranth: another one that is installed would write another text, for other headers.
    """
    from kiebitz_hydra.circuit.search import Search

    chosen = os.environ.get(YOSYS_CHOICE)
    os.environ[YOSYS_CHOICE] = "builtin"
    try:
        return str(back_end.convert(Search(knowledge=knowledge), name=DESIGN, **options))
    finally:
        if chosen is None:
            del os.environ[YOSYS_CHOICE]
        else:
            os.environ[YOSYS_CHOICE] = chosen


def machine_code(name: str, build: Callable[[Path, Knowledge], None], knowledge: Knowledge, source: Path) -> ModuleType:
    """The extension module ``name``, built by ``build`` in a directory of its own unless it is kept from before.

    ``source`` is the file of ``build``, which leaves it there under ``library_name(name)``. Raises BuildError, OSError.
    """
    library = kept(clock_loop(name), CLOCKED_MODEL, source, Path(__file__), knowledge=knowledge) / library_name(name)

    def make() -> None:
        with tempfile.TemporaryDirectory(dir=library.parent, prefix=f"{name}-") as place:
            build(Path(place), knowledge)
            Path(place, library.name).replace(library)

    with _locked(library):
        if not library.exists():
            make()
        try:
            return load_library(name, library)
        except ImportError:  # damaged, as a power cut may leave it
            make()
    return load_library(name, library)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Keep others from making the same file meanwhile: who comes second finds what the first has made."""
    with path.with_name(f"{path.name}.lock").open("wb") as lock:
        wait_for_lock(lock)
        yield


@functools.cache
def load_library(name: str, path: Path) -> ModuleType:
    """Import an extension module from its file, once a process."""
    loader = importlib.machinery.ExtensionFileLoader(name, str(path))
    spec = importlib.util.spec_from_loader(name, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def compiler() -> list[str]:
    """The C++ compiler: what CXX names, or the one that Python itself was built with."""
    return shlex.split(os.environ.get("CXX") or str(sysconfig.get_config_var("CXX")))


def library_name(name: str) -> str:
    """The file of an extension module."""
    return name + str(sysconfig.get_config_var("EXT_SUFFIX"))


def clock_loop(name: str) -> Path:
    """The source of an extension module: Cython that declares the simulator's class and clocks it."""
    return Path(__file__).with_name(f"{name}.pyx")


def translate_clock_loop(name: str, place: Path) -> Path:
    """The clock loop as C++, written by Cython."""
    for source in (clock_loop(name), CLOCKED_MODEL):
        shutil.copy(source, place)
    target = place / f"{name}.cpp"
    call([sys.executable, "-m", "cython", "-3", "--cplus", f"{name}.pyx", "-o", target.name], place)
    return target


@dataclass(frozen=True, slots=True)
class Unit:
    """Sources that are compiled as one."""

    name: str
    sources: Sequence[Path]
    options: Sequence[str] = ("-O2",)
    """The compiler's optimisation, and its other options."""


def compile_library(name: str, place: Path, units: Iterable[Unit], directories: Iterable[Path]) -> None:
    """Compile and link, as many units at a time as there are cores."""
    headers = [f"-I{directory}" for directory in (*directories, Path(sysconfig.get_path("include")))]

    def compile_one(unit: Unit) -> str:
        sources = [word for source in unit.sources for word in ("-include", str(source))]
        target = str(place / f"{unit.name}.o")
        options = [*unit.options, "-fPIC", "-std=c++17", "-w", *headers, *sources, "-x", "c++", "-c", os.devnull]
        call([*compiler(), *options, "-o", target], place)
        return target

    with ThreadPoolExecutor(usable_cores()) as pool:
        objects = list(pool.map(compile_one, units))
    call([*compiler(), "-shared", *objects, "-o", str(place / library_name(name)), "-lpthread"], place)


def call(command: list[str], place: Path) -> str:
    """Run a tool and return what it says. Raises BuildError, which quotes the last of it."""
    try:
        done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise BuildError(f"{command[0]} is missing: install a C++ compiler") from error
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise BuildError(f"{Path(command[0]).name} failed: {said[-1] if said else f'status {done.returncode}'}")
    return done.stdout
