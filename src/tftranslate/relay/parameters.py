"""Arrays from a file beside a program: TVM's own files of parameters, or NumPy's archives. Each replaces the argument of @main of its name."""

from __future__ import annotations

from tfir.cli.files import read_bytes, shown_name
from tfir.dialects.relay.types import is_same
from tfir.ir.attributes import TypeAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import FunctionType

from tftranslate.relay.ndarrays import is_params, read_params

ARCHIVE = b"PK\x03\x04"


def read_parameters(path: str) -> dict[str, DenseAttr]:
    """The arrays of a file by their names. Raises Error for a file of another kind."""
    data = read_bytes(path)
    if is_params(data):
        return read_params(data, shown_name(path))
    if bytes(data[: len(ARCHIVE)]) == ARCHIVE:
        return read_archive(path)
    raise Error(f"{shown_name(path)}: neither a file of parameters as TVM writes them nor an .npz file")


def read_archive(path: str) -> dict[str, DenseAttr]:
    import numpy
    from tfir.execution.values import load_file
    from tfir.ods.arrays import dense_of

    loaded = load_file(path)
    if isinstance(loaded, numpy.ndarray):
        raise Error(f"{shown_name(path)}: one array without a name")
    constants = {name: dense_of(array) for name, array in loaded.items()}
    texts = [name for name, constant in constants.items() if not isinstance(constant, DenseAttr)]
    if texts:
        raise Error(f"{shown_name(path)}: '{texts[0]}' holds no numbers")
    return {name: constant for name, constant in constants.items() if isinstance(constant, DenseAttr)}


def bind_parameters(module: Operation, arrays: dict[str, DenseAttr], name: str) -> None:
    """Puts constants in place of the arguments of @main that have their names. Raises Error where there is no such argument, or one of another
    type."""
    function = next((op for op in module.body if op.name == "func.func" and op.get("sym_name") == "main"), None)
    if function is None:
        raise Error(f"{name}: the program has no function @main to take parameters")
    if any([op.name in ("func.call", "relay.global") and op.get("callee", op.get("function")) == "main" for op in module.walk()]):
        raise Error.on(function, "calls itself, so that its arguments are no parameters")
    block, left = function.body, dict(arrays)
    for argument in reversed(list(block.arguments)):
        constant = left.pop(argument.name or "", None)
        if constant is None:
            continue
        if not is_same(argument.type, constant.type):
            raise Error(f"%{argument.name} has type '{argument.type}', the parameter of that name in {name} '{constant.type}'", function)
        location = block.argument_locations.get(argument, function.location)
        bound = Operation("relay.constant", (), [constant.type], {"value": constant}, location=location, block=block, anchor=block.first)
        value = bound.result
        if constant.type is not argument.type:
            types = [argument.type]
            value = Operation("relay.as", [value], types, location=location, block=block, anchor=bound.next).result
        argument.replace_all_uses_with(value)
        block.remove_argument(argument.index)
    if left:
        raise Error(f"{name}: @main has no argument %{next(iter(left))}", function)
    inputs = [argument.type for argument in block.arguments]
    function.set_attribute("function_type", TypeAttr(FunctionType(inputs, function.get("function_type").results)))
