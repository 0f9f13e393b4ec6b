"""Semantics: operations of XLA under TensorFlow's names. Most are an operation of StableHLO, their twin, which says what they compute.

A function in `TWINS` says of an op which operation that is, of which of its operands, with which attributes, and in `regions` which
functions its regions call. Operands that are annotated are constants, and arrive as numbers. Passes build the twin; here its types are
inferred and its values computed.
"""

from collections.abc import Callable
from itertools import product
from typing import Any, NamedTuple

from tfir.dialects.stablehlo.attributes import ConvolutionAttr, NumbersAttr
from tfir.dialects.stablehlo.inference.checks import bit_width
from tfir.dialects.stablehlo.inference.reduction import reduced_shape
from tfir.dialects.stablehlo.inference.window import Window, in_pairs
from tfir.dialects.tf.contraction import Einsum
from tfir.dialects.tf.creation import stated
from tfir.dialects.tf.decompositions import SelfAdjointEigV2, Svd
from tfir.dialects.tf.handles import held
from tfir.ir.attributes import ArrayAttr, BoolAttr, DenseArrayAttr, EnumAttr, IntegerAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import BF16, I32, I64, ComplexType, FloatType, IntegerType, TensorType
from tfir.ods.arrays import dtype_of
from tfir.ods.control import data_operands, data_results
from tfir.ods.inference import AbstractValue
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ShapeOfFirst
from tfir.ods.shapes import fresh


class Twin(NamedTuple):
    name: str
    operands: list
    attributes: dict
    regions: tuple = ()


def message(kind: str, serialized: str):
    """A message of XLA's that an attribute holds."""
    from google.protobuf.message import DecodeError

    from tfir import proto

    try:
        return getattr(proto, kind).FromString(serialized.encode("utf-8", "surrogateescape"))
    except DecodeError:
        raise ValueError(f"an attribute is no {kind}") from None


def array(numbers) -> DenseArrayAttr:
    return DenseArrayAttr([int(number) for number in numbers], I64)


