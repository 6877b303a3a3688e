"""Claims of the literature on game-tree search, measured again.

Each is measured by an experiment of its own: one file in ``experiments``, one page of documentation, one command
(``kiebitz lab run M2``).
"""
