"""The types of Relay that MLIR has none for: references, data types that a program defines, and the variables of polymorphic functions."""

from __future__ import annotations

from tfir.ir.attributes import symbol_text
from tfir.ir.types import FunctionType, TensorType, TupleType, Type, _intern, shapes_fit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tfir.text.type_parser import TypeParser


class RefType(Type):
    """`!relay.ref<T>`: a cell that holds a value of type T, and may be written to."""

    __slots__ = ("element",)
    element: Type

    def __new__(cls, element: Type) -> RefType:
        return cls._all.get(element) or _intern(cls, element, f"!relay.ref<{element.text}>", element=element)


class AdtType(Type):
    """`!relay.adt<@List, T>`: a type that a `relay.type_def` defines, for these types in place of its parameters."""

    __slots__ = ("name", "arguments")
    name: str
    arguments: tuple[Type, ...]

    def __new__(cls, name: str, arguments: Iterable[Type] = ()) -> AdtType:
        key = (name, tuple(arguments))
        text = f"!relay.adt<{', '.join([symbol_text(name), *[each.text for each in key[1]]])}>"
        return cls._all.get(key) or _intern(cls, key, text, name=name, arguments=key[1])


class VarType(Type):
    """`!relay.var<A>`: a parameter of the type of a polymorphic function or of a type that a program defines."""

    __slots__ = ("name",)
    name: str

    def __new__(cls, name: str) -> VarType:
        return cls._all.get(name) or _intern(cls, name, f"!relay.var<{name}>", name=name)


def read_ref(p: TypeParser) -> RefType:
    p.expect("<", "in reference type")
    element = p.type()
    p.expect(">", "in reference type")
    return RefType(element)


def read_adt(p: TypeParser) -> AdtType:
    p.expect("<", "in data type")
    name = p.symbol_name()
    arguments = []
    while p.accept(","):
        arguments.append(p.type())
    p.expect(">", "in data type")
    return AdtType(name, arguments)


def read_var(p: TypeParser) -> VarType:
    p.expect("<", "in type variable")
    name = p.advance()
    p.expect(">", "in type variable")
    return VarType(name)


TYPES = {"ref": read_ref, "adt": read_adt, "var": read_var}


def parts_of(type: Type) -> tuple[Type, ...]:
    """The types that a type is made of."""
    if isinstance(type, FunctionType):
        return (*type.inputs, *type.results)
    if isinstance(type, TupleType):
        return type.elements
    if isinstance(type, AdtType):
        return type.arguments
    return (type.element,) if isinstance(type, RefType) else ()


def with_parts(type: Type, parts: Iterable[Type]) -> Type:
    """A type like that one, made of other types, of which there are as many."""
    made = tuple(parts)
    if isinstance(type, FunctionType):
        return FunctionType(made[: len(type.inputs)], made[len(type.inputs) :])
    if isinstance(type, TupleType):
        return TupleType(made)
    if isinstance(type, AdtType):
        return AdtType(type.name, made)
    return RefType(made[0]) if isinstance(type, RefType) else type


def substituted(type: Type, meanings: dict[str, Type]) -> Type:
    """The type with types in place of its variables, by their names."""
    if isinstance(type, VarType):
        return meanings.get(type.name, type)
    parts = parts_of(type)
    return with_parts(type, [substituted(part, meanings) for part in parts]) if parts else type


def is_instance(special: Type, general: Type, meanings: dict[str, Type]) -> bool:
    """Whether a type is another one with types in place of variables, which are noted; sizes that are not known fit any."""
    if special is general and not parts_of(general) and not isinstance(general, VarType):
        return True
    if isinstance(general, VarType):
        return is_same(meanings.setdefault(general.name, special), special)
    if isinstance(general, TensorType) and isinstance(special, TensorType):
        return special.element is general.element and shapes_fit(special.shape, general.shape)
    mine, others = parts_of(special), parts_of(general)
    if len(mine) != len(others) or with_parts(general, mine) is not special:
        return False
    return all([is_instance(one, other, meanings) for one, other in zip(mine, others)])


def is_same(one: Type, other: Type) -> bool:
    """Whether two types are the same, but for sizes that are not known."""
    return one is other or is_instance(one, other, {})
