"""Parts shared by commands, and the commands about one position: its best move, its evaluation, its tree of moves.

Shared are options, positions and switches as people write them, the console, refusals, and what pages have in common.
"""
