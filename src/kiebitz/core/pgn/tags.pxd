from kiebitz.core.pgn.letters cimport Text

cdef enum:
    # Longer names and values are somebody else's business.
    MAX_NAME_BYTES = 60
    MAX_VALUE_BYTES = 1000

cdef Py_ssize_t end_of_plain_name(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef Py_ssize_t skip_white_space(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef Py_ssize_t skip_spaces(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef Py_ssize_t skip_comments(Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
