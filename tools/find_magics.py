"""Find the magic factors of a game's sliding men and print its ``magics.py``.

A factor is magic for a square when ``(blockers * factor) >> shift`` sends any two sets of blockers with different
attacks to different places (Kannan 2007). Candidates are sparse random words from a fixed seed.

    python tools/find_magics.py chess > src/kiebitz/core/chess/magics.py
    python tools/find_magics.py shogi > src/kiebitz/core/shogi/magics.py
"""

import random
import sys

ROOK_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))
BISHOP_STEPS = ((1, 1), (1, -1), (-1, 1), (-1, -1))
WORD = (1 << 64) - 1


class Chess:
    """Ranks of eight squares, a1 to h8; each set is one word."""

    size = 8
    order = "a1 to h8"
    tables = (("ROOK_MAGICS", ROOK_STEPS), ("BISHOP_MAGICS", BISHOP_STEPS))
    # Factors that bring fewer bits of the mask into the highest byte are not even tried.
    least_high_bits = 6

    @staticmethod
    def bit(rank, file):
        return 1 << (8 * rank + file)

    @staticmethod
    def word(squares):
        return squares


class Shogi:
    """Files of nine squares, 1a to 9i; the two words of a diagonal's inner squares are laid over each other."""

    size = 9
    order = "1a to 9i, the hole left out"
    tables = (("BISHOP_MAGICS", BISHOP_STEPS),)
    # Masks of few bits, which seldom come there all...
    least_high_bits = 0

    @staticmethod
    def bit(file, rank):
        return 1 << (9 * file + rank + (file >= 7))

    @staticmethod
    def word(squares):
        assert squares & WORD & squares >> 64 == 0
        return squares & WORD | squares >> 64


def ray_squares(game, line, place, steps, occupied, *, to_edge=True):
    """Squares reached along ``steps`` up to the first blocker; without ``to_edge`` the board's rim is left out."""
    reached = 0
    inside = range(game.size)
    for line_step, place_step in steps:
        at, on = line + line_step, place + place_step
        while at in inside and on in inside:
            if not to_edge and not (at + line_step in inside and on + place_step in inside):
                break
            reached |= game.bit(at, on)
            if occupied & game.bit(at, on):
                break
            at, on = at + line_step, on + place_step
    return reached


def find(game, line, place, steps, rng):
    """The first magic factor for one square."""
    mask = ray_squares(game, line, place, steps, 0, to_edge=False)
    shift = 64 - mask.bit_count()
    blockers, subset = [], 0
    while True:
        blockers.append((game.word(subset), ray_squares(game, line, place, steps, subset)))
        subset = (subset - mask) & mask
        if not subset:
            break
    while True:
        factor = rng.getrandbits(64) & rng.getrandbits(64) & rng.getrandbits(64)
        if ((game.word(mask) * factor & WORD) >> 56).bit_count() < game.least_high_bits:
            continue
        table = {}
        if all(table.setdefault((b * factor & WORD) >> shift, a) == a for b, a in blockers):
            return factor


def main():
    game = {"chess": Chess, "shogi": Shogi}[sys.argv[1]]
    rng = random.Random(1991)
    print(f'"""Magic factors by square, {game.order}. Written by ``tools/find_magics.py``; do not edit."""\n')
    for name, steps in game.tables:
        print(f"{name} = (")
        for line in range(game.size):
            for place in range(game.size):
                print(f"    0x{find(game, line, place, steps, rng):016X},")
        print(")")


if __name__ == "__main__":
    main()
