"""Puts operators of ONNX in the place of what StableHLO computes step by step, so that those who run them know what is meant.

    Max(x, 0)                                                       Relu, which is fused into a convolution
    ReduceSum(x, axes) / how many elements are added                ReduceMean
    e / ReduceSum(e, axis), e = Exp(x - ReduceMax(x, axis))         Softmax
    x * f(x), whose numbers are those of the Gaussian error linear unit   x / 2 * (1 + Erf(x / sqrt(2))), of which runtimes make Gelu
    d / Sqrt(mean(d * d) + e) * w + b, d = x - mean(x)              LayerNormalization, also as x * s + (b - mean(x) * s)

Results are those of the steps but for rounding, NaN and infinities among them; of -0 Relu gives -0 where Max gives 0.
"""

from __future__ import annotations

from math import erfc, prod, sqrt

from tfir.ir.attributes import FloatAttr, IntegerAttr
from tfir.ir.builder import Builder
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import F32, I64, FloatType, TensorType
from tfir.ods.numpy_on_demand import np

from tfopt.recipes.recipes import number_in, plain_list

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tfir.ods.arrays import Array

UNKEPT = {"keepdims": IntegerAttr(0, I64)}


def name_whole_operators(module: Operation) -> None:
    for op in list(module.walk()):
        make = WHOLE.get(op.name)
        whole = make(op) if make is not None else None
        if whole is not None:
            op.replace_with([whole])
            op.erase()


def made_by(value: Value, *names: str) -> Operation | None:
    return value.op if value.op is not None and value.op.name in names else None


def constant_axes(op: Operation) -> list[int]:
    """The axes of a reduction; none where they are computed."""
    made = made_by(op.operands[1], "onnx.Constant") if len(op.operands) == 2 else None
    return [] if made is None else [int(axis) for axis in plain_list(made.attributes["value"])]


def linear(op: Operation) -> Value | None:
    x, zero = op.operands if len(op.operands) == 2 else (None, None)
    for one, other in ((x, zero), (zero, x)):
        if one is not None and other is not None and number_in(other) == 0:
            if isinstance(one.type.element, FloatType) and one.type is op.result.type:
                return Builder.before(op).value("onnx.Relu", [one], op.result.type)
    return None


def divided(op: Operation) -> Value | None:
    return mean(op) or softmax(op)


def mean(op: Operation) -> Value | None:
    summed = made_by(op.operands[0], "onnx.ReduceSum")
    if summed is None or summed.result.type is not op.result.type or not isinstance(op.result.type.element, FloatType):
        return None
    sizes = [summed.operands[0].type.shape[axis] for axis in constant_axes(summed)]
    if not sizes or None in sizes or number_in(op.operands[1]) != prod(sizes):
        return None
    return Builder.before(op).value("onnx.ReduceMean", summed.operands, op.result.type, UNKEPT)


def softmax(op: Operation) -> Value | None:
    exponentials = made_by(op.operands[0], "onnx.Exp")
    difference = made_by(exponentials.operands[0], "onnx.Sub") if exponentials is not None else None
    if difference is None or difference.operands[0].type is not op.result.type:
        return None
    x: Any = difference.operands[0]
    axis = axis_of_rows(op.operands[1], "onnx.ReduceSum", op.operands[0])
    if axis is None or axis_of_rows(difference.operands[1], "onnx.ReduceMax", x) != axis:
        return None
    return Builder.before(op).value("onnx.Softmax", [x], x.type, {"axis": IntegerAttr(axis, I64)})


def axis_of_rows(value: Value, reduction: str, of: Value) -> int | None:
    """The axis along which a value is reduced, with that axis of one place."""
    shaped = made_by(value, "onnx.Reshape")
    reduced = made_by(shaped.operands[0], reduction) if shaped is not None else None
    axes = constant_axes(reduced) if reduced is not None else []
    if reduced is None or len(axes) != 1 or reduced.operands[0] is not of:
        return None
    kept = [1 if axis == axes[0] else size for axis, size in enumerate(of.type.shape)]
    return axes[0] if list(value.type.shape) == kept else None


