"""The ways of running an executable. Each has two halves: `choose` returns a schedule or declines, `emit` writes the kernel.

The first that answers is taken; the last always does.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation

from tfopt.iree_to_spirv.executable import Executable
from tfopt.iree_to_spirv.kernel import MOST_COPIES, TooManyTripsError
from tfopt.iree_to_spirv.schedule import Schedule
from tfopt.iree_to_spirv.schedules.sorting import is_sort

# Special shapes before general ones: a depthwise convolution is a convolution, and everything has elements.
ORDER = (
    "depthwise",
    "winograd",
    "winograd_tiles",
    "inner_product",
    "dot_tile",
    "register_tile",
    "contraction",
    "attention",
    "subgroup_rows",
    "row_reduction",
    "partial_sort",
    "merge_sort",
    "sorting",
    "update_slice",
    "running",
    "scattering",
    "column_reduction",
    "vector_reduction",
    "transpose",
    "sweep",
    "elementwise",
)


def choose(executable: Executable, target) -> Schedule:
    for name in ORDER:
        schedule = import_module(f"{__name__}.{name}").choose(executable, target)
        if schedule is not None:
            return schedule
    raise AssertionError("the last chooser always answers")


def alternatives(executable: Executable, target) -> list[Schedule]:
    """All that choosers answer, the first being what `choose` takes, and behind them the same with a number halved or doubled. Of some no kernel can be written."""
    answers = [import_module(f"{__name__}.{name}").choose(executable, target) for name in ORDER]
    chosen = [schedule for schedule in answers if schedule is not None]
    chosen += [varied for schedule in chosen for varied in variants(schedule)]
    return [*{str(schedule.attribute): schedule for schedule in reversed(chosen)}.values()][::-1]


def variants(schedule: Schedule) -> Iterator[Schedule]:
    """With one of the numbers halved or doubled that the schedule's module says can be, in `TUNED`, each with the least that it may be."""
    for key, least in getattr(import_module(f"{__name__}.{schedule.name}"), "TUNED", {}).items():
        number = schedule.values.get(key, 0)
        for other in (number // 2, 2 * number):
            if other >= least:
                yield Schedule(schedule.name, **{**schedule.values, key: other})


def plain(executable: Executable) -> Schedule:
    """An invocation for each element, which is a workgroup of its own: what the workload counts. Elements of sorts count what goes before them."""
    if is_sort(executable):
        return Schedule("sorting", invocations=1, loads="storage")
    return Schedule("elementwise", lanes=1, invocations=1, loads="storage")


def emit(executable: Executable, schedule: Schedule, target) -> Operation:
    """The `spirv.module` that runs the executable as decided."""
    if schedule.name not in ORDER:
        raise Error.on(executable.op, f"has the unknown schedule '{schedule.name}'; there are {', '.join(ORDER)}")
    write = import_module(f"{__name__}.{schedule.name}").emit
    try:
        return write(executable, schedule, target)
    except TooManyTripsError as reason:
        if reason.copies > MOST_COPIES:
            raise
        schedule.copies = reason.copies + 1  # one more, since loops do not all divide evenly
        return write(executable, schedule, target)
