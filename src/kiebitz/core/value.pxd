from kiebitz.core.chess.position cimport MAX_PLY

cpdef enum:
    DRAW = 0
    # No static evaluation is larger.
    MAX_EVALUATION = 19999
    # A win that is known though its mate isn't seen: above every evaluation, below every mate.
    KNOWN_WIN = 20000
    MATE = 32000
    # The farthest mate, or being mated, that a path can reach; values beyond it are mates.
    LONGEST_MATE = MATE - MAX_PLY
    # Bounds of a window that leaves nothing out.
    INFINITE = 32001
    # In place of a value or an evaluation: there is none.
    NO_VALUE = 32002
