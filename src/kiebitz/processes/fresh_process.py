"""Processes that begin afresh: the script that starts them isn't run again in them.

Python's own way to spawn a process runs the main module once more there, for what may be defined in it. A script of two
lines that has no ``if __name__ == "__main__":`` would so start processes in its processes, and fail. What our processes
do is defined in modules, and imported from there: they need no main module, and get none.

Thread safety: processes are started one at a time; while one is, the main module has neither ``__spec__`` nor
``__file__``.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any

_starting = threading.RLock()


class FreshProcess(SpawnProcess):
    """A process whose target, a function of a module, is all that it runs."""

    @staticmethod
    def _Popen(process_obj: Any) -> Any:  # noqa: N802 - what Python calls to start it
        with _without_main():
            return SpawnProcess._Popen(process_obj)


class FreshContext(SpawnContext):
    """The context that ``multiprocessing.get_context`` would return for such processes."""

    Process = FreshProcess


FRESH = FreshContext()


@contextmanager
def _without_main() -> Iterator[None]:
    """Nobody can tell meanwhile from which file, or as which module, the main module was run."""
    with _starting:
        main = vars(sys.modules["__main__"])
        kept: dict[str, Any] = {name: main.pop(name) for name in ("__spec__", "__file__") if name in main}
        main["__spec__"] = None
        try:
            yield
        finally:
            del main["__spec__"]
            main.update(kept)
