"""Attributes of LLVM that arguments and results of functions may have: their kind, and on which types. Source: MLIR's LLVM dialect."""

from __future__ import annotations

from tfir.dialects.llvm.types import PointerType, is_compatible
from tfir.ir.attributes import Attribute, DictAttr, IntegerAttr, TypeAttr, UnitAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import IntegerType, Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tfir.ir.operations import Operation

UNIT, TYPE, INTEGER = (UnitAttr, "a unit"), (TypeAttr, "a type"), (IntegerAttr, "an integer")
POINTER, WHOLE = (PointerType, "non-pointer"), (IntegerType, "non-integer")
# What an attribute is, and what it is attached to where that is a type of LLVM.
RULES = {
    **dict.fromkeys("noalias nocapture nofree nonnull readnone readonly writeonly nest".split(), (UNIT, POINTER)),
    **dict.fromkeys("sret byval byref inalloca preallocated elementtype".split(), (TYPE, POINTER)),
    **dict.fromkeys(("align", "dereferenceable", "dereferenceable_or_null"), (INTEGER, POINTER)),
    **dict.fromkeys(("signext", "zeroext"), (UNIT, WHOLE)),
    **dict.fromkeys(("inreg", "noundef", "returned"), (UNIT, None)),
    "alignstack": (INTEGER, None),
}
OF_ARGUMENTS_ALONE = frozenset(
    "allocalign allocptr byval byref inalloca nest nocapture nofree preallocated readnone readonly alignstack sret writeonly".split()
)


def verify_parameters(op: Operation, inputs: Iterable[Type], results: Iterable[Type]) -> None:
    """Checks what a function says of its arguments and results."""
    for key, types in (("arg_attrs", inputs), ("res_attrs", results)):
        for type, each in zip(types, getattr(op.attributes.get(key), "elements", ())):
            if isinstance(each, DictAttr):
                for name in sorted(each.entries):
                    if name.startswith("llvm."):
                        verify_parameter(op, name, each.entries[name], type, key == "res_attrs")


def verify_parameter(op: Operation, name: str, value: Attribute, type: Type, of_result: bool) -> None:
    local = name.removeprefix("llvm.")
    if of_result and local in OF_ARGUMENTS_ALONE:
        raise Error(f'"{name}" is not a valid result attribute', op)
    if local not in RULES:
        return
    (kind, called), attached = RULES[local]
    if not isinstance(value, kind):
        raise Error(f'"{name}" should be {called} attribute', op)
    if attached is not None and is_compatible(type) and not isinstance(type, attached[0]):
        raise Error(f'"{name}" attribute attached to {attached[1]} LLVM type', op)
