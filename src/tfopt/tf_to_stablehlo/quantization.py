"""Lowerings: floats rounded to as many steps as an integer has, and made floats again; integers that stand for floats of a range."""

from tfir.ir.types import F32, F64

from tfopt.arithmetic.tensor import Tensor, along, binary, broadcast_to, floor, largest_finite, maximum, minimum, select, splat, unary
from tfopt.tf_to_stablehlo.lowering import lower, lowered_by


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
    steps = unary("round_nearest_even", scaled) if round_mode == "HALF_TO_EVEN" else floor(scaled + 0.5)
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
    return [gradients * inside.convert(gradients.element), input_min * 0, input_max * 0]


# Integers of a range


@lower
def Dequantize(input, min_range, max_range, mode, narrow_range, axis, result_types):
    """In double precision, where the integers have more bits than f32."""
    limits, steps = input.element.limits, 1 << input.element.width
    low, high = along(min_range, input, axis), along(max_range, input, axis)
    if mode == "SCALED":
        by_high = high / limits[1]
        scale = maximum(low / (limits[0] + narrow_range), by_high) if limits[0] else by_high
        result = input.convert(F32) * scale
    elif mode == "MIN_FIRST":
        scale = ((high - low).convert(F64) / (steps - 1)).convert(F32)
        first = select(scale == 0, low, unary("round_nearest_afz", low / select(scale == 0, 1, scale)) * scale)
        result = (first.convert(F64) + (input.convert(F64) - limits[0]) * scale.convert(F64)).convert(F32)
    else:
        half = steps / 2 if limits[0] else 0
        result = (input.convert(F32) + half) * ((high - low) / (steps - 1)) + low
    return result.convert(result_types[0].element)
