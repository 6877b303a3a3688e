"""What runs the machine: Verilator, CXXRTL, or Amaranth's own simulator; each is a ``Coprocessor`` to ask."""
