"""Lowerings: operators of ai.onnx.ml."""

from tfir.ir.attributes import BoolAttr, IntegerAttr
from tfir.ir.types import F32, I1, I64, TensorType
from tfir.ods.numpy_on_demand import np

from tfopt.arithmetic.tensor import Tensor, broadcast_to, concatenate, emit_many, iota, literal, region_of, select, splat, take
from tfopt.onnx_to_stablehlo.choosing import const
from tfopt.onnx_to_stablehlo.element_types import STRING, is_text
from tfopt.onnx_to_stablehlo.elementwise import cast
from tfopt.onnx_to_stablehlo.indexing import Gather
from tfopt.onnx_to_stablehlo.lowering import TensorMap, lower, tensorflow


@lower
def Binarizer(X, threshold):
    return select(X > threshold, splat(1, X.shape, X.element), 0)


@lower
def Scaler(X, offset, scale):
    x = X if X.element is F32 else X.convert(F32)
    moved, factor = [literal(np.array(each or [default], np.float32)) for each, default in ((offset, 0.0), (scale, 1.0))]
    return (x - moved) * factor


@lower
def Normalizer(X, norm):
    x = X if X.element is F32 else X.convert(F32)
    size = {
        "MAX": lambda: x.max(-1, keep=True),  # not of the magnitudes, as the standard and ONNX Runtime have it
        "L1": lambda: abs(x).sum(-1, keep=True),
        "L2": lambda: (x * x).sum(-1, keep=True) ** 0.5,
    }
    total = size[norm]()
    return x / select(total == 0, 1, total)


@lower
def Imputer(X, imputed_value_floats=None, imputed_value_int64s=None, replaced_value_float=0.0, replaced_value_int64=0):
    values, sought = (imputed_value_floats, replaced_value_float) if X.is_float else (imputed_value_int64s, replaced_value_int64)
    is_missing = X != X if X.is_float and sought != sought else X == sought
    return select(is_missing, literal(np.array(values), X.element), X)


def array_of_attribute(value) -> np.ndarray:
    from tfir.ods.arrays import array_of

    return array_of(value)


@lower
def LabelEncoder(
    X, keys_floats=None, keys_int64s=None, keys_strings=None, keys_tensor=None, values_floats=None, values_int64s=None, values_strings=None,
    values_tensor=None, default_float=-0.0, default_int64=-1, default_string="_Unused", default_tensor=None,
):  # fmt: skip
    """The value of the key that each element is, or a default."""
    keys = next((list(each) for each in (keys_floats, keys_int64s, keys_strings) if each is not None), None)
    keys = array_of_attribute(keys_tensor).ravel().tolist() if keys is None else keys
    if values_tensor is not None:
        values = array_of_attribute(values_tensor).ravel()
        default = array_of_attribute(default_tensor).ravel()[0] if default_tensor is not None else default_of(values.dtype)
    else:
        kinds = (
            (values_floats, np.float32, default_float),
            (values_int64s, np.int64, default_int64),
            (values_strings, object, default_string),
        )
        values, dtype, default = next(each for each in kinds if each[0] is not None)
        values = np.array(list(values), dtype)
    result = spread(default, values.dtype, X)
    for key, value in zip(keys, values.tolist()):
        is_key = equal(X, key)
        if values.dtype.kind == "O":
            result = tensorflow("SelectV2", [is_key, spread(value, object, X), result], [TensorType(X.shape, STRING)])[0]
        else:
            result = select(is_key, spread(value, values.dtype, X), result)
    return result


@lower
def CategoryMapper(X, default_int64, default_string, cats_int64s, cats_strings):
    """Text as numbers, or numbers as text."""
    sides = (
        {"keys_strings": cats_strings, "values_int64s": cats_int64s}
        if is_text(X.element)
        else {"keys_int64s": cats_int64s, "values_strings": cats_strings}
    )
    return LabelEncoder(X, **sides, default_int64=default_int64, default_string=default_string)


# Maps


@lower
def ZipMap(X, classlabels_int64s=None, classlabels_strings=None):
    """A map from labels to scores for each row: all have the same keys."""
    labels = list(classlabels_int64s if classlabels_int64s is not None else classlabels_strings)
    keys = (
        literal(np.array(labels, np.int64))
        if classlabels_int64s is not None
        else const(np.array([each.encode() for each in labels], object))
    )
    return TensorMap(keys, X if X.rank == 2 else X.expand(0))


@lower
def DictVectorizer(X, int64_vocabulary=None, string_vocabulary=None):
    """The values of the words of a vocabulary in its order, and 0 for those that the map does not have: [1, words]."""
    columns = []
    for word in int64_vocabulary if int64_vocabulary is not None else string_vocabulary:
        place = first_place(X.keys, word)
        longer = concatenate([X.values, splat(0, (1,), X.values.element)], 0)
        columns.append(take(longer, place.reshape(1), 0))
    return concatenate(columns, 0).expand(0)


def first_place(keys: Tensor, key) -> Tensor:
    """Where a key stands among others; behind all of them, where it does not."""
    size = keys.shape[0]
    return select(equal(keys, key), iota((size,), 0, I64), size).min(0) if size else literal(np.array(0))


@lower
def CastMap(X, cast_to, map_form, max_map):
    """The values of a map in the order of its keys, or at the places that these name of so many, among zeros, as text "0.f" (as ONNX Runtime has it): [1, values]."""
    element = {"TO_FLOAT": F32, "TO_INT64": I64, "TO_STRING": STRING}[cast_to]
    keys, values = X.keys.convert(I64), cast(X.values, element, True, "nearest")
    count = keys.shape[0]
    own = iota((count,), 0, I64)
    if map_form == "SPARSE":
        rows = iota((max_map, count), 0, I64) == broadcast_to(keys, (max_map, count), [1])
        places = select(rows, broadcast_to(own, rows.shape, [1]), count).min(1)
        return Gather(with_nothing(values), places.expand(0), 0)
    region = region_of([I64, I64, I64, I64], lambda one, other, *_: one < other)
    order = emit_many("sort", [keys, own], [keys.type, own.type], [region], dimension=IntegerAttr(0, I64), is_stable=BoolAttr(True))[1]
    return Gather(values, order.expand(0), 0)


def with_nothing(values: Tensor) -> Tensor:
    """A list, and behind it what stands for no element."""
    if not is_text(values.element):
        return concatenate([values, splat(0, (1,), values.element)], 0)
    none, axis = const(np.array([b"0.f"], object)), const(np.int32(0))
    return tensorflow("ConcatV2", [values, none, axis], [TensorType((values.shape[0] + 1,), STRING)])[0]


def default_of(dtype):
    return "_Unused" if dtype.kind == "O" else -1 if dtype.kind == "i" else -0.0


def spread(value, dtype, x: Tensor) -> Tensor:
    if np.dtype(dtype).kind == "O":
        texts = np.empty(x.shape, object)
        texts[...] = value
        return const(texts)
    kind = {"f": F32, "i": I64}.get(np.dtype(dtype).kind)
    from tfir.ods.arrays import element_of

    return splat(value, x.shape, element_of(np.dtype(dtype)) if kind is None or np.dtype(dtype).itemsize != kind.width // 8 else kind)


def equal(x: Tensor, key) -> Tensor:
    if is_text(x.element):
        text = np.array([key if isinstance(key, (str, bytes)) else str(key)], object)
        return tensorflow("Equal", [x, const(text)], [TensorType(x.shape, I1)])[0]
    return x != x if isinstance(key, float) and key != key else x == key
