"""Values of LLVM's types at run time: numbers and vectors are NumPy's, addresses are integers of 64 bits without sign, arrays and structures are
tuples of what is in them."""

from __future__ import annotations

from typing import Any

import numpy as np

from tfir.dialects.llvm.types import ArrayType, PointerType, StructType
from tfir.ir.attributes import ArrayAttr, BoolAttr, FloatAttr, IntegerAttr, StringAttr
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import Type, VectorType
from tfir.ods.arrays import array_of, dtype_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfir.ir.attributes import Attribute
    from tfir.ods.arrays import Dtype

ADDRESS = np.dtype(np.uint64)


def dtype_in(type: Type) -> Dtype:
    """Of a number or an address, or of those in a vector."""
    element = type.element if isinstance(type, VectorType) else type
    return ADDRESS if isinstance(element, PointerType) else dtype_of(element)


def member_types(type: Type) -> Sequence[Type]:
    if isinstance(type, ArrayType):
        return [type.element] * type.count
    if isinstance(type, StructType) and type.members is not None:
        return type.members
    raise Error(f"no value of {type} is computed with")


def is_aggregate(type: Type) -> bool:
    return isinstance(type, (ArrayType, StructType))


def zero_of(type: Type) -> Any:
    """Zero, which is also what stands for values that are not defined."""
    if is_aggregate(type):
        return tuple([zero_of(each) for each in member_types(type)])
    shape = type.shape if isinstance(type, VectorType) else ()
    return np.zeros(shape, dtype_in(type))[()]


def of_attribute(value: Attribute, type: Type) -> Any:
    """The constant of a type that an attribute says."""
    if isinstance(value, ElementsAttr):
        elements = array_of(value)
        return rows(elements, type) if is_aggregate(type) else elements
    if isinstance(value, StringAttr):
        return tuple(np.frombuffer(value.value.encode("utf-8", "surrogateescape"), np.int8))
    if isinstance(value, ArrayAttr):
        return tuple([of_attribute(*pair) for pair in zip(value.elements, member_types(type), strict=True)])
    if isinstance(value, (IntegerAttr, FloatAttr, BoolAttr)):
        return np.asarray(value.value, dtype_in(type))[()]
    if value.text in ("#llvm.zero", "#llvm.undef", "#llvm.poison"):
        return zero_of(type)
    raise Error(f"{value} is no constant that is computed with")


def rows(elements: Any, type: Type) -> Any:
    """An array's elements nested as a type is; complex numbers are structures of two."""
    if isinstance(type, ArrayType):
        return tuple([rows(each, type.element) for each in elements])
    return (elements.real, elements.imag) if isinstance(type, StructType) else elements


def extracted(container: Any, position: Sequence[int]) -> Any:
    for at in position:
        container = container[at]
    return container


def inserted(container: Any, value: Any, position: Sequence[int]) -> Any:
    if not position:
        return value
    first, *more = position
    return (*container[:first], inserted(container[first], value, more), *container[first + 1 :])


def parts_of(type: Type, layout: Any) -> Iterator[tuple[int, Type]]:
    """Of an array or a structure the members, with the bytes in front of each."""
    if isinstance(type, ArrayType):
        step = layout.size(type.element)
        yield from [(at * step, type.element) for at in range(type.count)]
    else:
        yield from [(layout.offset(type, at), each) for at, each in enumerate(member_types(type))]
