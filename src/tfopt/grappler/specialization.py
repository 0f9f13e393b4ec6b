"""Specializes a function for one call: constant operands move into the body, and results that are not used are not returned."""

from __future__ import annotations

from tfir.analysis.call_graph import reached_functions
from tfir.dialects.tf_type import CONTROL, FuncAttr
from tfir.dialects.tfg.nodes import NAME, node_name
from tfir.ir.attributes import ArrayAttr, StringAttr, TypeAttr
from tfir.ir.operations import Operation
from tfir.ir.symbols import SymbolTable, unused_name
from tfir.ir.types import FunctionType

from tfopt.grappler.item import Item

# What says something of each argument in a way of its own.
IN_THE_WAY = ("resource_arg_unique_ids_keys", "gradient")
PER_ARGUMENT, PER_RESULT = ("tf._input_shapes",), ("tf._output_shapes",)


def specialize(item: Item, call: Operation, function: Operation, functions: SymbolTable) -> bool:
    """Gives the call a function of its own, where it gives constants or leaves results unread. One that comes to call itself stays."""
    operands = [value for value in call.operands if value.type is not CONTROL]
    constants = {at: value.owner for at, value in enumerate(operands) if is_free_constant(value)}
    unread = {at for at, result in enumerate(call.results[:-1]) if not result.uses} if not item.is_preserved(call) else set()
    if (
        not (constants or unread)
        or any([name in function.attributes for name in IN_THE_WAY])
        or function in reached_functions([function], functions.symbols)
    ):
        return False
    copy = function.clone({})
    copy.set_attribute("sym_name", StringAttr(f"{function.get('sym_name')}_specialized_for_{node_name(call).replace('/', '_')}"))
    functions.add(copy, before=function.next)
    take_in(copy, constants)
    leave_out(copy, unread)
    replace_call(item, call, copy, constants, unread)
    return True


def is_free_constant(value) -> bool:
    op = value.owner
    return op.__class__ is Operation and op.name == "tfg.Const" and not op.operands


def take_in(function: Operation, constants: dict[int, Operation]) -> None:
    """Puts constants into the body in the place of arguments."""
    block, type = function.body, function.attributes["function_type"].type
    taken = {node_name(op) for op in block} | {
        entry.get("tfg.name").value for entry in function.attributes["arg_attrs"].elements if entry.get("tfg.name")
    }
    for at, constant in constants.items():
        copy = constant.clone({})
        name = unused_name(node_name(constant), taken)
        taken.add(name)
        copy.set_attribute(NAME, StringAttr(name))
        copy.remove_attribute("_class")
        block.insert_before(copy, block.first)
        for argument, result in zip(block.arguments[2 * at : 2 * at + 2], copy.results):
            argument.replace_all_uses_with(result)
    gone = {place for at in constants for place in (2 * at, 2 * at + 1)}
    for place in sorted(gone, reverse=True):
        block.remove_argument(place)
    function.set_attribute("arg_attrs", without(function.attributes["arg_attrs"], gone))
    function.set_attribute("function_type", TypeAttr(FunctionType([t for n, t in enumerate(type.inputs) if n not in gone], type.results)))
    drop_entries(function, PER_ARGUMENT, set(constants))


def leave_out(function: Operation, unread: set[int]) -> None:
    """Drops the results whose numbers are in `unread`."""
    returned, type = function.body.terminator, function.attributes["function_type"].type
    returned.set_operands([value for at, value in enumerate(returned.operands) if at not in unread or value.type is CONTROL])
    function.set_attribute("res_attrs", without(function.attributes["res_attrs"], unread))
    function.set_attribute("function_type", TypeAttr(FunctionType(type.inputs, [t for n, t in enumerate(type.results) if n not in unread])))
    drop_entries(function, PER_RESULT, unread)


def replace_call(item: Item, call: Operation, function: Operation, constants, unread: set[int]) -> None:
    data = [value for value in call.operands if value.type is not CONTROL]
    operands = [value for at, value in enumerate(data) if at not in constants] + [value for value in call.operands if value.type is CONTROL]
    kept = [result for at, result in enumerate(call.results[:-1]) if at not in unread]
    node = Operation(call.name, operands, [*[result.type for result in kept], CONTROL], None, location=call.location)
    node.set_attributes(call.attributes)
    node.set_attribute("f", FuncAttr(function.get("sym_name"), call.attributes["f"].attributes))
    for names, gone in ((("Tin",), set(constants)), (("Tout", "_output_shapes"), unread)):
        drop_entries(node, names, gone)
    name = node_name(call)
    item.add(node, f"{name}/specialized", call)
    for old, new in zip(kept, node.results):
        old.replace_all_uses_with(new)
    item.wait_instead(call.results[-1], [node.results[-1]])
    item.record("rewritten", call, f"calls @{function.get('sym_name')}", [call])
    item.erase(call)
    item.rename(node, name)


def drop_entries(op: Operation, names, gone: set[int]) -> None:
    for name in names:
        if isinstance(op.attributes.get(name), ArrayAttr):
            op.set_attribute(name, without(op.attributes[name], gone))


def without(entries: ArrayAttr, gone: set[int]) -> ArrayAttr:
    return ArrayAttr([entry for at, entry in enumerate(entries.elements) if at not in gone])
