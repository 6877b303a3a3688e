"""How other programs speak to Kiebitz: UCI, USI, Lichess, MCP, and python-chess's ``chess.engine``."""
