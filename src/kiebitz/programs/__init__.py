"""Other programs: how people describe them, and those that speak UCI asked as our own engine is.

``description`` reads ``COMMAND;OPTION=VALUE``, ``bounded_protocol`` keeps what a program says within ``bounds``,
``uci_engine`` is a program that searches for whoever could ask an ``Engine``.
"""
