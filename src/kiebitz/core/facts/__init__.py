"""Facts of a board, as numbers and sets of squares."""
