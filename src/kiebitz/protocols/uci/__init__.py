"""The Universal Chess Interface: how graphical interfaces and match runners talk to the engine.

``protocol`` reads commands and writes answers as pure functions, ``options`` is the table of what a GUI may set,
``channel`` carries lines, ``job`` is what runs beside the input, ``dialogue`` is what UCI and USI share, ``narration``
tells what a search finds, ``proof_telling`` how far a proof is, ``display`` draws a position for people, and ``loop``
puts them together: ``main`` is the program ``kiebitz-uci``.
"""
