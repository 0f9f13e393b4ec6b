"""Lowerings: normalizations, soft maxima, losses."""

from tfir.ir.diagnostics import Error
from tfir.ir.types import F32, I64
from tfir.ods.shapes import product

from tfopt.arithmetic.tensor import Tensor, along, broadcast_to, exp, iota, log, rsqrt, select, splat, sqrt, widened
from tfopt.onnx_to_stablehlo.lowering import lower, lowered_by
from tfopt.onnx_to_stablehlo.reduction import mean
from tfopt.onnx_to_stablehlo.window import inverse_power, power


def batch_normalized(x, scale, offset, average, variance, epsilon, momentum, is_training, count):
    wide = x.convert(F32) if x.element.width < 32 else x
    scale, offset, average, variance = [each.convert(wide.element) for each in (scale, offset, average, variance)]
    running = [average, variance]
    if is_training:
        axes = [axis for axis in range(x.rank) if axis != 1]
        now = mean(wide, axes, False)
        centred = wide - along(now, wide, 1)
        spread = mean(centred * centred, axes, False)
        running = [old * momentum + new * (1 - momentum) for old, new in zip(running, (now, spread))]
        average, variance = now, spread
    factor = scale * rsqrt(variance + epsilon)
    axis = 1 if x.rank > 1 else 0
    result = (wide - along(average, wide, axis)) * along(factor, wide, axis) + along(offset, wide, axis)
    return [result.convert(x.element), *running][:count]


def batch_normalization(operands, op, epsilon, momentum, training_mode=0):
    x, scale, offset, average, variance = operands
    results = batch_normalized(x, scale, offset, average, variance, epsilon, momentum, bool(training_mode), len(op.results))
    types = (scale.element, average.element, average.element)
    return [results[0], *[each.convert(element) for each, element in zip(results[1:], types[1:])]]


def older_batch_normalization(operands, op, epsilon, momentum, spatial=1):
    if len(op.results) > 1:
        raise Error("gives running means, as of a model that is trained")
    if not spatial:
        raise Error("normalizes each place by itself ('spatial' is 0)")
    return batch_normalization(operands, op, epsilon, momentum)


lowered_by(
    BatchNormalization=batch_normalization, BatchNormalizationV9=older_batch_normalization, BatchNormalizationV7=older_batch_normalization,
)  # fmt: skip


def standardized(x: Tensor, axes: list, epsilon: float) -> tuple[Tensor, Tensor, Tensor]:
    """With mean 0 and variance 1 along some axes; the mean, and one by the deviation, with axes of size 1."""
    average = mean(x, axes, True)
    centred = x - average
    factor = rsqrt(mean(centred * centred, axes, True) + epsilon)
    return centred * factor, average, factor


@lower
def InstanceNormalization(input, scale, B, epsilon):
    x = widened(input)
    normal, _, _ = standardized(x, list(range(2, x.rank)), epsilon)
    return (normal * along(scale.convert(x.element), x, 1) + along(B.convert(x.element), x, 1)).convert(input.element)


@lower
def LayerNormalization(X, Scale, axis, epsilon, stash_type, B=None):
    x = widened(X)
    axes = list(range(axis % x.rank, x.rank))
    normal, average, factor = standardized(x, axes, epsilon)
    result = normal.convert(X.element) * Scale
    result = result if B is None else result + B
    kind = F32 if stash_type == 1 else X.element
    return [result, average.convert(kind), factor.convert(kind)]


@lower
def RMSNormalization(X, scale, axis, epsilon, stash_type):
    x = widened(X)
    axes = list(range(axis % x.rank, x.rank))
    normal = x * rsqrt(mean(x * x, axes, True) + epsilon)
    return normal.convert(X.element) * scale


