"""Specializes functions for one node that runs them: constant operands move into the body, operands that no body reads are not
passed, and results that are not used are not returned."""

from __future__ import annotations

from tfir.analysis.call_graph import CallSite, call_sites, reached_functions
from tfir.analysis.deadness import is_taken_apart
from tfir.dialects import has_trait
from tfir.dialects.tfg.nodes import NAME, node_name
from tfir.dialects.tfg.signatures import drop_arguments, drop_from_node, leave_out, renamed
from tfir.ir.attributes import StringAttr, SymbolRefAttr
from tfir.ir.operations import Block, Operation
from tfir.ir.symbols import SymbolTable, take_name
from tfir.ods.control import CONTROL, control_operands, data_operands, data_results

from tfopt.grappler.item import Item
from tfopt.grappler.rewriting import lost

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    # Functions that calls have got, by the function that they called, the constants that they gave, and the results that they left unread.
    Specialized: TypeAlias = dict[tuple[Operation, frozenset[tuple[int, Operation]], frozenset[int]], Operation]

# What says something of each argument in a way of its own.
IN_THE_WAY = ("resource_arg_unique_ids_keys", "gradient")


def specialize(item: Item, call: Operation, function: Operation, functions: SymbolTable, specialized: Specialized) -> bool:
    """Gives the call a function of its own, or one that a call like it has got, where it gives constants or leaves results unread. One that
    comes to call itself stays."""
    constants = {at: value.op for at, value in enumerate(data_operands(call)) if is_free_constant(value)}
    unread = {at for at, result in enumerate(call.results[:-1]) if not result.uses} if not item.is_preserved(call) else set()
    if not (constants or unread) or is_fixed(function, functions):
        return False
    key = function, frozenset(constants.items()), frozenset(unread)
    copy = specialized.get(key)
    if copy is None:
        copy = specialized[key] = copied_for(call, function, functions)
        take_in(copy, constants)
        leave_out(copy, unread)
    replace_node(item, call, {function: copy}, functions, set(constants), unread)
    return True


def sites_of(op: Operation, functions: SymbolTable) -> list[CallSite]:
    """The functions that a node runs: as `call_sites`, and the one that it is called after, which no attribute names."""
    name = op.name[4:]
    if name not in functions.symbols:
        return call_sites(op)
    return [CallSite(op, "", SymbolRefAttr(name), data_operands(op), data_results(op))]


def drop_unread_operands(item: Item, op: Operation, functions: SymbolTable) -> bool:
    """Gives the node's functions, or copies of their own, no argument that none of them reads. What the operands came after, it
    still waits for, as far as that can be told. Of a loop also the results go, where nothing reads these."""
    unread = unread_operands(op, functions) - run_for_waiting(item, op, functions)
    if not unread or has_trait(op, "loop") and item.is_preserved(op):
        return False
    functions_run = dict.fromkeys([functions.get(site.reference) for site in sites_of(op, functions)])
    if any([is_fixed(function, functions) for function in functions_run]):
        return False
    copies = {function: copied_for(op, function, functions) for function in functions_run}
    returning = [copies[functions.get(site.reference)] for site in call_sites(op) if site.results] if has_trait(op, "loop") else []
    for copy in dict.fromkeys(returning):
        leave_out(copy, unread)
    for copy in copies.values():
        drop_arguments(copy, unread)
    replace_node(item, op, copies, functions, unread, unread if has_trait(op, "loop") else set())
    return True


def run_for_waiting(item: Item, op: Operation, functions: SymbolTable) -> set[int]:
    """The places of operands that matter only to nodes that wait for a lowered call, not to readers of its results: those that no function
    of it reads. Control edges cannot express that."""
    if not is_taken_apart(op):
        return set()
    operands = call_sites(op)[0].operands
    noticed = {at for at, value in enumerate(operands) if item.noticed.matters(value, op)}
    return noticed & unread_operands(op, functions) if noticed else noticed


