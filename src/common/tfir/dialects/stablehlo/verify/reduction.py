"""Constraints of reductions and sorts, and of the regions that combine two values."""

from __future__ import annotations

from tfir.dialects.stablehlo.inference.checks import Refused, alike, promotable, size_fits
from tfir.dialects.stablehlo.verify.checks import checked, in_order, inferred_in_verifier, inferred_types, results_fit, same_shapes, scalar
from tfir.ir.types import I1, TensorType, shapes_fit


def reducer(block, inputs, inits, allowed) -> None:
    """A region that combines `2n` values into `n`; `allowed` are the sizes that its arguments may keep of the inputs'."""
    count, arguments = len(inputs), block.arguments
    takes_pairs(block, count)
    if block.last is None:
        raise Refused("The reduction-region expected to have a terminator")
    returned = [v.type for v in block.last.operands]
    if not returned:
        raise Refused("The reduction-region expected to return some value(s)")
    if len(returned) != count:
        raise Refused(f"Reduction-region here must produce {count} tensors, but produces {len(returned)} instead")
    for type in returned:
        if not isinstance(type, TensorType):
            raise Refused(f"Reduction-region here must produce tensor-typed result(s), but produces '{type}' instead")
    for at in range(count):
        _one_reducer(at, returned[at], arguments[at].type, arguments[count + at].type, count + at, inputs[at], inits[at], allowed)


def takes_pairs(block, count: int) -> None:
    if len(block.arguments) != 2 * count:
        raise Refused(f"Reduction-region must take {2 * count} parameters, but takes {len(block.arguments)} parameter(s)")


def _one_reducer(at, returned, first, second, second_at, input, init, allowed) -> None:
    for number, type in ((at, first), (second_at, second)):
        if not alike(returned, type):
            raise Refused(
                f"The type of reduction-region's parameter at index {number} is different than the corresponding result type: "
                f"'{type}' vs '{returned}'"
            )
    if not shapes_fit(init.shape, returned.shape):
        raise Refused(
            f"The shape of reduction-region's result type at index {at} differs from the op's corresponding init-value type: "
            f"'{returned}' vs '{init}'"
        )
    if not promotable(init, returned):
        raise Refused(
            f"The element-type of reduction-region's result type at index {at} is expected to be promotable from the op's corresponding "
            f"init-value element-type: '{returned}' vs '{init}'"
        )
    if not promotable(input, second):
        raise Refused(
            f"The element-type of reduction-region's argument at index {second_at} is expected to be promotable from '{input.element}', "
            f"but got '{second.element}'"
        )
    if second.rank > len(allowed):
        raise Refused(
            f"The rank of reduction-region's argument at index {second_at} is expected to be <= {len(allowed)}, got {second.rank}"
        )
    matched = 0
    for size in allowed:
        if matched < second.rank and size_fits(size, second.shape[matched]):
            matched += 1
    if matched != second.rank:
        raise Refused(
            f"The shape of reduction-region's argument at index {second_at} is not compatible with that of reduce-op's input-parameter "
            f"at index {at}"
        )


def reduce_inputs(op):
    count = len(op.operands) // 2
    return [v.type for v in op.operands[:count]], [v.type for v in op.operands[count:]]


def reduced_types(op) -> list:
    """The types of the results. Inference refuses operands that are no pairs; upstream looks at the region's parameters before."""
    if len(op.operands) % 2 and op.region.blocks:
        takes_pairs(op.region.blocks[0], len(op.operands) // 2)
    return inferred_types(op)


def reduce(op):
    types = reduced_types(op)
    if not op.region.blocks:
        raise Refused("expect non-empty region")
    reducer(op.region.blocks[0], *reduce_inputs(op), types[0].shape)
    results_fit(op, types)


def sort(op):
    types = [v.type for v in op.operands]
    block = op.region.blocks[0]
    if len(block.arguments) != 2 * len(types):
        raise Refused(f"comparator block should have {2 * len(types)} arguments")
    for number, argument in enumerate(block.arguments):
        expected = scalar(types[number // 2].element)
        if argument.type is not expected:
            raise Refused(f"comparator block argument #{number} should be of type '{expected}' but got '{argument.type}'")
    returned = block.last.operands
    if len(returned) != 1:
        raise Refused(f"comparator must return single output but got {len(returned)}")
    if returned[0].type is not scalar(I1):
        raise Refused(f"comparator must return tensor<i1> but got '{returned[0].type}'")


VERIFY = {"reduce": checked(reduce), "sort": in_order(same_shapes, inferred_in_verifier, checked(sort))}
