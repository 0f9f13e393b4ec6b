"""What can be told of the values of a program without running it: shapes, and the small contents that shapes depend on.

Ops are visited in an order in which each comes after what it uses. A shape is found when an op is visited; contents are found
when somebody asks for them, by following sizes and by computing what is small and known.
"""

from __future__ import annotations

from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType
from tfir.ods.inference import CONTROL, MOST_NUMBERS, Known, elements_of, evaluate, infer, propagate_values
from tfir.ods.shapes import anonymous, fresh, join, merge, named

MOST_STEPS = 60  # how many ops in a row are followed for one content: each is some ten of Python's calls within calls


class Knowledge:
    """Value -> `Known`. `lookup` gives definitions. Where `is_strict`, operands that do not fit an op are an error; else its
    results are unknown. `claims` names an attribute of ops in which others wrote down the shapes of results; `given` are shapes
    of values that somebody knows better."""

    def __init__(self, lookup, is_strict: bool = False, claims: str | None = None, given: dict | None = None):
        self.lookup, self.is_strict, self.claims, self.given = lookup, is_strict, claims, given or {}
        self._known: dict[Value, Known] = {}
        self._contents: dict[Operation, list | None] = {}
        self._steps = 0

    def __getitem__(self, value: Value) -> Known:
        """What is known of a value; of one whose op was not visited, what its type says."""
        known = self._known.get(value)
        if known is None:
            self.settle(value, None)
            known = self._known[value]
        return known

    def __contains__(self, value: Value) -> bool:
        return value in self._known

    def learn(self, value: Value, shape, element=None) -> None:
        """From now on the value has this shape."""
        self._known[value] = Known(shape, element or getattr(value.type, "element", value.type), self._finder(value))

    def forget(self, value: Value) -> None:
        self._known.pop(value, None)

    def _finder(self, value: Value):
        op = value.op
        return None if op is None else lambda: self._content(op, value.index)

    # Shapes

    def visit(self, op: Operation) -> None:
        """Finds the shapes of an op's results."""
        definition = self.lookup(op.name)
        semantics = None if definition is None else definition.semantics
        found = claimed = ()
        self._contents.pop(op, None)
        if semantics is not None and semantics.infer is not None:
            found = self._inferred(op, definition)
        if self.claims is not None and self.claims in op.attributes:
            claimed = [shape_attribute.shape for shape_attribute in op.attributes[self.claims]]
        for result in op.results:
            if result.type is not CONTROL:
                index = result.index
                self.settle(result, found[index] if index < len(found) else None, claimed[index] if index < len(claimed) else None)

    def _inferred(self, op: Operation, definition) -> list:
        operands = [self[value] for value in op.operands if value.type is not CONTROL]
        try:
            return infer(op, definition, operands) or ()
        except Error:
            if self.is_strict:
                raise
            return ()

    def settle(self, result: Value, found, claimed=None) -> None:
        """Joins what was found with what the type and others say. They must not contradict each other."""
        type, element = result.type, None
        if isinstance(found, TensorType):
            found, element = named(found.shape), found.element
        for said in (type.shape if isinstance(type, TensorType) else None, claimed, self.given.get(result)):
            if said is not None and said != found:
                found = self._merged(result, found, said)
        self.learn(result, found, element)

    def _merged(self, result: Value, found, said):
        try:
            return merge(found, named(said))
        except Error:
            if not self.is_strict:
                return named(said)
            wanted = TensorType(anonymous(found), result.type.element)
            text = f"result {result.index} is declared as {result.type}, but its operands make it {wanted}"
            raise Error.on(result.op, text) from None

    def walk(self, ops) -> Knowledge:
        """Visits ops, each of which stands behind what it uses but for what goes round in loops. A value that goes round has
        the shape that it comes in with, as far as it keeps it."""
        ops, entered = list(ops), {}
        for op in ops:
            self._enter(op, entered) if op.name.endswith("Merge") and self._goes_round(op) else self.visit(op)
        own: set = set()
        while entered:
            settled = {op: self._gone_round(op, shape, own) for op, shape in entered.items()}
            if settled == entered:
                break
            entered = settled
            self._contents.clear()
            for op in ops:
                self._enter(op, entered) if op in entered else self.visit(op)
        return self

    def _goes_round(self, op: Operation) -> bool:
        return any([value not in self._known and value.op is not None and value.type is not CONTROL for value in op.operands])

    def _enter(self, op: Operation, entered: dict) -> None:
        """Visits a merge that begins a loop, whose value has the shape in `entered`, or else that of what comes in."""
        if op not in entered:
            known = [self[value].shape for value in op.operands if value in self._known]
            entered[op] = known[0] if known else None
            for shape in known[1:]:
                entered[op] = join(entered[op], shape)
        self.visit(op)
        self.learn(op.results[0], entered[op])

    def _gone_round(self, op: Operation, shape, own: set):
        """The shape of a loop's value now that all are known that it may have. Sizes that change have a name of their own, which
        means another number each time."""
        for value in op.operands:
            if value.type is not CONTROL and shape is not None:
                other = self[value].shape
                if other is None or len(other) != len(shape):
                    return None
                changed = [at for at, size in enumerate(shape) if size not in own and size != other[at]]
                new = {at: fresh() for at in changed}
                own.update(new.values())
                shape = tuple([new.get(at, size) for at, size in enumerate(shape)])
        return shape

    # Contents

    def _content(self, op: Operation, index: int):
        """The content of one result: an array, a list of numbers, a constant, or None."""
        if op not in self._contents:
            if not self._steps:
                self._begin_far_back(op)
            constant = elements_of(op.results[index])
            if constant is None and self._steps >= MOST_STEPS:
                return None
            self._steps += 1
            self._contents[op] = [constant] if constant is not None else self._followed(op)
            self._steps -= 1
        found = self._contents[op]
        return found[index] if found is not None and index < len(found) else None

    def _begin_far_back(self, op: Operation) -> None:
        """Where a content depends on a long row of small ones, finds these one after the other, from the first on."""
        behind = [each for each in self._small_makers(op) if each not in self._contents]
        self._steps += 1
        for each in behind if len(behind) > MOST_STEPS // 2 else ():
            self._content(each, 0)
        self._steps -= 1

    def _small_makers(self, op: Operation) -> list[Operation]:
        """The ops that small operands come from, and theirs, each behind what it uses; the op itself is the last."""
        found, seen, stack = [], set(), [(op, False)]
        while stack:
            each, is_entered = stack.pop()
            if is_entered:
                found.append(each)
            elif each not in seen and each not in self._contents:
                seen.add(each)
                stack.append((each, True))
                operands = [value for value in each.operands if value.type is not CONTROL and value.op is not None]
                stack += [(value.op, False) for value in operands if is_small(self[value].shape)]
        return found

    def _followed(self, op: Operation) -> list | None:
        definition = self.lookup(op.name)
        if definition is None or definition.semantics is None:
            return None
        operands = [self[value] for value in op.operands if value.type is not CONTROL]
        found = propagate_values(op, definition, operands)
        if found is not None and not any([numbers is None or None in numbers for numbers in found]):
            return found
        computed = self._computed(op, definition, operands)
        return found if computed is None else computed

    def _computed(self, op: Operation, definition, operands) -> list | None:
        """The results as arrays, where the op is pure and its operands are small and known."""
        if not (definition.is_pure and definition.semantics.evaluate is not None) or op.regions or not operands:
            return None
        if not all([is_small(self[value].shape) for value in op.results if value.type is not CONTROL]):
            return None
        if not all([is_small(operand.shape) and is_plain(operand) for operand in operands]):
            return None
        try:
            return evaluate(op, definition, [operand.value for operand in operands])
        except Error:
            return None


def is_small(shape) -> bool:
    total = 1
    for size in (MOST_NUMBERS + 1,) if shape is None else shape:
        total = total * size if isinstance(size, int) else MOST_NUMBERS + 1
    return total <= MOST_NUMBERS


def is_plain(operand: Known) -> bool:
    """Whether the whole content is known."""
    content = operand.content
    return isinstance(content, ElementsAttr) or (content is not None and (not isinstance(content, list) or operand.integers is not None))
