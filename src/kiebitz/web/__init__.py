"""The board in the browser: ``kiebitz serve``.

A tab of the browser has one WebSocket, one ``session`` (a ``game_tree`` and an engine of its own) and speaks in
``messages``. ``guard`` decides who is let in, ``server`` holds the routes, ``limits`` says how much anybody gets. The
page stands in ``static`` as plain ES modules; what it takes from others, in ``static/vendor`` (tools/vendor_web.py).
"""
