"""Types that a text leaves open, found by what is done with their values: unification, as Relay's own type inference does it.

A type that is not known yet is an `Unknown`, which gets a meaning once. Sizes that are not known fit any. What needs to know a type to go on, as an
operator does its operands', waits until it is known (`Solver.wait`).
"""

from __future__ import annotations

from tfir.dialects.relay.types import VarType, parts_of, substituted, with_parts
from tfir.ir.diagnostics import Error
from tfir.ir.types import TensorType, Type, shapes_fit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tfir.ir.operations import Operation, Value


LONGEST = 1 << 20  # characters of a type: few bindings make tuples of tuples with more fields than there is memory


class Unknown(Type):
    """A type that is yet to be found."""

    __slots__ = ("meaning",)
    meaning: Type | None

    def __new__(cls) -> Unknown:
        new = object.__new__(cls)
        new.text, new.meaning = "_", None
        return new


class Mismatch(Exception):
    """Two types that cannot be the same."""


def head(type: Type) -> Type:
    """What a type is, as far as that is known; its parts may be open."""
    while isinstance(type, Unknown) and type.meaning is not None:
        type = type.meaning
    return type


def resolved(type: Type) -> Type:
    """The type with the meanings of all that has been found."""
    type = head(type)
    parts = parts_of(type)
    if not parts:
        return type
    made = with_parts(type, [resolved(part) for part in parts])
    if len(made.text) > LONGEST:
        raise Error(f"a type is longer than {LONGEST} characters")
    return made


def is_known(type: Type) -> bool:
    """Whether nothing of a resolved type is open."""
    return not isinstance(type, Unknown) and all([is_known(part) for part in parts_of(type)])


def joined(one: Type, other: Type) -> Type:
    """The type that values of two types have, which are made the same; of sizes that differ one is not known, and neither is it then. Raises
    Mismatch."""
    one, other = head(one), head(other)
    if one is other:
        return one
    if isinstance(one, Unknown):
        return bound(one, other)
    if isinstance(other, Unknown):
        return bound(other, one)
    if isinstance(one, TensorType) and isinstance(other, TensorType):
        if one.element is not other.element or not shapes_fit(one.shape, other.shape):
            raise Mismatch
        shape = [a if a == b else None for a, b in zip(one.shape or (), other.shape or ())]
        return one.with_shape(None if one.shape is None or other.shape is None else shape)
    mine, others = parts_of(one), parts_of(other)
    if len(mine) != len(others) or isinstance(one, VarType) or with_parts(one, others) is not other:
        raise Mismatch
    return with_parts(one, [joined(*pair) for pair in zip(mine, others)])


def bound(unknown: Unknown, meaning: Type) -> Type:
    """Gives a type its meaning. Raises Mismatch where it would be part of itself."""
    if contains(meaning, unknown):
        raise Mismatch
    unknown.meaning = meaning
    return meaning


def contains(type: Type, unknown: Unknown) -> bool:
    left, seen = [type], set[Type]()
    while left:
        one = head(left.pop())
        if one is unknown:
            return True
        if one not in seen:  # the fields of a tuple may be the same type many times over
            seen.add(one)
            left += parts_of(one)
    return False


def with_unknowns(type: Type, names: list[str]) -> Type:
    """A polymorphic type for one use: with types that are to be found in place of its parameters."""
    return substituted(type, {name: Unknown() for name in names})


class Solver:
    """What waits for types, in order."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Callable[[], bool], Value, int, str]] = []

    def wait(self, attempt: Callable[[], bool], value: Value, location: int, what: str) -> None:
        """Tries again to tell of what a value is made, until `attempt()` says that it is done; `what` is told at the place if it never is."""
        if not attempt():
            self.waiting.append((attempt, value, location, what))

    def solve(self) -> None:
        """Finds what can be told."""
        while left := [each for each in self.waiting if not each[0]()]:
            if len(left) == len(self.waiting):
                return
            self.waiting = left
        self.waiting = []

    def check(self, left_out: set[Operation]) -> None:
        """Raises Error where something cannot be told, but for what operations give that are left out."""
        for _, value, location, what in self.waiting:
            if value.op not in left_out:
                raise Error(f"the type of {what} cannot be told", location)


def same(one: Type, other: Type, location: int, what: str) -> Type:
    """The type that two types are. Raises Error with what it is about where they are not."""
    try:
        return joined(one, other)
    except Mismatch:
        raise Error(f"{what} has type '{shown(one)}', and '{shown(other)}' is expected", location) from None


def shown(type: Type) -> str:
    """A type for messages."""
    return resolved(type).text


def retype(value: Value) -> None:
    """Gives a value the type that was found for it."""
    value.retype(resolved(value.type))
