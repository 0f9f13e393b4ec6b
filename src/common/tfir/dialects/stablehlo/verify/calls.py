"""Constraints of calls: composites, whose decomposition is a function of the program, and calls of foreign code."""

from __future__ import annotations

import re

from tfir.dialects.stablehlo.attributes import NumbersAttr
from tfir.dialects.stablehlo.inference.checks import Refused
from tfir.dialects.stablehlo.verify.checks import checked
from tfir.ir.attributes import DictAttr, StringAttr
from tfir.ir.symbols import nearest_symbol
from tfir.ir.types import MemRefType, TensorType, TupleType, shapes_fit

COMPOSITE_NAME = re.compile(r"[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+").fullmatch


def composite(op):
    if not COMPOSITE_NAME(op.get("name")):
        raise Refused(
            "name must be a valid namespaced op name, i.e. it must match the following regular expression: "
            '^[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+$ e.g. "my_namespace.my_op"'
        )
    name = op.attributes["decomposition"].value
    function = nearest_symbol(op, name, lambda around: around.name == "builtin.module")
    if function is None or function.name != "func.func":
        raise Refused(f"'{name}' does not reference a valid function")
    type = function.attributes["function_type"].type
    for what, values, expected in (("operand", op.operands, type.inputs), ("result", op.results, type.results)):
        if len(values) != len(expected):
            raise Refused(f"has {len(values)} {what}(s), but decomposition has {len(expected)}")
        for number, (value, other) in enumerate(zip(values, expected)):
            if value.type is not other:
                raise Refused(f"{what} at index {number} has type '{value.type}', but decomposition has type '{other}'")


def custom_call(op):
    operands, results = op.attributes.get("operand_layouts"), op.attributes.get("result_layouts")
    if (operands is None) != (results is None):
        raise Refused("Layout attributes should be specified for either both operands and results or none.")
    if operands is not None:
        layouts([v.type for v in op.operands], operands, "operand")
        types = [r.type for r in op.results]
        if len(types) == 1 and isinstance(types[0], TupleType):
            types = list(types[0].elements)
        layouts(types, results, "result")
    aliases = op.attributes.get("output_operand_aliases") or ()
    if not all([isinstance(alias, NumbersAttr) and alias.keyword == "output_operand_alias" for alias in aliases]):
        raise Refused(
            "attribute 'output_operand_aliases' failed to satisfy constraint: Aliasing attribute for outputs and operands of CustomCall"
        )
    for alias in aliases:
        aliased(op, alias)
    _backend(op)
    BUFFER_CALLS.get(op.get("call_target_name"), buffers_aliased)(op)


def _backend(op) -> None:
    version, config = op.get("api_version", 1), op.attributes.get("backend_config")
    required, kind = (DictAttr, "dictionary") if version == 4 else (StringAttr, "string")
    if config is not None and not isinstance(config, required):
        raise Refused(f"backend_config for api_version API_VERSION_{API_VERSIONS[version]} must be a {kind} attribute.")


def layouts(types, layouts, what: str) -> None:
    """One layout per value: a permutation of its dimensions; empty for what is no tensor."""
    if len(types) != len(layouts):
        raise Refused(f"Number of {what}s must match the number of {what} layouts, {len(types)} != {len(layouts)}")
    for number, (type, layout) in enumerate(zip(types, layouts)):
        if isinstance(type, TupleType):
            raise Refused("Tuple types are not fully supported with layout constraints yet")
        order = list(layout.values()) if layout.type.size else []
        if not isinstance(type, TensorType):
            if order:
                raise Refused(f"Only tensor types can have non-empty layout: {what} #{number} of type '{type}' has layout {layout}")
            continue
        if type.shape is not None and sorted(order) != list(range(type.rank)):
            raise Refused(f"incorrect layout {layout} for type '{type}', layout must be a permutation of [0, {type.rank})")


