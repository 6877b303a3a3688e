"""The step of training: gradients of a batch of packed positions by backpropagation, and AdamW's step along them.

The network is that of ``evaluation.network.layers``, in real numbers: a man's row is added to each side's sums, a sum
is clipped to 0…1 and squared, and the set of output weights for the number of men makes one number of all; or it is a
deep one (``deep_gradient``). Its logistic function is held against a target in 0…1, the side to move's view:
(1 - ``result_share``) of the value of the search (logistic, ``scale`` centipawns for each 1), the rest of the game's
result, where that is known. The loss is the square of the difference.

Weights and gradients are one row of numbers each: rows, their bias, output weights set by set, output biases. A row's
length tells the game, for shogi's has more, and whether the network is deep.

Sources: backpropagation (Rumelhart, Hinton & Williams 1986), Adam (Kingma & Ba 2015) with decay apart from the gradient
(Loshchilov & Hutter 2019), efficiently updatable networks (Nasu 2018).

Thread safety: several threads may add up gradients with the same weights, each into a row of its own; all run without
the GIL.
"""

import cython
from cython.cimports.kiebitz.core.machine import deallocate
from cython.cimports.kiebitz.core.training.deep_gradient import (
    CHESS_DEEP_NUMBERS,
    SHOGI_DEEP_NUMBERS,
    add_deep_gradients,
    new_chunk,
    write_deep_outputs,
)
from cython.cimports.kiebitz.core.training.lesson import list_features, target_of
from cython.cimports.kiebitz.core.training.slices import add_to_slice, product, sum_slice
from cython.cimports.libc.math import expf, sqrtf

WEIGHTS = CHESS_ROWS * HIDDEN + BEHIND_ROWS
"""Number of weights in a network of chess."""
SHOGI_WEIGHTS = SHOGI_ROWS * HIDDEN + BEHIND_ROWS
"""Number of weights in a network of shogi."""
DEEP_WEIGHTS = CHESS_DEEP_NUMBERS
"""Number of weights in a deep network of chess."""
SHOGI_DEEP_WEIGHTS = SHOGI_DEEP_NUMBERS
"""Number of weights in a deep network of shogi."""


def parts_of(weights: int) -> tuple[int, int, int]:
    """Where in a row of so many weights the rows end and their bias, the output weights and the output biases begin.

    Of networks that aren't deep. Raises ValueError for a row that no network has.
    """
    check_sizes(weights)
    bias_at = weights - BEHIND_ROWS
    return bias_at, bias_at + HIDDEN, weights - SETS


FIRST_DECAY = cython.declare(cython.float, 0.9)
SECOND_DECAY = cython.declare(cython.float, 0.999)
SMALL = cython.declare(cython.float, 1e-8)


def add_row(target, row):
    """Add a row to sums."""
    for index in range(HIDDEN):
        target[index] += row[index]


def activate(active, slope, sums, weights):
    """Clip and square the sums of one view, with the slope of that, and weigh them.

    Written so that the compiler makes vector instructions of it: one choice a loop.
    """
    for index in range(HIDDEN):
        active[index] = sums[index] if sums[index] > 0 else 0
    for index in range(HIDDEN):
        active[index] = active[index] if active[index] < 1 else 1
    for index in range(HIDDEN):
        slope[index] = 2 * active[index] * (active[index] < 1)
        active[index] *= active[index]
    return product(active, weights, HIDDEN)


def go_back(gradient, output_gradient, active, slope, weights, error):
    """From the error of the output to that of one view's sums, on the way adding to the output weights' gradients."""
    for index in range(HIDDEN):
        gradient[index] = error * slope[index] * weights[index]
        output_gradient[index] += error * active[index]


def forward(features, weights, bias_at, active, slope):
    """The output for a position: 1 stands for ``Aim.scale`` centipawns, the side to move's view."""
    sums: cython.float[HIDDEN]
    output = weights + bias_at + HIDDEN + features.bucket * BOTH
    total: cython.float = weights[bias_at + OUTPUT_BIAS_BEHIND + features.bucket]
    for view in range(2):
        sum_slice(sums, weights + bias_at, weights, features.rows[view])
        total += activate(active + view * HIDDEN, slope + view * HIDDEN, sums, output + view * HIDDEN)
    return total