def pairs(numbers) -> DenseAttr:
    return DenseAttr.of([int(number) for number in numbers], TensorType((len(numbers) // 2, 2), I64))


def numbers_of(keyword: str, fields, **renamed) -> NumbersAttr:
    """Dimension numbers with the fields of a message, of which some have other names."""
    named: dict[str, Any] = {}
    for name in [field.name for field in fields.DESCRIPTOR.fields]:
        value = getattr(fields, name)
        named[renamed.get(name, name)] = value if isinstance(value, int) else tuple(value)
    return NumbersAttr(keyword, **named)


def precision(config: str) -> dict:
    words = [("DEFAULT", "HIGH", "HIGHEST")[number] for number in message("PrecisionConfig", config).operand_precision]
    if set(words) <= {"DEFAULT"}:
        return {}
    return {"precision_config": ArrayAttr([EnumAttr("stablehlo.precision", word) for word in words])}


def dimensions_of(numbers) -> ConvolutionAttr:
    """Those of a convolution."""
    return ConvolutionAttr(
        (numbers.input_batch_dimension, numbers.input_feature_dimension, tuple(numbers.input_spatial_dimensions)),
        (numbers.kernel_input_feature_dimension, numbers.kernel_output_feature_dimension, tuple(numbers.kernel_spatial_dimensions)),
        (numbers.output_batch_dimension, numbers.output_feature_dimension, tuple(numbers.output_spatial_dimensions)),
    )


# Operations without functions


def dot(lhs, rhs, dimension_numbers, precision_config):
    renamed = {f"{side}_batch_dimensions": f"{side}_batching_dimensions" for side in ("lhs", "rhs")}
    numbers = numbers_of("dot", message("DotDimensionNumbers", dimension_numbers), **renamed)
    return Twin("dot_general", [lhs, rhs], {"dot_dimension_numbers": numbers, **precision(precision_config)})


def convolution(
    lhs, rhs, window_strides: list, padding: list, lhs_dilation: list, rhs_dilation: list, feature_group_count: int, dimension_numbers,
    precision_config, batch_group_count=1,
):  # fmt: skip
    attributes = {
        "window_strides": array(window_strides), "padding": pairs(padding), "lhs_dilation": array(lhs_dilation),
        "rhs_dilation": array(rhs_dilation), "feature_group_count": IntegerAttr(feature_group_count, I64),
        "batch_group_count": IntegerAttr(batch_group_count, I64),
        "dimension_numbers": dimensions_of(message("ConvolutionDimensionNumbers", dimension_numbers)),
    }  # fmt: skip
    return Twin("convolution", [lhs, rhs], attributes | precision(precision_config))


def pad(input, padding_value, padding_low: list, padding_high: list, padding_interior: list):
    amounts = {"edge_padding_low": padding_low, "edge_padding_high": padding_high, "interior_padding": padding_interior}
    return Twin("pad", [input, padding_value], {name: array(numbers) for name, numbers in amounts.items()})


def gather(operand, start_indices, slice_sizes: list, dimension_numbers, indices_are_sorted):
    numbers = numbers_of("gather", message("GatherDimensionNumbers", dimension_numbers))
    attributes = {"dimension_numbers": numbers, "slice_sizes": array(slice_sizes)}
    return Twin("gather", [operand, start_indices], attributes | {"indices_are_sorted": BoolAttr(indices_are_sorted)})


def reduce_precision(operand, exponent_bits, mantissa_bits):
    bits = {"exponent_bits": exponent_bits, "mantissa_bits": mantissa_bits}
    return Twin("reduce_precision", [operand], {name: IntegerAttr(count, I32) for name, count in bits.items()})


def random_bits(algorithm: int, initial_state, shape: list):
    return Twin("rng_bit_generator", [initial_state], {"rng_algorithm": EnumAttr("stablehlo.rng_algorithm", RANDOM[algorithm])})


# Operations whose regions are functions


def reduce(input, init_value, dimensions_to_reduce, reducer):
    return reduce_many([input], [init_value], dimensions_to_reduce, reducer)


def reduce_alike(input, init_value, dimensions_to_reduce, reducer):
    return reduce_many(input, init_value, dimensions_to_reduce, reducer)


def reduce_many(inputs, init_values, dimensions_to_reduce, reducer):
    return Twin("reduce", [*inputs, *init_values], {"dimensions": array(dimensions_to_reduce)}, (reducer,))


def reduce_window(
    input, init_value, window_dimensions: list, window_strides: list, base_dilations: list, window_dilations: list, padding: list, computation
):  # fmt: skip
    attributes = {
        "window_dimensions": array(window_dimensions), "window_strides": array(window_strides), "base_dilations": array(base_dilations),
        "window_dilations": array(window_dilations), "padding": pairs(padding),
    }  # fmt: skip
    return Twin("reduce_window", [input, init_value], attributes, (computation,))


def select_and_scatter(operand, window_dimensions: list, window_strides: list, padding: list, source, init_value, select, scatter):
    window = {"window_dimensions": array(window_dimensions), "window_strides": array(window_strides), "padding": pairs(padding)}
    return Twin("select_and_scatter", [operand, source, init_value], window, (select, scatter))


def scatter(operand, scatter_indices, updates, update_computation, dimension_numbers, indices_are_sorted):
    numbers = numbers_of("scatter", message("ScatterDimensionNumbers", dimension_numbers))
    attributes = {"scatter_dimension_numbers": numbers, "indices_are_sorted": BoolAttr(indices_are_sorted)}
    return Twin("scatter", [operand, scatter_indices, updates], attributes, (update_computation,))


def sort(inputs, dimension: int, comparator, is_stable):
    return Twin("sort", list(inputs), {"dimension": IntegerAttr(dimension, I64), "is_stable": BoolAttr(is_stable)}, (comparator,))


TWINS: dict[str, Callable[..., Twin]] = {
    "XlaDot": dot, "XlaDotV2": dot, "XlaConv": convolution, "XlaConvV2": convolution, "XlaPad": pad, "XlaGather": gather,
    "XlaReducePrecision": reduce_precision, "XlaRngBitGenerator": random_bits, "XlaReduce": reduce, "XlaVariadicReduce": reduce_alike,
    "XlaVariadicReduceV2": reduce_many, "XlaReduceWindow": reduce_window, "XlaSelectAndScatter": select_and_scatter, "XlaScatter": scatter,
    "XlaVariadicSort": sort,
}  # fmt: skip


# What twins say of ops


def twin_of(op: Operation, operands: list, numbers) -> Twin | None:
    """The twin of an op of tf or tfg. `numbers` gives those of a constant operand by its name; None is the result where it is none."""
    from tfir.dialects import lookup
    from tfir.ods.binding import binding

    local = op.name.partition(".")[2]
    function = TWINS[local]
    arguments = binding(lookup(f"tf.{local}"), function).arguments(op, operands)
    for name, kind in function.__annotations__.items():
        read = numbers(name, arguments[name])
        if read is None:
            return None
        arguments[name] = read if kind is list else read[0]
    return function(**arguments)


def drafted(twin: Twin, operands: list, types: list) -> Operation:
    """The twin as an operation on abstract values."""
    return Operation.draft(f"stablehlo.{twin.name}", [Value(x.type, None, 0) for x in operands], types, twin.attributes)


def computed_with(op: Operation, operands: list, functions: list) -> list:
    """The results of an op that runs functions on numbers, which stand for the regions of its twin."""
    from tfir.dialects import lookup
    from tfir.ods.inference import AbstractValue, evaluate

    twin = twin_of(op, operands, lambda _, content: content.ravel().tolist())
    assert twin is not None
    elements = {id(x): value.type.element for x, value in zip(operands, data_operands(op))}
    values = [AbstractValue(x.shape, elements[id(x)]) for x in twin.operands]
    draft = drafted(twin, values, [result.type for result in data_results(op)])
    return evaluate(draft, lookup(f"stablehlo.{twin.name}"), twin.operands, regions=functions)


class OfTwin(OpSemantics, family=True):
    """One result, which the twin computes."""

    def infer(op, operands):
        twin = twin_of(op, operands, lambda _, operand: operand.integers)
        if twin is None or any([x.shape is None for x in twin.operands]):
            return None
        element_of_sums(twin, [x.element for x in twin.operands], data_results(op)[0].type.element)
        return inferred(twin, twin.operands, op)

    def evaluate(op, operands):
        from tfir.dialects import lookup
        from tfir.ods.inference import AbstractValue, evaluate

        twin = twin_of(op, operands, lambda _, content: content.ravel().tolist())
        elements = {id(x): value.type.element for x, value in zip(operands, data_operands(op))}
        values = [AbstractValue(x.shape, elements[id(x)]) for x in twin.operands]
        element = data_results(op)[0].type.element
        sums = element_of_sums(twin, [value.element for value in values], element)
        type = TensorType(inferred(twin, values, op), sums)
        definition = lookup(f"stablehlo.{twin.name}")
        if sums is element:
            return evaluate(drafted(twin, values, [type]), definition, twin.operands)[0]
        from tfir.dialects.stablehlo.conversion import convert_to  # which imports NumPy

        converted = [convert_to(x, dtype_of(sums)) for x in twin.operands]
        values = [AbstractValue(x.shape, sums) for x in converted]
        result = evaluate(drafted(twin, values, [type]), definition, converted)[0]
        return convert_to(result, dtype_of(element))


def element_of_sums(twin: Twin, operands: list, result: Any) -> Any:
    """The element type in which a twin computes, where its op is told that of the results. XLA makes floats of all operands, the
    widest among them, and adds these up before it makes integers of them; its convolutions write sums in the operands' type over results of another, whatever these are."""
    if twin.name == "dot_general" and isinstance(result, IntegerType):
        wide = [element for element in operands if isinstance(element, FloatType | ComplexType)]
        return max(wide, key=lambda element: (isinstance(element, ComplexType), bit_width(element), element is BF16)) if wide else result
    if twin.name == "convolution" and not is_wide_enough(operands[0], result):
        raise Error(f"cannot give elements of {result}: sums of elements of {operands[0]} are no narrower and of that kind")
    return result


def is_wide_enough(element: Any, result: Any) -> bool:
    kinds = [next(kind for kind in (IntegerType, FloatType, ComplexType, object) if isinstance(each, kind)) for each in (element, result)]
    return kinds[0] is kinds[1] and bit_width(element) <= bit_width(result)


def inferred(twin: Twin, operands: list, op: Operation) -> Any:
    """The shape of the twin's result, as StableHLO has it."""
    from tfir.dialects import lookup
    from tfir.ods.binding import binding

    definition, types = lookup(f"stablehlo.{twin.name}"), [TensorType(None, result.type.element) for result in data_results(op)]
    return binding(definition, definition.infer).call(drafted(twin, operands, types), operands).shape


class XlaRngBitGenerator(OpSemantics):
    def infer(initial_state, shape):
        return [initial_state.shape, shape.as_shape]

    def evaluate(algorithm, initial_state, shape, dtype):
        from tfir.dialects.stablehlo.random import drawn_bits

        if int(algorithm) not in RANDOM:
            raise Error(f"there is no random algorithm {int(algorithm)}")

        return drawn_bits(
            EnumAttr("stablehlo.rng_algorithm", RANDOM[int(algorithm)]), initial_state, tuple(shape.tolist()), dtype_of(dtype)
        )


# Shapes of those whose regions are functions, which are not at hand here


class Reduce(OpSemantics, family=True):
    def infer(input, dimensions_to_reduce):
        return None if input.shape is None else reduced_shape([input], dimensions_to_reduce)[0]


class VariadicReduce(OpSemantics, family=True):
    def infer(operands, dimensions_to_reduce):
        inputs = operands[: len(operands) // 2]
        return [Reduce.infer(input, dimensions_to_reduce) for input in inputs]


class XlaReduceWindow(OpSemantics):
    def infer(input, window_dimensions, window_strides, base_dilations, window_dilations, padding):
        numbers = [x.integers for x in (window_dimensions, window_strides, padding, base_dilations, window_dilations)]
        if input.shape is None or None in numbers:
            return None
        sizes, strides, edges, base, dilations = numbers
        return Window(sizes, strides, in_pairs(edges), base, dilations).shape(input.shape)


class EachOfItsOwn(OpSemantics, family=True):
    """Results of the operands' shapes."""

    def infer(operands):
        return [x.shape for x in operands]


class XlaVariadicSort(OpSemantics):
    def infer(inputs):
        return [x.shape for x in inputs]


# What has no twin


class XlaOptimizationBarrier(EachOfItsOwn):
    def evaluate(operands):
        return list(operands)


class XlaDynamicSlice(OpSemantics):
    """A slice that is moved to where it lies inside."""

    def infer(input, size_indices):
        return size_indices.as_shape

    def evaluate(input, start_indices, size_indices):
        return input[window(input, start_indices, size_indices)]


class XlaDynamicUpdateSlice(ShapeOfFirst):
    def evaluate(input, update, indices):
        result = input.copy()
        result[window(input, indices, update.shape)] = update
        return result


def window(x, starts, sizes) -> tuple:
    starts = [min(max(int(start), 0), size - int(length)) for start, size, length in zip(starts, x.shape, sizes)]
    return tuple([slice(start, start + int(length)) for start, length in zip(starts, sizes)])


class XlaSort(ShapeOfFirst):
    """Along the last axis."""

    def evaluate(input):
        return np.take_along_axis(input, order_of(input), -1) if input.ndim else input


class XlaKeyValueSort(EachOfItsOwn):
    def evaluate(keys, values):
        order = order_of(keys) if keys.ndim else ()
        return [np.take_along_axis(x, order, -1) if keys.ndim else x for x in (keys, values)]


def order_of(keys):
    """The places of the last axis in rising order: -0 before 0, NaNs at the ends by their signs."""
    if keys.dtype.kind in "iub":
        return np.argsort(keys, -1, kind="stable")
    wide = keys.astype(np.float64)
    is_positive = ~np.signbit(wide)
    end = np.where(np.isnan(wide), np.where(is_positive, 1, -1), 0)
    return np.lexsort([is_positive, np.where(end, 0, wide), end], -1)


class XlaEinsum(OpSemantics):
    def infer(a, b, equation):
        return Einsum.infer([a, b], equation)

    def evaluate(a, b, equation):
        return Einsum.evaluate([a, b], equation)


class XlaBroadcastHelper(OpSemantics):
    """Axes of size 1 put into the operand of lower rank, so that its own are those that are named."""

    def infer(lhs, rhs, broadcast_dims):
        axes = broadcast_dims.integers
        if axes is None or lhs.shape is None or rhs.shape is None:
            return [None, None]
        return list(spread_shapes(lhs.shape, rhs.shape, axes))

    def evaluate(lhs, rhs, broadcast_dims):
        shapes = spread_shapes(lhs.shape, rhs.shape, broadcast_dims.tolist())
        return [x.reshape(shape) for x, shape in zip((lhs, rhs), shapes)]


def spread_shapes(left, right, axes) -> tuple:
    if len(left) == len(right) or not axes:
        return left, right
    low, high = (left, right) if len(left) < len(right) else (right, left)
    spread = [1] * len(high)
    for axis, size in zip(axes, low, strict=True):
        spread[axis] = size
    return (tuple(spread), right) if low is left else (left, tuple(spread))


class Same(ShapeOfFirst, family=True):
    """What says of its operand where it lies, or how large it may be."""

    def evaluate(operands):
        return operands[0]


class XlaSpmdFullToShardShape(OpSemantics):
    """Where nothing is sharded, a shard is the whole."""

    def infer(input, manual_sharding):
        return None if manual_sharding else input.shape


class XlaSpmdShardToFullShape(OpSemantics):
    def infer(full_shape):
        return stated(full_shape)


class XlaCustomCallV2(OpSemantics):
    def infer(result_shapes):
        return [stated(shape) for shape in result_shapes]


class XlaCustomCall(OpSemantics):
    def infer(shape):
        return stated(shape)


class XlaReplicaId(OpSemantics):
    def infer():
        return ()

    def evaluate(state):
        return np.int32(state.process.id[0])


class XlaSetDynamicDimensionSize(OpSemantics):
    """The first elements along an axis, as many as are said."""

    def infer(input, dim_index, size):
        if input.shape is None or dim_index.number is None:
            return None
        axis, sizes = axis_in(dim_index.number, input.shape), list(input.shape)
        sizes[axis] = fresh() if size.number is None else size.number
        return tuple(sizes)

    def evaluate(input, dim_index, size):
        axis = axis_in(int(dim_index), input.shape)
        if not 0 <= int(size) <= input.shape[axis]:
            raise Error(f"size {int(size)} is not in [0, {input.shape[axis]}], the sizes that dimension {axis} may have")
        return input.take(range(int(size)), axis)


def axis_in(axis: int, shape) -> int:
    if not 0 <= axis < len(shape):
        raise Error(f"dim_index must be in range [0, {len(shape)}), got {axis}")
    return axis


def split_shape(shape, counts, paddings) -> tuple:
    """The shape of each part of a tensor that is cut into so many along each axis, after zeros are put behind its elements."""
    for axis, (size, extra, count) in enumerate(zip(shape, paddings, counts)):
        if isinstance(size, int) and (size + extra) % count:
            padded = f"dimension {axis} ({size}) with padding {extra}"
            raise Error(f"tensor shape {padded} must be evenly divisible by 'num_splits' {count}.")
    return tuple([(size + extra) // count if isinstance(size, int) else None for size, extra, count in zip(shape, paddings, counts)])


def whole_shape(shape, counts, paddings) -> tuple:
    return tuple([size * count - extra for size, count, extra in zip(shape, counts, paddings)])


def none_or(paddings, counts) -> tuple:
    """The paddings, which are zeros where none are given."""
    return tuple(paddings) or (0,) * len(counts)


class XlaSplitND(OpSemantics):
    """Parts of a tensor, in rows one after another; what lies behind its end is zero."""

    def infer(input, num_splits, paddings, N):
        paddings = none_or(paddings, num_splits)
        return [None if input.shape is None else split_shape(input.shape, num_splits, paddings)] * N

    def evaluate(input, num_splits, paddings):
        shape = split_shape(input.shape, num_splits, none_or(paddings, num_splits))
        whole = np.pad(input, [(0, part * count - size) for part, count, size in zip(shape, num_splits, input.shape)])
        return [whole[places] for places in parts(shape, num_splits)]


class XlaConcatND(OpSemantics):
    """A tensor of its parts, without the last elements of each axis."""

    def infer(inputs, num_concats, paddings):
        shape = inputs[0].shape
        return None if shape is None or None in shape else whole_shape(shape, num_concats, none_or(paddings, num_concats))

    def evaluate(inputs, num_concats, paddings):
        shape = inputs[0].shape
        whole = np.empty(whole_shape(shape, num_concats, (0,) * len(shape)), inputs[0].dtype)
        for part, places in zip(inputs, parts(shape, num_concats)):
            whole[places] = part
        return whole[tuple([slice(size) for size in whole_shape(shape, num_concats, none_or(paddings, num_concats))])]


class ReadVariableXlaSplitND(OpSemantics):
    def infer(resource, num_splits, paddings, N):
        return XlaSplitND.infer(AbstractValue(held(resource), resource.element), num_splits, paddings, N)

    def evaluate(resource, num_splits, paddings):
        return XlaSplitND.evaluate(resource.read(), num_splits, paddings)


class AssignVariableXlaConcatND(OpSemantics):
    def evaluate(resource, inputs, num_concats, paddings):
        resource.assign(XlaConcatND.evaluate(inputs, num_concats, paddings), True)
        return []


class XlaDequantize(OpSemantics):
    """Four bytes of each word, the highest first, as numbers of a range; `transpose_output` turns all axes around. In bf16, each step rounded."""

    def infer(input, transpose_output):
        if input.shape is None:
            return None
        *outer, words = with_an_axis(input.shape)
        shape = (*outer, None if words is None else 4 * words)
        return shape[::-1] if transpose_output else shape

    def evaluate(input, min_range, max_range, mode, transpose_output):
        *outer, words = with_an_axis(input.shape)
        low, step = low_and_step(min_range, max_range, mode)
        numbers = input.astype(">u4").reshape(-1, 1).view(np.uint8).reshape(*outer, 4 * words).astype(low.dtype) * step + low
        return numbers.transpose() if transpose_output else numbers


def with_an_axis(shape):
    if not shape:
        raise Error("input must have an axis whose words are taken apart")
    return shape


def low_and_step(low: float, high: float, mode: str) -> tuple:
    """The least number of a range, and what lies between neighbouring ones of 256, in bf16."""
    if mode != "MIN_COMBINED":
        raise Error("Only MIN_COMBINED mode is supported in xla::Dequantize Op.")
    kind = dtype_of(BF16).type
    return kind(low), (kind(high) - kind(low)) / kind(255)


def parts(shape, counts) -> list[tuple]:
    """Where each part lies, the last axis counted first."""
    starts = product(*[range(0, size * count, size or 1)[:count] for size, count in zip(shape, counts)])
    return [tuple([slice(start, start + size) for start, size in zip(places, shape)]) for places in starts]


class XlaSelfAdjointEig(OpSemantics):
    def infer(a):
        return SelfAdjointEigV2.infer(a, True)

    def evaluate(a, lower):
        return SelfAdjointEigV2.evaluate(a if lower else a.swapaxes(-1, -2).conj(), True)


class XlaSvd(OpSemantics):
    """Both bases are whole."""

    def infer(a):
        return Svd.infer(a, True, True)

    def evaluate(a):
        return Svd.evaluate(a, True, True)


RANDOM = {1: "PHILOX", 2: "THREE_FRY", 3: "DEFAULT"}  # by the numbers that TensorFlow gives them, which are not those of XLA
SEMANTICS = {
    **{name: OfTwin for name in ("XlaDot", "XlaDotV2", "XlaConv", "XlaConvV2", "XlaPad", "XlaGather", "XlaReducePrecision")},
    "XlaReduce": Reduce, "XlaVariadicReduce": VariadicReduce, "XlaVariadicReduceV2": VariadicReduce,
    "XlaScatter": ShapeOfFirst, "XlaSelectAndScatter": ShapeOfFirst, "XlaSharding": Same, "XlaSetBound": Same,
    "XlaRemoveDynamicDimensionSize": Same,
}  # fmt: skip
