"""Random numbers by Threefry, as XLA draws them (`tfir/dialects/tf/threefry.py`): functions of the key, the counter and a type."""

from math import pi

from tfir.dialects.tf.threefry import BELOW, halved
from tfir.ir.attributes import EnumAttr
from tfir.ir.types import BF16, F16, F32, F64, UI16, UI32, UI64, IntegerType, TensorType, Type, storage_bits

from tfopt.arithmetic.tensor import Tensor, concatenate, emit, emit_many, log, maximum, splat, sqrt, two, unary
from tfopt.tf_to_stablehlo.normal_distribution import normal_quantile

MANTISSAS: dict[Type, tuple[IntegerType, int, int]] = {F16: (UI16, 10, 15), F32: (UI32, 23, 127), F64: (UI64, 52, 1023)}


def bits(key: Tensor, counter: Tensor, type: TensorType) -> Tensor:
    if 0 in type.shape:
        return splat(0, type.shape, type.element)
    state = concatenate([key.reshape(1), counter[:1]], 0)
    return emit_many("rng_bit_generator", [state], [state.type, type], rng_algorithm=EnumAttr("stablehlo.rng_algorithm", "THREE_FRY"))[1]


def in_f32(draw):
    """Numbers in bf16 are drawn in f32 and cut off."""

    def drawn(key: Tensor, counter: Tensor, type: TensorType) -> Tensor:
        if type.element is not BF16:
            return draw(key, counter, type)
        words = emit("bitcast_convert", [draw(key, counter, type.with_element(F32))], type.with_element(UI32))
        return emit("bitcast_convert", [words & 0xFFFF0000], type.with_element(F32)).convert(BF16)

    return drawn


@in_f32
def uniform(key: Tensor, counter: Tensor, type: TensorType) -> Tensor:
    kind, width, one = MANTISSAS[type.element]
    drawn = bits(key, counter, type.with_element(kind))
    drawn = drawn & ((1 << width) - 1) if kind is UI16 else two("shift_right_logical")(drawn, storage_bits(kind) - width)
    return emit("bitcast_convert", [drawn | (one << width)], type) - 1


@in_f32
def normal(key: Tensor, counter: Tensor, type: TensorType) -> Tensor:
    pairs, axis = halved(type.shape)
    drawn = uniform(key, counter, TensorType(tuple(pairs), type.element))
    at = (slice(None),) * (axis + 1)
    first, second = drawn[(*at, 0)], drawn[(*at, 1)]
    radius, angle = sqrt(log(maximum(first, 1e-7)) * -2), second * (2 * pi)
    both = concatenate([(unary(name, angle) * radius).expand(axis + 1) for name in ("sine", "cosine")], axis + 1)
    merged = both.reshape(*pairs[:axis], 2 * pairs[axis], *pairs[axis + 2 :])
    return merged[(*at[1:], slice(type.shape[axis] if type.shape else 1))].reshape(*type.shape)


@in_f32
def truncated_normal(key: Tensor, counter: Tensor, type: TensorType) -> Tensor:
    return normal_quantile(uniform(key, counter, type) * (1 - 2 * BELOW) + BELOW)


def full_integers(key: Tensor, counter: Tensor, type: TensorType) -> Tensor:
    unsigned = UI64 if storage_bits(type.element) == 64 else UI32
    return emit("bitcast_convert", [bits(key, counter, type.with_element(unsigned))], type)


def integers(key: Tensor, counter: Tensor, type: TensorType, low: Tensor, high: Tensor) -> Tensor:
    """In [low, high): random bits modulo the difference."""
    unsigned = UI64 if storage_bits(type.element) == 64 else UI32
    drawn = bits(key, counter, type.with_element(unsigned))
    low, high = [emit("bitcast_convert", [each], TensorType((), unsigned)) for each in (low, high)]
    return emit("bitcast_convert", [drawn % (high - low) + low], type)
