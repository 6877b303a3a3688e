"""Eras: the programs of the classic documents as settings of the one search.

Each era fixes what its document describes, and switches off what came later; docs/eras.md says what comes from where,
and what is ours. ``classical`` is today's search with the evaluation that was written by hand. Whatever else is set is
set on top: ``Engine(era="nimzo", static_selectivity="strict")``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

CLASSICAL = "classical"
TODAY = "today"


class EraName(StrEnum):
    """The names of the eras, as commands take them; oldest first."""

    TARTAN = "tartan"
    MINIMAX = "minimax"
    NIMZO = "nimzo"
    HYDRA = "hydra"
    CLASSICAL = CLASSICAL
    TODAY = TODAY


@dataclass(frozen=True, slots=True)
class Era:
    """A set of parameters with a name."""

    title: str
    """The program and its year."""
    source: str
    """The document it follows."""
    settings: Mapping[str, int | str]
    """Parameters that differ from today's defaults, by name."""
    table_policy: str = "buckets"
    """By which rule the table's entries are replaced."""


def _switched(names: str, value: int) -> dict[str, int | str]:
    """The same value for each of the names."""
    return dict.fromkeys(names.split(), value)


# What none of the documents describes: late move reductions, prunings by margins, numbers and histories, dead draws.
LATER_SELECTIVITY = _switched(
    "late_move_reductions late_move_pruning history_pruning see_pruning futility reverse_futility"
    " internal_iterative_reduction singular_extension improving delta_pruning exchange_pruning prob_cut"
    " counter_moves continuation_history capture_history threat_history evaluation_history"
    " correction_history check_bonus dead_draws upcoming_repetition aspiration_reduction"
    " research_depth unanswered_history",
    0,
)

# Alpha-beta that plays captures out, and nothing else.
PLAIN = LATER_SELECTIVITY | {
    "evaluation": "tartan",
    "null_move_policy": "off",
    **_switched(
        "aspiration principal_variation_search transposition_table table_cutoffs hash_move killers history"
        " capture_ordering check_extension mate_distance_pruning",
        0,
    ),
}

# In the order of generation captures can go on for millions of positions; the article leaves open how far they do.
TARTAN = PLAIN | {"quiescence_plies": 6}

MINIMAX = PLAIN | _switched("transposition_table table_cutoffs hash_move capture_ordering", 1)

NIMZO = LATER_SELECTIVITY | {
    "evaluation": "classical",
    "null_move_policy": "donninger",
    "donninger_reduction": 2,
    **_switched("zugzwang_rule_1 zugzwang_rule_2 zugzwang_rule_3 exchange_pruning", 1),
    **_switched("dynamic tempo principal_variation_search aspiration mate_distance_pruning", 0),
}

HYDRA = LATER_SELECTIVITY | {
    "evaluation": "classical",
    "null_move_policy": "donninger",
    "donninger_reduction": 2,
    **_switched("zugzwang_rule_1 zugzwang_rule_2 zugzwang_rule_3 singular_extension exchange_pruning", 1),
    "tempo": 0,
}

ERAS: Mapping[str, Era] = MappingProxyType(
    {
        EraName.TARTAN: Era("Tartan, 1991", "Zwerschke: Programmieren »en passant«, TOS 1/1991", TARTAN),
        EraName.MINIMAX: Era("MiniMAX, about 2000", "MiniMAX und Hashtabellen", MINIMAX, "clearing"),
        EraName.NIMZO: Era("Nimzo-Guernica, about 1994", "Donninger: Die Kunst des Nichtstuns", NIMZO),
        EraName.HYDRA: Era("Hydra, 2005", "Lorenz: lecture on alpha-beta and computer chess, about 2009", HYDRA),
        EraName.CLASSICAL: Era("Kiebitz by hand", "this program", {"evaluation": "classical"}),
        EraName.TODAY: Era("Kiebitz", "this program", {}),
    }
)
"""By name, oldest first."""
