"""Gradients of a deep network: rows, in chess for each room of the own king, pairs of neurons multiplied, three layers.

It is the network of ``evaluation.deep`` in real numbers; what its integers lose by shifting is lost here, too,
so that both say the same but for rounding. A row of weights lies slice by slice (``slices``), then the bias of the
rows, then for each set, by the number of men, the weights of the three layers and their biases.

Positions go by chunks: their sums, slice by slice; then through the layers behind, set by set, so that those of a set
stay in the cache; then back, slice by slice and row by row: the gradients of all views that have a row are summed up in
registers, which reads what adding view by view would read and write.

Source: backpropagation (Rumelhart, Hinton & Williams 1986).

Thread safety: functions touch only what they are given.
"""

import cython
from cython.cimports.kiebitz.core.evaluation.deep import NEURON, SQUARE_SHIFT, SUM
from cython.cimports.kiebitz.core.machine import allocate
from cython.cimports.kiebitz.core.training.lesson import END, list_features, target_of
from cython.cimports.kiebitz.core.training.slices import product, sum_slice
from cython.cimports.libc.math import expf

CACHE_LINE = cython.declare(cython.int, 64)
SQUARED = cython.declare(cython.float, 1.0 * SUM * SUM / (1 << SQUARE_SHIFT) / NEURON)
"""The square of a neuron that is 1."""


def new_chunk():
    """Room for a chunk, for ``deallocate`` to free. Raises MemoryError."""
    chunk = cython.cast(cython.pointer(Chunk), allocate(CACHE_LINE, cython.sizeof(Chunk)))
    if chunk == cython.NULL:
        raise MemoryError("no memory to train a network")
    return chunk


def sum_chunk(packed, count, weights, rows, chunk):
    """List the rows of a chunk's positions, and sum them up."""
    for index in range(count):
        list_features(packed + index, cython.address(chunk.features[index]), ROOMS)
    for slice in range(SLICES):
        bias = weights + cython.cast(int64_t, rows) * WIDE + slice * SLICE
        source = weights + cython.cast(int64_t, slice) * rows * SLICE
        for index in range(count):
            for view in range(2):
                sum_slice(chunk.sums[index][view] + slice * SLICE, bias, source, chunk.features[index].rows[view])


def list_views(count, rows, chunk):
    """Of a chunk's positions, list for each row where the sums of the views that have it begin, in SLICEs."""
    for row in range(rows + 1):
        chunk.begins[row] = 0
    for index in range(count):
        for view in range(2):
            row_of = cython.address(chunk.features[index].rows[view][0])
            while row_of[0] != END:
                chunk.begins[row_of[0] + 1] += 1
                row_of += 1
    for row in range(rows):
        # Each list has its END, and counting turns it into the place behind what was put down.
        chunk.begins[row + 1] += chunk.begins[row] + 1
        chunk.views[chunk.begins[row + 1] - 1] = END
    for index in range(count):
        for view in range(2):
            row_of = cython.address(chunk.features[index].rows[view][0])
            while row_of[0] != END:
                place = cython.address(chunk.begins[row_of[0]])
                chunk.views[place[0]] = (index * 2 + view) * SLICES
                place[0] += 1
                row_of += 1


def multiply_halves(seen, sums):
    """Clip the sums of a view, and multiply the halves."""
    for index in range(HALF):
        low: cython.float = sums[index]
        high: cython.float = sums[index + HALF]
        low = low if low > 0 else 0
        low = low if low < 1 else 1
        high = high if high > 0 else 0
        high = high if high < 1 else 1
        seen[index] = low * high


def pass_on(set, sums, passed):
    """The output for the sums of both views: 1 stands for ``Aim.scale`` centipawns, the side to move's view."""
    multiply_halves(passed.seen, sums)
    multiply_halves(passed.seen + HALF, sums + WIDE)
    passed.first[SKIPPED] = passed.first[SKIPPED + 1] = 0
    for neuron in range(LAYER_1):
        total: cython.float = set[BIAS_1_AT + neuron] + product(passed.seen, set + neuron * WIDE, WIDE)
        passed.sums_1[neuron] = total
        if neuron < LAYER_1 - 1:
            passed.first[neuron] = min(SQUARED * total * total, 1)
            passed.first[LAYER_1 - 1 + neuron] = min(max(total, 0), 1)
    output: cython.float = set[BIAS_3_AT] + passed.sums_1[LAYER_1 - 1]
    for neuron in range(LAYER_2):
        weights = set + WEIGHTS_2_AT + neuron * LAYER_2
        sum_2: cython.float = set[BIAS_2_AT + neuron] + product(passed.first, weights, LAYER_2)
        passed.sums_2[neuron] = sum_2
        passed.second[neuron] = min(max(sum_2, 0), 1)
    return output + product(passed.second, set + WEIGHTS_3_AT, LAYER_2)


