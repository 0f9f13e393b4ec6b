"""Shapes through the functions of a program: one that is called with better types than it declares takes them on, in a copy when others
call it with other types."""

from __future__ import annotations

from collections import Counter

from tfir.analysis.call_graph import CallSite, function_references
from tfir.analysis.contents import is_small
from tfir.analysis.program_shapes import is_stand_in
from tfir.analysis.shapes import fixpoint, meet_types
from tfir.dialects import has_trait, lookup, trait_arguments
from tfir.dialects.tf.broadcasting import summed_axes
from tfir.dialects.tf_type import ShapeAttr
from tfir.ir.attributes import StringAttr, SymbolRefAttr
from tfir.ir.builder import Builder
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable, references_in
from tfir.ir.types import OpaqueType, TensorType
from tfir.ods.inference import constant_of, declared_elements
from tfir.ods.shapes import is_static, join, named

from tfopt.rewrite.shape_propagation import CONSTANT, ShapePropagation, is_integral, take_constants
from tfopt.tf.computed_slices import refine_computed_slice

TF_CONSTANT = "tf.Const"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from tfir.ir.dense import ElementsAttr
    from tfir.ods.dialect import OpDefinition

    Sizes: TypeAlias = tuple[tuple[int, DenseAttr], ...]  # (number of an argument, the constant that it is)


def is_of_sizes(op: Operation, definition: OpDefinition) -> bool:
    """Whether an op makes few whole numbers, which may be those of known sizes among unknown ones: x.shape[1:3] of x [?, 32, 32, 3]."""
    is_of_numbers = all([isinstance(value.type, TensorType) and not isinstance(value.type.element, OpaqueType) for value in op.operands])
    return definition.is_pure and is_of_numbers and all([is_integral(value) and is_small(value.type.shape) for value in op.results])


def branch_taken(op: Operation) -> SymbolRefAttr | None:
    """The function that a conditional calls whose condition is known."""
    names = trait_arguments(op, "branch") or ()
    if len(names) != 2 or op.regions or not is_integral(op.operands[0]):
        return None
    condition = constant_of(op.operands[0])
    if condition is None or condition.ndim:
        return None
    function = op.attributes[names[0] if condition else names[1]]
    return function if isinstance(function, SymbolRefAttr) else None


def called_instead(op: Operation, function: SymbolRefAttr) -> Operation:
    """Calls a function in the place of a conditional."""
    name = "tf.PartitionedCall" if lookup(op.name).is_pure else "tf.StatefulPartitionedCall"
    attributes = {"f": function} | {each: StringAttr("") for each in ("config", "config_proto", "executor_type")}
    call = Builder.before(op).create(name, op.operands[1:], [result.type for result in op.results], attributes)
    op.replace_with(call.results)
    return call


