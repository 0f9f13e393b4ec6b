"""What type checkers alone are told of what parser and printer are handed: nothing imports this module when a program runs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

import tfir.ir.interfaces
from tfir.ir.attributes import Attribute
from tfir.ir.operations import Operation
from tfir.ir.types import Type

if TYPE_CHECKING:
    from tfir.text.parser import OperationState, Parser

# The names that an op gives its results: (number of a result, the name that it and those after it print under).
ResultNames = Iterable[tuple[int, str]]


class Form(Protocol):
    """An op's custom assembly. What a form may have besides is asked for by `getattr`: `print(printer, op)` and `fits(op)`, `line`,
    `fast_path`, `argument_names(block)`, `old_results`, `hides_regions`."""

    def parse(self, p: Parser, state: OperationState, /) -> None: ...


class Definition(tfir.ir.interfaces.Definition, Protocol):
    """What is declared of one op (`tfir.ods.dialect.OpDefinition`), as far as its text is concerned."""

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
    def result_names(self) -> Callable[[Operation], ResultNames | None] | None: ...


class Dialect(Protocol):
    """What is declared of the names under one prefix (`tfir.ods.dialect.Dialect`), as far as their text is concerned."""

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
