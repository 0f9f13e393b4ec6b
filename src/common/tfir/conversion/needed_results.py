"""What a session of TensorFlow leaves out of branches and loops.

TensorFlow runs a node of control flow that it may lower as Switches and Merges, one for each value, and drops of these what no fetch and no target
needs: a result that is not read, a value of a loop that neither its condition nor a needed value reads, and what is computed for these
alone. So an operand that cannot be computed is no error where only such a value comes of it. Functions that are called run as they are:
what stands inside of them was not lowered when the graph was pruned. Sources: TensorFlow, lower_functional_ops.cc, lower_while_op.cc,
graph_execution_state.cc.
"""

from __future__ import annotations

from tfir.analysis.call_graph import CallSite, call_sites
from tfir.analysis.deadness import is_taken_apart
from tfir.dialects import has_trait
from tfir.dialects.tfg.signatures import drop_arguments, drop_from_node, leave_out, renamed
from tfir.dialects.tfg.subgraph import erase_unneeded
from tfir.ir.operations import Operation
from tfir.ir.symbols import SymbolTable
from tfir.ods.control import CONTROL, control_operands, data_operands, data_results

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeAlias

    from tfir.ir.operations import Value

    Places: TypeAlias = frozenset[int]
    Reads: TypeAlias = dict[Operation, Places]  # by node that is taken apart, its results that are needed


READ_ONLY = "_read_only_resource_inputs"  # the places of operands, for those who put nodes in an order


