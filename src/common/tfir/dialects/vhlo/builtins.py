"""VHLO's types and those of programs, one for one. Source: openxla/stablehlo, `VhloTypes.cpp`."""

from __future__ import annotations

from tfir.dialects.stablehlo.attributes import BoundsAttr, FutureType
from tfir.dialects.vhlo.kinds import ATTRIBUTES, TYPES, VhloAttr, VhloType
from tfir.ir.quantized_types import QuantizedType
from tfir.ir.types import (
    I1,
    INDEX,
    NONE,
    ComplexType,
    FloatType,
    FunctionType,
    IntegerType,
    MemRefType,
    OpaqueType,
    TensorType,
    TupleType,
    Type,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

IS_SIGNED = 1  # a flag of quantized types
WIDTHS = (2, 4, 8, 16, 32, 64)

LEAVES: dict[str, Type] = {
    "bool_v1": I1, "index_v1": INDEX, "none_v1": NONE, "tf31_v1": FloatType("tf32"),
    "token_v1": OpaqueType("!stablehlo.token"), "witness_v1": OpaqueType("!shape.witness"),
    **{f"i{width}_v1": IntegerType(width) for width in WIDTHS}, **{f"ui{width}_v1": IntegerType(width, "u") for width in WIDTHS},
    **{f"{name}_v1": FloatType(name) for name in FloatType.WIDTHS if f"{name}_v1" in TYPES},
}  # fmt: skip
_to_vhlo: dict[Type, Type | None] = {type: VhloType(TYPES[name]) for name, type in LEAVES.items()}
_to_builtin: dict[Type, Type | None] = {VhloType(TYPES[name]): type for name, type in LEAVES.items()}


def to_vhlo(type: Type) -> Type | None:
    """VHLO's type for one of StableHLO's programs; None where it has none. A type of VHLO is its own."""
    if type not in _to_vhlo:
        _to_vhlo[type] = type if isinstance(type, VhloType) else _composed(type)
    return _to_vhlo[type]


def to_builtin(type: Type) -> Type:
    """The type that a type of VHLO stands for; other types stand for themselves."""
    if type not in _to_builtin:
        _to_builtin[type] = _meant(type) if isinstance(type, VhloType) else type
    return _to_builtin[type] or type


def _vhlo(name: str, **values: Any) -> Type | None:
    """A type of VHLO, unless one of its parts is None."""
    for value in values.values():
        if value is None or (isinstance(value, tuple) and None in value and name not in SHAPED):
            return None
    return VhloType(TYPES[name], **values)


SHAPED = ("tensor_v1", "buffer_v1")


def _each(types: Iterable[Type]) -> tuple[Type | None, ...]:
    return tuple([to_vhlo(type) for type in types])


def _composed(type: Type) -> Type | None:
    if isinstance(type, QuantizedType):
        return _quantized(type)
    if isinstance(type, TensorType):
        if type.shape is None:
            return _vhlo("unranked_tensor_v1", element=to_vhlo(type.element))
        encoding = {} if type.encoding is None else {"encoding": encoding_to_vhlo(type.encoding)}
        return _vhlo("tensor_v1", **encoding, shape=type.shape, element=to_vhlo(type.element))
    if isinstance(type, ComplexType):
        return _vhlo("complex_v1", element=to_vhlo(type.element))
    if isinstance(type, FunctionType):
        return _vhlo("func_v1", inputs=_each(type.inputs), outputs=_each(type.results))
    if isinstance(type, TupleType):
        return _vhlo("tuple_v1", types=_each(type.elements))
    if isinstance(type, FutureType):
        return _vhlo("future_v1", types=_each(type.types))
    if isinstance(type, MemRefType) and type.shape is not None:
        return _vhlo("buffer_v1", shape=type.shape, element=to_vhlo(type.element))
    return None


def encoding_to_vhlo(encoding: Any) -> Any:
    """A tensor's encoding in VHLO, or None where it has none there."""
    if isinstance(encoding, BoundsAttr):
        return VhloAttr(ATTRIBUTES["type_extensions_v1"], bounds=encoding.sizes)
    return encoding if isinstance(encoding, VhloAttr) else None


def _quantized(type: QuantizedType) -> Type | None:
    # What is stored has no sign of its own in VHLO: a flag says how it counts.
    parts = {
        "flags": int(type.storage.signedness != "u"), "storage": to_vhlo(IntegerType(type.storage.width)), "expressed": to_vhlo(type.expressed),
    }  # fmt: skip
    if type.axis is None:
        point = {"scale": type.scales[0], "zero_point": type.zero_points[0]}
        return _vhlo("quant_v1", **parts, **point, minimum=type.minimum, maximum=type.maximum)
    points = {"scales": type.scales, "zero_points": type.zero_points}
    return _vhlo("quant_per_axis_v1", **parts, axis=type.axis, minimum=type.minimum, maximum=type.maximum, **points)


def _meant(type: VhloType) -> Type | None:
    return MEANT[type.kind.name](type)


def _encoded(type: VhloType) -> Type:
    encoding = type.values.get("encoding")
    if encoding is not None and isinstance(encoding, VhloAttr) and encoding.kind.name == "type_extensions_v1":
        encoding = BoundsAttr(encoding.bounds)
    return TensorType(type.values["shape"], to_builtin(type.values["element"]), encoding)


def _uniform(type: VhloType) -> Type | None:
    storage, expressed = to_builtin(type.values["storage"]), to_builtin(type.values["expressed"])
    if not isinstance(storage, IntegerType) or not isinstance(expressed, FloatType):
        return None
    is_signed = type.values["flags"] & IS_SIGNED
    spelled = str(storage) if is_signed else f"u{storage.width}"
    values = type.values
    axis = values.get("axis")
    scales = (values["scale"],) if axis is None else values["scales"]
    zero_points = (values["zero_point"],) if axis is None else values["zero_points"]
    held = storage if is_signed else IntegerType(storage.width, "u")
    return QuantizedType(held, expressed, axis, scales, zero_points, values["minimum"], values["maximum"], spelled)


MEANT: dict[str, Callable[[VhloType], Type | None]] = {
    "tensor_v1": _encoded,
    "unranked_tensor_v1": lambda type: TensorType(None, to_builtin(type.element)),
    "complex_v1": lambda type: ComplexType(to_builtin(type.element)),
    "func_v1": lambda type: FunctionType([to_builtin(each) for each in type.inputs], [to_builtin(each) for each in type.outputs]),
    "tuple_v1": lambda type: TupleType([to_builtin(each) for each in type.types]),
    "future_v1": lambda type: FutureType([to_builtin(each) for each in type.types]),
    "buffer_v1": lambda type: MemRefType(type.shape, to_builtin(type.element)),
    "quant_v1": _uniform,
    "quant_per_axis_v1": _uniform,
}
