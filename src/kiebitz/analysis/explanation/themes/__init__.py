"""The themes, one a file: the fact, and the detector that finds it in a line.

``material`` and ``mate`` say that a line wins; they cut it where it has won. The ``TACTICS`` say by what: they
are told of such a line only, and look at its first move. ``POSITIONAL`` are told of a line that wins nothing. A theme's
definition is its detector's docstring; each is
strict, so that what it finds is there, and what it misses stays unsaid.
"""

from kiebitz.analysis.explanation.themes.back_rank import find_back_rank
from kiebitz.analysis.explanation.themes.deflection import find_deflection
from kiebitz.analysis.explanation.themes.discovery import find_discovery
from kiebitz.analysis.explanation.themes.fork import find_fork
from kiebitz.analysis.explanation.themes.hanging import find_hanging
from kiebitz.analysis.explanation.themes.interference import find_interference
from kiebitz.analysis.explanation.themes.intermediate_move import find_intermediate_move
from kiebitz.analysis.explanation.themes.king_cover import find_king_cover_opened
from kiebitz.analysis.explanation.themes.only_move import OnlyMove
from kiebitz.analysis.explanation.themes.overload import find_overload
from kiebitz.analysis.explanation.themes.passed_pawn import find_passed_pawn_made, find_passed_pawn_stopped
from kiebitz.analysis.explanation.themes.perpetual import PerpetualCheck
from kiebitz.analysis.explanation.themes.pin import find_pin
from kiebitz.analysis.explanation.themes.pinned_defender import find_pinned_defender
from kiebitz.analysis.explanation.themes.removed_defender import find_removed_defender
from kiebitz.analysis.explanation.themes.skewer import find_skewer
from kiebitz.analysis.explanation.themes.stalemate import Stalemate
from kiebitz.analysis.explanation.themes.trapped import find_trapped
from kiebitz.analysis.explanation.themes.zugzwang import Zugzwang

TACTICS = (
    find_hanging,
    find_fork,
    find_skewer,
    find_discovery,
    find_pin,
    find_pinned_defender,
    find_removed_defender,
    find_deflection,
    find_overload,
    find_interference,
    find_intermediate_move,
    find_trapped,
    find_back_rank,
)
"""The detectors that say by what a line wins."""

POSITIONAL = (
    find_passed_pawn_made,
    find_passed_pawn_stopped,
    find_king_cover_opened,
)
"""The detectors that say what a line does to the pawns."""

SILENT = frozenset(
    {
        OnlyMove.theme,
        PerpetualCheck.theme,
        Stalemate.theme,
        Zugzwang.theme,
    }
)
"""Themes that are not shown: the lower end of their precision is under 90% (docs/explain.md).

Two of them, ``only_move`` and ``zugzwang``, aren't even looked for: each would cost a search.
"""
