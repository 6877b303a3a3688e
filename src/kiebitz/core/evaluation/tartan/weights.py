"""Every number of Tartan's evaluation, once, in 128ths of a pawn, from the view of the side that has the feature.

The values of the men are Zwerschke's (1991); he gives the other terms no weights, so these are ours.
"""

from kiebitz.core.evaluation.weight import Number, number

NUMBERS: dict[str, Number] = {
    "material": Number((128, 384, 384, 640, 1152, 0), "a pawn, knight, bishop, rook, queen, king"),
    "mobility": number(4, "a move in the move list"),
    "doubled": number(-20, "a pawn with an own pawn ahead on its file"),
    "isolated": number(-24, "a pawn without own pawns on the neighbouring files"),
    "centre": number(8, "an attack on one of the four squares in the centre"),
    "shield": number(12, "an own pawn beside the king, while the enemy has a queen"),
}
