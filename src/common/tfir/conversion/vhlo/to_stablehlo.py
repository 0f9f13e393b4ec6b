"""The newest VHLO to StableHLO and `func`, in place."""

from __future__ import annotations

from tfir.conversion.vhlo.attributes import to_stablehlo
from tfir.conversion.vhlo.casts import drop_casts
from tfir.conversion.vhlo.defaults import NO_TYPE, is_default
from tfir.conversion.vhlo.from_stablehlo import FUNCTION_DEFAULTS, illegal
from tfir.dialects import lookup
from tfir.dialects.stablehlo.attributes import ConvolutionAttr, NumbersAttr
from tfir.dialects.vhlo.builtins import to_builtin
from tfir.dialects.vhlo.kinds import VhloAttr
from tfir.dialects.vhlo.operations import CONVOLUTION, form_named, parts_of, vhlo_attributes
from tfir.ir.attributes import ArrayAttr, Attribute, BoolAttr, DenseArrayAttr, IntegerAttr, StringAttr, SymbolRefAttr, TypeAttr, UnitAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tfir.ods.signature import Signature

LAYOUTS = ("operand_layouts", "result_layouts")  # which go only together
FUNCTIONS = {"vhlo.func_v1": "func.func", "vhlo.call_v1": "func.call"}
NO_INLINE = "no_inline"  # of functions, a truth value in VHLO


def legalize_to_stablehlo(module: Operation) -> None:
    """Makes all ops of VHLO those that they stand for. Raises Error for one that stands for none, as older forms do."""
    ops = list(module.inside())
    is_of_vhlo = any([op.dialect == "vhlo" for op in ops])
    for op in ops:
        if op.dialect == "vhlo":
            _convert(op)
        _retype(op)
    if is_of_vhlo:  # other casts are not this conversion's
        drop_casts(module)


def _convert(op: Operation) -> None:
    name = meant(op)
    if name is None:
        raise illegal(op)
    try:
        attributes = _attributes(op, name)
    except ValueError:
        raise illegal(op) from None
    op.rename(name)
    op.set_attributes(attributes)


def _retype(op: Operation) -> None:
    values = [*op.results, *[argument for region in op.regions for block in region.blocks for argument in block.arguments]]
    for value in values:
        type = to_builtin(value.type)
        if type is not value.type:
            value.retype(type)


def meant(op: Operation) -> str | None:
    """The op that an op of VHLO stands for; None where there is none."""
    if op.name == "vhlo.return_v1":
        around = op.parent_op
        return "func.return" if around is not None and around.name in ("func.func", "vhlo.func_v1") else "stablehlo.return"
    local = op.name.partition(".")[2]
    if op.name in FUNCTIONS:
        return FUNCTIONS[op.name]
    if form_named(local).last is not None:
        return None
    name = f"stablehlo.{local.rpartition('_v')[0]}"
    return name if lookup(name) is not None else None


def _attributes(op: Operation, name: str) -> dict[str, Attribute]:
    definition = lookup(name)
    assert definition is not None
    signature, given = definition.declaration, dict(op.attributes)
    _remove_defaults(signature, given, name)
    if name == "func.func":
        own = ("sym_name", "function_type", *FUNCTION_DEFAULTS)
        kept = {key: to_stablehlo(value) for key, value in given.items() if key in own or key not in signature.attributes}
        is_alone = _composed(signature, NO_INLINE, [given[NO_INLINE]]) if NO_INLINE in given else None
        return kept | ({NO_INLINE: is_alone} if is_alone is not None else {})
    attributes: dict[str, Attribute] = dict(definition.defaults)
    for declared in signature.attributes:
        parts = parts_of(signature, declared)
        values = [given.pop(part, None) for part in parts]
        attribute = _composed(signature, declared, values) if any([value is not None for value in values]) else None
        if attribute is not None:
            attributes[declared] = attribute
    return attributes | {key: to_stablehlo(value) for key, value in given.items()}


def _remove_defaults(signature: Signature, given: dict[str, Attribute], name: str) -> None:
    optional = FUNCTION_DEFAULTS if name == "func.func" else vhlo_attributes(signature) if name.startswith("stablehlo.") else ()
    required = {part for declared, each in signature.attributes.items() if each.required for part in parts_of(signature, declared)}
    required |= {"lhs_precision_type"} if "algorithm" in signature.attributes else set()
    removed = [part for part in optional if part not in required and part in given and is_removable(part, given[part])]
    if not all([layout in removed for layout in LAYOUTS]):
        removed = [part for part in removed if part not in LAYOUTS]
    for part in removed:
        del given[part]


def is_removable(name: str, value: Attribute) -> bool:
    try:
        return is_default(name, value)
    except KeyError:
        return False


def _composed(signature: Signature, name: str, values: list[Any]) -> Attribute | None:
    """StableHLO's attribute for those of VHLO. Raises ValueError where they do not fit together."""
    kind, value = signature.attributes[name].kind, values[0]
    if kind == "#conv":
        numbers = [_plain(each) for each in values]
        return ConvolutionAttr(*[tuple(numbers[start : start + 3]) for start in range(0, len(CONVOLUTION), 3)])
    if kind in ("#gather", "#scatter", "#dot"):
        return NumbersAttr(kind[1:], **dict(zip(parts_of(signature, name), map(_plain, values))))
    if name == "algorithm":
        if all([each is None or each == NO_TYPE for each in values]):
            return None
        return NumbersAttr("dot_algorithm", **dict(zip(parts_of(signature, name), map(_plain, values))))
    if name == "channel_handle":
        return NumbersAttr("channel_handle", handle=_plain(value), type=_plain(values[1]) if len(values) > 1 else 0)
    converted = to_stablehlo(value)
    if kind == "unit":
        if not isinstance(converted, BoolAttr):
            raise ValueError(f"{name} is a truth value")
        return UnitAttr() if converted.value else None
    return _of_kind(kind, name, converted)


def _of_kind(kind: str, name: str, value: Attribute) -> Attribute:
    if kind in ("array<i64>", "array<i1>"):
        if not isinstance(value, DenseAttr) or value.type.rank != 1:
            raise ValueError(f"{name} is a list of numbers")
        return DenseArrayAttr(value.values(), value.type.element)
    if kind == "symbol":
        return _symbol(value)
    if name == "called_computations" and isinstance(value, ArrayAttr):
        return ArrayAttr([_symbol(each) for each in value.elements])
    return value


def _symbol(value: Attribute) -> SymbolRefAttr:
    if not isinstance(value, StringAttr):
        raise ValueError("expected the name of a symbol")
    return SymbolRefAttr(value.value)


def _plain(value: Any) -> Any:
    """The number, numbers or type in an attribute of VHLO."""
    inner = to_stablehlo(value) if isinstance(value, VhloAttr) else None
    if isinstance(inner, (BoolAttr, IntegerAttr)):
        return inner.value
    if isinstance(inner, DenseAttr):
        return tuple(inner.values())
    if isinstance(inner, TypeAttr):
        return inner.type
    raise ValueError("expected a number, numbers or a type")
