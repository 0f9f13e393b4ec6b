"""What TensorFlow runs of functions besides their results, where it runs them as they are.

Where a node of control flow is not taken apart (`deadness.is_taken_apart`), its functions are instantiated as they stand, and then all of their stateful nodes
run, whatever needs them; so do those of functions that stand in such a one as the op of a node, which are inlined there, and of all branches and loops in it,
none of which is taken apart (`deadness.instance_of`). Of a function that is called, and of what is taken apart, runs what results and control results need. These
nodes become control results here, in copies of the functions for those who run them so. A node whose op is a function is inlined by Grappler, unless something acts in it
and its results do not need all of that, nothing waits for the node, or a result may be dead: then it runs as a whole. So it is with calls, of which then runs what results
need, once for all that call the function. A node in it whose op is such a function acts: in a graph always, and in a function, whose own functions Grappler may have
inlined before, where that stays too (in TensorFlow the order of a hash table decides).
Sources: TensorFlow, function.cc (PruneFunctionGraph), lower_functional_ops.cc, optimize_function_graph_utils.cc, function_optimizer.cc (ValidateSideEffectsExecution,
ValidateNoDeadOutputs).
"""

from __future__ import annotations

from tfir.analysis.call_graph import call_sites
from tfir.analysis.deadness import BRANCHING, MERGES, RUNNING_FUNCTIONS, SWITCHES, WHOLES, instance_of, is_taken_apart
from tfir.analysis.slices import reached
from tfir.conversion.loop_waits import LoopWaits
from tfir.dialects import has_trait
from tfir.dialects.tf_type import RESOURCE, element_base
from tfir.dialects.tfg.nodes import is_of_graph, node_name
from tfir.dialects.tfg.signatures import renamed
from tfir.dialects.tfg.subgraph import needed_for
from tfir.ir.attributes import ArrayAttr, BoolAttr, DictAttr, StringAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import TensorType
from tfir.ods.control import CONTROL
from tfir.ods.op_lists import read_lists

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeAlias

    Uninlined: TypeAlias = tuple[
        Operation, bool, Operation | None
    ]  # the function, whether others wait for the node, and the item that this is in

CALLS = RUNNING_FUNCTIONS - BRANCHING
DRAWS, READS = [frozenset([f"tfg.{name}" for name in read_lists(__file__)[f"{kind}_without_heed"]]) for kind in ("draws", "reads")]


