"""Elements that a list of known length does not have: a program that asks for one ends with TensorFlow's message, since a tensor would give another
element, or take none.

Constant indices are looked at here. Of one that is computed the program asserts that it lies inside, but not in loops, where each trip would ask the host: there
only where counting shows that some trip is outside.
"""

from __future__ import annotations

from functools import cached_property

from tfir.analysis.call_graph import call_sites, reached_functions
from tfir.analysis.effects import OF_ARRAY
from tfir.dialects import has_trait
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable
from tfir.ods.inference import constant_of

from tfopt.arithmetic.assertions import build_misuse
from tfopt.tf.growing_lists import GATHERED, READ, SCATTERED, WRITTEN, Ops
from tfopt.tf.list_lengths import GATHER, SCATTER, SET
from tfopt.tf.loop_bounds import Loop, loop_of

GET = "tf.TensorListGetItem"
# Which operand of an op says which elements it means, and the messages for one that there is not, of a list and of an array
INDICES = {
    GET: (1, READ, "Tried to read from index {0} but array size is: {1}"),
    GATHER: (1, GATHERED, "Tried to read from index {0} but array size is: {1}"),
    SET: (1, WRITTEN, "Tried to write to index {0} but array is not resizeable and size is: {1}"),
    SCATTER: (2, SCATTERED, "Tried to write to index {0} but array is not resizeable and size is: {1}"),
}


class ListBounds:
    def __init__(self, symbols: SymbolTable):
        self.symbols = symbols

    def check(self, op: Operation, length: int | None) -> None:
        """Asserts in front of an op that a list of so many elements has those that are asked for."""
        if op.name not in INDICES or length is None or op.get("resize_if_index_out_of_bounds"):
            return
        indices, message = op.operands[INDICES[op.name][0]], words(op)
        numbers = constant_of(indices)
        if numbers is not None:
            outside = [number for number in numbers.ravel().tolist() if not 0 <= number < length]
            if outside:
                build_misuse(Builder.before(op), message.replace("{0}", str(outside[0])).replace("{1}", str(length)))
        elif self.is_told(op, indices, length):
            ops = Ops(Builder.before(op))
            (ops.check_inside if indices.type.shape == () else ops.check_all_inside)(indices, ops.constant(length), message)

    def is_told(self, op: Operation, indices: Value, length: int) -> bool:
        function = op.parent_op
        loops = self.loops.get(function)
        return function not in self.repeated if loops is None else any([is_outside(loop, indices, length) for loop in loops])

    @cached_property
    def loops(self) -> dict[Operation, list[Loop]]:
        """The loops that a function is the body of."""
        loops: dict[Operation, list[Loop]] = {}
        for op in self.symbols.op.walk():
            if has_trait(op, "loop") and call_sites(op) and (loop := loop_of(op, self.symbols)) is not None:
                loops.setdefault(loop.body, []).append(loop)
        return loops

    @cached_property
    def repeated(self) -> set[Operation]:
        """The functions that loops run."""
        functions = {op.get("sym_name"): op for op in self.symbols.op.body if op.name == "func.func"}
        return {*reached_functions([loop.op for loops in self.loops.values() for loop in loops], functions)}


def words(op: Operation) -> str:
    _, of_list, of_array = INDICES[op.name]
    return f"TensorArray {op.get(OF_ARRAY)}: {of_array}" if OF_ARRAY in op.attributes else of_list


def is_outside(loop: Loop, index: Value, length: int) -> bool:
    """Whether a number that goes on steadily leaves a list in one of the trips that there are at least."""
    steps, (least, _) = loop.progression(index), loop.trips()
    if steps is None or not least:
        return False
    first, step = steps
    ends = first, first + step * (least - 1)
    return min(ends) < 0 or max(ends) >= length
