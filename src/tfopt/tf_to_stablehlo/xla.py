"""Lowerings: operations of XLA under TensorFlow's names, most of which are one of StableHLO; functions become its regions."""

import numpy as np
from tfir.dialects.tf.xla import (
    TWINS,
    Twin,
    element_of_sums,
    low_and_step,
    none_or,
    parts,
    split_shape,
    spread_shapes,
    twin_of,
    whole_shape,
)
from tfir.ir.attributes import BoolAttr, EnumAttr, IntegerAttr, StringAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Block, Region
from tfir.ir.types import BF16, I1, I32, I64, IntegerType, TensorType

from tfopt.arithmetic import tensor
from tfopt.arithmetic.contents import content, sizes_of
from tfopt.arithmetic.einsum import einsum
from tfopt.arithmetic.matrices import turned
from tfopt.arithmetic.sizes import tell
from tfopt.arithmetic.tensor import (
    Tensor,
    broadcast_to,
    concatenate,
    dynamic_slice,
    emit,
    emit_many,
    literal,
    pad,
    region_of,
    sliced,
    two,
)
from tfopt.tf_to_stablehlo.control_flow import If, While, symbol
from tfopt.tf_to_stablehlo.eigenvalues import SelfAdjointEigV2, values_and_vectors
from tfopt.tf_to_stablehlo.lowering import LOWERINGS, lower, lowered_by


def as_twin(name: str):
    """The lowering of an op to the operation of StableHLO that it is."""

    def lowering(op, operands, result_types):
        twin = twin_of(op, operands, lambda name, operand: content(op, name, operand, list))
        regions = [region_calling(function, *types) for function, types in zip(twin.regions, region_types(twin))]
        (element, *_) = [type.element for type in result_types]
        sums = element_of_sums(twin, [x.element for x in twin.operands], element)
        if sums is element:
            return emit_many(twin.name, twin.operands, result_types, regions, **twin.attributes)
        return emit(twin.name, [x.convert(sums) for x in twin.operands], result_types[0].with_element(sums), **twin.attributes).convert(
            element
        )

    lowering.__annotations__ = dict.fromkeys(TWINS[name].__annotations__, list)
    return lowering


LOWERINGS.update({name: as_twin(name) for name in TWINS})