def add_gradients(packed, count, weights, gradients, bias_at, aim):
    """Add the gradients of each position's loss; returns the sum of the losses."""
    features: Features
    active: cython.float[BOTH]
    slope: cython.float[BOTH]
    gradient: cython.float[HIDDEN]
    loss: cython.double = 0
    for index in range(count):
        list_features(packed + index, cython.address(features), 1)
        output = forward(cython.address(features), weights, bias_at, active, slope)
        chances = 1 / (1 + expf(-output))
        miss: cython.float = chances - target_of(packed + index, aim)
        loss += miss * miss
        error: cython.float = 2 * miss * chances * (1 - chances)
        gradients[bias_at + OUTPUT_BIAS_BEHIND + features.bucket] += error
        set_at: cython.longlong = bias_at + HIDDEN + features.bucket * BOTH
        for view in range(2):
            at: cython.longlong = set_at + view * HIDDEN
            go_back(gradient, gradients + at, active + view * HIDDEN, slope + view * HIDDEN, weights + at, error)
            add_row(gradients + bias_at, gradient)
            add_to_slice(gradients, gradient, features.rows[view])
    return loss


def update(weights, gradients, first, second, count, scale, rate, decay, limit, first_unbias, second_unbias):
    """Make AdamW's step along gradients, which are zero afterwards; no weight leaves ±``limit``."""
    for index in range(count):
        gradient: cython.float = gradients[index] * scale
        mean: cython.float = first[index] * FIRST_DECAY + gradient * (1 - FIRST_DECAY)
        square: cython.float = second[index] * SECOND_DECAY + gradient * gradient * (1 - SECOND_DECAY)
        first[index] = mean
        second[index] = square
        weight: cython.float = weights[index] * decay
        weight -= rate * (mean * first_unbias) / (sqrtf(square * second_unbias) + SMALL)
        weight = -limit if weight < -limit else weight
        weights[index] = limit if weight > limit else weight
        gradients[index] = 0


def accumulate(
    positions: cython.uchar[::1],
    weights: cython.float[::1],
    gradients: cython.float[::1],
    result_share: cython.float,
    scale: cython.float,
) -> float:
    """Add the gradients of packed positions' losses to ``gradients``; returns the sum of the losses.

    Raises ValueError unless both rows have as many numbers as a network, and the bytes are whole positions of its game.
    """
    check_sizes(weights.shape[0], gradients.shape[0])
    size: cython.int = packed_bytes_for(weights.shape[0])
    if positions.shape[0] % size:
        raise ValueError(f"{positions.shape[0]} bytes are not whole positions of {size}")
    count: cython.longlong = positions.shape[0] // size
    bias_at: cython.longlong = weights.shape[0] - BEHIND_ROWS
    aim: Aim
    aim.result_share = result_share
    aim.scale = scale
    loss: cython.double = 0
    if count == 0:
        return loss
    source = cython.address(positions[0])
    weight = cython.address(weights[0])
    gradient = cython.address(gradients[0])
    of_chess = cython.cast(cython.pointer(PackedPosition), source)
    of_shogi = cython.cast(cython.pointer(ShogiPackedPosition), source)
    if is_deep(weights.shape[0]):
        chunk = new_chunk()
        with cython.nogil:
            if size == cython.sizeof(PackedPosition):
                loss = add_deep_gradients(of_chess, count, weight, gradient, aim, chunk)
            else:
                loss = add_deep_gradients(of_shogi, count, weight, gradient, aim, chunk)
            deallocate(chunk)
        return loss
    with cython.nogil:
        if size == cython.sizeof(PackedPosition):
            loss = add_gradients(of_chess, count, weight, gradient, bias_at, aim)
        else:
            loss = add_gradients(of_shogi, count, weight, gradient, bias_at, aim)
    return loss


