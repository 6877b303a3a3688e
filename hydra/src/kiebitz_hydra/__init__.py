"""Hydra's chess coprocessor, as hardware described in Python (Amaranth), and what simulates it.

``circuit`` is the machine, a module a file, named as in Hydra's own Verilog; ``simulator`` runs it; ``reference`` is
the same search in plain Python, which the machine is held to; ``docs/coprocessor.md`` explains it all.
"""
