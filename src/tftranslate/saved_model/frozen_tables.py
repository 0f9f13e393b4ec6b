"""Tables that are never written are filled from constants: a node behind the table does so, and whatever uses the table waits for it.

The content is what the model's initializers fill the table with. They are run, since it may come of files and of any computation.
"""

from __future__ import annotations

from collections.abc import Callable

from tfir.analysis.effects import declared_effects
from tfir.dialects.tf.tables import Table
from tfir.ir.attributes import StringAttr, TypeAttr
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import take_name
from tfir.ods.arrays import dense_of
from tfir.ods.control import CONTROL
from tfir.storage.datatypes import unranked
from tfir.storage.graphdef.wire import NAME

from tftranslate.saved_model.variables import place_name

# Tables whose content is all that there is to say of them, and what fills them.
FILLED_BY = {
    "tfg.HashTable": "tfg.InitializeTable",
    "tfg.HashTableV2": "tfg.InitializeTableV2",
    "tfg.MutableHashTable": "tfg.LookupTableImport",
    "tfg.MutableHashTableV2": "tfg.LookupTableImportV2",
    "tfg.MutableDenseHashTableV2": "tfg.LookupTableInsertV2",
}


def freeze_tables(module: Operation, filled: Callable[[], dict[str, Table]]) -> None:
    """`filled` gives the tables of the model by name. Raises Error for a table that is written, or whose content nothing tells."""
    places = [op for function in module.body for op in function.body if "HashTable" in op.name]
    if not places:
        return
    require_readers(module)
    tables = filled()
    for op in places:
        table = tables.get(place_name(op))
        if op.name not in FILLED_BY or table is None or not table.is_filled:
            what = "nothing that initializes the model fills it" if op.name in FILLED_BY else "nothing fills such a table from constants"
            raise Error(f"table '{place_name(op)}' cannot become a constant: {what}; the form 'signatures' keeps it as it is", op)
        fill(op, table)


def fill(op: Operation, table: Table) -> None:
    users = list(op.results[0].users)
    names = {inner.get(NAME) for inner in op.parent}
    keys, values = map(dense_of, table.arrays(table.entered()))
    first, second = (
        constant(op, keys, take_name(f"{op.get(NAME)}/keys", names)),
        constant(op, values, take_name(f"{op.get(NAME)}/values", names)),
    )
    types = ("Tkey", "Tval") if "Initialize" in FILLED_BY[op.name] else ("Tin", "Tout")
    elements = dict(zip(types, (TypeAttr(keys.type.element), TypeAttr(values.type.element))))
    attributes = {**elements, NAME: StringAttr(take_name(f"{op.get(NAME)}/filled", names))}
    filled = Operation(FILLED_BY[op.name], [op.results[0], first, second], [CONTROL], attributes, location=op.location)
    op.parent.insert_before(filled, op.next)
    for user in users:
        user.set_operands([*user.operands, filled.results[0]])


def constant(op: Operation, content: ElementsAttr, name: str) -> Value:
    """A constant in front of an op."""
    element = content.type.element
    made = Operation("tfg.Const", (), [unranked(element), CONTROL], location=op.location)
    made.set_attributes({"dtype": TypeAttr(element), "value": content, NAME: StringAttr(name)})
    return op.parent.insert_before(made, op).results[0]


def require_readers(module: Operation) -> None:
    """Raises Error for a node that writes a table, here or in a function that is called: the next call would not find what it wrote."""
    for op in [op for function in module.body for op in function.body]:
        if "table" in declared_effects(op.name).writes:
            local = op.name.removeprefix("tfg.")
            raise Error(f"a table is written by node '{op.get(NAME)}' ('{local}'); the form 'signatures' keeps tables that are written", op)
