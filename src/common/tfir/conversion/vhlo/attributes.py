"""Attributes of programs as VHLO's, and back. What neither dialect has is `None`, or stays as it is where other dialects are allowed."""

from __future__ import annotations

from tfir.conversion.vhlo.meshes import mesh_to_stablehlo, mesh_to_vhlo
from tfir.dialects.stablehlo.attributes import AccuracyAttr, NumbersAttr
from tfir.dialects.vhlo.builtins import to_builtin, to_vhlo
from tfir.dialects.vhlo.kinds import ATTRIBUTES, VhloAttr, VhloType, vhlo_attribute
from tfir.ir.attributes import (
    ArrayAttr,
    Attribute,
    BoolAttr,
    DenseArrayAttr,
    DictAttr,
    EnumAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
)
from tfir.ir.dense import DenseAttr
from tfir.ir.types import I1, I32, I64, NONE, TensorType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from tfir.ir.numbers import Number

OUTPUT_ALIAS = "output_operand_alias"


def tensor(values: Iterable[Number], shape: tuple[int, ...] | None = None, element: Any = I64) -> VhloAttr:
    """A list of numbers as VHLO has it: a tensor."""
    numbers = list(values)
    sizes = (len(numbers),) if shape is None else shape
    is_splat = len(numbers) > 1 and len(set(numbers)) == 1
    return vhlo_attribute("tensor_v1", DenseAttr.of(numbers[:1] if is_splat else numbers, TensorType(sizes, element)))


def integer(value: int) -> VhloAttr:
    return vhlo_attribute("integer_v1", IntegerAttr(value, I64))


class ToVhlo:
    """Makes VHLO's attributes; `allows_others` leaves those of other dialects as they are."""

    def __init__(self, allows_others: bool = False):
        self.allows_others = allows_others

    def __call__(self, attribute: Attribute) -> Attribute | None:
        """The attribute in VHLO, or None where there is none."""
        convert = OF_CLASS.get(type(attribute))
        if convert is not None:
            return convert(self, attribute)
        if isinstance(attribute, VhloAttr):
            return attribute
        if attribute.text.startswith("#stablehlo"):
            return mesh_to_vhlo(attribute, self)
        return attribute if self.allows_others else None

    def each(self, attributes: Iterable[Attribute]) -> tuple[Attribute, ...] | None:
        converted = tuple([self(each) for each in attributes])
        return None if None in converted else converted

    def array(self, attribute: Any) -> Attribute | None:
        elements = self.each(attribute.elements)
        return None if elements is None else vhlo_attribute("array_v1", elements)

    def dictionary(self, attribute: Any) -> Attribute | None:
        entries = sorted(attribute.entries.items())
        values = self.each([value for _, value in entries])
        return None if values is None else vhlo_attribute("dict_v1", tuple(zip([_string(name) for name, _ in entries], values)))

    def elements(self, attribute: Any) -> Attribute | None:
        return None if to_vhlo(attribute.type) is None else vhlo_attribute("tensor_v1", attribute)

    def numbers(self, attribute: Any) -> Attribute | None:
        return tensor(attribute.values, element=attribute.element) if attribute.element in (I1, I64) else None

    def number(self, attribute: Any) -> Attribute | None:
        return None if to_vhlo(attribute.type) is None else vhlo_attribute("integer_v1", attribute)

    def float(self, attribute: Any) -> Attribute | None:
        type = to_vhlo(attribute.type)
        return None if type is None else VhloAttr(ATTRIBUTES["float_v1"], type=type, value=attribute)

    def type(self, attribute: Any) -> Attribute | None:
        type = to_vhlo(attribute.type)
        return None if type is None else vhlo_attribute("type_v1", type)

    def word(self, attribute: Any) -> Attribute | None:
        dialect, _, name = attribute.kind.partition(".")
        kind = ATTRIBUTES.get(f"{name}_v1")
        if dialect != "stablehlo":
            return attribute if self.allows_others else None
        return VhloAttr(kind, value=attribute.value) if kind is not None and attribute.value in kind.words else None

    def named_numbers(self, attribute: Any) -> Attribute | None:
        if attribute.keyword != OUTPUT_ALIAS:
            return None
        fields = attribute.fields
        return VhloAttr(
            ATTRIBUTES["output_operand_alias_v1"], outputTupleIndices=fields["output_tuple_indices"], operandIndex=fields["operand_index"],
            operandTupleIndices=fields["operand_tuple_indices"],
        )  # fmt: skip

    def accuracy(self, attribute: Any) -> Attribute:
        return accuracy(attribute.mode, attribute.atol, attribute.rtol, attribute.ulps)


