"""Functions once more, for calls in which sizes of feeds are such that the program is one of other ranks. A call is of the variant that has the most of its
sizes among those whose types it fits (`execution/inputs.py`), and else of the function itself, which is for all others.

Of each size of a feed that decides there are variants for the numbers that lead to 1, and of several sizes for all combinations of these. What only
the run tells has none.
"""

from __future__ import annotations

from itertools import product
from math import prod

from tfir.analysis.call_graph import reached_functions
from tfir.analysis.program_shapes import ProgramShapes, atoms
from tfir.dialects.tf_saved_model import EXPORTED
from tfir.execution.entry import VARIANT_OF
from tfir.ir.attributes import ArrayAttr, StringAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import TensorType
from tfir.ods.shapes import Symbol, anonymous, substituted

from tfopt.generic.inline import say_where_kept
from tfopt.tf.infer_shapes import infer_shapes
from tfopt.tf.retyping import describe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TypeAlias

    from tfir.ods.shapes import Size

    Numbers: TypeAlias = dict[Symbol, int]

SEARCHED = 64  # the largest size of a feed that is tried for what is computed from it to be 1
# Variants of a function, of any, or with so many operations together: of more combinations there are those of one size alone, and of all together
MOST, MOST_OPERATIONS = 15, 10000


class SizeVariants:
    """`decides(op)` tells of which ops the open sizes of the first operand decide, where they are 1, which rank the result has."""

    def __init__(self, module: Operation, decides: Callable[[Operation], bool]):
        self.module, self.decides = module, decides
        self.functions = {op.get("sym_name"): op for op in module.body if op.name == "func.func" and op.region.blocks}
        self.shapes = ProgramShapes(self.functions.values())
        self.symbols = SymbolTable(module)

    def add(self) -> None:
        """Adds variants, with shapes inferred; none that leaves as many sizes to decide as its function does, or that no call can be of."""
        entries = [function for function in self.functions.values() if function.get("sym_visibility") != "private"]
        variants = {self.variant(function, numbers): function for function in entries for numbers in self.combinations(function)}
        if not variants:
            return
        left = {function: self.left_open(function) for function in {*variants.values()}}
        self.infer(variants)
        self.functions = {op.get("sym_name"): op for op in self.module.body if op.name == "func.func" and op.region.blocks}
        for variant, function in variants.items():
            if variant.parent is not None and self.left_open(variant) >= left[function]:
                self.symbols.remove(variant)

    def deciding(self, function: Operation) -> Iterator[Operation]:
        for each in (function, *reached_functions([function], self.functions)):
            yield from [op for op in each.walk() if self.decides(op)]

    def left_open(self, function: Operation) -> int:
        return sum([op.operands[0].type.shape.count(None) for op in self.deciding(function)])

    def combinations(self, function: Operation) -> list[Numbers]:
        """Which sizes of a function's feeds are which numbers in each of its variants."""
        feeds = {size for value in function.body.arguments for size in self.shapes[value].shape or () if isinstance(size, Symbol)}
        sizes = [size for op in self.deciding(function) for size in self.shapes[op.operands[0]].shape or ()] if feeds else []
        numbers: dict[Symbol, set[int]] = {}
        for symbol, number in [each for size in sizes for each in leading_to_one(size, feeds)]:
            numbers.setdefault(symbol, set()).add(number)
        choices = [[None, *sorted(each)] for each in numbers.values()]
        most = max(MOST, MOST_OPERATIONS // self.operations(function))
        if prod(map(len, choices)) - 1 > most:
            together = {symbol: min(each) for symbol, each in numbers.items()}
            return [together, *[{symbol: number} for symbol, each in numbers.items() for number in sorted(each)]][:most]
        chosen = [dict(zip(numbers, each)) for each in product(*choices)][1:]
        return [{symbol: number for symbol, number in each.items() if number is not None} for each in chosen]

    def operations(self, function: Operation) -> int:
        return sum([1 for each in (function, *reached_functions([function], self.functions)) for _ in each.walk()])

    def variant(self, function: Operation, numbers: Numbers) -> Operation:
        """A function for calls in which sizes are these numbers. Draws go on where those of the function itself stand."""
        say_where_kept(function.body, function.get("sym_name"))
        variant = function.clone()
        variant.set_attribute(VARIANT_OF, StringAttr(function.get(VARIANT_OF) or function.get("sym_name")))
        for argument, own in zip(variant.body.arguments, function.body.arguments):
            if isinstance(argument.type, TensorType) and argument.type.shape is not None:
                sizes = [numbers.get(size, size) if isinstance(size, Symbol) else size for size in self.shapes[own].shape or ()]
                argument.retype(argument.type.with_shape(anonymous(tuple(sizes))))
        describe(variant)
        self.symbols.add(variant, before=function.next)
        if EXPORTED in variant.attributes:  # of a SavedModel, whose functions that are not private are
            variant.set_attribute(EXPORTED, ArrayAttr([StringAttr(variant.get("sym_name"))]))
        return variant

    def infer(self, variants: Iterable[Operation]) -> None:
        """Infers shapes. Where inference refuses a program the variants go that it refuses alone: calls of these sizes are errors of theirs."""
        try:
            return infer_shapes(self.module, assume_slices_fit=True)
        except Error:
            for variant in [each for each in variants if not self.can_be(each, variants)]:
                self.symbols.remove(variant)
        infer_shapes(self.module, assume_slices_fit=True)

    def can_be(self, variant: Operation, variants: Iterable[Operation]) -> bool:
        others = {each.get("sym_name") for each in variants if each is not variant}
        trial = self.module.clone()
        for op in [op for op in trial.body if op.get("sym_name") in others]:
            op.erase()
        try:
            infer_shapes(trial, assume_slices_fit=True)
        except Error:
            return False
        return True


def leading_to_one(size: Size, feeds: set[Symbol]) -> Iterator[tuple[Symbol, int]]:
    """The sizes of feeds, with numbers, by which a size may be 1; of one that nothing is known of all those of feeds."""
    if isinstance(size, int):
        return
    parts = {*atoms(size)}
    for symbol in sorted(parts & feeds or feeds, key=str):
        if parts == {symbol}:
            yield from [(symbol, number) for number in range(SEARCHED + 1) if is_one(size, {symbol: number})]
        else:
            yield symbol, 1


def is_one(size: Size, numbers: Numbers) -> bool:
    try:
        return substituted(size, numbers) == 1
    except (Error, ZeroDivisionError):
        return False  # there is no such call
