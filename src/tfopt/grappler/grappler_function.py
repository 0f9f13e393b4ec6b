"""Puts the bodies of functions in the place of the nodes that call them; what is not to be inlined gets a function for its call."""

from __future__ import annotations

from tfir.define.inference import elements_of
from tfir.dialects.tf_type import CONTROL, FuncAttr
from tfir.ir.attributes import ArrayAttr, StringAttr
from tfir.ir.location import CallSite
from tfir.ir.operations import Operation
from tfir.ir.symbols import SymbolTable

from tfopt.grappler.conditions import ENTERS
from tfopt.grappler.control_edges import touches_state
from tfopt.grappler.item import COLOCATION, Item, colocated_with, has_effect, node_name
from tfopt.grappler.rewriting import hand_over
from tfopt.grappler.specialization import specialize
from tfopt.rewrite.graph import DEVICE

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
    return len(function.body.arguments) == 2 * len(arguments) and len(results) == len(call.results) - 1


def is_kept_whole(call: Operation, function: Operation) -> bool:
    return any([is_set(op, mark) for op in (call, function) for mark in (NOT_INLINED, *COMPILED)])


def is_compiled(call: Operation, function: Operation) -> bool:
    return any([is_set(op, mark) for op in (call, function) for mark in COMPILED])


def is_set(op: Operation, mark: str) -> bool:
    found = op.attributes.get(mark, op.attributes.get("tf." + mark))
    return found is not None and getattr(found, "value", True) not in (False, "")


class Inlining:
    """One call and the copy of a body that takes its place."""

    def __init__(self, item: Item, call: Operation, arguments, function: Operation):
        self.item, self.call, self.arguments, self.function = item, call, arguments, function
        self.name = node_name(call)
        self.copies: dict[Operation, Operation] = {}
        self.values: dict = {}

    def run(self) -> list[Operation]:
        """The nodes that came."""
        returned = self.function.body.terminator
        self._map_arguments()
        self._copy([op for op in self.function.body if op is not returned])
        self._let_wait()
        results = [self._value(value) for value in returned._operands if value.type is not CONTROL]
        tokens = [self._value(value) for value in returned._operands if value.type is CONTROL]
        self._replace(results, self._after(tokens))
        return list(self.copies.values())

    def _map_arguments(self) -> None:
        for number, value in enumerate(self.arguments):
            data, token = self.function.body.arguments[2 * number : 2 * number + 2]
            self.values[data] = value
            if token.uses:
                self.values[token] = self.item.token(value)

    def _value(self, value):
        return self.values.get(value)

    def _copy(self, nodes) -> None:
        names = {node_name(op) for op in nodes}
        for op in nodes:
            copy = Operation(op.name, (), [result.type for result in op.results], None, (), (), CallSite(op.location, self.call.location))
            copy.attributes = dict(op.attributes)
            for region in op.regions:
                copy.add_region(region.clone(self.values))
            self.copies[op] = copy
            self.values.update(zip(op.results, copy.results))
        for op, copy in self.copies.items():
            copy.operands = [value for value in map(self._value, op._operands) if value is not None]
            for inner in copy.walk() if copy.regions else ():
                inner.operands = [self.values.get(value, value) for value in inner._operands]
            self.item.add(copy, f"{self.name}/{node_name(op)}", self.call)
            self._mark(copy, names)

    def _mark(self, copy: Operation, names) -> None:
        """Devices, colocation and frames are the call's own."""
        attributes = copy.attributes
        if DEVICE in self.call.attributes and not copy.get(DEVICE):
            attributes[DEVICE] = self.call.attributes[DEVICE]
        if isinstance(attributes.get("_class"), ArrayAttr):
            attributes["_class"] = ArrayAttr([self._placed(entry, names) for entry in attributes["_class"].elements])
        if copy.name in ENTERS:
            attributes["frame_name"] = StringAttr(f"{self.name}/{copy.get('frame_name')}")

    def _placed(self, entry, names):
        beside = colocated_with(entry)
        return StringAttr(f"{COLOCATION}{self.name}/{beside}") if beside in names else entry

    def _let_wait(self) -> None:
        """What the call waits for, the body's effects wait for; and nothing in it runs in another frame than the call."""
        waits = [value for value in self.call._operands if value.type is CONTROL]
        touching = [copy for copy in self.copies.values() if touches_state(copy)] if waits else []
        if len(waits) > 1 and len(touching) > 1:
            gate = self.item.build("tf.NoOp", waits, {}, f"{self.name}/input_control_node", self.call, ())
            waits = [gate.results[-1]]
        for copy in touching:
            self.item.wait_for(copy, waits)
        for copy in self.copies.values():
            self.item.keep_in_frame(copy, self.call)

    def _after(self, tokens) -> list:
        """What has happened when the call has: its control results, and every effect that none of them names."""
        known = {value.owner for value in tokens if value is not None}
        effects = [copy.results[-1] for copy in self.copies.values() if has_effect(copy) and copy not in known]
        return [value for value in tokens if value is not None] + effects

    def _replace(self, results, after) -> None:
        """Who reads a result of the call runs its effects; who waits for the call waits for all that it did."""
        item, call = self.item, self.call
        effects = [value for value in after if value.owner.__class__ is Operation and has_effect(value.owner)]
        if len(effects) > 1 and results:
            gate = item.build("tf.NoOp", effects, {}, f"{self.name}/output_control_node", call, ())
            effects = [gate.results[-1]]
        stand_in = self._stand_in(results, effects) if item.is_preserved(call) else None
        if stand_in is not None:
            results = [value for value in stand_in.results if value.type is not CONTROL]
        elif effects:
            results = [self._identity(value, number, effects) for number, value in enumerate(results)]
        item.wait_instead(call.results[-1], after or results)
        for old, new in zip(call.results, results):
            old.replace_by(new)
        item.record("rewritten", call, f"inlines @{self.function.get('sym_name')}", [stand_in] if stand_in is not None else [])
        hand_over(item, call, results, stand_in)

    def _stand_in(self, results, effects) -> Operation:
        """The node that has the call's name and results, for a call that is fetched."""
        if not results:
            return self.item.build("tf.NoOp", effects, {}, self.name, self.call, ())
        types = [value.type for value in results]
        name = "tf.Identity" if len(results) == 1 else "tf.IdentityN"
        return self.item.build(name, [*results, *effects], {}, self.name, self.call, types)

    def _identity(self, value, number: int, effects):
        if not self.call.results[number].uses:
            return value
        node = self.item.build("tf.Identity", [value, *effects], {}, f"{self.name}/output_{number}", self.call, [value.type])
        return node.results[0]
