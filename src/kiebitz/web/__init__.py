"""The board in the browser: ``kiebitz serve``.

A tab of the browser has one WebSocket and speaks in ``messages``. On the board it has a ``session`` (a ``game_tree``
and an engine of its own) and looks positions up in ``sources``: an opening book and tablebases; ``think`` shows it how
the engine searches and evaluates, ``classroom`` algorithms at work and the claims. ``guard`` decides who is let in,
``server`` holds the routes, ``limits`` says how much anybody gets. The pages stand in ``static`` as plain ES modules;
what they take from others, in ``static/vendor`` (tools/vendor_web.py).
"""
