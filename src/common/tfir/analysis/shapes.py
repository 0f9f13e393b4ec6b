"""Shapes of a program's values, by one data-flow analysis: see docs/analysis.md.

A value's state is its `AbstractValue`: a shape whose unknown sizes are symbols, an element type, and its content as far as shapes
may depend on it. An op's transfer function is its `infer`. What goes round in a loop is assumed to keep the shape that it comes in
with; sizes that turn out to change become symbols of their own, and what follows from them is visited again, until nothing changes.
"""

from __future__ import annotations

from tfir.analysis.contents import Contents
from tfir.analysis.slices import forward_slice
from tfir.dialects import has_trait, lookup
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType, Type
from tfir.ods.binding import element_type
from tfir.ods.control import data_operands, data_results
from tfir.ods.inference import AbstractValue, infer, refined
from tfir.ods.shapes import Shape, Symbol, anonymous, fresh, join, merge, named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tfir.analysis.contents import ResultContents
    from tfir.ods.inference import Inferred


class ShapePolicy:
    """The points in which clients of the analysis differ. This one uses all known facts, and skips ops that reject their operands: their
    results are as declared."""

    is_strict = False  # an op that refuses its operands, or that is declared otherwise, is an error
    is_lazy = False  # a value is found when it is asked for, with all that it comes from; else in the order of `run`
    evaluates = True  # contents are computed by `evaluate` where following sizes does not tell them

    def leaf(self, value: Value) -> Shape:
        """The shape of a value that no visited op makes."""
        return declared_shape(value)

    def declared(self, result: Value) -> Shape:
        """The declared shape that a result is assumed to have besides the inferred one."""
        return declared_shape(result)

    def transfer(self, analysis: ShapeAnalysis, op: Operation, operands: list[AbstractValue]) -> Sequence[Inferred] | None:
        """The results that an op infers from its operands: for each a shape, a tensor type, an abstract value, or None. Raises `Error`."""
        definition = lookup(op.name)
        return None if definition is None else infer(op, definition, operands)

    def follows(self, op: Operation) -> bool:
        """Whether contents are followed through the op."""
        return True

    def known_content(self, analysis: ShapeAnalysis, op: Operation, contents: ResultContents) -> ResultContents:
        """The part of an op's computed contents that the client may use."""
        return contents


class StrictPolicy(ShapePolicy):
    """Ops that refuse their operands, or results that are declared otherwise, are errors."""

    is_strict = True


DEFAULT, STRICT = ShapePolicy(), StrictPolicy()


