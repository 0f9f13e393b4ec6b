"""The encodings of StableHLO. Source: openxla/stablehlo, `StablehloBytecode.cpp`."""

from __future__ import annotations

from functools import partial

from tfir.bytecode.encodings import DialectEncodings, Encoding
from tfir.dialects.stablehlo.attributes import FIELDS, AccuracyAttr, BoundsAttr, ConvolutionAttr, FutureType, NumbersAttr
from tfir.dialects.vhlo.kinds import ATTRIBUTES as VHLO
from tfir.dialects.vhlo.operations import CONVOLUTION
from tfir.ir.attributes import EnumAttr, OpaqueAttr
from tfir.ir.location import quoted
from tfir.ir.types import OpaqueType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Enumerations by their numbers; that words go by those that they have in VHLO.
ENUMERATIONS = {
    2: "comparison_direction", 3: "comparison_type", 6: "fft_type", 8: "precision", 9: "rng_algorithm", 10: "rng_distribution",
    12: "transpose", 16: "result_accuracy_mode",
}  # fmt: skip
NUMBERS = {1: "channel_handle", 5: "dot", 7: "gather", 11: "scatter", 14: "output_operand_alias"}
TOKEN = OpaqueType("!stablehlo.token")


def words_of(name: str) -> tuple[str, ...]:
    """The words of an enumeration, by their numbers."""
    return VHLO[f"{name}_v1"].words


def enumeration(dialect: str, code: int, name: str) -> Encoding:
    words = words_of(name)
    return Encoding(
        code, "value: varint", lambda value: EnumAttr(f"{dialect}.{name}", words[value]), lambda one: {"value": words.index(one.value)}
    )


def numbers(code: int, keyword: str) -> Encoding:
    """An attribute of named lists and numbers."""
    fields = ", ".join([f"{name}: {'svarints' if isinstance(default, tuple) else 'svarint'}" for name, default in FIELDS[keyword].items()])
    return Encoding(code, fields, partial(NumbersAttr, keyword), lambda one: one.fields)


def _algorithm() -> Encoding:
    hows = {bool: "byte", int: "svarint"}
    fields = ", ".join([f"{name}: {hows.get(type(default), 'type')}" for name, default in FIELDS["dot_algorithm"].items()])
    return Encoding(15, fields, partial(NumbersAttr, "dot_algorithm"), lambda one: one.fields)


def _convolution(**parts: Any) -> ConvolutionAttr:
    values = list(parts.values())
    return ConvolutionAttr(*[tuple(values[start : start + 3]) for start in range(0, len(values), 3)])


def _convolution_parts(one: ConvolutionAttr) -> dict[str, Any]:
    return dict(zip(CONVOLUTION, [each for side in (one.input, one.kernel, one.output) for each in side]))


def _accuracy(atol: float, rtol: float, ulps: int, mode: Any) -> AccuracyAttr:
    return AccuracyAttr(mode.value, atol, rtol, ulps)


def _accuracy_parts(one: AccuracyAttr) -> dict[str, Any]:
    return {
        "atol": float(one.atol),
        "rtol": float(one.rtol),
        "ulps": one.ulps,
        "mode": EnumAttr("stablehlo.result_accuracy_mode", one.mode),
    }


def _opaque(keyword: str, body: str) -> OpaqueAttr:
    return OpaqueAttr(f"#stablehlo.{keyword}<{body}>")


def _axis(name: str, part: Any) -> OpaqueAttr:
    inner = "" if part is None else f", sub_axis_info = {part.text.partition('<')[2][:-1]}"
    return _opaque("axis_ref", f"name = {quoted(name)}{inner}")


def _mesh(axes: Any, device_ids: Any) -> OpaqueAttr:
    ids = "" if device_ids is None else f", device_ids = {device_ids}"
    return _opaque("mesh", f"axes=[{', '.join([axis.text.removeprefix('#stablehlo.mesh_axis') for axis in axes])}]{ids}")


# Meshes are kept as text, and go as text into files.
MESHES = [
    Encoding(18, "mesh: attribute, axes: attributes", lambda mesh, axes: _opaque("replica_group_mesh_axes", f"mesh = {mesh}, axes = [{', '.join(map(str, axes))}]")),
    Encoding(19, "pre_size: svarint, size: svarint", lambda pre_size, size: _opaque("sub_axis_info", f"({pre_size}){size}")),
    Encoding(20, "name: string, part: attribute_if_byte", _axis),
    Encoding(21, "name: string, size: svarint", lambda name, size: _opaque("mesh_axis", f"name = {quoted(name)}, size = {size}")),
    Encoding(22, "axes: attribute, device_ids: attribute_if_byte", _mesh),
]  # fmt: skip
ATTRIBUTES = {
    encoding.code: encoding
    for encoding in [
        *[enumeration("stablehlo", code, name) for code, name in ENUMERATIONS.items()],
        *[numbers(code, keyword) for code, keyword in NUMBERS.items()],
        Encoding(4, ", ".join([f"{name}: svarint{'s' * name.endswith('s')}" for name in CONVOLUTION]), _convolution, _convolution_parts),
        Encoding(13, "sizes: sizes", BoundsAttr),
        _algorithm(),
        Encoding(17, "atol: double, rtol: double, ulps: svarint, mode: attribute", _accuracy, _accuracy_parts),
        *MESHES,
    ]
}
TYPES = {0: Encoding(0, "", lambda: TOKEN), 1: Encoding(1, "types: types", FutureType)}
CODE_OF_ENUMERATION = {f"stablehlo.{name}": code for code, name in ENUMERATIONS.items()}
CODE_OF_NUMBERS = {keyword: code for code, keyword in {**NUMBERS, 15: "dot_algorithm"}.items()}
CODES: dict[type, Any] = {
    EnumAttr: lambda one: CODE_OF_ENUMERATION.get(one.kind),
    NumbersAttr: lambda one: CODE_OF_NUMBERS.get(one.keyword),
    ConvolutionAttr: lambda one: 4,
    BoundsAttr: lambda one: 13,
    AccuracyAttr: lambda one: 17,
}


def of_attribute(one: Any) -> Encoding | None:
    code = CODES[type(one)](one) if type(one) in CODES else None
    return None if code is None else ATTRIBUTES[code]


def of_type(type: Any) -> Encoding | None:
    return TYPES[0] if type is TOKEN else TYPES[1] if isinstance(type, FutureType) else None


ENCODINGS = DialectEncodings(TYPES.values(), ATTRIBUTES.values(), of_type, of_attribute)
