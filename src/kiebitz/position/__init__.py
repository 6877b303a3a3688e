"""Questions about one position: its best move, its evaluation, its tree of moves; and the bench's positions."""
