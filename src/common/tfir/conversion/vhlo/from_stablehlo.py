"""StableHLO and `func` to the newest VHLO, in place."""

from __future__ import annotations

from tfir.conversion.vhlo.attributes import ToVhlo, integer, tensor
from tfir.conversion.vhlo.casts import cast_for_others
from tfir.conversion.vhlo.defaults import default, window_rank
from tfir.dialects import lookup
from tfir.dialects.stablehlo.attributes import ConvolutionAttr, NumbersAttr
from tfir.dialects.vhlo.builtins import to_vhlo
from tfir.dialects.vhlo.kinds import ATTRIBUTES, VhloAttr, vhlo_attribute
from tfir.dialects.vhlo.operations import CONVOLUTION, forms_of, parts_of, vhlo_attributes
from tfir.ir.attributes import Attribute, IntegerAttr, TypeAttr, UnitAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.uses import in_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tfir.ods.signature import Signature

CONVERTED = ("stablehlo", "func")
FUNCTION_DEFAULTS = ("sym_visibility", "arg_attrs", "res_attrs")


def illegal(op: Operation, name: str = "") -> Error:
    """The error of an op that has no form; `name` is what it was called before others were tried."""
    return Error(f"failed to legalize operation '{name or op.name}' that was explicitly marked illegal", op)


def legalize_to_vhlo(module: Operation, allow_other_dialects: bool = False) -> None:
    """Makes all ops of StableHLO and `func` the newest of VHLO. Other ops stay, with casts around them, where they are allowed.

    Raises Error for an op that VHLO cannot say.
    """
    convert = ToVhlo(allow_other_dialects)
    others = []
    for op in list(module.inside()):
        if op.dialect in CONVERTED:
            _convert(op, convert)
        elif op.name != "builtin.module" and op.dialect != "vhlo":
            others.append(op)
    cast_for_others(others, allow_other_dialects)
    in_order(module.inside())  # as those of ops that were made one after the other, which the order of uses in bytecode tells


def _convert(op: Operation, convert: ToVhlo) -> None:
    name = newest_form(op)
    types = [to_vhlo(result.type) for result in op.results]
    attributes = _attributes(op, convert)
    if name is None or attributes is None or None in types:
        raise illegal(op)
    for region in op.regions:
        for block in region.blocks:
            for argument in block.arguments:
                type = to_vhlo(argument.type)
                if type is None:
                    raise illegal(op)
                argument.retype(type)
    op.rename(name)
    op.set_attributes(attributes)
    for result, type in zip(op.results, types):
        result.retype(type)


def newest_form(op: Operation) -> str | None:
    """The name of the op of VHLO that an op becomes, or None where there is none."""
    local = op.name.partition(".")[2]
    if op.dialect == "stablehlo":
        return f"vhlo.{forms_of(local)[-1].name}" if lookup(op.name) is not None else None
    return f"vhlo.{local}_v1" if local in ("func", "call", "return") else None


def _attributes(op: Operation, convert: ToVhlo) -> dict[str, Attribute] | None:
    definition = lookup(op.name)
    signature: Any = definition.signature if definition is not None else None
    converted: dict[str, Attribute] = {}
    for name, value in op.attributes.items():
        parts = _parts(signature, name, value, convert) if name in signature.attributes else {name: convert(value)}
        for part, attribute in parts.items():
            if attribute is None:
                return None
            converted[part] = attribute
    rank = window_rank(converted)
    for name in FUNCTION_DEFAULTS if op.name == "func.func" else vhlo_attributes(signature) if op.dialect == "stablehlo" else ():
        if name not in converted:
            try:
                converted[name] = default(name, converted, rank)
            except KeyError:
                return None
    return converted


def _parts(signature: Signature, name: str, value: Attribute, convert: ToVhlo) -> dict[str, Attribute | None]:
    """The attributes that one of StableHLO's becomes, by name; None for one that it cannot be."""
    declared = signature.attributes[name]
    if isinstance(value, UnitAttr) and declared.kind == "unit":
        return {name: vhlo_attribute("bool_v1", True)}
    if name == "api_version" and isinstance(value, IntegerAttr):
        words = ATTRIBUTES["api_version_v1"].words
        is_word = 0 <= value.value < len(words)
        return {name: VhloAttr(ATTRIBUTES["api_version_v1"], value=words[value.value]) if is_word else None}
    parts = parts_of(signature, name)
    if parts == (name,):
        return {name: convert(value)}
    if isinstance(value, ConvolutionAttr):
        return dict(zip(CONVOLUTION, [_part(each, convert) for side in (value.input, value.kernel, value.output) for each in side]))
    if isinstance(value, NumbersAttr):
        numbers = list(value.fields.values())
        return {part: _part(number, convert) for part, number in zip(parts, numbers)}
    return dict.fromkeys(parts)


def _part(number: Any, convert: ToVhlo) -> Attribute | None:
    if isinstance(number, tuple):
        return tensor(number)
    if isinstance(number, bool):
        return vhlo_attribute("bool_v1", number)
    return integer(number) if isinstance(number, int) else convert(TypeAttr(number))
