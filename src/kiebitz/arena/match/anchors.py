"""Programs that others know, to measure against: how each is asked to play, and its rating where somebody states one.

The scale is that of Stockfish's levels. Stockfish 15's documentation says of ``UCI_Elo`` that it was calibrated at
60 s + 0.6 s and anchored to CCRL 40/4; its authors later called that fit "quite inaccurate" and made another for
Stockfish 16 (commit a08b8d4, 2023). So a rating says which level somebody is worth, at the clock that was played; what
the levels themselves are wrong by comes on top of every interval. The programs in full have no rating here: theirs is
measured with the player's.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass

SCALE = "Stockfish's UCI_Elo"
HASH_MB = 16
LEVELS = (1350, 1500, 1800, 2100, 2400, 2700, 2850)
"""Within what every Stockfish from 11 on offers: 1350 to 2850, later more."""
GAMES_DIRECTORY = "/usr/games"
"""Where Debian puts programs that play; PATH often lacks it."""


def installed(program: str) -> str | None:
    """Where a program lies; None if it is missing."""
    return shutil.which(program) or shutil.which(program, path=GAMES_DIRECTORY)


@dataclass(frozen=True, slots=True)
class Anchor:
    """A program to play against."""

    name: str
    """How it is called."""
    program: str
    """The file to run; Debian's package is called so, too."""
    protocol: str
    """'uci' or 'xboard'."""
    arguments: str = ""
    """The words behind the program on its command line."""
    options: str = ""
    """Of its protocol: no book, no threads and no thinking on our time, a table as large as all others have."""
    rating: int | None = None
    """On the scale, if it is stated."""

    @property
    def player(self) -> str | None:
        """Its description for a match; None if the program is missing."""
        path = installed(self.program)
        if path is None:
            return None
        command = f"{self.protocol}:{path} {self.arguments}".strip()
        return ";".join(filter(None, (command, self.options, f"name={self.name}")))


def _level(elo: int) -> Anchor:
    options = f"Threads=1;Hash={HASH_MB};UCI_LimitStrength=true;UCI_Elo={elo}"
    return Anchor(f"stockfish-{elo}", "stockfish", "uci", options=options, rating=elo)


ANCHORS = (
    *map(_level, LEVELS),
    Anchor("stockfish", "stockfish", "uci", options=f"Threads=1;Hash={HASH_MB}"),
    Anchor("ethereal", "ethereal-chess", "uci", options=f"Threads=1;Hash={HASH_MB}"),
    Anchor("toga2", "toga2", "uci", options=f"Number of Threads=1;Hash={HASH_MB};OwnBook=false"),
    Anchor("glaurung", "glaurung", "uci", options=f"Threads=1;Hash={HASH_MB};OwnBook=false"),
    Anchor("gnuchess", "gnuchess", "uci", "--uci", f"Hash={HASH_MB};OwnBook=false"),
    Anchor("phalanx", "phalanx", "xboard", f"-b- -l- -p- -t{1024 * HASH_MB}"),
    Anchor("sjeng", "sjeng", "xboard"),
)
