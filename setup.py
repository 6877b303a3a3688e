"""Builds the compiled core: every module under ``src/kiebitz/core`` that has a ``.pxd`` beside its ``.py``.

Environment: ``KIEBITZ_ARCH`` (default ``portable``, which runs on any x86-64 with SSE4.2, as a wheel must; ``native``
for this processor alone; or any value of the compiler's ``-march``), ``KIEBITZ_SANITIZE`` (``address``:
AddressSanitizer and UndefinedBehaviorSanitizer; ``thread``: ThreadSanitizer; see the Makefile), ``KIEBITZ_PREBUILT=1``
(register the package and its commands only: the core is compiled by itself).
"""

import os
import platform
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

SOURCE = Path("src")
CORE = SOURCE / "kiebitz" / "core"
JOBS = os.cpu_count() or 1
ARCH = os.environ.get("KIEBITZ_ARCH", "portable")
# What the compiler is told for each value of KIEBITZ_SANITIZE.
SANITIZERS = {"": "", "address": "-fsanitize=address,undefined", "thread": "-fsanitize=thread"}
SANITIZE = SANITIZERS[os.environ.get("KIEBITZ_SANITIZE", "")]
PREBUILT = os.environ.get("KIEBITZ_PREBUILT") == "1"


def compiler_flags() -> list[str]:
    """Flags for the compiler at hand; MSVC has no -march and optimises with /O2."""
    if sys.platform == "win32":
        return ["/O2"]
    flags = ["-O3", "-fno-strict-aliasing", "-fvisibility=hidden", "-Wno-unused-function", "-Wno-unused-variable"]
    if ARCH == "portable":
        if platform.machine() in ("x86_64", "AMD64"):
            flags.append("-march=x86-64-v2")
    else:
        flags.append(f"-march={ARCH}" if platform.machine() in ("x86_64", "AMD64") else f"-mcpu={ARCH}")
    if SANITIZE:
        flags += ["-O1", "-g", SANITIZE, "-fno-omit-frame-pointer"]
    return flags


def extensions() -> list[Extension]:
    """One extension a module, in a stable order."""
    if PREBUILT:
        return []
    link = [SANITIZE] if SANITIZE else []
    return [
        Extension(
            ".".join(source.relative_to(SOURCE).with_suffix("").parts),
            [str(source)],
            extra_compile_args=compiler_flags(),
            extra_link_args=link,
        )
        for source in sorted(CORE.rglob("*.py"))
        if source.with_suffix(".pxd").exists() and source.name != "__init__.py"
    ]


setup(
    ext_modules=cythonize(
        extensions(),
        nthreads=JOBS,
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
    # A directory for each processor: machine code of another one would pass for up to date.
    options={"build_ext": {"parallel": JOBS}, "build": {"build_base": f"build/{ARCH}"}},
)
