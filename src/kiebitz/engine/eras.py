"""Eras: the programs of the classic documents as options of the one engine.

Each era fixes what its document describes, and switches off what came later; docs/eras.md says what comes from where,
and what is ours. Search and table stand in one mapping, so that nobody takes the one without the other:
``Engine(**ERAS["minimax"].options)`` is ``Engine(era="minimax")``. What a document only proposes is an era of its own,
named after the program: ``minimax+etc``. ``classical`` is today's search with the evaluation that was written by hand,
and it searches for its mates. Whatever else is set is set on top: ``Engine(era="nimzo", null_move=False)``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias

from kiebitz.core.table.design import TableDesign
from kiebitz.engine.era_names import EraName

EraOptions: TypeAlias = Mapping[str, int | str | TableDesign]
"""Options of an engine by name: parameters of the search that differ from today's, and ``table_design``."""

TABLE_DESIGN = "table_design"
TODAYS_TABLE = TableDesign()


def parameters_in(options: EraOptions) -> dict[str, int | str]:
    """The parameters of the search among an era's options: for who searches without a table of an engine's."""
    return {name: value for name, value in options.items() if not isinstance(value, TableDesign)}


def options_text(options: EraOptions) -> str:
    """Every option with its value, for a record of what was searched with."""
    return ", ".join(f"{name}={value}" for name, value in options.items())


@dataclass(frozen=True, slots=True)
class Era:
    """A program of the past: options of the engine with a name."""

    title: str
    """The program and its year."""
    source: str
    """The document it follows."""
    options: EraOptions
    """All that makes it what it is; what differs from today's search, and always the table's design."""

    @property
    def design(self) -> TableDesign:
        """The design of its transposition table."""
        design = self.options[TABLE_DESIGN]
        assert isinstance(design, TableDesign)
        return design


def _era(title: str, source: str, settings: Mapping[str, int | str], design: TableDesign = TODAYS_TABLE) -> Era:
    return Era(title, source, MappingProxyType({**settings, TABLE_DESIGN: design}))


def _switched(names: str, value: int) -> dict[str, int | str]:
    """The same value for each of the names."""
    return dict.fromkeys(names.split(), value)


# What none of the documents describes: late move reductions, prunings by margins, numbers and histories, dead draws.
LATER_SELECTIVITY = _switched(
    "late_move_reductions late_move_pruning history_pruning see_pruning futility reverse_futility"
    " internal_iterative_reduction singular_extension improving delta_pruning exchange_pruning prob_cut"
    " counter_moves continuation_history capture_history threat_history evaluation_history"
    " correction_history check_bonus dead_draws known_mates endgame_tables upcoming_repetition aspiration_reduction"
    " research_depth unanswered_history low_ply_history",
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

# The article's table: a code of 32 bits, an index with codes of its own, taken by AND, and the newest entry stays.
MINIMAX_TABLE = TableDesign(policy="always", key_bits=32, index="and", own_index_codes=True)
# Its proposal looks at every node whose children are nodes of the search; ours is how deep that begins.
MINIMAX_ETC = MINIMAX | {"enhanced_transposition_cutoff": 1, "enhanced_transposition_cutoff_depth": 2}

NIMZO = LATER_SELECTIVITY | {
    "evaluation": "classical",
    "null_move_policy": "donninger",
    "donninger_reduction": 2,
    **_switched("zugzwang_rule_1 zugzwang_rule_2 zugzwang_rule_3 exchange_pruning check_extension", 1),
    **_switched("dynamic tempo principal_variation_search aspiration mate_distance_pruning", 0),
}

# Before the null move: variations end three plies before the horizon if the side to move stands clearly better.
NIMZO_1 = NIMZO | {"null_move_policy": "off", "static_selectivity": "strict"}

HYDRA = LATER_SELECTIVITY | {
    "evaluation": "classical",
    "null_move_policy": "donninger",
    "donninger_reduction": 2,
    **_switched(
        "zugzwang_rule_1 zugzwang_rule_2 zugzwang_rule_3 singular_extension exchange_pruning check_extension", 1
    ),
    "tempo": 0,
}

MINIMAX_SOURCE = "MiniMAX und Hashtabellen, Computer Schach und Spiele 3/2002"
NIMZO_SOURCE = "Donninger: Die Kunst des Nichtstuns"

ERAS: Mapping[str, Era] = MappingProxyType(
    {
        EraName.TARTAN: _era("Tartan, 1991", "Zwerschke: Programmieren »en passant«, TOS 1/1991", TARTAN),
        EraName.MINIMAX: _era("MiniMAX, 2002", MINIMAX_SOURCE, MINIMAX, MINIMAX_TABLE),
        EraName.MINIMAX_DEPTH: _era(
            "MiniMAX, replacing by depth", MINIMAX_SOURCE, MINIMAX, replace(MINIMAX_TABLE, policy="depth")
        ),
        EraName.MINIMAX_CLEARING: _era(
            "MiniMAX, replacing by depth and clearing",
            MINIMAX_SOURCE,
            MINIMAX,
            replace(MINIMAX_TABLE, policy="clearing"),
        ),
        EraName.MINIMAX_ETC: _era(
            "MiniMAX with enhanced transposition cutoff", MINIMAX_SOURCE, MINIMAX_ETC, MINIMAX_TABLE
        ),
        EraName.NIMZO_1: _era("Nimzo 1, before the null move", NIMZO_SOURCE, NIMZO_1),
        EraName.NIMZO: _era("Nimzo-Guernica, about 1994", NIMZO_SOURCE, NIMZO),
        EraName.HYDRA: _era("Hydra, 2005", "Lorenz: lecture on alpha-beta and computer chess, about 2009", HYDRA),
        EraName.CLASSICAL: _era(
            "Kiebitz by hand", "this program", {"evaluation": "classical", "known_mates": 0, "endgame_tables": 0}
        ),
        EraName.TODAY: _era("Kiebitz", "this program", {}),
    }
)
"""By name, oldest first; what a document proposes behind its program."""
