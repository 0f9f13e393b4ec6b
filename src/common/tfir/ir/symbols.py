"""Names of operations, and who refers to them."""

from __future__ import annotations

from tfir.ir.attributes import ArrayAttr, Attribute, DictAttr, StringAttr, SymbolRefAttr
from tfir.ir.operations import Operation

NAME = "sym_name"


def symbol_name(op: Operation) -> str | None:
    found = op.attributes.get(NAME)
    return found.value if isinstance(found, StringAttr) else None


def unused_name(wanted: str, taken, first: int = 1) -> str:
    """The name; where it is taken, the name with the first number behind it that is not."""
    name, number = wanted, first
    while name in taken:
        name, number = f"{wanted}_{number}", number + 1
    return name


class SymbolTable:
    """The symbols directly inside an operation. Looks once; `add` and `remove` keep it current."""

    __slots__ = ("op", "symbols")

    def __init__(self, op: Operation):
        self.op = op
        self.symbols = {symbol_name(inner): inner for block in op.region.blocks for inner in block if NAME in inner.attributes}

    def get(self, reference) -> Operation | None:
        """The operation that a name or a (possibly nested) reference means, or None."""
        path = reference.path if isinstance(reference, SymbolRefAttr) else (reference,)
        found = self.symbols.get(path[0])
        for name in path[1:]:
            found = None if found is None or not found.regions else SymbolTable(found).symbols.get(name)
        return found

    def unused_name(self, wanted: str) -> str:
        return unused_name(wanted, self.symbols, 0)

    def add(self, op: Operation, before: Operation | None = None) -> Operation:
        """Puts `op` into the table's block, under a name of its own."""
        name = self.unused_name(symbol_name(op))
        op.set_attribute(NAME, StringAttr(name))
        self.symbols[name] = op
        return self.op.body.insert_before(op, before)

    def remove(self, op: Operation) -> None:
        self.symbols.pop(symbol_name(op), None)
        op.erase()


def nearest_symbol(op: Operation, reference, is_table) -> Operation | None:
    """What a reference from `op` means: looked up in the symbol tables around it, innermost first."""
    for around in op.ancestors():
        if is_table(around):
            found = _table_of(around).get(reference)
            if found is not None:
                return found
    return None


# The tables that were looked at while nothing is edited, or None.
_tables: list[dict[Operation, SymbolTable] | None] = [None]


def _table_of(op: Operation) -> SymbolTable:
    tables = _tables[-1]
    if tables is None:
        return SymbolTable(op)
    if op not in tables:
        tables[op] = SymbolTable(op)
    return tables[op]


class TablesKept:
    """While it lasts nothing is edited, so that `nearest_symbol` looks through each table once."""

    def __enter__(self) -> None:
        _tables.append({})

    def __exit__(self, *_: object) -> None:
        _tables.pop()


def references(attribute: Attribute):
    """All symbol references inside an attribute."""
    if isinstance(attribute, SymbolRefAttr):
        yield attribute
    elif isinstance(attribute, ArrayAttr):
        for element in attribute.elements:
            yield from references(element)
    elif isinstance(attribute, DictAttr):
        for element in attribute.entries.values():
            yield from references(element)
    else:
        yield from getattr(attribute, "symbol_references", tuple)()


def references_in(op: Operation):
    """All symbol references in an operation and inside it, as (operation, reference)."""
    for inner in op.walk():
        for value in inner.attributes.values():
            for reference in references(value):
                yield inner, reference
