"""Builds the compiled core: every module under ``src/kiebitz/core`` that has a ``.pxd`` beside its ``.py``.

But for those in which everything is inlined (see ``tools/write_inlines.py``; it and ``write_parameters.py`` run first).

Environment: ``KIEBITZ_ARCH`` (default ``portable``, which runs on any x86-64 with SSE4.2; ``native`` for this processor
alone; ``wheel``: portable, and beside it a core for each newer kind of processor; or any value of the compiler's
``-march``), ``KIEBITZ_SANITIZE`` (``address``: AddressSanitizer and UndefinedBehaviorSanitizer; ``thread``:
ThreadSanitizer; see the Makefile), ``KIEBITZ_PREBUILT=1`` (register the package and its commands only: the core is
compiled by itself).
"""

import copy
import multiprocessing
import os
import platform
import runpy
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext

SOURCE = Path("src")
CORE = SOURCE / "kiebitz" / "core"
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
PARAMETERS = runpy.run_path("tools/write_parameters.py")
INLINES = runpy.run_path("tools/write_inlines.py")
README = runpy.run_path("tools/index_readme.py")
# Asked before it is known what the processor can do, so it must run on each.
FIRST = "kiebitz.core.processor"


def target_flags(name: str) -> list[str]:
    """What the compiler is told of the processor that a module is compiled for."""
    if not CAN_CHOOSE or name == FIRST:
        return []
    if TRAVELS:
        return [f"-march={BASE.arch}"] if IS_X86 else []
    return [f"-march={ARCH}" if IS_X86 else f"-mcpu={ARCH}"]


def compiler_flags(name: str) -> list[str]:
    """Flags for the compiler at hand; MSVC optimises with /O2."""
    if not CAN_CHOOSE:
        return ["/O2"]
    flags = ["-O3", "-fno-strict-aliasing", "-fvisibility=hidden", "-Wno-unused-function", "-Wno-unused-variable"]
    flags += target_flags(name)
    if SANITIZE:
        flags += ["-O1", "-g", SANITIZE, "-fno-omit-frame-pointer", "-DKIEBITZ_CHECKS"]
    elif TRAVELS:
        # AMD before Zen 3 takes dozens of cycles for PEXT, and where it is quick it gains too little to matter.
        flags += ["-g0", "-DKIEBITZ_NO_PEXT"]
    return flags


def linker_flags() -> list[str]:
    """What travels leaves its symbols at home: that makes a quarter of the size."""
    if SANITIZE:
        return [SANITIZE]
    return ["-s"] if TRAVELS and sys.platform == "linux" else []


def extensions() -> list[Extension]:
    """One extension a module, in a stable order."""
    if PREBUILT:
        return []
    PARAMETERS["write"]()
    INLINES["write"]()
    INLINES["leave_out"]()
    if TELLS_ONLY:
        return []
    sources = [source for source in sorted(CORE.rglob("*.py")) if INLINES["is_compiled"](source)]
    names = [".".join(source.relative_to(SOURCE).with_suffix("").parts) for source in sources]
    target = BASE.name if TRAVELS and IS_X86 else ARCH
    return [
        Extension(
            name,
            [str(source)],
            define_macros=[("KIEBITZ_TARGET", f'"{target}"')] if name == FIRST else [],
            extra_compile_args=compiler_flags(name),
            extra_link_args=linker_flags(),
        )
        for name, source in zip(names, sources, strict=True)
    ]


class BuildAnew(build):
    """Leaves from the last build only machine code whose source is still there: all else is copied again."""

    def run(self) -> None:
        """Forget, then build."""
        for made in sorted(Path(self.build_lib).rglob("*"), reverse=True):
            if made.is_dir():
                continue
            within = made.relative_to(self.build_lib).parts
            if within[2:3] == ("built",):
                within = within[:2] + within[4:]
            source = SOURCE.joinpath(*within[:-1], f"{within[-1].partition('.')[0]}.py")
            if made.suffix not in {".so", ".pyd"} or not INLINES["is_compiled"](source):
                made.unlink()
        super().run()


class BuildCores(build_ext):
    """Compiles the core in its place and, for a wheel, once more for each newer kind of processor, in its folder."""

    def build_extensions(self) -> None:
        """All modules of one core before the next, for the compiler's files bear the same names."""
        super().build_extensions()
        if ARCH != "wheel" or not (CAN_CHOOSE and IS_X86):
            return
        in_place, temporary = self.extensions, self.build_temp
        for variant in VARIANTS:
            self.build_temp = os.path.join(temporary, variant.name)
            self.extensions = [placed(extension, variant) for extension in in_place if extension.name != FIRST]
            super().build_extensions()
        self.extensions, self.build_temp = in_place, temporary


def placed(extension: Extension, variant) -> Extension:
    """The same module, compiled for a variant and laid into its folder."""
    twin = copy.copy(extension)
    twin.name = extension.name.replace("kiebitz.core.", f"kiebitz.core.built.{variant.name}.")
    twin._full_name, twin._file_name = twin.name, None
    at = f"-march={BASE.arch}"
    twin.extra_compile_args = [
        f"-march={variant.arch}" if flag == at else flag for flag in extension.extra_compile_args
    ]
    return twin


# What ``leave_out`` teaches Cython its processes know if they are forked from this one; elsewhere it works alone.
IS_FORKED = sys.platform == "linux"
if IS_FORKED:
    multiprocessing.set_start_method("fork", force=True)

setup(
    long_description=README["index_readme"](),
    long_description_content_type="text/markdown",
    ext_modules=cythonize(
        extensions(),
        nthreads=JOBS if IS_FORKED else 0,
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
    ),
    cmdclass={"build": BuildAnew, "build_ext": BuildCores},
    # A directory for each processor: machine code of another one would pass for up to date.
    options={"build_ext": {"parallel": JOBS}, "build": {"build_base": f"build/{ARCH}"}},
)
