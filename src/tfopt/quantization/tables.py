"""Tables that rows are taken out of, as embeddings are: constants that nothing is multiplied with."""

from __future__ import annotations

from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ods.quantization import dequantized

from tfopt.quantization import scales
from tfopt.quantization.emission import error_of
from tfopt.quantization.facts import fact_of, is_of_floats
from tfopt.quantization.forms import form_of
from tfopt.quantization.regions import behind, constant_array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfir.ods.arrays import Array


def tables_in(module: Operation, fewest: int) -> Iterator[tuple[Operation, Value, Array]]:
    """Ops that move rows of one constant of so many elements, whose places are no constants."""
    for op in [op for op in module.walk() if op.dialect == "tfl"]:
        fact = fact_of(op)
        floats = [value for value in op.operands if is_of_floats(value)]
        if fact is None or not fact.is_same or len(floats) != 1 or len(op.results) != 1 or not floats[0].type.is_static:
            continue
        array = constant_array(floats[0])
        if array is not None and array.size >= fewest and any([constant_array(value) is None for value in op.operands]):
            yield op, floats[0], array


def store_tables(module: Operation, fewest: int, most_error: float) -> bool:
    """Tables of 8 bits with one scale, where they lose no more than is said: their rows are taken as they are stored, and become floats behind that. Whether
    there are any."""
    made: dict[Value, Value] = {}
    for op, table, array in [*tables_in(module, fewest)]:
        form, builder = form_of(op.dialect), Builder.after(op)
        if table not in made:
            element = scales.of_weights(array, None)
            stored = scales.stored_of(array, element)
            if most_error and error_of(array, dequantized(stored, element)) > most_error:
                continue
            made[table] = form.constant(behind(table), stored, element)
        operands = [made[table] if value is table else value for value in op.operands]
        type = op.results[0].type.with_element(made[table].type.element)
        attributes = {name: value for name, value in op.attributes.items() if name != form.VERSION}
        rows = builder.value(op.name, operands, type, attributes)
        op.replace_with([form.dequantize(builder, rows)])
        op.erase()
    return bool(made)
