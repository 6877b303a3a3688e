"""What the search promises of itself, looked at in builds that are made to find faults (``make sanitize``).

A promise that is broken ends the process with a line that names it. In every other build nothing is left of it.
"""

cdef extern from *:
    """
    #if defined(KIEBITZ_CHECKS)
        #include <stdio.h>
        #include <stdlib.h>
        static void kz_broken(const char *what)
        { fprintf(stderr, "the search broke a promise: %s\\n", what); abort(); }
        #define kz_promise(holds, what) ((holds) ? (void)0 : kz_broken(what))
    #else
        #define kz_promise(holds, what) ((void)0)
    #endif
    """
    void promise "kz_promise"(bint holds, const char* what) noexcept nogil
