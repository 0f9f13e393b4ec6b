"""Makes arguments and results of the variables that a function reads and writes, so that it has no state any more.

A variable that is read before it is written is an argument, called by `tf.resource_name`; one that is written is a result, and
`tf.aliasing_output` on its argument says which. A handle that is an argument becomes the value itself.
"""

from __future__ import annotations

from tfir.dialects.tf_type import RESOURCE, SubtypedType, element_base
from tfir.ir.attributes import ArrayAttr, DictAttr, IntegerAttr, StringAttr
from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType, Type
from tfir.ods.functions import retype

HANDLE, READ, ASSIGN = "tf.VarHandleOp", "tf.ReadVariableOp", "tf.AssignVariableOp"
CHANGES = {"tf.AssignAddVariableOp": "tf.AddV2", "tf.AssignSubVariableOp": "tf.Sub"}
NAME, OUTPUT = "tf.resource_name", "tf.aliasing_output"
OPTIONS = {
    "functions": "The functions to change.",
}


def tf_promote_resources_to_args(module: "Module", *, functions: tuple[str, ...] = ("main",)):
    for function in module.body:
        if function.name == "func.func" and function.get("sym_name") in functions and function.regions and function.region.blocks:
            if len(function.region.blocks) != 1:
                raise Error.on(function, "expects the function to have exactly one block")
            Promotion(function).run()


class Variable:
    """The state of one variable: its argument, its value at the place that is looked at, whether it was written."""

    __slots__ = ("name", "type", "argument", "value", "is_written")

    def __init__(self, name: str | None, type):
        self.name, self.type = name, type
        self.argument: Value | None = None
        self.value: Value | None = None
        self.is_written = False


class Promotion:
    """One function. `variables` are by the handle's value, those of one name being one."""

    def __init__(self, function: Operation):
        self.function, self.block = function, function.body
        self.attrs = [dict(one.entries) for one in self.described("arg_attrs", len(self.block.arguments))]
        self.variables: dict[Value, Variable] = {}
        by_name: dict[str, Variable] = {}
        for argument, attrs in zip(self.block.arguments, self.attrs):
            if is_handle(argument):
                name = attrs[NAME].value if NAME in attrs else None
                variable = self.variables[argument] = Variable(name, held_type(argument))
                variable.argument = variable.value = argument
                by_name.setdefault(name, variable)
        for op in [op for op in self.block if op.name == HANDLE]:
            key = op.get("shared_name", "")
            self.variables[op.results[0]] = by_name.setdefault(key, Variable(key, held_type(op.results[0])))

    def described(self, what: str, count: int) -> list[DictAttr]:
        dicts = self.function.attributes.get(what)
        if not isinstance(dicts, ArrayAttr):
            return [DictAttr()] * count
        return [each for each in dicts.elements if isinstance(each, DictAttr)]

    def run(self) -> None:
        for handle in self.variables:
            self.refuse_other_users(handle)
        for op in list(self.block):
            if op.operands and op.operands[0] in self.variables:
                self.access(op, self.variables[op.operands[0]])
        for handle, variable in self.variables.items():
            if handle.op is not None:
                handle.op.erase()
            else:
                handle.retype(variable.type)
        self.finish()

    def refuse_other_users(self, handle: Value) -> None:
        others = [user for user in handle.users if user.name not in (READ, ASSIGN, *CHANGES) or user.operands.index(handle) > 0]
        if others:
            raise Error.on(
                handle.op or self.function, f"expects users to be '{READ}' or '{ASSIGN}', got [{', '.join([user.name for user in others])}]"
            )

    def access(self, op: Operation, variable: Variable) -> None:
        if op.name == ASSIGN:
            variable.value, variable.is_written = op.operands[1], True
            op.erase()
            return
        if variable.value is None:
            self.become_argument(variable, op)
        if op.name == READ:
            op.results[0].replace_all_uses_with(variable.value)
        else:
            variable.value = Builder.before(op).value(CHANGES[op.name], [variable.value, op.operands[1]], variable.type)
            variable.is_written = True
        op.erase()

    def become_argument(self, variable: Variable, op: Operation) -> None:
        """The variable is read before anything was written to it."""
        if variable.type is None:
            variable.type = op.results[0].type if op.results else op.operands[1].type
        variable.argument = variable.value = self.block.add_argument(variable.type)
        self.attrs.append({NAME: StringAttr(variable.name)})

    def finish(self) -> None:
        """Adds the values of variables that were written to the function's results, and updates its type."""
        returned, variables = self.block.last, list(dict.fromkeys(self.variables.values()))
        results = self.described("res_attrs", len(returned.operands))
        written = sorted(
            [one for one in variables if one.is_written], key=lambda one: one.argument.index if one.argument else len(self.attrs)
        )
        for variable in written:
            if variable.argument is not None:
                self.attrs[variable.argument.index][OUTPUT] = IntegerAttr(len(results))
            results.append(DictAttr({} if variable.argument is not None else {NAME: StringAttr(variable.name)}))
        returned.set_operands([*returned.operands, *[variable.value for variable in written]])
        retype(self.function)
        for what, dicts in (("arg_attrs", [DictAttr(one) for one in self.attrs]), ("res_attrs", results)):
            if any([one.entries for one in dicts]):
                self.function.set_attribute(what, ArrayAttr(dicts))


def is_handle(value: Value) -> bool:
    return isinstance(value.type, TensorType) and element_base(value.type.element) is RESOURCE


def held_type(handle: Value) -> Type | None:
    """The type of the tensor that a handle is for, where that is said."""
    element = handle.type.element
    return element.subtypes[0] if isinstance(element, SubtypedType) and len(element.subtypes) == 1 else None
