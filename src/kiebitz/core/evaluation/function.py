"""An evaluation that a Python function makes, as a search calls it: by its address, with a FEN.

A search holds no Python object. It calls a C function, which ``ctypes`` makes of the Python function and which takes
the GIL for as long as that runs; so several threads search on one such evaluation, but never at once in it.
"""

from __future__ import annotations

import ctypes
import itertools
from collections.abc import Callable

from kiebitz.core.value import MAX_EVALUATION

_prototype = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_char_p)
_numbers = itertools.count(1)


class FunctionEvaluation:
    """A function from a position to its value in centipawns, for the side to move; larger ones are clipped.

    What it raises, or a value that is no number, ends the search; the first such fault is kept until it is raised.
    """

    def __init__(self, function: Callable[[str], float]) -> None:
        """Ask ``function`` with the FEN, in Chess960 with castling rights as files of rooks."""
        self.name = getattr(function, "__qualname__", type(function).__name__)
        """The function's name."""
        # Nobody can see whether two functions give the same values: each is another.
        self.checksum = f"function {self.name} {next(_numbers)}"
        """Tells it from all other evaluations of this process."""
        self._fault: BaseException | None = None
        self._stop: Callable[[], None] | None = None

        def ask(fen: bytes) -> int:
            if self._fault is not None:
                return 0
            try:
                value = self._whole(function(fen.decode("ascii")))
            except BaseException as fault:
                self._fault = fault
                if self._stop is not None:
                    self._stop()
                return 0
            return max(-MAX_EVALUATION, min(MAX_EVALUATION, value))

        # Lives as long as this object: the machine code knows the address alone.
        self._entry = _prototype(ask)

    def _whole(self, value: float) -> int:
        """A value of the function as a whole number. Raises TypeError for what is none."""
        try:
            return round(value)
        except (TypeError, ValueError, OverflowError) as error:
            raise TypeError(f"the evaluation {self.name} gave {value!r}; it must give centipawns, a number") from error

    @property
    def address(self) -> int:
        """The address of the C function: ``int (const char *fen)``."""
        return ctypes.cast(self._entry, ctypes.c_void_p).value or 0

    def begin(self, stop: Callable[[], None] | None = None) -> None:
        """Forget a fault of earlier questions; the next one will ``stop`` the search that asks."""
        self._fault, self._stop = None, stop

    def end(self) -> None:
        """Raise the fault that came up since ``begin``, if there is one."""
        fault, self._fault, self._stop = self._fault, None, None
        if fault is not None:
            raise fault
