"""What runs the machine: Verilator, or Amaranth's own simulator; each is a ``Coprocessor`` to ask."""
