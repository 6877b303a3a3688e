"""The scale of values inside the search: centipawns for the side to move; mates at its ends.

``MATE - n`` is mate in n plies, ``-MATE + n`` being mated in n. The numbers stand in ``value.pxd``, once for machine
code and for Python.
"""