class WholeFunctions:
    """The functions of a program, and copies of them whose control results are all that is stateful in them."""

    def __init__(self, functions: SymbolTable):
        self.functions = functions
        self.settled: set[Operation] = set()
        self.wholes: dict[Operation, Operation] = {}
        self.uninlined: dict[Uninlined, Operation] = {}  # copies for nodes whose op is the function and that are not inlined
        self.dead: dict[Operation, bool] = {}  # functions of which it is known whether a result may be dead, or being asked
        self.asked: list[Operation] = []  # functions of which it is being asked whether nodes in them are inlined

    def settle(self, function: Operation) -> None:
        """Has the nodes of a function run wholes where TensorFlow does, and those of the functions that it calls or takes apart."""
        self.settle_in(None, [(function, not stands_for_graph(function))])

    def settle_in(self, item: Operation | None, functions: list[tuple[Operation, bool]]) -> None:
        """`settle` of functions that Grappler optimises with an item: one that is not inlined, or a graph, which is None. Each is told with whether it is called."""
        stack = [(item, *each) for each in functions]
        while stack:
            item, one, is_called = stack.pop()
            if one not in self.settled:
                self.settled.add(one)
                for op in list(one.walk()):
                    if is_taken_apart(op) and has_trait(op, "loop"):
                        self.keep_handles(op)
                    if op.name in CALLS:
                        self.keep_calls(op, is_called, item)
                    is_direct = op.name not in RUNNING_FUNCTIONS
                    run = {
                        each: instance_of(op, each, False) in WHOLES or (is_direct and self.stays(op, each, is_called))
                        for each in self.run_by(op)
                    }
                    self.run_wholes(op, run, item)
                    rest = [each for each, is_whole in run.items() if not is_whole]
                    stack += [(each if each.get("tf._noinline") else item, each, is_called or has_trait(op, "call")) for each in rest]

    def keep_calls(self, op: Operation, is_called: bool, item: Operation | None, in_whole: bool = False) -> None:
        """Has a call that is not inlined run a function that is not to be: all such calls run one. Of that runs what its results and control results need.
        In a graph, and in what is inlined there, calls are asked of where it can be told: by draws, whose generators they share then."""
        asked = [each for each in self.run_by(op) if not each.get("tf._noinline") and (in_whole or self.draws(each))]
        kept = {each: self.apart(each, is_waited_for(op)) for each in asked if self.stays(op, each, is_called)}
        for attribute in {site.attribute for site in call_sites(op)} if kept else ():
            op.set_attribute(attribute, renamed(op.attributes[attribute], kept, self.functions))

    def keep_handles(self, op: Operation) -> None:
        """Has the body of a loop hand on the handles that it is given: taken apart, the loop has each of them once, whatever the body returns."""
        for body in list(self.run_by(op))[1:]:
            if with_own_handles(body) != list(body.body.last.operands):
                copy = self.functions.add(body.clone({}), body)
                copy.body.last.set_operands(with_own_handles(copy))
                name = call_sites(op)[1].attribute
                op.set_attribute(name, renamed(op.attributes[name], {body: copy}, self.functions))

    def run_by(self, op: Operation) -> Iterator[Operation]:
        """The functions that a node runs, which may be its op."""
        names = [site.reference for site in call_sites(op)] if op.name in RUNNING_FUNCTIONS else [op.name.removeprefix("tfg.")]
        for function in map(self.functions.get, names):
            if function is not None and function.name == "tfg.func" and function.region.blocks:
                yield function

    def functions_for(self, op: Operation) -> list[Operation]:
        """The function that is a node's op, if it is one."""
        return [] if op.name in RUNNING_FUNCTIONS else list(self.run_by(op))

    def stays(self, op: Operation, function: Operation, is_called: bool) -> bool:
        """Whether a node whose op is a function is not inlined, in a graph or in a function that is called: a result of it may be dead, or something acts in it that
        nothing waits for, or that its results do not need. So is a call, which has control results as well."""
        if op.name in BRANCHING or function in self.asked:
            return False
        if self.may_be_dead(function):
            return True
        self.asked.append(function)
        acting = [each for each in function.body if self.acts_for_grappler(each, is_called)]
        self.asked.pop()
        if not acting or not is_waited_for(op):
            return bool(acting)
        results = [value for value in function.body.last.operands if (value.type is CONTROL) == (op.name in CALLS)]
        return not needed_for(results, set(function.body.arguments)).issuperset(acting)

    def draws(self, function: Operation) -> bool:
        """Whether anything draws in a function, or in one that it runs."""
        return any([op.name in DRAWS for each in reached([function], self.run_in) for op in each.walk()])

    def run_in(self, function: Operation) -> Iterator[Operation]:
        for op in function.walk():
            yield from self.run_by(op)

    def may_be_dead(self, function: Operation) -> bool:
        """Whether a result of a function may be dead: it is reached from a Switch, or from a node whose op is such a function, without a Merge between."""
        if function not in self.dead:
            self.dead[function] = False  # of one that runs itself, which is not asked twice
            sources = [op for op in function.body if op.name in SWITCHES or any(map(self.may_be_dead, self.functions_for(op)))]
            dead = reached(sources, lambda op: [user for result in op.results for user in result.uses if user.name not in MERGES])
            self.dead[function] = any([value.op in dead for value in function.body.last.operands if value.type is not CONTROL])
        return self.dead[function]

    def acts_for_grappler(self, op: Operation, is_called: bool) -> bool:
        called = self.functions.get(op.name.removeprefix("tfg."))
        if called is None:
            return has_trait(op, "stateful") and op.name not in DRAWS | READS
        return "is_stateful" in called.attributes and (not is_called or bool(called.get("tf._noinline")) or self.stays(op, called, True))

    def inside(self, function: Operation) -> Iterator[tuple[Operation, dict[Operation, bool]]]:
        """The nodes of a function that runs as a whole, with the functions that they run, and whether these do so too."""
        for op in function.walk():
            yield op, {each: self.is_whole_inside(op, each) for each in self.run_by(op)}

    def is_whole_inside(self, op: Operation, function: Operation) -> bool:
        how = instance_of(op, function, True)
        return how in WHOLES or (not how and op.name not in CALLS and self.stays(op, function, True))

    def run_wholly(self, function: Operation) -> Iterator[Operation]:
        """The functions that run as a whole where a function does."""
        for _, run in self.inside(function):
            yield from [each for each, is_whole in run.items() if is_whole]

    def run_wholes(self, op: Operation, run: dict[Operation, bool], item: Operation | None) -> None:
        wholes = {function: self.whole(function) if is_whole else function for function, is_whole in run.items()}
        if op.name not in RUNNING_FUNCTIONS and True in run.values():
            (whole,) = wholes.values()
            op.rename(f"tfg.{self.apart(whole, is_waited_for(op), item).get('sym_name')}")
            return
        if all([function is whole for function, whole in wholes.items()]):
            return
        for attribute in {site.attribute for site in call_sites(op)}:
            op.set_attribute(attribute, renamed(op.attributes[attribute], wholes, self.functions))

    def apart(self, whole: Operation, is_waited: bool, item: Operation | None = None) -> Operation:
        """A function that runs as a whole, where it is not to be inlined. Nodes whose op it is have one of their own in each item, since Grappler specializes it there,
        and those that others wait for another one, for the results that are used beside the function's."""
        if whole.get("tf._noinline") and item is None:
            return whole
        if (whole, is_waited, item) not in self.uninlined:
            copy = self.uninlined[whole, is_waited, item] = self.functions.add(whole.clone({}), whole)
            copy.set_attribute("tf._noinline", BoolAttr(True))
            self.wholes[copy] = copy
        return self.uninlined[whole, is_waited, item]

    def unneeded_effects(self, function: Operation) -> list[Operation]:
        """The stateful nodes of a function that its results do not need."""
        stateful = [op for op in function.body if self.is_stateful(op)]
        if not stateful:
            return []
        needed = needed_for(list(function.body.last.operands), set(function.body.arguments))
        return [op for op in stateful if op not in needed]

    def is_stateful(self, op: Operation) -> bool:
        called = self.functions.get(op.name.removeprefix("tfg."))
        return has_trait(op, "stateful") if called is None else "is_stateful" in called.attributes

    def whole(self, function: Operation) -> Operation:
        """The function as it runs where nothing takes it apart: itself, where its results need all that is stateful in it."""
        if function not in self.wholes:
            gives_all = not any(map(self.unneeded_effects, reached([function], self.run_wholly)))
            whole = self.wholes[function] = function if gives_all else self.functions.add(function.clone({}), function)
            self.wholes[whole] = whole
            give_tokens(whole, self.unneeded_effects(whole))
            for op, run in list(self.inside(whole)):
                if op.name in CALLS:
                    self.keep_calls(op, True, None, True)
                self.run_wholes(op, run, None)
                self.settle_in(None, [(each, True) for each, is_whole in run.items() if not is_whole])
        return self.wholes[function]


