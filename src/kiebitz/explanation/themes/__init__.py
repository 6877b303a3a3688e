"""The themes, one a file: the fact, and the detector that finds it in a line.

``material`` and ``mate`` say that a line wins; they cut it where it has won. The ``TACTICS`` say by what: they
are told of such a line only, and look at its first move. A theme's definition is its detector's docstring; each is
strict, so that what it finds is there, and what it misses stays unsaid.
"""

from kiebitz.explanation.themes.back_rank import find_back_rank
from kiebitz.explanation.themes.deflection import find_deflection
from kiebitz.explanation.themes.discovery import find_discovery
from kiebitz.explanation.themes.fork import find_fork
from kiebitz.explanation.themes.hanging import find_hanging
from kiebitz.explanation.themes.pin import find_pin
from kiebitz.explanation.themes.pinned_defender import find_pinned_defender
from kiebitz.explanation.themes.removed_defender import find_removed_defender
from kiebitz.explanation.themes.skewer import find_skewer
from kiebitz.explanation.themes.trapped import find_trapped

TACTICS = (
    find_hanging,
    find_fork,
    find_skewer,
    find_discovery,
    find_pin,
    find_pinned_defender,
    find_removed_defender,
    find_deflection,
    find_trapped,
    find_back_rank,
)
"""The detectors that say by what a line wins.

Each has been seen often enough to be believed: the lower end of its precision is at 90% or more (docs/explain.md).
``only_move`` and ``stalemate``, which look at other lines than these, have not, and nobody calls them.
"""