def learn(set, gradient, sums, passed, error):
    """Go back from the error of the output: add to a set's gradient, and turn the sums of both views into theirs."""
    back_1: cython.float[LAYER_2]
    back: cython.float[WIDE]
    for neuron in range(LAYER_2):
        back_1[neuron] = 0
    for index in range(WIDE):
        back[index] = 0
    gradient[BIAS_3_AT] += error
    for neuron in range(LAYER_2):
        gradient[WEIGHTS_3_AT + neuron] += error * passed.second[neuron]
        if 0 < passed.sums_2[neuron] < 1:
            error_2: cython.float = error * set[WEIGHTS_3_AT + neuron]
            gradient[BIAS_2_AT + neuron] += error_2
            at: cython.int = WEIGHTS_2_AT + neuron * LAYER_2
            for index in range(LAYER_2):
                gradient[at + index] += error_2 * passed.first[index]
                back_1[index] += error_2 * set[at + index]
    for neuron in range(LAYER_1):
        total: cython.float = passed.sums_1[neuron]
        error_1: cython.float = error
        if neuron < LAYER_1 - 1:
            error_1 = back_1[LAYER_1 - 1 + neuron] if 0 < total < 1 else 0
            if passed.first[neuron] < 1:
                error_1 += back_1[neuron] * 2 * SQUARED * total
        if error_1 == 0:
            continue
        gradient[BIAS_1_AT + neuron] += error_1
        spread(back, gradient + neuron * WIDE, set + neuron * WIDE, passed.seen, error_1)
    go_through_halves(sums, back)
    go_through_halves(sums + WIDE, back + HALF)


def spread(back, gradient, weights, seen, error):
    """Add what an error means for the weights of a neuron, and for its inputs."""
    for index in range(WIDE):
        back[index] += error * weights[index]
        gradient[index] += error * seen[index]


def go_through_halves(sums, back):
    """Turn the sums of a view into their gradients, given those of the products."""
    for index in range(HALF):
        low: cython.float = sums[index]
        high: cython.float = sums[index + HALF]
        low_open: cython.float = (low > 0) & (low < 1)
        high_open: cython.float = (high > 0) & (high < 1)
        low = low if low > 0 else 0
        low = low if low < 1 else 1
        high = high if high > 0 else 0
        high = high if high < 1 else 1
        sums[index] = back[index] * high * low_open
        sums[index + HALF] = back[index] * low * high_open


def add_deep_gradients(packed, count, weights, gradients, aim, chunk):
    """Add the gradients of each position's loss; returns the sum of the losses."""
    passed: Passed
    rows: cython.int = CHESS_DEEP_ROWS if AnyPacked is PackedPosition else SHOGI_DEEP_ROWS
    sets_at: int64_t = cython.cast(int64_t, rows + 1) * WIDE
    loss: cython.double = 0
    begin: int64_t = 0
    while begin < count:
        here: cython.int = min(count - begin, CHUNK)
        sum_chunk(packed + begin, here, weights, rows, chunk)
        for bucket in range(SETS):
            at: int64_t = sets_at + bucket * DEEP_SET
            for index in range(here):
                if chunk.features[index].bucket != bucket:
                    continue
                sums = cython.address(chunk.sums[index][0][0])
                output: cython.float = pass_on(weights + at, sums, cython.address(passed))
                chances = 1 / (1 + expf(-output))
                miss: cython.float = chances - target_of(packed + begin + index, aim)
                loss += miss * miss
                error: cython.float = 2 * miss * chances * (1 - chances)
                learn(weights + at, gradients + at, sums, cython.address(passed), error)
        add_chunk(here, gradients, rows, chunk)
        begin += CHUNK
    return loss


def add_chunk(count, gradients, rows, chunk):
    """Add the gradients of the sums of a chunk's positions to those of all rows, and of their bias."""
    list_views(count, rows, chunk)
    for slice in range(SLICES):
        bias = gradients + cython.cast(int64_t, rows) * WIDE + slice * SLICE
        source = cython.address(chunk.sums[0][0][0]) + slice * SLICE
        for number in range(2 * count):
            for lane in range(SLICE):
                bias[lane] += source[number * WIDE + lane]
        views = cython.address(chunk.views[0])
        for row in range(rows):
            if views[0] != END:
                target = gradients + (cython.cast(int64_t, slice) * rows + row) * SLICE
                sum_slice(target, target, source, views)
            views = cython.address(chunk.views[chunk.begins[row] + 1])


def write_deep_outputs(packed, count, weights, values, chunk):
    """Write the output for each position."""
    passed: Passed
    rows: cython.int = CHESS_DEEP_ROWS if AnyPacked is PackedPosition else SHOGI_DEEP_ROWS
    sets_at: int64_t = cython.cast(int64_t, rows + 1) * WIDE
    begin: int64_t = 0
    while begin < count:
        here: cython.int = min(count - begin, CHUNK)
        sum_chunk(packed + begin, here, weights, rows, chunk)
        for index in range(here):
            set = weights + sets_at + chunk.features[index].bucket * DEEP_SET
            values[begin + index] = pass_on(set, cython.address(chunk.sums[index][0][0]), cython.address(passed))
        begin += CHUNK
