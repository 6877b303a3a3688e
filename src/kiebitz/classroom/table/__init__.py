"""What a search leaves in the transposition table, as a command shows it."""
