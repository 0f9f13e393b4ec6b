"""Gradients of tensor arrays as arrays of their own: those whose elements have sizes in front of those of the array (`TensorArrayGradWithShape`),
and those of arrays that grow.

Such elements cannot lie behind the array's in one list, which has elements of one shape, and whose end would move. So beside each array that has
such gradients another is made, for each source one, and its handle goes wherever that of the array goes: through calls, branches and loops. What
makes an array longer makes the one beside it longer, by zeros.
"""

from __future__ import annotations

from typing import NamedTuple

from tfir.analysis.call_graph import CallSite, call_sites
from tfir.dialects import has_trait
from tfir.dialects.tf_type import ShapeAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable

from tfopt.tf.arithmetic import built
from tfopt.tf.retyping import forget_types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

SHAPED = "tf.TensorArrayGradWithShape"
PASSED_ON = {"tf.Identity", "tf.IdentityN"}
ITEMS = {"tf.TensorArrayWriteV3": 2, "tf.TensorArrayScatterV3": 2, "tf.TensorArraySplitV3": 1}  # which operand of an op is written


def give_gradients_arrays(module: Operation, symbols: SymbolTable, ops: Iterable[Operation], writes: Iterable[Operation]) -> GivenArrays:
    """Puts the handles of such arrays in place of what these ops give. `writes` are the ops that may make an array with gradients longer."""
    by_source: dict[str, ArraysBeside] = {}
    for op in ops:
        source = op.get("source", "")
        beside = by_source.setdefault(source, ArraysBeside(module, symbols))
        op.replace_with([beside.of(op.operands[0]), op.operands[1]])
    longer = [beside.extended_by(write) for write in writes for beside in by_source.values()]
    return GivenArrays([op for beside in by_source.values() for op in beside.made], longer)


class GivenArrays(NamedTuple):
    """The ops that make the arrays, to whose elements is added what is written to them, and the writes that make them longer."""

    makers: list[Operation]
    longer: list[Operation]


class ArraysBeside:
    """For each handle of an array the handle of another of as many elements: of any shape, or where arrays grow, of the same. `made` are the
    ops that make these."""

    def __init__(self, module: Operation, symbols: SymbolTable):
        self.symbols = symbols
        self.made: list[Operation] = []
        self.beside: dict[Value, Value] = {}
        self.callers: dict[Operation, list[CallSite]] = {}
        for op in module.walk():
            for site in call_sites(op):
                self.callers.setdefault(symbols.get(site.reference), []).append(site)

    def of(self, handle: Value) -> Value:
        if handle not in self.beside:
            if handle.op is None:
                self.extend(handle)
            elif has_trait(handle.op, "loop") or handle.op.name in PASSED_ON:
                self.beside[handle] = self.of(handle.op.operands[handle.index])
            else:
                self.make(handle)
        return self.beside[handle]

    def make(self, handle: Value) -> None:
        array = handle.op
        of_any_shape = {} if array.get("dynamic_size") else {"element_shape": ShapeAttr(None)}
        attributes = {**array.attributes, **of_any_shape}
        made = Builder.after(array).create(array.name, array.operands, [result.type for result in array.results], attributes)
        self.made.append(made)
        self.beside[handle] = made.results[0]

    def extended_by(self, write: Operation) -> Operation:
        """A write of zeros to the array beside the one that an op writes to, at the same places."""
        operands, at, builder = [*write.operands], ITEMS[write.name], Builder.after(write)
        operands[0], operands[at] = self.of(operands[0]), built(builder, "tf.ZerosLike", [operands[at]], {})
        return builder.create(write.name, operands, [result.type for result in write.results], dict(write.attributes))

    def extend(self, argument: Value) -> None:
        """Adds an argument behind the others to the function, and to all that are called where it is; then each call passes another operand."""
        at = argument.index
        functions, sites = self.called_together(argument.owner.parent_op)
        for function in functions:
            given = function.body.arguments[at]
            self.beside[given] = function.body.add_argument(given.type)
        for op in dict.fromkeys([site.op for site in sites]):
            operands = call_sites(op)[0].operands
            op.set_operands([*op.operands, self.of(operands[at])])
            if has_trait(op, "loop"):
                op.add_results([operands[at].type])
                body = self.symbols.get(call_sites(op)[-1].reference).body
                if len(body.last.operands) < len(op.results):  # no other loop has it too
                    body.last.set_operands([*body.last.operands, self.beside[body.arguments[at]]])
            forget_types(op)

    def called_together(self, function: Operation) -> tuple[list[Operation], list[CallSite]]:
        """The functions that are called by ops that call this one, or one of these in turn, and all of their call sites."""
        functions, sites = [function], list[CallSite]()
        for one in functions:
            for site in self.callers.get(one, ()):
                sites.append(site)
                others = [self.symbols.get(other.reference) for other in call_sites(site.op)]
                functions += [other for other in dict.fromkeys(others) if other not in functions]
        return functions, sites
