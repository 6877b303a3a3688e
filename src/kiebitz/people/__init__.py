"""People as players: which moves they choose, learned from their games."""
