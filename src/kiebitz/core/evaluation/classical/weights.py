"""Every number of the classical evaluation, once.

A weight is a pair (middlegame, endgame) in centipawns, from the view of the side that has the feature: what is good for
it is positive, what is bad negative. A series holds one pair for each step of a count or rank. Numbers that are no
centipawns (units of king danger, shares of a scale) stand in ``NUMBERS``. Placement grids show the board's left half
from rank 8 down to rank 1; the right half is its mirror image, so that the evaluation has no handedness.

The numbers were set by hand, from general chess knowledge; ``load_weights`` copies them into C at import.
"""

from kiebitz.core.evaluation.weight import Number, Weight, number, one, series

WEIGHTS: dict[str, Weight] = {
    # ------------------------------------------------------------------ piece values
    "piece_values": series(
        "value of a pawn, knight, bishop, rook, queen, king",
        (88, 325, 335, 475, 975, 0),
        (110, 305, 320, 540, 1010, 0),
    ),
    "bishop_pair": one(28, 50, "two bishops or more"),
    "knight_by_pawns": one(2, 3, "a knight, for each own pawn above five; less for each below: it likes closed play"),
    "rook_by_pawns": one(-3, -2, "a rook, for each own pawn above five: it likes open play"),
    "rook_pair": one(-10, -14, "the second rook does in part what the first does already"),
    # ------------------------------------------------------------------ pawn structure
    "isolated": one(-8, -12, "a pawn without own pawns on the neighbouring files"),
    "doubled": one(-8, -22, "a pawn with an own pawn ahead on its file"),
    "backward": one(-8, -10, "a pawn behind its neighbours that can't advance safely"),
    "weak_on_open_file": one(-9, -8, "an isolated or backward pawn without an enemy pawn ahead on its file"),
    "supported": one(6, 4, "a pawn defended by a pawn"),
    "connected": series(
        "a pawn beside or defended by an own pawn, by rank from 1 to 8",
        (0, 2, 7, 11, 20, 40, 70, 0),
        (0, 0, 3, 8, 20, 45, 80, 0),
    ),
    "passed": series(
        "a pawn that no enemy pawn can stop or take, by rank from 1 to 8",
        (0, 2, 3, 8, 26, 60, 105, 0),
        (0, 12, 16, 30, 58, 105, 170, 0),
    ),
    "passed_free_stop": one(3, 5, "a passed pawn with an empty square ahead, times its urgency"),
    "passed_safe_stop": one(3, 6, "a passed pawn whose next square the enemy doesn't attack, times its urgency"),
    "passed_safe_path": one(6, 12, "a passed pawn whose whole way the enemy doesn't attack, times its urgency"),
    "passed_defended_stop": one(3, 5, "a passed pawn whose next square is defended, times its urgency"),
    "passed_enemy_king": one(0, 5, "for each step of the enemy king from the square ahead, times the pawn's urgency"),
    "passed_own_king": one(0, -2, "for each step of the own king from the square ahead, times the pawn's urgency"),
    "passed_unstoppable": one(0, 300, "a passed pawn that a lone king can't catch"),
    # ------------------------------------------------------------------ king cover
    "shield_rim": series(
        "the nearest own pawn before the king on a rook's file, by rank from 1 (none) to 8",
        (-10, 14, 11, 1, -4, -8, -8, 0),
        (0, 0, 0, 0, 0, 0, 0, 0),
    ),
    "shield_knight_file": series(
        "the same on a knight's file",
        (-28, 28, 20, -4, -14, -18, -18, 0),
        (0, 0, 0, 0, 0, 0, 0, 0),
    ),
    "shield_bishop_file": series(
        "the same on a bishop's file",
        (-18, 20, 6, -2, -8, -12, -12, 0),
        (0, 0, 0, 0, 0, 0, 0, 0),
    ),
    "shield_centre": series(
        "the same on a centre file",
        (-10, 12, 5, 0, -4, -6, -6, 0),
        (0, 0, 0, 0, 0, 0, 0, 0),
    ),
    "storm_free": series(
        "the nearest enemy pawn before the king that can advance, by rank seen from the king's side (1: none)",
        (0, -4, -34, -20, -8, 0, 0, 0),
        (0, 0, -4, -2, 0, 0, 0, 0),
    ),
    "storm_rammed": series(
        "the same where an own pawn stands right before it",
        (0, 0, -14, -4, 0, 0, 0, 0),
        (0, 0, -8, -2, 0, 0, 0, 0),
    ),
    "open_king_file": one(-12, 0, "no pawn of either side on a file at the king"),
    "king_far_from_pawns": one(0, -5, "for each step of the king from the nearest own pawn"),
    # ------------------------------------------------------------------ dynamic: mobility
    "knight_mobility": series(
        "by number of squares a knight can go to (no own king, no own pawn blocked or at home, no attack by a pawn)",
        (-34, -21, -9, -3, 2, 7, 11, 15, 18),
        (-66, -44, -22, -8, 3, 10, 14, 16, 18),
    ),
    "bishop_mobility": series(
        "the same for a bishop",
        (-26, -14, -4, 2, 8, 13, 16, 19, 21, 23, 25, 27, 29, 30),
        (-56, -36, -18, -6, 3, 9, 14, 18, 21, 23, 25, 27, 28, 30),
    ),
    "rook_mobility": series(
        "the same for a rook",
        (-20, -14, -9, -6, -3, 0, 2, 5, 7, 9, 11, 13, 14, 15, 16),
        (-66, -42, -22, -8, 2, 9, 15, 21, 25, 29, 33, 35, 37, 39, 40),
    ),
    "queen_mobility": series(
        "the same for a queen, squares attacked by lesser pieces left out too",
        (-18, -14, -10, -7, -5, -3, -1, 0, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 17, 18, 18, 19, 19),
        (
            -50,
            -41,
            -33,
            -25,
            -17,
            -9,
            -4,
            0,
            4,
            8,
            11,
            14,
            17,
            20,
            22,
            24,
            26,
            28,
            30,
            31,
            32,
            33,
            34,
            35,
            36,
            37,
            38,
            38,
        ),
    ),
    "linear_mobility_base": series(
        "a knight, bishop, rook, queen without any square, where each square is worth the same (``wired_dynamic``)",
        (-22, -10, -13, -9),
        (-43, -25, -30, -24),
    ),
    "linear_mobility_step": series(
        "each square of a knight, bishop, rook, queen then",
        (5, 3, 2, 1),
        (9, 5, 6, 3),
    ),
    # ------------------------------------------------------------------ dynamic: pieces
    "knight_outpost": one(30, 18, "a knight on rank 4 to 6, defended by a pawn, that no enemy pawn can ever attack"),
    "bishop_outpost": one(16, 8, "a bishop on such a square"),
    "reachable_outpost": one(10, 6, "a free outpost that a knight can step on"),
    "minor_behind_pawn": one(9, 2, "a knight or bishop right behind a pawn"),
    "bishop_own_colour_pawn": one(-2, -5, "a bishop, for each own pawn on squares of its colour"),
    "rook_open_file": one(24, 9, "a rook on a file without pawns"),
    "rook_half_open_file": one(11, 6, "a rook on a file without own pawns"),
    "rook_on_seventh": one(8, 20, "a rook or queen on rank 7 with an enemy pawn there or the enemy king behind it"),
    "trapped_rook": one(-40, -8, "a rook with hardly a move, shut in by its own king that can't castle any more"),
    "space": one(
        1, 0, "a safe square on files c to f, ranks 2 to 4, for each own piece above four; twice behind a pawn"
    ),
    # ------------------------------------------------------------------ dynamic: threats
    "threat_by_pawn": one(55, 45, "a piece attacked by a pawn that is itself safe"),
    "threat_by_push": one(14, 12, "a piece that a pawn could attack by a safe advance"),
    "threat_by_minor": series(
        "a knight or bishop that attacks a weak pawn, a knight, a bishop, a rook, a queen",
        (2, 22, 22, 44, 40),
        (14, 24, 26, 44, 60),
    ),
    "threat_by_rook": series(
        "a rook that attacks a weak pawn, a weak knight, a weak bishop, a rook, a queen",
        (2, 22, 24, 0, 44),
        (16, 26, 28, 0, 40),
    ),
    "threat_by_king": one(8, 34, "the king attacks a weak man"),
    "hanging": one(34, 22, "an attacked man without defender, or attacked twice and defended once"),
    # ------------------------------------------------------------------ special cases
    "known_win": one(280, 280, "mating force against a bare king, beside its plain value"),
    "mop_up_rim": one(0, 10, "for each step of the lone king from the centre towards the rim, when it is to be mated"),
    "mop_up_kings": one(0, 6, "for each step that the kings are closer than seven, when the lone king is to be mated"),
    "mop_up_corner": one(
        0, 24, "for each step closer to a corner of the bishop's colour: bishop, knight and king against king"
    ),
    "won_pawn_race": one(250, 250, "king and pawn against king where the pawn is known to queen"),
    # ------------------------------------------------------------------ tempo
    "tempo": one(22, 12, "the right to move"),
}