def unread_operands(op: Operation, functions: SymbolTable) -> set[int]:
    """The places of operands, those of the functions, that none of the functions of a node reads, nor waits for."""
    sites = sites_of(op, functions)
    if not sites or not all([has_body(functions.get(site.reference), site) for site in sites]):
        return set()
    hands_on = has_trait(op, "loop")
    unread = set(range(len(sites[0].operands)))
    for site in sites:
        block = functions.get(site.reference).body
        unread = {at for at in unread if not is_read(block, at, hands_on and bool(site.results))}
    return {at for at in unread if not hands_on or not data_results(op)[at].uses}


def has_body(function: Operation | None, site: CallSite) -> bool:
    is_function = function is not None and function.name == "tfg.func" and bool(function.region.blocks)
    return is_function and "generic" not in function.attributes and len(function.body.arguments) == 2 * len(site.operands)


def is_read(block: Block, at: int, hands_on: bool) -> bool:
    """Whether a body reads an argument or waits for it. A loop's may return it, in its own place."""
    argument, token = block.arguments[2 * at : 2 * at + 2]
    if token.uses:
        return True
    returned = block.terminator
    is_handed_on = hands_on and data_operands(returned)[at] is argument
    return len(argument.uses) > is_handed_on or is_handed_on and argument.uses[0] is not returned


def is_fixed(function: Operation, functions: SymbolTable) -> bool:
    """Whether a function is not to be copied with other arguments: it is said something of each of them, or it comes to call itself."""
    return any([name in function.attributes for name in IN_THE_WAY]) or function in reached_functions([function], functions.symbols)


def copied_for(op: Operation, function: Operation, functions: SymbolTable) -> Operation:
    copy, suffix = function.clone({}), f"_specialized_for_{node_name(op).replace('/', '_')}"
    copy.set_attribute("sym_name", StringAttr(function.get("sym_name").removesuffix(suffix) + suffix))
    return functions.add(copy, before=function.next)


def is_free_constant(value) -> bool:
    op = value.op
    return op is not None and op.name == "tfg.Const" and not op.operands


def take_in(function: Operation, constants: dict[int, Operation]) -> None:
    """Puts constants into the body in the place of arguments."""
    block = function.body
    taken = {node_name(op) for op in block} | {
        entry.get("tfg.name").value for entry in function.attributes["arg_attrs"].elements if entry.get("tfg.name")
    }
    for at, constant in constants.items():
        copy = constant.clone({})
        copy.set_attribute(NAME, StringAttr(take_name(node_name(constant), taken)))
        copy.remove_attribute("_class")
        block.insert_before(copy, block.first)
        for argument, result in zip(block.arguments[2 * at : 2 * at + 2], copy.results):
            argument.replace_all_uses_with(result)
    drop_arguments(function, set(constants))


def replace_node(item: Item, op: Operation, copies, functions: SymbolTable, dropped: set[int], unread: set[int]) -> None:
    """Puts a node in the place of one that runs functions: it runs their copies, without the operands for the arguments `dropped`,
    and without the results `unread`."""
    sites = sites_of(op, functions)
    given = sites[0].operands
    operands, deciding = data_operands(op), len(data_operands(op)) - len(given)
    kept = [value for at, value in enumerate(operands) if at - deciding not in dropped]
    results = [result for at, result in enumerate(data_results(op)) if at not in unread]
    types = [*[result.type for result in results], CONTROL]
    is_called_by_name = not sites[0].attribute
    kind = f"tfg.{next(iter(copies.values())).get('sym_name')}" if is_called_by_name else op.name
    node = Operation(kind, [*kept, *control_operands(op)], types, op.attributes, location=op.location)
    for site in sites if not is_called_by_name else ():
        node.set_attribute(site.attribute, renamed(op.attributes[site.attribute], copies, functions))
    drop_from_node(node, dropped, unread)
    name = node_name(op)
    item.add(node, f"{name}/specialized", op)
    item.wait_for(node, lost(item, op, [], [node]))
    for old, new in zip(results, node.results):
        old.replace_all_uses_with(new)
    item.wait_instead(op.results[-1], [node.results[-1]])
    item.record("rewritten", op, f"runs {', '.join(['@' + copy.get('sym_name') for copy in copies.values()])}", [op])
    item.erase(op)
    item.rename(node, name)
