"""Builds the compiled core: every module under ``src/kiebitz/core`` that has a ``.pxd`` beside its ``.py``.

They are joined to about ten units (``core/units.py``), whose texts are written below ``build/units`` first
(``tools/write_units.py``), after what follows from the table of tunables (``tools/write_parameters.py``).

Environment: ``KIEBITZ_ARCH`` (default ``portable``, which runs on any x86-64 with SSE4.2; ``native`` for this processor
alone; ``wheel``: portable, and beside it a core for each newer kind of processor; or any value of the compiler's
``-march``), ``KIEBITZ_SANITIZE`` (``address``: AddressSanitizer and UndefinedBehaviorSanitizer; ``thread``:
ThreadSanitizer; see the Makefile), ``KIEBITZ_PREBUILT=1`` (register the package and its commands only: the core is
compiled by itself), ``KIEBITZ_UNITS`` (names of units: compile these only), ``KIEBITZ_PROGRESS`` (see ``Progress``).
"""

import copy
import multiprocessing
import os
import platform
import re
import runpy
import shutil
import sys
import threading
from functools import partial
from pathlib import Path

from Cython.Build import cythonize
from Cython.Compiler import Pipeline
from Cython.Compiler.Scanning import FileSourceDescriptor
from setuptools import Extension, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext

sys.path.insert(0, "tools")
import write_parameters
import write_units

CORE = Path("src/kiebitz/core")
JOBS = os.cpu_count() or 1
ARCH = os.environ.get("KIEBITZ_ARCH", "portable")
# What the compiler is told for each value of KIEBITZ_SANITIZE.
SANITIZERS = {"": "", "address": "-fsanitize=address,undefined", "thread": "-fsanitize=thread"}
SANITIZE = SANITIZERS[os.environ.get("KIEBITZ_SANITIZE", "")]
PREBUILT = os.environ.get("KIEBITZ_PREBUILT") == "1"
# What pip and build ask for before they compile, if ever: that takes no C, which is minutes of Cython's work.
COMPILING = {"build", "build_ext", "bdist_wheel", "editable_wheel", "install", "develop"}
TELLS_ONLY = bool({"sdist", "egg_info", "dist_info"} & set(sys.argv)) and not COMPILING & set(sys.argv)
CAN_CHOOSE = sys.platform != "win32"  # MSVC has no -march
IS_X86 = platform.machine() in {"x86_64", "AMD64"}
TRAVELS = ARCH in {"portable", "wheel"}
TABLE = runpy.run_path(str(CORE / "variants.py"))
BASE, VARIANTS = TABLE["BASE"], TABLE["VARIANTS"]
README = runpy.run_path("tools/index_readme.py")
UNITS = write_units.UNITS
WITHIN = UNITS["PACKAGE"] + UNITS["COMPILED"] + "."
FIRST = WITHIN + UNITS["FIRST"]
SHARED = WITHIN + UNITS["SHARED"]
# What Cython reads and writes.
STAGE = Path("build/units")
OWNERS = write_units.owners()
WANTED = os.environ.get("KIEBITZ_UNITS", "").split() or UNITS["UNITS"]
TYPE_NAME = re.compile(rf'"{re.escape(WITHIN)}\w+\."\s*"(\w+)", /\*tp_name\*/')


def target_flags(name: str) -> list[str]:
    """What the compiler is told of the processor that a unit is compiled for."""
    if not CAN_CHOOSE or name == FIRST:
        return []
    if TRAVELS:
        return [f"-march={BASE.arch}"] if IS_X86 else []
    return [f"-march={ARCH}" if IS_X86 else f"-mcpu={ARCH}"]


def compiler_flags(name: str) -> list[str]:
    """Flags for the compiler at hand; MSVC optimises with /O2."""
    if not CAN_CHOOSE:
        return ["/O2"]
    # Cython's own code is called where Python objects are handled: that takes as long at any level.
    level = "-O1" if name == SHARED else "-O3"
    flags = [level, "-fno-strict-aliasing", "-fvisibility=hidden", "-Wno-unused-function", "-Wno-unused-variable"]
    flags += target_flags(name)
    if SANITIZE:
        flags += ["-O1", "-g", SANITIZE, "-fno-omit-frame-pointer", "-DKIEBITZ_CHECKS"]
        return flags
    # Python's own flags ask for symbols of debugging: a third of the compiler's time, six sevenths of what it writes.
    flags += ["-g0"]
    if TRAVELS:
        # AMD before Zen 3 takes dozens of cycles for PEXT, and where it is quick it gains too little to matter.
        flags += ["-DKIEBITZ_NO_PEXT"]
    return flags


def linker_flags() -> list[str]:
    """What travels leaves its symbols at home: that makes a quarter of the size."""
    if SANITIZE:
        return [SANITIZE]
    return ["-s"] if TRAVELS and sys.platform == "linux" else []


def extensions() -> list[Extension]:
    """One extension a unit, and that of Cython's own code."""
    if PREBUILT:
        return []
    write_parameters.write()
    if TELLS_ONLY:
        return []
    write_units.write(STAGE)
    target = BASE.name if TRAVELS and IS_X86 else ARCH
    return [
        Extension(
            name,
            [str(STAGE.joinpath(*name.split(".")).with_suffix(".c" if name == SHARED else ".pyx"))],
            define_macros=[("KIEBITZ_TARGET", f'"{target}"')] if name == FIRST else [],
            extra_compile_args=compiler_flags(name),
            extra_link_args=linker_flags(),
        )
        for name in (*(WITHIN + unit for unit in WANTED), SHARED)
    ]


