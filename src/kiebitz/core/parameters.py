"""The one table of tunables: every technique's switch and every number of the search, each once.

The search reads them as the C struct ``Parameters``, which ``tools/write_parameters.py`` writes from this table; the
façade, UCI, the tuner and the laboratory read the table itself.
A parameter with ``names`` is a choice: its value is the number of the name, and either may be given.
"""

import cython
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Flag, auto


class Spoils(Flag):
    """The kinds of exactness that a search with a technique on gives up."""

    NOTHING = 0
    MATES = auto()
    """A search of 2 N - 1 plies may overlook the shortest mate in N moves: it looks less deep, or deeper here or there
    and so finds a longer one first."""
    VALUES = auto()
    """A node's value, or the choice among its equal moves, depends on more than the node: on the window, on the
    order of moves or on what is remembered."""


@dataclass(frozen=True)
class Tunable:
    """One parameter of the search."""

    name: str
    """As options and experiments write it."""
    default: int
    """Value when nothing is said."""
    minimum: int
    """Least value allowed."""
    maximum: int
    """Greatest value allowed."""
    meaning: str
    """Its effect, with its unit."""
    names: tuple[str, ...] = ()
    """Of a choice: what the values 0, 1, … are called."""
    spoils: Spoils = Spoils.NOTHING
    """The kinds of exactness it spoils unless it is 0."""


# Short forms for the table.
MATES, VALUES = Spoils.MATES, Spoils.VALUES
BOTH = MATES | VALUES


def technique(name, meaning, spoils=Spoils.NOTHING, default=1):
    """A switch: 1 on, 0 off."""
    return Tunable(name, default, 0, 1, meaning, (), spoils)


def choice(name, prefix, names, default, meaning, spoils=Spoils.NOTHING):
    """A choice among names; the search reads an enumeration of them, each with the prefix before it."""
    return Tunable(name, names.index(default), 0, len(names) - 1, meaning, names, spoils)


