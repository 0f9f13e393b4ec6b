"""Which operation of `iree_hl_interp` does what one of StableHLO does, and how it is built."""

from __future__ import annotations

from tfir.analysis.reducers import single_op
from tfir.dialects.iree_interp import LINES
from tfir.dialects.iree_interp.verify import FLOAT, SIGNED, UNSIGNED, kind_of, kinds_of
from tfir.execution.executables import memref
from tfir.ir.attributes import IntegerAttr
from tfir.ir.builder import Builder
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32, FloatType, IntegerType, MemRefType, TensorType, Type
from tfir.vm.opcodes import OPAQUE, code_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

DIALECT = "iree_hl_interp"


class Body:
    """A function of the interpreter that is being written. Equal constants are one."""

    def __init__(self, build: Builder):
        self.build = build
        self.constants: dict[DenseAttr, Value] = {}

    def constant(self, value) -> Value:
        if value not in self.constants:
            self.constants[value] = self.build.value("iree.constant", [], memref(value.type), {"value": value})
        return self.constants[value]

    def numbers(self, numbers: Sequence[int]) -> Value:
        """A buffer of indices, sizes or dimensions."""
        given = list(numbers)
        return self.constant(DenseAttr.of(given if len(set(given)) > 1 else given[:1], TensorType([len(given)], I32)))

    def op(self, name: str, operands: Sequence[Value], type: Type, **attributes) -> Value:
        return self.build.value(f"{DIALECT}.{name}", operands, memref(type), attributes)


def element(value: Value) -> Type:
    return value.type.element


def is_plain(op: Operation) -> bool:
    """Whether all values that an operation has to do with are numbers of known sizes that bytecode has types for."""
    types = [value.type for value in (*op.operands, *op.results)]
    return all([
        isinstance(type, TensorType) and type.is_static and isinstance(type.element, (IntegerType, FloatType)) and code_of(type.element) != OPAQUE
        for type in types
    ])  # fmt: skip


def computed(op: Operation, operands: Sequence[Value], body: Body) -> Value | None:
    """What an op gives that the table has a name for, for the kind of its first operand."""
    first, result = kind_of(element(op.operands[0])), kind_of(element(op.result))
    for name in NAMES.get(op.name, ()):
        kinds = kinds_of(name)
        fits = [first in kinds[0], result in kinds[1]] if len(kinds) == 2 else [first in kinds[0]] if kinds else [True]
        if all(fits):
            return body.op(name, operands, op.result.type)
    return None


NAMES: dict[str, list[str]] = {}
for line in LINES.values():
    if line.stands_for and line.stands_for != "pad":
        NAMES.setdefault(f"stablehlo.{line.stands_for}", []).append(line.name)


def compare(op: Operation, operands: Sequence[Value], body: Body) -> Value | None:
    kind, type = kind_of(element(op.operands[0])), op.attributes.get("compare_type")
    direction = op.attributes["comparison_direction"].value.lower()
    if not kind or (type is not None and type.value == "TOTALORDER"):
        return None
    if kind == FLOAT:
        return body.op("cmp_f", operands, op.result.type, predicate=("u" if direction == "ne" else "o") + direction)
    sign = "" if direction in ("eq", "ne") else {SIGNED: "s", UNSIGNED: "u"}[kind]
    return None if type is not None and type.value == "UNSIGNED" else body.op("cmp_i", operands, op.result.type, predicate=sign + direction)


def broadcast(op: Operation, operands: Sequence[Value], body: Body) -> Value | None:
    """A number everywhere, or a buffer repeated along the dimensions that it has not, or of which it has one."""
    sizes, places = op.result.type.shape, list(op.attributes["broadcast_dimensions"])
    if not places:
        return body.op("broadcast", [operands[0], body.numbers(sizes)], op.result.type)
    if places != sorted(places):
        return None
    spread = [1] * len(sizes)
    for size, place in zip(op.operands[0].type.shape, places):
        spread[place] = size
    operand = operands[0] if list(op.operands[0].type.shape) == spread else reshaped(operands[0], spread, body)
    return operand if spread == list(sizes) else body.op("tile", [operand, body.numbers(sizes)], op.result.type)


