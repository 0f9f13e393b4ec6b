"""Narrow numbers in wider types: as ml_dtypes rounds floats and reads their bits, and as integers of few bits wrap around."""

import ml_dtypes
import numpy as np
import pytest
from random_stablehlo_legs import executed, module_of
from tfir.dialects import lookup, verify
from tfir.ods.arrays import EXTENDED
from tfir.ods.small_floats import FORMATS, POWERS
from tfir.text.printer import print_operation

from tfopt.pipeline.description import parse_pipeline
from tfopt.pipeline.execution import Runner

FLOATS = [*FORMATS, POWERS]
WIDE = {"i2": "i8", "i4": "i8", "ui2": "ui8", "ui4": "ui8"}
SHIFTS = ("shift_left", "shift_right_logical", "shift_right_arithmetic")


def widened(text: str):
    module = module_of(text)
    Runner(verify).run(parse_pipeline("stablehlo-widen-narrow-types"), module)
    return module


def computed(body: str, before: str, after: str, array: np.ndarray) -> np.ndarray:
    """What a function `%0` gives of `%x`."""
    text = f"func.func @main(%x: tensor<{before}>) -> tensor<{after}> {{\n{body}\nreturn %0 : tensor<{after}>\n}}"
    return executed(widened(text), [array])[0]


def converted(array: np.ndarray, before: str, after: str) -> np.ndarray:
    count = len(array)
    body = f"%1 = stablehlo.convert %x : (tensor<{count}x{before}>) -> tensor<{count}x{after}>\n%0 = stablehlo.convert %1 : (tensor<{count}x{after}>) -> tensor<{count}xf32>"
    return computed(body, f"{count}x{before}", f"{count}xf32", array)


def same(one, other) -> bool:
    one, other = np.asarray(one, np.float32), np.asarray(other, np.float32)
    return bool((((one == other) & (np.signbit(one) == np.signbit(other))) | (np.isnan(one) & np.isnan(other))).all())


@pytest.mark.parametrize("name", FLOATS)
def test_floats_are_rounded_as_ml_dtypes_rounds_them(name):
    chance, type = np.random.default_rng(3), getattr(ml_dtypes, EXTENDED[name])
    with np.errstate(all="ignore"):
        numbers = np.arange(256, dtype=np.uint8)[: 2 ** ml_dtypes.finfo(type).bits].view(type).astype(np.float32)
        finite = np.sort(numbers[np.isfinite(numbers)])
        halves = (finite[1:] / 2 + finite[:-1] / 2).astype(np.float32)  # ties, and their neighbours
        x = np.concatenate([numbers, halves, np.nextafter(halves, np.float32(np.inf)), np.nextafter(halves, np.float32(-np.inf)), finite[-1:] * 1.2,
                            chance.standard_normal(200).astype(np.float32) * 2.0 ** chance.integers(-20, 20, 200), [np.inf, -np.inf, np.nan]])  # fmt: skip
        x = x.astype(np.float32)
        if name == POWERS:  # ml_dtypes takes 0 for NaN, and the number in front of the middle between the two least powers for the larger
            x = x[(x != 0) & (x.view(np.uint32) != 0x5FFFFF)]
        assert same(converted(x, "f32", name), x.astype(type).astype(np.float32))


def test_f64_is_rounded_once():
    """1.0625 lies between 1 and 1.125 of E4M3FN: it goes to the even one, and what is a little more does not."""
    x = np.array([1.0625, 1.0625 + 2.0**-40, -1.0625 - 2.0**-40, 1.1875 - 2.0**-40, 1e300, 2.0**-160])
    assert same(converted(x, "f64", "f8E4M3FN"), [1.0, 1.125, -1.125, 1.125, np.nan, 0.0])


def test_floats_become_the_nearest_integer_that_exists():
    x = np.array([7.9, 8.0, -8.9, 100.0, -100.0, np.nan, -0.5], np.float32)
    assert converted(x, "f32", "i4").tolist() == [7, 7, -8, 7, -8, 0, 0]
    assert converted(x, "f32", "ui2").tolist() == [3, 3, 0, 3, 0, 0, 0]
    assert converted(np.array([7, 8, -9, 300], np.int32), "i32", "i4").tolist() == [7, -8, 7, -4]


