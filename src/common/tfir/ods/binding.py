"""Joins the parameters of a function with an op's operands and attributes, by the names in the op's signature line.

    def infer(values, axis): ...        ConcatV2(values: N*T, axis: Tidx; N: int>=2, T: type, ...)

An operand that may occur many times arrives as a list, one that may be absent as None when it is. Attributes arrive as plain
values: numbers, truth values, strings, element types, tuples of these, shapes as tuples (None when unranked). An absent
attribute has the signature's default, and one that only repeats the op's types (`T`, `N`, `DstT`) is read off them. Three names
belong to no signature: `op` is the operation itself, `operands` all it is applied to, in order, `result_types` the types it
has. A caller can add names of its own as context. A parameter with a default keeps that where the op has nothing of its name.
"""

from __future__ import annotations

from tfir.ir.attributes import ArrayAttr, Attribute, BoolAttr, DenseArrayAttr, FloatAttr, IntegerAttr, StringAttr, TypeAttr, UnitAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import Type
from tfir.ods.control import data_types
from tfir.ods.dialect import OpDefinition
from tfir.ods.element_types import element_of_word
from tfir.ods.signature import UNRANKED, Shape, Slot, Word
from tfir.ods.slots import values_per_slot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, ClassVar, Self, TypeAlias

    from tfir.ir.operations import Value
    from tfir.ods.signature import Attribute as DeclaredAttribute
    from tfir.ods.signature import Default, Signature

    Operands: TypeAlias = Sequence[Any]  # whatever a function computes with, one for each operand
    Function: TypeAlias = Callable[..., Any]

RESERVED = ("op", "operands", "result_types")


def parameters_of(function: Function) -> tuple[str, ...] | None:
    """The names of a function's parameters, or None for one written in C, which takes the operands in order."""
    code = getattr(function, "__code__", None)
    if code is None:
        return None
    names: tuple[str, ...] = code.co_varnames
    return names[: code.co_argcount + code.co_kwonlyargcount]


def has_default(function: Function, name: str) -> bool:
    """Whether a parameter that may be given by position has a default."""
    defaults = getattr(function, "__defaults__", None) or ()
    return bool(defaults) and name in function.__code__.co_varnames[: function.__code__.co_argcount][-len(defaults) :]


def python_name(name: str) -> str:
    """The parameter's name for an operand or attribute: `.` becomes `_`, and Python's keywords get an underscore behind."""
    from keyword import iskeyword

    name = name.replace(".", "_")
    return name + "_" if iskeyword(name) else name


class Joined:
    """The parameters of one function joined with a signature of one op."""

    __slots__ = ()
    _all: ClassVar[dict[tuple[OpDefinition, Function], Any]] = {}

    def __init__(self, definition: OpDefinition, function: Function):
        raise NotImplementedError

    def __init_subclass__(cls) -> None:
        cls._all = {}

    @classmethod
    def of(cls, definition: OpDefinition, function: Function) -> Self:
        """How `function` is called for ops of that definition; looked at once."""
        joined: Self | None = cls._all.get((definition, function))
        if joined is None:
            joined = cls._all[definition, function] = cls(definition, function)
        return joined


