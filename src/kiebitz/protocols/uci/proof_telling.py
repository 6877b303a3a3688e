"""A proof under way as a GUI sees it, in UCI as in USI: lines of ``info``, once a second."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from kiebitz.protocols.uci.channel import LineWriter
from kiebitz.protocols.uci.protocol import MS, progress_lines

if TYPE_CHECKING:
    from kiebitz.engine.mate_progress import MateProgress

# Between two times that it is told.
TELL_EVERY_S = 1.0


class ProofTelling:
    """One search, from now on."""

    def __init__(self, writer: LineWriter) -> None:
        """Tell by a writer."""
        self._writer = writer
        self._began = self._told = monotonic()

    def hear(self, progress: MateProgress) -> None:
        """Tell how far the proof is, if it is time to; called as often as one likes."""
        now = monotonic()
        if now - self._told >= TELL_EVERY_S:
            self._told = now
            self._writer.say(*progress_lines(progress, round((now - self._began) * MS)))
