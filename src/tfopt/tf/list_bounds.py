"""Elements that a list of known length does not have: a program that asks for one ends with TensorFlow's message, since a tensor would give another
element, or take none.

Constant indices are looked at here. Of one that is computed the program asserts that it lies inside, but not in loops, where each trip would ask the host: there
only where counting shows that some trip is outside, and in front of loops whose trips a number counts, or of such inside of each other (`loop_reach.py`).
"""

from __future__ import annotations

from functools import cached_property

from tfir.analysis.call_graph import call_sites, reached_functions
from tfir.analysis.effects import OF_ARRAY
from tfir.dialects import has_trait
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ods.inference import constant_of

from tfopt.arithmetic.assertions import build_misuse
from tfopt.tf.growing_lists import GATHERED, READ, SCATTERED, WRITTEN, Ops
from tfopt.tf.list_lengths import GATHER, SCATTER, SET
from tfopt.tf.loop_bounds import Loop, loop_of, source, whole
from tfopt.tf.loop_reach import assert_reach, is_proved, nest_of, steady_ends, trips_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfopt.tf.list_facts import Lists
    from tfopt.tf.loop_reach import Steady

GET = "tf.TensorListGetItem"
WRITING = (SET, SCATTER, "tf.TensorScatterUpdate")
# Which operand of an op says which elements it means, and the messages for one that there is not, of a list and of an array
INDICES = {
    GET: (1, READ, "Tried to read from index {0} but array size is: {1}"),
    GATHER: (1, GATHERED, "Tried to read from index {0} but array size is: {1}"),
    SET: (1, WRITTEN, "Tried to write to index {0} but array is not resizeable and size is: {1}"),
    SCATTER: (2, SCATTERED, "Tried to write to index {0} but array is not resizeable and size is: {1}"),
}


