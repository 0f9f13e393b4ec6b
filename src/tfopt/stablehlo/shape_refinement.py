"""Shapes through a program of StableHLO as upstream refines them: from one function on, each function that it calls for one set of types.

Sizes that a call passes on as constants (behind tokens, in front of all else) become constants inside of the function that is called, and
cease to be its arguments. Only arithmetic on integers is folded: what sizes are computed by. Source: StableHLO, StablehloRefineShapesPass.
"""

from __future__ import annotations

from tfir.analysis.call_graph import CallSite
from tfir.analysis.effects import is_dead
from tfir.analysis.shapes import DEFAULT, meet_types
from tfir.dialects import has_trait
from tfir.dialects.stablehlo.inference.collective import TOKEN
from tfir.dialects.stablehlo.shape_operands import WRAPPER, given_shapes
from tfir.ir.attributes import ArrayAttr, SymbolRefAttr
from tfir.ir.builder import Builder
from tfir.ir.dense import DenseAttr, ElementsAttr
from tfir.ir.diagnostics import Diagnostic, Error
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import TupleType, Type
from tfir.ods.dialect import OpDefinition
from tfir.ods.inference import declared_elements

from tfopt.rewrite.shape_propagation import CONSTANT, ShapePropagation, is_integral, take_constants

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

CAST = "builtin.unrealized_conversion_cast"
REFINABLE = ("stablehlo", "chlo", "sdy")  # dialects whose ops take operands of any type that is as exact or more
ALSO_REFINABLE = ("func.return", "func.call", CAST)


class Context:
    """What a function is refined for: the sizes that its calls pass as constants, and the types of all other arguments."""

    def __init__(self, function: Operation, operands: Sequence[Value], passes_sizes: bool = True):
        self.function, types = function, [value.type for value in operands]
        self.tokens = next((at for at, type in enumerate(types) if type is not TOKEN), len(types))
        self.sizes: list[int] = []
        for value in operands[self.tokens :] if passes_sizes else ():
            content = declared_elements(value)
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
        super().__init__(DEFAULT)
        self.symbols, self.contexts = symbols, dict[Operation, Context]()
        self.unrefined, self.decompositions = dict[Operation, Operation](), dict[tuple, Operation]()
        self.running: list[Operation] = []
        self.refused: list[Diagnostic] = []

    def run(self, function: Operation) -> None:
        self.refined_for(Context(function, function.body.arguments, passes_sizes=False))
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
            given_shapes(op)  # an error where what a call says of its shapes cannot be right
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
        if op.name == "stablehlo.composite":
            return self.decompose(op, function)
        context = Context(function, op.operands)
        if self.refined_for(context):
            self.drop_sizes(op, context)
            self.take_results(op, function)
        elif len(op.operands) != len(function.region.blocks[0].arguments):
            self.refused += Error.on(op, "incorrect number of operands for callee").diagnostics

    def decompose(self, op: Operation, function: Operation) -> None:
        """Gives a composite the types of the function that it stands for: of a copy where others stand for it with other types."""
        types = tuple([value.type for value in op.operands])
        unrefined = self.unrefined.setdefault(function, function.clone())
        if (function, types) not in self.decompositions:
            is_first = function not in self.contexts
            copy = function if is_first else self.symbols.add(unrefined.clone(), before=function.next)
            self.decompositions[function, types] = copy
        chosen = self.decompositions[function, types]
        if self.refined_for(Context(chosen, op.operands, passes_sizes=False)):
            op.set_attribute("decomposition", SymbolRefAttr(chosen.get("sym_name")))
            for result, value in zip(op.results, chosen.body.terminator.operands):
                self.retype(result, value.type)

    def drop_sizes(self, op: Operation, context: Context) -> None:
        drop_entries(op, "arg_attrs", context.at_sizes)
        op.set_operands([value for at, value in enumerate(op.operands) if at not in context.at_sizes])

    def take_results(self, op: Operation, function: Operation) -> None:
        """Gives the call's results the types that the function returns, and replaces those that are constants."""
        for result, value in zip(op.results, function.body.terminator.operands):
            if all([is_refinable(user) for user in result.users]):
                self.retype(result, meet_types(result.type, value.type))
        take_constants(op, function, self.symbols)

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
