"""Lowerings: floats rounded to as many steps as an integer has, and made floats again; integers that stand for floats of a range."""

from tfir.dialects.tf.quantized import check_round_mode
from tfir.ir.types import F32, F64

from tfopt.arithmetic.tensor import (
    Tensor,
    along,
    binary,
    broadcast_to,
    clamp,
    floor,
    largest_finite,
    like,
    maximum,
    minimum,
    one,
    select,
    splat,
)
from tfopt.tf_to_stablehlo.lowering import lower, lowered_by

round_to_even, round_away = one("round_nearest_even"), one("round_nearest_afz")


def rounded_to_steps(x, low, high, range_given, num_bits, signed_input, narrow_range, round_mode, axis) -> Tensor:
    """Rounds to multiples of a step: of the two of which `low` and `high` are whole multiples, the larger one."""
    least, most = ends_of_steps(num_bits, signed_input, narrow_range, low)
    largest = largest_finite(x.element)
    by_low = select(low * least > 0, least / low, largest) if signed_input else splat(largest, low.shape, low.element)
    by_high = select(high * most > 0, most / high, largest)
    is_low = by_low < by_high
    scale, step = select(is_low, by_low, by_high), select(is_low, low / least if signed_input else low * 0, high / most)
    if range_given:
        x = maximum(minimum(x, along(select(is_low, step * most, high), x, axis)), along(select(is_low, low, step * least), x, axis))
    scaled = x * along(scale, x, axis)
    steps = round_to_even(scaled) if round_mode == "HALF_TO_EVEN" else floor(scaled + 0.5)
    return steps * along(step, x, axis)


def ends_of_steps(num_bits, is_signed: bool, narrow_range: bool, like: Tensor) -> list[Tensor]:
    """The least and the largest number of steps, of bits that are a number or computed."""
    if not isinstance(num_bits, Tensor):
        count = 1 << num_bits - is_signed
        return [splat(end, like.shape, like.element) for end in (narrow_range - count if is_signed else 0, count - 1)]
    count = binary("shift_left", 1, num_bits.reshape() - int(is_signed))
    ends = [int(narrow_range) - count if is_signed else count * 0, count - 1]
    return [broadcast_to(end.convert(like.element), like.shape) for end in ends]


@lower
def QuantizeAndDequantizeV2(input, input_min, input_max, signed_input, num_bits, range_given, round_mode, narrow_range, axis):
    if not range_given:
        others = [at for at in range(input.rank) if axis == -1 or at != axis]
        input_min, input_max = input.min(*others), input.max(*others)
    return rounded_to_steps(input, input_min, input_max, range_given, num_bits, signed_input, narrow_range, round_mode, axis)


lowered_by(QuantizeAndDequantizeV4=QuantizeAndDequantizeV2)


@lower
def QuantizeAndDequantizeV3(input, input_min, input_max, num_bits, signed_input, range_given, narrow_range, axis):
    settings = signed_input, num_bits, range_given, "HALF_TO_EVEN", narrow_range, axis
    return QuantizeAndDequantizeV2(input, input_min, input_max, *settings)


@lower
def QuantizeAndDequantize(input, input_min, input_max, signed_input, num_bits, range_given):
    ends = [splat(end, (), input.element) for end in (input_min, input_max)]
    return QuantizeAndDequantizeV2(input, *ends, signed_input, num_bits, range_given, "HALF_TO_EVEN", False, -1)


@lower
def QuantizeAndDequantizeV4Grad(gradients, input, input_min, input_max, axis):
    inside = (input >= along(input_min, input, axis)) & (input <= along(input_max, input, axis))
    return [gradients * inside.convert(gradients.element), like(0, input_min), like(0, input_max)]


# Integers of a range


