"""The core's machine code: a unit a file (``units``)."""
