"""Attempts at a reader with damaged files, for the tools fuzz_*.py: only errors with places may come of one, no crash, no hang, and no more memory
than a small multiple of the file."""

import argparse
import random
import resource
import traceback
import tracemalloc
from time import process_time

from tfir.ir.diagnostics import Error

SLOW = 5.0  # seconds of the processor
ADDRESS_SPACE = 3 << 30
TRACED_EACH = 20  # attempts of which one is measured
MOST_MEMORY, SPARE = 400, 8 << 20  # times the file, and bytes besides, of which a dialect's table is most


def outcome(act, data, is_traced: bool) -> str:
    """What came of an attempt: `read`, `refused`, or what is bad of it. An error in a text has a place."""
    start = process_time()
    if is_traced:
        tracemalloc.start()
    try:
        act(data)
        result = "read"
    except Error as error:
        has_place = isinstance(data, bytes) or all([each.place() is not None for each in error.diagnostics])
        result = "refused" if has_place else f"an error without a place: {error}"
    except BaseException:
        result = traceback.format_exc()
    if is_traced:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        if peak > MOST_MEMORY * len(data) + SPARE:
            result = f"{peak} bytes of memory for a file of {len(data)}"
    return f"{process_time() - start:.1f} seconds" if process_time() - start > SLOW else result


def attempts(attempt) -> int:
    """Makes as many attempts as the command line says, and returns an exit code. `attempt(number, source)` gives what reads, and what is read: text, or
    bytes; `source` is the chance of this attempt alone."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int)
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    counts: dict[str, int] = {}
    for number in range(options.count) if options.only is None else [options.only]:
        act, data = attempt(number, random.Random(f"{options.seed} {number}"))
        result = outcome(act, data, number % TRACED_EACH == 0)
        kind = result if result in ("read", "refused") else "bad"
        counts[kind] = counts.get(kind, 0) + 1
        if kind == "bad":
            print(f"--seed={options.seed} --only={number}: {result}")
        if options.only is not None:
            print(data)
    print(", ".join(f"{count} {what}" for what, count in sorted(counts.items())))
    return 1 if "bad" in counts else 0
