"""Intrinsics of LLVM at run time: what computes one, and one that is called by its name as the operation that it has."""

from __future__ import annotations

from typing import Any

from tfir.conversion.llvm_ir.kept import METADATA_ARGUMENTS
from tfir.dialects import lookup, trait_arguments
from tfir.dialects.llvm.attributes import EXCEPTIONS, ROUNDINGS
from tfir.dialects.llvm.constrained import CONSTRAINED
from tfir.dialects.llvm.intrinsics import COMPUTED
from tfir.dialects.llvm.predicated import PREDICATED, WITHOUT_OPERATION
from tfir.ir.attributes import Attribute, IntegerAttr, StringAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation
from tfir.ir.types import I64

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Compute = Callable[[Operation, Sequence[Any]], Any]

TABLES = (COMPUTED, PREDICATED, CONSTRAINED, WITHOUT_OPERATION)


def computation_of(local: str) -> Compute | None:
    """What computes the intrinsic of a name without types."""
    return next((table[local] for table in TABLES if local in table), None)


def operation_called(op: Operation, local: str) -> tuple[Operation, list[int]]:
    """What a `llvm.call_intrinsic` calls as an operation of its own, on values of the same types, and which operands these are. Constants
    and metadata among the arguments are its attributes."""
    own = f"llvm.intr.{local}"
    definition = lookup(own)
    signature = definition.signature if definition is not None else None
    attributes: dict[str, Attribute] = dict(definition.defaults) if definition is not None and signature is not None else {}
    order = (trait_arguments(own, "called_with") if signature is not None else None) or ()
    names = {slot.name for slot in signature.operands} if signature is not None else set()
    given = arguments_of(op)
    if signature is not None and not any([slot.variadic or slot.optional for slot in signature.operands]):
        count = len(order or signature.operands)
        if len(given) != count:
            raise Error.on(op, f"calls '{op.get('intrin')}' with {len(given)} arguments for {count}")
    places = []
    for at, argument in enumerate(given):
        name = order[at] if at < len(order) else None
        if isinstance(argument, int) and (name is None or name in names):
            places.append(argument)
        else:
            told, attribute = immediate(op, argument)
            attributes[name or told] = attribute
    block = Block([op.operands[at].type for at in places])
    return Operation(own, block.arguments, [value.type for value in op.results], attributes), places


def arguments_of(op: Operation) -> list[int | Attribute]:
    """The arguments of a `llvm.call_intrinsic`: which operand one is, or the metadata that it is."""
    count = len(op.operands) - sum(getattr(op.attributes.get("op_bundle_sizes"), "values", ()))
    listed = getattr(op.attributes.get(METADATA_ARGUMENTS), "elements", ())
    metadata = {pair.elements[0].value: pair.elements[1] for pair in listed}
    operands = iter(range(count))
    return [metadata[at] if at in metadata else next(operands) for at in range(count + len(metadata))]


def immediate(op: Operation, argument: int | Attribute) -> tuple[str, Attribute]:
    """An argument that is no value at run time, and what it is called where the operation does not say."""
    if isinstance(argument, int):
        constant = op.operands[argument].owner
        if not isinstance(constant, Operation) or constant.name != "llvm.mlir.constant":
            raise Error.on(op, f"calls '{op.get('intrin')}' with a value where it takes a constant")
        return "", constant.attributes["value"]
    if isinstance(argument, StringAttr):
        kind, _, word = argument.value.partition(".")
        if kind == "round" and word in ROUNDINGS:
            return "roundingmode", IntegerAttr(ROUNDINGS[word], I64)
        if kind == "fpexcept" and word in EXCEPTIONS:
            return "fpExceptionBehavior", IntegerAttr(EXCEPTIONS.index(word), I64)
    return "predicate", argument
