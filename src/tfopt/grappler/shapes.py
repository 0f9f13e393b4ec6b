"""The shapes of a graph's values, with symbols for what is unknown, found when somebody asks.

The graph's types stay as they are: what is known here comes from constants, attributes and every op's `infer`. A fed value's
shape is believed only where the item says so. Loops (Merge fed by NextIteration) are solved first: sizes that change from one
iteration to the next are unknown.
"""

from __future__ import annotations

from tfir.analysis.deadness import CONTROL_FLOW, MERGES, is_back_edge
from tfir.analysis.shapes import MOST_STEPS
from tfir.dialects import lookup
from tfir.dialects.tf_type import CONTROL, ShapeAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32, I64, TensorType
from tfir.ods.inference import Known, elements_of, infer, propagate_values
from tfir.ods.shapes import fresh, join, named

from tfopt.rewrite.proof import same_shape

PASSING = CONTROL_FLOW - MERGES
MOST_ROUNDS = 8


class Shapes:
    """Of one item. `known(value)` is what every question comes down to."""

    def __init__(self, item):
        self.item = item
        self._known: dict[Value, Known] = {}
        self._assumed: dict[Value, tuple | None] = {}
        self._following: set[Operation] = set()
        self._solved = False
        self._vouched: dict[Value, Value] = {}
        self._refused: set[Operation] = set()

    def of(self, value: Value):
        """The shape: a tuple of ints and symbols, or None where even the rank is unknown."""
        return self.known(value).shape

    def known(self, value: Value) -> Known:
        found = self._known.get(value)
        if found is not None:
            return found
        if not self._solved:
            self._solved = True
            self._solve_loops()
        self._find(value)
        return self._known[value]

    def is_static(self, value: Value) -> bool:
        shape = self.of(value)
        return shape is not None and all([size.__class__ is int for size in shape])

    def same(self, one: Value, other: Value) -> bool:
        """Whether two values surely have one shape."""
        shape = self.of(one)
        return one is other or (shape is not None and shape == self.of(other))

    def refuses(self, op: Operation) -> bool:
        """Whether the op's meaning objects to its operands, as to an axis that there is not. Who runs the graph will report it."""
        if op.results[0].type is not CONTROL:
            self.known(op.results[0])
        return op in self._refused

    def vouch(self, new: Value, old: Value) -> Value:
        """A rule that knows more than shapes tell says that what it built has the shape of a result."""
        self._vouched[new] = old
        return new

    def proves(self, old: Value, new: Value, matched: set[Operation]) -> bool:
        """Whether `new` surely has the type and shape of `old`, `matched` being the ops of a pattern and those built for it."""
        before, after = self.known(old), self.known(new)
        if before.element is not after.element:
            return False
        if self._vouched.get(new) is old:
            return True
        if before.shape is not None and before.shape == after.shape:
            return True
        if (
            before.shape is not None
            and after.shape is not None
            and (len(before.shape) != len(after.shape) or self.is_static(old) and self.is_static(new))
        ):
            return False
        return same_shape(old, new, matched, self.known)

    # Finding

    def _find(self, wanted: Value) -> None:
        stack, entered, known = [wanted], set(), self._known
        while stack:
            value = stack[-1]
            if value in known:
                stack.pop()
                continue
            op = value.owner
            if op.__class__ is not Operation or value in self._assumed:
                self._put(value, self._leaf(value))
                continue
            if op not in entered:
                entered.add(op)
                missing = [operand for operand in op._operands if operand.type is not CONTROL and operand not in known]
                if missing:
                    stack += missing
                    continue
            self._visit(op)
            if value not in known:
                self._put(value, self._leaf(value))

    def _put(self, value: Value, shape) -> None:
        self._known[value] = Known(shape, getattr(value.type, "element", value.type), lambda: self._content(value))

    def _leaf(self, value: Value):
        """What stands in the IR itself, or was assumed of a loop."""
        if value in self._assumed:
            return self._assumed[value]
        if value in self.item.fed:
            return self._of_feed(self.item.fed[value]) if self.item.trust_feed_shapes else None
        return named(value.type.shape) if isinstance(value.type, TensorType) else None

    def _of_feed(self, value: Value):
        declared = value.op.attributes.get("shape")
        shape = value.type.shape if isinstance(value.type, TensorType) else None
        return named(declared.shape if shape is None and isinstance(declared, ShapeAttr) else shape)

    def _visit(self, op: Operation) -> None:
        operands = [value for value in op._operands if value.type is not CONTROL]
        if any([operand not in self._known for operand in operands]):
            return  # a cycle that no loop of Merge and NextIteration makes
        for value, shape in zip(op.results, self._shapes_of_results(op, operands)):
            if value.type is CONTROL or value in self._known:
                continue
            if isinstance(shape, TensorType):
                shape = named(shape.shape)
            if value in self._assumed:
                shape = self._assumed[value]
            elif isinstance(value.type, TensorType) and value.type.shape is not None:
                shape = merged(shape, value.type.shape)
            self._put(value, shape)

    def _shapes_of_results(self, op: Operation, operands):
        if op.name in PASSING:
            return [self._known[operands[0]].shape] * len(op.results)
        if op.name in MERGES:
            shape = self._known[operands[0]].shape
            for operand in operands[1:]:
                shape = join(shape, self._known[operand].shape)
            return [shape, ()]
        if op.name == "tfg.ReadVariableOp":
            return [variable_shape(operands[0])]
        definition = lookup(op.name)
        if definition is None or definition.semantics is None:
            return [None] * len(op.results)
        try:
            return infer(op, definition, [self._known[operand] for operand in operands]) or [None] * len(op.results)
        except Error:
            self._refused.add(op)
            return [None] * len(op.results)

    def _content(self, value: Value):
        """A constant's elements; the numbers of an integer tensor that is computed from shapes, symbols among them; else None."""
        op = value.owner
        if op.__class__ is not Operation or op in self._following or len(self._following) > MOST_STEPS:
            return None
        if "value" in op.attributes:
            return elements_of(value)
        definition = lookup(op.name)
        if definition is None or definition.semantics is None or getattr(value.type, "element", None) not in (I32, I64):
            return None
        self._following.add(op)
        try:
            found = propagate_values(op, definition, [self.known(operand) for operand in op._operands if operand.type is not CONTROL])
        except Error:
            return None
        finally:
            self._following.discard(op)
        return None if found is None else found[value.index]

    # Loops

    def _solve_loops(self) -> None:
        """Assumes that each loop variable keeps its first shape, and gives up what turns out to change."""
        loops = {}
        for op in self.item.nodes():
            if op.name in MERGES:
                back = [value for value in op._operands if value.type is not CONTROL and is_back_edge(value)]
                if back:
                    loops[op] = back
        if not loops:
            return
        for op in loops:
            self._assumed[op.results[0]] = None
        for op, back in loops.items():
            entering = [value for value in op._operands if value.type is not CONTROL and value not in back]
            self._assumed[op.results[0]] = self._find_and_get(entering[0]) if len(entering) == 1 else None
        widened: set = set()
        for _ in range(MOST_ROUNDS):
            self._known.clear()
            if not [op for op, back in loops.items() if self._widen(op.results[0], back, widened)]:
                return
        for value in self._assumed:
            self._assumed[value] = None
        self._known.clear()

    def _find_and_get(self, value: Value):
        self._find(value)
        return self._known[value].shape

    def _widen(self, value: Value, back, widened: set) -> bool:
        """Whether what comes back differs from what was assumed; the assumption is then weakened."""
        shape = self._assumed[value]
        for each in back:
            returned = self._find_and_get(each.op._operands[0])
            if shape is None:
                return False
            if returned is None or len(returned) != len(shape):
                self._assumed[value] = None
                return True
            changing = [a != b and a not in widened for a, b in zip(shape, returned)]
            if any(changing):
                fresh_sizes = [fresh() if changes else size for size, changes in zip(shape, changing)]
                widened.update(size for size, changes in zip(fresh_sizes, changing) if changes)
                self._assumed[value] = tuple(fresh_sizes)
                return True
        return False


def merged(shape, declared):
    """The better of what was inferred and what the IR declares."""
    if shape is None or len(shape) != len(declared):
        return named(declared)
    return tuple([size if known is None else known for size, known in zip(shape, declared)])


def variable_shape(handle: Value):
    """The shape of a resource variable, which its handle's op declares."""
    declared = handle.op.attributes.get("shape") if handle.op is not None and handle.op.name == "tfg.VarHandleOp" else None
    return named(declared.shape) if isinstance(declared, ShapeAttr) else None
