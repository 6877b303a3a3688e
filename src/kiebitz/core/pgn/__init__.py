"""PGN, as fast as it can be read: games cut out of a stream, their plain tags, the moves of their main lines."""
