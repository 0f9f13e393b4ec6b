"""Fuses operators of TensorFlow Lite: sums and factors into weights and biases, activations into what they follow, padding into convolutions."""

from __future__ import annotations

from tfir.dialects import is_pure
from tfir.ir.attributes import StringAttr
from tfir.ir.operations import Operation, Value
from tfir.ods.numpy_on_demand import np

from tfopt.rewrite.greedy import GreedyDriver
from tfopt.rewrite.pattern import function_patterns
from tfopt.tf_to_tfl.building import array_in, constant, is_absent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ods.arrays import Array

    from tfopt.rewrite.rewriter import PatternRewriter

EXACT = False  # factors go into weights
ACTIVATION = "fused_activation_function"
CHANNELS = {
    "tfl.conv_2d": 0,
    "tfl.depthwise_conv_2d": 3,
    "tfl.fully_connected": 0,
}  # the dimension of weights that is the result's last one
ACTIVATIONS = {"tfl.relu": "RELU", "tfl.relu6": "RELU6", "tfl.relu_n1_to_1": "RELU_N1_TO_1"}


def tfl_fuse(func: "Func"):
    GreedyDriver(function_patterns(PATTERNS), folds=False).run(func)


def alone(value: Value, names) -> Operation | None:
    """The op of one of these names that makes a value, if that has no other use and the op no activation."""
    op = value.op
    if op is None or op.name not in names or len(value.uses) != 1:
        return None
    return op if op.get(ACTIVATION, "NONE") == "NONE" else None


def with_weights(op: Operation) -> tuple[Operation, Array, Array | None] | None:
    """Of a sum or product the operation with weights, the constant, and its bias as an array; None for the bias that is absent."""
    for number in (0, 1):
        product, other = alone(op.operands[number], CHANNELS), array_in(op.operands[1 - number])
        if product is None or other is None or other.dtype != np.float32 or op.results[0].type is not product.results[0].type:
            continue
        filter = product.operands[1].type.shape
        count = filter[CHANNELS[product.name]] if filter is not None else None
        if not count or (other.size != 1 and other.shape[-1:] != (other.size,)) or other.size not in (1, count):
            continue
        bias = product.operands[2]
        told = np.zeros(count, np.float32) if is_absent(bias) else array_in(bias)
        if told is not None:
            return product, np.broadcast_to(other.reshape(-1), (count,)), told
    return None


def rebuilt(op: Operation, product: Operation, rewriter: PatternRewriter, filter: Value, bias: Array) -> bool:
    """The operation with other weights, with the activation of the op that it takes the place of."""
    attributes = {**product.attributes, ACTIVATION: StringAttr(op.get(ACTIVATION, "NONE"))}
    operands = [product.operands[0], filter, constant(bias.astype(np.float32))]
    new = rewriter.create(product.name, operands, [op.results[0].type], attributes)
    return rewriter.replace(op, new.results)


def add_to_bias(op: Operation, rewriter: PatternRewriter) -> bool:
    match = with_weights(op)
    if match is None:
        return False
    product, other, bias = match
    if op.name == "tfl.sub":
        if op.operands[0].op is not product:
            return False
        other = -other
    return rebuilt(op, product, rewriter, product.operands[1], bias + other)


def multiply_weights(op: Operation, rewriter: PatternRewriter) -> bool:
    match = with_weights(op)
    if match is None:
        return False
    product, factors, bias = match
    filter = array_in(product.operands[1])
    if filter is None or len(product.operands[1].uses) > 1:
        return False
    shape = [1] * filter.ndim
    shape[CHANNELS[product.name]] = factors.size
    return rebuilt(op, product, rewriter, constant(filter * factors.reshape(shape)), bias * factors)


def fuse_activation(op: Operation, rewriter: PatternRewriter) -> bool:
    """relu(conv(x)) as conv with the activation RELU."""
    maker = op.operands[0].op
    if maker is None or ACTIVATION not in maker.attributes or alone(op.operands[0], (maker.name,)) is None:
        return False
    if op.results[0].type is not maker.results[0].type or maker.name in ("tfl.concatenation", "tfl.transpose_conv"):
        return False
    if not is_pure(maker) or len(maker.results) > 1:  # the activation of a recurrent operator is within the recurrence
        return False
    attributes = {**maker.attributes, ACTIVATION: StringAttr(ACTIVATIONS[op.name])}
    return rewriter.replace(op, rewriter.create(maker.name, maker.operands, [op.results[0].type], attributes).results)


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


def is_number(value: Value, number: float) -> bool:
    array = array_in(value)
    return array is not None and array.size == 1 and bool(np.isclose(array.reshape(()), number, rtol=1e-6))


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
    "tfl.add": [add_to_bias],
    "tfl.sub": [add_to_bias],
    "tfl.mul": [multiply_weights, to_hard_swish],
    "tfl.div": [to_hard_swish],
    **{name: [fuse_activation] for name in ACTIVATIONS},
    "tfl.conv_2d": [fuse_padding],
    "tfl.depthwise_conv_2d": [fuse_padding],
    "tfl.reshape": [reshape_once],
}