def is_handle(value: Value) -> bool:
    return isinstance(value.type, TensorType) and element_base(value.type.element) is RESOURCE


def with_own_handles(body: Operation) -> list[Value]:
    """What the body of a loop returns, with the handles that it is given in place of others."""
    given, returned = [value for value in body.body.arguments if value.type is not CONTROL], list(body.body.last.operands)
    return [own if is_handle(own) else value for own, value in zip(given, returned)] + returned[len(given) :]


def stands_for_graph(function: Operation) -> bool:
    """Whether the nodes of a function are those of a graph that is run; a session runs functions that stand in no module."""
    return is_of_graph(function) or function.parent is None


def is_waited_for(op: Operation) -> bool:
    """Whether a node has a control edge to another one; what a graph gives of a node that no other takes has one to the graph's end."""
    reading = [result.type for result in op.results for user in result.uses if user.name != "tfg.return"]
    return CONTROL in reading or (not reading and stands_for_graph(op.parent_op))


def give_tokens(function: Operation, ops: list[Operation]) -> None:
    """Makes nodes control results of their function; of those in loops, what comes once the loops are left."""
    waits = LoopWaits(function)
    tokens = {op: token for op in ops if (token := waits.outside(op)) is not None}
    returned = function.body.last
    held = returned.attributes.get("control_ret_attrs")
    names = [*held.elements] if isinstance(held, ArrayAttr) else []
    names += [DictAttr()] * ([value.type for value in returned.operands].count(CONTROL) - len(names))
    returned.set_operands([*returned.operands, *tokens.values()])
    returned.set_attribute("control_ret_attrs", ArrayAttr([*names, *[DictAttr({"tfg.name": StringAttr(node_name(op))}) for op in tokens]]))
