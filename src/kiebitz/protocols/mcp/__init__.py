"""The server that a language model's program asks: a game that it holds itself, and tools to play and to judge it.

``held_game`` is the game; ``searching`` answers about its positions, one search at a time; ``results`` is what tools
answer; ``server`` offers them as the Model Context Protocol has it, by the package ``mcp``.
"""
