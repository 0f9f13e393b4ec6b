"""Random numbers by Threefry, as XLA draws them (`tfir/dialects/tf/threefry.py`): functions of the key, the counter and a type. Which word an
element gets depends on the shape: where sizes are not known, each element computes which block its word is in, and which of its two words.
"""

from math import pi, prod

from tfir.dialects.stablehlo.random import THREEFRY_PARITY, THREEFRY_ROTATIONS
from tfir.dialects.tf.threefry import BELOW, halved
from tfir.ir.attributes import EnumAttr
from tfir.ir.types import BF16, F16, F32, F64, UI16, UI32, UI64, IntegerType, TensorType, Type, storage_bits
from tfir.ods.shapes import is_static

from tfopt.arithmetic.tensor import Tensor, concatenate, emit, emit_many, iota, log, maximum, number, select, splat, sqrt, two, unary
from tfopt.tf_to_stablehlo.normal_distribution import normal_quantile

MANTISSAS: dict[Type, tuple[IntegerType, int, int]] = {F16: (UI16, 10, 15), F32: (UI32, 23, 127), F64: (UI64, 52, 1023)}


def bits(key: Tensor, counter: Tensor, type: TensorType) -> Tensor:
    if 0 in type.shape:
        return splat(0, type.shape, type.element)
    if not is_static(type.shape):
        place = places(type.shape)
        return drawn_at(key, counter, place, *paired(type.shape), type.element).reshape(*type.shape)
    state = concatenate([key.reshape(1), counter[:1]], 0)
    return emit_many("rng_bit_generator", [state], [state.type, type], rng_algorithm=EnumAttr("stablehlo.rng_algorithm", "THREE_FRY"))[1]


# Sizes that are not known


def places(shape) -> Tensor:
    """The numbers of the elements of a shape, in order."""
    return iota((prod(shape),), 0, UI64)


def paired(shape) -> tuple[Tensor, Tensor]:
    """The size of the axis along which two neighbours have the words of one block, the first even one or else the largest, and how many elements
    each of its places has behind it."""
    axes = [(number(size, UI64), number(prod(shape[at + 1 :]), UI64)) for at, size in enumerate(shape)]
    chosen = axes[0]
    for size, behind in axes[1:]:
        is_larger = size > chosen[0]
        chosen = select(is_larger, size, chosen[0]), select(is_larger, behind, chosen[1])
    for size, behind in reversed(axes):
        is_even = (size & 1) == 0
        chosen = select(is_even, size, chosen[0]), select(is_even, behind, chosen[1])
    return chosen


def along(place: Tensor, size: Tensor, behind: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Of numbers of elements that of the place on the axis, of what is before it and of what is behind it."""
    behind = maximum(behind, 1)
    rest = place / behind
    return rest % maximum(size, 1), rest / maximum(size, 1), place % behind


def drawn_at(key: Tensor, counter: Tensor, place: Tensor, size: Tensor, behind: Tensor, element: Type) -> Tensor:
    """The bits of elements, by their numbers [n] in a tensor, of whose axis of pairs the size and what is behind it are given."""
    if storage_bits(element) == 64:
        low, high = block(key, counter, place)
        return two("shift_left")(high.convert(UI64), 32) | low.convert(UI64)
    at, before, after = along(place, size, behind)
    first, second = block(key, counter, (before * halves(size) + at / 2) * behind + after)
    return select((at & 1) == 0, first, second).convert(element)


def halves(size: Tensor) -> Tensor:
    return (size + 1) / 2


def block(key: Tensor, counter: Tensor, behind: Tensor) -> list[Tensor]:
    """The two words of the blocks so far behind the counter: twenty rounds of Threefry 2x32."""
    keys = split(key.reshape())
    keys = [*keys, keys[0] ^ keys[1] ^ THREEFRY_PARITY]
    words = [part + key for part, key in zip(split(behind + counter[0]), keys)]
    left, right = words
    for group in range(5):
        for distance in THREEFRY_ROTATIONS[group % 2]:
            left = left + right
            right = (two("shift_left")(right, distance) | two("shift_right_logical")(right, 32 - distance)) ^ left
        left, right = left + keys[(group + 1) % 3], right + (keys[(group + 2) % 3] + (group + 1))
    return [left, right]


def split(long: Tensor) -> list[Tensor]:
    """The lower and the upper word."""
    return [long.convert(UI32), two("shift_right_logical")(long, 32).convert(UI32)]


# Draws


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
    return unit(bits(key, counter, type.with_element(MANTISSAS[type.element][0])), type.element)


def unit(drawn: Tensor, element: Type) -> Tensor:
    """Bits as numbers in [0, 1)."""
    kind, width, one = MANTISSAS[element]
    drawn = drawn & ((1 << width) - 1) if kind is UI16 else two("shift_right_logical")(drawn, storage_bits(kind) - width)
    return emit("bitcast_convert", [drawn | (one << width)], drawn.type.with_element(element)) - 1


@in_f32
def normal(key: Tensor, counter: Tensor, type: TensorType) -> Tensor:
    if not is_static(type.shape):
        return normal_at_places(key, counter, type)
    pairs, axis = halved(type.shape)
    drawn = uniform(key, counter, TensorType(tuple(pairs), type.element))
    at = (slice(None),) * (axis + 1)
    first, second = drawn[(*at, 0)], drawn[(*at, 1)]
    both = concatenate([part.expand(axis + 1) for part in box_muller(first, second)], axis + 1)
    merged = both.reshape(*pairs[:axis], 2 * pairs[axis], *pairs[axis + 2 :])
    return merged[(*at[1:], slice(type.shape[axis] if type.shape else 1))].reshape(*type.shape)


def box_muller(first: Tensor, second: Tensor) -> list[Tensor]:
    """Two normal numbers of two uniform ones."""
    radius, angle = sqrt(log(maximum(first, 1e-7)) * -2), second * (2 * pi)
    return [unary(name, angle) * radius for name in ("sine", "cosine")]


def normal_at_places(key: Tensor, counter: Tensor, type: TensorType) -> Tensor:
    """As `normal`, which draws for a shape [..., half, 2, ...]: its pairs of words are along the half where that is even, else along the 2, as all sizes
    before are odd."""
    size, behind = paired(type.shape)
    at, before, after = along(places(type.shape), size, behind)
    half = halves(size)
    is_even = (half & 1) == 0
    drawn_along = select(is_even, half, 2), select(is_even, behind * 2, behind)
    first = (before * half + at / 2) * 2 * behind + after
    kind = MANTISSAS[type.element][0]
    drawn = [unit(drawn_at(key, counter, place, *drawn_along, kind), type.element) for place in (first, first + behind)]
    return select((at & 1) == 0, *box_muller(*drawn)).reshape(*type.shape)


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
