"""Semantics: in which script characters are written."""

from bisect import bisect
from functools import cache
from os.path import dirname, join

from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import ShapeOfFirst

NO_SCRIPT = -1  # of numbers that are no code points
LAST = 0x10FFFF


@cache
def runs() -> tuple[list[int], list[int]]:
    """The first code points of runs, and their scripts by ICU's numbers."""
    with open(join(dirname(__file__), "scripts.txt"), encoding="ascii") as file:
        pairs = [word.split(":") for line in file if line[0] != "#" for word in line.split()]
    return [int(first, 16) for first, _ in pairs], [int(script) for _, script in pairs]


class UnicodeScript(ShapeOfFirst):
    def evaluate(input):
        firsts, scripts = runs()
        numbers = [scripts[bisect(firsts, point) - 1] if 0 <= point <= LAST else NO_SCRIPT for point in input.ravel().tolist()]
        return np.array(numbers, np.int32).reshape(input.shape)
