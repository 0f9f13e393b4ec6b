"""Which operands are bufferized in place: those whose memory no later reader expects as it was, and that may be written at all.

Operations are gone through from the last to the first. Values that may lie in one memory are in one set; those that are the same memory
from its start on are equivalent.
"""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ir.dominance import Dominance
from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType

from tfopt.bufferization.conflicts import would_conflict, would_mislead_readers, would_write_constant
from tfopt.bufferization.copies import Copies
from tfopt.bufferization.models import UNKNOWN, Model, operand, owner_of, tensor_uses, uses_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tfopt.bufferization.functions import FunctionFacts
    from tfopt.bufferization.models import Alias, Use
    from tfopt.bufferization.options import Options


class Sets:
    """Disjoint sets of values, each of which is alone at first."""

    def __init__(self) -> None:
        self._of: dict[Value, list[Value]] = {}

    def of(self, value: Value) -> list[Value]:
        return self._of.setdefault(value, [value])

    def join(self, one: Value, other: Value) -> None:
        small, large = sorted((self.of(one), self.of(other)), key=len)
        if small is not large:
            large += small
            self._of.update(dict.fromkeys(small, large))

    def are_joined(self, one: Value, other: Value) -> bool:
        return self.of(one) is self.of(other)


class Analysis:
    """What is decided. Without `decides` nothing is known of aliases, and whatever is written to is copied before."""

    def __init__(self, root: Operation, options: Options, functions: FunctionFacts | None = None, decides: bool = True):
        self.options, self.functions, self.decides = options, functions, decides
        self.copies = Copies(self)
        self.aliases, self.equivalent = Sets(), Sets()
        self.in_place: set[Use] = set()
        self.undefined: set[Use] = set()
        self.dominance = Dominance(lambda region: False)
        self._definitions: dict[Use, list[Value]] = {}
        for op in root.walk() if decides else ():
            if options.model_of(op) is not None:
                for use in tensor_uses(op):
                    if self.model(op).must_be_in_place(use):
                        self.put_in_place(use)

    def model(self, op: Operation) -> Model:
        return self.options.model_of(op) or UNKNOWN

    # What ops do

    def reads(self, use: Use) -> bool:
        return self.model(use[0]).reads(self, use)

    def writes(self, use: Use) -> bool:
        return self.model(use[0]).writes(self, use)

    def results_in(self, use: Use) -> list[Alias]:
        return self.model(use[0]).results_in(self, use)

    def operands_of(self, value: Value) -> list[Alias]:
        return self.model(owner_of(value)).operands_of(self, value)

    def defines(self, value: Value) -> bool:
        return value.op is None or self.model(value.op).defines(self, value)

    def is_writable(self, value: Value) -> bool:
        return self.model(owner_of(value)).is_writable(value)

    def is_read(self, value: Value) -> bool:
        """Whether something reads a value, through views of it or itself."""
        pending, seen = list(uses_of(value)), set[object]()
        while pending:
            use = pending.pop()
            if self.reads(use):
                return True
            if use not in seen and not self.writes(use):
                pending += [each for alias in self.results_in(use) for each in uses_of(alias.value)]
            seen.add(use)
        return False

    def is_written(self, value: Value) -> bool:
        return any([self.is_in_place(use) and self.writes(use) for alias in self.aliases.of(value) for use in uses_of(alias)])

    # What is decided

    def is_in_place(self, use: Use) -> bool:
        if use[0].name == "bufferization.to_buffer":
            return True
        return use in self.in_place if self.decides else not self.writes(use)

    def are_equivalent(self, one: Value, other: Value) -> bool:
        return self.decides and self.equivalent.are_joined(one, other)

    def put_in_place(self, use: Use) -> None:
        self.in_place.add(use)
        for alias in self.results_in(use):
            self.aliases.join(alias.value, operand(use))

    # What was written before

    def found_behind(self, use: Use, is_found: Callable[[Value], bool], leaves: bool = True) -> list[Value]:
        """The values nearest to a use, itself among them, that are looked for, against the flow of memory; with `leaves` the ends of ways
        on which there is none."""
        nearest: dict[Value, None] = {}
        pending, seen = [use], set[Value]()
        while pending:
            value = operand(pending.pop())
            if value in seen:
                continue
            seen.add(value)
            sources = [] if is_found(value) or self.options.model_of(owner_of(value)) is None else self.operands_of(value)
            if is_found(value) or (not sources and leaves):
                nearest[value] = None
            pending += [source.use for source in sources]
        return list(nearest)

    def definitions(self, use: Use) -> list[Value]:
        if use not in self._definitions:
            self._definitions[use] = self.found_behind(use, self.defines, leaves=False)
        return self._definitions[use]

    def may_leave_copy_empty(self, use: Use) -> bool:
        """Whether what lies in the memory of a use is nothing that is read of a copy of it."""
        if use in self.undefined:
            return True
        reads = self.reads(use)
        if reads:
            return False
        return self.writes(use) or not any([self.is_read(alias.value) for alias in self.results_in(use)])

    # Deciding

    def decide(self, root: Operation) -> None:
        ops = [op for op in root.walk(post_order=True) if any([isinstance(each.type, TensorType) for each in (*op.operands, *op.results)])]
        self._join_shared(ops)
        check_before(ops, self)
        for op in reversed(ops):
            for use in tensor_uses(op):
                if use not in self.in_place and not would_conflict(use, self):
                    self.put_in_place(use)
        for op in ops:
            if self.options.model_of(op) is not None:
                self._find_equivalent(op)
        self._find_undefined(ops)
        for op in root.walk(post_order=True):
            self.model(op).check(op, self)

    def _join_shared(self, ops: list[Operation]) -> None:
        for group in [group for op in ops for group in self.model(op).shared(self, op)]:
            for value in group[1:]:
                self.aliases.join(group[0], value)

    def _find_equivalent(self, op: Operation) -> None:
        for result in [each for each in op.results if isinstance(each.type, TensorType)]:
            sources = self.operands_of(result)
            same = [source for source in sources if source.is_equivalent and self.is_in_place(source.use)]
            definite = next((source for source in same if source.is_definite), None)
            if definite is None and same and len(same) == len(sources) and not self.model(op).allocates:
                first = operand(same[0].use)
                definite = same[0] if all([self.are_equivalent(operand(each.use), first) for each in same]) else None
            if definite is not None:
                self.equivalent.join(result, operand(definite.use))

    def _find_undefined(self, ops: list[Operation]) -> None:
        for op in [each for each in ops if self.options.model_of(each) is not None]:
            for result in [each for each in op.results if isinstance(each.type, TensorType)]:
                uses = list(uses_of(result))
                if uses and not self.definitions(uses[0]):
                    self.undefined.update(uses)


def check_before(ops: list[Operation], state: Analysis) -> None:
    """Raises Error for tensors that are made of buffers that others may share, and for what must be in place and cannot."""
    for op in ops:
        is_shared = op.name == "bufferization.to_tensor" and "restrict" not in op.attributes and op.result.uses
        if is_shared and state.options.allows(op):
            raise Error.on(op, "to_tensor ops without `restrict` are not supported by One-Shot Analysis")
    for use in [use for op in ops if state.options.model_of(op) is not None for use in tensor_uses(op)]:
        reason = conflict_before(use, state)
        if reason is not None:
            raise Error.on(use[0], f"not bufferizable under the given constraints: {reason}")


def conflict_before(use: Use, state: Analysis) -> str | None:
    if would_mislead_readers(use, state, is_decided=True):
        return "cannot avoid RaW conflict"
    if state.is_in_place(use) and would_write_constant(use, state, is_decided=True):
        return "would write to read-only buffer"
    return None
