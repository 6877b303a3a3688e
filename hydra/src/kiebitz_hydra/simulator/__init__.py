"""Simulators of the machine: Verilator, CXXRTL, or Amaranth's own; each is a ``Coprocessor`` to ask."""
