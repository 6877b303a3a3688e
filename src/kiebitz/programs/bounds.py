"""Bounds on another program's output: what is read of it, and kept."""

LAST_WORDS = 3
"""Lines of standard error, which may explain its end."""
LAST_WORDS_LENGTH = 200
"""Most characters of a line."""
MAX_LINE_BYTES = 1 << 20
"""The longest line that it may write."""
MAX_ANSWER_BYTES = 1 << 24
"""Bytes it may write until it answers a question, and those of it that may lie unread."""
LINES_KEPT = 1_000
"""Lines of an answer that are looked at, the last ones."""
SILENCE_S = 600.0
"""So long it may search without a word that says it comes on: a deeper search, or more positions."""
