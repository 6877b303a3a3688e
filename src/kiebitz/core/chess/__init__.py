"""The game: board, moves, rules and notations, counting (``perft``) and taking (``exchange``)."""
