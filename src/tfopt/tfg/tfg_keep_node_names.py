"""Keeps the names of nodes that make resources: tables, queues, iterators, reference variables; of draws; and of others that tell their names.

A node that has no `shared_name` makes a resource of its own, and one that draws a generator, as TensorFlow has it once all calls are inlined: one for each path of calls, branches and
loops that leads to it. In other dialects names are locations, which say nothing of what is computed, so the name becomes an attribute there,
`tfir.node_name`, behind those of the nodes on the way: `call/then/queue`. Each path has copies of the functions on it. What TensorFlow does not inline
(`_noinline`, branches and loops that are not taken apart) has one for all nodes that run it so, by the name of its function, in each graph that was lifted: `function/queue`,
`function/whole/queue`. Of an op in an island of the executor the name is what its location says.
"""

from __future__ import annotations

from functools import cache

from tfir.analysis.call_graph import call_sites, labels, only_called
from tfir.analysis.deadness import CALLED, WHOLES, instance_of
from tfir.analysis.slices import reached
from tfir.conversion.executor_to_tfg import name_at
from tfir.dialects import lookup, trait_arguments
from tfir.dialects.tf_executor.names import ISLAND
from tfir.dialects.tf_type import FuncAttr
from tfir.dialects.tfg.interface import what_is_run
from tfir.dialects.tfg.nodes import KEPT_NAME, NAME, is_of_graph, shares_by_node
from tfir.ir.attributes import ArrayAttr, Attribute, StringAttr, SymbolRefAttr
from tfir.ir.operations import Operation
from tfir.ir.symbols import SymbolTable, symbol_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

WORKS_ON = ("tfg", "tf_executor", "tf")


def tfg_keep_node_names(module: "Module"):
    Paths(module).keep()


class Paths:
    """The functions of a module by the paths that lead to them."""

    def __init__(self, module: Operation):
        self.module, self.symbols = module, SymbolTable(module)
        self.free = only_called(module)  # functions that may become those of one path
        self.origins: dict[Operation, Operation] = {}  # of copies
        self.visited: set[Operation] = set()
        self.instances: dict[tuple, Operation] = {}  # functions that stand for no node, by what runs them
        callers: dict[Operation, list[Operation]] = {}
        for caller in self.symbols.symbols.values():
            for _, callee, _ in self.runs(caller):
                callers.setdefault(callee, []).append(caller)
        making = [function for function in self.symbols.symbols.values() if any(map(makes, function.walk()))]
        self.making = reached(making, lambda function: callers.get(function, ()))

    def keep(self) -> None:
        functions = [op for op in self.module.body if op.regions]
        for function in sorted(functions, key=lambda each: not is_of_graph(each)):  # others may turn out to be run by these
            if function not in self.visited and (is_of_graph(function) or symbol_name(function) not in self.free):
                self.visit(function, Path(function, "" if is_of_graph(function) else f"{symbol_name(function)}/"))
        for function in functions:  # which are run by each other alone, or by none
            if function not in self.visited:
                self.visit(function, Path(function, f"{symbol_name(function)}/"))

    def visit(self, function: Operation, path: Path) -> None:
        """Names what a function makes, and gives it copies of those that it runs."""
        self.visited.add(function)
        path = path.through(self.origin(function))
        for op in list(function.walk()):
            if (op.dialect == "tfg" or is_wrapped(op)) and (name := own_name(op)):
                if is_named(op.name) and not op.get("shared_name", ""):
                    op.set_attribute(KEPT_NAME, StringAttr((path.inlined if shares_by_node(op) else path.whole) + name))
                self.follow(op, name, path)

    def origin(self, function: Operation) -> Operation:
        return self.origins.get(function, function)

    def follow(self, op: Operation, name: str, path: Path) -> None:
        copies: dict[tuple[str, int], str] = {}
        for (attribute, number), callee, label in self.runs_of(op):
            how = instance_of(op, callee, path.is_whole)
            if callee not in self.making or not how and self.origin(callee) in path.around:
                continue
            key = path.root, how, self.origin(callee)
            one = self.instances.get(key) if how else None
            if one is None:
                one = self.copy(callee) if callee in self.visited or symbol_name(callee) not in self.free else callee
                if how:
                    self.instances[key] = one
                self.visit(one, path.to_instance(self.origin(callee), how) if how else path.into(f"{name}/{label}"))
            copies[attribute, number] = symbol_name(one) or ""
        for attribute in {attribute for attribute, _ in copies}:
            if attribute:
                op.set_attribute(attribute, with_names(op.attributes[attribute], attribute, copies))
            else:
                op.rename(f"tfg.{copies[attribute, 0]}")

    def copy(self, function: Operation) -> Operation:
        copy = self.symbols.add(function.clone(), function)
        self.origins[copy] = self.origin(function)
        self.making.add(copy)
        return copy

    def runs(self, function: Operation) -> Iterator[tuple[tuple[str, int], Operation, str]]:
        for op in function.walk():
            yield from self.runs_of(op)

    def runs_of(self, op: Operation) -> Iterator[tuple[tuple[str, int], Operation, str]]:
        """The functions that an op runs: where it says so (under no attribute for a node whose op is a function), and what stands in paths."""
        called = self.symbols.get(op.name.removeprefix("tfg.")) if op.dialect == "tfg" else None
        if called is not None:
            yield ("", 0), called, ""
        counts: dict[str, int] = {}
        for site, label in zip(call_sites(op), labels(op)):
            number = counts[site.attribute] = counts.get(site.attribute, -1) + 1
            callee = self.symbols.get(site.reference)
            if callee is not None:
                yield (site.attribute, number), callee, label


