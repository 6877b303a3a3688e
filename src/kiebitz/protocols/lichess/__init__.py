"""Kiebitz as an external engine of Lichess: analyses asked for on its board are searched here.

``exchange`` is HTTP as far as this needs it, so that an answer can be seen while a question is still being sent;
``work`` is what Lichess asks for; ``provider`` registers the engine, waits for work and streams what is found.
"""
