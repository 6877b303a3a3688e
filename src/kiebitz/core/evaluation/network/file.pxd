cimport cython

from kiebitz.core.evaluation.network.layers cimport Layers

@cython.final
cdef class Network:
    cdef readonly Layers layers
    cdef readonly object game
    cdef readonly str made
    cdef readonly str checksum
    cdef readonly bytes data

cdef bytes digest_of(bytes content)
cdef check_units(qb, scale)
cdef tuple deep_shape(game)
cdef tuple sizes_of(game, int version, int width, int rooms)
cdef bytes packed(int version, tuple shape, tuple weights, scale, str made, game)
cdef tuple parse(bytes data)
cdef bytes compressed(bytes rows, bytes sets)
cdef bytes unpacked(bytes rest, tuple sizes)
cdef bytes divided(bytes rows, Py_ssize_t room_bytes)
cdef list widened(bytes rows, bytes sets, int width)
