"""PGN in: archives cut into games, games read, and which of them are wanted."""
