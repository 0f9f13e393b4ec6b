"""What is asked of the C library's allocator."""

from __future__ import annotations

from functools import cache

# Parameters of glibc's mallopt, from malloc.h.
TRIM_THRESHOLD, MMAP_THRESHOLD = -1, -3


@cache
def keep_freed_memory() -> None:
    """Asks the C library to keep what is freed for what comes next.

    Otherwise each large array or text is mapped anew, and clearing its pages takes a tenth of the time of a convolutional net,
    and half of that of printing large constants. Where there is no such request to make (not glibc), nothing is lost but that time.
    """
    import ctypes

    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return
    mallopt(MMAP_THRESHOLD, 32 << 20)
    mallopt(TRIM_THRESHOLD, 1 << 30)
