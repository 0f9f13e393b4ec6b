"""Semantics: constants, feeds, and tensors made from a shape or a few numbers."""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ods.arrays import array_of, dtype_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ShapeOfFirst, ops_of
from tfir.ods.shapes import fresh, merge


class Const(OpSemantics):
    def infer(value):
        return value.type

    def evaluate(value):
        return array_of(value)


class HostConst(Const):
    """In the memory of the host."""


class Fact(OpSemantics):
    def infer():
        return ()

    def evaluate():
        return np.array(b"0! == 1", object)


def stated(shape):
    """The shape that an attribute states, in which a size is None or -1 where it is left open."""
    return None if shape is None else tuple([fresh() if size is None or size < 0 else size for size in shape])


class Placeholder(OpSemantics):
    def infer(shape):
        return stated(shape)


class PlaceholderWithDefault(OpSemantics):
    def infer(input, shape):
        return stated(shape)

    def evaluate(input):
        return input


class Assert(OpSemantics):
    def evaluate(condition, data):
        if not np.all(condition):
            shown = " ".join([text_of(item) for item in data])
            raise Error(f"assertion failed: {shown}")
        return []


def text_of(item) -> str:
    value = np.asarray(item).tolist()
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else str(value)


class Fill(OpSemantics):
    def infer(dims, value):
        return dims.as_shape

    def evaluate(dims, value):
        if (negative := dims[dims < 0]).size:
            raise Error(f"Dimension {negative[0]} must be >= 0")
        return np.full(dims, value, value.dtype)

    def propagate_values(dims, value):
        return None if dims.number is None or value.numbers is None else [value.numbers * dims.number]


class Empty(OpSemantics):
    def infer(shape):
        return shape.as_shape

    def evaluate(shape, dtype):
        return zeros_like(np.empty(shape, dtype_of(dtype)))


class ZerosLike(ShapeOfFirst):
    def evaluate(x):
        return zeros_like(x)


def zeros_like(x):
    """Zeros for numbers, empty text; of what variants hold the same without its numbers, as a list of zeros."""
    if not isinstance(x, (np.ndarray, np.generic)):
        return x.zeroed() if hasattr(x, "zeroed") else b""
    if x.dtype != object:
        return np.zeros_like(x, subok=False)
    zeros = np.empty(x.shape, object)
    zeros.reshape(-1)[:] = [zeros_like(each) for each in x.ravel()]
    return zeros


class Range(OpSemantics):
    """Counts from `start` up to `limit` (not included) by `delta`."""

    def infer(start, limit, delta):
        if start.number is None or limit.number is None or delta.number is None:
            return (limit.size if start.number == 0 and delta.number == 1 else fresh(),)
        return (range_length(*[np.array(each.number, dtype_of(start.element)) for each in (start, limit, delta)]),)

    def evaluate(start, limit, delta):
        length = range_length(start, limit, delta)
        return (start + np.arange(length).astype(start.dtype) * delta).astype(start.dtype)


LARGEST_COUNT = (1 << 63) - 1


def range_length(start: np.ndarray, limit: np.ndarray, delta: np.ndarray) -> int:
    """The number of elements of a Range, counted as TensorFlow does, in the element type, however narrow it is."""
    if delta == 0:
        raise Error("Requires delta != 0: 0")
    sign, relation = (">", "<=") if delta > 0 else ("<", ">=")
    if not (start <= limit if delta > 0 else start >= limit):
        raise Error(f"Requires start {relation} limit when delta {sign} 0: {start.item():g}/{limit.item():g}")
    if delta.dtype.kind in "iu":
        return -((int(start) - int(limit)) // int(delta))
    with np.errstate(all="ignore"):
        count = float(np.ceil(abs((limit - start) / delta)))
    if not count <= LARGEST_COUNT:
        raise Error(f"Requires ((limit - start) / delta) <= {LARGEST_COUNT}")
    return int(count)


class LinSpace(OpSemantics):
    def infer(start, stop, num):
        return (num.size,)

    def evaluate(start, stop, num):
        count = int(num)
        step = (stop - start) / start.dtype.type(max(count - 1, 1))
        points = (start + step * np.arange(count).astype(start.dtype)).astype(start.dtype)
        points[-1:], points[:1] = stop, start  # themselves, also where the step between them is none
        return points


class EnsureShape(OpSemantics):
    def infer(input, shape):
        return merge(input.shape, stated(shape), "asserted shapes")

    def evaluate(input, shape):
        if shape is not None and (len(shape) != input.ndim or any([n not in (None, -1, m) for n, m in zip(shape, input.shape)])):
            raise Error(f"shape {input.shape} is not the asserted {shape}")
        return input


class FakeParam(OpSemantics):
    """What no branch reads."""

    def infer(shape):
        return stated(shape)

    def evaluate(shape, dtype):
        return np.zeros([max(size or 0, 0) for size in shape or ()], dtype_of(dtype))


SEMANTICS = {
    **ops_of(ShapeOfFirst, OnesLike=lambda x: np.ones_like(x, subok=False)),
    **ops_of(OpSemantics, NoOp=lambda: []),
    "PlaceholderV2": Placeholder,
}
