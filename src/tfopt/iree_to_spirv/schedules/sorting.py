"""Sorting by rank: an invocation for each element counts how many go before it, and stores it there.

Of two elements exactly one goes before the other, so where the comparator orders all elements every place gets one; where it
compares floats, NaN goes last. Equal elements keep their order, whether or not the sort asks for it.
"""

from __future__ import annotations

from tfir.dialects.stablehlo.comparators import with_nan_last
from tfir.ir.diagnostics import Error

from tfopt.iree_to_spirv.arithmetic import known_below, where
from tfopt.iree_to_spirv.elements.attributes import number
from tfopt.iree_to_spirv.executable import Executable
from tfopt.iree_to_spirv.index import Index
from tfopt.iree_to_spirv.schedule import Schedule
from tfopt.iree_to_spirv.schedules.setting import Setting, preferred_loads

INVOCATIONS = 64


def choose(executable: Executable, target) -> Schedule | None:
    if not is_sort(executable):
        return None
    return Schedule("sorting", invocations=INVOCATIONS, loads=preferred_loads(target))


def is_sort(executable: Executable) -> bool:
    root = executable.root
    if root is None or root.name != "stablehlo.sort" or executable.size == 0:
        return False
    return executable.shape == root.results[0].type.shape and executable.shape != ()


def emit(executable: Executable, schedule: Schedule, target):
    if not is_sort(executable):
        raise Error.on(executable.op, "is no sort, which schedule 'sorting' could run")
    invocations = schedule.number("invocations", 1, 128)
    setting = Setting(executable, schedule, target, 1)
    kernel, count = setting.kernel, executable.size
    place = setting.spread(count, invocations)
    with kernel.when(place < count):
        store_ranked(setting, executable, Index(kernel, executable.shape, linear=known_below(place, count)))
    return kernel.finish()


def store_ranked(setting: Setting, executable: Executable, index: Index) -> None:
    """Writes the elements at an index to where they belong."""
    root, elements, kernel = executable.root, setting.elements, setting.kernel
    axis = number(root, "dimension", -1) % len(executable.shape)
    length, mine = executable.shape[axis], index.dims[axis]
    comparator = with_nan_last(root.region.entry).parent
    own = [elements.at(operand, index) for operand in root.operands]

    def count(j, carried):
        others = [elements.at(operand, index.replaced(executable.shape, {axis: j})) for operand in root.operands]
        earlier = j < mine
        pairs = [side for one, other in zip(own, others) for side in (where(earlier, one, other), where(earlier, other, one))]
        answer = elements.combine(comparator, pairs)[0]
        # An earlier element stays before this one unless this one goes before it; a later one must go before it by itself
        before = (earlier ^ answer) & j.differs(mine)
        return [where(before, carried[0] + 1, carried[0])]

    rank = known_below(kernel.loop(0, length, 1, [kernel.number(0)], count)[0], length)
    elements.bound = {result: (lambda index, lanes, value=value: value) for result, value in zip(root.results, own)}
    setting.store_at(index.replaced(executable.shape, {axis: rank}), 1)