def reshaped(operand: Value, sizes: Sequence[int], body: Body) -> Value:
    return body.op("reshape", [operand, body.numbers(sizes)], MemRefType(sizes, element(operand)))


def reshape(op: Operation, operands: Sequence[Value], body: Body) -> Value:
    return reshaped(operands[0], op.result.type.shape, body)


def transpose(op: Operation, operands: Sequence[Value], body: Body) -> Value:
    return body.op("transpose", [operands[0], body.numbers(op.get("permutation"))], op.result.type)


def reverse(op: Operation, operands: Sequence[Value], body: Body) -> Value:
    return body.op("reverse", [operands[0], body.numbers(op.get("dimensions"))], op.result.type)


def pad(op: Operation, operands: Sequence[Value], body: Body) -> Value:
    edges = [body.numbers(op.get(name)) for name in ("edge_padding_low", "edge_padding_high", "interior_padding")]
    return body.op("pad", [*operands, *edges], op.result.type)


def slice(op: Operation, operands: Sequence[Value], body: Body) -> Value | None:
    starts = list(op.get("start_indices"))
    if set(op.get("strides")) - {1}:
        return None
    return body.op("slice", [operands[0], body.numbers(starts), body.numbers(op.result.type.shape)], op.result.type)


def concatenate(op: Operation, operands: Sequence[Value], body: Body) -> Value:
    return body.op("concat", operands, op.result.type, dimension=IntegerAttr(op.get("dimension"), I32))


def product(op: Operation, operands: Sequence[Value], body: Body) -> Value | None:
    """The product of two matrices of floats of one type."""
    numbers, types = op.attributes["dot_dimension_numbers"], [value.type for value in (*op.operands, op.result)]
    contracted = list(numbers.lhs_contracting_dimensions), list(numbers.rhs_contracting_dimensions)
    is_of_floats = all([type.element is types[0].element and kind_of(type.element) == FLOAT for type in types])
    if [type.rank for type in types] != [2, 2, 2] or contracted != ([1], [0]) or not is_of_floats:
        return None
    return body.op("matmul_f", operands, op.result.type)


REDUCTIONS = {"stablehlo.add": "sum", "stablehlo.minimum": "min", "stablehlo.maximum": "max"}


def reduce(op: Operation, operands: Sequence[Value], body: Body) -> Value | None:
    """A sum, or the least or largest, along one dimension; several are taken at once by the op itself, which adds up in another order."""
    word, dimensions = REDUCTIONS.get(single_op(op.body) or ""), list(op.get("dimensions"))
    kind = kind_of(element(op.operands[0]))
    if word is None or len(op.operands) != 2 or len(dimensions) != 1 or not kind or element(op.operands[0]) is not element(op.result):
        return None
    if element(op.operands[0]) is not element(op.operands[1]) or element(op.operands[0]) is not op.body.arguments[0].type.element:
        return None
    name = f"reduce_{word}_{'f' if kind == FLOAT else 'i'}"
    return body.op(name, operands, op.result.type, dimension=IntegerAttr(dimensions[0], I32))


RULES: dict[str, Callable[[Operation, Sequence[Value], Body], Value | None]] = {
    **dict.fromkeys(NAMES, computed),
    "stablehlo.compare": compare,
    "stablehlo.broadcast_in_dim": broadcast,
    "stablehlo.reshape": reshape,
    "stablehlo.transpose": transpose,
    "stablehlo.reverse": reverse,
    "stablehlo.pad": pad,
    "stablehlo.slice": slice,
    "stablehlo.concatenate": concatenate,
    "stablehlo.dot_general": product,
    "stablehlo.reduce": reduce,
}
