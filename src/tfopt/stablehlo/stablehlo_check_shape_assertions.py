"""Checks assertions about shapes: those that hold go, others are errors, and so are those that are not yet known or say nothing.

Source: openxla/stablehlo, StablehloCheckShapeAssertions.cpp.
"""

from __future__ import annotations

from re import finditer

from tfir.dialects.stablehlo.calls import check_shape_assertion
from tfir.ir.diagnostics import Diagnostic, Error
from tfir.ir.operations import Operation
from tfir.ir.types import I1, I32, I64, TensorType
from tfir.ods.inference import constant_of

TITLE = "StablehloCheckShapeAssertionsPass"
OPTIONS = {"enable-shape-assertions": "Whether assertions are checked; else they go."}
ATTRIBUTES = {"api_version", "backend_config", "call_target_name", "error_message", "has_side_effect"}
MOST_NUMBERS = 32


def stablehlo_check_shape_assertions(func: "Func", *, enable_shape_assertions: bool = True) -> bool:
    assertions = [op for op in func.inside() if op.name == "stablehlo.custom_call" and op.get("call_target_name") == "shape_assertion"]
    failures: list[Diagnostic] = []
    for op in assertions:
        try:
            if enable_shape_assertions:
                check(op)
            op.erase()
        except Error as error:
            failures += error.diagnostics
    if failures:
        raise Error.of(failures)
    return bool(assertions)


def check(op: Operation) -> None:
    """Raises Error for an assertion that does not hold, is not known or is malformed."""
    problem = next(problems(op), None)
    if problem is not None:
        raise Error(problem, op)
    operands = [constant_of(value) for value in op.operands]
    if operands[0] is not None and operands[0].item():
        return
    for number, operand in enumerate(operands):
        if operand is None:
            raise Error(f"expects static {'error_message_input' if number else 'assert_what'} (operand #{number})", op)
    check_shape_assertion(op, operands)


def problems(op: Operation):
    """What is wrong with how an assertion is written, one after the other."""
    numbers = len(op.operands) - 1
    if not 0 <= numbers <= MOST_NUMBERS:
        yield f"expects 1 <= size(operands) <= {1 + MOST_NUMBERS}"
    if op.results:
        yield "expects size(results) = 0"
    yield from [f"{name} is not a supported attribute" for name in sorted(op.attributes) if name not in ATTRIBUTES]
    if op.get("backend_config", "") != "":
        yield "expects an empty backend_config"
    if op.operands[0].type is not TensorType((), I1):
        yield "expects assert_what (operand #0) to be a constant of type tensor<i1>"
    for number, value in enumerate(op.operands[1:], 1):
        if value.type not in (TensorType((), I32), TensorType((), I64)):
            yield f"expects error_message_input (operand #{number}) to be a constant of type tensor<i32> or tensor<i64>"
    if "error_message" not in op.attributes:
        yield "expects an error_message attribute"
    yield from beyond(op.get("error_message", ""), numbers)


def beyond(message: str, numbers: int):
    """Complaints about places in a message for numbers that there are not."""
    for match in finditer(r"\{(-?\d+)[,:}]", message):
        if not 0 <= int(match[1]) < numbers:
            yield (
                f"expects error_message to contain format specifiers with error_message_input index less than {numbers}. "
                f"Found specifier {match[0]}"
            )
