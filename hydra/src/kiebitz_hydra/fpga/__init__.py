"""The machine on a real chip: the space that it takes, and the clock that it stands."""
