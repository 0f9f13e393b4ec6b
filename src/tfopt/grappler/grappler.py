"""All of Grappler: its optimizers in order over the graph and every function that it calls, as often as asked or until nothing changes."""

from __future__ import annotations

import sys
from time import perf_counter

from tfir.analysis.call_graph import names_in
from tfir.dialects.tfg.functions import functions_by_name
from tfir.dialects.tfg.interface import FUNCTIONS, exported
from tfir.ir.operations import Operation
from tfir.ir.symbols import SymbolTable

from tfopt.grappler import item as items
from tfopt.grappler import remarks, report
from tfopt.grappler.config import VARIANTS, Config, config_of
from tfopt.grappler.item import Item
from tfopt.grappler.specialization import unread_operands
from tfopt.pipeline import discovery
from tfopt.pipeline.description import Step
from tfopt.pipeline.execution import inside

TITLE = "MetaOptimizer"
EXACT = False
MOST_ITERATIONS = 20
OPTIONS = {
    "config": "A file with a RewriterConfig, in protobuf's text form.",
    "optimizers": "Only these, in this order: pruning, constfold, ...; an unknown name is answered with all of them.",
    "toggles": "Optimizers that are on, off, default or aggressive: remapping=off; a name alone is on.",
    "order": "The order of the optimizers: TensorFlow's, or that of the slides of 2019.",
    "iterations": "How often all optimizers run; 0, the default, is until nothing changes.",
    "min-nodes": "Smaller graphs are left alone, functions never; 4 where nothing is said.",
    "keep-functions": "Keep functions that no node calls.",
    "print-report": "Tell nodes and edges by optimizer, on standard error.",
}


def grappler(
    module: "Module", *, feeds: tuple[str, ...] = (), fetches: tuple[str, ...] = (), preserve: tuple[str, ...] = (),
    config: str = "", optimizers: tuple[str, ...] = (), toggles: tuple[str, ...] = (),
    order: "upstream|slides" = "upstream", fp: "fast|strict" = "fast", errors: "keep|drop" = "", print_report: "text|json" = "",  # noqa: F821 - the choices
    iterations: int | None = None, min_nodes: int | None = None, trust_feed_shapes: bool = False, assume_device: str = "",
    aggressive: bool = False, onednn: bool = True, keep_functions: bool = False,
):  # fmt: skip
    settings = config_of(config, optimizers, toggles, order, iterations, min_nodes)
    if settings.is_off:
        return
    of_graph = {"feeds": feeds, "fetches": fetches, "preserve": preserve}
    tables, calls = [], Calls(module)
    for target in targets(module, "function" in settings.names(0)):
        item = Item(
            target, **(of_graph if target.name == "tfg.graph" else {}), fp=fp, errors=errors, trust_feed_shapes=trust_feed_shapes,
            assume_device=assume_device, aggressive=aggressive, onednn=onednn,
        )  # fmt: skip
        tables.append((name_of(target), run(item, settings)))
        calls.changed(target)
        if not keep_functions:
            calls.drop_uncalled()
    tell(tables, print_report)


def targets(module: Operation, drops_operands: bool):
    """The graph, then the functions that are still called when their turn comes, and those that were made meanwhile. With
    `drops_operands` once more those that have nodes whose functions have ceased to read an operand since."""
    unread: dict[Operation, set] = {}
    while left := [op for op in optimized(module) if op not in unread]:
        for target in left:
            if target.parent is not None:
                yield target
                unread[target] = unread_in(target, SymbolTable(module)) if drops_operands else set()
        functions = SymbolTable(module)
        for target in list(unread) if drops_operands else ():
            if target.parent is not None and unread_in(target, functions) - unread[target]:
                del unread[target]


def optimized(module: Operation) -> list[Operation]:
    """The graphs of a module, and behind them its functions."""
    functions = [op for op in module.body if op.name == "tfg.func" and op.region.blocks and not op.get("generic")]
    return [op for op in module.body if op.name == "tfg.graph"] + functions


def unread_in(target: Operation, functions: SymbolTable) -> set[tuple[Operation, int]]:
    """The operands of nodes that no function of theirs reads."""
    return {(op, at) for op in target.body for at in unread_operands(op, functions)}


def run(item: Item, config: Config) -> list[report.Row]:
    """All iterations over one item. An optimizer that has seen the graph as it is, is not asked again."""
    rows: list[report.Row] = []
    if not item.is_function and report.size(item)[0] < config.min_nodes:
        return rows
    version, seen = 0, dict[str, int]()
    with items.shared(item):
        for iteration in range(config.iterations or MOST_ITERATIONS):
            before = version
            for name in config.names(iteration):
                if seen.get(name) != version:
                    rows.append(run_one(item, name, iteration + 1, config))
                    version += rows[-1].has_changed
                    seen[name] = version
            if version == before:
                break
        for name in config.names_at_end():
            rows.append(run_one(item, name, iteration + 1, config))
            item.sort()
        item.finish()
    return rows


def run_one(item: Item, name: str, iteration: int, config: Config) -> report.Row:
    before, events, began = report.size(item), len(remarks.current().events), perf_counter()
    keywords = dict(config.options.get(name, {}))
    if name in VARIANTS and VARIANTS[name] != name:
        keywords["variant"] = name.removeprefix(VARIANTS[name] + "_")
    loaded = config.added.get(name) or discovery.load("grappler-" + VARIANTS.get(name, name).replace("_", "-"))
    aggressive, item.aggressive = item.aggressive, item.aggressive or config.levels.get(name) == "aggressive"
    try:
        inside(Step(loaded, keywords), item.target)
    finally:
        item.aggressive = aggressive
    fired = sum([event.kind != "refused" for event in remarks.current().events[events:]])
    return report.Row(iteration, name, before, report.size(item), perf_counter() - began, fired)


def name_of(target: Operation) -> str:
    return "graph" if target.name == "tfg.graph" else f"@{target.get('sym_name')}"


class Calls:
    """Which functions of a module its graphs come to call. What an op names is read once, and again when that has changed."""

    def __init__(self, module: Operation):
        self.module = module
        self.named: dict[Operation, set[str]] = {}

    def changed(self, op: Operation) -> None:
        self.named.pop(op, None)

    def drop_uncalled(self) -> None:
        """Drops the functions that nothing names, starting from the graphs and from what is named outside of them. A library without a
        graph is left alone."""
        stack = [op for op in self.module.body if op.name == "tfg.graph"]
        functions = functions_by_name(self.module)
        if not stack:
            return
        stack += [functions.pop(name) for name in exported(self.module, FUNCTIONS) if name in functions]
        while stack:
            op = stack.pop()
            if op not in self.named:
                self.named[op] = set(names_in(op))
            stack += [functions.pop(name) for name in self.named[op] & functions.keys()]
        for name, function in functions.items():
            remarks.current().add("removed", f"@{name}", "no node calls it")
            function.remove()


def tell(tables, form: str) -> None:
    if form == "json":
        from json import dumps

        print(dumps([report.as_json(name, rows) for name, rows in tables]), file=sys.stderr)
    elif form:
        print("\n".join([report.as_text(name, rows) for name, rows in tables if rows]), file=sys.stderr)
