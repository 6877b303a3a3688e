cdef extern from *:
    """
    #if defined(__x86_64__) && defined(__GNUC__)
        static int kz_processor_level(void)
        {
            __builtin_cpu_init();
            if (!__builtin_cpu_supports("sse4.2") || !__builtin_cpu_supports("popcnt")) return 1;
            if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2")
                || !__builtin_cpu_supports("fma")) return 2;
            return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")
                && __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq")
                && __builtin_cpu_supports("avx512vl") ? 4 : 3;
        }
    #elif defined(_M_X64)
        #define kz_processor_level() 2
    #else
        #define kz_processor_level() 0
    #endif
    #if !defined(KIEBITZ_TARGET)
        #define KIEBITZ_TARGET "an unknown processor"
    #endif
    """
    const char* TARGET "KIEBITZ_TARGET"
    int processor_level "kz_processor_level"() noexcept nogil