def layer_normalization(op: Operation) -> Value | None:
    for one, other in (op.operands, op.operands[::-1]):
        rows = scaled_rows(one, other)
        if rows is not None:
            x, scale, bias, epsilon = rows
            attributes = {"axis": IntegerAttr(-1, I64), "epsilon": FloatAttr(epsilon, F32)}
            return Builder.before(op).value("onnx.LayerNormalization", [x, scale, bias], op.result.type, attributes)
    return None


def scaled_rows(product: Value, rest: Value) -> tuple[Value, Value, Value, float] | None:
    """x, a scale and a bias of each of its last dimension's places, and what is added to the variance, where a sum is x normalized by these."""
    times, minus = made_by(product, "onnx.Mul"), made_by(rest, "onnx.Sub")
    for x, factor in () if times is None else (times.operands, times.operands[::-1]):
        if minus is not None:
            centre = made_by(minus.operands[1], "onnx.Mul")
            means = [value for value in centre.operands if value is not factor] if centre is not None and factor in centre.operands else []
            told = [rows for rows in scales_of(factor) if len(means) == 1 and means[0] is rows[1] and x is rows[0]]
            bias = minus.operands[0]
        else:  # the scale stands behind what is normalized
            told = [(*rows, factor, epsilon) for rows, epsilon in normalized(x)]
            bias = rest
        for rows, _, scale, epsilon in told:
            scale, bias = unspread(scale), unspread(bias)
            last = rows.type.shape[-1]
            if rows.type.element is F32 and rows.type is product.type and scale.type.shape == bias.type.shape == (last,):
                return rows, scale, bias, epsilon
    return None


def scales_of(value: Value) -> list[tuple[Value, Value, Value, float]]:
    """x, its mean, the scale and what is added to the variance, where a value is that scale by the root of x's variance."""
    times = made_by(value, "onnx.Mul")
    pairs = [] if times is None else [tuple(times.operands), tuple(times.operands[::-1])]
    return [(*rows, scale, epsilon) for root, scale in pairs for rows, epsilon in inverse_deviation(root)]


def normalized(value: Value) -> list[tuple[tuple[Value, Value], float]]:
    """x and its mean, and what is added to the variance, where a value is x without its mean by the root of its variance."""
    times, quotient = made_by(value, "onnx.Mul"), made_by(value, "onnx.Div")
    pairs = [] if times is None else [(one, inverse_deviation(other)) for one, other in (times.operands, times.operands[::-1])]
    pairs += [] if quotient is None else [(quotient.operands[0], deviation(quotient.operands[1], quotient.operands[1]))]
    differences = [(made_by(one, "onnx.Sub"), deviations) for one, deviations in pairs]
    return [each for op, deviations in differences if op is not None for each in deviations if tuple(op.operands) == each[0]]


def inverse_deviation(value: Value) -> list[tuple[tuple[Value, Value], float]]:
    inverse = made_by(unshaped(value), "onnx.Reciprocal")
    return deviation(inverse.operands[0], value) if inverse is not None else []


def deviation(value: Value, beside: Value) -> list[tuple[tuple[Value, Value], float]]:
    """x and its mean, and what is added, where a value is the root of x's variance and a number; `beside` is it as it stands beside x."""
    root = made_by(unshaped(value), "onnx.Sqrt")
    total = made_by(unshaped(root.operands[0]), "onnx.Add") if root is not None else None
    for variance, number in () if total is None else (total.operands, total.operands[::-1]):
        epsilon, squares = number_in(number), mean_of(variance)
        square = made_by(squares, "onnx.Mul") if squares is not None else None
        difference = made_by(square.operands[0], "onnx.Sub") if square is not None and square.operands[0] is square.operands[1] else None
        x, mean = difference.operands if difference is not None else (None, None)
        if epsilon is None or x is None or mean is None or mean_of(mean) is not x:
            continue
        if is_by_row(mean, x) and is_by_row(beside, x):
            return [((x, mean), float(epsilon))]
    return []


