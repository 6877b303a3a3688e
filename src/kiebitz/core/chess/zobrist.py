"""Zobrist keys (Zobrist 1970): a position's key is the XOR of one random word for each of its features.

XOR makes the key incremental: a feature that comes and goes is the same operation, and two move orders that reach the
same position reach the same key. The words come from SplitMix64 (Steele, Lea, Flood 2014) with a fixed seed, so that
keys are the same on every machine.

A second set of codes, drawn after the first, is for tables of the laboratory whose index is computed apart from the key
('MiniMAX und Hashtabellen').

Thread safety: written once, at import.
"""

import cython

SEED = 0x4B69656269747A  # "Kiebitz"


def splitmix(state):
    """The next word of the SplitMix64 sequence."""
    state[0] += GOLDEN_GAMMA
    word = state[0]
    word = (word ^ (word >> 30)) * MIX_1
    word = (word ^ (word >> 27)) * MIX_2
    return word ^ (word >> 31)


def fill_keys():
    """Draw every key. A set of castling rights has the XOR of its rights' keys, so that rights vanish one by one."""
    state: Bitboard = SEED
    for man in range(12):
        for square in range(64):
            MAN_KEYS[man][square] = splitmix(cython.address(state))
    for file in range(8):
        EN_PASSANT_KEYS[file] = splitmix(cython.address(state))
    global SIDE_KEY
    SIDE_KEY = splitmix(cython.address(state))
    CASTLING_KEYS[0] = 0
    for right in range(4):
        CASTLING_KEYS[1 << right] = splitmix(cython.address(state))
    for rights in range(16):
        lowest_right = rights & -rights
        if rights != lowest_right:
            CASTLING_KEYS[rights] = CASTLING_KEYS[lowest_right] ^ CASTLING_KEYS[rights ^ lowest_right]
    for man in range(12):
        for square in range(64):
            INDEX_CODES[man][square] = splitmix(cython.address(state)) >> 32
    global INDEX_SIDE_CODE
    INDEX_SIDE_CODE = splitmix(cython.address(state)) >> 32


fill_keys()
