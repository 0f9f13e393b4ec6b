"""Decimal digits of exact binary numbers, and how they are spelled; the roundings are those of LLVM's APFloat."""

from __future__ import annotations

SHORT_DIGITS = 6


def exact_digits(whole: int, power: int, count: int) -> tuple[str, int]:
    """At most `count` decimal digits of `whole * 2**power`, and the power of ten that the last of them counts.

    As APFloat does it the exact number is first cut, not rounded, to about that many digits, and then rounded half up.
    """
    zeros = (whole & -whole).bit_length() - 1
    whole, power = whole >> zeros, power + zeros
    whole, ten = (whole << power, 0) if power >= 0 else (whole * 5**-power, power)
    surplus = max(0, whole.bit_length() - (count * 196 + 58) // 59) * 59 // 196
    text = str(whole // 10**surplus)
    digits, ten = text[:count], ten + surplus + max(0, len(text) - count)
    if text[count : count + 1] >= "5":
        digits = str(int(digits) + 1)
    kept = digits.rstrip("0")
    return kept, ten + len(digits) - len(kept)


def scientific(digits: str, ten: int) -> str:
    power = ten + len(digits) - 1
    return f"{digits[0]}.{digits[1:]:0<{SHORT_DIGITS}}e{'+' if power >= 0 else '-'}{abs(power):02}"


def natural(digits: str, ten: int, count: int) -> str:
    """With as many digits as reading it back needs; plain where the number is neither large nor small."""
    leading = ten + len(digits) - 1
    scientific = (ten > 3 or len(digits) + ten > count) if ten >= 0 else (leading < 0 and -leading > 3)
    if scientific:
        return f"{digits[0]}.{digits[1:] or '0'}E{'+' if leading >= 0 else '-'}{abs(leading)}"
    if ten >= 0:
        return digits + "0" * ten
    if leading >= 0:
        return f"{digits[: leading + 1]}.{digits[leading + 1 :]}"
    return f"0.{'0' * (-leading - 1)}{digits}"
