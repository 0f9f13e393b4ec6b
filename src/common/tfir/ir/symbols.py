"""Names of operations, and the references to them."""

from __future__ import annotations

from tfir.ir.attributes import ArrayAttr, Attribute, DictAttr, StringAttr, SymbolRefAttr
from tfir.ir.operations import Operation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator

NAME = "sym_name"


def symbol_name(op: Operation) -> str | None:
    """The name that an operation has in a symbol table, or None for one that is no symbol."""
    name = op.attributes.get(NAME)
    return name.value if isinstance(name, StringAttr) else None


def unused_name(base: str, taken: Container[str | None], first: int = 1) -> str:
    """The name; where it is taken, the name with the first number behind it that is not: `base_1`."""
    name, number = base, first
    while name in taken:
        name, number = f"{base}_{number}", number + 1
    return name


def take_name(base: str, taken: set[str], first: int = 1) -> str:
    """An unused name, as `unused_name` finds it, which is then taken."""
    name = unused_name(base, taken, first)
    taken.add(name)
    return name


class SymbolTable:
    """The symbols directly inside an operation. Looks through it once; `add` and `remove` keep the table current."""

    __slots__ = ("op", "symbols")

    def __init__(self, op: Operation):
        self.op = op
        self.symbols = {symbol_name(inner): inner for block in op.region.blocks for inner in block if NAME in inner.attributes}

    def get(self, reference: SymbolRefAttr | str) -> Operation | None:
        """The operation that a name or a (possibly nested) reference means, or None."""
        path = reference.path if isinstance(reference, SymbolRefAttr) else (reference,)
        symbol = self.symbols.get(path[0])
        for name in path[1:]:
            symbol = None if symbol is None or not symbol.regions else SymbolTable(symbol).symbols.get(name)
        return symbol

    def unused_name(self, base: str) -> str:
        """The name; where it is taken, `base_0` or the first such that is not."""
        return unused_name(base, self.symbols, 0)

    def add(self, op: Operation, before: Operation | None = None) -> Operation:
        """Puts `op` into the table's block, in front of `before` or at its end, under a name of its own. Raises `ValueError` for an
        operation without a name."""
        base = symbol_name(op)
        if base is None:
            raise ValueError(f"{op.name} has no {NAME}")
        name = self.unused_name(base)
        op.set_attribute(NAME, StringAttr(name))
        self.symbols[name] = op
        return self.op.body.insert_before(op, before)

    def remove(self, op: Operation) -> None:
        self.symbols.pop(symbol_name(op), None)
        op.erase()


def nearest_symbol(op: Operation, reference: SymbolRefAttr | str, is_table: Callable[[Operation], bool]) -> Operation | None:
    """The operation that a reference from `op` denotes: looked up in the symbol tables around it, innermost first."""
    for around in op.ancestors():
        if is_table(around):
            symbol = _table_of(around).get(reference)
            if symbol is not None:
                return symbol
    return None


# The tables that were made while nothing is edited, or None.
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


def references(attribute: Attribute) -> Iterator[SymbolRefAttr]:
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


def references_in(op: Operation) -> Iterator[tuple[Operation, SymbolRefAttr]]:
    """All symbol references in an operation and inside it, as (operation, reference)."""
    for inner in op.walk():
        for value in inner.attributes.values():
            for reference in references(value):
                yield inner, reference