TABLE = (
    technique("aspiration", "search each iteration in a narrow window around the last value (Slate & Atkin 1977)"),
    technique(
        "aspiration_reduction", "search a ply less deep again each time the value came out above the window", BOTH
    ),
    technique("principal_variation_search", "search all moves but the first with a null window (Marsland 1983)"),
    technique("table_cutoffs", "let deep enough table entries end a node (Greenblatt 1967)", VALUES),
    technique("hash_move", "try the table's move first", VALUES),
    technique("killers", "try quiet moves early that refuted a sibling (Huberman 1968)", VALUES),
    technique("history", "order quiet moves by how often they refuted (Schaeffer 1983)", VALUES),
    technique(
        "null_move", "pass; if even that is good enough, stop (Donninger 1993, 'Null Move and Deep Search')", BOTH
    ),
    technique("late_move_reductions", "search late moves less deep first (Levy 1989, Fruit 2005)", BOTH),
    technique("check_extension", "search a check one ply deeper", MATES, default=0),
    technique("exchange_pruning", "skip captures in quiescence that lose material by static exchange"),
    technique("dead_draws", "end where neither side can win any more by rule: the wrong corner, king and pawn"),
    technique("endgame_tables", "ask Syzygy tables in the tree, of four men unless others are named (de Man 2013)"),
    technique("known_mates", "look up mates of a bare king by one piece or two, and play them (Ströhlein 1970)"),
    technique("upcoming_repetition", "end where a move repeats a position and a draw is enough (van Kervinck)"),
    technique("mate_distance_pruning", "cut where no shorter mate than the known one can be found"),
    technique("counter_moves", "try the last refutation of the opponent's move early (Uiterwijk 1992)", VALUES),
    technique("continuation_history", "order quiet moves also by the two moves before them", VALUES),
    technique("capture_history", "order and reduce captures also by how often they refuted", VALUES),
    technique(
        "reverse_futility", "stop where the static evaluation is far above beta (Heinz 1998, static null move)", BOTH
    ),
    technique("futility", "skip quiet moves where the static evaluation is far below alpha (Schaeffer 1986)", BOTH),
    technique("razoring", "only quiescence where the evaluation is hopelessly below alpha (unproven)", BOTH, default=0),
    technique(
        "research_depth", "search a reduced move again deeper or less deep, by how good it was (after Stockfish)", BOTH
    ),
    technique("late_move_pruning", "skip quiet moves after a number of them", BOTH),
    technique("history_pruning", "skip quiet moves with a very bad history", BOTH),
    technique("see_pruning", "skip moves that lose much material by static exchange evaluation at low depth", BOTH),
    technique(
        "internal_iterative_reduction", "search less deep where the table has no move (Rasmussen & Pradhan 2021)", BOTH
    ),
    technique("singular_extension", "search a table move deeper that stands alone (Anantharaman 1988)", BOTH),
    technique("threat_history", "order quiet moves also by whether they leave or enter an attacked square", VALUES),
    technique("evaluation_history", "order quiet moves also by how evaluations changed when they were played", VALUES),
    technique("unanswered_history", "order quiet moves also by whether nothing refuted them", VALUES),
    technique("low_ply_history", "order quiet moves near the root also by what they did in this search", VALUES),
    technique(
        "correction_history",
        "correct the static evaluation by how far searches of like positions differed from it (Caissa 2023)",
        VALUES,
    ),
    technique("prob_cut", "stop where a capture, searched less deep, is far above beta (Buro 1995)", BOTH),
    technique("improving", "prune and reduce less where the evaluation rose over two plies"),
    technique(
        "enhanced_transposition_cutoff",
        "look all moves up in the table before searching one (Plaat et al. 1996)",
        VALUES,
        default=0,
    ),
    technique("delta_pruning", "skip captures in quiescence that can't reach alpha", VALUES),
    technique("transposition_table", "remember positions; off, nothing is looked up or stored", VALUES),
    technique("capture_ordering", "try captures by victim and attacker, losing ones last; off, as they are generated"),
    choice(
        "null_move_policy",
        "NULL",
        ("off", "donninger", "verified", "adaptive"),
        "adaptive",
        "how to pass: as in Nimzo (Donninger), verified (Tabibi & Netanyahu 2002), or by depth and margin (Heinz 1999)",
    ),
    technique("zugzwang_rule_1", "donninger: no null move at all if a side has no pieces at the root"),
    technique("zugzwang_rule_2", "donninger: no null move of a side with no more than a bishop beside its pawns"),
    technique("zugzwang_rule_3", "donninger: pass at the root too; if that is best, search again without null moves"),
    choice(
        "static_selectivity",
        "SELECTIVITY",
        ("off", "strict", "relaxed"),
        "off",
        "stop near the horizon when clearly ahead and nothing hangs (Nimzo 1); relaxed: one pawn may, a piece ahead",
        BOTH,
    ),
    choice(
        "evaluation",
        "EVALUATION",
        ("classical", "tartan", "network", "hybrid", "teacher", "function"),
        "network",
        "which evaluation: Hydra's modules, Tartan's terms, the engine's own network, modules and network mixed, to"
        " measure with, a network of Stockfish, or a function of one's own in Python",
    ),
    technique("special_cases", "evaluation module, of the network too: known endings, advantages that don't win"),
    technique("first_order_values", "evaluation module: where each man stands"),
    technique("pawn_structure", "evaluation module: pawns and passed pawns"),
    technique("king_cover", "evaluation module: pawns before the king"),
    technique("dynamic", "evaluation module: mobility, attack on the king, threats"),
    technique(
        "wired_dynamic",
        "with 'dynamic': in the form that a circuit allows (linear mobility, batteries once)",
        default=0,
    ),
    technique("tempo", "evaluation module: the right to move"),
    Tunable("hybrid_middlegame", 50, 0, 100, "hybrid: the modules' share with all pieces on the board, percent"),
    Tunable(
        "hybrid_endgame", 50, 0, 100, "hybrid: their share with kings and pawns alone, in shogi with 14 men in hands"
    ),
    Tunable("aspiration_depth", 5, 1, 100, "first iteration with an aspiration window"),
    Tunable("aspiration_window", 18, 1, 1000, "half width of the first window, centipawns"),
    Tunable("aspiration_growth", 60, 1, 1000, "growth of the window after a miss, percent"),
    Tunable("null_move_depth", 3, 1, 100, "least remaining depth for a null move"),
    Tunable("null_move_reduction", 3, 1, 10, "reduction of a null search on top of its own ply, plies"),
    Tunable("null_move_divisor", 4, 1, 100, "one more ply of reduction for so many plies of remaining depth"),
    Tunable("null_move_margin", 200, 1, 10000, "one more ply for so many centipawns above beta (at most 3)"),
    Tunable("null_verification_phase", 2, 0, 24, "adaptive: verify the pass of a side whose pieces have no more phase"),
    Tunable("null_verification_depth", 5, 1, 100, "adaptive: least remaining depth for a verification"),
    Tunable("donninger_reduction", 2, 1, 10, "donninger: reduction of a null search on top of its own ply, plies"),
    Tunable("donninger_margin", 200, 0, 10000, "donninger: who stands this far below beta doesn't pass, centipawns"),
    Tunable("verified_reduction", 3, 1, 10, "verified: reduction of a null search on top of its own ply, plies"),
    Tunable("zugzwang_margin", 0, 0, 1000, "zugzwang rule III: passing must be better by more than this, centipawns"),
    Tunable("static_selectivity_depth", 3, 1, 100, "greatest remaining depth for static selectivity"),
    Tunable("static_selectivity_margin", 50, 0, 10000, "clearly ahead: so far above beta, centipawns"),
    Tunable("static_selectivity_piece", 300, 0, 10000, "a piece ahead (relaxed): so far above beta, centipawns"),
    Tunable("reduction_depth", 3, 1, 100, "least remaining depth for reductions"),
    Tunable("reduction_moves", 2, 1, 256, "moves searched without reduction"),
    Tunable("reduction_base", 50, 0, 500, "constant part of the reduction, hundredths of a ply"),
    Tunable("reduction_divisor", 250, 50, 1000, "ln(depth) * ln(move) is divided by so many hundredths"),
    Tunable("reduction_history", 8000, 500, 50000, "one ply less (or more) for so much good (or bad) history"),
    Tunable("reduction_principal", 100, -200, 400, "less for a move of the principal variation, hundredths of a ply"),
    Tunable("reduction_cut_node", 100, -200, 400, "more where a refutation is expected, hundredths of a ply"),
    Tunable("reduction_worsening", 100, -200, 400, "more where the evaluation did not rise, hundredths of a ply"),
    Tunable("research_near", 8, 0, 1000, "a reduced move better by less is searched again less deep, centipawns"),
    Tunable("research_far", 50, 0, 1000, "one better by more, deeper; two more are asked for each ply, centipawns"),
    Tunable("history_limit", 16384, 1024, 30000, "greatest absolute value of a history entry"),
    Tunable("history_bonus_slope", 312, 1, 2000, "history bonus for each ply of remaining depth"),
    Tunable("check_bonus", 16384, 0, 100000, "what a safe check counts among the quiet moves, in units of history"),
    Tunable("threat_bonus", 0, 0, 100000, "what moving the man counts that the threat (see null_move) takes, likewise"),
    Tunable("history_bonus_limit", 2600, 1, 20000, "greatest history bonus"),
    Tunable("low_ply_weight", 8, 0, 100, "what low-ply history counts at the root; a third of it at the next ply"),
    Tunable("evaluation_bonus_slope", 8, 0, 200, "history bonus for each centipawn that the evaluation rose by a move"),
    Tunable("evaluation_bonus_limit", 600, 1, 20000, "greatest such bonus, and greatest loss"),
    Tunable("exchange_threshold", 0, -1000, 1000, "least exchange value of a capture in quiescence, centipawns"),
    Tunable("reverse_futility_depth", 9, 1, 100, "greatest remaining depth for reverse futility"),
    Tunable("reverse_futility_margin", 75, 1, 1000, "margin for each ply of remaining depth, centipawns"),
    Tunable("prob_cut_depth", 5, 1, 100, "least remaining depth for ProbCut"),
    Tunable("prob_cut_reduction", 4, 1, 20, "ProbCut searches so many plies less deep"),
    Tunable("prob_cut_margin", 150, 0, 5000, "ProbCut: so far above beta, centipawns"),
    Tunable("correction_pawns", 40, 0, 500, "what the history of these pawns corrects at most, centipawns"),
    Tunable("correction_men", 40, 0, 500, "what the history of one side's other men corrects at most, centipawns"),
    Tunable("correction_moves", 40, 0, 500, "what the history of the last two moves corrects at most, centipawns"),
    Tunable("correction_distant", 40, 0, 500, "what that of the last move and the one three plies before it does"),
    Tunable("razoring_depth", 3, 1, 100, "greatest remaining depth for razoring"),
    Tunable("razoring_margin", 250, 1, 5000, "margin for each ply of remaining depth, centipawns"),
    Tunable("futility_depth", 8, 1, 100, "greatest reduced depth for futility"),
    Tunable("futility_base", 56, 0, 2000, "constant part of the futility margin, centipawns"),
    Tunable("futility_margin", 84, 1, 2000, "margin for each ply of reduced depth, centipawns"),
    Tunable("late_move_depth", 8, 1, 100, "greatest remaining depth for late move pruning"),
    Tunable("late_move_base", 6, 0, 100, "quiet moves always tried; one more for each squared ply of depth"),
    Tunable("history_pruning_depth", 4, 1, 100, "greatest reduced depth for history pruning"),
    Tunable("history_pruning_limit", 3500, 1, 30000, "history this bad for each ply of depth prunes"),
    Tunable("see_pruning_depth", 8, 1, 100, "greatest reduced depth for SEE pruning"),
    Tunable(
        "see_pruning_quiet",
        18,
        1,
        1000,
        "SEE pruning: loss allowed to a quiet move, times reduced depth squared, centipawns",
    ),
    Tunable("see_pruning_noisy", 110, 1, 1000, "SEE pruning: loss allowed to a capture, times the depth, centipawns"),
    Tunable("internal_iterative_reduction_depth", 4, 1, 100, "least remaining depth for internal iterative reduction"),
    Tunable("singular_depth", 6, 3, 100, "least remaining depth for the question whether a move is singular"),
    Tunable("singular_margin", 2, 0, 100, "the others must fall this far behind, centipawns for each ply of depth"),
    Tunable("singular_double_margin", 18, 0, 1000, "extend twice if the others fall this much further, centipawns"),
    Tunable(
        "enhanced_transposition_cutoff_depth", 4, 1, 100, "least remaining depth for the enhanced transposition cutoff"
    ),
    Tunable("unsteady_time", 140, 10, 500, "time for a move when the best one has just changed, percent of its share"),
    Tunable("steady_step", 11, 0, 50, "so much less for each iteration that it stayed best, percent of the share"),
    Tunable("steady_iterations", 8, 0, 50, "iterations after which a best move is as steady as can be"),
    Tunable("fall_limit", 80, 0, 500, "one percent more time for each centipawn the value fell, at most this"),
    Tunable("effort_time", 230, 10, 500, "time for a best move that no nodes were spent on, percent of the above"),
    Tunable("effort_step", 170, 0, 500, "so much less if all nodes were spent on it, in between in proportion"),
    Tunable("delta_margin", 180, 0, 5000, "what a capture may gain beyond its victim, centipawns"),
    Tunable("quiescence_plies", 128, 1, 128, "captures are played out so many plies beyond the depth of the iteration"),
)