def place_of_source(self: FileSourceDescriptor) -> Path:
    """What a traceback calls a source: the file that is written by hand."""
    return Path("src", self.file_path.removeprefix(f"{STAGE.as_posix()}/"))


def name_types(extension: Extension) -> Extension:
    """Call types after the module whose source has them: Cython would name the unit, and a pickle would hold that."""
    c_file = Path(extension.sources[0])
    unit = extension.name.removeprefix(WITHIN)
    text = c_file.read_text(encoding="utf-8")
    named = TYPE_NAME.sub(
        lambda found: f'"{OWNERS.get((unit, found[1]), extension.name)}.{found[1]}", /*tp_name*/', text
    )
    if named != text:
        c_file.write_text(named, encoding="utf-8")
    return extension


class BuildAnew(build):
    """Leaves from the last build only machine code that is made anew: all else is copied again."""

    def run(self) -> None:
        """Forget, then build."""
        for made in sorted(Path(self.build_lib).rglob("*"), reverse=True):
            name = made.name.partition(".")[0]
            is_unit = made.parent.name == UNITS["COMPILED"] and (name in UNITS["UNITS"] or name == UNITS["SHARED"])
            if not made.is_dir() and not (is_unit and made.suffix in {".so", ".pyd"}):
                made.unlink()
        super().run()


class Progress:
    """Tells a terminal how far the compiler is: ``KIEBITZ_PROGRESS`` is the number of its file (tools/quietly.sh)."""

    def __init__(self, todo: int) -> None:
        self.todo = todo
        self.done = 0
        self.file = int(os.environ.get("KIEBITZ_PROGRESS", "-1"))
        self.lock = threading.Lock()

    def tell(self, done: int) -> None:
        """So many more units are compiled."""
        with self.lock:
            self.done += done
            if self.file >= 0:
                is_over = self.done == self.todo
                line = "" if is_over else f"compiling {self.done + 1} of {self.todo}"
                os.write(self.file, f"\r{line:<24}{chr(13) if is_over else ''}".encode())


class BuildCores(build_ext):
    """Compiles the core in its place and, for a wheel, once more for each newer kind of processor, in its folder."""

    def build_extensions(self) -> None:
        """All units of one core before the next, for the compiler's files bear the same names."""
        if shutil.which("ccache") and getattr(self.compiler, "compiler_so", None):
            self.compiler.compiler_so = ["ccache", *self.compiler.compiler_so]
        # The longest first: both processors are done at the same time.
        self.extensions.sort(key=lambda each: -Path(each.sources[0]).stat().st_size)
        self.progress = Progress(len(self.extensions) * (len(VARIANTS) + 1 if ARCH == "wheel" else 1))
        self.progress.tell(0)
        super().build_extensions()
        if ARCH != "wheel" or not (CAN_CHOOSE and IS_X86):
            return
        in_place, temporary = self.extensions, self.build_temp
        for variant in VARIANTS:
            self.build_temp = os.path.join(temporary, variant.name)
            self.extensions = [placed(extension, variant) for extension in in_place if extension.name != FIRST]
            super().build_extensions()
        self.extensions, self.build_temp = in_place, temporary

    def build_extension(self, extension: Extension) -> None:
        """Compile a unit."""
        super().build_extension(extension)
        self.progress.tell(1)


def placed(extension: Extension, variant) -> Extension:
    """The same unit, compiled for a variant and laid into its folder."""
    twin = copy.copy(extension)
    twin.name = extension.name.replace("kiebitz.core.", f"kiebitz.core.built.{variant.name}.")
    twin._full_name, twin._file_name = twin.name, None
    at = f"-march={BASE.arch}"
    twin.extra_compile_args = [
        f"-march={variant.arch}" if flag == at else flag for flag in extension.extra_compile_args
    ]
    return twin


# What Cython is taught here its processes know if they are forked from this one; elsewhere it works alone.
FileSourceDescriptor.get_relative_path = place_of_source
# A unit can only include others in Cython's own dialect; what it includes is Python, whose types stand in a .pxd.
Pipeline.create_pyx_pipeline = partial(Pipeline.create_pyx_pipeline, py=True)
IS_FORKED = sys.platform == "linux"
if IS_FORKED:
    multiprocessing.set_start_method("fork", force=True)

COMPILED = cythonize(
    extensions(),
    nthreads=JOBS if IS_FORKED else 0,
    include_path=[str(STAGE)],
    shared_utility_qualified_name=SHARED,
    compiler_directives={
        "language_level": 3,
        "infer_types": True,
        "boundscheck": False,
        "wraparound": False,
        "cdivision": True,
        "initializedcheck": False,
        "binding": True,
        "embedsignature": False,
    },
)

setup(
    long_description=README["index_readme"](),
    long_description_content_type="text/markdown",
    ext_modules=[name_types(extension) for extension in COMPILED],
    cmdclass={"build": BuildAnew, "build_ext": BuildCores},
    # A directory for each processor: machine code of another one would pass for up to date.
    options={"build_ext": {"parallel": JOBS}, "build": {"build_base": f"build/{ARCH}"}},
)
