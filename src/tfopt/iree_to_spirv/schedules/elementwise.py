"""Elements of the result, each by itself: one invocation for one of them, or for four side by side.

Anything can be computed so; elementwise chains, movements of data and windows over channels that stand side by side are
computed well.
"""

from __future__ import annotations

from tfir.analysis.extents import divided_up

from tfopt.iree_to_spirv.arithmetic import known_below
from tfopt.iree_to_spirv.elements.attributes import numbers
from tfopt.iree_to_spirv.elements.contraction import RULES as SUMS_OF_PRODUCTS
from tfopt.iree_to_spirv.executable import Executable
from tfopt.iree_to_spirv.index import Index
from tfopt.iree_to_spirv.kernel import MOST_TRIPS
from tfopt.iree_to_spirv.schedule import Schedule
from tfopt.iree_to_spirv.schedules.setting import Setting, invocations_for, is_side_by_side, preferred_loads

INVOCATIONS = 64
TUNED = {"invocations": 8}


def choose(executable: Executable, target) -> Schedule:
    fours = is_side_by_side(executable.stores[0][0].type) and not loops_for_each(executable.root)
    lanes = 4 if fours else 1
    count = divided_up(executable.size, lanes)
    invocations = invocations_for(count, min(INVOCATIONS, target.max_workgroup_size[0], target.max_workgroup_invocations))
    return Schedule("elementwise", lanes=lanes, invocations=invocations, loads=preferred_loads(target))


def loops_for_each(root) -> bool:
    """Whether four elements side by side would be four loops, one after the other."""
    if root is None:
        return False
    if root.name == "stablehlo.reduce":
        return len(root.operands[0].type.shape) - 1 in numbers(root, "dimensions")
    if root.name == "stablehlo.scatter":
        size = root.operands[len(root.operands) // 2].type.size
        return not isinstance(size, int) or size > MOST_TRIPS  # through few rows four are as quick as one
    return root.name in SUMS_OF_PRODUCTS


def emit(executable: Executable, schedule: Schedule, target):
    lanes, invocations = schedule.number("lanes", 1, 4), schedule.number("invocations")
    setting = Setting(executable, schedule, target, lanes)
    kernel = setting.kernel
    count = divided_up(executable.size, lanes)
    if count == 0:  # there is no place to ask for an element at
        kernel.workgroups = (0, 1, 1)
        return kernel.finish()
    number = setting.spread(count, invocations)
    is_exact = isinstance(count, int) and kernel.workgroups[0] * kernel.workgroups[1] * invocations == count

    with kernel.when(kernel.truth(True) if is_exact else number < count):
        inside = number if is_exact else known_below(number, count)
        setting.store_at(Index(kernel, executable.shape, linear=inside * lanes), lanes)
    return kernel.finish()
