"""Which functions ops run, and with what; which functions of a module refer to which, and in what order to visit them."""

from __future__ import annotations

from collections import Counter

from tfir.analysis.slices import reached
from tfir.dialects import has_trait, lookup, trait_arguments
from tfir.dialects.tf_type import FuncAttr
from tfir.ir.attributes import ArrayAttr, Attribute, SymbolRefAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable, references_in
from tfir.ods.control import data_operands, data_results
from tfir.ods.inference import declared_elements

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator
    from typing import TypeVar

    Node = TypeVar("Node", bound=Hashable)


class CallSite:
    """One function that an op runs: the attribute that names it, the operands that its arguments get, the results that are its own.
    The condition of a loop gives no results."""

    __slots__ = ("op", "attribute", "reference", "operands", "results")

    def __init__(
        self, op: Operation, attribute: str, reference: SymbolRefAttr, operands: tuple[Value, ...], results: tuple[Value, ...]
    ) -> None:
        self.op, self.attribute, self.reference, self.operands, self.results = op, attribute, reference, operands, results


def call_sites(op: Operation) -> list[CallSite]:
    """The functions that an op runs by its traits `call`, `branch` and `loop`, as it names them."""
    definition = lookup(op.name)
    traits = {} if definition is None else definition.traits
    if traits.get("call"):
        return sites(op, traits["call"], 0)
    if traits.get("branch"):
        return sites(op, traits["branch"], 1)
    if traits.get("loop"):
        condition, body = traits["loop"]
        return [*sites(op, [condition], 0, gives_results=False), *sites(op, [body], 0)]
    return []


def sites(op: Operation, attributes: Iterable[str], deciding: int, gives_results: bool = True) -> list[CallSite]:
    """The call sites of an op, one for each function that `attributes` name, without the op's first `deciding` operands."""
    operands = data_operands(op)[deciding:]
    results = data_results(op) if gives_results else ()
    named = [(name, reference) for name in attributes for reference in function_references(op.attributes.get(name))]
    return [CallSite(op, name, reference, operands, results) for name, reference in named]


def labels(op: Operation) -> list[str]:
    """What TensorFlow's names of nodes have behind that of an op for each function that it runs: nothing for a call, `then/`, `branch0/`, `body/`."""
    named = call_sites(op)
    if has_trait(op, "call"):
        return [""] * len(named)
    is_list = [isinstance(op.attributes[site.attribute], ArrayAttr) for site in named]
    return [
        f"branch{at}/" if listed else f"{site.attribute.removesuffix('_branch')}/" for at, (site, listed) in enumerate(zip(named, is_list))
    ]


def function_references(attribute: Attribute | None) -> list[SymbolRefAttr]:
    """The functions that an attribute names: one, or a list of them. A node's function comes with attributes of its own."""
    entries = attribute.elements if isinstance(attribute, ArrayAttr) else (attribute,)
    references = [entry.name if isinstance(entry, FuncAttr) else entry for entry in entries]
    return [reference for reference in references if isinstance(reference, SymbolRefAttr)]


def chosen_branch(op: Operation) -> int | None:
    """Which of the functions of an op with branches runs, as a scalar constant says it: of two the first where it is not zero, of a list
    of them the one of that number, the last where there are fewer. None where the first operand is no such constant."""
    content = declared_elements(op.operands[0]) if op.operands else None
    if not isinstance(content, DenseAttr) or content.type.shape != ():
        return None
    number, attributes = content.values()[0], trait_arguments(op, "branch") or ()
    if len(attributes) == 2:
        return 0 if number else 1
    count = sum([len(function_references(op.attributes.get(name))) for name in attributes])
    return None if count == 0 else number if 0 <= number < count else count - 1


def only_called(module: Operation) -> set[str]:
    """The functions that calls, branches and loops run, and that nothing else names: a dataset too gives its functions what it has, and takes
    what they give."""
    sites = Counter([site.reference.root for op in module.walk() for site in call_sites(op)])
    named = Counter([reference.root for _, reference in references_in(module)])
    return {name for name, count in sites.items() if count == named[name]}


def names_in(op: Operation) -> Iterator[str]:
    """The names that an op, or anything inside it, refers to: in attributes, or as the op of a node, which may be a function."""
    for inner in op.walk():
        if inner.dialect == "tfg":
            yield inner.name.removeprefix("tfg.")
    for _, reference in references_in(op):
        yield reference.root


def reached_functions(ops: Iterable[Operation], functions: dict[str, Operation]) -> set[Operation]:
    """The functions, given by name, that ops can come to call."""

    def called(op: Operation) -> list[Operation]:
        return [functions[name] for name in names_in(op) if name in functions]

    return reached([function for op in ops for function in called(op)], called)


def referenced(op: Operation, table: SymbolTable) -> list[Operation]:
    """The symbols of the table that anything in the operation refers to, as a callee or otherwise, in the order of the text."""
    symbols = [table.get(reference) for _, reference in references_in(op)]
    return [symbol for symbol in dict.fromkeys(symbols) if symbol is not None]


def strongly_connected_components(nodes: Iterable[Node], successors: Callable[[Node], Iterable[Node]]) -> list[list[Node]]:
    """The strongly connected components of a graph, each behind all that it leads to (Tarjan 1972, with an explicit stack)."""
    index: dict[Node, int] = {}
    lowest: dict[Node, int] = {}
    open_nodes: list[Node] = []
    components: list[list[Node]] = []
    for root in nodes:
        stack: list[tuple[Node, Iterator[Node] | None]] = [] if root in index else [(root, None)]
        while stack:
            node, pending = stack.pop()
            if pending is None:
                index[node] = lowest[node] = len(index)
                open_nodes.append(node)
                pending = iter(successors(node))
            for successor in pending:
                if successor not in index:
                    stack += [(node, pending), (successor, None)]
                    break
                if successor in lowest:  # of a finished component, or on the way here
                    lowest[node] = min(lowest[node], lowest[successor])
            else:
                if lowest[node] == index[node]:
                    components.append(_finished(node, open_nodes, lowest))
                elif stack:
                    above = stack[-1][0]
                    lowest[above] = min(lowest[above], lowest[node])
    return components


def _finished(root: Node, open_nodes: list[Node], lowest: dict[Node, int]) -> list[Node]:
    component: list[Node] = []
    while not component or component[-1] is not root:
        component.append(open_nodes.pop())
        del lowest[component[-1]]
    return component[::-1]
