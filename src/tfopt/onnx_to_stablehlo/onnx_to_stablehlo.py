"""Lowers ONNX's operators to StableHLO.

Functions of the model are written out where they are called. Sizes that are not known, and have a name in the model, are one size wherever
the name stands. What StableHLO has no operation for, and TensorFlow has, becomes an op of `tf`, which `--tf-to-stablehlo` lowers, or leaves to
the host. What has no lowering is an error that names all of it.
"""

from __future__ import annotations

from importlib import import_module

from tfir.analysis.feeds import entry_names, set_entry_names
from tfir.ir.attributes import ArrayAttr, DictAttr, TypeAttr
from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import FunctionType, TensorType, Type
from tfir.ods.arrays import dense_of, dtype_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.shapes import Size, fresh

from tfopt.arithmetic.contents import as_type, differs_in_sizes
from tfopt.arithmetic.sizes import UnknownSizes
from tfopt.arithmetic.tensor import Tensor, building
from tfopt.onnx_to_stablehlo.converter import Converter
from tfopt.onnx_to_stablehlo.interface import drop_arguments, expand_arguments, expand_results, shapes_of, tensors_of
from tfopt.onnx_to_stablehlo.lowering import FAMILIES
from tfopt.rewrite.refusals import refusal

EXACT = False  # sums are taken in another order, functions made of others
OWN = ("onnx.", "onnx_")


OPTIONS = {
    "inputs": "Numbers of inputs that shapes depend on: 'axes:0:1,k:3' makes constants of them, so that a program takes them no more.",
    "holds": "What inputs that are no tensors hold: 'x:2x3:4x3' for a sequence of two tensors, 'x:2x3' for an optional or 'x' for one without a value, 'x:5' "
    "for a map of five entries.",
}


def onnx_to_stablehlo(module: "Module", *, inputs: str = "", holds: str = ""):
    functions = {op.get("sym_name"): op for op in module.body if op.name == "func.func"}
    entries = [op for op in functions.values() if op.get("sym_visibility") != "private" and holds_operators(op)]
    if not entries:
        return
    for family in FAMILIES:
        import_module(f"{__package__}.{family}")
    bind_inputs(entries, inputs)
    held = shapes_of(holds)
    for name in held:
        if not any([name in entry_names(function) for function in entries]):
            raise Error(f"no input is called '{name}'")
    for function in entries:
        lower_function(function, functions, held)
    for function in functions.values():
        if function not in entries and holds_operators(function):
            function.erase()
    module.set_attributes({name: value for name, value in module.attributes.items() if not name.startswith(OWN)})


def bind_inputs(entries: list[Operation], inputs: str) -> None:
    """Makes constants of inputs, as `name:number:number` says."""
    for part in filter(None, inputs.split(",")):
        name, *numbers = part.split(":")
        bound = [bind_input(function, name, [number for number in numbers if number]) for function in entries]
        if not any(bound):
            raise Error(f"no input is called '{name}'")


def bind_input(function: Operation, name: str, numbers: list[str]) -> bool:
    names = entry_names(function)
    if name not in names:
        return False
    place, block = names.index(name), function.body
    argument = block.arguments[place]
    kind = argument.type
    try:
        array = np.array([float(number) for number in numbers]).astype(dtype_of(kind.element))
        array = array.reshape(() if kind.shape == () else [-1] if len(kind.shape) == 1 else kind.sizes)
    except (TypeError, ValueError):
        raise Error(f"input '{name}' is a {kind}, which {len(numbers)} numbers are not") from None
    elements = dense_of(array, kind.element)
    value = Builder(block, block.first).value("onnx.Constant", [], elements.type, {"value": elements})
    argument.replace_all_uses_with(value)
    block.remove_argument(place)
    marks = function.attributes.get("arg_attrs")
    if isinstance(marks, ArrayAttr):
        function.set_attribute("arg_attrs", ArrayAttr([each for at, each in enumerate(marks) if at != place]))
    set_entry_names(function, "inputs", [each for each in names if each != name])
    results = function.attributes["function_type"].value.results
    function.set_attribute("function_type", TypeAttr(FunctionType([each.type for each in block.arguments], results)))
    return True


def holds_operators(function: Operation) -> bool:
    return "onnx.opset_import" in function.attributes or any([op.dialect == "onnx" for op in function.walk()])


def lower_function(function: Operation, functions: dict[str, Operation], holds: dict[str, list[str]]) -> None:
    block, converter = function.body, Converter(functions)
    operators, last = [op for op in block if op.dialect == "onnx"], block.terminator
    converter.values |= expand_arguments(function, holds)
    with name_sizes(function) as sizes, building(Builder(block, block.first)):
        results = converter.block(block)
        if results is None or converter.failures:
            raise refusal(converter.failures.items())
        types = [operand.type for operand, result in zip(last.operands, results) for _ in tensors_of("", result)]
        with building(Builder.before(last)) as builder:
            values = [in_type(builder, result, type) for result, type in zip(expand_results(function, results), types, strict=True)]
    assert sizes is not None
    last.set_operands(values)
    for op in reversed(operators):
        op.erase()
    drop_arguments(function)
    type = FunctionType([argument.type for argument in block.arguments], [value.type for value in values])
    function.set_attributes({name: value for name, value in function.attributes.items() if not name.startswith(OWN)})
    function.set_attribute("function_type", TypeAttr(type))
    for side in ("arg_attrs", "res_attrs"):
        drop_own(function, side)


def in_type(builder: Builder, result: Tensor, type: Type) -> Value:
    """A result in the type that the model declares, as far as that says more than is known."""
    value = result.value
    if not (
        isinstance(type, TensorType) and type.shape is not None and isinstance(value.type, TensorType) and value.type.shape is not None
    ):
        return value
    if not differs_in_sizes(value.type, type):
        return value  # whatever the file says: some say what is not so
    shape = [size if own is None else own for own, size in zip(value.type.shape, type.shape)]
    return as_type(builder, value, type.with_shape(shape))


def name_sizes(function: Operation) -> UnknownSizes:
    """The shapes of arguments: sizes of one name are one size."""
    sizes, names = UnknownSizes(), dict[str, Size]()
    told = function.attributes.get("arg_attrs")
    for number, argument in enumerate([each for each in function.body.arguments if isinstance(each.type, TensorType)]):
        shape = argument.type.shape
        if shape is None:
            raise Error.on(function, f"takes a {argument.type}, of which not even the rank is known")
        mark = told[number].get("onnx.dim_params") if isinstance(told, ArrayAttr) else None
        own = dict(part.split(":", 1) for part in mark.value.split(",")) if mark is not None else {}
        symbols = [
            size if size is not None else names.setdefault(own[str(at)], fresh()) if str(at) in own else fresh()
            for at, size in enumerate(shape)
        ]
        sizes.note(argument, symbols)
    return sizes


def drop_own(function: Operation, side: str) -> None:
    """Takes away what only ONNX's files ask for."""
    marks = function.attributes.get(side)
    if not isinstance(marks, ArrayAttr):
        return
    left = [DictAttr({name: value for name, value in each.entries.items() if not name.startswith(OWN)}) for each in marks]
    function.set_attribute(side, ArrayAttr(left)) if any([each.entries for each in left]) else function.remove_attribute(side)