class Binding(Joined):
    """Binds a semantics function's parameters to operands and attributes, by the names that the op's signature gives them."""

    __slots__ = ("definition", "function", "names", "getters", "attribute_getters", "free", "is_simple")

    def __init__(self, definition: OpDefinition, function: Function):
        signature = definition.declaration
        self.definition, self.function = definition, function
        slots = {python_name(slot.name): index for index, slot in enumerate(signature.operands)}
        attributes = {python_name(name): name for name in signature.attributes}
        names = parameters_of(function)
        self.names = tuple(slots) if names is None else names
        self.getters = [(name, slots[name]) for name in self.names if name in slots]
        self.attribute_getters = [(name, attributes[name]) for name in self.names if name not in slots and name in attributes]
        self.free = [name for name in self.names if name not in slots and name not in attributes and not has_default(function, name)]
        self.is_simple = not any([slot.number or slot.variadic or slot.optional for slot in signature.operands])

    def arguments(self, op: Operation, operands: Operands, **context: Any) -> dict[str, Any]:
        """Keyword arguments for the function. `operands` are the values that the function computes with, one for each of the op's. Raises
        Error where there are more or fewer than the signature allows."""
        parts = operands if self.is_simple else grouped(self.definition, op, operands)
        arguments = {name: parts[index] for name, index in self.getters}
        for name, stored in self.attribute_getters:
            arguments[name] = attribute_value(self.definition, op, stored)
        for name in self.free:
            arguments[name] = operands if name == "operands" else self._outside(name, op, context)
        for name in context:
            if name in self.names:
                arguments[name] = context[name]
        return arguments

    def _outside(self, name: str, op: Operation, context: dict[str, Any]) -> Any:
        if name in context:
            return context[name]
        if name == "op":
            return op
        if name == "result_types":
            return [result.type for result in op.results]
        raise TypeError(f"{self.definition.name} has no operand or attribute {name}")

    def call(self, op: Operation, operands: Operands, **context: Any) -> Any:
        """The function's answer for one operation."""
        arguments = self.arguments(op, operands, **context)
        if getattr(self.function, "__code__", None) is None:
            return self.function(*arguments.values())
        return self.function(**arguments)

    def prepared(self, op: Operation, **context: Any) -> Callable[[Operands], Any]:
        """The call with everything but the operands looked up already: a function of the list of operands."""
        function = self.function
        if getattr(function, "__code__", None) is None:
            return lambda operands: function(*operands)
        fixed = {name: attribute_value(self.definition, op, stored) for name, stored in self.attribute_getters}
        fixed |= {name: self._outside(name, op, context) for name in self.free if name != "operands"}
        fixed |= {name: each for name, each in context.items() if name in self.names}
        definition, getters = self.definition, self.getters
        if "operands" in self.free:
            return lambda operands: Binding.call(self, op, operands, **context)  # not a subclass's: that has prepared the operands
        if self.is_simple:
            return lambda operands: function(**fixed, **{name: operands[index] for name, index in getters})

        def call(operands: Operands) -> Any:
            parts = grouped(definition, op, operands)
            return function(**fixed, **{name: parts[index] for name, index in getters})

        return call


binding = Binding.of


class VerifierBinding(Joined):
    """Binds the parameters of a function that verifies, by the names of the signature that the op is checked against.

    An operand or a result gives its type, one that may occur many times a list of types. `known_x` is what is known of the contents of
    operand `x`, attributes are as elsewhere; one that neither the op nor its signature has is None.
    """

    __slots__ = ("definition", "function", "signature", "parameters")

    def __init__(self, definition: OpDefinition, function: Function):
        signature = definition.constrained
        assert signature is not None
        self.definition, self.function, self.signature = definition, function, signature
        slots: dict[str, tuple[str, Sequence[Slot], int]] = {}
        for side, listed in (("result", signature.results), ("operand", signature.operands)):
            slots |= {slot.name: (side, listed, at) for at, slot in enumerate(listed)}
        self.parameters = [(name, slots.get(name.removeprefix("known_"))) for name in parameters_of(function) or ()]

    def call(self, op: Operation, contents: Callable[[Value], Any]) -> Any:
        """The function's result for one operation. `contents` gives the known content of a value."""
        arguments: dict[str, Any] = {}
        for name, place in self.parameters:
            if place is None:
                arguments[name] = op if name == "op" else self._attribute(op, name)
            else:
                arguments[name] = self._facts(op, *place, contents if name.startswith("known_") else type_of)
        return self.function(**arguments)

    def _facts(self, op: Operation, side: str, slots: Sequence[Slot], at: int, fact: Callable[[Value], Any]) -> Any:
        values = op.operands if side == "operand" else op.results
        if not any([slot.variadic for slot in slots]):
            return fact(values[at])
        sizes = values_per_slot(op, side, self.signature, len(values)) or [0] * len(slots)
        first = sum(sizes[:at])
        part = values[first : first + sizes[at]]
        return [fact(value) for value in part] if slots[at].variadic else fact(part[0])

    def _attribute(self, op: Operation, name: str) -> Any:
        registered = self.definition.signature
        if name in op.attributes or (registered is not None and name in registered.attributes):
            return attribute_value(self.definition, op, name)
        return None


