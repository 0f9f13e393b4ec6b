"""Variables that are never written become constants: the handle becomes the value, and what reads through the handle takes the value.

A handle is followed into the functions that it is passed to; there its argument becomes one for the value.
"""

from __future__ import annotations

from tfir.analysis.call_graph import call_sites
from tfir.dialects import has_trait
from tfir.dialects.tf_type import ShapeAttr
from tfir.dialects.tfg.functions import functions_by_name
from tfir.ir.attributes import ArrayAttr, DictAttr, IntegerAttr, StringAttr, SymbolRefAttr, TypeAttr
from tfir.ir.dense import DenseAttr, ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import unused_name
from tfir.ir.types import I1, I32, TensorType
from tfir.ods.control import CONTROL
from tfir.ods.functions import retype
from tfir.storage.datatypes import unranked
from tfir.storage.graphdef.node_results import TABLE
from tfir.storage.graphdef.wire import DEVICE, NAME, WIRE

from tftranslate.saved_model.variables import HANDLES, Variables, variable_name

OPERAND_TYPES, RESULT_TYPES = ("Tin", "T"), ("Tout",)
INSTANCE_ONLY = ("tfg.handle_data", "tf._output_shapes")  # what an argument says of the variable that it refers to, and of the handle
SHAPES = ("_output_shapes", "output_shapes")  # what ops say of their results


def freeze(module: Operation, variables: Variables) -> None:
    """Raises Error for a variable that is written, or used in a way that a value cannot stand in for."""
    freezer = Freezer(module)
    for function in module.body:
        for op in list(function.body):
            if op.name in HANDLES:
                freezer.freeze(op, variables.value(op))


