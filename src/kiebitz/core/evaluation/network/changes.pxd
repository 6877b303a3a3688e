"""What a move changes in a network's view: rows that come and rows that go, whatever the game."""

cdef enum:
    # Rows that come by a move, and that go, at most: castling moves two men, a capture of shogi fills a hand.
    MOST_CHANGED = 2
    # Sets of output weights: as many in each game.
    SETS = 8

cdef struct Changes:
    int arrived_count
    int left_count
    int[MOST_CHANGED] arrived
    int[MOST_CHANGED] left