NUMBERS: dict[str, Number] = {
    "urgency": Number((0, 0, 0, 1, 2, 4, 6, 0), "how much a passed pawn's way counts, by the pawn's rank from 1 to 8"),
    "attack_units": Number((0, 7, 5, 7, 6, 0), "danger units of a pawn, knight, …, king that attacks the king's zone"),
    "zone_attack_units": number(5, "danger units for each attack of a piece on a square of the king's zone"),
    "weak_zone_units": number(11, "danger units for each attacked square of the zone that only king or queen defend"),
    "safe_check_units": Number(
        (0, 42, 30, 52, 45, 0), "danger units for safe checks by a (pawn,) knight, bishop, rook, queen (, king)"
    ),
    "unsafe_check_units": number(6, "danger units for each kind of check where the checker could be taken"),
    "pinned_units": number(10, "danger units for each man pinned to its king"),
    "no_queen_relief": number(75, "danger units fewer when the attacker has no queen"),
    "cover_share": number(40, "per cent of the king's cover (middlegame) taken off the danger units"),
    "danger_divisor": number(230, "middlegame centipawns are danger units squared over this"),
    "danger_endgame_divisor": number(9, "endgame centipawns are danger units over this"),
    "danger_limit": number(440, "danger units count no further"),
    "scale_pawnless_minor": number(
        6, "64ths: no pawns, at most a minor piece ahead, the other side has less than a rook"
    ),
    "scale_pawnless_more": number(14, "64ths: no pawns, at most a minor piece ahead, both sides have more"),
    "scale_two_knights": number(4, "64ths: two knights alone against a pawn or more"),
    "scale_pawns_base": number(42, "64ths: at most a minor piece ahead, with few pawns …"),
    "scale_pawns_step": number(6, "… and so much more for each pawn of the stronger side, up to 64"),
    "scale_opposite_base": number(22, "64ths: nothing but bishops of opposite colours and pawns …"),
    "scale_opposite_passed": number(7, "… and so much more for each passed pawn of the stronger side"),
    "scale_opposite_pieces_base": number(42, "64ths: bishops of opposite colours with other pieces …"),
    "scale_opposite_pieces_step": number(3, "… and so much more for each other piece of the stronger side"),
    "scale_walled_off": number(2, "64ths: a wall of pawns without a gap, no knight, no man beyond it"),
    "fifty_move_grace": number(12, "plies without capture or pawn move before the value begins to fade"),
    "fifty_move_span": number(176, "plies over which it would fade to nothing"),
}

