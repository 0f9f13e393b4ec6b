"""Fuses operators of TensorFlow Lite: sums and factors into weights and biases, activations into what they follow, padding and dilations into convolutions."""

from __future__ import annotations

from itertools import takewhile
from math import prod

from tfir.dialects import is_pure
from tfir.ir.attributes import BoolAttr, IntegerAttr, StringAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32, TensorType, Type
from tfir.ods.numpy_on_demand import np

from tfopt.rewrite.greedy import GreedyDriver
from tfopt.rewrite.pattern import function_patterns
from tfopt.tf_to_tfl.building import PLAIN, array_in, constant, is_absent, reshaped

WORKS_ON = ()  # what is dead goes, of whatever dialect
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.ods.arrays import Array

    from tfopt.rewrite.rewriter import PatternRewriter

EXACT = False  # factors go into weights
ACTIVATION = "fused_activation_function"
CHANNELS = {
    "tfl.conv_2d": 0,
    "tfl.depthwise_conv_2d": 3,
    "tfl.fully_connected": 0,
    "tfl.transpose_conv": 0,
}  # the dimension of weights that is the result's last one
BIASES = {"tfl.transpose_conv": 3}  # the operand that a bias is, where it is not that behind input and weights
LEAST_REPEATED = 4  # times that numbers behind a reshape are repeated in a bias in front of it, from which on they stay there
ACTIVATIONS = {"tfl.relu": "RELU", "tfl.relu6": "RELU6", "tfl.relu_n1_to_1": "RELU_N1_TO_1"}


def tfl_fuse(func: "Func"):
    GreedyDriver(function_patterns(PATTERNS), folds=False).run(func)


def alone(value: Value, names) -> Operation | None:
    """The op of one of these names that makes a value, if that has no other use and the op no activation."""
    op = value.op
    if op is None or op.name not in names or len(value.uses) != 1:
        return None
    return op if op.get(ACTIVATION, "NONE") == "NONE" else None


def behind_reshape(value: Value) -> tuple[Value, Operation | None]:
    """What a reshape that has no other use is of, and the reshape; the value itself of others."""
    shaping = alone(value, ("tfl.reshape",))
    return (value, None) if shaping is None else (shaping.operands[0], shaping)


def with_weights(op: Operation) -> tuple[Operation, Array, Array | None, Operation | None] | None:
    """Of a sum or product the operation with weights, the constant for each channel, and its bias as an array; None for the bias that is absent. Between
    them there may be a reshape, which is the last."""
    for number in (0, 1):
        inner, shaping = behind_reshape(op.operands[number])
        product, other = alone(inner, CHANNELS), array_in(op.operands[1 - number])
        if product is None or other is None or other.dtype != np.float32 or op.results[0].type is not op.operands[number].type:
            continue
        filter = product.operands[1].type.shape
        count = filter[CHANNELS[product.name]] if filter is not None else None
        channels = by_channel(other, op.results[0].type, count) if count else None
        if not count or channels is None:
            continue
        bias = bias_of(product)
        told = np.zeros(count, np.float32) if is_absent(bias) else array_in(bias)
        if told is not None:
            return product, channels, told, shaping
    return None


def bias_of(product: Operation) -> Value:
    return product.operands[BIASES.get(product.name, 2)]


def by_channel(array: Array, type: Type, count: int) -> Array | None:
    """A number for each of so many channels, which run along the last dimensions of a type; None where an array differs along others."""
    if array.size == 1:
        return np.broadcast_to(array.reshape(-1), (count,))
    sizes = known_sizes(type)
    rank = next((rank for rank in range(1, len(sizes) + 1) if prod(sizes[-rank:]) == count), None)
    if rank is None or any([size != 1 for size in array.shape[:-rank]]):
        return None
    return np.broadcast_to(array.reshape(array.shape[-rank:]), sizes[-rank:]).reshape(-1)


def known_sizes(type: Type) -> list[int]:
    """The sizes of the last dimensions, as many as are known."""
    shape = (type.shape if isinstance(type, TensorType) else None) or ()
    sizes = takewhile(lambda size: size is not None, reversed(shape))
    return [size for size in sizes if size is not None][::-1]


