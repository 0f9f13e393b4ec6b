"""Inlines the bodies of functions; those that are not inlined are specialized for the nodes that run them."""

from __future__ import annotations

from tfir.analysis.call_graph import call_sites, chosen_branch
from tfir.dialects import has_trait
from tfir.ir.operations import Operation
from tfir.ir.symbols import SymbolTable
from tfir.ods.control import data_operands

from tfopt.grappler.inlining import Inlining, hides_effects
from tfopt.grappler.item import Item
from tfopt.grappler.specialization import drop_unread_operands, sites_of, specialize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfopt.grappler.specialization import Specialized

TITLE = "FunctionOptimizer"
# Attributes of functions and calls that must stay whole: not inlined, or compiled by XLA or tf.data.
NOT_INLINED = "_noinline"
COMPILED = ("_XlaMustCompile", "_xla_compile_id", "_tf_data_function", "api_implements", "_api_implements")
DEEPEST = 64
OPTIONS = {
    "max-nodes": "Nothing more is inlined once the graph has so many nodes.",
}


def grappler_function(item: "Item", *, max_nodes: int = 1_000_000):
    """Inlines calls and branches whose condition is constant, until none is left. A function that comes to call itself stays, and
    so do those for a compiler; one marked `_noinline` takes in the constants that it gets. What no function of a node reads
    is not given to it."""
    module = item.target.parent_op
    if module is None:
        return
    functions = SymbolTable(module)
    specialized: Specialized = {}
    around: tuple[str, ...] = (item.target.get("sym_name"),)
    work = [(op, around) for op in item.block][::-1]
    while work and len(item.names) < max_nodes:
        call, around = work.pop()
        if call.parent is not item.block:
            continue
        function, arguments = callee(call, functions)
        if function is None or function.get("sym_name") in around or len(around) > DEEPEST or not fits(call, arguments, function):
            continue
        if is_marked(call, function, NOT_INLINED, *COMPILED):
            if not (has_trait(call, "branch") or is_marked(call, function, *COMPILED)):
                specialize(item, call, function, functions, specialized)
            continue
        around = (*around, function.get("sym_name"))
        work += [(op, around) for op in reversed(Inlining(item, call, arguments, function).run())]
    for op in list(item.block):
        named = [functions.get(site.reference) for site in sites_of(op, functions)]
        if not any([function is not None and is_marked(op, function, *COMPILED) for function in named]):
            drop_unread_operands(item, op, functions)
    item.forget()


def callee(call: Operation, functions: SymbolTable):
    """The function that a node surely calls, and the values that it gets; (None, ()) when there is none."""
    sites, number = call_sites(call), chosen_branch(call) if has_trait(call, "branch") else 0
    if sites and number is not None and not has_trait(call, "loop"):
        return functions.get(sites[number].reference), sites[number].operands
    return functions.symbols.get(call.name[4:]), data_operands(call)


def fits(call: Operation, arguments, function: Operation) -> bool:
    if function.name != "tfg.func" or not function.region.blocks or "generic" in function.attributes:
        return False
    results = data_operands(function.body.terminator)
    is_alike = len(function.body.arguments) == 2 * len(arguments) and len(results) == len(call.results) - 1
    return is_alike and not hides_effects(function.body)


def is_marked(call: Operation, function: Operation, *marks: str) -> bool:
    """Whether a call or the function has one of these attributes, and not as false or empty."""
    values = [op.attributes.get(mark, op.attributes.get("tf." + mark)) for op in (call, function) for mark in marks]
    return any([value is not None and getattr(value, "value", True) not in (False, "") for value in values])
