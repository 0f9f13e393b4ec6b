"""Verification of graphs, functions and control flow. Messages are worded as upstream's."""

from __future__ import annotations

from tfir.dialects.tf_type import TENSOR, FuncAttr, are_compatible
from tfir.dialects.tfg.control_flow import PREFIXES, TYPES_OF, Kind, kind_of
from tfir.ir.attributes import ArrayAttr, TypeAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.symbols import nearest_symbol
from tfir.ir.types import I1, I32, ShapedType, TensorType
from tfir.ods.control import CONTROL, data_operands, data_results


def verify_node(op: Operation) -> None:
    """Control tokens come last, among operands and among results."""
    _controls_last(op, op.operands, "input")
    if len(op.results) > 1:
        _controls_last(op, op.results, "result")


def _controls_last(op, values, what: str) -> None:
    first = None
    for number, value in enumerate(values):
        if value.type is CONTROL:
            first = number if first is None else first
        elif first is not None:
            raise Error.on(op, f"found non-control {what} in position #{number} after control {what} in position #{first}")


def verify_func(op: Operation) -> None:
    block, type = op.body, op.attributes["function_type"].type
    last = block.last
    if last is None:
        raise Error.on(op, "expects a non-empty block")
    if last.name != "tfg.return":
        raise Error.on(op, f"expects body to be terminated with a tfg.return, but got: {last.name}")
    if [argument.type for argument in block.arguments] != list(type.inputs):
        raise Error.on(op, "entry block arguments must be those of the function's type, each followed by its control token")
    if len(type.results) > len(last.operands):
        raise Error.on(
            op, f"expects {len(type.results)} returned values but tfg.return has {len(last.operands)} operands", [("returned here", last)]
        )
    for number, (expected, value) in enumerate(zip(type.results, last.operands)):
        if not are_compatible(expected, value.type):
            raise Error.on(
                op, f"type mismatch for returned value #{number}, expected '{expected}' but got '{value.type}'", [("returned here", last)]
            )


def verify_return(op: Operation) -> None:
    verify_node(op)
    if op.parent_op is None or op.parent_op.name != "tfg.func":
        raise Error.on(op, "expects parent op 'tfg.func'")
    attrs = op.attributes.get("control_ret_attrs")
    if len(attrs or ()) != len(op.operands) - len(data_operands(op)):
        raise Error.on(op, "expected as many control result attributes as there are control operands")


def verify_get_result(op: Operation) -> None:
    source = op.operands[0].op
    if op.operands[0].type is not TENSOR or source is None:
        raise Error.on(op, "takes the opaque tensor of a node of a generic function")


# Control flow with regions


def _verify_regions(op: Operation) -> None:
    verify_node(op)
    for number, region in enumerate(op.regions):
        arguments = region.entry.arguments
        tokens = sum(argument.type is CONTROL for argument in arguments)
        if 2 * tokens != len(arguments):
            raise Error.on(
                op, f"region #{number} expected same number of data values and control tokens ({len(arguments) - tokens} vs. {tokens})"
            )
        if any(a.type is CONTROL for a in arguments[:tokens]):
            raise Error.on(op, f"region #{number} has a control token among its data arguments: should not be a control token")


def _expect_element(op, number: int, element, described: str) -> None:
    type = op.operands[number].type if len(op.operands) > number else None
    if not isinstance(type, ShapedType) or type.element is not element:
        raise Error.on(op, f"operand #{number} must be tensor of {described} values")


def _ends_in(region, name: str) -> bool:
    return region.entry.last is not None and region.entry.last.name == name


def verify_if_region(op: Operation) -> None:
    _expect_element(op, 0, I1, "1-bit signless integer")
    _verify_regions(op)
    for region, which in zip(op.regions, ("then", "else")):
        if not _ends_in(region, "tfg.yield"):
            raise Error.on(op, f"{which} region must be terminated by a 'tfg.yield'")
        _verify_preserved(op, op.attributes.get(f"{which}_region_attrs"), region)


def verify_case_region(op: Operation) -> None:
    _expect_element(op, 0, I32, "32-bit signless integer")
    _verify_regions(op)
    for number, region in enumerate(op.regions):
        if not _ends_in(region, "tfg.yield"):
            raise Error.on(op, f"branch region #{number} is not terminated by a 'tfg.yield'")
    branches, preserved = op.attributes.get("branch_attrs"), op.attributes.get("region_attrs")
    if branches is not None and len(branches) != len(op.regions):
        raise Error.on(op, f"has {len(op.regions)} regions but {len(branches)} branch function attributes")
    if preserved is not None and len(preserved) != len(op.regions):
        raise Error.on(op, f"expected {len(op.regions)} region attribute(s) but got {len(preserved)}")
    for attrs, region in zip(preserved or (), op.regions):
        _verify_preserved(op, attrs, region)


def verify_while_region(op: Operation) -> None:
    _verify_regions(op)
    for region, which, name in zip(op.regions, ("condition", "body"), ("tfg.condition", "tfg.yield")):
        if not _ends_in(region, name):
            raise Error.on(op, f"{which} region must be terminated by a '{name}' op")
        _verify_preserved(op, op.attributes.get(f"{which[:4]}_region_attrs"), region)


