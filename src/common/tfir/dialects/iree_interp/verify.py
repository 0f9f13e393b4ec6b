"""What the interpreter's operations ask of their operands' types, at both levels: those that arithmetic asks, where types leave no size open."""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import I1, FloatType, IntegerType, MemRefType, Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

FLOAT, SIGNED, UNSIGNED = "floats", "signed integers", "unsigned integers"
# By the last words of a name: what its operands hold, or what those of a conversion and its result do.
WORDS = {"f": FLOAT, "s": SIGNED, "u": UNSIGNED}


def kind_of(element: Type) -> str:
    """What elements are: numbers without sign of MLIR count as signed ones; truth values as neither."""
    if isinstance(element, FloatType):
        return FLOAT
    if not isinstance(element, IntegerType) or element is I1:
        return ""
    return UNSIGNED if element.signedness == "u" else SIGNED


def kinds_of(name: str) -> list[set[str]]:
    """The kinds that an operation of a name takes: one for all operands, or two of a conversion's; none where it takes any."""
    head, *words = name.split("_")
    if head == "convert":
        return [{WORDS[word]} for word in words]
    if words[-1:] == ["i"]:
        return [{SIGNED, UNSIGNED}]
    return [{WORDS[words[-1]]}] if words and words[-1] in WORDS else []


def verifier(name: str) -> Callable[[Operation], None]:
    """The verifier of an operation that computes one buffer; `name` is its local one."""
    kinds = kinds_of(name)

    def verify(op: Operation) -> None:
        values = [*op.operands, *op.results]
        checked = [values[0], values[-1]] if len(kinds) == 2 else values[: 1 + (name != "select")] if kinds else []
        for value, allowed in zip(checked, kinds * (2 // max(1, len(kinds)))):
            element = value.type.element if isinstance(value.type, MemRefType) else value.type
            if kind_of(element) not in allowed:
                raise Error.on(op, f"computes with {' or '.join(sorted(allowed))}, found {value.type}")
        if name.startswith("cmp_") and values[-1].type.element is not I1:
            raise Error.on(op, f"gives truth values, found {values[-1].type}")

    return verify
