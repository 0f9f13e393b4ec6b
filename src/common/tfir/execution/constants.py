"""Values that are computed once and kept, and what stands for a value outside of a run."""

from __future__ import annotations

import numpy as np

from tfir.ods.buffers import Buffer

# A constant result larger than this is computed anew in each run, unless it is no larger than what it is computed from.
LARGEST_KEPT = 1 << 28


def is_kept(results, operands) -> bool:
    """Whether the results of a step on constants are kept."""
    return sum([size_of(value) for value in results]) <= max(LARGEST_KEPT, sum([size_of(value) for value in operands]))


SCALARS = (np.generic, bool, int, float, complex)  # what NumPy makes of an array of no dimensions


def as_array(value):
    """NumPy's scalars as arrays without dimensions; any other value, such as a handle, unchanged."""
    return np.asarray(value) if isinstance(value, SCALARS) else np.array(value, object) if isinstance(value, bytes) else value


def size_of(value) -> int:
    """The memory that an array takes; a view of repeated elements takes that of the elements."""
    if not isinstance(value, np.ndarray):
        return 0
    return value.nbytes if 0 not in value.strides else value.itemsize


def frozen(value):
    """A view of a constant that cannot be written to; a buffer can."""
    if isinstance(value, Buffer):
        return value
    if isinstance(value, np.generic):
        value = np.asarray(value)
    if isinstance(value, np.ndarray) and value.flags.writeable:
        value = value.view()
        value.flags.writeable = False
    return value
