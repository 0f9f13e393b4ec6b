"""Which kernels the matrix products of NumPy run on.

NumPy's wheels bring OpenBLAS, which chooses its kernels by the processor's model when it is loaded. A model of AMD's that is newer than it
gets those of AVX2, whatever the processor can do; where that has AVX-512 the kernels made for that are twice as fast (230 GFLOPS against 118
on one core of a Zen 5). So the choice is made here, before NumPy is imported, and left to whom has made another.
"""

from __future__ import annotations

import os
import sys

CHOICE = "OPENBLAS_CORETYPE"  # the variable that OpenBLAS reads
NEEDED = {"avx512f", "avx512cd", "avx512bw", "avx512dq", "avx512vl"}  # what its kernels for Intel's Skylake-X are compiled for
FIRST_PROCESSOR = 1 << 13  # bytes that hold what is said of the first one


def choose_kernels(processors: str = "/proc/cpuinfo") -> None:
    """Tells OpenBLAS which kernels to take, where it might not know and has not been loaded yet."""
    if CHOICE in os.environ or "numpy" in sys.modules:
        return
    try:
        with open(processors, "rb", buffering=0) as file:
            core = core_type(file.read(FIRST_PROCESSOR).decode("ascii", "replace"))
    except OSError:  # not Linux
        return
    if core is not None:
        os.environ[CHOICE] = core


def core_type(processors: str) -> str | None:
    """OpenBLAS's name of the kernels for a processor that Linux describes so; None where it chooses well by itself."""
    facts = dict([(name.strip(), value) for name, _, value in [line.partition(":") for line in processors.split("\n\n")[0].splitlines()]])
    is_capable = facts.keys() >= {"flags"} and set(facts["flags"].split()) >= NEEDED
    return "SkylakeX" if is_capable and facts.get("vendor_id", "").strip() == "AuthenticAMD" else None
