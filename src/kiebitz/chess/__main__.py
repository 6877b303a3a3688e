"""``python -m kiebitz.chess program.py …`` and ``… -m module …``: a program for python-chess, on compiled boards."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

from kiebitz.chess import install

USAGE = (
    "usage: python -m kiebitz.chess PROGRAM.py [ARGUMENT]...\n       python -m kiebitz.chess -m MODULE [ARGUMENT]..."
)


def main(arguments: list[str]) -> None:
    """Run a program as ``python`` would, once ``chess.Board`` is Kiebitz's."""
    is_module = arguments[:1] == ["-m"]
    program = arguments[is_module:]
    if not program or (program[0].startswith("-") and not is_module):
        sys.exit(USAGE)
    if not is_module and not Path(program[0]).exists():
        sys.exit(f"python -m kiebitz.chess: there is no file {program[0]}; give a program, or -m and a module's name")
    install()
    sys.argv[:] = program
    if is_module:
        runpy.run_module(program[0], run_name="__main__", alter_sys=True)
    else:
        sys.path[0] = str(Path(program[0]).resolve().parent)
        runpy.run_path(program[0], run_name="__main__")


if __name__ == "__main__":
    main(sys.argv[1:])