class CalledFunctions(ShapePropagation):
    """Propagation that follows calls. `slices_fit` says that x[i:i+n] is taken to lie inside of x, and open sizes that are broadcast for one."""

    def __init__(self, symbols: SymbolTable, slices_fit: bool = False):
        super().__init__()
        self.symbols, self.slices_fit = symbols, slices_fit
        self.copies: dict[tuple, Operation] = {}
        self.references: Counter[str] | None = None  # to functions by name; none of those that there are is missing, and some may be gone

    def visit(self, op: Operation) -> None:
        super().visit(op)
        if op.get("call_target_name") == "shape_assertion":
            check_sizes(op)
        for name in trait_arguments(op, "of_numbers") or ():
            self.take_numbers(op, name)
        if op.name == "tf.PlaceholderWithDefault":  # what is fed is an argument by now
            self.shapes.refine(op.results[0], self.shapes[op.operands[0]].shape)
        if self.slices_fit and op.name == "tf.StridedSlice":
            refine_computed_slice(op, self.shapes)

    def folded(self, op: Operation, definition: OpDefinition) -> Sequence[ElementsAttr] | None:
        folded = super().folded(op, definition)
        if folded is None and self.slices_fit and op.name == "tf.BroadcastGradientArgs":
            folded = self.summed_axes(op)
        return self.answered(op) if folded is None and is_of_sizes(op, definition) else folded

    def summed_axes(self, op: Operation) -> list[DenseAttr] | None:
        """The axes over which gradients are summed, where two sizes that are not known are taken for one, as those of feeds are: a call where
        one of them is 1 alone is refused by the reshape behind the sum."""
        sizes = [self.shapes[value].numbers for value in op.operands]
        axes = None if None in sizes else summed_axes(*sizes)
        element = op.results[0].type.element
        return None if axes is None else [DenseAttr.of(each, TensorType((len(each),), element)) for each in axes]

    def call(self, op: Operation, called: list[CallSite]) -> None:
        """Gives the functions called the types that they are called with, and the results the types that these return."""
        if loop := trait_arguments(op, "loop"):
            return self.loop(op, *loop)
        if (taken := branch_taken(op)) is not None:
            return self.operation(called_instead(op, taken))
        sizes = self.sizes_passed(op) if op.name == "func.call" else self.sizes_for_branches(op, called)
        types, names = [value.type for value in called[0].operands], dict.fromkeys([site.attribute for site in called])
        callees = [callee for name in names for callee in self.specialize(op, name, types, sizes=sizes)]
        if not callees or None in callees:
            return
        for result in op.results:
            stand_ins = [callee for callee in callees if is_stand_in(returned_by(callee, result))]
            shape = None
            for number, callee in enumerate([callee for callee in callees if callee not in stand_ins] or callees):
                returned = results_of(callee)[result.index]
                returned_shape = named(returned.shape) if isinstance(returned, TensorType) else None
                shape = returned_shape if number == 0 else join(shape, returned_shape)
            self.shapes.refine(result, shape)
            self.refine(result)
            for callee in stand_ins:
                self.stand_in(callee, result)
        if sizes and op.name == "func.call" and callees[0].body.terminator.name == "func.return":
            take_constants(op, callees[0], self.symbols)

    def stand_in(self, callee: Operation, result: Value) -> None:
        """Gives what a branch returns in place of a value that another branch computes the shape of that."""
        value = returned_by(callee, result)
        if isinstance(result.type, TensorType) and result.type != value.type and len(value.uses) == 1 and self.is_called_once(callee):
            value.retype(result.type)
            value.op.set_attribute("shape", ShapeAttr(result.type.shape))
            self.shapes.forget(value)
            self.done.discard(callee)
            self.function(callee)

    def take_numbers(self, op: Operation, name: str) -> None:
        """Gives the function that an op runs on single elements arguments without dimensions."""
        for reference in function_references(op.attributes.get(name)):
            function = self.symbols.get(reference)
            if function is not None and function.name == "func.func" and function.region.blocks:
                elements = [getattr(argument.type, "element", argument.type) for argument in function.body.arguments]
                self.specialize(op, name, [TensorType((), element) for element in elements])

    def sizes_passed(self, op: Operation) -> Sizes:
        """The constants that a function may compute unknown sizes from, or may be about: whole numbers that a call passes, by the number of
        the argument. JAX passes the sizes of symbolic dimensions so, and what it computes of them."""
        function = self.symbols.get(op.get("callee"))
        passed = [(at, declared_elements(value)) for at, value in enumerate(op.operands) if is_number(value)]
        if not passed or function is None or not function.region.blocks:
            return ()
        if len(passed) < len(op.operands) and not has_unknown_sizes(function):
            return ()
        arguments = function.body.arguments
        return tuple([(at, content) for at, content in passed if isinstance(content, DenseAttr) and arguments[at].uses])

    def loop(self, op: Operation, condition: str, body: str) -> None:
        """A loop's values keep their types: what the body returns must be what it takes. Sizes that change are unknown."""
        types = [meet_types(result.type, value.type) for value, result in zip(op.operands, op.results)]
        original, sizes = op.attributes[body], self.sizes_kept(op, body)
        if self.specialize(op, body, types, original, sizes) == [None]:
            return
        types = fixpoint(types, lambda types: results_of(self.specialize(op, body, types, original, sizes)[0]))
        self.specialize(op, condition, types)
        for result, type in zip(op.results, types):
            result.retype(type)
            self.shapes.forget(result)

    def sizes_kept(self, op: Operation, body: str) -> Sizes:
        """The constants that each trip of a loop hands on as they are, and from which it may compute sizes."""
        function = self.function_named(op.attributes[body])
        if function is None or not has_unknown_sizes(function):
            return ()
        returned = function.body.terminator.operands
        return tuple(
            [(at, content) for at, content in numbers_among(op.operands)
             if is_read(function.body.arguments[at])
             and (returned[at] is function.body.arguments[at] or declared_elements(returned[at]) == declared_elements(op.operands[at]))]
        )  # fmt: skip

    def sizes_for_branches(self, op: Operation, called: list[CallSite]) -> Sizes:
        """The constants that an op of tf passes to functions, where one of these may compute sizes of them."""
        functions = [self.function_named(op.attributes.get(site.attribute)) for site in called]
        passed = numbers_among(called[0].operands) if op.dialect == "tf" and None not in functions else []
        open_ones = [function for function in functions if function is not None and has_unknown_sizes(function)] if passed else []
        return tuple([(at, content) for at, content in passed if any([is_read(function.body.arguments[at]) for function in open_ones])])

    def function_named(self, reference: object) -> Operation | None:
        function = self.symbols.get(reference) if isinstance(reference, SymbolRefAttr) else None
        return function if function is not None and function.name == "func.func" and function.region.blocks else None

    def specialize(self, op: Operation, name: str, types: list, stored=None, sizes: Sizes = ()) -> list[Operation | None]:
        """The functions that one attribute names, fit for operands of these types. `stored` replaces the
        attribute while a loop tries types."""
        tries = stored is not None
        stored = op.attributes.get(name) if stored is None else stored
        references = [stored] if isinstance(stored, SymbolRefAttr) else list(stored or ())
        if not all([isinstance(reference, SymbolRefAttr) for reference in references]):
            return [None]
        callees = [self.callee(self.symbols.get(reference), types, tries, sizes) for reference in references]
        if None not in callees and callees:
            new = [SymbolRefAttr(callee.attributes["sym_name"].value) for callee in callees]
            if self.references is not None and new != references:
                self.references.subtract([reference.root for reference in references if op.attributes.get(name) is stored])
                self.references.update([reference.root for reference in new])
            if isinstance(stored, SymbolRefAttr):
                op.set_attribute(name, new[0])
            elif new != references:
                op.set_attribute(name, type(stored)(new))
        return callees

    def callee(self, function: Operation | None, types: list, tries: bool = False, sizes: Sizes = ()) -> Operation | None:
        """The function itself or a copy of it whose arguments have the types given, as far as those are better, and are the constants given.
        While a loop `tries` types, the original is kept: what was found for one type may not hold for the next."""
        if function is None or function.name != "func.func" or not function.region.blocks:
            return None
        arguments = function.body.arguments
        argument_types = [meet_types(argument.type, operand_type) for argument, operand_type in zip(arguments, types)]
        if not sizes and argument_types == [argument.type for argument in arguments]:
            self.function(function)
            return function
        if not tries and self.is_called_once(function) and function not in self.done:
            return self.with_types(function, argument_types, sizes)
        key = (function, tuple(argument_types), sizes)
        if key not in self.copies:
            copy = self.symbols.add(function.clone(), before=function.next)
            if self.references is not None:
                self.references.update(names_referred_to(copy))
            self.copies[key] = copy
            self.with_types(copy, argument_types, sizes)
        return self.copies[key]

    def drop_unused_copies(self) -> None:
        """Drops copies of functions that no call is left of, since constants took its place."""
        used = {reference.root for _, reference in references_in(self.symbols.op)} if self.copies else ()
        unused = [key for key, copy in self.copies.items() if copy.get("sym_name") not in used]
        for key in unused:
            self.symbols.remove(self.copies.pop(key))
        if unused:
            self.drop_unused_copies()

    def is_called_once(self, function: Operation) -> bool:
        name = function.attributes["sym_name"].value
        visibility = function.attributes.get("sym_visibility")
        if visibility is None or visibility.value != "private":
            return False
        if self.references is None or self.references[name] > 1:  # some of which may be gone
            self.references = Counter(names_referred_to(self.symbols.op))
        return self.references[name] == 1

    def with_types(self, function: Operation, types: list, sizes: Sizes) -> Operation:
        for argument, type in zip(function.body.arguments, types):
            argument.retype(type)
        at_start = Builder(function.body, function.body.first, function.location)
        for at, content in sizes:
            argument, last = function.body.arguments[at], function.body.terminator
            name = CONSTANT if any([op.dialect == "stablehlo" for op in function.body]) else TF_CONSTANT
            constant = at_start.value(name, [], content.type, {"value": content})
            handed_on = [value is argument for value in last.operands]
            argument.replace_all_uses_with(constant)
            last.set_operands([argument if is_argument else value for value, is_argument in zip(last.operands, handed_on)])
        self.function(function)
        return function


