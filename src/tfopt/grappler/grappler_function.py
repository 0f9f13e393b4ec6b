"""Puts the bodies of functions in the place of the nodes that call them; what is not to be inlined gets a function for its call."""

from __future__ import annotations

from tfir.dialects.tf_type import CONTROL, FuncAttr
from tfir.ir.operations import Operation
from tfir.ir.symbols import SymbolTable
from tfir.ods.inference import elements_of

from tfopt.grappler.inlining import Inlining, hides_effects
from tfopt.grappler.item import Item
from tfopt.grappler.specialization import specialize

TITLE = "FunctionOptimizer"
CALLS = {"tfg.PartitionedCall": "f", "tfg.StatefulPartitionedCall": "f"}
# Which function a choice between functions calls, once its first operand is known: attribute names by whether it is nonzero.
CHOICES = {f"tfg.{prefix}If": ("else_branch", "then_branch") for prefix in ("", "Stateless", "Stateful")}
CASES = frozenset(f"tfg.{prefix}Case" for prefix in ("", "Stateless", "Stateful"))
# Marks of functions and calls that somebody compiles or runs as a whole.
NOT_INLINED = "_noinline"
COMPILED = ("_XlaMustCompile", "_xla_compile_id", "_tf_data_function", "api_implements", "_api_implements")
DEEPEST = 64
OPTIONS = {
    "max-nodes": "Nothing more is inlined once the graph has so many nodes.",
}


def grappler_function(item: "Item", *, max_nodes: int = 1_000_000):
    """Inlines calls and branches whose condition is constant, until none is left. A function that comes to call itself stays, and
    so do those for a compiler; one marked `_noinline` takes in the constants that it gets. `max_nodes` bounds what the graph may grow to."""
    module = item.target.parent_op
    if module is None:
        return
    functions = SymbolTable(module)
    work = [(op, (item.target.get("sym_name"),)) for op in item.nodes()][::-1]
    while work and len(item.names) < max_nodes:
        call, around = work.pop()
        if call.parent is not item.block:
            continue
        function, arguments = callee(call, functions)
        if function is None or function.get("sym_name") in around or len(around) > DEEPEST or not fits(call, arguments, function):
            continue
        if is_kept_whole(call, function):
            if call.name in CALLS and not is_compiled(call, function):
                specialize(item, call, function, functions)
            continue
        inner = (*around, function.get("sym_name"))
        work += [(op, inner) for op in reversed(Inlining(item, call, arguments, function).run())]
    item.forget()


def callee(call: Operation, functions: SymbolTable):
    """The function that a node surely calls, and the values that it gets; (None, ()) when there is none."""
    operands = tuple([value for value in call._operands if value.type is not CONTROL])
    if call.name in CALLS:
        return called(call.attributes.get(CALLS[call.name]), functions), operands
    if call.name in CHOICES or call.name in CASES:
        return chosen_branch(call, functions), operands[1:]
    return functions.get(call.name[4:]) if call.name[4:] in functions.symbols else None, operands


def called(reference, functions: SymbolTable) -> Operation | None:
    """The function that an attribute names; one that is to be instantiated is none."""
    return functions.get(reference.name) if isinstance(reference, FuncAttr) else None


def chosen_branch(op: Operation, functions: SymbolTable) -> Operation | None:
    content = elements_of(op._operands[0]) if op._operands else None
    if content is None or content.type.size != 1:
        return None
    value = content.values()[0]
    if op.name in CHOICES:
        return called(op.attributes.get(CHOICES[op.name][bool(value)]), functions)
    branches = getattr(op.attributes.get("branches"), "elements", ())
    return called(branches[value if 0 <= value < len(branches) else -1], functions) if branches else None


def fits(call: Operation, arguments, function: Operation) -> bool:
    if function.name != "tfg.func" or not function.region.blocks or "generic" in function.attributes:
        return False
    returned = function.body.terminator
    results = [value for value in returned._operands if value.type is not CONTROL]
    is_alike = len(function.body.arguments) == 2 * len(arguments) and len(results) == len(call.results) - 1
    return is_alike and not hides_effects(function.body)


def is_kept_whole(call: Operation, function: Operation) -> bool:
    return any([is_set(op, mark) for op in (call, function) for mark in (NOT_INLINED, *COMPILED)])


def is_compiled(call: Operation, function: Operation) -> bool:
    return any([is_set(op, mark) for op in (call, function) for mark in COMPILED])


def is_set(op: Operation, mark: str) -> bool:
    found = op.attributes.get(mark, op.attributes.get("tf." + mark))
    return found is not None and getattr(found, "value", True) not in (False, "")