def group_normalization(by_group: bool):
    def lowering(X, scale, bias, epsilon, num_groups, stash_type=1):
        x = widened(X)
        batch, channels, *space = x.shape
        grouped = x.reshape(batch, num_groups, channels // num_groups, *space)
        normal, _, _ = standardized(grouped, list(range(2, grouped.rank)), epsilon)
        scale, bias = scale.convert(x.element), bias.convert(x.element)
        if by_group:
            return (normal * along(scale, normal, 1) + along(bias, normal, 1)).reshape(*x.shape).convert(X.element)
        normal = normal.reshape(*x.shape)
        return (normal * along(scale, normal, 1) + along(bias, normal, 1)).convert(X.element)

    return lowering


lowered_by(GroupNormalization=group_normalization(False), GroupNormalizationV18=group_normalization(True))


@lower
def LpNormalization(input, axis, p):
    """Nothing is divided by a norm of 0."""
    x = widened(input)
    norm = inverse_power(power(x, p).sum(axis, keep=True), p)
    return select(norm == 0, 0, x / select(norm == 0, 1, norm)).convert(input.element)


@lower
def MeanVarianceNormalization(X, axes):
    x = widened(X)
    listed = [axis % x.rank for axis in axes]
    centred = x - mean(x, listed, True)
    deviation = sqrt(mean(centred * centred, listed, True))
    return (centred / (deviation + 1e-9)).convert(X.element)


# Soft maxima


def softmax(x: Tensor, axes: list) -> Tensor:
    powers = exp(x - x.max(*axes, keep=True))
    return powers / powers.sum(*axes, keep=True)


def log_softmax(x: Tensor, axes: list) -> Tensor:
    moved = x - x.max(*axes, keep=True)
    return moved - log(exp(moved).sum(*axes, keep=True))


def hardmax(x: Tensor, axes: list) -> Tensor:
    """One at the first of the largest elements, zero elsewhere."""
    flat = x if len(axes) == 1 else x.reshape(*x.shape[: axes[0]], product([x.shape[axis] for axis in axes]))
    axis = axes[0]
    place = iota(flat.shape, axis)
    is_best = flat == broadcast_to(flat.max(axis, keep=True), flat.shape)
    first = select(is_best, place, flat.shape[axis] if isinstance(flat.shape[axis], int) else 1 << 30).min(axis, keep=True)
    return (place == broadcast_to(first, flat.shape)).convert(x.element).reshape(*x.shape)


def along_one(function):
    return lambda input, axis: function(widened(input), [axis % input.rank]).convert(input.element)


def along_rest(function):
    """The older form: of all axes from one on, as if they were one."""
    return lambda input, axis: function(widened(input), list(range(axis % input.rank if axis < 0 else axis, input.rank))).convert(
        input.element
    )


for _name, _function in (("Softmax", softmax), ("LogSoftmax", log_softmax), ("Hardmax", hardmax)):
    lowered_by(**{_name: along_one(_function), f"{_name}V11": along_rest(_function)})


# Losses


def negative_log_likelihood(x: Tensor, target: Tensor, weight, ignore_index, reduction: str) -> Tensor:
    """x [N, C, places...] of logarithms of probabilities, target [N, places...] the classes."""
    target = target.convert(I64)
    is_ignored = None if ignore_index is None else target == ignore_index
    classes = iota(x.shape, 1, I64)
    hot = classes == target.expand(1)
    picked = select(hot, x, 0).sum(1)
    weights = splat(1, picked.shape, x.element)
    if weight is not None:
        weights = select(hot, along(weight.convert(x.element), x, 1), 0).sum(1)
    if is_ignored is not None:
        weights = select(is_ignored, 0, weights)
    loss = -picked * weights
    loss = loss if is_ignored is None else select(is_ignored, 0, loss)
    axes = list(range(loss.rank))
    if reduction == "none":
        return loss
    total = loss.sum(*axes)
    if reduction == "sum":
        return total
    return total / weights.sum(*axes)


@lower
def NegativeLogLikelihoodLoss(input, target, ignore_index, reduction, weight=None):
    return negative_log_likelihood(widened(input), target, weight, ignore_index, reduction).convert(input.element)


@lower
def SoftmaxCrossEntropyLoss(scores, labels, ignore_index, reduction, weights=None):
    logarithms = log_softmax(widened(scores), [1])
    loss = negative_log_likelihood(logarithms, labels, weights, ignore_index, reduction)
    return [loss.convert(scores.element), logarithms.convert(scores.element)]
