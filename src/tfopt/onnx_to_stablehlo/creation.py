"""Lowerings: tensors that are made of numbers alone, or of shapes."""

from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import F32, F64, I1, I32, I64, TensorType
from tfir.ods.arrays import array_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.shapes import is_static

from tfopt.arithmetic.contents import Sizes, sizes_of
from tfopt.arithmetic.sizes import told
from tfopt.arithmetic.tensor import Tensor, constant, iota, literal, maximum, select, splat, unary
from tfopt.onnx_to_stablehlo.element_types import STRING, element_of, is_text
from tfopt.onnx_to_stablehlo.lowering import lower, tensorflow

MOST_LISTED = 1024  # numbers of a range that are written out


@lower
def Constant(value=None, value_float=None, value_floats=None, value_int=None, value_ints=None, value_string=None, value_strings=None):
    if isinstance(value, ElementsAttr):
        return text(value) if is_text(value.type.element) else constant(value)
    for content, dtype in ((value_float, np.float32), (value_floats, np.float32), (value_int, np.int64), (value_ints, np.int64)):
        if content is not None:
            return literal(np.array(content, dtype))
    words = value_string if value_string is not None else value_strings
    if words is None:
        raise Error("has no value that is read")
    from tfir.ods.arrays import dense_of

    return text(
        dense_of(np.array([words] if isinstance(words, str) else list(words), object).reshape(() if isinstance(words, str) else -1))
    )


def text(elements: ElementsAttr) -> Tensor:
    elements = elements.with_type(TensorType(elements.type.shape, STRING))
    return tensorflow("Const", [], [TensorType(elements.type.shape, STRING)], value=elements)[0]


@lower
def ConstantOfShape(input: Sizes, value):
    number, element = (0.0, F32) if value is None else (array_of(value).ravel()[0], value.type.element)
    number = number if isinstance(number, float) else number.item() if element is not I1 else bool(number)
    return splat(number, tuple(input.ravel().tolist()), element)


@lower
def EyeLike(input, dtype, k):
    element = element_of(dtype) if dtype else input.element
    is_one = iota(input.shape, 1, I64) - iota(input.shape, 0, I64) == k
    return is_one.convert(element)


@lower
def Range(start, limit, delta, stash_type=None):
    """From a start by steps to before a limit; how many there are, numbers say."""
    numbers = [sizes_of(each) for each in (start, limit, delta)]
    element = start.element
    if None not in numbers and is_static(tuple([each[0] for each in numbers])):
        first, last, step = [each[0] for each in numbers]
        count = max(int(np.ceil((last - first) / step)), 0)
        if not start.is_float and count <= MOST_LISTED:
            return literal(first + step * np.arange(count), element)
    elif None not in numbers and numbers[0][0] == 0 and numbers[2][0] == 1:
        count = numbers[1][0]
    else:
        wide = [each.reshape().convert(F64) for each in (start, limit, delta)]
        length = unary("ceil", (wide[1] - wide[0]) / wide[2])
        count = told(maximum(length.convert(I32), 0))
    kind = F32 if start.is_float and element is not F64 else element
    return (iota((count,), 0, kind) * delta.reshape().convert(kind) + start.reshape().convert(kind)).convert(element)


@lower
def OneHot(indices, depth, values, axis):
    """The second value where a place is the one named, which counts from the end below 0."""
    told_depth = sizes_of(depth)
    size = int(told_depth[0]) if told_depth is not None and is_static(tuple(told_depth)) else told(depth.reshape().convert(I32))
    axis %= indices.rank + 1
    places = indices.convert(I64)
    from tfopt.arithmetic.tensor import number

    count = number(size, I64)
    places = select(places < 0, places + count, places)
    shape = (*indices.shape[:axis], size, *indices.shape[axis:])
    hot = iota(shape, axis, I64) == places.expand(axis)
    return select(hot, values[1].reshape(), values[0].reshape())
