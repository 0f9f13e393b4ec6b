"""Which function of loops computes an op, where no operator of Relax does."""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ir.types import ComplexType

from tftranslate.region_values import taken_from_outside
from tftranslate.relax import accumulations, placements
from tftranslate.relax.kernel import Kernel, Splat
from tftranslate.relax.pointwise import PLACES, pointwise
from tftranslate.relax.scalars import SCALARS, SPECIAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tfir.ir.operations import Operation, Value

    from tftranslate.relax.function_writer import FunctionWriter

KERNELS: dict[str, Callable[[Kernel, Operation], None]] = {
    **dict.fromkeys((*SCALARS, *SPECIAL, *PLACES, "reduce_precision"), pointwise),
    "dot_general": accumulations.dot_general, "dot": accumulations.dot_general, "convolution": accumulations.convolution,
    "dynamic_conv": accumulations.convolution, "reduce": accumulations.reduce, "reduce_window": accumulations.reduce_window,
    "select_and_scatter": accumulations.select_and_scatter, "scatter": placements.scatter, "sort": placements.sort,
}  # fmt: skip


def is_known(op: Operation) -> bool:
    return op.dialect == "stablehlo" and op.name.removeprefix("stablehlo.") in KERNELS


def call_of(writer: FunctionWriter, op: Operation) -> str:
    """The call of the kernel of an op, which is written unless the module has one that is the same."""
    name = op.name.removeprefix("stablehlo.")
    kernel = Kernel(name)
    outside = taken_from_outside(op.regions)
    values = [*op.operands, *outside]
    for number, value in enumerate(values):
        kernel.inputs.append(input_of(kernel, writer, value, "xyzwuv"[number] if number < 6 else f"x{number}"))
    for number, result in enumerate(op.results):
        kernel.outputs.append(kernel.buffer("out" if len(op.results) == 1 else f"out{number}", writer.sizes(result), result.type.element))
    count = len(op.operands)
    kernel.inputs, captured = kernel.inputs[:count], kernel.inputs[count:]
    kernel.outside = dict(zip(outside, [each.at([]) for each in captured]))
    if any([value.type.shape for value in outside]):
        raise Error.on(op, "a region that takes more than one element from outside has no counterpart in a function of loops")
    KERNELS[name](kernel, op)
    kernel.inputs += captured
    function = writer.module.kernel(kernel)
    operands = [writer.name(value) for value, buffer in zip(values, kernel.inputs) if buffer.name]
    types = [writer.module.type_text(value, writer.sizes(value)) for value in op.results]
    results = types[0] if len(types) == 1 else f"[{', '.join(types)}]"
    arguments = f"({operands[0]},)" if len(operands) == 1 else f"({', '.join(operands)})"
    return f"R.call_tir(cls.{function}, {arguments}, out_ty={results})"


def input_of(kernel: Kernel, writer: FunctionWriter, value: Value, wish: str):
    splat, sizes = writer.splat(value), writer.sizes(value)
    element = value.type.element
    if splat is not None and not isinstance(element, ComplexType):
        return Splat(splat, sizes, element)
    return kernel.buffer(wish, sizes, element)
