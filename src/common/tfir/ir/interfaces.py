"""Protocols for type checkers alone: nothing imports this module when a program runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, Protocol, TypeVar

from tfir.ir.operations import Operation

Field = TypeVar("Field", covariant=True)


class ReadOnly(Generic[Field]):
    """A field that only its owner writes."""

    def __get__(self, instance: object, owner: object) -> Field:
        raise NotImplementedError


class Definition(Protocol):
    """The part of an op's declaration (`tfir.ods.dialect.OpDefinition`) that the verifier reads."""

    @property
    def traits(self) -> Mapping[str, tuple[str, ...]]: ...

    @property
    def verify_in_context(self) -> Callable[[Operation], object] | None: ...


# The definition of an op by its full name, or None where no dialect declares it.
Lookup = Callable[[str], Definition | None]
