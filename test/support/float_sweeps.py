"""Arrays that leave nothing out: all numbers of f16 and bf16 for what has one operand, all pairs (triples, ...) of special numbers and
drawn ones for what has more."""

from __future__ import annotations

import numpy as np
from tfir.ir.types import BF16, F16, F32, ComplexType
from tfir.ods.arrays import dtype_of

C64 = ComplexType(F32)
ELEMENTS = (F16, BF16, F32, C64)
# The largest, the smallest and the smallest normal number, of either sign.
ENDS = {
    F16: [0x7BFF, 0xFBFF, 1, 0x8001, 0x400, 0x8400], BF16: [0x7F7F, 0xFF7F, 1, 0x8001, 0x80, 0x8080],
    F32: [0x7F7FFFFF, 0xFF7FFFFF, 1, 0x80000001, 0x800000, 0x80800000],
}  # fmt: skip
SPECIAL = [np.nan, np.inf, -np.inf, 0.0, -0.0, 1, -1, 2, -2, 0.5, -0.5, 3, 1.5, 1e-7, -1e-7, 6e4, -6e4]
DRAWN_ALONE, IN_PAIRS, DRAWN_TUPLES = 1 << 17, 700, 1 << 18


def unsigned_of(element):
    return np.uint32 if element is F32 else np.uint16


PARTS = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 1, -2, 0.3], np.float32)


def special(element):
    if element is C64:
        return as_complex(*[part.ravel() for part in np.meshgrid(PARTS, PARTS)])
    ends = np.array(ENDS[element], unsigned_of(element)).view(dtype_of(element))
    return np.concatenate([np.array(SPECIAL).astype(dtype_of(element)), ends])


def drawn(element, count: int, seed: int):
    """Numbers of all magnitudes, and as many near 0."""
    if element is C64:
        return as_complex(drawn(F32, count, seed), drawn(F32, count, seed + 1))
    random, unsigned = np.random.default_rng(seed), unsigned_of(element)
    bits = random.integers(0, np.iinfo(unsigned).max, count // 2, unsigned, endpoint=True).view(dtype_of(element))
    return np.concatenate([bits, random.uniform(-8, 8, count - count // 2).astype(dtype_of(element))])


def as_complex(real, imaginary):
    """Part by part: a product with i would make NaN of an infinite part."""
    return np.stack([real, imaginary], -1).view(np.complex64).reshape(-1)


def every(element):
    """All numbers of a type of 16 bits, and some of f32."""
    if element in (F32, C64):
        return np.concatenate([special(element), drawn(element, DRAWN_ALONE, 1)])
    return np.arange(1 << 16, dtype=np.uint16).view(dtype_of(element))


def sweep(element, count: int) -> list:
    """An array `[N, 4]` for each of `count` operands."""
    if count == 1:
        operands = [np.random.default_rng(2).permutation(every(element))]
    elif count == 2:
        numbers = np.concatenate([special(element), drawn(element, IN_PAIRS, 3)])
        operands = [np.repeat(numbers, len(numbers)), np.tile(numbers, len(numbers))]
    else:
        together = np.stack(np.meshgrid(*[special(element)] * count), -1).reshape(-1, count)
        operands = list(np.concatenate([together, drawn(element, DRAWN_TUPLES * count, 4).reshape(-1, count)]).T)
    return [np.ascontiguousarray(each[: each.size // 4 * 4]).reshape(-1, 4) for each in operands]