@pytest.mark.parametrize("name", FLOATS)
def test_bits_of_floats(name):
    type = getattr(ml_dtypes, EXTENDED[name])
    bits = ml_dtypes.finfo(type).bits
    if bits == 6:
        return  # no integer has as many
    codes = np.arange(2**bits, dtype=np.uint8)
    held = f"{len(codes)}xui{bits}"
    numbers = computed(
        f"%0 = stablehlo.bitcast_convert %x : (tensor<{held}>) -> tensor<{len(codes)}x{name}>", held, f"{len(codes)}x{name}", codes
    )
    assert same(numbers, codes.view(type).astype(np.float32))
    again = computed(
        f"%0 = stablehlo.bitcast_convert %x : (tensor<{len(codes)}x{name}>) -> tensor<{held}>", f"{len(codes)}x{name}", held, numbers
    )
    there = ~np.isnan(numbers)
    assert (again == codes)[there].all() and np.isnan(again.view(type).astype(np.float32)[~there]).all()


def test_neighbours_are_packed_the_lowest_first():
    packed = computed(
        "%0 = stablehlo.bitcast_convert %x : (tensor<2x2xi4>) -> tensor<2xi8>", "2x2xi4", "2xi8", np.array([[1, -2], [-8, 7]], np.int8)
    )
    assert packed.tolist() == [-31, 120]  # 0xE1, 0x78
    parts = computed(
        "%0 = stablehlo.bitcast_convert %x : (tensor<1xi16>) -> tensor<1x8xui2>", "1xi16", "1x8xui2", np.array([0x1BE4], np.int16)
    )
    assert parts.tolist() == [[0, 1, 2, 3, 3, 2, 1, 0]]


def wrap(number: int, width: int, is_unsigned: bool) -> int:
    low = number & ((1 << width) - 1)
    return low - (1 << width) if not is_unsigned and low >> (width - 1) else low


def shifted(name: str, x: int, by: int, width: int) -> int:
    """Bits that a shift by as many as there are, or more, leaves: none, or the sign's."""
    if not 0 <= by < width:
        return -1 if name == "shift_right_arithmetic" and x < 0 else 0
    return {"shift_left": x << by, "shift_right_logical": (x & ((1 << width) - 1)) >> by, "shift_right_arithmetic": x >> by}[name]


MEANINGS = {
    "add": lambda x, y, _: x + y, "subtract": lambda x, y, _: x - y, "multiply": lambda x, y, _: x * y, "maximum": lambda x, y, _: max(x, y),
    "and": lambda x, y, _: x & y, "or": lambda x, y, _: x | y, "xor": lambda x, y, _: x ^ y,
    "divide": lambda x, y, _: -1 if not y else abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1),
    "negate": lambda x, y, _: -x, "abs": lambda x, y, _: abs(x), "not": lambda x, y, _: ~x,
    "popcnt": lambda x, y, width: (x & ((1 << width) - 1)).bit_count(),
    "count_leading_zeros": lambda x, y, width: width - (x & ((1 << width) - 1)).bit_length(),
    **{name: lambda x, y, width, name=name: shifted(name, x, y, width) for name in SHIFTS},
}  # fmt: skip


@pytest.mark.parametrize("element", WIDE)
def test_integers_of_few_bits_compute_as_they_do(element):
    width, is_unsigned = int(element[-1]), element[0] == "u"
    values = range(2**width) if is_unsigned else range(-(1 << width - 1), 1 << width - 1)
    pairs = [(x, y) for x in values for y in values]
    x, y = (np.array(each, np.uint8 if is_unsigned else np.int8) for each in zip(*pairs))
    t = f"tensor<{len(pairs)}x{element}>"
    for name, meaning in MEANINGS.items():
        if is_unsigned and name == "abs":
            continue
        operands = "%x, %y" if name not in ("negate", "abs", "not", "popcnt", "count_leading_zeros") else "%x"
        body = f"%0 = stablehlo.{name} {operands} : {t}"
        (result,) = executed(widened(f"func.func @main(%x: {t}, %y: {t}) -> {t} {{\n{body}\nreturn %0 : {t}\n}}"), [x, y])
        unsigned_shift = [((a, b & ((1 << width) - 1)) if name in SHIFTS else (a, b)) for a, b in pairs]
        assert result.tolist() == [wrap(meaning(a, b, width), width, is_unsigned) for a, b in unsigned_shift], name


def test_what_has_no_narrow_numbers_stays_as_it_is():
    text = "func.func @main(%x: tensor<2xi8>) -> tensor<2xf16> {\n%0 = stablehlo.convert %x : (tensor<2xi8>) -> tensor<2xf16>\nreturn %0 : tensor<2xf16>\n}"
    assert print_operation(widened(text), lookup) == print_operation(module_of(text), lookup)