class Path:
    """What leads to the nodes of a function from `root`, which is called from outside: the nodes that run it, in whose place it stands, by their names, behind the
    function that these are in where that stands for none; and the functions that this leads through."""

    def __init__(self, root: Operation, inlined: str = "", instance: str = "", is_whole: bool = False, around: tuple[Operation, ...] = ()):
        self.root, self.inlined, self.instance, self.is_whole, self.around = root, inlined, instance, is_whole, around

    @property
    def whole(self) -> str:
        return self.instance + self.inlined

    def into(self, names: str) -> Path:
        return Path(self.root, self.inlined + names, self.instance, self.is_whole, self.around)

    def through(self, function: Operation) -> Path:
        return Path(self.root, self.inlined, self.instance, self.is_whole, (*self.around, function))

    def to_instance(self, function: Operation, how: str) -> Path:
        name = f"{symbol_name(function)}/" if how == CALLED else f"{symbol_name(function)}/{how}/"
        run = "" if self.root.name == "tfg.graph" else f"{what_is_run(self.root)}/"
        return Path(self.root, "", run + name, how in WHOLES)


def with_names(attribute: Attribute, name: str, copies: dict[tuple[str, int], str], number: int = 0) -> Attribute:
    """An attribute that names functions with the names of their copies."""
    if isinstance(attribute, ArrayAttr):
        return ArrayAttr([with_names(entry, name, copies, at) for at, entry in enumerate(attribute.elements)])
    copy = copies.get((name, number))
    if copy is None:
        return attribute
    return FuncAttr(copy, attribute.attributes) if isinstance(attribute, FuncAttr) else SymbolRefAttr(copy)


def makes(op: Operation) -> bool:
    return (op.dialect == "tfg" or is_wrapped(op)) and is_named(op.name) and not op.get("shared_name", "")


def is_wrapped(op: Operation) -> bool:
    return op.dialect == "tf" and op.parent_op is not None and op.parent_op.name == ISLAND


def own_name(op: Operation) -> str:
    """The name of a node in its graph, or of what was one."""
    if is_wrapped(op):
        return name_at(op) or name_at(op.parent_op)
    return op.get(NAME, "")


@cache
def is_named(name: str) -> bool:
    """Whether what a node of an op does depends on its name, or it has something to itself by that."""
    definition = lookup(name)
    if definition is None or definition.signature is None:
        return False
    return (
        definition.has_trait("named")
        or "shared_name" in definition.signature.attributes
        or "write random" in (trait_arguments(name, "effects") or ())
    )
