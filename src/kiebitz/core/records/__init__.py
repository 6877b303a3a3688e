"""Training data of other trainers: positions with a move, a score and a result, in the formats that they read."""
