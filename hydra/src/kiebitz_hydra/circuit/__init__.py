"""The machine itself: ``search`` puts the modules together, the others are one each.

Three habits keep what is made of it small and fast to simulate. A value that is used twice gets a name (``named``), or
it is written out each time. The board is a bundle of 64 wires, never 64 signals. Ports are wires, not wide structures.
"""
