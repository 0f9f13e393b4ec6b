"""Checks of operations with regions that several dialects share: where an op stands, what its regions hold, and that values keep their
types where control flow hands them on. Wording follows MLIR's verifiers."""

from __future__ import annotations

from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tfir.ir.diagnostics import Diagnostic
    from tfir.ir.operations import Operation, Value


def inside(*names: str) -> Callable[[Operation], None]:
    """The verifier of an op that stands in ops of these names."""
    expected = f"'{names[0]}'" if len(names) == 1 else f"to be one of '{', '.join(names)}'"

    def verify(op: Operation) -> None:
        if op.parent_op is None or op.parent_op.name not in names:
            raise Error.on(op, f"expects parent op {expected}")

    return verify


def one_block(op: Operation, names: str) -> None:
    """Each region has exactly one block, which ends with a terminator."""
    for number, (name, region) in enumerate(zip(names.split(), op.regions)):
        if len(region.blocks) != 1:
            raise Error.on(op, f"region #{number} ('{name}') failed to verify constraint: region with 1 blocks")
        if region.blocks[0].last is None:
            raise Error.on(op, "expects a non-empty block")


def handed_on(op: Operation, values: Sequence[Value], into: Sequence[Value], edge: str, notes: Sequence[Diagnostic] = ()) -> None:
    """Raises where values do not have the types of those that they become; `edge` says from where to where control flows."""
    where = f"along control flow edge from {edge}:"
    if len(values) != len(into):
        raise Error.on(op, f"{where} region branch point has {len(values)} operands, but region successor needs {len(into)} inputs", notes)
    for number, (value, one) in enumerate(zip(values, into)):
        if value.type is not one.type:
            types = f"successor operand type #{number} '{value.type}' should match successor input type #{number} '{one.type}'"
            raise Error.on(op, f"{where} {types}", notes)
