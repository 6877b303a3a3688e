"""A game against the engine, in the terminal.

``picture`` draws the board, ``game`` is the game with its rules and its PGN, ``opponent`` chooses the engine's moves;
the browser's page Play stands on these two as well. ``dialogue`` reads what the player types, and ``command`` is
``kiebitz play``. Each of them has a twin for shogi, and ``any_game`` and ``any_dialogue`` what the twins share.
"""
