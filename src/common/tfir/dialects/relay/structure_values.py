"""What Relay's structure computes: functions are values, a data type's value knows its constructor, a reference is a cell.

A call whose result a function gives back at once (a tail call) does not run inside of that function: the function gives back what is to be
called, and who called it goes on with that. So a loop, which Relay writes as a function that calls itself last, takes no stack.
"""

from __future__ import annotations

import builtins

from tfir.dialects.relay.structure import ANYTHING, NAMED
from tfir.ir.attributes import SymbolRefAttr
from tfir.ir.diagnostics import Error
from tfir.ods.semantics import OpSemantics

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from tfir.ir.attributes import Attribute
    from tfir.ir.operations import Operation


class TailCall:
    """A call that is still to be made, as the last thing that a function does."""

    __slots__ = ("callee", "arguments")

    def __init__(self, callee: Closure, arguments: Sequence[Any]):
        self.callee, self.arguments = callee, arguments


class Closure:
    """A function as a value. `body` gives a list of its results."""

    __slots__ = ("body", "is_recursive")

    def __init__(self, body: Callable[..., list], is_recursive: bool = False):
        self.body, self.is_recursive = body, is_recursive

    def __call__(self, *arguments: Any) -> Any:
        function: Closure = self
        while True:
            results = function.body(function, *arguments) if function.is_recursive else function.body(*arguments)
            result = results[0] if len(results) == 1 else builtins.tuple(results)
            if not isinstance(result, TailCall):
                return result
            function, arguments = result.callee, builtins.tuple(result.arguments)


class Constructed:
    """A value of a data type: which constructor made it, and of what."""

    __slots__ = ("constructor", "fields")

    def __init__(self, constructor: SymbolRefAttr, fields: Sequence[Any]):
        self.constructor, self.fields = constructor, fields


class Cell:
    """What a reference refers to."""

    __slots__ = ("value",)

    def __init__(self, value: Any):
        self.value = value


def is_last(op: Operation) -> bool:
    """Whether all that becomes of an op's result is to be the result of the function around it."""
    while True:
        (result,) = op.results
        if len(result.uses) != 1 or result.uses[0].name != "relay.yield":
            return False
        around = result.uses[0].parent_op
        if around is None or around.name == "relay.fn":
            return around is not None
        op = around


def matched(pattern: Attribute, value: Any) -> list | None:
    """What a pattern names in a value, in order; None where it does not match."""
    if pattern == ANYTHING:
        return []
    if pattern == NAMED:
        return [value]
    parts = pattern.elements
    if parts and isinstance(parts[0], SymbolRefAttr):
        if value.constructor != parts[0]:
            return None
        parts, value = parts[1:], value.fields
    named: list = []
    for part, inner in zip(parts, value):
        inside = matched(part, inner)
        if inside is None:
            return None
        named += inside
    return named


class constant(OpSemantics):
    def evaluate(value):
        from tfir.ods.arrays import array_of

        return array_of(value)


class tuple(OpSemantics):
    def evaluate(fields):
        return [builtins.tuple(fields)]


class tuple_get_item(OpSemantics):
    def evaluate(tuple, index):
        return [tuple[index]]


class if_(OpSemantics):
    def evaluate(cond, regions):
        return regions[0 if cond else 1]()


class fn(OpSemantics):
    def evaluate(op, regions, guarded):
        return [Closure(guarded(regions[0]), "recursive" in op.attributes)]


class call(OpSemantics):
    def evaluate(op, callee, arguments):
        if is_last(op):
            return [TailCall(callee, arguments)]
        return [callee(*arguments)]


class global_(OpSemantics):
    def evaluate(op, function, functions):
        return [Closure(functions(op, function))]


class as_(OpSemantics):
    def evaluate(value):
        return [value]


class ref_create(OpSemantics):
    def evaluate(value):
        return [Cell(value)]


class ref_read(OpSemantics):
    def evaluate(ref):
        return [ref.value]


class ref_write(OpSemantics):
    def evaluate(ref, value):
        ref.value = value
        return [()]


class construct(OpSemantics):
    def evaluate(op, fields):
        return [Constructed(op.attributes["constructor"], builtins.tuple(fields))]


class match(OpSemantics):
    def evaluate(op, data, regions):
        for pattern, region in zip(op.attributes["patterns"], regions):
            named = matched(pattern, data)
            if named is not None:
                return region(*named)
        raise Error("no pattern matches")