def outputs(positions: cython.uchar[::1], weights: cython.float[::1], values: cython.float[::1]) -> None:
    """Write the network's output for each packed position: 1 is ``scale`` centipawns, the side to move's view.

    Raises ValueError as ``accumulate`` does.
    """
    check_sizes(weights.shape[0])
    count: cython.longlong = values.shape[0]
    size: cython.int = packed_bytes_for(weights.shape[0])
    if positions.shape[0] != count * size:
        raise ValueError(f"{positions.shape[0]} bytes are not {count} positions of {size}")
    if count == 0:
        return
    bias_at: cython.longlong = weights.shape[0] - BEHIND_ROWS
    source = cython.address(positions[0])
    weight = cython.address(weights[0])
    value = cython.address(values[0])
    of_chess = cython.cast(cython.pointer(PackedPosition), source)
    of_shogi = cython.cast(cython.pointer(ShogiPackedPosition), source)
    if is_deep(weights.shape[0]):
        chunk = new_chunk()
        with cython.nogil:
            if size == cython.sizeof(PackedPosition):
                write_deep_outputs(of_chess, count, weight, value, chunk)
            else:
                write_deep_outputs(of_shogi, count, weight, value, chunk)
            deallocate(chunk)
        return
    with cython.nogil:
        if size == cython.sizeof(PackedPosition):
            write_outputs(of_chess, count, weight, bias_at, value)
        else:
            write_outputs(of_shogi, count, weight, bias_at, value)


def write_outputs(packed, count, weights, bias_at, values):
    """Write the output for each position."""
    features: Features
    active: cython.float[BOTH]
    slope: cython.float[BOTH]
    for index in range(count):
        list_features(packed + index, cython.address(features), 1)
        values[index] = forward(cython.address(features), weights, bias_at, active, slope)


def step(
    weights: cython.float[::1],
    gradients: cython.float[::1],
    first: cython.float[::1],
    second: cython.float[::1],
    number: cython.int,
    count: cython.longlong,
    rate: cython.float,
    decay: cython.float,
    limit: cython.float,
) -> None:
    """Make step ``number`` (from 1) of AdamW along the summed gradients of ``count`` positions, and zero them.

    ``rate`` is the learning rate; weights shrink by ``rate`` times ``decay``; none leaves ±``limit``.
    """
    check_sizes(weights.shape[0], gradients.shape[0], first.shape[0], second.shape[0])
    first_unbias: cython.float = 1 / (1 - 0.9**number)
    second_unbias: cython.float = 1 / (1 - 0.999**number)
    with cython.nogil:
        update(
            cython.address(weights[0]),
            cython.address(gradients[0]),
            cython.address(first[0]),
            cython.address(second[0]),
            weights.shape[0],
            cython.cast(cython.float, 1.0) / count,
            rate,
            1 - rate * decay,
            limit,
            first_unbias,
            second_unbias,
        )


def packed_bytes_for(weights):
    """Bytes of a packed position of the game that a row of so many weights is of."""
    of_shogi: cython.bint = weights == SHOGI_WEIGHTS or weights == SHOGI_DEEP_NUMBERS
    return cython.sizeof(ShogiPackedPosition) if of_shogi else cython.sizeof(PackedPosition)


@cython.inline
def is_deep(weights: cython.longlong) -> cython.bint:
    """True if so many weights are those of a deep network."""
    return weights == CHESS_DEEP_NUMBERS or weights == SHOGI_DEEP_NUMBERS


def check_sizes(*sizes):
    """Raise ValueError unless all rows are as long as a network's, of the same game."""
    if len(set(sizes)) != 1 or sizes[0] not in (WEIGHTS, DEEP_WEIGHTS, SHOGI_WEIGHTS, SHOGI_DEEP_WEIGHTS):
        raise ValueError(
            f"a row of weights has {WEIGHTS} numbers, {DEEP_WEIGHTS} if the network is deep, in shogi {SHOGI_WEIGHTS}"
            f" and {SHOGI_DEEP_WEIGHTS}, not {', '.join(map(str, sizes))}"
        )


PARTS = parts_of(WEIGHTS)
"""These places in a network of chess."""
