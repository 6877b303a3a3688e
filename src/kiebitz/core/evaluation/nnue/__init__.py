"""Networks of Stockfish, read and asked by our own code: to measure with, and to learn from."""
