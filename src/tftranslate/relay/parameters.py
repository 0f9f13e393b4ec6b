"""Arrays in a file beside a program: TVM's own files of parameters, or NumPy's archives. Each stands for the argument of @main of its name."""

from __future__ import annotations

from tfir.cli.files import Output, read_bytes, shown_name
from tfir.dialects.relay.types import is_same
from tfir.ir.attributes import TypeAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import take_name
from tfir.ir.types import FunctionType

from tftranslate.relay.names import plain_name
from tftranslate.relay.ndarrays import Damaged, is_params, params_bytes, read_params

ARCHIVE = b"PK\x03\x04"
READABLE = 64  # elements; longer constants become parameters


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


def main_of(module: Operation, name: str) -> Operation:
    """The function whose arguments parameters are."""
    function = next((op for op in module.body if op.name == "func.func" and op.get("sym_name") == "main"), None)
    if function is None:
        raise Error(f"{name}: the program has no function @main to take parameters")
    if any([op.name in ("func.call", "relay.global") and op.get("callee", op.get("function")) == "main" for op in module.walk()]):
        raise Error.on(function, "calls itself, so that its arguments are no parameters")
    return function


def set_inputs(function: Operation) -> None:
    """Makes the type of a function say what arguments it has."""
    inputs = [argument.type for argument in function.body.arguments]
    function.set_attribute("function_type", TypeAttr(FunctionType(inputs, function.get("function_type").results)))


def take_parameters(module: Operation, name: str) -> dict[str, DenseAttr]:
    """Makes arguments of @main of its long constants, those in its own functions with them, and gives these by their names. Equal constants
    are one argument."""
    function, made = main_of(module, name), dict[DenseAttr, Value]()
    arrays, taken = dict[str, DenseAttr](), set[str]()
    for argument in function.body.arguments:  # as the text will name them
        take_name(plain_name(argument.name or "v"), taken)
    for op in list(function.walk()):
        content = op.attributes.get("value") if op.name == "relay.constant" else None
        if not isinstance(content, DenseAttr) or content.type.size <= READABLE or content.is_splat:
            continue
        if content not in made:
            argument = function.body.add_argument(op.result.type, op.location)
            argument.name = take_name(name_of_constant(op.result), taken)
            made[content], arrays[argument.name] = argument, content
        op.replace_with([made[content]])
    function.remove_attribute("arg_attrs")
    set_inputs(function)
    return arrays


def name_of_constant(value: Value) -> str:
    return plain_name(value.name) if value.name and not value.name.isdigit() else "weight"


def write_parameters(path: str, arrays: dict[str, DenseAttr]) -> None:
    """A file that `relay.load_param_dict` reads, or NumPy's archive where the name ends so."""
    with Output(path, binary=True) as out:
        if path.endswith(".npz"):
            import numpy
            from tfir.ods.arrays import array_of

            contents: dict = {name: array_of(constant) for name, constant in arrays.items()}
            numpy.savez(out, **contents)
            return
        try:
            for piece in params_bytes(arrays):
                out.write(piece)
        except Damaged as reason:
            raise Error(f"{shown_name(path)}: a constant {reason}") from None


def bind_parameters(module: Operation, arrays: dict[str, DenseAttr], name: str) -> None:
    """Puts constants in place of the arguments of @main that have their names. Raises Error where there is no such argument, or one of another
    type."""
    function = main_of(module, name)
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
    set_inputs(function)
