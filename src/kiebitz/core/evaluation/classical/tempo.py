"""Tempo: the side to move can do something; that is worth a little in itself."""

from cython.cimports.kiebitz.core.evaluation.load_weights import load_weight

from kiebitz.core.evaluation.classical.weights import WEIGHTS


def tempo(side_to_move, side):
    """The bonus of ``side``, own view: nothing unless it is to move."""
    return W.tempo if side_to_move == side else 0


def load():
    """Copy the weight into C."""
    W.tempo = load_weight(WEIGHTS["tempo"])


load()