@lower
def QuantizeV2(input, min_range, max_range, mode, round_mode, narrow_range, axis, ensure_minimum_range, result_types):
    """The range is made to have 0 in it, and to be as wide as is asked for; what the steps make of it are results."""
    check_round_mode(round_mode, mode)
    low, element = minimum(min_range, 0), result_types[0].element
    least = maximum(1, maximum(abs(low), abs(max_range))) * ensure_minimum_range
    high = maximum(maximum(max_range, low + least), 0)
    if mode == "SCALED":
        scale, low, high = scaled_range(low, high, element, narrow_range)
        steps = within(input, low, high, axis) * along(scale, input, axis)
        return [stored((round_to_even if round_mode == "HALF_TO_EVEN" else round_away)(steps), element), low, high]
    scale = steps_in_a_unit(high - low, element)
    quantized = combined if mode == "MIN_COMBINED" else first_at_minimum
    return [quantized(input, low, high, scale, axis, element), low, high]


def steps_in_a_unit(width: Tensor, element) -> Tensor:
    """In f32; the steps of 32 bits are no f32, so that they are divided in double precision."""
    count = (1 << element.width) - 1
    return count / width if element.width < 32 else (count / width.convert(F64)).convert(F32)


def within(x: Tensor, low: Tensor, high: Tensor, axis: int) -> Tensor:
    """Numbers clamped to a range; where its ends change places, the lower one counts."""
    return maximum(minimum(x, along(high, x, axis)), along(low, x, axis))


def combined(x: Tensor, low: Tensor, high: Tensor, scale: Tensor, axis: int, element) -> Tensor:
    """Of integers with a sign, counted from the middle and rounded there."""
    steps = (within(x, low, high, axis) - along(low, x, axis)) * along(scale, x, axis)
    if element.limits[0]:
        return stored(round_away(steps - (1 << element.width - 1)), element)
    return stored(floor(steps + 0.5), element)


def first_at_minimum(x: Tensor, low: Tensor, high: Tensor, scale: Tensor, axis: int, element) -> Tensor:
    """The first integer is a whole number of steps, and all that is beyond the ends goes to these."""
    first = round_away(low * scale) - element.limits[0]
    steps = round_away(x * along(scale, x, axis)) - along(first, x, axis)
    most = min(element.limits[1], 2**31 - 128)  # the last f32 below 2^31
    return clamp(element.limits[0], steps, most).convert(element)


def scaled_range(low: Tensor, high: Tensor, element, narrow_range: bool) -> list[Tensor]:
    """How many steps there are in 1, of the end that has the fewest, and the range that the integers cover."""
    least, most = element.limits[0] + narrow_range, element.limits[1]
    largest = largest_finite(low.element)
    by_low = select(low * least > 0, least / low, largest)
    scale = minimum(by_low, select(high * most > 0, most / high, largest))
    low = least / scale
    return [scale, select(abs(low) < 2.0**-126, 0, low), most / scale]  # TensorFlow's threads have no smaller numbers


def stored(steps: Tensor, element) -> Tensor:
    """Whole numbers as integers; of i32 what is too large becomes the least, as processors have it."""
    if element.width == 32:
        steps = select(steps >= 2.0**31, -(2.0**31), steps)
    return steps.convert(element)


@lower
def Dequantize(input, min_range, max_range, mode, narrow_range, axis, result_types):
    limits, steps = input.element.limits, 1 << input.element.width
    low, high = along(min_range, input, axis), along(max_range, input, axis)
    if mode == "SCALED":
        by_high = high / limits[1]
        scale = maximum(low / (limits[0] + narrow_range), by_high) if limits[0] else by_high
        result = input.convert(F32) * scale
    elif mode == "MIN_FIRST":
        scale = ((high - low).convert(F64) / (steps - 1)).convert(F32)
        first = select(scale == 0, low, round_away(low / select(scale == 0, 1, scale)) * scale)
        result = (first - scale * limits[0]) + input.convert(F32) * scale
    else:
        half = steps / 2 if limits[0] else 0
        result = (input.convert(F32) + half) * ((high - low) / (steps - 1)) + low
    return result.convert(result_types[0].element)
