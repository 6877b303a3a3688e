"""How much is kept, and taken, of what another program says."""

LAST_WORDS = 3
"""Lines of standard error, which may explain its end."""
LAST_WORDS_LENGTH = 200
"""Of each line so many characters."""
MAX_LINE_BYTES = 1 << 20
"""The longest line that it may write."""