class ListBounds:
    """`of_open_lists` are the ops on lists whose length only the program knows."""

    def __init__(self, lists: Lists, of_open_lists: list[Operation]):
        self.lists, self.symbols = lists, lists.symbols
        self.open = {op: lists.made_lengths(lists.leader(op.operands[0])) for op in of_open_lists if op.name in INDICES}

    def check(self, op: Operation, length: int | None) -> None:
        """Asserts in front of an op that a list of so many elements has those that are asked for; of a loop whose trips numbers count, in front of
        that. Of None the tensor has as many rows as the list elements."""
        if op.name not in INDICES or op.get("resize_if_index_out_of_bounds"):
            return
        if op.name == SCATTER and OF_ARRAY not in op.attributes:  # a list has then as many as its rows need
            length = self.lists.length(op.results[0])
        indices, message = op.operands[INDICES[op.name][0]], words(op)
        for loop in self.loops.get(op.parent_op, ()):
            for reached in steady_ends(loop, indices):
                if loop.op.parent_op not in self.repeated and not loop.trips()[0]:
                    self.check_loop(loop, op, reached, length, message)
                for nest in self.nests([loop]):
                    self.check_nest(nest, op, reached, length, message)
        if length is None:
            return
        numbers = constant_of(indices)
        if numbers is not None:
            outside = [number for number in numbers.ravel().tolist() if not 0 <= number < length]
            if outside:
                build_misuse(Builder.before(op), message.replace("{0}", str(outside[0])).replace("{1}", str(length)))
        elif self.is_told(op, indices, length):
            ops = Ops(Builder.before(op))
            (ops.check_inside if indices.type.shape == () else ops.check_all_inside)(indices, ops.constant(length), message)

    def check_loop(self, loop: Loop, op: Operation, reached: Steady, length: int | None, message: str) -> None:
        """Asserts what a loop asks for where an index goes on steadily, unless sizes prove it."""
        trips, held = trips_of(loop), self.begun_with(loop, op.operands[0])
        if trips is None or length is None and held is None:
            return
        lengths = {length} if length is not None else self.open[op]
        if lengths and all([rows is not None and is_proved(reached, trips, rows, self.lists.shapes) for rows in lengths]):
            return
        ops = Ops(Builder.before(loop.op))
        assert_reach(ops, reached, trips, ops.constant(length) if length is not None else ops.length(held), message)

    def nests(self, inner: list[Loop]) -> Iterator[list[Loop]]:
        """Loops, the outermost first, each in the body of the one before, and these ones in the last."""
        for outer in self.loops.get(inner[0].op.parent_op, ()):
            if outer not in inner:
                yield [outer, *inner]
                yield from self.nests([outer, *inner])

    def check_nest(self, loops: list[Loop], op: Operation, reached: Steady, length: int | None, message: str) -> None:
        """The same of loops inside of each other, where the index goes on steadily in all: asserted in front of the outermost."""
        if loops[0].op.parent_op in self.repeated:
            return
        nest, held = nest_of(loops, reached), op.operands[0]
        for loop in reversed(loops):
            held = None if held is None else self.begun_with(loop, held)
        if nest is None or length is None and held is None:
            return
        lengths = {length} if length is not None else self.open[op]
        if lengths and all([rows is not None and nest.is_proved(rows, self.lists.shapes) for rows in lengths]):
            return
        ops = Ops(Builder.before(loops[0].op))
        nest.check(ops, ops.constant(length) if length is not None else ops.length(held), message)

    def begun_with(self, loop: Loop, held: Value) -> Value | None:
        """The tensor in front of a loop that a list of its body is there as, where trips write to its rows at most."""
        held = self.written_to(held)
        if held.op is not None or held.owner is not loop.body.body or self.written_to(loop.returned(held.index)) is not held:
            return None
        return loop.op.operands[held.index]

    def written_to(self, held: Value) -> Value:
        """The list that ops and loops have written elements of, one after the other."""
        held = source(held)
        while held.op is not None:
            if held.op.name in WRITING:
                held = source(held.op.operands[0])
            elif (loop := self.loop_at.get(held.op)) and (before := self.begun_with(loop, loop.returned(held.index))) is not None:
                held = source(before)
            else:
                break
        return held

    def is_told(self, op: Operation, indices: Value, length: int) -> bool:
        function = op.parent_op
        loops = self.loops.get(function)
        return (
            function not in self.repeated
            if loops is None
            else any([is_outside(loop, reached, length) for loop in loops for reached in steady_ends(loop, indices)])
        )

    @cached_property
    def loops(self) -> dict[Operation, list[Loop]]:
        """The loops that a function is the body of."""
        loops: dict[Operation, list[Loop]] = {}
        for op in self.symbols.op.walk():
            if has_trait(op, "loop") and call_sites(op) and (loop := loop_of(op, self.symbols)) is not None:
                loops.setdefault(loop.body, []).append(loop)
        return loops

    @cached_property
    def loop_at(self) -> dict[Operation, Loop]:
        return {loop.op: loop for loops in self.loops.values() for loop in loops}

    @cached_property
    def repeated(self) -> set[Operation]:
        """The functions that loops run."""
        functions = {op.get("sym_name"): op for op in self.symbols.op.body if op.name == "func.func"}
        return {*reached_functions([loop.op for loops in self.loops.values() for loop in loops], functions)}


def words(op: Operation) -> str:
    _, of_list, of_array = INDICES[op.name]
    return f"TensorArray {op.get(OF_ARRAY)}: {of_array}" if OF_ARRAY in op.attributes else of_list


def is_outside(loop: Loop, reached: Steady, length: int) -> bool:
    """Whether a number that goes on steadily leaves a list in one of the trips that there are at least."""
    least, _ = loop.trips()
    parts = [factor * number for factor, term in reached.terms if (number := term if isinstance(term, int) else whole(term)) is not None]
    if not least or len(parts) < len(reached.terms):
        return False
    ends = sum(parts), sum(parts) + reached.step * (least - 1)
    return min(ends) < 0 or max(ends) >= length
