"""Fourier transforms of lengths that are told when the program runs, in n log n steps: as convolutions (Bluestein, "A linear filtering approach
to the computation of discrete Fourier transform", 1970), which loops of transforms of powers of two do (Stockham's order, as in Cochran and
others, "What is the fast Fourier transform?", 1967).

Tensors of complex numbers are pairs of their parts here. A sign says which way: -1 is forward, 1 back, without the division by n.
"""

from __future__ import annotations

from math import pi

from tfir.ir.types import F64, I32, I64, Type

from tfopt.arithmetic.sizes import power_of_two
from tfopt.arithmetic.tensor import (
    Tensor,
    along,
    iota,
    loop,
    maximum,
    minimum,
    number,
    pad,
    select,
    sliced,
    splat,
    take,
    unary,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from tfir.ods.shapes import Size

Pair: TypeAlias = "tuple[Tensor, Tensor]"


def transformed(z: Pair, axis: int, sign: int, count: Size) -> Pair:
    """The first `count` numbers of the transform of an axis: by j k = (j^2 + k^2 - (k - j)^2) / 2, with c[j] = e^(sign pi i j^2 / n), c[k] times the
    convolution of c z with the conjugate of c."""
    n, element = z[0].shape[axis], z[0].element
    length = 2 * power_of_two(n)
    size = number(length)  # before there are tensors of that size, which would be asked
    chirp = chirps(iota((n,), 0, I64), n, sign, element)
    place = iota((length,), 0, I64)
    distance = minimum(place, size.convert(I64) - place)
    zero = splat(0, (length,), element)
    response = [select(distance < number(n, I64), part, zero) for part in chirps(distance, n, -sign, element)]
    table = waves(place, size.convert(I64), element)
    filled = [pad(part, [0] * part.rank, [length - n if at == axis else 0 for at in range(part.rank)]) for part in times(z, chirp, axis)]
    product = times(
        of_power_of_two((filled[0], filled[1]), axis, -1, table, size),
        of_power_of_two((response[0], response[1]), 0, -1, table, size),
        axis,
    )
    convolved = of_power_of_two(product, axis, 1, table, size)
    first = [count if at == axis else old for at, old in enumerate(z[0].shape)]
    re, im = [sliced(part, [0] * part.rank, first) for part in convolved]
    share = splat(1, (), element) / size.convert(element)
    cosine, sine = [sliced(part, [0], [count]) * share for part in chirp]
    return times((re, im), (cosine, sine), axis)


def halves(z: Pair, axis: int, n: Size) -> Pair:
    """Of an axis that has the first n // 2 + 1 numbers of the transform of n real ones, all n: the others are conjugates, turned around, and what
    is its own conjugate is real."""
    place = iota((n,), 0)
    other = number(n) - place
    here = minimum(place, other)
    re, im = [take(part, here % maximum(number(n), 1), axis) for part in z]
    is_real = (place == 0) | (place == other)
    sign = select(is_real, 0, select(place < other, splat(1, (n,), I32), -1)).convert(re.element)
    return re, im * along(sign, im, axis)


def chirps(place: Tensor, n: Size, sign: int, element: Type) -> Pair:
    """e^(sign pi i j^2 / n) for whole numbers j."""
    cosine, sine = waves(place * place, maximum(number(n, I64) * 2, 1), element)
    return cosine, sine if sign > 0 else -sine


def waves(numbers: Tensor, n: Tensor, element: Type) -> Pair:
    """Cosine and sine of so many n-th parts of a turn."""
    angle = (numbers % n).convert(F64) * (2 * pi / n.convert(F64))
    return unary("cosine", angle).convert(element), unary("sine", angle).convert(element)


def times(z: Pair, vector: Pair, axis: int) -> Pair:
    """Each number of an axis times that of a vector."""
    re, im = [along(part, z[0], axis) for part in vector]
    return z[0] * re - z[1] * im, z[0] * im + z[1] * re


def of_power_of_two(z: Pair, axis: int, sign: int, table: Pair, size: Tensor) -> Pair:
    """The transform of an axis whose length n is a power of two, by a table of the n-th parts of a turn.

    Once 2 p places are done in turn, place j has what was in (j div 2 p) p + j mod p, and half of all places behind it, times the j-th 2 p-th part
    of a turn.
    """
    place, half = iota((z[0].shape[axis],), 0), size / 2

    def step(done, re, im):
        twice = done + done
        here = place / twice * done + place % done
        there = here + half
        turn = place % twice * (size / twice)
        cosine, sine = [take(part, turn, 0) for part in table]
        moved = times([take(part, there, axis) for part in (re, im)], (cosine, sine if sign > 0 else -sine), axis)
        return [twice, *[take(old, here, axis) + new for old, new in zip((re, im), moved)]]

    _, re, im = loop(lambda done, *_: done < size, step, splat(1, (), I32), *z)
    return re, im
