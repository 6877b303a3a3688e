from libc.stdint cimport uint64_t

from kiebitz.core.table.table_entry cimport BOUND_BITS, NO_BOUND

cdef enum:
    LARGEST_BUCKET = 8
    # What ``choose`` answers when the new result is not stored.
    KEEP = -1
    # A depth that no search reaches: the mark of an entry whose value MiniMAX's clearing has taken away.
    CLEARED_DEPTH = 255
    GREATEST_DEPTH = 254
    # Where the parts of a data word begin.
    VALUE_SHIFT = 16
    EVALUATION_SHIFT = 32
    DEPTH_SHIFT = 48
    MARK_SHIFT = 56

# In the order of table_design.POLICIES.
cdef enum Policy:
    ALWAYS
    DEPTH
    TWO_TIER
    CLEARING
    BUCKETS
    LOCKLESS
    DEPTH_STRICT

# A bucket as it was read, each word once.
cdef struct Bucket:
    int size
    uint64_t[LARGEST_BUCKET] keys
    uint64_t[LARGEST_BUCKET] data

# A result that wants to be stored.
cdef struct Applicant:
    uint64_t key
    int depth
    int bound
    int generation

cdef int choose(int policy, Bucket* bucket, Applicant* new, int own) noexcept nogil
cdef int own_entry(Bucket* bucket, uint64_t key) noexcept nogil
cdef int choose_by_depth(Bucket* bucket, Applicant* new, int own) noexcept nogil
cdef int choose_strictly(Bucket* bucket, Applicant* new) noexcept nogil
cdef int choose_of_two(Bucket* bucket, Applicant* new, int own) noexcept nogil
cdef int choose_least_worth(Bucket* bucket, Applicant* new, int own) noexcept nogil
cdef bint would_lose_depth(uint64_t data, Applicant* new) noexcept nogil
cdef uint64_t packed(int move, int value, int evaluation, int depth, int mark) noexcept nogil