def rebuilt(op: Operation, product: Operation, shaping: Operation | None, rewriter: PatternRewriter, filter: Value, bias: Value) -> bool:
    """The operation with other weights, with the activation of the op that it takes the place of."""
    attributes = {**product.attributes, ACTIVATION: StringAttr(op.get(ACTIVATION, "NONE"))}
    operands = with_constants(product, filter, bias)
    return shaped(op, rewriter.create(product.name, operands, [product.results[0].type], attributes), shaping, rewriter)


def with_constants(product: Operation, filter: Value, bias: Value) -> list[Value]:
    """The operands of an operation with other weights and another bias."""
    operands = [product.operands[0], filter, *product.operands[2:]]
    operands[BIASES.get(product.name, 2)] = bias
    return operands


def shaped(op: Operation, new: Operation, shaping: Operation | None, rewriter: PatternRewriter) -> bool:
    """Puts an operation in the place of one, with the reshape that lay between what it is made of."""
    if shaping is not None:
        new = rewriter.create(shaping.name, [new.results[0], shaping.operands[1]], [op.results[0].type], shaping.attributes)
    return rewriter.replace(op, new.results)


def add_to_bias(op: Operation, rewriter: PatternRewriter) -> bool:
    match = with_weights(op)
    if match is None:
        return False
    product, other, bias, shaping = match
    if op.name == "tfl.sub":
        if op.operands[0].op is not (shaping or product):
            return False
        other = -other
    numbers = min([operand.type.size for operand in op.operands if array_in(operand) is not None])
    if shaping is not None and is_absent(bias_of(product)) and LEAST_REPEATED * numbers < other.size:
        return False  # a bias would repeat what is added behind the reshape, with scales of its own where it is quantized
    return rebuilt(op, product, shaping, rewriter, product.operands[1], constant((bias + other).astype(np.float32)))


def multiply_weights(op: Operation, rewriter: PatternRewriter) -> bool:
    match = with_weights(op)
    if match is None:
        return False
    product, factors, bias, shaping = match
    filter = array_in(product.operands[1])
    if filter is None or len(product.operands[1].uses) > 1:
        return False
    shape = [1] * filter.ndim
    shape[CHANNELS[product.name]] = factors.size
    absent, scaled = bias_of(product), constant(filter * factors.reshape(shape))
    return rebuilt(op, product, shaping, rewriter, scaled, absent if is_absent(absent) else constant((bias * factors).astype(np.float32)))


def multiply_factor(op: Operation, rewriter: PatternRewriter) -> bool:
    """One number that a product of two products is multiplied by, as attention divides by the root of its depth, goes into the weights of either."""
    for at in (0, 1):
        factor = array_in(op.operands[1 - at])
        if factor is None or factor.size != 1 or factor.dtype != np.float32 or op.get(ACTIVATION) != "NONE":
            continue
        both, result = alone(op.operands[at], ("tfl.batch_matmul",)), op.operands[at]
        if both is None or result.type is not op.results[0].type:
            continue
        for product in filter(None, map(moved_product, both.operands)):
            weights, bias = array_in(product.operands[1]), bias_of(product)
            told = None if is_absent(bias) else array_in(bias)
            if (
                weights is None
                or weights.dtype != np.float32
                or len(product.operands[1].uses) > 1
                or (told is None and not is_absent(bias))
            ):
                continue
            rewriter.set_insertion_point(product)
            number = factor.reshape(())
            operands = with_constants(product, constant(weights * number), bias if told is None else constant(told * number))
            new = rewriter.create(product.name, operands, [product.results[0].type], product.attributes)
            rewriter.replace(product, new.results)
            return rewriter.replace(op, [result])
    return False


def multiply_behind(op: Operation, rewriter: PatternRewriter) -> bool:
    """One number that what is summed up is multiplied by, as that which makes parts of one of a picture's bytes, goes into the weights."""
    scaled, filter = alone(op.operands[0], ("tfl.mul",)), array_in(op.operands[1])
    if scaled is None or filter is None or filter.dtype != np.float32 or len(op.operands[1].uses) > 1:
        return False
    for at in (0, 1):
        factor = array_in(scaled.operands[1 - at])
        if factor is not None and factor.size == 1 and scaled.operands[at].type is scaled.results[0].type:
            operands = [scaled.operands[at], constant(filter * factor.reshape(())), *op.operands[2:]]
            return rewriter.replace(op, rewriter.create(op.name, operands, [op.results[0].type], op.attributes).results)
    return False


