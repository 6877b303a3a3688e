"""The compiled engine. Which rooms may import from here, the table in ARCHITECTURE.md says.

The ``.py`` files are the source that machine code is made of; Python itself can't run them. So a missing build is said
here, once and plainly, before Python stumbles over one of them. Of several builds the best that the processor
runs is taken (``variants``).
"""

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES

from kiebitz.core import variants


def missing_modules(folder: str) -> list[str]:
    """Modules under ``folder`` that have their machine types beside them (``.pxd``) but no machine code.

    One in which everything is inlined has none; its ``.pxd`` begins with ``# Inlined whole``.
    """
    missing = []
    for where, _, files in os.walk(folder):
        present = set(files)
        missing += [
            os.path.relpath(os.path.join(where, file), folder)
            for file in files
            if file.endswith(".py")
            and file[:-3] + ".pxd" in present
            and not any(file[:-3] + suffix in present for suffix in EXTENSION_SUFFIXES)
            and not _is_inlined(os.path.join(where, file[:-3] + ".pxd"))
        ]
    return sorted(missing)


def _is_inlined(types: str) -> bool:
    with open(types, "rb") as file:
        return file.readline().startswith(b"# Inlined whole")


if _missing := missing_modules(os.path.dirname(__file__)):
    raise variants.CoreError(
        f"the core of Kiebitz is not compiled for this Python ({', '.join(_missing)}):"
        " run 'make build' in the source tree, or 'pip install .'"
    )

from kiebitz.core import processor  # noqa: E402  (only now it is sure to be there)

CORE_CHOICE = variants.choose(processor.level(), processor.target(), os.environ.get(variants.FORCED, ""))
"""The core that this process runs, and why."""
if CORE_CHOICE.folder is not None:
    sys.meta_path.insert(0, variants.Finder(CORE_CHOICE.folder))
