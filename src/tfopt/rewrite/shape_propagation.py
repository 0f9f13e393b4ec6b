"""One walk over a function: every op's `infer` is asked, constants are folded, better types are written down.

Passes differ in how they follow calls, in what may be refined and in what is folded: methods of classes of their own.
"""

from __future__ import annotations

from tfir.analysis.call_graph import CallSite, call_sites, sites
from tfir.analysis.effects import effects_of
from tfir.analysis.shapes import STRICT, ShapeAnalysis, ShapePolicy, fixpoint, meet_types
from tfir.dialects import has_trait, lookup
from tfir.ir.builder import Builder
from tfir.ir.dense import ElementsAttr
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import IntegerType, TensorType, Type
from tfir.ods.dialect import OpDefinition
from tfir.ods.functions import retype
from tfir.ods.inference import declared_elements, refined
from tfir.ods.shapes import anonymous

from tfopt.rewrite.folding import fold
from tfopt.rewrite.rewriter import constant_op_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


CONSTANT = "stablehlo.constant"


class ShapePropagation:
    """The shapes known so far, and the functions already walked."""

    def __init__(self, policy: ShapePolicy = STRICT):
        self.shapes = ShapeAnalysis(policy)
        self.done: set[Operation] = set()

    def function(self, function: Operation) -> None:
        """Walks a function and writes its types into its signature. One that is being walked already is left alone."""
        if function in self.done:
            return
        self.done.add(function)
        for block in function.region.blocks:
            self.block(block)
        returned = function.region.blocks[-1].terminator
        has_values = returned is not None and returned.name == "func.return"
        retype(function, None if has_values else function.attributes["function_type"].type.results)

    def block(self, block: Block) -> None:
        for op in block:
            self.operation(op)

    def operation(self, op: Operation) -> None:
        if op.name == "stablehlo.while":
            self.enter(op)
        for region in op.regions:
            for block in region.blocks:
                self.block(block)
        if has_trait(op, "wraps"):
            return self.take_over(op)
        if called := call_sites(op) or decompositions(op):
            return self.call(op, called)
        definition = lookup(op.name)
        if definition is None or definition.semantics is None:
            return
        self.visit(op)
        for result in op.results:
            self.refine(result)
        if not has_trait(op, "constant_like"):
            self.fold(op, definition)

    def take_over(self, op: Operation) -> None:
        """Gives results what the block inside ends with."""
        for result, value in zip(op.results, op.body.terminator.operands):
            result.retype(value.type)
            self.shapes.assume(result, self.shapes[value])

    def enter(self, loop: Operation) -> None:
        """Gives all values that a loop of StableHLO carries one type: that of its operands, as far as the body yields such too."""
        declared = [result.type for result in loop.results]
        types = [meet_types(type, operand.type) for type, operand in zip(declared, loop.operands)]
        if types != declared:
            types = fixpoint(types, lambda types: self.yielded(loop, types))
        self.carry(loop, types)

    def carry(self, loop: Operation, types: list[Type]) -> None:
        blocks = [block for region in loop.regions for block in region.blocks]
        for type, *values in zip(types, loop.results, *[block.arguments for block in blocks]):
            for value in values:
                value.retype(meet_types(value.type, type))
                self.shapes.forget(value)

    def yielded(self, loop: Operation, types: list[Type]) -> list[Type]:
        """What the body of a loop yields that is given these types, as a copy of the loop tells."""
        trial = loop.block.insert_before(loop.clone(), loop)
        self.carry(trial, types)
        for region in trial.regions:
            for block in region.blocks:
                self.block(block)
        *_, last = trial.regions[-1].blocks[-1]
        yielded = [value.type for value in last.operands]
        trial.erase()
        return yielded

    def visit(self, op: Operation) -> None:
        """Finds the shapes of an op's results."""
        self.shapes.visit(op)

    def call(self, op: Operation, called: list[CallSite]) -> None:
        """Follows an op that runs functions."""
        raise NotImplementedError

    def refine(self, result: Value) -> None:
        """Writes the known shape of a value into its type."""
        type, value = result.type, self.shapes[result]
        if not isinstance(type, TensorType):
            return
        result.retype(refined(type, TensorType(anonymous(value.shape), value.element, type.encoding)))

    def fold(self, op: Operation, definition: OpDefinition) -> None:
        """Replaces an op by constants where its value is known and not large."""
        folded = self.folded(op, definition)
        if folded is not None:
            replace_by_constants(op, folded)

    def folded(self, op: Operation, definition: OpDefinition) -> Sequence[ElementsAttr] | None:
        """The results of an op as constants, None where it stays."""
        return self.answered(op) if definition.has_trait("shape_only") else fold(op)

    def answered(self, op: Operation) -> list[ElementsAttr] | None:
        """The answer of an op that only asks for the shapes of its operands, where it depends on known sizes."""
        values = [None if self.shapes[result].integers is None else self.shapes[result].value for result in op.results]
        from tfir.ods.arrays import dense_of

        answers = [dense_of(value, result.type.element) for value, result in zip(values, op.results) if value is not None]
        return answers if len(answers) == len(values) else None


def decompositions(op: Operation) -> list[CallSite]:
    """The function that a composite stands for: its types are the composite's."""
    return sites(op, ["decomposition"], 0) if op.name == "stablehlo.composite" else []


# Constants that functions of StableHLO return


def take_constants(op: Operation, function: Operation, symbols: SymbolTable) -> None:
    """Replaces the results of a call that the function returns as integer constants; the call too where it does nothing else."""
    returned = list(function.body.terminator.operands)
    contents = [declared_elements(value) if is_integral(value) else None for value in returned]
    constants = [content for content in contents if content is not None]
    if len(constants) == len(returned) and changes_nothing(function, symbols):
        return replace_by_constants(op, constants, CONSTANT)
    before = Builder.before(op)
    for result, content in zip(op.results, contents):
        if content is not None and result.uses:
            result.replace_all_uses_with(before.value(CONSTANT, [], content.type, {"value": content}))


def changes_nothing(function: Operation, symbols: SymbolTable) -> bool:
    """Whether running a function can be told by its results only."""

    def is_silent(op: Operation) -> bool:
        if op.name == "func.call":
            called = symbols.get(op.get("callee"))
            return called is not None and bool(called.region.blocks) and changes_nothing(called, symbols)
        return has_trait(op, "terminator") or effects_of(op).changes_nothing

    return all([is_silent(op) for block in function.region.blocks for op in block])


def is_integral(value: Value) -> bool:
    return isinstance(value.type, TensorType) and isinstance(value.type.element, IntegerType)


def replace_by_constants(op: Operation, contents: Sequence[ElementsAttr], name: str | None = None) -> None:
    """Puts constants in the place of an op, made by ops of a name."""
    builder = Builder.before(op)
    constants = [builder.value(name or constant_op_for(op), [], elements.type, {"value": elements}) for elements in contents]
    for old, new in zip(op.results, constants):
        new.name = old.name
    op.replace_with(constants)
