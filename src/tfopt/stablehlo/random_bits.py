"""Random bits by Philox and Threefry as arithmetic of whole numbers: the rounds of the semantics of `rng_bit_generator`, word for
word (tfir.dialects.stablehlo.random). The state is a key and a counter of blocks.
"""

from __future__ import annotations

from math import prod

from tfir.dialects.stablehlo.random import PHILOX_KEY_STEPS, PHILOX_MULTIPLIERS, THREEFRY_PARITY, THREEFRY_ROTATIONS
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import UI32, UI64, IntegerType, TensorType, Type, storage_bits

from tfopt.rewrite.building import constant
from tfopt.stablehlo.real_numbers import Real, as_type, converted, made, reshaped, sliced, spread


def rng_bit_generator(op: Operation) -> list[Value] | None:
    """The new state and the bits; None for elements narrower than a byte."""
    type = op.results[1].type
    width = storage_bits(type.element)
    if width < 8 or getattr(type.element, "width", 8) < 8:
        return None
    if not type.size:  # no block is drawn
        return [op.operands[0], constant(DenseAttr.of(0, type))]
    state = [
        element(as_longs(op.operands[0]), number)
        for number in range(op.operands[0].type.size * storage_bits(op.operands[0].type.element) // 64)
    ]
    draw = threefry_words if op.attributes["rng_algorithm"].value == "THREE_FRY" else philox_words
    number, words = draw(state, type.shape, width)
    return [advanced(state, number, op.results[0].type), as_elements(words, type)]


# Longs and words


def as_longs(state: Value) -> Real:
    """Any state as numbers of 64 bits, the lower word of each first."""
    count = state.type.size * storage_bits(state.type.element) // 64
    parts = [] if storage_bits(state.type.element) == 64 else [state.type.size // count]
    return as_type(reshaped(Real(state), (count, *parts)), TensorType((count,), UI64), "bitcast_convert")


def element(longs: Real, number: int) -> Real:
    """One of them. A constant key that was put together with a counter is seen as such, so that its rounds are constants too."""
    value, at = longs.value, number
    while value.op is not None and value.op.name == "stablehlo.concatenate":
        value, at = part_at(value.op, at)
    return reshaped(sliced(Real(value), {0: (at, at + 1)}), ())


def part_at(concatenate: Operation, number: int) -> tuple[Value, int]:
    """The operand that an element of concatenated vectors comes from, and its number there."""
    for operand in concatenate.operands:
        if number < operand.type.size:
            return operand, number
        number -= operand.type.size
    raise IndexError("the vectors have fewer elements")


def split(longs: Real) -> list[Real]:
    """The lower and the upper words."""
    return [converted(longs, UI32), converted(made("shift_right_logical", longs, 32), UI32)]


def long(low: Real, high: Real) -> Real:
    return converted(low, UI64) | made("shift_left", converted(high, UI64), 32)


def stacked(parts: list[Real], axis: int) -> Real:
    """Side by side along a new axis."""
    shape = parts[0].shape
    return made("concatenate", *[reshaped(part, (*shape[:axis], 1, *shape[axis:])) for part in parts], dimension=axis)


def as_elements(words: Real, type: Type) -> Value:
    """Words of 32 bits, of which the lowest count, or longs, as elements of a type."""
    bits = IntegerType(storage_bits(type.element), "u")
    return as_type(converted(reshaped(words, type.shape), bits), type, "bitcast_convert").value


def advanced(state: list[Real], number: int, type: Type) -> Value:
    """The state with its counter moved on by so many blocks."""
    counter = state[1] + number
    after = [state[0], counter, *[high + converted(counter.is_("LT", state[1]), UI64) for high in state[2:]]]
    longs = stacked(after, 0)
    parts = [] if storage_bits(type.element) == 64 else [64 // storage_bits(type.element)]
    return reshaped(as_type(longs, TensorType((len(after), *parts), type.element), "bitcast_convert"), type.shape).value


# The generators; each answers with the number of blocks and the words, or longs for elements of 64 bits


def counters(state: list[Real], number: int) -> Real:
    return spread(state[1], (number,)) + made("iota", iota_dimension=0, type=TensorType((number,), UI64))


def threefry_words(state: list[Real], shape: tuple[int, ...], width: int) -> tuple[int, Real]:
    """Both words of a block belong to one element, or to two that are neighbours along one dimension: the first of even size, else the
    first of the largest."""
    if width == 64:
        number = prod(shape)
        return number, long(*threefry(split(state[0]), counters(state, number)))
    shape = shape or (1,)
    axis = next((axis for axis, size in enumerate(shape) if size % 2 == 0), shape.index(max(shape)))
    halves = (prod(shape[:axis]), -(-shape[axis] // 2), prod(shape[axis + 1 :]))
    pairs = [reshaped(part, halves) for part in threefry(split(state[0]), counters(state, prod(halves)))]
    words = reshaped(stacked(pairs, 2), (halves[0], 2 * halves[1], halves[2]))
    return prod(halves), sliced(words, {1: (0, shape[axis])})


def threefry(key: list[Real], counter: Real) -> list[Real]:
    """Twenty rounds of Threefry-2x32."""
    keys = [spread(part, counter.shape) for part in (*key, key[0] ^ key[1] ^ THREEFRY_PARITY)]
    left, right = (part + key for part, key in zip(split(counter), keys))
    for group in range(5):
        for distance in THREEFRY_ROTATIONS[group % 2]:
            left = left + right
            right = (made("shift_left", right, distance) | made("shift_right_logical", right, 32 - distance)) ^ left
        left, right = left + keys[(group + 1) % 3], right + keys[(group + 2) % 3] + (group + 1)
    return [left, right]


def philox_words(state: list[Real], shape: tuple[int, ...], width: int) -> tuple[int, Real]:
    """Blocks of four words. A third number of the state is the counter's upper half, for which the key stands in."""
    count = prod(shape)
    number = -(-count * max(width, 32) // 128)
    low = counters(state, number)
    carry = converted(low.is_("LT", spread(state[1], (number,))), UI64)
    high = spread(state[2] if len(state) > 2 else state[0], (number,)) + carry
    words = philox(split(state[0]), [*split(low), *split(high)])
    parts = [long(*words[:2]), long(*words[2:])] if width == 64 else words
    return number, sliced(reshaped(stacked(parts, 1), (number * len(parts),)), {0: (0, count)})


def philox(key: list[Real], words: list[Real]) -> list[Real]:
    """Ten rounds of Philox-4x32."""
    for _ in range(10):
        (low, high), (second_low, second_high) = (
            split(converted(words[at], UI64) * multiplier) for at, multiplier in zip((0, 2), PHILOX_MULTIPLIERS)
        )
        keys = [spread(part, low.shape) for part in key]
        words = [second_high ^ words[1] ^ keys[0], second_low, high ^ words[3] ^ keys[1], low]
        key = [part + step for part, step in zip(key, PHILOX_KEY_STEPS)]
    return words
