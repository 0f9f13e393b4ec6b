"""Drops symbols to which nothing refers and that cannot be referred to from elsewhere."""

from __future__ import annotations

from tfir.dialects import has_trait, lookup
from tfir.ir.attributes import SymbolRefAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.symbols import NAME, SymbolTable, references

TITLE = "SymbolDCE"
STATISTICS = {"num-dce'd": "Number of symbols DCE'd"}


def symbol_dce(module: "Module"):
    """Private ones are there for their own table only, nested ones for the tables around it as well, but not for what is beyond
    the module. A function that only a dropped one called goes as well."""
    from tfopt.pipeline.statistics import count

    count("num-dce'd", drop(dead_symbols(module)))


def drop(dead: list[Operation]) -> int:
    for op in dead:
        op.drop_uses()
    for op in dead:
        op.erase()
    return len(dead)


def dead_symbols(module: Operation) -> list[Operation]:
    """The symbols that nothing live refers to; of those inside of each other the outermost."""
    live = live_members(module)
    dead, tables = [], [module]
    while tables:
        for op in members(tables.pop()):
            if op not in live:
                dead.append(op)
            else:
                tables += [inner for inner in inside_table(op) if inner.regions and has_trait(inner, "symbol_table")]
    return dead


def live_members(module: Operation) -> set[Operation]:
    """The operations in symbol tables that are no symbols, can be referred to from outside, or are referred to by anything live."""
    live: set[Operation] = set()
    hidden = {module: True}  # tables, and whether their symbols of visibility `nested` cannot be referred to from outside
    looked_up: dict[Operation, SymbolTable] = {}
    work = visible_members(module, True)
    while work:
        op = work.pop()
        if op in live:
            continue
        live.add(op)
        for inner in inside_table(op):
            if inner.regions and has_trait(inner, "symbol_table"):
                hides = hidden.get(op.parent_op, True) or not is_symbol(inner) or visibility(inner) == "private"
                hidden[inner] = hides
                work += visible_members(inner, hides)
            for value in inner.attributes.values():
                work += [symbol for reference in references(value) for symbol in meant(inner, reference, looked_up)]
    return live


def members(table: Operation) -> list[Operation]:
    return [op for region in table.regions for block in region.blocks for op in block]


def visible_members(table: Operation, is_hidden: bool) -> list[Operation]:
    seen = ("public",) if is_hidden else ("public", "nested")
    return [op for op in members(table) if not is_symbol(op) or visibility(op) in seen]


def is_symbol(op: Operation) -> bool:
    return NAME in op.attributes and has_trait(op, "symbol")


def visibility(op: Operation) -> str:
    return op.get("sym_visibility", "public")


def inside_table(op: Operation):
    """The operation and those inside it, without the contents of symbol tables there. Raises `Error` for an
    operation of which it is not known whether it is such a table."""
    work = [op]
    while work:
        op = work.pop()
        yield op
        if not op.regions or has_trait(op, "symbol_table"):
            continue
        if lookup(op.name) is None:
            why = "operation contains potentially unknown symbol table, meaning that we can't reliable compute symbol uses"
            raise Error(why, op)
        work += reversed(members(op))


def meant(user: Operation, reference, looked_up: dict[Operation, SymbolTable]):
    """The symbols that a reference names, from the outermost on. Tables around the nearest one are looked at too."""
    for around in user.ancestors():
        if not has_trait(around, "symbol_table"):
            continue
        table = looked_up.get(around) or looked_up.setdefault(around, SymbolTable(around))
        symbol = table.get(reference.path[0])
        if symbol is not None:
            yield symbol
            for at in range(2, len(reference.path) + 1):
                inner = table.get(SymbolRefAttr(*reference.path[:at]))
                if inner is not None:
                    yield inner
            return