def drop_zero(op: Operation, rewriter: PatternRewriter) -> bool:
    """A sum with zeros is the other number, a difference from it as well."""
    for at in (0, 1) if op.name == "tfl.add" else (0,):
        zeros, kept = array_in(op.operands[1 - at]), op.operands[at]
        if zeros is not None and not zeros.any() and kept.type is op.results[0].type and op.get(ACTIVATION) == "NONE":
            return rewriter.replace(op, [kept])
    return False


def keep_reduced(op: Operation, rewriter: PatternRewriter) -> bool:
    """A reshape that puts dimensions back along which numbers were added up, or the like: the operator keeps them itself."""
    reduced, shape = op.operands[0].op, op.results[0].type.shape
    if reduced is None or reduced.get("keep_dims") is not False or len(op.operands[0].uses) > 1:
        return False
    axes = array_in(reduced.operands[1])
    if axes is None or not reduced.operands[0].type.is_static:
        return False
    before = reduced.operands[0].type.shape
    places = {int(axis) % len(before) for axis in axes.reshape(-1)}
    if shape != tuple([1 if at in places else size for at, size in enumerate(before)]):
        return False
    attributes = {**reduced.attributes, "keep_dims": BoolAttr(True)}
    return rewriter.replace(op, rewriter.create(reduced.name, reduced.operands, [op.results[0].type], attributes).results)


def moved_product(value: Value) -> Operation | None:
    """The operation with weights whose result a value is, in another shape or order, where nothing else uses it."""
    while (moving := alone(value, ("tfl.reshape", "tfl.transpose"))) is not None:
        value = moving.operands[0]
    return alone(value, CHANNELS)


def fuse_activation(op: Operation, rewriter: PatternRewriter) -> bool:
    """relu(conv(x)) as conv with the activation RELU."""
    inner, shaping = behind_reshape(op.operands[0])
    maker = inner.op
    if maker is None or ACTIVATION not in maker.attributes or alone(inner, (maker.name,)) is None:
        return False
    if op.results[0].type is not op.operands[0].type or maker.name in ("tfl.concatenation", "tfl.transpose_conv"):
        return False
    if not is_pure(maker) or len(maker.results) > 1:  # the activation of a recurrent operator is within the recurrence
        return False
    attributes = {**maker.attributes, ACTIVATION: StringAttr(ACTIVATIONS[op.name])}
    return shaped(op, rewriter.create(maker.name, maker.operands, [maker.results[0].type], attributes), shaping, rewriter)


def keep_dimensions(op: Operation, rewriter: PatternRewriter) -> bool:
    """A product of rows that are reshaped before and behind is one of all dimensions but the last: only a reshape behind it may be left."""
    before, result = op.operands[0].op, op.results[0]
    if before is None or before.name != "tfl.reshape" or op.get("keep_num_dims") or not result.type.is_static:
        return False
    x, depth = before.operands[0], op.operands[0].type.shape[-1]
    if not x.type.is_static or not result.users or any([user.name != "tfl.reshape" for user in result.users]):
        return False
    outer = x.type.shape[:-1]
    if x.type.rank < 2 or x.type.shape[-1] != depth:
        shapes = {user.results[0].type.shape for user in result.users}  # heads that are joined in front of the product
        (behind,) = shapes if len(shapes) == 1 else (None,)
        if not behind or len(behind) < 2 or behind[-1] != result.type.shape[-1] or None in behind:
            return False
        outer = behind[:-1]
        x = reshaped(x, (*outer, depth))
    type = TensorType((*outer, result.type.shape[-1]), result.type.element)
    product = rewriter.create(op.name, [x, *op.operands[1:]], [type], {**op.attributes, "keep_num_dims": BoolAttr(True)})
    return rewriter.replace(op, [reshaped(product.results[0], result.type.shape)])


