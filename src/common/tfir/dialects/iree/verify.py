"""What types cannot say of the sequencers' operations: what calls give and take, and buffers that hold numbers, or parts of others."""

from __future__ import annotations

from tfir.dialects.func import verify_call
from tfir.ir.attributes import SymbolRefAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import nearest_symbol
from tfir.ir.types import FunctionType, IndexType, IntegerType, ShapedType

IMPORT = "iree.module.import"


def verify_direct(op: Operation) -> None:
    """One that stands in no module, as it comes from bytecode, calls by a number that was looked up."""
    if any(map(is_module, op.ancestors())):
        verify_call(op)


def verify_import(op: Operation) -> None:
    callee = op.attributes.get("callee")
    function = nearest_symbol(op, callee, is_module) if isinstance(callee, SymbolRefAttr) else None
    if any(map(is_module, op.ancestors())) and (function is None or IMPORT not in function.attributes):
        raise Error.on(op, f"calls {callee}, which is no imported function of this module")


def is_module(op: Operation) -> bool:
    return op.name == "builtin.module"


def verify_indirect(op: Operation) -> None:
    type = op.operands[0].type
    given = FunctionType([value.type for value in op.operands[1:]], [value.type for value in op.results])
    if isinstance(type, FunctionType) and type is not given:
        raise Error.on(op, f"calls a function of type {type} as one of type {given}")


def check_numbers(op: Operation, *positions: int) -> None:
    """Raises Error where an operand is no buffer of whole numbers."""
    for at in positions:
        type = op.operands[at].type
        if not isinstance(type, ShapedType) or not isinstance(type.element, (IntegerType, IndexType)):
            raise Error.on(op, f"takes numbers from operand {at} of type {type}")


def check_elements(op: Operation, *values: Value) -> None:
    """Raises Error for buffers of different elements."""
    elements = {value.type.element.text for value in values if isinstance(value.type, ShapedType)}
    if len(elements) > 1:
        raise Error.on(op, f"has buffers of different elements: {', '.join(sorted(elements))}")


def verify_dim(op: Operation) -> None:
    shape, at = getattr(op.operands[0].type, "shape", None), op.get("dimension")
    if shape is not None and not 0 <= at < len(shape):
        raise Error.on(op, f"asks for dimension {at} of {op.operands[0].type}")


def verify_slice(op: Operation) -> None:
    check_numbers(op, 1, 2)
    check_elements(op, op.operands[0], op.results[0])


def verify_copy(op: Operation) -> None:
    check_numbers(op, 1, 3, 4)
    check_elements(op, op.operands[0], op.operands[2])


def verify_fill(op: Operation) -> None:
    check_numbers(op, 2, 3)
    check_elements(op, op.operands[0], op.operands[1])


def verify_concat(op: Operation) -> None:
    """Inputs are as the result, but for their sizes along one dimension."""
    check_elements(op, *op.operands, op.results[0])
    shape, dimension = op.results[0].type.shape, op.get("dimension")
    if shape is None:
        return
    if not 0 <= dimension < len(shape):
        raise Error.on(op, f"goes along dimension {dimension} of {op.results[0].type}")
    for value in op.operands:
        sizes = value.type.shape
        is_alike = sizes is None or len(sizes) == len(shape)
        if not is_alike or any([a != b and None not in (a, b) and at != dimension for at, (a, b) in enumerate(zip(sizes or (), shape))]):
            raise Error.on(op, f"puts {value.type} side by side to {op.results[0].type}")


VERIFY_CALLS = {"call": verify_direct, "call_import": verify_import, "call_indirect": verify_indirect}
VERIFY_PARTS = {"dim": verify_dim, "slice": verify_slice, "copy": verify_copy, "fill": verify_fill, "concat": verify_concat}
VERIFY_NUMBERS = {
    "dynamic_fill": lambda op: check_numbers(op, 2, 3),
    "compute_offset": lambda op: check_numbers(op, 0, 1, 2),
    "compute_range": lambda op: check_numbers(op, 0, 1, 2, 3, 4),
    "shape": lambda op: check_numbers(op, 1),
    "length": lambda op: check_numbers(op, 1),
}
