"""A search before one's eyes in a notebook."""
