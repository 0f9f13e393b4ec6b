"""Assertions on sizes of feeds that meet in a loop, and are taken for one there: a call where they are not is an error that names the feeds."""

from __future__ import annotations

from tfir.analysis.feeds import feed_names
from tfir.analysis.program_shapes import atoms
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation
from tfir.ods.shapes import Size, Symbol

from tfopt.arithmetic.assertions import build_assertion
from tfopt.arithmetic.sizes import UnknownSizes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def assert_sizes(functions: list[Operation], sizes: UnknownSizes, pairs: Iterable[tuple[Size, Size]]) -> None:
    """Asserts at the beginning of the function whose feeds have them that two sizes are one."""
    for one, other in pairs:
        needed = dict.fromkeys([*atoms(one), *atoms(other)])
        for function in functions:
            told = {size: feed for size in needed if (feed := feed_of(function, sizes, size)) is not None}
            if len(told) == len(needed):
                assert_one(function, sizes, one, other, told)


def feed_of(function: Operation, sizes: UnknownSizes, size: Symbol) -> str | None:
    """The first feed of a function that is called from outside which has a size, in words."""
    if function.get("sym_visibility") == "private":
        return None
    arguments = function.body.arguments
    carriers = [(value, axis) for value, axis in sizes.carriers.get(size, ()) if value in arguments]
    names = feed_names(function) if carriers else []
    return next((f"dimension {axis} of '{names[value.index]}'" for value, axis in carriers), None)


def assert_one(function: Operation, sizes: UnknownSizes, one: Size, other: Size, told: dict[Symbol, str]) -> None:
    build = Builder.before(function.body.first)
    equal = sizes.compared(sizes.number(one, build), sizes.number(other, build), build)
    numbers = [sizes.number(size, build) for size in told]
    feeds = ", ".join([f"{feed} is {{{number}}}" for number, feed in enumerate(told.values())])
    message = f"sizes of feeds that meet in a loop do not go together: {feeds}"
    build_assertion(build, equal, message, numbers)