SHOGI: Mapping[str, int] = {
    # What stands alone took the depth away.
    "singular_extension": 0,
    # Which squares are attacked costs more to know than in chess.
    "threat_history": 0,
}
"""Where shogi's default differs from chess's."""

CHESS_ALONE = (
    "threat_history",
    "endgame_tables",
    "zugzwang_rule_1",
    "zugzwang_rule_2",
    "zugzwang_rule_3",
    "static_selectivity",
    "special_cases",
    "first_order_values",
    "pawn_structure",
    "king_cover",
    "dynamic",
    "wired_dynamic",
    "tempo",
)
"""The parameters that change nothing in shogi."""


def defaults(game: Mapping[str, int] | None = None) -> dict[str, int]:
    """Every parameter at its default, for chess or for the game whose own defaults are given."""
    return {tunable.name: tunable.default for tunable in TABLE} | dict(game or {})


def without(spoils: Spoils) -> dict[str, int]:
    """The settings to switch off, each at 0, for a search that is exact in this."""
    return {tunable.name: 0 for tunable in TABLE if tunable.spoils & spoils}


def tunable_of(name: str) -> Tunable:
    """The parameter of a name. Raises KeyError."""
    for tunable in TABLE:
        if tunable.name == name:
            return tunable
    raise KeyError(name)


