"""The laboratory: game-tree search as something to look at, to take apart and to measure.

Every claim that Kiebitz took from the literature is measured again by an experiment of its own: one file in
``lab.experiments``, one page of documentation, one command (``kiebitz lab run M2``).
"""
