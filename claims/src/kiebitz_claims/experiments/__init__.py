"""One file a claim; ``claims.experiment`` says what it holds."""