def checked(name: str, value: int | str) -> int:
    """The value, if the parameter exists and may take it; a choice takes its names too, and False for its first.

    Raises KeyError for an unknown parameter, ValueError naming fault and remedy for an unknown value.
    """
    tunable = tunable_of(name)
    if tunable.names:
        spoken = f"{name} is {value!r}; choose {', '.join(tunable.names)}"
        if isinstance(value, bool) and "off" in tunable.names:
            return tunable.default if value else tunable.names.index("off")
        if isinstance(value, str):
            if value not in tunable.names:
                raise ValueError(spoken)
            return tunable.names.index(value)
        if isinstance(value, bool) or not tunable.minimum <= value <= tunable.maximum:
            raise ValueError(spoken)
        return int(value)
    if isinstance(value, str):
        raise ValueError(f"{name} is {value!r}; it takes a whole number from {tunable.minimum} to {tunable.maximum}")
    if not tunable.minimum <= int(value) <= tunable.maximum:
        raise ValueError(f"{name} = {value} is outside {tunable.minimum} to {tunable.maximum}")
    return int(value)


def complete(settings: Mapping[str, int | str], game: Mapping[str, int] | None = None) -> dict[str, int]:
    """Every parameter: as ``settings`` have it, else at its default (``defaults``). Raises as ``checked``."""
    return defaults(game) | {name: checked(name, value) for name, value in settings.items()}


def spoken(name: str, value: int) -> int | str:
    """A value as people write it: the name that a choice has for it. Raises KeyError."""
    names = tunable_of(name).names
    return names[value] if names else value


def struct_names() -> list[str]:
    """The fields of the C struct, for the test that holds it against the table."""
    values: Parameters = defaults()
    as_dict: dict = values
    return list(as_dict)
