"""The weights of shogi's evaluation, each once: guessed by hand, to be a yardstick for what is learned."""

import cython


def fill_weights():
    """Fill the tables, once, at import, by kind."""
    #             P    L    N    S    B    R    G    K   +P   +L   +N   +S   +B    +R
    man_worth = (100, 260, 280, 400, 620, 700, 480, 0, 460, 460, 480, 480, 880, 1020)
    attack = (2, 6, 10, 22, 8, 10, 24, 0, 24, 24, 24, 24, 26, 30)
    guard = (4, 4, 8, 18, 4, 2, 22, 0, 16, 16, 16, 16, 16, 8)
    advance = (4, 0, -4, 2, 0, 0, -2, 0, 0, 0, 0, 0, 0, 0)
    for kind in range(14):
        MAN_WORTH[kind] = man_worth[kind]
        ATTACK[kind] = attack[kind]
        GUARD[kind] = guard[kind]
        ADVANCE[kind] = advance[kind]
    hand_worth = (115, 290, 310, 430, 680, 770, 520)
    menace = (1, 3, 3, 6, 5, 7, 8)
    for kind in range(7):
        HAND_WORTH[kind] = hand_worth[kind]
        MENACE[kind] = menace[kind]


fill_weights()
