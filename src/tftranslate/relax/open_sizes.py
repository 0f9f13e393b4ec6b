"""Sizes of results that types leave open, by those of operands, or as symbols for what a tensor of sizes holds."""

from __future__ import annotations

from tfir.dialects.stablehlo.inference.checks import integers
from tfir.ir.diagnostics import Error

from tftranslate.relax.kernel import plus
from tftranslate.relax.operators import product_dimensions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tfir.ir.operations import Operation, Value

    from tftranslate.relax.function_writer import FunctionWriter


def result_sizes(writer: FunctionWriter, op: Operation, result: Value) -> list[str]:
    """What the type knows, and the rest as the op's family has it."""
    rule = RULES.get(op.name.removeprefix("stablehlo."), of_operands)
    sizes = rule(writer, op)
    return [own if size is None else str(size) for size, own in zip(result.type.shape, sizes, strict=True)]


def of_operands(writer: FunctionWriter, op: Operation) -> Sequence[str]:
    """Those of operands of the same rank."""
    rank = len(op.results[0].type.shape)
    shapes = [writer.sizes(value) for value in op.operands if len(value.type.shape) == rank]
    if not shapes:
        raise Error("sizes that are not known here have no name in Relax")
    return shapes[0]


def of_tensor(position: int) -> Callable[[FunctionWriter, Operation], list[str]]:
    """Sizes that an operand holds."""

    def rule(writer: FunctionWriter, op: Operation) -> list[str]:
        value, shape = op.operands[position], op.results[0].type.shape
        name = writer.name(value)
        if value.type.element.text != "i64":
            name = writer.bind(f'R.astype({name}, dtype="int64")')
        symbols = [writer.symbol() for _ in shape]
        made = writer.bind(f"R.tensor_to_shape({name})", "shape")
        writer.bind(f"R.match_cast({made}, R.Shape([{', '.join(symbols)}]))", "shape")
        return symbols

    return rule


def permuted(writer: FunctionWriter, op: Operation) -> list[str]:
    sizes = writer.sizes(op.operands[0])
    return [sizes[dim] for dim in integers(op.attributes["permutation"])]


def of_product(writer: FunctionWriter, op: Operation) -> list[str]:
    lhs, rhs = [writer.sizes(value) for value in op.operands]
    lhs_batch, rhs_batch, lhs_inner, rhs_inner = product_dimensions(op)
    sizes = [lhs[dim] for dim in lhs_batch]
    sizes += [size for dim, size in enumerate(lhs) if dim not in (*lhs_batch, *lhs_inner)]
    return sizes + [size for dim, size in enumerate(rhs) if dim not in (*rhs_batch, *rhs_inner)]


def reduced(writer: FunctionWriter, op: Operation) -> list[str]:
    dimensions = integers(op.attributes["dimensions"])
    return [size for dim, size in enumerate(writer.sizes(op.operands[0])) if dim not in dimensions]


def joined(writer: FunctionWriter, op: Operation) -> list[str]:
    sizes = [list(writer.sizes(value)) for value in op.operands]
    dim, total = op.get("dimension"), "0"
    for each in sizes:
        total = plus(total, each[dim])
    sizes[0][dim] = total
    return sizes[0]


def of_gather(writer: FunctionWriter, op: Operation) -> list[str]:
    numbers, indices = op.attributes["dimension_numbers"], list(writer.sizes(op.operands[1]))
    if numbers.index_vector_dim < len(indices):
        del indices[numbers.index_vector_dim]
    batch, offsets = iter(indices), integers(numbers.offset_dims)
    rank = len(op.results[0].type.shape)
    return ["1" if dim in offsets else next(batch) for dim in range(rank)]


RULES: dict[str, Callable[[FunctionWriter, Operation], Sequence[str]]] = {
    "dynamic_reshape": of_tensor(1), "dynamic_broadcast_in_dim": of_tensor(1), "dynamic_iota": of_tensor(0), "transpose": permuted,
    "dot_general": of_product, "dot": of_product, "reduce": reduced, "concatenate": joined, "gather": of_gather,
}  # fmt: skip
