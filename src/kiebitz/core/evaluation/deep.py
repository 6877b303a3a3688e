"""The layers behind a wide first one, as in today's strongest networks: pairs of neurons multiplied, then 16, 32, one.

The sums of a view are clipped to 0…1, and each neuron of the first half is multiplied with its own one of the second:
what two of them know together is what the layer of LAYER_1 behind sees, from both views. A neuron of that layer goes on
twice, squared and as it is; its last one goes to the output directly, past the layer of LAYER_2. All are clipped to
0…1. Neurons are bytes, weights signed bytes, so a sum is 32 bits wide and can't overflow. Both lie in 16 bits: there
every processor multiplies them and adds the products in pairs by one instruction.

Our own networks (``layers``) and those of Stockfish (``nnue``) are both asked through these functions, for which they
give the number of inputs, constants where they are called.

Sources: Nasu 2018 (efficiently updatable networks); the pairs, the squares and the neuron that goes by after Stockfish
15 (2022), as facts.

Thread safety: functions touch only what they are given.
"""

import cython


@cython.inline
def multiply(seen: Int16Row, sums: ConstInt16Row, half: cython.int, one: cython.int, shift: cython.int) -> None:
    """Clip the sums of a view to 0…``one``, and multiply the halves: ``half`` products, ``shift`` bits shorter."""
    low: int16_t
    high: int16_t
    product: uint16_t
    for index in range(half):
        low = sums[index]
        high = sums[index + half]
        low = 0 if low < 0 else low
        low = one if low > one else low
        high = 0 if high < 0 else high
        high = one if high > one else high
        product = cython.cast(uint16_t, low) * cython.cast(uint16_t, high)
        seen[index] = product >> shift


@cython.inline
def weigh(sums: cython.pointer(int32_t), inputs: ConstInt16Row, weights: ConstInt16Row, count: cython.int) -> None:
    """The sums of AT_ONCE neurons, whose weights lie one behind another: each input is read once for all of them."""
    totals: int32_t[AT_ONCE]
    for neuron in range(AT_ONCE):
        totals[neuron] = 0
    for index in range(count):
        for neuron in range(AT_ONCE):
            totals[neuron] += inputs[index] * weights[neuron * count + index]
    for neuron in range(AT_ONCE):
        sums[neuron] = totals[neuron]


@cython.inline
def through(
    weights_1: ConstInt16Row,
    behind: cython.pointer(cython.const(Behind)),
    seen: ConstInt16Row,
    count: cython.int,
    told: cython.pointer(Told),
) -> None:
    """Run the layers behind over ``count`` products, those of both views.

    All sums of a layer before what is made of them, in 32 bits, so that both become vector instructions; limits by
    conditional expressions, for ``min`` and ``max`` would compare in 64 bits.
    """
    sums_1: int32_t[LAYER_1]
    sums_2: int32_t[LAYER_2]
    first: int16_t[LAYER_2]
    second: int16_t[LAYER_2]
    total: int32_t
    for some in range(LAYER_1 // AT_ONCE):
        weigh(sums_1 + some * AT_ONCE, seen, weights_1 + some * AT_ONCE * count, count)
    for neuron in range(LAYER_1):
        sums_1[neuron] += behind.bias_1[neuron]
    for neuron in range(LAYER_1):
        total = sums_1[neuron]
        total = -MOST_SQUARED if total < -MOST_SQUARED else total
        total = MOST_SQUARED if total > MOST_SQUARED else total
        total = total * total >> SQUARE_SHIFT
        first[neuron] = NEURON if total > NEURON else total
    # The last neuron's square is written over, and itself, too.
    for neuron in range(LAYER_1):
        first[LAYER_1 - 1 + neuron] = clipped(sums_1[neuron])
    first[SKIPPED] = first[SKIPPED + 1] = 0
    for some in range(LAYER_2 // AT_ONCE):
        weigh(sums_2 + some * AT_ONCE, first, behind.weights_2[some * AT_ONCE], LAYER_2)
    for neuron in range(LAYER_2):
        second[neuron] = clipped(sums_2[neuron] + behind.bias_2[neuron])
    told.by = sums_1[LAYER_1 - 1]
    total = 0
    for neuron in range(LAYER_2):
        total += second[neuron] * behind.weights_3[neuron]
    told.output = behind.bias_3
    told.output += total


@cython.inline
def clipped(total: int32_t) -> int32_t:
    """The neuron that a sum makes."""
    total = total >> SUM_SHIFT
    total = 0 if total < 0 else total
    return NEURON if total > NEURON else total


def widen(target, source, count):
    """Lay so many signed bytes out as a layer's weights; what stands behind them is returned."""
    for index in range(count):
        target[index] = cython.cast(int8_t, source[index])
    return source + count