# One grid for the middlegame and one for the endgame; files a to d, rank 8 first.
Grid = tuple[tuple[int, int, int, int], ...]

PLACEMENT: dict[str, tuple[Grid, Grid]] = {
    "pawn": (
        (
            (0, 0, 0, 0),
            (20, 28, 34, 38),
            (6, 14, 22, 26),
            (-6, 2, 8, 16),
            (-12, -4, 6, 16),
            (-12, -4, 0, 7),
            (-12, 1, -4, -8),
            (0, 0, 0, 0),
        ),
        (
            (0, 0, 0, 0),
            (52, 48, 44, 40),
            (30, 27, 24, 22),
            (13, 9, 5, 2),
            (4, 2, -2, -4),
            (-4, -2, 0, 0),
            (-2, 0, 4, 4),
            (0, 0, 0, 0),
        ),
    ),
    "knight": (
        (
            (-120, -60, -40, -30),
            (-48, -24, 10, 12),
            (-18, 10, 24, 30),
            (-6, 9, 18, 24),
            (-12, 2, 12, 17),
            (-22, -4, 7, 10),
            (-32, -18, -8, 0),
            (-58, -25, -22, -15),
        ),
        (
            (-60, -40, -24, -18),
            (-36, -16, -10, 0),
            (-24, -8, 7, 12),
            (-14, 2, 15, 20),
            (-14, 2, 14, 20),
            (-22, -6, 4, 12),
            (-34, -18, -10, -4),
            (-50, -36, -24, -18),
        ),
    ),
    "bishop": (
        (
            (-20, -16, -20, -18),
            (-18, -6, -4, -6),
            (-4, 6, 10, 8),
            (-6, 4, 10, 17),
            (-4, 6, 8, 16),
            (0, 8, 10, 8),
            (2, 14, 8, 4),
            (-16, -6, -12, -8),
        ),
        (
            (-14, -10, -8, -6),
            (-8, -4, -2, 0),
            (-2, 2, 4, 4),
            (-2, 4, 6, 8),
            (-4, 2, 6, 8),
            (-6, 0, 2, 6),
            (-10, -6, -2, 0),
            (-16, -8, -10, -6),
        ),
    ),
    "rook": (
        (
            (4, 6, 6, 8),
            (6, 9, 13, 16),
            (-4, 4, 6, 8),
            (-10, -4, 2, 4),
            (-14, -6, -2, 0),
            (-18, -8, -4, -2),
            (-20, -9, -4, 0),
            (-10, -6, 0, 6),
        ),
        (
            (8, 8, 8, 6),
            (9, 9, 8, 6),
            (6, 6, 4, 4),
            (4, 4, 4, 2),
            (0, 2, 2, 0),
            (-4, -2, -2, -4),
            (-6, -6, -4, -4),
            (-6, -4, -4, -6),
        ),
    ),
    "queen": (
        (
            (-8, 2, 6, 8),
            (-10, -16, 0, 1),
            (-4, 0, 4, 6),
            (-6, -4, 0, 2),
            (-4, -2, -2, -2),
            (-4, 2, 0, 0),
            (-8, -2, 4, 4),
            (-9, -8, -4, 4),
        ),
        (
            (-10, 2, 8, 12),
            (-8, 8, 15, 20),
            (-6, 8, 16, 21),
            (0, 10, 18, 24),
            (-4, 8, 14, 22),
            (-10, -2, 8, 8),
            (-18, -16, -12, -4),
            (-26, -22, -18, -14),
        ),
    ),
    "king": (
        (
            (-60, -64, -80, -90),
            (-60, -64, -80, -90),
            (-60, -64, -80, -90),
            (-50, -56, -72, -84),
            (-40, -44, -60, -70),
            (-18, -24, -40, -50),
            (10, 12, -14, -26),
            (22, 34, 4, -14),
        ),
        (
            (-44, -20, -12, -10),
            (-18, 6, 12, 12),
            (-6, 18, 28, 28),
            (-4, 16, 28, 32),
            (-10, 10, 22, 28),
            (-18, 0, 10, 14),
            (-30, -14, -4, 0),
            (-50, -34, -24, -18),
        ),
    ),
}