class NeededResults:
    """The functions of a program, and copies of them that give and take no more than is needed."""

    def __init__(self, functions: SymbolTable):
        self.functions = functions
        self.read: dict[tuple[Operation, Places], Places | None] = {}  # None while it is being found out
        self.copies: dict[tuple[Operation, Places, Places], Operation] = {}
        self.whole: dict[tuple[Operation, Places], bool] = {}

    def narrow(self, function: Operation) -> None:
        """Has the nodes of a function give and take no more than its results and its targets need."""
        if not any(map(is_taken_apart, function.body)):
            return
        reads, _ = self.traced(function.body.last.operands)
        narrowed = {op: results for op, results in reads.items() if not self.is_whole(op, results)}
        for op, results in narrowed.items():
            self.replace(op, results)
        if narrowed:
            erase_unneeded(function)

    # What is needed

    def traced(self, roots: Iterable[Value]) -> tuple[Reads, Places]:
        """What values of a graph need: results of nodes that are taken apart, and arguments of the function that they stand in."""
        seen, stack, arguments = set(), list(roots), set()
        reads: Reads = {}
        while stack:
            value = stack.pop()
            if value in seen:
                continue
            seen.add(value)
            if value.op is None:
                arguments.add(value.index // 2)
            elif self.is_taken_apart(value.op):
                results = {*range(len(data_results(value.op)))} if value.type is CONTROL else {value.index}
                reads[value.op] = reads.get(value.op, frozenset()) | results
                stack += self.operands(value.op, reads[value.op])
            else:
                stack += value.op.operands
        return reads, frozenset(arguments)

    def is_taken_apart(self, op: Operation) -> bool:
        sites = call_sites(op) if is_taken_apart(op) else []
        return bool(sites) and all([self.is_plain(site) for site in sites])

    def is_plain(self, site: CallSite) -> bool:
        function = self.functions.get(site.reference)
        if function is None or function.name != "tfg.func" or "generic" in function.attributes or not function.region.blocks:
            return False
        if function.get("tf._noinline"):
            return False
        return len(function.body.arguments) == 2 * len(site.operands)

    def operands(self, op: Operation, results: Places) -> list[Value]:
        """The operands that some of its results need, and what it waits for."""
        passed = call_sites(op)[0].operands
        deciding = data_operands(op)[: len(data_operands(op)) - len(passed)]
        return [*deciding, *[passed[at] for at in sorted(self.needed(op, results))], *control_operands(op)]

    def needed(self, op: Operation, results: Places) -> Places:
        """The places of the arguments of its functions that some results of a node need."""
        sites = call_sites(op)
        needed = results if has_trait(op, "loop") else frozenset()
        while True:
            together = needed.union(*[self.arguments(site, self.given(op, site, results | needed)) for site in sites])
            if together == needed or not has_trait(op, "loop"):
                return together
            needed = together

    @staticmethod
    def given(op: Operation, site: CallSite, results: Places) -> Places:
        """Which results of a function are those of the node: of a condition the truth value."""
        return results if site.results or not has_trait(op, "loop") else frozenset({0})

    def arguments(self, site: CallSite, results: Places) -> Places:
        """The places of arguments that some results of a function need, and what it does. One that comes to ask for itself needs all."""
        function = self.functions.get(site.reference)
        assert function is not None, "only nodes with functions are taken apart"
        key = function, results
        if key not in self.read:
            self.read[key] = None
            self.read[key] = self.traced(roots(function, results))[1]
        places = self.read[key]
        return frozenset(range(len(site.operands))) if places is None else places

    # Without what is not

    def is_whole(self, op: Operation, results: Places) -> bool:
        """Whether nothing of a node, and of those inside its functions, is left out."""
        key = op, results
        if key not in self.whole:
            self.whole[key] = True  # for what comes to ask again
            self.whole[key] = self.gives_all(op, results) and all([self.is_whole(*inner) for inner in self.inside(op, results)])
        return self.whole[key]

    def gives_all(self, op: Operation, results: Places) -> bool:
        needed = self.needed(op, results)
        kept = needed if has_trait(op, "loop") else results
        return len(kept) == len(data_results(op)) and len(needed) == len(call_sites(op)[0].operands)

    def inside(self, op: Operation, results: Places) -> list[tuple[Operation, Places]]:
        """The nodes inside the functions of a node, with their results that are needed."""
        functions = [(self.functions.get(site.reference), self.given(op, site, results)) for site in call_sites(op)]
        traced = [self.traced(roots(function, given))[0] for function, given in functions if function is not None]
        return [inner for reads in traced for inner in reads.items()]

    def replace(self, op: Operation, results: Places) -> None:
        """Puts a node that gives and takes less in front of one, which no needed node reads then."""
        needed = self.needed(op, results)
        kept = needed if has_trait(op, "loop") else results
        sites = call_sites(op)
        copies = {self.functions.get(site.reference): self.copy(op, site, needed, kept) for site in sites}
        types = [*[op.results[at].type for at in sorted(kept)], CONTROL]
        node = Operation(op.name, self.operands(op, results), types, op.attributes, location=op.location)
        for site in sites:
            node.set_attribute(site.attribute, renamed(op.attributes[site.attribute], copies, self.functions))
        passed = range(len(sites[0].operands))
        drop_from_node(node, set(passed) - needed, set(range(len(data_results(op)))) - kept)
        node.remove_attribute(READ_ONLY)
        op.parent.insert_before(node, op)
        for old, new in zip([*[op.results[at] for at in sorted(kept)], op.results[-1]], node.results):
            old.replace_all_uses_with(new)

    def copy(self, op: Operation, site: CallSite, arguments: Places, results: Places) -> Operation:
        function, given = self.functions.get(site.reference), self.given(op, site, results)
        assert function is not None, "only nodes with functions are taken apart"
        key = function, arguments, given
        if key not in self.copies:
            copy = self.copies[key] = self.functions.add(function.clone({}), function)
            leave_out(copy, set(range(len(data_operands(function.body.last)))) - given)
            self.narrow(copy)
            erase_unneeded(copy)
            drop_arguments(copy, set(range(len(site.operands))) - arguments)
        return self.copies[key]


def roots(function: Operation, results: Places) -> list[Value]:
    """What some results of a function are, and what it does besides."""
    returned = function.body.last
    return [*[data_operands(returned)[at] for at in sorted(results)], *control_operands(returned)]
