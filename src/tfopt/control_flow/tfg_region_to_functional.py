"""Makes functions of the regions of If, Case, While and For, the innermost first.

A region that is still what a function of the module says becomes a call of that function. Any other becomes a function of its
own, which takes what the region used from outside; a loop hands such values on from turn to turn.
"""

from __future__ import annotations

from tfir.dialects.tf_type import FuncAttr
from tfir.dialects.tfg.control_flow import NO_ATTRIBUTES, REGION, TYPES, kind_of, token_of
from tfir.dialects.tfg.nodes import NAME
from tfir.dialects.tfg.regions import RegionAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable
from tfir.ods.control import CONTROL, control_operands, data_operands, data_results

from tfopt.control_flow.outlined_functions import Captures, outlined

WORKS_ON = ("tfg",)


def tfg_region_to_functional(module: "Module"):
    symbols, done = SymbolTable(module), set[Operation]()
    for top in list(module.body):
        replace_all(top, symbols, done)


def replace_all(top: Operation, symbols: SymbolTable, done: set) -> None:
    """Functions that regions were made of come first, so that they can be compared."""
    if top not in done:
        done.add(top)
        for op in [op for op in top.walk(post_order=True) if kind_of(op, REGION)]:
            for name in OriginalFunctions.names_of(op, kind_of(op, REGION)):
                if name in symbols.symbols:
                    replace_all(symbols.symbols[name], symbols, done)
            replace(op, symbols)


def replace(op: Operation, symbols: SymbolTable) -> None:
    kind, data = kind_of(op, REGION), list(data_operands(op))
    originals = OriginalFunctions(op, kind, symbols)
    if originals.arguments is not None:
        names, values, extra, tokens = originals.names, data[: kind.lead] + originals.arguments, [], []
    else:
        captures = Captures(op)
        extra, tokens = list(captures.values), list(captures.tokens)
        names, values = make_functions(op, kind, extra, symbols), [*data, *extra]
    types = [value.type for value in data_results(op)] + [value.type for value in extra if kind.has_arguments]
    operands = [*values, *dict.fromkeys([*control_operands(op), *tokens])]
    local = op.name.removesuffix(REGION)
    new = Operation(local, operands, [*types, CONTROL], attributes_of(op, kind, names), (), (), op.location)
    op.parent.insert_before(new, op)
    op.replace_with([*new.results[: len(op.results) - 1], new.results[-1]])


def make_functions(op: Operation, kind, captured: list[Value], symbols: SymbolTable) -> list[str]:
    own = []
    if kind.has_arguments:
        data = list(data_operands(op))
        own = [data[0], *data[kind.lead :]] if kind.name == "For" else data
    names = []
    for number, region in enumerate(op.regions):
        previous = kind.attribute(op, 2, number)
        previous = previous if isinstance(previous, RegionAttr) else None
        what = kind.functions[min(number, len(kind.functions) - 1)] + ("_function" if not kind.is_list else f"_function_{number}")
        name = previous.attributes.get("sym_name").value if previous is not None and previous.attributes.get("sym_name") else what
        function = outlined(name, region, own, captured, kind.has_arguments, previous)
        names.append(symbols.add(function).get("sym_name"))
    return names


def attributes_of(op: Operation, kind, names: list[str]) -> dict:
    dropped = {name for part in kind.parts for name in part}
    attributes = {name: value for name, value in op.attributes.items() if name not in dropped}
    called_with = [kind.attribute(op, 1, number, NO_ATTRIBUTES) for number in range(len(names))]
    kind.put(attributes, 0, [FuncAttr(name, function_attributes) for name, function_attributes in zip(names, called_with)])
    return attributes


class OriginalFunctions:
    """The functions that the regions were made of, by `names`. `arguments` are the operands for calling them, or None where a region no
    longer computes what its function does."""

    def __init__(self, op: Operation, kind, symbols: SymbolTable):
        self.op, self.kind = op, kind
        self.names = self.names_of(op, kind)
        self.captured: dict[int, Value] = {}
        functions = [symbols.get(name) if name else None for name in self.names]
        self.arguments = None
        if all([function is not None and function.name == "tfg.func" for function in functions]):
            same = [self.is_same(region.entry, function) for region, function in zip(op.regions, functions)]
            self.arguments = self.in_order(functions) if all(same) else None

    @staticmethod
    def names_of(op: Operation, kind) -> list[str | None]:
        written = [kind.attribute(op, 2, number) for number in range(len(op.regions))]
        names = [one.attributes.get("sym_name") if isinstance(one, RegionAttr) else None for one in written]
        return [name.value if name is not None else None for name in names]

    def in_order(self, functions: list[Operation]) -> list[Value] | None:
        if self.kind.has_arguments:
            return list(data_operands(self.op))[self.kind.lead :]
        counts = {len(function.body.arguments) // 2 for function in functions}
        return [self.captured[at] for at in range(counts.pop())] if len(counts) == 1 and counts == {len(self.captured)} else None

    def is_same(self, block, function: Operation) -> bool:
        """Whether a region computes what a function does; notes in `captured` which values are its arguments."""
        own, theirs, ops, nodes = block.arguments, function.body.arguments, list(block), list(function.body)
        if len(ops) != len(nodes) or self.kind.has_arguments and len(own) != len(theirs):
            return False
        pairs: dict[Value, Value] = dict(zip([*theirs[::2], *theirs[1::2]], own)) if self.kind.has_arguments else {}
        for op, node in zip(ops, nodes):
            pairs.update(zip(node.results, op.results))
        return all([self.is_same_node(op, node, pairs) for op, node in zip(ops[:-1], nodes[:-1])]) and self.ends_alike(
            ops[-1], nodes[-1], pairs
        )

    def is_same_node(self, op: Operation, node: Operation, pairs: dict) -> bool:
        return (
            op.name == node.name
            and [value.type for value in op.results] == [value.type for value in node.results]
            and not op.regions
            and own_attributes(op) == own_attributes(node)
            and self.fit(op.operands, node.operands, pairs)
        )

    def ends_alike(self, op: Operation, node: Operation, pairs: dict) -> bool:
        values = list(op.operands)
        if op.name == "tfg.condition":
            arguments = len(op.parent.arguments) // 2
            if values[1 : arguments + 1] != op.parent.arguments[:arguments]:
                return False
            values = [values[0], *values[arguments + 1 :]]
        return self.fit(values, node.operands, pairs)

    def fit(self, values, theirs, pairs: dict) -> bool:
        return len(values) == len(theirs) and all([self.is_pair(value, other, pairs) for value, other in zip(values, theirs)])

    def is_pair(self, value: Value, other: Value, pairs: dict) -> bool:
        if other in pairs:
            return pairs[other] is value
        if other.op is not None or self.kind.has_arguments:
            return False
        if other.type is CONTROL:
            source = self.captured.get(other.index // 2)
            return source is not None and token_of(source) is value
        return self.captured.setdefault(other.index // 2, value) is value


def own_attributes(node: Operation) -> dict:
    """The attributes of a node, but for its name and for what only repeats types."""
    kind = kind_of(node)
    dropped = {NAME, *(TYPES[kind.name] if kind else ()), *(("output_shapes",) if kind else ())}
    return {name: value for name, value in node.attributes.items() if name not in dropped}
