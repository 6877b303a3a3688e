"""``kiebitz uci``: the same as the program ``kiebitz-uci``."""


def uci() -> None:
    """Speak the Universal Chess Interface, for chess programs with a board (the same as kiebitz-uci)."""
    from kiebitz.protocols.uci.loop import main

    main()
