"""Variants in the wire format of protobuf: ragged tensors, the tensors that boxed sparse ones are made of, and places of iterators.

A component of elements of a dataset is an array of numbers or strings, one variant (an object of its own), or an array of variants.
Sources: TensorFlow, ragged_tensor_variant.cc, variant_tensor_data.cc, tensor.cc.
"""

from __future__ import annotations

from tfir.dialects.tf.errors import unimplemented
from tfir.dialects.tf.ragged_variants import Ragged
from tfir.dialects.tf.records import FIELDS, NUMBERS, serialized, strings_content, strings_in, tensor_in, word_of
from tfir.dialects.tf.sparse_boxed import as_elements
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tfir.ir.types import Type
    from tfir.proto import TensorProto, VariantTensorDataProto

VARIANT = 21  # a DataType
TENSOR, RAGGED, ITERATOR = "tensorflow::Tensor", "RaggedTensorVariant", "tensorflow::Iterator"  # types of variants


class Standing:
    """What stands for the place of an iterator, which the run remembers."""

    __slots__ = ("content",)

    def __init__(self, content: bytes):
        self.content = content


def is_variant(type: Type) -> bool:
    """Of elements of tensors."""
    return type.text.startswith("!tf_type.variant")


def holds_variants(component: Any) -> bool:
    if not isinstance(component, (np.ndarray, np.generic)):
        return True
    return component.dtype == object and not all([isinstance(each, bytes) for each in np.ravel(component)])


def type_number(component: Any) -> int:
    return VARIANT if holds_variants(component) else NUMBERS[word_of(component.dtype)]


def number_of_type(type: Type) -> int:
    return VARIANT if is_variant(type) else NUMBERS[word_of(dtype_of(type))]


# Tensors


def listing(array: np.ndarray) -> TensorProto:
    """A tensor with all elements in the list of its type."""
    from tfir.proto import TensorProto

    if array.dtype == object:
        return TensorProto.FromString(serialized(array).item())
    word = word_of(array.dtype)
    tensor, field, flat = with_shape(NUMBERS[word], array.shape), FIELDS[word], array.ravel()
    if field == "float8_val":
        tensor.float8_val = flat.tobytes()
    elif field == "half_val":
        tensor.half_val.extend(flat.view(np.uint16).tolist())
    elif flat.dtype.kind == "c":
        getattr(tensor, field).extend(flat.view(f"f{flat.itemsize // 2}").tolist())
    else:
        getattr(tensor, field).extend((flat.astype(np.int32) if field == "int_val" else flat).tolist())
    return tensor


def with_shape(dtype: int, shape: tuple[int, ...]) -> TensorProto:
    from tfir.proto import TensorProto

    tensor = TensorProto(dtype=dtype)
    tensor.tensor_shape.SetInParent()
    for size in shape:
        tensor.tensor_shape.dim.add(size=size)
    return tensor


def of_variants(array: np.ndarray, in_content: bool = False) -> TensorProto:
    """One variant is listed, several, and any number of them `in_content`, are the bytes of the tensor."""
    tensor, variants = with_shape(VARIANT, array.shape), [variant_of(each) for each in array.ravel()]
    if len(variants) == 1 and not in_content:
        tensor.variant_val.extend(variants)
    else:
        tensor.tensor_content = strings_content([each.SerializeToString(deterministic=True) for each in variants])
    return tensor


def variant_of(value: object) -> VariantTensorDataProto:
    from tfir.proto import VariantTensorDataProto

    if isinstance(value, Ragged):
        return VariantTensorDataProto(type_name=RAGGED, tensors=[listing(np.asarray(each)) for each in (*value.splits, value.values)])
    if isinstance(value, Standing):
        return VariantTensorDataProto(type_name=ITERATOR, metadata=value.content)
    if isinstance(value, bytes):
        value = tensor_in(value)
    if isinstance(value, (np.ndarray, np.generic)):
        return VariantTensorDataProto(type_name=TENSOR, tensors=[listing(np.asarray(value))])
    raise unimplemented(f"a {type(value).__name__.lower()} is not written as a variant")


# And back.


def variants_in(tensor: TensorProto) -> np.ndarray:
    """Those of a tensor, in an array of its shape."""
    shape = [dim.size for dim in tensor.tensor_shape.dim]
    count = int(np.prod(shape, dtype=object))
    encoded = strings_in(tensor.tensor_content, count) if tensor.tensor_content else ()
    values = [*map(decoded, encoded), *map(value_of, tensor.variant_val)]
    if len(values) != count:
        raise Error(f"a tensor of {count} variants has {len(values)}")
    return as_elements(values).reshape(shape)


def decoded(content: bytes) -> Any:
    from tfir.proto import VariantTensorDataProto

    return value_of(parsed(VariantTensorDataProto, content))


def value_of(variant: VariantTensorDataProto) -> Any:
    tensors = [tensor_in(tensor.SerializeToString()) for tensor in variant.tensors]
    if variant.type_name == RAGGED and tensors:
        return Ragged(tensors[:-1], tensors[-1])
    if variant.type_name == TENSOR and len(tensors) == 1:
        return tensors[0]
    if variant.type_name == ITERATOR and not tensors:
        return Standing(variant.metadata)
    raise unimplemented(f"a variant of the type {variant.type_name} is not read")


def parsed(kind: Any, content: bytes) -> Any:
    from google.protobuf.message import DecodeError

    message = kind()
    try:
        message.ParseFromString(content)
    except DecodeError:
        raise Error(f"Could not parse {message.DESCRIPTOR.name}") from None
    return message


# Components of elements


def record_of_component(component: Any) -> bytes:
    """The TensorProto of a component, all of it in its content."""
    if not holds_variants(component):
        record: bytes = serialized(np.asarray(component), in_content=True).item()
        return record
    array = component if isinstance(component, np.ndarray) else as_elements([component]).reshape(())
    proto: bytes = of_variants(array, in_content=True).SerializeToString(deterministic=True)
    return proto


def component_in(record: bytes) -> Any:
    """What `record_of_component` made a record of."""
    from tfir.proto import TensorProto

    message = parsed(TensorProto, record)
    if message.dtype != VARIANT:
        return tensor_in(record)
    variants = variants_in(message)
    return variants if variants.ndim else variants.item()