def aliased(op, alias) -> None:
    """An alias says which part of the result shares memory with which part of an operand."""
    number = alias.operand_index
    if not 0 <= number < len(op.operands):
        raise Refused(f"expects operandIndex in the output_operand_alias attribute to be in range [0, {len(op.operands)}); got: {number}.")
    part = _part(op.operands[number].type, alias.operand_tuple_indices, "operand")
    output = _part(whole_result(op), alias.output_tuple_indices, "output")
    if part is not output:
        raise Refused(
            f"shapes mismatch in the output_operand_alias attribute: operand part has type '{part}' and output part has type '{output}'"
        )


def _part(type, indices, what: str):
    for index in indices:
        if not isinstance(type, TupleType) or not 0 <= index < len(type.elements):
            raise Refused(f"{what}_tuple_indices in the output_operand_alias attribute out of bounds")
        type = type.elements[index]
    return type


def whole_result(op):
    """The type of the result; of several results, the tuple of their types."""
    types = [result.type for result in op.results]
    return types[0] if len(types) == 1 else TupleType(types)


def buffers_in(type, path=()):
    """Where the memrefs of a type are: the indices that lead to each through tuples."""
    if isinstance(type, MemRefType):
        yield list(path)
    elif isinstance(type, TupleType):
        for number, element in enumerate(type.elements):
            yield from buffers_in(element, (*path, number))


def buffers_aliased(op) -> None:
    """Verifies `output_operand_aliases` of a call on buffers: each buffer result aliases exactly one operand, each at most once."""
    operands, outputs = set[str](), set[str]()
    for alias in op.attributes.get("output_operand_aliases") or ():
        number, indices = alias.operand_index, alias.operand_tuple_indices
        if isinstance(_part(op.operands[number].type, indices, "operand"), MemRefType):
            _once(outputs, f"output {list(alias.output_tuple_indices)}")
            _once(operands, f"operand {number}{list(indices)}")
    for place in buffers_in(whole_result(op)):
        if f"output {place}" not in outputs:
            raise Refused(f"buffer output {place} is not used in output_operand_alias")


def _once(seen: set[str], part: str) -> None:
    if part in seen:
        raise Refused(f"buffer {part} is used in output_operand_alias more than once")
    seen.add(part)


def pin(op) -> None:
    _one_to_one(op, "Pin", TensorType, "tensor", MemRefType, "memref")


def unpin(op) -> None:
    _one_to_one(op, "Unpin", MemRefType, "memref", TensorType, "tensor")


def _one_to_one(op, name: str, operand_kind, called_operand: str, result_kind, called_result: str) -> None:
    for values, kind, called, what in (
        (op.operands, operand_kind, called_operand, "input"), (op.results, result_kind, called_result, "output")
    ):  # fmt: skip
        if len(values) != 1:
            raise Refused(f"{name} custom_call should have one {what}")
        if not isinstance(values[0].type, kind):
            raise Refused(f"{name} custom_call should have a {called} {what}")
    operand, result = op.operands[0].type, op.result.type
    if operand.element is not result.element or not shapes_fit(operand.shape, result.shape):
        raise Refused(f"{name} custom_call should have compatible input and output types")


def create_buffer(op) -> None:
    if op.operands:
        raise Refused("CreateBuffer custom_call shouldn't have any inputs")
    if len(op.results) != 1:
        raise Refused("CreateBuffer custom_call should have one result")
    if not isinstance(op.result.type, MemRefType):
        raise Refused("CreateBuffer custom_call should have a memref result")


API_VERSIONS = ("UNSPECIFIED", "ORIGINAL", "STATUS_RETURNING", "STATUS_RETURNING_UNIFIED", "TYPED_FFI")
BUFFER_CALLS = {"Pin": pin, "Unpin": unpin, "CreateBuffer": create_buffer}
VERIFY = {"custom_call": checked(custom_call, named=True)}
VERIFY_IN_CONTEXT = {"composite": checked(composite)}
