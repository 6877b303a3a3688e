"""One position searched by many processes, as Hydra's cluster did it.

The protocol (``member``) knows no transport, no clock and no chess; ``mpi`` runs it on real processes, ``virtual`` in
simulated time.
"""
