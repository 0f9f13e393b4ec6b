"""The functions that ops can come to call."""

from __future__ import annotations

from tfir.dialects.tf_type import FuncAttr
from tfir.ir.attributes import ArrayAttr, DictAttr, SymbolRefAttr
from tfir.ir.operations import Operation


def drop_unreached(module: Operation, *entries: Operation) -> None:
    """Leaves only the entries and the functions that they can come to call."""
    reached = reached_functions(module, [inner for entry in entries if entry.regions for inner in entry.body])
    for op in list(module.body):
        if op not in entries and op not in reached:
            op.erase()


def reached_functions(module: Operation, ops) -> set[Operation]:
    """The functions that some ops can come to call."""
    functions = {op.get("sym_name"): op for op in module.body if op.name == "tfg.func"}
    reached: set[Operation] = set()
    stack = [name for op in ops for name in called(op)]
    while stack:
        function = functions.get(stack.pop())
        if function is not None and function not in reached:
            reached.add(function)
            stack += [name for op in [function, *function.body] for name in called(op)]
    return reached


def called(op: Operation):
    """Names of functions that an op mentions: in attributes, or as the name of the op itself."""
    yield op.name.removeprefix("tfg.")
    gradient = op.attributes.get("gradient")
    if isinstance(gradient, SymbolRefAttr):
        yield gradient.root
    for attribute in op.attributes.values():
        yield from named(attribute)


def named(attribute):
    if isinstance(attribute, FuncAttr):
        yield attribute.name.root
        yield from named(attribute.attributes)
    elif isinstance(attribute, ArrayAttr):
        for element in attribute:
            yield from named(element)
    elif isinstance(attribute, DictAttr):
        for element in attribute.entries.values():
            yield from named(element)
