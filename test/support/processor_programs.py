"""Programs of one body, lowered for a processor and run on this machine's, with the schedules that their kernels have."""

import numpy as np
from device_calls import call, lowered
from tfir.ir.types import FloatType, IntegerType
from tfir.ods.arrays import dtype_of

TARGETS = ("x86-64-v3", "x86-64-v4")


def typed(shape, element: str = "f32") -> str:
    return f"tensor<{'x'.join([*map(str, shape), element])}>"


def dtype(element: str) -> np.dtype:
    return dtype_of(FloatType(element) if "f" in element else IntegerType(int(element.strip("ui")), "u" if "u" in element else ""))


def run(arguments, elements, body: str, result: str, target: str) -> tuple[np.ndarray, list[str]]:
    """(the values of a body of `%0`, `%1` ... that makes `%r`, the schedules of its kernels). That text holds all of a module is for others to
    show: writing and reading it take a quarter of the time."""
    named = ", ".join([f"%{n}: {typed(array.shape, element)}" for n, (array, element) in enumerate(zip(arguments, elements))])
    module = lowered(f"func.func @main({named}) -> {result} {{\n{body}\nreturn %r : {result}\n}}", target, "cpu", through_text=False)
    ((answer,),) = call(module, "cpu", [arguments])
    return answer, [op.get("iree.schedule").text for op in module.walk() if "iree.schedule" in op.attributes]


def run_by(schedule: str, arguments, elements, body: str, result: str, target: str) -> np.ndarray:
    """The values of a body, of which some kernel has this schedule."""
    answer, schedules = run(arguments, elements, body, result, target)
    assert any([each.startswith(f"#iree.schedule<{schedule},") for each in schedules]), schedules
    return answer
