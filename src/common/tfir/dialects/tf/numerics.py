"""What several families compute with: quotients of integers, sums, limits of element types."""

from tfir.ir.diagnostics import Error
from tfir.ods.arrays import element_of
from tfir.ods.numpy_on_demand import np

NARROW = 2  # floats of so many bytes or fewer are summed in float32


def require_divisor(x, y) -> None:
    """Raises Error where a whole number is divided by zero. Of no numbers none is."""
    if not np.all(y) and 0 not in np.broadcast_shapes(np.shape(x), np.shape(y)):
        raise Error("Integer division by zero")


def truncated_quotient(x, y):
    """Integer division rounding towards zero."""
    require_divisor(x, y)
    quotient = x // y
    return quotient + ((quotient < 0) & (quotient * y != x)).astype(x.dtype)


def smaller(one, other):
    """Of a NaN and a number the first, as C++'s min has it."""
    return np.where(other < one, other, one)


def larger(one, other):
    return np.where(one < other, other, one)


def is_narrow(dtype) -> bool:
    """Whether totals of this type are kept in float32."""
    return dtype.itemsize <= NARROW and dtype.kind in "fV"


def total(input, axis, keepdims=False):
    return np.sum(input, axis=axis, keepdims=keepdims, dtype=np.float32 if is_narrow(input.dtype) else input.dtype)


def finite_limit(dtype, sign: int):
    """The number at one end of a type, infinities left out."""
    if dtype.kind in "iu":
        return limit(dtype, sign)
    if dtype.kind == "f":
        return sign * np.finfo(dtype).max
    import ml_dtypes

    return dtype.type(sign) * ml_dtypes.finfo(dtype).max


def limit(dtype, sign: int):
    """The number at one end of a type: an infinity, or an integer's bound."""
    return dtype.type(element_of(dtype).limits[sign > 0])
