"""The version of an operator that a program needs, by the lines of `versions.txt`: what an interpreter must at least know."""

from __future__ import annotations

import os
from functools import cache

from tfir.ir.attributes import IntegerAttr
from tfir.ir.quantized_types import QuantizedType
from tfir.ir.types import ComplexType, IntegerType, TensorType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.ir.operations import Operation, Value


def version_of(op: Operation) -> int:
    """1 unless a line says more."""
    return next((version for version, conditions in rules().get(op.name[4:], ()) if all([holds(each, op) for each in conditions])), 1)


@cache
def rules() -> dict[str, list[tuple[int, list[str]]]]:
    """The versions of each operator that has a line, with their conditions."""
    result = {}
    with open(os.path.join(os.path.dirname(__file__), "versions.txt"), encoding="utf-8") as file:
        for line in [line for line in file if line[0] != "#"]:
            names, _, versions = line.strip().partition(": ")
            parts = [each.split() for each in versions.split(";")]
            result.update(dict.fromkeys(names.split(), [(int(part[0]), part[1:]) for part in parts]))
    return result


def holds(condition: str, op: Operation) -> bool:
    if condition[-1] == "?":
        return attribute(op, condition[:-1]) not in (None, 0, False, "NONE")
    if condition in SHAPES:
        return SHAPES[condition](op)
    head, sign, tail = condition.partition(":")
    if head in OPERANDS:
        number, comparison, bound = parts_of(tail)
        return OPERANDS[head](op.operands[number] if number < len(op.operands) else None, comparison, bound)
    if sign:
        values = op.results if head[0] == "=" else op.operands
        number = int(head.lstrip("="))
        return number < len(values) and stored(values[number]) in tail.split(",")
    name, comparison, value = parts_of(condition)
    if name == "rank":
        return any([compared(rank(each), comparison, value) for each in op.operands])
    return compared(str(attribute(op, name)), comparison, value)


def parts_of(condition: str) -> tuple:
    """What is compared (a number where it is one), how and with what."""
    for comparison in ("!=", "=", ">"):
        head, sign, tail = condition.partition(comparison)
        if sign:
            return (int(head) if head.isdigit() else head), comparison, tail
    return int(condition), "", ""


def compared(value, comparison: str, other: str) -> bool:
    return {"=": str(value) == other, "!=": str(value) != other, ">": comparison == ">" and int(value) > int(other)}[comparison]


def attribute(op: Operation, name: str):
    value = op.get(name)
    return value.value if isinstance(value, IntegerAttr) else value


def element(value: Value):
    return getattr(value.type, "element", None)


def stored(value: Value) -> str:
    """How the elements of a value are stored: `i8`, `u8`, `f32`, `str`."""
    kind = element(value)
    kind = kind.storage if isinstance(kind, QuantizedType) else kind
    if isinstance(kind, IntegerType):
        return f"{'u' if kind.signedness == 'u' else 'i'}{kind.width}"
    return {"!tf_type.string": "str"}.get(str(kind), f"c{2 * kind.element.width}" if isinstance(kind, ComplexType) else str(kind))


def rank(value: Value | None) -> int:
    shape = value.type.shape if value is not None and isinstance(value.type, TensorType) else None
    return len(shape or ())


def scales(value: Value | None) -> Sequence[float]:
    kind = None if value is None else element(value)
    return kind.scales if isinstance(kind, QuantizedType) else ()


def is_there(value: Value | None) -> bool:
    return value is not None and isinstance(value.type, TensorType)


def is_sparse(value: Value | None) -> bool:
    return value is not None and value.op is not None and "sparse" in value.op.name


def is_grouped(op: Operation) -> bool:
    """Whether the filter, whose last dimension are its channels, has fewer of them than the input."""
    channels = [shape[-1] if shape else None for shape in first_shapes(op)]
    return len(channels) == 2 and None not in channels and channels[0] != channels[1]


def first_shapes(op: Operation) -> list[tuple[int | None, ...] | None]:
    """The shapes of the first two operands; fewer where one of them is left out."""
    return [value.type.shape for value in op.operands[:2] if is_there(value)]


def grows(op: Operation) -> bool:
    if len(op.operands) < 2 or not op.results:  # which the verifier refuses later
        return False
    one, other, product = [scales(value) for value in (*op.operands[:2], op.results[0])]
    return bool(one and other and product) and one[0] * other[0] / product[0] >= 1


SHAPES = {
    "unlike": lambda op: len(set(first_shapes(op))) > 1,
    "grouped": is_grouped,
    "grows": grows,
}
OPERANDS = {
    "scaled": lambda value, *_: bool(scales(value)),
    "plain": lambda value, *_: not scales(value),
    "by_channel": lambda value, *_: len(scales(value)) > 1,
    "present": lambda value, *_: is_there(value),
    "sparse": lambda value, *_: is_sparse(value),
    "rank": lambda value, comparison, bound: compared(rank(value), comparison, bound),
}
