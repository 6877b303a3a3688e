"""Test suites: positions whose right moves are known, and how many of them the engine finds.

``epd`` reads a suite, ``solve`` searches one position, ``batch`` many of them in several processes, ``display`` shows
the results and ``command`` is ``kiebitz suite``.
"""
