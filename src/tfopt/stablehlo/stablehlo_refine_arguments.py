"""Gives the arguments of a module's function, its `main` where it has several, other types: those that sizes are known by.

What reads an argument still gets its old type, by a call that `--stablehlo-refine-shapes` takes away.
"""

from __future__ import annotations

from tfir.dialects import dialect
from tfir.dialects.stablehlo.shape_operands import INDICES, UNKNOWN_SIZE, WRAPPER
from tfir.ir.attributes import StringAttr
from tfir.ir.builder import Builder
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I64, TensorType, Type
from tfir.ods.functions import retype
from tfir.text.attribute_parser import AttributeParser
from tfir.text.lexer import END

from tfopt.stablehlo.argument_types import check_refinements, refined_function

WORKS_ON = ()  # types of functions
TITLE = "StablehloRefineArgumentsPass"
OPTIONS = {"types": "A type for each argument: tensor<7x4xf32>,tensor<f32>,!stablehlo.token."}


def stablehlo_refine_arguments(module: "Module", *, types: tuple[str, ...] = ()):
    function = refined_function(module)
    if function is None:
        return
    refined = [type_of(text, module) for text in types]
    check_refinements(function, refined)
    at_start = Builder(function.body, function.body.first, function.location)
    for argument, type in zip(function.body.arguments, refined):
        if type is not argument.type:
            wrap(argument, type, at_start)
    retype(function)


def type_of(text: str, module: Operation) -> Type:
    try:
        parser = AttributeParser(Source("--stablehlo-refine-arguments", text), dialect)
        type = parser.type()
        if parser.kind == END:
            return type
    except Error:
        pass
    raise Error.on(module, f"Invalid type string: {text}")


def wrap(argument: Value, type: Type, at_start: Builder) -> None:
    """Gives an argument a type, and its readers a value of the old one."""
    sizes = [UNKNOWN_SIZE if size is None else size for size in type.shape or ()]
    numbers = TensorType((len(sizes),), I64)
    shape = at_start.value("stablehlo.constant", [], numbers, {"value": DenseAttr.of(sizes, numbers)})
    attributes = {"call_target_name": StringAttr(WRAPPER), INDICES: DenseAttr.of([1], TensorType((1,), I64))}
    call = at_start.create("stablehlo.custom_call", [argument, shape], [argument.type], attributes)
    argument.replace_all_uses_with(call.results[0])
    call.set_operand(0, argument)
    argument.retype(type)
