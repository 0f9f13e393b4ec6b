"""The numbers of `rng`, of which StableHLO only says how they are distributed, by bits of a Threefry generator that each operation has for itself.
They are the same at each run; within a loop, where they would be the same at each turn too, an operation stays.

Source of the normal distribution: Box and Muller, "A note on the generation of random normal deviates" (1958).
"""

from __future__ import annotations

from math import pi

from tfir.dialects.stablehlo.inference.checks import word
from tfir.ir.attributes import EnumAttr
from tfir.ir.builder import Builder
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import BF16, F16, F32, F64, I1, I64, UI32, UI64, FloatType, IntegerType, TensorType, Type

from tfopt.arithmetic.tensor import Tensor, broadcast_to, building, constant, emit, emit_many, log, select, splat, sqrt, unary
from tfopt.stablehlo import random_bits

KEY_STEP = 0x9E3779B97F4A7C15  # the golden ratio's fraction: keys that follow each other have little in common
DIGITS: dict[Type, int] = {F64: 53, F32: 24, F16: 11, BF16: 8}


def rng(op: Operation, number: int) -> list[Value] | None:
    """The operation as arithmetic; `number` tells it from others."""
    type, is_normal = op.results[0].type, word(op.get("rng_distribution")) == "NORMAL"
    element = type.element
    if not type.is_static or element is I1 or (isinstance(element, FloatType) and element not in DIGITS):
        return None
    if any([each.name == "stablehlo.while" for each in op.ancestors()]):
        return None
    with building(Builder.before(op)):
        low, high = map(Tensor, op.operands[:2])
        if not type.size:
            return [splat(0, type.shape, element).value]
        if not isinstance(element, FloatType):
            return [integers(low, high, type, number).value]
        wide = F64 if element is F64 else F32
        low, high = low.convert(wide), high.convert(wide)
        drawn = normal(low, high, type.shape, number) if is_normal else uniform(low, high, fractions(type.shape, element, number), element)
        return [drawn.convert(element).value]


def bits(shape, element: Type, number: int) -> Tensor:
    """Random bits as unsigned integers."""
    state = constant(DenseAttr.of([(number + 1) * KEY_STEP % (1 << 64), 0], TensorType((2,), UI64)))
    algorithm = EnumAttr("stablehlo.rng_algorithm", "THREE_FRY")
    _, drawn = emit_many("rng_bit_generator", [state], [state.type, TensorType(shape, element)], rng_algorithm=algorithm)
    generator = drawn.value.op
    assert generator is not None
    steps = random_bits.rng_bit_generator(generator)
    if steps is not None:
        generator.replace_with(steps)
        return Tensor(steps[1])
    return drawn


def fractions(shape, element: Type, number: int) -> Tensor:
    """Numbers from 0 to below 1, of as many binary places as an element type holds."""
    words = bits(shape, UI64 if element is F64 else UI32, number)
    digits = DIGITS[element]
    places = emit("shift_right_logical", [words, splat((64 if element is F64 else 32) - digits, words.shape, words.element)], words.type)
    return places.convert(F64 if element is F64 else F32) * 2.0**-digits


def uniform(low: Tensor, high: Tensor, fraction: Tensor, element: Type) -> Tensor:
    """From `low` to below `high`, which a sum that is rounded may be."""
    low, high = broadcast_to(low, fraction.shape), broadcast_to(high, fraction.shape)
    drawn = (low + fraction * (high - low)).convert(element).convert(low.element)
    return select(drawn < high, drawn, low)


def normal(mean: Tensor, deviation: Tensor, shape, number: int) -> Tensor:
    pair = fractions((2, *shape), mean.element, number)
    radius = sqrt(log(1 - pair[0]) * -2)
    angle = unary("cosine", pair[1] * (2 * pi))
    return broadcast_to(mean, shape) + radius * angle * broadcast_to(deviation, shape)


def integers(low: Tensor, high: Tensor, type: Type, number: int) -> Tensor:
    """What is left of 64 bits by the number of integers from `low` to below `high`."""
    assert isinstance(type, TensorType) and isinstance(type.element, IntegerType)
    wide = UI64 if type.element.signedness == "u" else I64
    low, high = low.convert(wide), high.convert(wide)
    count = as_type(high - low, UI64)
    offset = bits(type.shape, UI64, number) % broadcast_to(select(count == 0, 1, count), type.shape)
    return (broadcast_to(low, type.shape) + as_type(offset, wide)).convert(type.element)


def as_type(x: Tensor, element: Type) -> Tensor:
    return x if element is x.element else emit("bitcast_convert", [x], x.type.with_element(element))