class ShapeAnalysis:
    """Value -> `AbstractValue`. `given` are shapes of values that the caller knows better. `refused` are the ops that objected
    to their operands, where that is no error."""

    def __init__(self, policy: ShapePolicy = DEFAULT, given: dict[Value, Shape] | None = None) -> None:
        self.policy, self.given = policy, given or {}
        self.refused: set[Operation] = set()
        self._states: dict[Value, AbstractValue] = {}
        self._contents = Contents(self)
        self._assumed: dict[Operation, Shape] = {}  # of merges that begin loops
        self._varying: set[Symbol] = set()  # sizes that are another number each turn

    def __getitem__(self, value: Value) -> AbstractValue:
        """The state of a value; looked for where it has none yet."""
        state = self._states.get(value)
        if state is None:
            if self.policy.is_lazy:
                self._demand(value)
            else:
                self.update(value, self._met(value, self.policy.leaf(value)))
            state = self._states[value]
        return state

    def __contains__(self, value: Value) -> bool:
        return value in self._states

    def update(self, value: Value, shape: Shape, element: Type | None = None) -> None:
        """From now on the value has this shape."""
        op, index = value.op, value.index
        find = None if op is None else lambda: self._contents.of(op, index)
        self._states[value] = AbstractValue(shape, element or element_type(value.type), find)

    def assume(self, value: Value, state: AbstractValue) -> None:
        """Lets the value have a state that was found elsewhere."""
        self._states[value] = state

    def forget(self, value: Value) -> None:
        """Lets the state of a value be looked for again."""
        self._states.pop(value, None)

    # One op

    def visit(self, op: Operation) -> None:
        """Finds the states of an op's results from those of its operands."""
        self._contents.forget(op)
        inferred = self._transferred(op)
        for index, result in enumerate(data_results(op)):
            self.refine(result, inferred[index] if index < len(inferred) else None)

    def _transferred(self, op: Operation) -> Sequence[Inferred]:
        if op in self._assumed:
            return self._assumed[op], ()
        operands = [self[value] for value in data_operands(op)]
        try:
            return self.policy.transfer(self, op, operands) or ()
        except Error:
            if self.policy.is_strict:
                raise
            self.refused.add(op)
            return ()

    def refine(self, result: Value, inferred: Inferred) -> None:
        """Gives a result the state that was inferred, met with what else is believed of it."""
        element = None
        if isinstance(inferred, TensorType):
            shape, element = named(inferred.shape), inferred.element
        elif isinstance(inferred, AbstractValue):
            shape, element = inferred.shape, inferred.element
        elif isinstance(inferred, Type):
            shape, element = None, inferred
        else:
            shape = inferred
        self.update(result, self._met(result, self._agreed(result, shape, self.policy.declared(result))), element)

    def _met(self, value: Value, shape: Shape) -> Shape:
        return self._agreed(value, shape, named(self.given[value])) if value in self.given else shape

    def _agreed(self, result: Value, inferred: Shape, believed: Shape) -> Shape:
        """The meet of two shapes. Where they contradict each other, the believed one, unless that is an error."""
        if believed is None or inferred == believed:
            return inferred
        try:
            return merge(inferred, believed)
        except Error:
            if not self.policy.is_strict:
                return believed
            made = TensorType(anonymous(inferred), element_type(result.type))
            text = f"result {result.index} is declared as {result.type}, but its operands make it {made}"
            raise (Error(text) if result.op is None else Error.on(result.op, text)) from None

    def _demand(self, demanded: Value) -> None:
        """Visits all that a value comes from and that was not visited. A cycle that no loop makes is cut where it is met."""
        stack, entered, states = [demanded], set[Operation](), self._states
        while stack:
            value = stack[-1]
            if value in states:
                stack.pop()
                continue
            op = value.op
            if op is None:
                self.update(value, self._met(value, self.policy.leaf(value)))
                continue
            missing = [operand for operand in data_operands(op) if operand not in states]
            if missing and op not in entered:
                entered.add(op)
                stack += missing
            elif missing:
                self.update(value, self.policy.leaf(value))
            else:
                self.visit(op)
                if value not in states:
                    self.update(value, self.policy.leaf(value))

    # Many ops, and loops

    def run(self, ops: Iterable[Operation]) -> ShapeAnalysis:
        """Visits ops, which stand in topological order but for the back edges of loops, until nothing changes."""
        ops, headers = list(ops), list[Operation]()
        for op in ops:
            if op.name.endswith("Merge") and has_trait(op, "merge") and self._goes_round(op):
                self._assume(op)
                headers.append(op)
            self.visit(op)
        while changed := [op for op in headers if self._widen(op)]:
            behind = forward_slice(changed)
            for op in ops:
                if op in behind:
                    self.visit(op)
        return self

    def _goes_round(self, op: Operation) -> bool:
        return any([value not in self._states and value.op is not None for value in data_operands(op)])

    def _assume(self, op: Operation) -> None:
        """Assumes that the value of a merge that begins a loop has the shape of the entering value."""
        entering = [self._states[value].shape for value in op.operands if value in self._states]
        shape = entering[0] if entering else None
        for other in entering[1:]:
            shape = join(shape, other)
        self._assumed[op] = shape

    def _widen(self, op: Operation) -> bool:
        """Weakens the assumed shape of a loop's value by all inputs of its Merge; whether that changed it. A size is widened once, a rank
        once, so that this comes to an end."""
        shape = self._assumed[op]
        for operand in data_operands(op):
            shape = widened(shape, self[operand].shape, self._varying)
        changed = shape != self._assumed[op]
        self._assumed[op] = shape
        return changed


def declared_shape(value: Value) -> Shape:
    """The shape that a value's type says, each unknown size a symbol of its own."""
    return named(value.type.shape) if isinstance(value.type, TensorType) else None


def widened(shape: Shape, other: Shape, varying: set[Symbol]) -> Shape:
    """A loop value's shape, where `other` is the shape on its back edge: sizes that differ become symbols that mean another number each
    turn. These are added to `varying`; sizes in it may differ."""
    if shape is None or other is None or len(other) != len(shape):
        return None
    sizes = [size if size in varying or size == came else fresh() for size, came in zip(shape, other)]
    varying.update([new for new, old in zip(sizes, shape) if new is not old and isinstance(new, Symbol)])
    return tuple(sizes)


# Types as a lattice, for who writes down what was found


def meet_types(declared: Type, other: Type) -> Type:
    """The better of two types of one value; the declared one where they cannot be compared."""
    if not isinstance(declared, TensorType) or not isinstance(other, TensorType) or declared.element is not other.element:
        return declared
    try:
        return refined(declared, merge(named(declared.shape), named(other.shape)))
    except Error:
        return declared


def join_types(one: Type, other: Type) -> Type:
    """The type of a value that may have either type."""
    if one is other or not isinstance(one, TensorType) or not isinstance(other, TensorType):
        return one
    return refined(one, join(named(one.shape), named(other.shape)))


def fixpoint(types: list[Type], go_round: Callable[[list[Type]], list[Type]]) -> list[Type]:
    """The types of a loop's values in every iteration: those of its operands, joined with the results of `go_round`, the body, until they
    no longer change."""
    while (joined := [join_types(one, other) for one, other in zip(types, go_round(types))]) != types:
        types = joined
    return types