def look_up_rows(op: Operation, rewriter: PatternRewriter) -> bool:
    """A product of one-hot rows and constant weights takes rows out of a table: the first and the last are what indices outside of the weights' give."""
    ones, _ = behind_reshape(op.operands[0])
    hot = ones.op
    if hot is None or hot.name != "tfl.one_hot" or op.get(ACTIVATION) != "NONE" or op.get("weights_format") != "DEFAULT":
        return False
    indices, depth, on, off = hot.operands
    weights, bias = array_in(op.operands[1]), None if is_absent(op.operands[2]) else array_in(op.operands[2])
    result = op.results[0].type
    if weights is None or weights.dtype != np.float32 or not np.isfinite(weights).all() or (bias is None and not is_absent(op.operands[2])):
        return False
    if len(op.operands[1].uses) > 1:  # they would lie in the file twice
        return False
    count = weights.shape[1]
    is_last = hot.get("axis") in (-1, ones.type.rank - 1)
    told = [array_in(value) for value in (depth, on, off)]
    if not is_last or not all([array is not None and np.array_equal(array, number) for array, number in zip(told, (count, 1, 0))]):
        return False
    if indices.type.element is not I32 or not indices.type.is_static or not result.is_static:
        return False
    rows = np.pad(weights.T, ((1, 1), (0, 0)))
    table = constant(rows if bias is None else rows + bias)
    place = indices
    for name, limit in (("tfl.maximum", -1), ("tfl.minimum", count), ("tfl.add", 1)):
        attributes = PLAIN if name == "tfl.add" else {}
        place = rewriter.create(name, [place, constant(np.array(limit, np.int32))], [indices.type], attributes).results[0]
    type = TensorType((*indices.type.shape, len(weights)), result.element)
    whole = {"axis": IntegerAttr(0, I32), "batch_dims": IntegerAttr(0, I32)}
    taken = rewriter.create("tfl.gather", [table, place], [type], whole).results[0]
    return rewriter.replace(op, [taken if type is result else reshaped(taken, result.shape)])