verifier_binding = VerifierBinding.of


def type_of(value: Value) -> Type:
    return value.type


def grouped(definition: OpDefinition, op: Operation, values: Operands, side: str = "operand") -> list[Any]:
    """One entry per slot of the signature, for operands or, as `side` says, results: a value, None, or a list. Raises Error where their
    number does not work out."""
    signature = definition.declaration
    lengths = values_per_slot(op, side, signature, len(values))
    if lengths is None:
        raise Error.on(op, f"has {len(values)} {side}s, which its signature {definition.local}(...) does not allow")
    parts: list[Any] = []
    at = 0
    for slot, length in zip(signature.operands if side == "operand" else signature.results, lengths):
        if slot.number or slot.variadic:
            parts.append(list(values[at : at + length]))
        else:
            parts.append(values[at] if length else None)
        at += length
    return parts


def attribute_value(definition: OpDefinition, op: Operation, name: str) -> Any:
    """The plain value of an attribute: stored, read off the op's types, or the default."""
    stored = op.attributes.get(name)
    if stored is not None:
        return plain(stored)
    declared = definition.declaration.attributes[name]
    if name not in definition.inherent:
        derived = _derived(definition, op, name)
        if derived is not None:
            return derived
    return default_value(declared)


def default_value(declared: DeclaredAttribute) -> Any:
    """The default of an attribute as a plain value; None when it has none."""
    return _plain_default(declared.default, declared.kind)


def _plain_default(value: Default | None, kind: str) -> Any:
    if isinstance(value, list):
        return tuple([_plain_default(item, kind) for item in value])
    if isinstance(value, Shape):
        return tuple(value)
    if value is UNRANKED:
        return None
    if kind == "float" and value is not None:
        from struct import pack, unpack

        return unpack("<f", pack("<f", value))[0]  # as wide as the registry keeps it
    if isinstance(value, Word):
        return (element_of_word(value) or str(value)) if kind == "type" else str(value)
    return value


def _derived(definition: OpDefinition, op: Operation, name: str) -> Any:
    """An attribute that repeats the types of operands or results, or their number."""
    signature = definition.declaration
    operands = grouped(definition, op, data_types(op.operands)) if signature.operands else []
    for slot, part in zip(signature.operands, operands):
        if name in (slot.type, slot.number):
            value = _read_off(slot, name, part)
            if value is not None:
                return value
    return _derived_from_results(signature, op, name)


def _derived_from_results(signature: Signature, op: Operation, name: str) -> Any:
    types, first = data_types(op.results), 0
    sizes = values_per_slot(op, "result", signature, len(types)) or [1] * len(signature.results)
    for size, slot in zip(sizes, signature.results):
        if name in (slot.type, slot.number):
            part = types[first : first + size]
            return _read_off(slot, name, part if slot.number or slot.variadic else part[0] if part else None)
        first += size
    return None


def _read_off(slot: Slot, name: str, part: list[Type] | Type | None) -> Type | tuple[Type, ...] | int | None:
    """An attribute that repeats what stands in a slot: how many there are, the type of each, or the type of all."""
    if part is None:
        return None
    if not isinstance(part, list):
        return element_type(part)
    if name == slot.number:
        return len(part)
    if slot.variadic:
        return tuple([element_type(type) for type in part])
    return element_type(part[0]) if part else None


def element_type(type: Type) -> Type:
    """The element type of a type that has one, else the type itself."""
    element: Type = getattr(type, "element", type)
    return element


def plain(attribute: Attribute) -> Any:
    """An attribute as a plain Python value; one that has no such form is handed on as it is."""
    if isinstance(attribute, (BoolAttr, IntegerAttr, FloatAttr, StringAttr)):
        return attribute.value
    if isinstance(attribute, TypeAttr):
        return attribute.type
    if isinstance(attribute, ArrayAttr):
        return tuple([plain(element) for element in attribute.elements])
    if isinstance(attribute, DenseArrayAttr):
        return attribute.values
    if isinstance(attribute, UnitAttr):
        return True
    shape = getattr(attribute, "shape", attribute)
    return tuple(shape) if isinstance(shape, (tuple, list)) else None if shape is None else attribute
