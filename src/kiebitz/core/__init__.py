"""The compiled engine. Only ``kiebitz.engine``, ``cluster``, ``lab`` and ``train`` may import from here.

The ``.py`` files are the source that machine code is made of; Python itself can't run them. So a missing build is said
here, once and plainly, before Python stumbles over one of them.
"""

import os
from importlib.machinery import EXTENSION_SUFFIXES


def missing_modules(folder: str) -> list[str]:
    """Modules under ``folder`` that have their machine types beside them (``.pxd``) but no machine code."""
    missing = []
    for where, _, files in os.walk(folder):
        present = set(files)
        missing += [
            os.path.relpath(os.path.join(where, file), folder)
            for file in files
            if file.endswith(".py")
            and file[:-3] + ".pxd" in present
            and not any(file[:-3] + suffix in present for suffix in EXTENSION_SUFFIXES)
        ]
    return sorted(missing)


if _missing := missing_modules(os.path.dirname(__file__)):
    raise ImportError(
        f"the core of Kiebitz is not compiled for this Python ({', '.join(_missing)}):"
        " run 'make build' in the source tree, or 'pip install .'"
    )
