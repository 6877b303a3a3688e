"""How good a position of shogi is."""
