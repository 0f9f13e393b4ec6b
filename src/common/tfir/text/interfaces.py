"""Protocols of the parser's and printer's arguments, for type checkers alone: nothing imports this module when a program runs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import tfir.ir.interfaces
from tfir.ir.attributes import Attribute
from tfir.ir.operations import Operation
from tfir.ir.types import Type

if TYPE_CHECKING:
    from re import Match

    from tfir.ir.operations import Block
    from tfir.text.parser import OperationState, Parser

# The names that an op gives its results: (number of a result, the name that it and those after it print under).
ResultNames = Iterable[tuple[int, str]]


class Form(Protocol):
    """An op's custom assembly. What a form may have besides is asked for by `getattr`: `print(printer, op)` and `fits(op)`, `line`,
    `fast_path`, `argument_names(block)`, `old_results`, `hides_regions`, `merges_values`."""

    def parse(self, p: Parser, state: OperationState, /) -> None: ...


# Reads an op that is shaped as printed into a block; answers where it ends, or None where it is shaped otherwise. The match is that of
# `FAST_PATH_HEAD`.
FastPath = Callable[["Parser", "Block", Any, "Match[str]"], int | None]


class Definition(tfir.ir.interfaces.Definition, Protocol):
    """The part of an op's declaration (`tfir.ods.dialect.OpDefinition`) that concerns its text."""

    @property
    def name(self) -> str: ...

    @property
    def form(self) -> Any: ...  # a `Form` or None

    @property
    def inherent(self) -> Collection[str]: ...

    @property
    def defaults(self) -> dict[str, Attribute]: ...

    @property
    def default_dialect(self) -> str: ...

    @property
    def today(self) -> Callable[[str, dict[str, Attribute]], tuple[str, dict[str, Attribute]] | None] | None: ...

    @property
    def result_names(self) -> Callable[[Operation], ResultNames | None] | None: ...


class Slot(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def variadic(self) -> bool: ...

    @property
    def number(self) -> str | None: ...  # the attribute that says how many there are

    @property
    def optional(self) -> bool: ...


class DeclaredAttribute(Protocol):
    @property
    def kind(self) -> str: ...

    @property
    def allowed(self) -> Collection[str] | None: ...

    @property
    def minimum(self) -> int | None: ...

    @property
    def is_list(self) -> bool: ...

    @property
    def default(self) -> Any: ...


class Signature(Protocol):
    """A signature line (`tfir.ods.signature.Signature`), as far as a form is made from it."""

    @property
    def operands(self) -> Sequence[Slot]: ...

    @property
    def results(self) -> Sequence[Slot]: ...

    @property
    def attributes(self) -> Mapping[str, DeclaredAttribute]: ...


class Syntax(Protocol):
    """Attributes in a syntax that a dialect supplies; beside these it may have a `pattern` that matches the text."""

    def read(self, p: Any, /) -> Mapping[str, Attribute]: ...

    def show(self, printer: Any, op: Operation, /) -> str: ...


class Dialect(Protocol):
    """The part of a dialect's declaration (`tfir.ods.dialect.Dialect`) that concerns its text."""

    @property
    def attributes(self) -> Mapping[str, Callable[[Any], Attribute]]: ...

    @property
    def types(self) -> Mapping[str, Callable[[Any], Type]]: ...

    @property
    def table(self) -> Iterable[str]: ...

    @property
    def sketched(self) -> Mapping[str, str]: ...


# The definition of an op by its full name, and the dialect of a prefix; None where there is none.
Lookup = Callable[[str], Definition | None]
LookupDialect = Callable[[str], Dialect | None]
