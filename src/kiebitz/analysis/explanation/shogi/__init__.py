"""Why a move of shogi is good or bad, in shogi's own terms."""
