"""The formats of floats of 8 bits and fewer.

Source: "FP8 Formats for Deep Learning" (2022) for E5M2 and E4M3FN; "OCP Microscaling Formats" (2023) for those of 4 and 6 bits;
LLVM's APFloat for the others: those without a suffix are as in IEEE 754, FN have no infinities, FNUZ neither infinities nor -0, and their NaN is
what -0 would be. Those of 4 and 6 bits have no NaN either: what is too large becomes the largest number, and NaN becomes -0, as in ml_dtypes.
f8E8M0FNU has exponents alone: the powers of two that f32 has from 2^-127 on, and NaN.
"""

from __future__ import annotations

from tfir.ir.types import FloatType, Type


class Format:
    """`mantissa` bits and the exponents' `bias`; the largest number; the codes of infinity and of NaN, where there are such, without sign;
    which bit is the `sign`."""

    def __init__(
        self, mantissa: int, bias: int, largest: float, infinity: int | None, nan: int | None, has_negative_zero: bool = True, sign: int = 7
    ):
        self.mantissa, self.bias, self.largest, self.sign = mantissa, bias, largest, sign
        self.infinity, self.nan, self.has_negative_zero = infinity, nan, has_negative_zero
        self.smallest_normal = 2.0 ** (1 - bias)
        self.unit = 2.0 ** (1 - bias - mantissa)  # the least number above 0


FORMATS = {
    "f8E5M2": Format(2, 15, 57344.0, 0x7C, 0x7E), "f8E4M3": Format(3, 7, 240.0, 0x78, 0x7C), "f8E3M4": Format(4, 3, 15.5, 0x70, 0x78),
    "f8E4M3FN": Format(3, 7, 448.0, None, 0x7F), "f8E5M2FNUZ": Format(2, 16, 57344.0, None, 0x80, False),
    "f8E4M3FNUZ": Format(3, 8, 240.0, None, 0x80, False), "f8E4M3B11FNUZ": Format(3, 11, 30.0, None, 0x80, False),
    "f4E2M1FN": Format(1, 1, 6.0, None, None, sign=3), "f6E2M3FN": Format(3, 1, 7.5, None, None, sign=5),
    "f6E3M2FN": Format(2, 3, 28.0, None, None, sign=5),
}  # fmt: skip
POWERS = "f8E8M0FNU"


def is_small_float(element: Type) -> bool:
    """Whether a type is one of these."""
    return isinstance(element, FloatType) and (element.name in FORMATS or element.name == POWERS)
