"""Games of the collection analysed while the server runs, by ``kiebitz games analyse`` in a process of its own.

It gives way to everything else, keeps each game as it is done, and ends with the server: what is left is done the next
time.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from kiebitz.processes.last_will import last_will

NICENESS = 10
INTERRUPTED_S = 10.0


class BackgroundAnalysis:
    """The background analysis of a server, one at a time."""

    def __init__(self, file: Path | None, nodes: int) -> None:
        """Analyse games of the collection in ``file``, with so many nodes for each position."""
        self._file = file
        self._nodes = nodes
        self._process: asyncio.subprocess.Process | None = None
        self._watch: asyncio.Task[int] | None = None

    @property
    def is_running(self) -> bool:
        """True if games are being analysed."""
        return self._watch is not None and not self._watch.done()

    async def begin(self, player: str) -> None:
        """Analyse the games of a player, or all; nothing new begins while games are being analysed."""
        if self._file is None or self.is_running:
            return
        whose = ["--player", player] if player.strip() else []
        arguments = ["-m", "kiebitz", "games", "analyse", "--collection", str(self._file), "--nodes", str(self._nodes)]
        arguments += whose
        nowhere = asyncio.subprocess.DEVNULL
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, *arguments, stdin=nowhere, stdout=nowhere, stderr=nowhere, preexec_fn=_giving_way
        )
        self._watch = asyncio.create_task(self._process.wait())

    async def end(self) -> None:
        """End it; what is done is kept."""
        if self._process is None or self._watch is None or not self.is_running:
            return
        self._process.terminate()
        try:
            async with asyncio.timeout(INTERRUPTED_S):
                await asyncio.shield(self._watch)
        except TimeoutError:
            self._process.kill()
            await self._watch


def _giving_way() -> None:
    """The first act of the process: give way to others."""
    os.nice(NICENESS)
    if will := last_will():
        will()
