"""Syzygy tables read by ourselves: places of positions, the files, and what they say of a position."""
