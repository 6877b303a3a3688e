"""The one place that knows the compiler, the processor and the operating system.

Bit operations, prefetch, relaxed atomics, aligned memory and the monotonic clock, for GCC, Clang and MSVC. KIEBITZ_PEXT
is defined where the build targets a processor with BMI2 and doesn't travel (see setup.py); without it sliding attacks
use magic multiplication.
"""
from libc.stdint cimport int16_t, int64_t, uint8_t, uint16_t, uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #include <time.h>
    #if defined(_MSC_VER)
        #include <intrin.h>
        #include <windows.h>
        #if defined(_M_ARM64)
            #define kz_popcount(bits) ((int)_CountOneBits64(bits))
            #define kz_prefetch(address) __prefetch((const void *)(address))
        #else
            #define kz_popcount(bits) ((int)__popcnt64(bits))
            #define kz_prefetch(address) _mm_prefetch((const char *)(address), _MM_HINT_T0)
        #endif
        static __forceinline int kz_lowest(uint64_t bits)
        { unsigned long index; _BitScanForward64(&index, bits); return (int)index; }
        static __forceinline int kz_highest(uint64_t bits)
        { unsigned long index; _BitScanReverse64(&index, bits); return (int)index; }
        static __forceinline uint64_t kz_high_product(uint64_t a, uint64_t b) { return __umulh(a, b); }
        #define kz_load(address) (*(volatile int64_t *)(address))
        #define kz_store(address, value) (*(volatile int64_t *)(address) = (value))
        #define kz_acquire(address) (*(volatile int64_t *)(address))
        #define kz_release(address, value) (*(volatile int64_t *)(address) = (value))
        #define kz_load_word(type, address) (*(volatile type *)(address))
        #define kz_store_word(type, address, value) (*(volatile type *)(address) = (type)(value))
        #define kz_count(address) ((void)_InterlockedIncrement64((volatile int64_t *)(address)))
    #else
        #define kz_popcount(bits) __builtin_popcountll(bits)
        #define kz_prefetch(address) __builtin_prefetch(address)
        #define kz_lowest(bits) __builtin_ctzll(bits)
        #define kz_highest(bits) (63 ^ __builtin_clzll(bits))
        #if defined(__SIZEOF_INT128__)
            static inline uint64_t kz_high_product(uint64_t a, uint64_t b)
            { return (uint64_t)(((unsigned __int128)a * b) >> 64); }
        #else
            static inline uint64_t kz_high_product(uint64_t a, uint64_t b)
            {
                uint64_t low = (a & 0xffffffff) * (b & 0xffffffff);
                uint64_t middle = (a >> 32) * (b & 0xffffffff) + (low >> 32);
                uint64_t other = (a & 0xffffffff) * (b >> 32) + (middle & 0xffffffff);
                return (a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32);
            }
        #endif
        #define kz_load(address) __atomic_load_n(address, __ATOMIC_RELAXED)
        #define kz_store(address, value) __atomic_store_n(address, value, __ATOMIC_RELAXED)
        #define kz_acquire(address) __atomic_load_n(address, __ATOMIC_ACQUIRE)
        #define kz_release(address, value) __atomic_store_n(address, value, __ATOMIC_RELEASE)
        #define kz_load_word(type, address) __atomic_load_n(address, __ATOMIC_RELAXED)
        #define kz_store_word(type, address, value) __atomic_store_n(address, (type)(value), __ATOMIC_RELAXED)
        #define kz_count(address) ((void)__atomic_fetch_add(address, 1, __ATOMIC_RELAXED))
    #endif
    #if defined(_MSC_VER)
        #define KZ_RESTRICT __restrict
    #else
        #define KZ_RESTRICT __restrict__
    #endif
    typedef int16_t *KZ_RESTRICT kz_int16_row;
    typedef const int16_t *KZ_RESTRICT kz_const_int16_row;
    typedef float *KZ_RESTRICT kz_float_row;
    typedef const float *KZ_RESTRICT kz_const_float_row;
    #define kz_load8(address) kz_load_word(uint8_t, address)
    #define kz_load16(address) kz_load_word(uint16_t, address)
    #define kz_load64(address) kz_load_word(uint64_t, address)
    #define kz_store8(address, value) kz_store_word(uint8_t, address, value)
    #define kz_store16(address, value) kz_store_word(uint16_t, address, value)
    #define kz_store64(address, value) kz_store_word(uint64_t, address, value)

    #if defined(_WIN32)
        #include <malloc.h>
        #define kz_allocate(alignment, bytes) _aligned_malloc(bytes, alignment)
        #define kz_deallocate(address) _aligned_free(address)
    #else
        #include <stdlib.h>
        static void *kz_allocate(size_t alignment, size_t bytes)
        {
            void *address = NULL;
            return posix_memalign(&address, alignment, bytes) == 0 ? address : NULL;
        }
        #define kz_deallocate(address) free(address)
    #endif
    #if defined(__linux__)
        #include <sys/mman.h>
        #define kz_advise_huge_pages(address, bytes) (madvise(address, bytes, MADV_HUGEPAGE) == 0)
    #else
        #define kz_advise_huge_pages(address, bytes) 0
    #endif

    #if defined(__BMI2__) && !defined(KIEBITZ_NO_PEXT)
        #define KIEBITZ_PEXT 1
        #include <immintrin.h>
        #define kz_slider_index(occupied, mask, magic, shift) _pext_u64(occupied, mask)
    #else
        #define KIEBITZ_PEXT 0
        #define kz_slider_index(occupied, mask, magic, shift) ((((occupied) & (mask)) * (magic)) >> (shift))
    #endif

    #if defined(_WIN32)
        #include <windows.h>
        static int64_t kz_now_us(void)
        {
            LARGE_INTEGER count, frequency;
            QueryPerformanceCounter(&count);
            QueryPerformanceFrequency(&frequency);
            return (count.QuadPart / frequency.QuadPart) * 1000000
                 + (count.QuadPart % frequency.QuadPart) * 1000000 / frequency.QuadPart;
        }
    #else
        static int64_t kz_now_us(void)
        {
            struct timespec now;
            clock_gettime(CLOCK_MONOTONIC, &now);
            return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
        }
    #endif
    """
    # Rows of numbers; what is written through one is read through no other, so that loops become vector instructions.
    ctypedef int16_t* Int16Row "kz_int16_row"
    ctypedef const int16_t* ConstInt16Row "kz_const_int16_row"
    ctypedef float* FloatRow "kz_float_row"
    ctypedef const float* ConstFloatRow "kz_const_float_row"
    const bint USES_PEXT "KIEBITZ_PEXT"
    # How many bits are set.
    int popcount "kz_popcount"(uint64_t bits) noexcept nogil
    # Index of the lowest (highest) set bit; undefined for an empty word.
    int lowest "kz_lowest"(uint64_t bits) noexcept nogil
    int highest "kz_highest"(uint64_t bits) noexcept nogil
    # The high 64 bits of the 128-bit product: scales a hash to a range without a division.
    uint64_t high_product "kz_high_product"(uint64_t a, uint64_t b) noexcept nogil
    # Ask for a cache line before it is needed.
    void prefetch "kz_prefetch"(const void* address) noexcept nogil
    # Where a set of blockers stands in the attack table of one square.
    uint64_t slider_index "kz_slider_index"(uint64_t occupied, uint64_t mask, uint64_t magic, int shift) noexcept nogil
    # Words that two threads touch without a lock: relaxed, and a release/acquire pair for publishing.
    int64_t load_relaxed "kz_load"(const int64_t* address) noexcept nogil
    void store_relaxed "kz_store"(int64_t* address, int64_t value) noexcept nogil
    int64_t load_acquire "kz_acquire"(const int64_t* address) noexcept nogil
    void store_release "kz_release"(int64_t* address, int64_t value) noexcept nogil
    # The words of the transposition table, which threads race on by intention.
    uint8_t load_relaxed_8 "kz_load8"(const uint8_t* address) noexcept nogil
    uint16_t load_relaxed_16 "kz_load16"(const uint16_t* address) noexcept nogil
    uint64_t load_relaxed_64 "kz_load64"(const uint64_t* address) noexcept nogil
    void store_relaxed_8 "kz_store8"(uint8_t* address, int value) noexcept nogil
    void store_relaxed_16 "kz_store16"(uint16_t* address, int value) noexcept nogil
    void store_relaxed_64 "kz_store64"(uint64_t* address, uint64_t value) noexcept nogil
    # One more, whoever else counts.
    void count_relaxed "kz_count"(int64_t* address) noexcept nogil
    # Memory at an address divisible by ``alignment`` (a power of two), its content arbitrary; NULL if refused.
    void* allocate "kz_allocate"(size_t alignment, size_t bytes) noexcept nogil
    void deallocate "kz_deallocate"(void* address) noexcept nogil
    # Ask for huge pages under a region; whether the system took note.
    bint advise_huge_pages "kz_advise_huge_pages"(void* address, size_t bytes) noexcept nogil
    # Microseconds on a clock that never jumps.
    int64_t now_us "kz_now_us"() noexcept nogil
