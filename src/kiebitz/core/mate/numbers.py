"""Proof numbers: how many leaves must still turn out well for a node to be won, or lost, by the side to move.

Allis 1994 (proof-number search) in the negamax form of Nagai 2002 (df-pn): ``proof`` is counted for the side to move at
the node, whoever attacks. It is zero where that side is known to reach its aim, INFINITE where it can't; ``disproof``
the other way round. The attacker's aim is mate within the moves asked for, the defender's is to escape it.
"""

import cython

Number = cython.typedef(cython.uint)
INFINITE = 1 << 30
Numbers = cython.struct(proof=Number, disproof=Number)


@cython.inline
def is_settled(numbers: Numbers) -> cython.bint:
    """Whether it is known whether the side to move reaches its aim."""
    return numbers.proof == 0 or numbers.disproof == 0


@cython.inline
def added(one: Number, other: Number) -> Number:
    """Sums stay below what stands for the impossible, however often a transposition is counted."""
    if one == INFINITE or other == INFINITE:
        return INFINITE
    return INFINITE - 1 if one + other >= INFINITE else one + other
