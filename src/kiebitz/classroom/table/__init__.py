"""The transposition table after a search, as a command shows it."""
