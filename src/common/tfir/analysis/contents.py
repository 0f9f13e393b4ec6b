"""The small contents that shapes depend on: found when they are asked for, by following sizes through ops and by computing what
is small and known whole."""

from __future__ import annotations

from tfir.dialects import lookup
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ods.control import data_operands, data_results
from tfir.ods.inference import MOST_NUMBERS, AbstractValue, declared_elements, evaluate, propagate_values

TYPE_CHECKING = False  # as `typing` has it, which takes time to import
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from tfir.analysis.shapes import ShapeAnalysis
    from tfir.ods.arrays import Array
    from tfir.ods.dialect import OpDefinition
    from tfir.ods.inference import Content
    from tfir.ods.shapes import Shape

    # One content for each result of an op, or None where no result has one.
    ResultContents: TypeAlias = Sequence[Content] | None

MOST_STEPS = 60  # how many ops in a row are followed for one content: each is some ten of Python's calls within calls


class Contents:
    """Of the results of ops: arrays, flat lists of numbers (ints, symbols for sizes, None for an unknown one), constants of the
    IR, or None. `analysis` gives the abstract values of operands; its policy says what is followed."""

    def __init__(self, analysis: ShapeAnalysis) -> None:
        self.analysis, self.policy = analysis, analysis.policy
        self._by_op: dict[Operation, ResultContents] = {}
        self._steps = 0

    def forget(self, op: Operation) -> None:
        self._by_op.pop(op, None)

    def of(self, op: Operation, index: int) -> Content:
        """The content of one result. A cycle that no loop makes has none, nor has what is too far away."""
        if op not in self._by_op:
            if not self._steps:
                self._begin_far_back(op)
            constant = declared_elements(op.results[index])
            if constant is None and self._steps >= MOST_STEPS:
                return None
            self._by_op[op] = [constant] if constant is not None else None
            self._steps += 1
            if constant is None:
                self._by_op[op] = self._followed(op)
            self._steps -= 1
        contents = self._by_op[op]
        return contents[index] if contents is not None and index < len(contents) else None

    def _begin_far_back(self, op: Operation) -> None:
        """Where a content depends on a long row of small ones, finds these one after the other, from the first on."""
        behind = self._small_makers(op)
        self._steps += 1
        for each in behind if len(behind) > MOST_STEPS // 2 else ():
            self.of(each, 0)
        self._steps -= 1

    def _small_makers(self, op: Operation) -> list[Operation]:
        """The ops that make small operands, transitively, each behind the makers of its operands; the op itself is the last."""
        makers: list[Operation] = []
        seen: set[Operation] = set()
        stack = [(op, False)]
        while stack:
            each, is_entered = stack.pop()
            if is_entered:
                makers.append(each)
            elif each not in seen and each not in self._by_op:
                seen.add(each)
                stack.append((each, True))
                operands = [(value, value.op) for value in data_operands(each)]
                stack += [(maker, False) for value, maker in operands if maker is not None and is_small(self.analysis[value].shape)]
        return makers

    def _followed(self, op: Operation) -> ResultContents:
        definition = lookup(op.name)
        if definition is None or definition.semantics is None or not self.policy.follows(op):
            return None
        operands = [self.analysis[value] for value in data_operands(op)]
        numbers = propagate_values(op, definition, operands)
        contents: ResultContents = numbers
        is_whole = numbers is not None and not any([each is None or None in each for each in numbers])
        if not is_whole and self.policy.evaluates:
            computed = self._computed(op, definition, operands)
            contents = numbers if computed is None else computed
        return self.policy.known_content(self.analysis, op, contents)

    def _computed(self, op: Operation, definition: OpDefinition, operands: list[AbstractValue]) -> ResultContents:
        """The results as arrays, where the op is pure and its operands are small and known."""
        semantics = definition.semantics
        if semantics is None or semantics.evaluate is None or not definition.is_pure or op.regions or not operands:
            return None
        if not all([is_small(self.analysis[value].shape) for value in data_results(op)]):
            return None
        if not all([is_small(operand.shape) and is_plain(operand) for operand in operands]):
            return None
        try:
            results = evaluate(op, definition, [operand.value for operand in operands])
        except Error:
            return None
        return results if all(map(is_of_numbers_or_texts, results)) else None


def is_small(shape: Shape) -> bool:
    """Whether a shape has at most MOST_NUMBERS elements, all sizes being known."""
    total = 1
    for size in (MOST_NUMBERS + 1,) if shape is None else shape:
        total = total * size if isinstance(size, int) else MOST_NUMBERS + 1
    return total <= MOST_NUMBERS


def is_of_numbers_or_texts(array: Array) -> bool:
    """Whether an array has none of the things that handles and variants are."""
    return array.dtype != object or all([isinstance(each, bytes) for each in array.ravel()])


def is_plain(operand: AbstractValue) -> bool:
    """Whether the whole content is known."""
    content = operand.content
    return isinstance(content, ElementsAttr) or (content is not None and (not isinstance(content, list) or operand.integers is not None))
