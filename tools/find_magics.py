"""Find the magic factors of ``kiebitz/core/chess/magics.py`` and print that file's tables.

A factor is magic for a square when ``(blockers * factor) >> shift`` sends any two sets of blockers with different
attacks to different places (Kannan 2007). Candidates are sparse random words from a fixed seed.

    python tools/find_magics.py > src/kiebitz/core/chess/magics.py
"""

import random

ROOK_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))
BISHOP_STEPS = ((1, 1), (1, -1), (-1, 1), (-1, -1))
WORD = (1 << 64) - 1


def ray_squares(square, steps, occupied, to_edge=True):
    """Squares reached along ``steps`` up to the first blocker; without ``to_edge`` the board's rim is left out."""
    reached = 0
    for rank_step, file_step in steps:
        rank, file = square // 8 + rank_step, square % 8 + file_step
        while 0 <= rank < 8 and 0 <= file < 8:
            if not to_edge and not (0 <= rank + rank_step < 8 and 0 <= file + file_step < 8):
                break
            reached |= 1 << (rank * 8 + file)
            if occupied >> (rank * 8 + file) & 1:
                break
            rank, file = rank + rank_step, file + file_step
    return reached


def find(square, steps, rng):
    """The first magic factor for one square."""
    mask = ray_squares(square, steps, 0, to_edge=False)
    shift = 64 - mask.bit_count()
    blockers, subset = [], 0
    while True:
        blockers.append((subset, ray_squares(square, steps, subset)))
        subset = (subset - mask) & mask
        if not subset:
            break
    while True:
        factor = rng.getrandbits(64) & rng.getrandbits(64) & rng.getrandbits(64)
        if ((mask * factor & WORD) >> 56).bit_count() < 6:
            continue
        table = {}
        if all(table.setdefault((b * factor & WORD) >> shift, a) == a for b, a in blockers):
            return factor


def main():
    rng = random.Random(1991)
    print('"""Magic factors by square, a1 to h8. Written by ``tools/find_magics.py``; do not edit."""\n')
    for name, steps in (("ROOK_MAGICS", ROOK_STEPS), ("BISHOP_MAGICS", BISHOP_STEPS)):
        print(f"{name} = (")
        for square in range(64):
            print(f"    0x{find(square, steps, rng):016X},")
        print(")")


if __name__ == "__main__":
    main()
