"""Running sums, products and extremes: windows that hold all that went before. An invocation goes along a row once.

Taken one by one, the elements would each look at up to a whole row.
"""

from __future__ import annotations

from tfir.analysis.reducers import neutral, single_op
from tfir.dialects.stablehlo.inference.window import Window, in_pairs
from tfir.ir.diagnostics import Error
from tfir.ir.types import BF16

from tfopt.iree_to_spirv.arithmetic import kind_of, known_below
from tfopt.iree_to_spirv.buffers import element_kind
from tfopt.iree_to_spirv.elements.attributes import numbers
from tfopt.iree_to_spirv.elements.elementwise import converted
from tfopt.iree_to_spirv.elements.reduction import combining_of_window
from tfopt.iree_to_spirv.executable import Executable
from tfopt.iree_to_spirv.index import Index
from tfopt.iree_to_spirv.schedule import Schedule
from tfopt.iree_to_spirv.schedules.setting import Setting, invocations_for, is_side_by_side, preferred_loads

SHORTEST = 8
INVOCATIONS = 64


def choose(executable: Executable, target) -> Schedule | None:
    run = run_of(executable)
    if run is None:
        return None
    shape, (axis, _) = executable.shape, run
    lanes = 4 if axis != len(shape) - 1 and is_side_by_side(executable.root.results[0].type) else 1
    invocations = invocations_for(executable.size // shape[axis] // lanes, INVOCATIONS)
    return Schedule("running", lanes=lanes, invocations=invocations, loads=preferred_loads(target))


def run_of(executable: Executable) -> tuple[int, bool] | None:
    """The axis of a running reduction, such as a cumulative sum, and whether it runs from the end."""
    root = executable.root
    if root is None or root.name != "stablehlo.reduce_window" or len(root.operands) != 2 or executable.size == 0:
        return None
    shape = root.operands[0].type.shape
    if shape != root.results[0].type.shape or shape != executable.shape or not begins_neutral(root):
        return None
    names = ("window_dimensions", "window_strides", "padding", "base_dilations", "window_dilations")
    sizes, strides, padding, *dilations = [numbers(root, name, []) for name in names]
    run = Window(sizes, strides, in_pairs(padding), *dilations).running(shape)
    return run if run is not None and shape[run[0]] >= SHORTEST else None


def begins_neutral(root) -> bool:
    """Whether the initial value changes nothing, however often it is taken in beyond the edge."""
    initial, element = root.operands[1].op, root.operands[0].type.element
    if initial is None or initial.name != "stablehlo.constant" or (kind_of(element) is None and element is not BF16):
        return False
    start = neutral(single_op(root.region.entry), element)
    return start is not None and initial.attributes["value"].values()[0] == start


def emit(executable: Executable, schedule: Schedule, target):
    run = run_of(executable)
    if run is None:
        raise Error.on(executable.op, "is no running reduction, which schedule 'running' could run")
    axis, from_end = run
    lanes, invocations = schedule.number("lanes", 1, 4), schedule.number("invocations", 1, 128)
    setting = Setting(executable, schedule, target, lanes)
    kernel, rest = setting.kernel, [size for d, size in enumerate(executable.shape) if d != axis]
    count = executable.size // executable.shape[axis] // lanes
    number = setting.spread(count, invocations)
    with kernel.when(number < count):
        row = Index(kernel, rest, linear=known_below(number, count) * lanes)
        go_along(setting, executable, axis, from_end, row, lanes)
    return kernel.finish()


def go_along(setting: Setting, executable: Executable, axis: int, from_end: bool, row: Index, lanes: int) -> None:
    root, elements, kernel, shape = executable.root, setting.elements, setting.kernel, executable.shape
    operand, initial = root.operands
    # From the first element on each step is rounded whatever the length, as TensorFlow's kernels do.
    widened, combine = combining_of_window(elements, root, shape[axis] if from_end else SHORTEST)
    kind = element_kind(root.results[0].type, kernel)

    def step(i, carried):
        place = known_below(i.like(shape[axis] - 1) - i, shape[axis]) if from_end else i
        index = Index(kernel, shape, [*row.dims[:axis], place, *row.dims[axis:]])
        sum = combine([carried[0], widened(elements.at(operand, index, lanes)).splat(lanes)])[0]
        elements.bound = {root.results[0]: lambda index, lanes: converted(sum, kind)}
        setting.store_at(index, lanes)
        return [sum]

    kernel.loop(0, shape[axis], 1, [widened(elements.outer(initial)).splat(lanes)], step)
