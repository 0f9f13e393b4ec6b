"""What TensorFlow writes as several ops and TensorFlow Lite has as one operator: the Gaussian error linear unit."""

from __future__ import annotations

from math import isclose, pi

from tfir.ir.attributes import BoolAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ir.types import F32

from tfopt.tf_to_tfl.building import array_in

SUMS = ("tf.AddV2", "tf.Add")


def recognize_gelu(module: Operation) -> None:
    """x / 2 * erfc(-x / sqrt(2)), x / 2 * (1 + erf(x / sqrt(2))), and the latter with tanh(sqrt(2 / pi) * (x + 0.044715 x^3)) in the place of erf:
    TensorFlow Lite has the whole, and no operator for the error function. The half may be at either factor."""
    for op in [op for op in module.walk() if op.name == "tf.Mul"]:
        for one, other in (op.operands, op.operands[::-1]):
            for x, rest in ((times(one, 0.5), other), (one, times(other, 0.5))):
                if x is None or rest is None or x.type is not op.results[0].type or x.type.element is not F32:
                    continue
                is_tanh = is_approximate(rest, x)
                if not is_tanh and not is_normal_distribution(rest, x):
                    continue
                told = {"approximate": BoolAttr(is_tanh)}
                op.replace_with(Builder.before(op).create("tfl.gelu", [x], [x.type], told).results)
                for value in (other, one):
                    erase_unused(value)
                break
            else:
                continue
            break


def times(value: Value, factor: float) -> Value | None:
    """x, where a value is x times that number."""
    if isclose(factor, 1, rel_tol=1e-6):
        return value
    op = value.op
    if op is not None and op.name == "tf.Neg":
        return times(op.operands[0], -factor)
    if op is None or op.name not in ("tf.Mul", "tf.RealDiv"):
        return None
    for number in (0, 1) if op.name == "tf.Mul" else (1,):
        array = array_in(op.operands[number])
        if array is not None and array.size == 1 and op.operands[1 - number].type is value.type:
            told = float(array.reshape(()))
            if isclose(told if op.name == "tf.Mul" else 1 / told, factor, rel_tol=1e-6):
                return op.operands[1 - number]
        inner = (
            times(op.operands[1 - number], factor / float(array.reshape(())))
            if array is not None and array.size == 1 and array.any()
            else None
        )
        if inner is not None and op.name == "tf.Mul":
            return inner
    return None


def is_normal_distribution(value: Value, x: Value) -> bool:
    """Whether a value is erfc(-x / sqrt(2)), or 1 + erf(x / sqrt(2))."""
    op = value.op
    if op is not None and op.name == "tf.Erfc":
        return times(op.operands[0], -(0.5**0.5)) is x
    erf = beside_one(value, "tf.Erf")
    return erf is not None and times(erf.operands[0], 0.5**0.5) is x


def is_approximate(value: Value, x: Value) -> bool:
    """Whether a value is 1 + tanh(sqrt(2 / pi) * (x + 0.044715 x^3))."""
    tanh = beside_one(value, "tf.Tanh")
    inner = None if tanh is None else times(tanh.operands[0], (2 / pi) ** 0.5)
    op = None if inner is None else inner.op
    if op is None or op.name not in SUMS:
        return False
    return any([one is x and (cube := times(other, 0.044715)) is not None and is_cube(cube, x) for one, other in pairs_of(op)])


def is_cube(value: Value, x: Value) -> bool:
    op = value.op
    if op is None or op.name not in ("tf.Pow", "tf.Mul"):
        return False
    if op.name == "tf.Pow":
        return op.operands[0] is x and is_number(op.operands[1], 3)
    return any([one is x and is_square(other, x) for one, other in pairs_of(op)])


def is_square(value: Value, x: Value) -> bool:
    op = value.op
    return op is not None and (op.name == "tf.Square" or op.name == "tf.Mul") and all([each is x for each in op.operands])


def beside_one(value: Value, name: str) -> Operation | None:
    """The op of that name of which a value is 1 more."""
    op = value.op
    if op is None or op.name not in SUMS:
        return None
    return next((other.op for one, other in pairs_of(op) if is_number(one, 1) and other.op is not None and other.op.name == name), None)


def pairs_of(op: Operation) -> list[tuple[Value, Value]]:
    """Both operands of an op, in either order."""
    one, other = op.operands
    return [(one, other), (other, one)]


def is_number(value: Value, number: float) -> bool:
    array = array_in(value)
    return array is not None and array.size == 1 and bool(array.reshape(()) == number)


def erase_unused(value: Value) -> None:
    op = value.op
    if op is not None and not any([result.uses for result in op.results]):
        operands = op.operands
        op.erase()
        for operand in operands:
            erase_unused(operand)
