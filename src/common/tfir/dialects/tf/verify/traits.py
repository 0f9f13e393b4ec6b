"""The traits of `declared` lines: what several types of a tf op have in common. Unknown sizes fit anything.

!same_type !same_shape !same_element     of all operands and results: shape and element, shape, element (references aside)
!exact_element                           the same element, references not aside
!same_or_reference                       one shape; the result's element is the operand's, or what it refers to
!broadcast                               the operands broadcast to one shape, which the results have
!equal(a, b)  !equal_elements(a, b)      of two operands or results by name
!operand_rank(0, 1)  !result_rank(0, 1)  one operand or result, by number, has that rank
!no_region_arguments                     the blocks of its regions take nothing
!operand_segments  !result_segments      an attribute says how many values each slot has (`ods/slots.py`)
!must_execute                            upstream's graph pruning keeps it
!regions !parent !terminator             as in every table
"""

from __future__ import annotations

from tfir.dialects.tf.verify.checks import cast_compatible
from tfir.dialects.tf_type import dereferenced, element_base, has_same_element
from tfir.ir.diagnostics import Bare, Error
from tfir.ir.types import TensorType, shapes_fit
from tfir.ods.shapes import broadcast, named

BROADCAST, COMPATIBLE_ELEMENTS = (
    "operands don't have broadcast-compatible shapes",
    "requires compatible element types for all operands and results",
)


def types_of(op) -> list:
    return [value.type for value in (*op.operands, *op.results)]


def same_shape(op) -> str | None:
    first, *others = types_of(op)
    if not all([shapes_fit(first.shape, other.shape) for other in others]):
        return "requires the same shape for all operands and results"
    return None


def same_element(op) -> str | None:
    """References aside."""
    if len({dereferenced(type.element) for type in types_of(op)}) > 1:
        return COMPATIBLE_ELEMENTS
    return None


def exact_element(op) -> str | None:
    return "requires the same element type for all operands and results" if len({type.element for type in types_of(op)}) > 1 else None


def same_type(op) -> str | None:
    return same_shape(op) or same_element(op)


def same_or_reference(op) -> str | None:
    wrong = same_shape(op)
    operand, result = op.operands[0].type.element, op.results[0].type.element
    if wrong is None and element_base(result) is not element_base(operand) and result.text != dereferenced(operand):
        return Bare("requires all operands and results to have compatible element types")
    return wrong


def broadcasts(op) -> str | None:
    """All operands broadcast to one shape, and each result has that shape."""
    try:
        shape = broadcast(*[named(value.type.shape) for value in op.operands if value.type.shape is not None])
    except Error:
        return BROADCAST
    for result in op.results:
        result_shape = result.type.shape
        if result_shape is not None and not shapes_fit(result_shape[-len(shape) :] if shape else (), shape):
            return f"result type '{shown(result_shape)}' not broadcast compatible with broadcasted operands's shapes '{shown(shape)}'"
    return None


def shown(shape) -> str:
    return "x".join([str(size) if isinstance(size, int) else "?" for size in shape])


def no_region_arguments(op) -> str | None:
    for number, region in enumerate(op.regions):
        if region.blocks and region.blocks[0].arguments:
            return f"region #{number} should have no arguments"
    return None


TRAITS = {
    "same_type": same_type, "same_shape": same_shape, "same_element": same_element, "exact_element": exact_element,
    "same_or_reference": same_or_reference, "broadcast": broadcasts, "no_region_arguments": no_region_arguments,
}  # fmt: skip


def verify_traits(op, declared) -> None:
    """Raises where a trait does not hold: first what relates a few of the values, then, in order, what is about all of them."""
    for trait, arguments in declared.traits.items():
        wrong = relation(op, declared, trait, arguments) if arguments else None
        if wrong is not None:
            raise Error.on(op, f"failed to verify that {wrong}")
    for trait in declared.traits:
        if trait in TRAITS:
            wrong = TRAITS[trait](op)
            if wrong is not None:
                raise Error.on(op, wrong)


def relation(op, declared, trait: str, arguments: tuple[str, ...]) -> str | None:
    """The relation between two values of the op that does not hold, in upstream's words; None where it holds."""
    if trait in ("equal", "equal_elements"):
        one, other = [type_of(op, declared, name) for name in arguments]
        if trait == "equal":
            return None if cast_compatible(one, other) else f"all of {{{', '.join(arguments)}}} have dynamically equal types "
        return None if has_same_element(one, other) else f"{' and '.join(arguments)} must have same element type"
    if trait in ("operand_rank", "result_rank"):
        side, number, rank = trait.removesuffix("_rank"), int(arguments[0]), int(arguments[1])
        type = (op.operands if side == "operand" else op.results)[number].type
        wrong = isinstance(type, TensorType) and type.shape is not None and len(type.shape) != rank
        return f"{side} {number} is {rank}-D" if wrong else None
    return None


def type_of(op, declared, name: str):
    for slots, values in ((declared.operands, op.operands), (declared.results, op.results)):
        for slot, value in zip(slots, values):
            if slot.name == name:
                return value.type
    raise KeyError(name)
