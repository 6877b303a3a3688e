"""python-chess's ``chess.engine`` without a process: its own protocol and classes, a UCI session in a thread."""
