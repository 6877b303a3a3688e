"""The names of the eras, for command lines: they list them without loading the core; ``eras`` says what they are."""

from __future__ import annotations

from enum import StrEnum

CLASSICAL = "classical"
TODAY = "today"


class EraName(StrEnum):
    """The names of the eras, as commands take them; oldest first."""

    TARTAN = "tartan"
    MINIMAX = "minimax"
    MINIMAX_DEPTH = "minimax+depth"
    MINIMAX_CLEARING = "minimax+clearing"
    MINIMAX_ETC = "minimax+etc"
    NIMZO_1 = "nimzo1"
    NIMZO = "nimzo"
    HYDRA = "hydra"
    CLASSICAL = CLASSICAL
    TODAY = TODAY