def _string(text: str) -> VhloAttr:
    return vhlo_attribute("string_v1", text)


def accuracy(mode: str = "DEFAULT", atol: float = 0.0, rtol: float = 0.0, ulps: int = 0) -> VhloAttr:
    word = VhloAttr(ATTRIBUTES["result_accuracy_mode_v1"], value=mode)
    return VhloAttr(ATTRIBUTES["result_accuracy_v1"], atol=float(atol), rtol=float(rtol), ulps=ulps, mode=word)


OF_CLASS: dict[type, Callable[[ToVhlo, Any], Attribute | None]] = {
    ArrayAttr: ToVhlo.array, DictAttr: ToVhlo.dictionary, DenseAttr: ToVhlo.elements, DenseArrayAttr: ToVhlo.numbers,
    IntegerAttr: ToVhlo.number, FloatAttr: ToVhlo.float, TypeAttr: ToVhlo.type, EnumAttr: ToVhlo.word, NumbersAttr: ToVhlo.named_numbers,
    AccuracyAttr: ToVhlo.accuracy,
    BoolAttr: lambda self, attribute: vhlo_attribute("bool_v1", attribute.value),
    StringAttr: lambda self, attribute: _string(attribute.value) if attribute.type is NONE else None,
    SymbolRefAttr: lambda self, attribute: _string(attribute.value) if len(attribute.path) == 1 else None,
}  # fmt: skip


def to_stablehlo(attribute: Attribute) -> Attribute:
    """The attribute that one of VHLO stands for; others stand for themselves. Raises ValueError for one of VHLO that stands for none."""
    if not isinstance(attribute, VhloAttr):
        return attribute
    kind = attribute.kind
    if kind.name == "api_version_v1":
        return IntegerAttr(kind.words.index(attribute.value), I32)
    if kind.words:
        return EnumAttr(f"stablehlo.{kind.name.removesuffix('_v1')}", attribute.value)
    back = BACK.get(kind.name)
    converted = back(attribute) if back is not None else mesh_to_stablehlo(attribute, to_stablehlo)
    if converted is None:
        raise ValueError(f"{kind.name} stands for no attribute of StableHLO")
    return converted


def _dictionary(attribute: VhloAttr) -> DictAttr:
    names = [to_stablehlo(name) for name, _ in attribute.value]
    if not all([isinstance(name, StringAttr) for name in names]):
        raise ValueError("names in dict_v1 are strings")
    return DictAttr([(name.value, to_stablehlo(value)) for name, (_, value) in zip(names, attribute.value)])


def _type(attribute: VhloAttr) -> TypeAttr:
    type = to_builtin(attribute.value)
    if isinstance(type, VhloType):
        raise ValueError(f"{type} stands for no type of StableHLO")
    return TypeAttr(type)


def _alias(attribute: VhloAttr) -> NumbersAttr:
    values = dict(zip(("output_tuple_indices", "operand_index", "operand_tuple_indices"), attribute.values.values()))
    return NumbersAttr(OUTPUT_ALIAS, **values)


BACK: dict[str, Callable[[VhloAttr], Attribute]] = {
    "array_v1": lambda attribute: ArrayAttr([to_stablehlo(each) for each in attribute.value]),
    "bool_v1": lambda attribute: BoolAttr(attribute.value),
    "dict_v1": _dictionary,
    "string_v1": lambda attribute: StringAttr(attribute.value),
    "type_v1": _type,
    "output_operand_alias_v1": _alias,
    "result_accuracy_v1": lambda one: AccuracyAttr(one.mode.value, one.atol, one.rtol, one.ulps),
    **dict.fromkeys(("float_v1", "integer_v1", "tensor_v1"), lambda attribute: attribute.value),
}