def verify_for_region(op: Operation) -> None:
    for number in range(3):
        _expect_element(op, number, I32, "32-bit signless integer")
    arguments = op.region.entry.arguments
    if not arguments:
        raise Error.on(op, "expected the body block to have at least have the loop index as an argument")
    _verify_regions(op)
    if arguments[0].type is not TensorType((), I32) and arguments[0].type is not TensorType(None, I32):
        raise Error.on(op, "expected first body block argument to be an i32 tensor")
    if not _ends_in(op.region, "tfg.yield"):
        raise Error.on(op, "body region must be terminated by a 'tfg.yield' op")
    _verify_preserved(op, op.attributes.get("region_attrs"), op.region)


def _verify_preserved(op, attrs, region) -> None:
    """Verifies that the preserved attributes of a function fit the region that was made of it."""
    if attrs is None or not hasattr(attrs, "argument_attrs"):
        return
    arguments, results = len(region.entry.arguments) // 2, 1 if _ends_in(region, "tfg.condition") else len(op.results) - 1
    if arguments and len(attrs.argument_attrs) != arguments:
        raise Error.on(op, f"has {arguments} argument(s) but preserved attributes has {len(attrs.argument_attrs)}")
    if len(attrs.result_attrs) != results:
        raise Error.on(op, f"has {results} result(s) but preserved attributes has {len(attrs.result_attrs)}")


# Control flow that calls functions


def _verify_call(op, attribute, what: str, arguments, results) -> None:
    """Verifies that a called function takes the op's arguments and returns its results."""
    if not isinstance(attribute, FuncAttr):
        return
    function = nearest_symbol(op, attribute.name, lambda around: around.name == "builtin.module")
    if function is None or function.name != "tfg.func" or "generic" in function.attributes:
        return
    type, note = function.attributes["function_type"].type, [("see referenced function", function)]
    inputs, outputs = type.inputs[::2], [t for t in type.results if t is not CONTROL]
    if len(inputs) != len(arguments):
        raise Error.on(op, f"{what} function has {len(inputs)} arguments but was provided {len(arguments)}", note)
    if results is not None and len(outputs) != len(results):
        raise Error.on(op, f"{what} function has {len(outputs)} results but expected {len(results)}", note)
    _verify_types(op, f"{what} function argument", "operand", inputs, arguments, note)
    _verify_types(op, f"{what} function result", "result", outputs, results or (), note)


def _verify_types(op, what: str, mine: str, theirs, values, note) -> None:
    for number, (type, value) in enumerate(zip(theirs, values)):
        if not are_compatible(type, value.type):
            raise Error.on(op, f"{what} #{number} type '{type}' is not compatible with corresponding {mine} type: '{value.type}'", note)


def _verify_dtypes(op, name: str, values, what: str) -> None:
    """A list of types that the node carries must be those of its values."""
    listed = op.attributes.get(name)
    if not isinstance(listed, ArrayAttr):
        return
    if len(listed) != len(values):
        raise Error.on(op, f"has {len(values)} {what}s but {len(listed)} {what} types")
    for number, (dtype, value) in enumerate(zip(listed, values)):
        if (
            isinstance(dtype, TypeAttr)
            and not are_compatible(TensorType(None, dtype.type), value.type)
            and isinstance(value.type, TensorType)
        ):
            raise Error.on(op, f"{what} #{number} is incompatible with dtype '{dtype.type}'")


def verify_calls(op: Operation) -> None:
    """Verifies If, Case, While or For against the functions that it calls, and against the types that it lists."""
    kind, operands, results = kind_of(op), data_operands(op), data_results(op)
    assert kind is not None, f"{op.name} calls no functions"
    arguments = operands[kind.lead :]
    for name, of_results in TYPES_OF[kind.name]:
        _verify_dtypes(op, name, *((results, "result") if of_results else (arguments, "argument")))
    if kind.name == "For":
        arguments = (*operands[:1], *arguments)  # the body is given the number of the turn
    for what, function in _called(op, kind):
        _verify_call(op, function, what, arguments, None if what == "cond" else results)


def _called(op: Operation, kind: Kind) -> list:
    """(what errors call it, the attribute that names it) of each function that an op calls."""
    names = [functions for functions, *_ in kind.parts]
    if not kind.is_list:
        return [(name.removesuffix("_branch"), op.attributes.get(name)) for name in names]
    branches = op.attributes.get(names[0])
    return [(f"branch #{number}", branch) for number, branch in enumerate(branches if isinstance(branches, ArrayAttr) else ())]


VERIFIERS = {
    "func": verify_func, "return": verify_return, "get_result": verify_get_result, "ForRegion": verify_for_region,
    **{f"{prefix}IfRegion": verify_if_region for prefix in PREFIXES}, **{f"{prefix}CaseRegion": verify_case_region for prefix in PREFIXES},
    **{f"{prefix}WhileRegion": verify_while_region for prefix in PREFIXES},
    **{f"{prefix}{name}": verify_calls for name in ("If", "Case", "While") for prefix in PREFIXES}, "For": verify_calls,
}  # fmt: skip