def names_referred_to(op: Operation) -> list[str]:
    return [reference.root for _, reference in references_in(op)]


def check_sizes(op: Operation) -> None:
    """Raises an Error where sizes are known by now that JAX's export asserts not to be: what follows from them would fit together less."""
    operands = [constant_of(value) for value in op.operands]
    if not any([operand is None for operand in operands]):
        from tfir.dialects.stablehlo.calls import check_before_run

        check_before_run(op, operands)


def has_unknown_sizes(function: Operation) -> bool:
    """Whether the size of some tensor in a function is not known, of which its arguments' may be the reason."""
    values = [value for op in function.walk() for value in (*op.results, *op.operands)]
    return not all([is_static(value.type.shape) for value in values if isinstance(value.type, TensorType)])


def numbers_among(values: Sequence[Value]) -> list[tuple[int, DenseAttr]]:
    """The constants of tf among values that are a whole number or few of them in a row, as shapes are, with their places."""
    constants = [
        (at, value, declared_elements(value)) for at, value in enumerate(values) if value.op is not None and value.op.name == TF_CONSTANT
    ]
    return [
        (at, content)
        for at, value, content in constants
        if isinstance(content, DenseAttr) and is_integral(value) and len(value.type.shape) <= 1 and is_small(value.type.shape)
    ]


def returned_by(function: Operation, result: Value) -> Value:
    return function.body.terminator.operands[result.index]


def is_read(argument: Value) -> bool:
    """Whether anything uses an argument, but what hands it on."""
    return any([not has_trait(user, "terminator") for user in argument.users])


def is_number(value: Value) -> bool:
    """Whether a value is a whole number that a constant makes."""
    return value.op is not None and value.op.name == CONSTANT and is_integral(value) and value.type.shape == ()


def results_of(function: Operation) -> list:
    return list(function.attributes["function_type"].type.results)