def region_types(twin: Twin) -> list[tuple[list, list]]:
    """The element types of the arguments and the results of each of the twin's regions."""
    elements = [x.element for x in twin.operands]
    if twin.name == "sort":
        return [([element for element in elements for _ in range(2)], [I1])]
    if twin.name == "select_and_scatter":
        return [(elements[:1] * 2, [I1]), (elements[:1] * 2, elements[:1])]
    if twin.name == "scatter":
        return [([elements[0], elements[2]], elements[:1])]
    return [(elements, elements[len(elements) // 2 :])]


def region_calling(function, arguments: list, results: list) -> Region:
    """A region that calls a function on its arguments, of these element types."""
    block = Block([TensorType((), element) for element in arguments])
    builder = Builder.at_end(block, tensor.current().location)
    types = [TensorType((), element) for element in results]
    call = builder.create("func.call", block.arguments, types, {"callee": symbol(function)})
    builder.create("stablehlo.return", call.results)
    return Region([block])


lowered_by(
    XlaIf=lambda cond, inputs, then_branch, else_branch, result_types: If(cond, inputs, then_branch, else_branch, result_types),
    XlaWhile=While,
    XlaEinsum=lambda a, b, equation: einsum([a, b], equation),
    XlaOptimizationBarrier=lambda input: emit_many("optimization_barrier", input, [x.type for x in input]),
    XlaSharding=lambda input: input,
    XlaSetBound=lambda input: input,
    XlaRemoveDynamicDimensionSize=lambda input: input,
    XlaReplicaId=lambda: emit("replica_id", [], TensorType((), IntegerType(32, "u"))).convert(I32),
)


# Slices

right = two("shift_right_logical")


def scalars(vector: Tensor) -> list[Tensor]:
    return [vector[at] for at in range(vector.size)]


@lower
def XlaDynamicSlice(input, start_indices, size_indices: list):
    return dynamic_slice(input, scalars(start_indices), size_indices)


@lower
def XlaDynamicUpdateSlice(input, update, indices):
    return emit("dynamic_update_slice", [input, update, *scalars(indices)], input.type)


@lower
def XlaSetDynamicDimensionSize(input, dim_index: int, size, result_types):
    """A slice of a size that is computed; whether there are so many elements nothing checks."""
    told = sizes_of(size)
    if told is not None:
        return sliced(input, [0] * input.rank, [told[0] if axis == dim_index else each for axis, each in enumerate(input.shape)])
    type, rank = result_types[0], input.rank
    tell(type.shape[dim_index], lambda: size)
    limits = [size.reshape(1) if axis == dim_index else literal(np.array([each], np.int32)) for axis, each in enumerate(input.shape)]
    starts, steps = (literal(np.full(rank, number, np.int32)) for number in (0, 1))
    return emit("real_dynamic_slice", [input, starts, concatenate(limits, 0), steps], type)


@lower
def XlaBroadcastHelper(lhs, rhs, broadcast_dims: list):
    return [x.reshape(*shape) for x, shape in zip((lhs, rhs), spread_shapes(lhs.shape, rhs.shape, broadcast_dims))]


@lower
def XlaSplitND(input, num_splits, paddings):
    shape = split_shape(input.shape, num_splits, none_or(paddings, num_splits))
    whole = pad(input, [0] * input.rank, [part * count - size for part, count, size in zip(shape, num_splits, input.shape)])
    return [whole[places] for places in parts(shape, num_splits)]


@lower
def XlaConcatND(inputs, num_concats, paddings):
    rows, shape = list(inputs), inputs[0].shape
    for axis, count in reversed(list(enumerate(num_concats))):
        rows = [concatenate(rows[at : at + count], axis) for at in range(0, len(rows), count)]
    return sliced(rows[0], [0] * len(shape), whole_shape(shape, num_concats, none_or(paddings, num_concats)))


@lower
def XlaDequantize(input, min_range, max_range, mode, transpose_output):
    low, step = low_and_step(min_range, max_range, mode)
    *outer, words = input.shape
    places = literal(np.arange(24, -1, -8), input.element)
    numbers = (right(input.expand(-1), broadcast_to(places, (*input.shape, 4))) & 255).reshape(*outer, 4 * words).convert(BF16)
    numbers = numbers * float(step) + float(low)
    return numbers.transpose(*reversed(range(numbers.rank))) if transpose_output else numbers


# Order


def sorted_by_first(*operands: Tensor) -> list[Tensor]:
    """Along the last axis, by the first operand, NaNs and zeros by their signs."""
    if not operands[0].rank:
        return list(operands)

    def precedes(one, other, *_):
        return emit("compare", [one, other], TensorType((), I1), comparison_direction=word("direction", "LT"), compare_type=kind_of(one))

    region = region_of([x.element for x in operands for _ in range(2)], precedes)
    order = {"dimension": IntegerAttr(operands[0].rank - 1, I64), "is_stable": BoolAttr(True)}
    return emit_many("sort", operands, [x.type for x in operands], [region], **order)


def kind_of(x: Tensor) -> EnumAttr:
    return word("type", "TOTALORDER" if x.is_float else "UNSIGNED" if x.is_unsigned or x.element is I1 else "SIGNED")


def word(of: str, name: str) -> EnumAttr:
    return EnumAttr(f"stablehlo.comparison_{of}", name)


lowered_by(
    XlaSort=lambda input: sorted_by_first(input)[0],
    XlaKeyValueSort=lambda keys, values: sorted_by_first(keys, values),
)


# Decompositions


@lower
def XlaSelfAdjointEig(a, lower, result_types):
    return SelfAdjointEigV2(a if lower else turned(a), True, result_types)


@lower
def XlaSvd(a, result_types):
    return values_and_vectors(a, True, True, result_types)


# Programs of others


@lower
def XlaCustomCallV2(operands, call_target_name, backend_config, has_side_effect, result_types):
    words = {"call_target_name": StringAttr(call_target_name), "backend_config": StringAttr(backend_config)}
    return emit_many("custom_call", operands, result_types, **words, has_side_effect=BoolAttr(has_side_effect))


@lower
def XlaCustomCall(args, target_name, backend_config, result_types):
    return XlaCustomCallV2(args, target_name, backend_config, False, result_types)


lowered_by(XlaSpmdFullToShardShape=lambda input: input, XlaSpmdShardToFullShape=lambda input: input)
