"""Shapes through a program of StableHLO as upstream refines them: from one function on, each function that it calls for one set of types.

Sizes that a call passes on as constants (behind tokens, in front of all else) become constants inside of the function that is called, and
cease to be its arguments. Only arithmetic on integers is folded: what sizes are computed by. Source: StableHLO, StablehloRefineShapesPass.
"""

from __future__ import annotations

from tfir.analysis.call_graph import CallSite
from tfir.analysis.effects import effects_of, is_dead
from tfir.analysis.shapes import ShapeAnalysis, ShapePolicy, meet_types
from tfir.dialects import has_trait
from tfir.dialects.stablehlo.inference.collective import TOKEN
from tfir.dialects.stablehlo.shape_operands import WRAPPER, given_shapes, with_shapes
from tfir.ir.attributes import ArrayAttr
from tfir.ir.builder import Builder
from tfir.ir.dense import DenseAttr, ElementsAttr
from tfir.ir.diagnostics import Diagnostic, Error
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import IntegerType, TensorType, TupleType, Type
from tfir.ods.dialect import OpDefinition
from tfir.ods.inference import AbstractValue, elements_of

from tfopt.rewrite.shape_propagation import ShapePropagation, replace_by_constants

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.ods.inference import Inferred

CONSTANT, CAST = "stablehlo.constant", "builtin.unrealized_conversion_cast"
REFINABLE = ("stablehlo", "chlo", "sdy")  # dialects whose ops take operands of any type that is as exact or more
ALSO_REFINABLE = ("func.return", "func.call", CAST)


class RefinementPolicy(ShapePolicy):
    """Of custom calls operands may say the shapes. What an op objects to is left to the verifier."""

    def transfer(self, analysis: ShapeAnalysis, op: Operation, operands: list[AbstractValue]) -> Sequence[Inferred] | None:
        if op.name != "stablehlo.custom_call":
            return super().transfer(analysis, op, operands)
        if op.get("call_target_name") == WRAPPER:
            return [operands[0].shape]
        shapes = given_shapes(op)
        each = iter(shapes or ())
        return None if shapes is None else [with_shapes(result.type, each) for result in op.results]


class Context:
    """What a function is refined for: the sizes that its calls pass as constants, and the types of all other arguments."""

    def __init__(self, function: Operation, operands: Sequence[Value], is_entry: bool = False):
        self.function, types = function, [value.type for value in operands]
        self.tokens = next((at for at, type in enumerate(types) if type is not TOKEN), len(types))
        self.sizes: list[int] = []
        for value in () if is_entry else operands[self.tokens :]:
            content = elements_of(value)
            if not isinstance(content, DenseAttr) or content.type.shape != () or not is_integral(value):
                break
            self.sizes.append(int(content.values()[0]))
        self.types = types[: self.tokens] + types[self.tokens + len(self.sizes) :]

    @property
    def at_sizes(self) -> range:
        """Which arguments are sizes."""
        return range(self.tokens, self.tokens + len(self.sizes))

    def fits(self, other: Context) -> bool:
        """Whether a call in this context may run what was refined for another one; a call that was followed before passes no sizes."""
        return self.types == other.types and (not self.sizes or self.sizes == other.sizes)

    def __str__(self) -> str:
        sizes, types = ", ".join(map(str, self.sizes)), ", ".join(map(str, self.types[self.tokens :]))
        name = self.function.get("sym_name")
        return f"RefinementKey({name}, toks={self.tokens}, dim_args=[{sizes}], fn_args=[{types}])"


