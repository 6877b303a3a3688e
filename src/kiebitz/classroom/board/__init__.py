"""Tartan's board: the rules of chess in plain Python, to be read before the compiled core is.

``squares`` is the board of 120 squares, ``mailbox`` the position with its piece list, ``generator`` the moves,
``counting`` perft, ``ending`` mate and draws, ``evaluation`` Tartan's, and ``tartan`` its search.
"""
