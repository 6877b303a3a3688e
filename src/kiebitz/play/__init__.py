"""A game in the terminal.

``picture`` draws the board, ``game`` is the game with its rules and its PGN, ``opponent`` chooses the engine's moves,
``dialogue`` reads what the player types, and ``command`` is ``kiebitz play``.
"""