class ShapeRefinement(ShapePropagation):
    """One run of the pass. `refused` are errors of calls, told together when all is walked."""

    def __init__(self, symbols: SymbolTable):
        super().__init__(RefinementPolicy())
        self.symbols, self.contexts = symbols, dict[Operation, Context]()
        self.running: list[Operation] = []
        self.refused: list[Diagnostic] = []

    def run(self, function: Operation) -> None:
        self.refined_for(Context(function, function.body.arguments, is_entry=True))
        if self.refused:
            raise Error.of(self.refused)

    def refined_for(self, context: Context) -> bool:
        """Refines a function for a context, if it is not yet; False where it cannot be."""
        function = context.function
        before = self.contexts.setdefault(function, context)
        if not context.fits(before):
            text = f"refined with incompatible refinement keys:\n  curr={context}\n  prev={before}"
        elif function in self.running:
            text = f"Function {function.get('sym_name')} is being refined recursively"
        elif len(function.regions[0].blocks) != 1:
            text = "must have exactly one block"
        else:
            if before is context:
                self.settle(context)
            return True
        self.refused += Error.on(function, text).diagnostics
        return False

    def settle(self, context: Context) -> None:
        """Gives the function's arguments what the context says of them, and walks the function."""
        function = context.function
        arguments, at_start = list(function.body.arguments), Builder(function.body, function.body.first, function.location)
        for at, size in zip(context.at_sizes, context.sizes):
            content = {"value": DenseAttr.of(size, arguments[at].type)}
            arguments[at].replace_all_uses_with(at_start.value(CONSTANT, [], arguments[at].type, content))
        for at in reversed(context.at_sizes):
            function.body.remove_argument(at)
        drop_entries(function, "arg_attrs", context.at_sizes)
        for argument, type in zip(function.body.arguments, context.types):
            self.retype(argument, meet_types(argument.type, type))
        self.running.append(function)
        self.function(function)
        self.running.remove(function)
        for op in list(function.walk(post_order=True))[::-1]:
            if is_dead(op):
                op.erase()

    # One op

    def operation(self, op: Operation) -> None:
        if op.name == CAST:
            drop_cast(op)
        else:
            super().operation(op)
        if op.parent is not None and op.get("call_target_name") == WRAPPER and op.operands[0].type is op.results[0].type:
            op.replace_with([op.operands[0]])

    def refine(self, result: Value) -> None:
        type = self.shapes[result].element
        if not all([is_refinable(user) for user in result.users]):
            self.shapes.forget(result)
        elif isinstance(type, TupleType):
            result.retype(type)
        else:
            super().refine(result)

    def folded(self, op: Operation, definition: OpDefinition) -> Sequence[ElementsAttr] | None:
        are_integral = has_trait(op, "shape_only") or all([is_integral(value) for value in (*op.operands, *op.results)])
        computes_sizes = are_integral and has_trait(op, "elementwise", "movement", "shape_only")
        return super().folded(op, definition) if computes_sizes else None

    # Calls

    def call(self, op: Operation, called: list[CallSite]) -> None:
        function = self.symbols.get(called[0].reference)
        if function is None or function.name != "func.func":
            return
        context = Context(function, op.operands)
        if self.refined_for(context):
            self.drop_sizes(op, context)
            self.take_results(op, function)
        elif len(op.operands) != len(function.region.blocks[0].arguments):
            self.refused += Error.on(op, "incorrect number of operands for callee").diagnostics

    def drop_sizes(self, op: Operation, context: Context) -> None:
        drop_entries(op, "arg_attrs", context.at_sizes)
        op.set_operands([value for at, value in enumerate(op.operands) if at not in context.at_sizes])

    def take_results(self, op: Operation, function: Operation) -> None:
        """Gives the call's results the types that the function returns, and replaces those that are constants; the call too where it does
        nothing else."""
        returned = list(function.body.terminator.operands)
        contents = [elements_of(value) if is_integral(value) else None for value in returned]
        constants = [content for content in contents if content is not None]
        if len(constants) == len(returned) and self.changes_nothing(function):
            return replace_by_constants(op, constants, CONSTANT)
        before = Builder.before(op)
        for result, value, content in zip(op.results, returned, contents):
            if all([is_refinable(user) for user in result.users]):
                self.retype(result, meet_types(result.type, value.type))
            if content is not None and result.uses:
                result.replace_all_uses_with(before.value(CONSTANT, [], content.type, {"value": content}))

    def changes_nothing(self, function: Operation) -> bool:
        """Whether running a function can be told by its results only."""
        return all([self.is_silent(op) for block in function.region.blocks for op in block])

    def is_silent(self, op: Operation) -> bool:
        if op.name == "func.call":
            function = self.symbols.get(op.get("callee"))
            return function is not None and bool(function.region.blocks) and self.changes_nothing(function)
        return has_trait(op, "terminator") or effects_of(op).changes_nothing

    def retype(self, value: Value, type: Type) -> None:
        value.retype(type)
        self.shapes.forget(value)


def drop_cast(op: Operation) -> None:
    """A cast to a less exact type goes."""
    if len(op.operands) == len(op.results) == 1 and meet_types(op.results[0].type, op.operands[0].type) is op.operands[0].type:
        op.replace_with(op.operands)


def drop_entries(op: Operation, name: str, numbers: range) -> None:
    """Takes entries out of an attribute that has one for each argument or operand."""
    entries = op.attributes.get(name)
    if isinstance(entries, ArrayAttr):
        op.set_attribute(name, ArrayAttr([entry for at, entry in enumerate(entries.elements) if at not in numbers]))


def is_refinable(user: Operation) -> bool:
    return user.dialect in REFINABLE or user.name in ALSO_REFINABLE


def is_integral(value: Value) -> bool:
    return isinstance(value.type, TensorType) and isinstance(value.type.element, IntegerType)
