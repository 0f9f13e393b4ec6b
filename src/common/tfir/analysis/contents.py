"""The small contents that shapes depend on: found when they are asked for, by following sizes through ops and by computing what
is small and known whole."""

from __future__ import annotations

from tfir.dialects import lookup
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ods.inference import CONTROL, MOST_NUMBERS, AbstractValue, elements_of, evaluate, propagate_values

TYPE_CHECKING = False  # as `typing` has it, which takes time to import
if TYPE_CHECKING:
    from tfir.analysis.shapes import ShapeAnalysis
    from tfir.ods.dialect import OpDefinition
    from tfir.ods.shapes import Shape

MOST_STEPS = 60  # how many ops in a row are followed for one content: each is some ten of Python's calls within calls


class Contents:
    """Of the results of ops: arrays, flat lists of numbers (ints, symbols for sizes, None for an unknown one), constants of the
    IR, or None. `analysis` gives the abstract values of operands; its policy says what is followed."""

    def __init__(self, analysis: ShapeAnalysis) -> None:
        self.analysis, self.policy = analysis, analysis.policy
        self._found: dict[Operation, list | None] = {}
        self._steps = 0

    def forget(self, op: Operation) -> None:
        self._found.pop(op, None)

    def of(self, op: Operation, index: int) -> object:
        """The content of one result. A cycle that no loop makes has none, nor has what is too far away."""
        if op not in self._found:
            if not self._steps:
                self._begin_far_back(op)
            constant = elements_of(op.results[index])
            if constant is None and self._steps >= MOST_STEPS:
                return None
            self._found[op] = [constant] if constant is not None else None
            self._steps += 1
            if constant is None:
                self._found[op] = self._followed(op)
            self._steps -= 1
        contents = self._found[op]
        return contents[index] if contents is not None and index < len(contents) else None

    def _begin_far_back(self, op: Operation) -> None:
        """Where a content depends on a long row of small ones, finds these one after the other, from the first on."""
        behind = self._small_makers(op)
        self._steps += 1
        for each in behind if len(behind) > MOST_STEPS // 2 else ():
            self.of(each, 0)
        self._steps -= 1

    def _small_makers(self, op: Operation) -> list[Operation]:
        """The ops that small operands come from, and theirs, each behind what it uses; the op itself is the last."""
        makers, seen, stack = [], set(), [(op, False)]
        while stack:
            each, is_entered = stack.pop()
            if is_entered:
                makers.append(each)
            elif each not in seen and each not in self._found:
                seen.add(each)
                stack.append((each, True))
                operands = [value for value in each.operands if value.type is not CONTROL and value.op is not None]
                stack += [(value.op, False) for value in operands if is_small(self.analysis[value].shape)]
        return makers

    def _followed(self, op: Operation) -> list | None:
        definition = lookup(op.name)
        if definition is None or definition.semantics is None or not self.policy.follows(op):
            return None
        operands = [self.analysis[value] for value in op.operands if value.type is not CONTROL]
        numbers = propagate_values(op, definition, operands)
        is_whole = numbers is not None and not any([each is None or None in each for each in numbers])
        if not is_whole and self.policy.evaluates:
            computed = self._computed(op, definition, operands)
            numbers = numbers if computed is None else computed
        return self.policy.known_content(self.analysis, op, numbers)

    def _computed(self, op: Operation, definition: OpDefinition, operands: list[AbstractValue]) -> list | None:
        """The results as arrays, where the op is pure and its operands are small and known."""
        if not (definition.is_pure and definition.semantics.evaluate is not None) or op.regions or not operands:
            return None
        if not all([is_small(self.analysis[value].shape) for value in op.results if value.type is not CONTROL]):
            return None
        if not all([is_small(operand.shape) and is_plain(operand) for operand in operands]):
            return None
        try:
            return evaluate(op, definition, [operand.value for operand in operands])
        except Error:
            return None


def is_small(shape: Shape) -> bool:
    total = 1
    for size in (MOST_NUMBERS + 1,) if shape is None else shape:
        total = total * size if isinstance(size, int) else MOST_NUMBERS + 1
    return total <= MOST_NUMBERS


def is_plain(operand: AbstractValue) -> bool:
    """Whether the whole content is known."""
    content = operand.content
    return isinstance(content, ElementsAttr) or (content is not None and (not isinstance(content, list) or operand.integers is not None))
