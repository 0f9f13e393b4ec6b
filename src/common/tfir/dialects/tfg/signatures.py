"""Functions of a graph, and the nodes that run them, with fewer arguments or results."""

from __future__ import annotations

from tfir.dialects.tf_type import FuncAttr
from tfir.ir.attributes import ArrayAttr, Attribute
from tfir.ir.operations import Operation
from tfir.ods.control import CONTROL
from tfir.ods.functions import retype

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from tfir.ir.symbols import SymbolTable

PER_ARGUMENT, PER_RESULT = ("tf._input_shapes",), ("tf._output_shapes",)


def drop_arguments(function: Operation, places: Collection[int]) -> None:
    """Drops arguments that the body does not read."""
    gone = {place for at in places for place in (2 * at, 2 * at + 1)}
    for place in sorted(gone, reverse=True):
        function.body.remove_argument(place)
    drop_entries(function, ("arg_attrs",), gone)
    drop_entries(function, PER_ARGUMENT, places)
    retype(function)


def leave_out(function: Operation, unread: Collection[int]) -> None:
    """Drops the results whose numbers are in `unread`."""
    returned = function.body.terminator
    assert returned is not None, "a function ends with a return"
    returned.set_operands([value for at, value in enumerate(returned.operands) if at not in unread or value.type is CONTROL])
    drop_entries(function, ("res_attrs", *PER_RESULT), unread)
    retype(function)


def renamed(attribute: Attribute, copies: Mapping[Operation, Operation], functions: SymbolTable) -> Attribute:
    """The attribute that names functions, with the names of their copies."""
    if isinstance(attribute, ArrayAttr):
        return ArrayAttr([renamed(entry, copies, functions) for entry in attribute.elements])
    assert isinstance(attribute, FuncAttr), "a node names functions with their attributes"
    function = functions.get(attribute.name)
    return FuncAttr(copies[function].get("sym_name"), attribute.attributes) if function is not None else attribute


def drop_entries(op: Operation, names: Iterable[str], gone: Collection[int]) -> None:
    """Drops what lists of an op say of the arguments or results `gone`."""
    for name in names:
        entries = op.attributes.get(name)
        if isinstance(entries, ArrayAttr):
            op.set_attribute(name, ArrayAttr([entry for at, entry in enumerate(entries.elements) if at not in gone]))


def drop_from_node(op: Operation, arguments: Collection[int], results: Collection[int]) -> None:
    """Drops what a node that runs functions says of their arguments and of its results."""
    for names, gone in ((("T", "Tin"), arguments), (("Tout", "_output_shapes", "output_shapes"), results)):
        drop_entries(op, names, gone)