class Freezer:
    def __init__(self, module: Operation):
        self.functions = functions_by_name(module)
        self.variable, self.is_handle = "", False  # what is being frozen, for errors; a reference variable passes as its value

    def freeze(self, op: Operation, value: ElementsAttr) -> None:
        self.variable, self.is_handle = variable_name(op), op.name == "tfg.VarHandleOp"
        rename(op, "Const", {"dtype": TypeAttr(value.type.element), "value": value})
        self.retype(op.results[0], value.type.element)

    def retype(self, value: Value, element) -> None:
        """A value that was a handle is now the variable's value; all that use it follow."""
        value.retype(unranked(element))
        if value.op is not None:
            forget_shape(value.op, SHAPES, value.index)
        for user in value.users:
            for position, operand in enumerate(user.operands):
                if operand is value:
                    self.adapt(user, position, element)

    def adapt(self, user: Operation, position: int, element) -> None:
        name = user.name.removeprefix("tfg.")
        if name in self.functions or has_trait(user, "call", "branch", "loop"):
            self.pass_on(user, position, element)
        elif name in READERS and (self.is_handle or name == "IsVariableInitialized"):
            READERS[name](user, element)
        elif name in ("Identity", "ReadVariableOp"):
            rename(user, "Identity", {"T": TypeAttr(element)})
            if user.results[0].type is not unranked(element):
                self.retype(user.results[0], element)
        elif name.startswith("Ref") and name[3:] in TABLE and has_trait(user, "switch", "merge", "enter", "exit", "next_iteration", "view"):
            user.rename(f"tfg.{name[3:]}")
            for result in user.results[:-1]:
                if result.type.element is element:
                    self.retype(result, element)
        elif name == "return":
            self.hand_back(user.parent_op, position, element)
        elif self.is_handle or takes_reference(name, position):
            what = (
                "is written by"
                if "Assign" in name or "Scatter" in name or "Apply" in name
                else "cannot become a constant, since it is used by"
            )
            advice = "only variables that are read can be frozen; the form 'signatures' keeps variables as they are"
            raise Error(f"variable '{self.variable}' {what} node '{user.get(NAME)}' ('{name}'); {advice}", user)

    def pass_on(self, call: Operation, position: int, element) -> None:
        """Hands a value on to the functions that an op calls."""
        name = call.name.removeprefix("tfg.")
        before, is_loop = int(has_trait(call, "branch")), has_trait(call, "loop")
        callees = [self.functions[name]] if name in self.functions else [self.function(site.reference) for site in call_sites(call)]
        update_types(call, OPERAND_TYPES, position - before, element)
        call.remove_attribute("_read_only_resource_inputs")
        for function in callees:
            arguments = function.body.arguments[::2]
            if not 0 <= position - before < len(arguments) or "generic" in function.attributes:
                raise Error(f"variable '{self.variable}' is passed to function '{function.get('sym_name')}', which does not take it", call)
            argument = arguments[position - before]
            if argument.type.element is not element:
                self.argument(function, argument, element)
        if is_loop and position >= len(call.results) - 1:
            raise Error(f"loop '{call.get(NAME)}' has fewer results than operands", call)
        if is_loop and call.results[position].type is not unranked(element):
            self.retype(call.results[position], element)

    def hand_back(self, function: Operation, position: int, element) -> None:
        """Gives the results of all calls of a function the new type of its result."""
        retype(function)
        for call in self.calls_of(function):
            update_types(call, RESULT_TYPES, position, element)
            if position < len(call.results) - 1 and call.results[position].type is not unranked(element):
                self.retype(call.results[position], element)

    def calls_of(self, function: Operation) -> list[Operation]:
        name = function.get("sym_name")
        ops = [op for top in function.parent_op.body for op in top.body]
        return [op for op in ops if op.name == f"tfg.{name}" or any([site.reference.root == name for site in call_sites(op)])]

    def function(self, reference: SymbolRefAttr) -> Operation:
        function = self.functions.get(reference.root)
        if function is None:
            raise Error(f"there is no function '{reference.root}'")
        return function

    def argument(self, function: Operation, argument: Value, element) -> None:
        dicts = [dict(one.entries) for one in function.get("arg_attrs")]
        for key in INSTANCE_ONLY:
            dicts[argument.index].pop(key, None)
        function.set_attribute("arg_attrs", ArrayAttr([DictAttr(one) for one in dicts]))
        function.remove_attribute(WIRE)
        forget_shape(function, ("tf._input_shapes",), argument.index // 2)
        self.retype(argument, element)
        retype(function)


def forget_shape(op: Operation, names: tuple[str, ...], position: int) -> None:
    """Where lists say of what shape a handle is, nothing is known of the value that takes its place."""
    for name in names:
        shapes = op.attributes.get(name)
        if isinstance(shapes, ArrayAttr) and position < len(shapes):
            op.set_attribute(name, ArrayAttr([ShapeAttr(None) if at == position else one for at, one in enumerate(shapes)]))


def kept(op: Operation) -> dict:
    return {key: op.attributes[key] for key in (NAME, DEVICE) if key in op.attributes}


def rename(op: Operation, name: str, attributes: dict) -> None:
    op.rename(f"tfg.{name}")
    op.set_attributes({**attributes, **kept(op)})


def update_types(op: Operation, names, position: int, element) -> None:
    """Corrects the list of types that a call repeats."""
    for name in names:
        types = op.attributes.get(name)
        if isinstance(types, ArrayAttr) and position < len(types):
            op.set_attribute(name, ArrayAttr([TypeAttr(element) if at == position else one for at, one in enumerate(types)]))


def takes_reference(name: str, position: int) -> bool:
    """Whether an op wants a reference variable itself, rather than its value, at this place."""
    signature = TABLE.get(name)
    if (
        signature is None
        or position >= len(signature.operands)
        or any(slot.number or slot.variadic for slot in signature.operands[:position])
    ):
        return signature is None
    return signature.operands[position].ref


# Ops that read through a handle, as ops on the value.


def typed_attribute(op: Operation, name: str, kind: type, default=None):
    """The attribute `name` of a node in a graph that is not verified yet; raises Error where it is missing or no `kind`."""
    attribute = op.attributes.get(name, default)
    if not isinstance(attribute, kind):
        raise Error(f"node '{op.get(NAME)}' ('{op.name.removeprefix('tfg.')}') has no attribute '{name}' of the right kind", op)
    return attribute


def gather(op: Operation, element) -> None:
    batch = typed_attribute(op, "batch_dims", IntegerAttr, IntegerAttr(0))
    axis = Operation("tfg.Const", (), [unranked(I32), CONTROL], location=op.location)
    name = unused_name(f"{op.get(NAME)}/axis", {inner.get(NAME) for inner in op.parent})
    axis.set_attributes({"dtype": TypeAttr(I32), "value": DenseAttr.of([batch.value], TensorType((), I32)), NAME: StringAttr(name)})
    op.parent.insert_before(axis, op)
    indices = typed_attribute(op, "Tindices", TypeAttr)
    op.set_operands([*op.operands[:2], axis.results[0], *op.operands[2:]])
    rename(op, "GatherV2", {"Tparams": TypeAttr(element), "Tindices": indices, "Taxis": TypeAttr(I32), "batch_dims": batch})


def gather_nd(op: Operation, element) -> None:
    rename(op, "GatherNd", {"Tparams": TypeAttr(element), "Tindices": typed_attribute(op, "Tindices", TypeAttr)})


def shape(op: Operation, element) -> None:
    rename(op, "Shape", {"T": TypeAttr(element), "out_type": typed_attribute(op, "out_type", TypeAttr, TypeAttr(I32))})


def is_initialized(op: Operation, element) -> None:
    op.set_operands(op.operands[1:])
    rename(op, "Const", {"dtype": TypeAttr(I1), "value": DenseAttr(TensorType((), I1), b"\x01", True)})


def nothing(op: Operation, element) -> None:
    op.set_operands(op.operands[1:])
    rename(op, "NoOp", {})


READERS = {
    "ResourceGather": gather, "ResourceGatherNd": gather_nd, "VariableShape": shape, "VarIsInitializedOp": is_initialized,
    "IsVariableInitialized": is_initialized, "DisableCopyOnRead": nothing,
}  # fmt: skip
