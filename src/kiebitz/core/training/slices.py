"""Rows of weights in slices of SLICE neurons, summed up in registers, in real numbers; and products of rows.

A wide network lies slice by slice: all rows of the first neurons, all rows of the next. What many positions ask of one
slice stays in the processor's cache, where whole rows would not.

Thread safety: functions touch only what they are given.
"""

import cython


def sum_slice(sums, bias, rows, listed):
    """Sum up a bias and the rows listed, in registers.

    The list has an end instead of a length: were it known, gcc would join the loops and leave the registers.
    """
    held: cython.float[SLICE]
    for lane in range(SLICE):
        held[lane] = bias[lane]
    entry = listed
    while entry[0] != END:
        source = rows + cython.cast(int64_t, entry[0]) * SLICE
        for lane in range(SLICE):
            held[lane] += source[lane]
        entry += 1
    for lane in range(SLICE):
        sums[lane] = held[lane]


def add_to_slice(rows, added, listed):
    """Add the same to all rows listed."""
    held: cython.float[SLICE]
    for lane in range(SLICE):
        held[lane] = added[lane]
    entry = listed
    while entry[0] != END:
        target = rows + cython.cast(int64_t, entry[0]) * SLICE
        for lane in range(SLICE):
            target[lane] += held[lane]
        entry += 1


def product(left, right, count):
    """The sum of the products of two rows of ``count`` numbers, which LANES divides.

    By partial sums, so that the compiler makes vector instructions of it without leave to reorder sums of floats.
    """
    partial: cython.float[LANES]
    for lane in range(LANES):
        partial[lane] = 0
    for block in range(count // LANES):
        add_products(partial, left + block * LANES, right + block * LANES)
    total: cython.float = 0
    for lane in range(LANES):
        total += partial[lane]
    return total


def add_products(partial, left, right):
    """Add the products of two short rows, number by number."""
    for lane in range(LANES):
        partial[lane] += left[lane] * right[lane]
