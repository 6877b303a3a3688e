"""The options of an ``Engine`` for type checkers: a misspelt one is an error before the program runs.

What each parameter of the search means, and its range, stands in the one table of tunables
(``kiebitz.core.parameters``); a test holds the two together.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias, TypedDict, Unpack, cast

from kiebitz.core.evaluation.function import FunctionEvaluation
from kiebitz.core.evaluation.network.file import Network
from kiebitz.core.evaluation.nnue.half_ka import HalfKA
from kiebitz.core.table.design import TableDesign

Worth: TypeAlias = Callable[[Any], float]
"""An evaluation of one's own: of a ``kiebitz.Board``, centipawns for the side to move."""
Judge: TypeAlias = Network | HalfKA | FunctionEvaluation
"""Judges in the place of what is built in."""
OptionValue: TypeAlias = int | bool | str | TableDesign | Judge | Worth | os.PathLike[str] | None


class EngineOptions(TypedDict, total=False):
    """Any of these, see ``Engine``. A switch takes a bool, or 0 and 1; a choice its names, or their numbers."""

    hash_mb: int
    table_design: TableDesign
    table_policy: str
    threads: int
    move_overhead_ms: int
    network: Network | HalfKA | str | os.PathLike[str] | None
    era: str
    elo: int | None
    # Written by tools/write_parameters.py from core/parameters.py; change it there.
    aspiration: int
    aspiration_reduction: int
    principal_variation_search: int
    table_cutoffs: int
    hash_move: int
    killers: int
    history: int
    null_move: int
    late_move_reductions: int
    check_extension: int
    exchange_pruning: int
    dead_draws: int
    endgame_tables: int
    known_mates: int
    upcoming_repetition: int
    mate_distance_pruning: int
    counter_moves: int
    continuation_history: int
    capture_history: int
    reverse_futility: int
    futility: int
    razoring: int
    research_depth: int
    late_move_pruning: int
    history_pruning: int
    see_pruning: int
    internal_iterative_reduction: int
    singular_extension: int
    threat_history: int
    evaluation_history: int
    unanswered_history: int
    low_ply_history: int
    correction_history: int
    prob_cut: int
    improving: int
    enhanced_transposition_cutoff: int
    delta_pruning: int
    transposition_table: int
    capture_ordering: int
    null_move_policy: int | Literal["off", "donninger", "verified", "adaptive"]
    zugzwang_rule_1: int
    zugzwang_rule_2: int
    zugzwang_rule_3: int
    static_selectivity: int | Literal["off", "strict", "relaxed"]
    evaluation: int | Literal["classical", "tartan", "network", "hybrid", "teacher", "function"] | Worth
    special_cases: int
    first_order_values: int
    pawn_structure: int
    king_cover: int
    dynamic: int
    wired_dynamic: int
    tempo: int
    hybrid_middlegame: int
    hybrid_endgame: int
    aspiration_depth: int
    aspiration_window: int
    aspiration_growth: int
    null_move_depth: int
    null_move_reduction: int
    null_move_divisor: int
    null_move_margin: int
    null_verification_phase: int
    null_verification_depth: int
    donninger_reduction: int
    donninger_margin: int
    verified_reduction: int
    zugzwang_margin: int
    static_selectivity_depth: int
    static_selectivity_margin: int
    static_selectivity_piece: int
    reduction_depth: int
    reduction_moves: int
    reduction_base: int
    reduction_divisor: int
    reduction_history: int
    reduction_principal: int
    reduction_cut_node: int
    reduction_worsening: int
    research_near: int
    research_far: int
    history_limit: int
    history_bonus_slope: int
    check_bonus: int
    threat_bonus: int
    history_bonus_limit: int
    low_ply_weight: int
    evaluation_bonus_slope: int
    evaluation_bonus_limit: int
    exchange_threshold: int
    reverse_futility_depth: int
    reverse_futility_margin: int
    prob_cut_depth: int
    prob_cut_reduction: int
    prob_cut_margin: int
    correction_pawns: int
    correction_men: int
    correction_moves: int
    correction_distant: int
    razoring_depth: int
    razoring_margin: int
    futility_depth: int
    futility_base: int
    futility_margin: int
    late_move_depth: int
    late_move_base: int
    history_pruning_depth: int
    history_pruning_limit: int
    see_pruning_depth: int
    see_pruning_quiet: int
    see_pruning_noisy: int
    internal_iterative_reduction_depth: int
    singular_depth: int
    singular_margin: int
    singular_double_margin: int
    enhanced_transposition_cutoff_depth: int
    unsteady_time: int
    steady_step: int
    steady_iterations: int
    fall_limit: int
    effort_time: int
    effort_step: int
    delta_margin: int
    quiescence_plies: int


def options_by_name(options: Mapping[str, OptionValue], /, **known: Unpack[EngineOptions]) -> EngineOptions:
    """Options whose names are known only when the program runs, on top of known ones.

    Whether there are such is the engine's to say.
    """
    return cast(EngineOptions, {**known, **options})