def mean_of(value: Value) -> Value | None:
    """What a value is the mean of, over the last dimension."""
    value = unshaped(value)
    divided = made_by(value, "onnx.Div")
    reduced = made_by(
        value if divided is None else unshaped(divided.operands[0]), "onnx.ReduceMean" if divided is None else "onnx.ReduceSum"
    )
    if reduced is None or not reduced.operands[0].type.shape:
        return None
    *others, last = reduced.operands[0].type.shape
    is_all = divided is None or number_in(divided.operands[1]) == last
    return reduced.operands[0] if is_all and constant_axes(reduced) == [len(others)] else None


def is_by_row(value: Value, x: Value) -> bool:
    return list(value.type.shape or ()) == [*x.type.shape[:-1], 1]


def unshaped(value: Value) -> Value:
    """A value without dimensions of one place that a reshape put to it."""
    shaped = made_by(value, "onnx.Reshape")
    sizes = [
        [size for size in each.type.shape or () if size != 1] for each in (value, *(shaped.operands[:1] if shaped is not None else ()))
    ]
    return shaped.operands[0] if shaped is not None and sizes[0] == sizes[1] else value


def unspread(value: Value) -> Value:
    spread = made_by(value, "onnx.Expand")
    return value if spread is None else spread.operands[0]


def gelu(op: Operation) -> Value | None:
    """The error function has no operation in StableHLO: what it was lowered to is known by what it gives for some numbers."""
    if op.result.type.element is not F32:
        return None
    for operand in op.operands:
        times = made_by(operand, "onnx.Mul")
        for x in (operand, *(times.operands if times is not None else ())):
            if x.type is op.result.type and number_in(x) is None:
                told = values_for(op.result, {x: SAMPLES}, [MOST_STEPS])
                if told is not None and np.abs(told - GELU).max() < 2e-6:
                    return written_gelu(Builder.before(op), x)
    return None


def written_gelu(builder: Builder, x: Value) -> Value:
    def number(content: float) -> Value:
        type = TensorType((), F32)
        return builder.value("onnx.Constant", [], type, {"value": DenseAttr.of(content, type)})

    error = builder.value("onnx.Erf", [builder.value("onnx.Div", [x, number(sqrt(2))], x.type)], x.type)
    half = builder.value("onnx.Mul", [x, number(0.5)], x.type)
    return builder.value("onnx.Mul", [half, builder.value("onnx.Add", [error, number(1.0)], x.type)], x.type)


SAMPLES = np.linspace(-6, 6, 49)
GELU = SAMPLES / 2 * np.array([erfc(-x / sqrt(2)) for x in SAMPLES.tolist()])
MOST_STEPS = 64
STEPS: dict[str, Callable[..., Array]] = {
    "onnx.Abs": np.abs, "onnx.Add": np.add, "onnx.Div": np.divide, "onnx.Exp": np.exp, "onnx.Less": np.less, "onnx.Mul": np.multiply,
    "onnx.Max": np.maximum, "onnx.Min": np.minimum, "onnx.Neg": np.negative, "onnx.Sub": np.subtract, "onnx.Where": np.where, "onnx.Clip": np.clip, "onnx.Greater": np.greater,
}  # fmt: skip


def values_for(value: Value, values: dict[Value, Any], left: list[int]) -> Any:
    """What a value is where it is computed step by step of one that is given, and of numbers; None of what is not, or takes too many steps."""
    if value in values:
        return values[value]
    number, op = number_in(value), value.op
    if number is not None:
        return number
    left[0] -= 1
    if op is None or op.name not in STEPS or left[0] < 0:
        return None
    told = [values_for(each, values, left) for each in op.operands]
    if any([each is None for each in told]):
        return None
    with np.errstate(all="ignore"):
        values[value] = STEPS[op.name](*told)
    return values[value]


WHOLE: dict[str, Callable[[Operation], Value | None]] = {
    "onnx.Max": linear,
    "onnx.Div": divided,
    "onnx.Add": layer_normalization,
    "onnx.Mul": gelu,
}