def same_padding(size: int, window: int, stride: int, dilation: int) -> tuple[int, int]:
    reach = (window - 1) * dilation + 1
    total = max((-(-size // stride) - 1) * stride + reach - size, 0)
    return total // 2, total - total // 2


def fuse_padding(op: Operation, rewriter: PatternRewriter) -> bool:
    """A padding by zeros in front of a convolution without one, where it is what SAME puts on."""
    pad = alone(op.operands[0], ("tfl.pad",))
    filter, result = op.operands[1].type.shape, op.results[0].type.shape
    if pad is None or op.get("padding") != "VALID" or filter is None:
        return False
    amounts, shape = array_in(pad.operands[1]), pad.operands[0].type.shape
    if amounts is None or shape is None or len(shape) != 4 or None in (*shape[1:3], *filter[1:3]):
        return False
    stride = op.get("stride_h"), op.get("stride_w")
    dilation = op.get("dilation_h_factor"), op.get("dilation_w_factor")
    usual = [same_padding(shape[1 + at], filter[1 + at], stride[at], dilation[at]) for at in (0, 1)]
    if amounts.tolist() != [[0, 0], *[list(each) for each in usual], [0, 0]]:
        return False
    if any([result[1 + at] != -(-shape[1 + at] // stride[at]) for at in (0, 1)]):
        return False
    attributes = {**op.attributes, "padding": StringAttr("SAME")}
    operands = [pad.operands[0], *op.operands[1:]]
    return rewriter.replace(op, rewriter.create(op.name, operands, [op.results[0].type], attributes).results)


def to_dilation(op: Operation, rewriter: PatternRewriter) -> bool:
    """A convolution of blocks, as TensorFlow has written dilated ones, is one with a dilation. What blocks are padded by in front of it and cropped by
    behind it is padding."""
    product = alone(op.operands[0], ("tfl.conv_2d", "tfl.depthwise_conv_2d"))
    blocks = product and alone(product.operands[0], ("tfl.space_to_batch_nd",))
    if product is None or blocks is None or product.get("padding") != "VALID":
        return False
    names = [f"{word}_{axis}" for word, axes in (("stride", "hw"), ("dilation", ("h_factor", "w_factor"))) for axis in axes]
    x, result, filter = blocks.operands[0], op.results[0].type, product.operands[1].type.shape
    arrays = [array for value in (*blocks.operands[1:], *op.operands[1:]) if (array := array_in(value)) is not None]
    if len(arrays) < 4 or any([product.get(name) != 1 for name in names]) or filter is None:
        return False
    block, paddings, other, crops = arrays
    shape = x.type.shape
    if shape is None or len(shape) != 4 or None in (*shape[1:3], *filter[1:3]) or block.tolist() != other.tolist() or block.size != 2:
        return False
    pads = (paddings - crops).tolist()
    if min(map(min, pads)) < 0 or any(
        [shape[1 + at] + sum(pads[at]) - (filter[1 + at] - 1) * block[at] != result.shape[1 + at] for at in (0, 1)]
    ):
        return False
    is_same = pads == [list(same_padding(shape[1 + at], filter[1 + at], 1, int(block[at]))) for at in (0, 1)]
    if any(map(any, pads)) and not is_same:
        padded = [shape[0], *[shape[1 + at] + sum(pads[at]) for at in (0, 1)], shape[3]]
        amounts = constant(np.array([[0, 0], *pads, [0, 0]], np.int32))
        x = rewriter.create("tfl.pad", [x, amounts], [TensorType(padded, result.element)], {}).results[0]
    dilations = {name: IntegerAttr(int(size), I32) for name, size in zip(names[2:], block)}
    attributes = {**product.attributes, **dilations, "padding": StringAttr("SAME" if is_same else "VALID")}
    return rewriter.replace(op, rewriter.create(product.name, [x, *product.operands[1:]], [result], attributes).results)


def is_number(value: Value, number: float) -> bool:
    array = array_in(value)
    return array is not None and array.size == 1 and bool(np.isclose(array.reshape(()), number, rtol=1e-6, atol=0))


def other_than(op: Operation, value: Value) -> Value | None:
    """The operand of a binary op beside one that it has."""
    return op.operands[1] if op.operands[0] is value else op.operands[0] if op.operands[1] is value else None


def to_hard_swish(op: Operation, rewriter: PatternRewriter) -> bool:
    """x * relu6(x + 3) / 6, in the orders in which it is written."""
    for number in (0, 1):
        scaled, rest = op.operands[number].op, op.operands[1 - number]
        if scaled is None or op.get(ACTIVATION) != "NONE" or scaled.get(ACTIVATION) != "NONE":
            continue
        if scaled.name == "tfl.mul" and op.name == "tfl.mul":
            # (x * relu6(x + 3)) * (1 / 6), or x * (relu6(x + 3) * (1 / 6))
            if is_number(rest, 1 / 6):
                for at in (0, 1):
                    if is_shifted(scaled.operands[at], scaled.operands[1 - at]):
                        return swish(op, rewriter, scaled.operands[1 - at])
            for at in (0, 1):
                if is_number(scaled.operands[1 - at], 1 / 6) and is_shifted(scaled.operands[at], rest):
                    return swish(op, rewriter, rest)
        if op.name == "tfl.div" and number == 0 and scaled.name == "tfl.mul" and is_number(rest, 6):
            for at in (0, 1):
                if is_shifted(scaled.operands[at], scaled.operands[1 - at]):
                    return swish(op, rewriter, scaled.operands[1 - at])
    return False


def to_prelu(op: Operation, rewriter: PatternRewriter) -> bool:
    """relu(x) + a * relu(-x), as Keras has it, is what its numbers below 0 are multiplied by -a."""
    for at in (0, 1):
        (x, *_), pair = within(op.operands[at], "tfl.relu") or (None,), within(op.operands[1 - at], "tfl.mul")
        for alpha, below in zip(pair, reversed(pair)):
            (negated, *_), factors = within(below, "tfl.relu") or (None,), array_in(alpha)
            if x is None or negated is None or factors is None or [*within(negated, "tfl.neg")] != [x] or x.type is not op.results[0].type:
                continue
            if (
                x.type.shape is None
                or factors.ndim >= len(x.type.shape)
                or op.get(ACTIVATION) != "NONE"
                or alone(op.operands[1 - at], ("tfl.mul",)) is None
            ):
                continue
            return rewriter.replace(op, rewriter.create("tfl.prelu", [x, constant(-factors)], [x.type], {}).results)
    return False


def is_shifted(value: Value, x: Value) -> bool:
    """Whether a value is relu6(x + 3)."""
    op = value.op
    if op is not None and op.name == "tfl.relu6":
        op = op.operands[0].op
        activation = "NONE"
    else:
        activation = "RELU6"
    if op is None or op.name != "tfl.add" or op.get(ACTIVATION) != activation:
        return False
    three = other_than(op, x)
    return three is not None and is_number(three, 3)


def swish(op: Operation, rewriter: PatternRewriter, x: Value) -> bool:
    if x.type is not op.results[0].type:
        return False
    return rewriter.replace(op, rewriter.create("tfl.hard_swish", [x], [x.type], {}).results)


def to_l2_normalization(op: Operation, rewriter: PatternRewriter) -> bool:
    """x * rsqrt(max(sum(x * x), 1e-12)) along the last dimension: the operator divides by no less than 1e-6."""
    for number in (0, 1):
        x = op.operands[number]
        roots = within(op.operands[1 - number], "tfl.rsqrt")
        sums = beside_limit(roots[0], 1e-12) if roots else None
        total = None if sums is None else sums.op
        if op.get(ACTIVATION) != "NONE" or x.type is not op.results[0].type or total is None or total.name != "tfl.sum":
            continue
        square = total.operands[0].op
        if not total.get("keep_dims") or not is_last_axis(total.operands[1], x) or square is None:
            continue
        is_square = square.name in ("tfl.square", "tfl.mul") and square.get(ACTIVATION, "NONE") == "NONE"
        if is_square and all([each is x for each in square.operands]):
            told = {ACTIVATION: StringAttr("NONE")}
            return rewriter.replace(op, rewriter.create("tfl.l2_normalization", [x], [x.type], told).results)
    return False


def within(value: Value, name: str) -> Sequence[Value]:
    """The operands of what makes a value, if that is an op of this name."""
    return value.op.operands if value.op is not None and value.op.name == name else ()


def beside_limit(value: Value, number: float) -> Value | None:
    """What a value is the larger of beside that number."""
    pair = within(value, "tfl.maximum")
    return next((pair[1 - at] for at in range(len(pair)) if is_number(pair[at], number)), None)


def is_last_axis(axes: Value, x: Value) -> bool:
    array = array_in(axes)
    return array is not None and array.size == 1 and x.type.shape is not None and int(array.reshape(())) in (-1, x.type.rank - 1)


def reshape_once(op: Operation, rewriter: PatternRewriter) -> bool:
    """A reshape of a reshape is one; one to the same shape is none."""
    inner = op.operands[0].op
    if op.operands[0].type is op.results[0].type and op.results[0].type.is_static:
        return rewriter.replace(op, [op.operands[0]])
    if inner is None or inner.name != "tfl.reshape" or not op.results[0].type.is_static:
        return False
    return rewriter.replace(
        op, rewriter.create(op.name, [inner.operands[0], op.operands[1]], [op.results[0].type], dict(op.attributes)).results
    )


PATTERNS = {
    "tfl.add": [drop_zero, add_to_bias, to_prelu],
    "tfl.sub": [drop_zero, add_to_bias],
    "tfl.mul": [multiply_weights, multiply_factor, to_hard_swish, to_l2_normalization],
    "tfl.div": [to_hard_swish],
    **{name: [fuse_activation] for name in ACTIVATIONS},
    "tfl.conv_2d": [fuse_padding, multiply_behind],
    "tfl.depthwise_conv_2d": [fuse_padding, multiply_behind],
    "tfl.fully_connected": [look_up_rows, keep_dimensions, multiply_behind],
    "tfl.reshape": [reshape_once, keep_reduced],
    "tfl.batch_to_space_nd": [to_dilation],
}
