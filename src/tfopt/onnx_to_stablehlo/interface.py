"""Sequences, optionals and maps that a model takes or gives, as tensors of their own.

A sequence `x` is one input for each of its tensors, `x.0`, `x.1` ..; an optional is what is in it, or no input; a map is `x.keys` and `x.values`. What comes out
is called in the same way. How much such an input holds is told when the model is lowered: that decides which inputs the program has.
"""

from __future__ import annotations

from tfir.analysis.feeds import entry_names, set_entry_names
from tfir.dialects.onnx.element_types import inner_type, parsed_type
from tfir.ir.attributes import ArrayAttr, DictAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType, Type

from tfopt.arithmetic.tensor import Tensor
from tfopt.onnx_to_stablehlo.lowering import TensorMap, TensorSequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfopt.onnx_to_stablehlo.converter import Lowered

MOST_HELD = 256  # tensors of a sequence


def shapes_of(holds: str) -> dict[str, list[str]]:
    """By input the shapes of what it holds, as `name:2x3:4x3` has them."""
    parts = [part.split(":") for part in filter(None, holds.split(","))]
    return {name: shapes for name, *shapes in parts}


def shape_of(text: str, name: str) -> tuple[int | None, ...]:
    try:
        return tuple([None if size == "?" else int(size) for size in text.split("x")]) if text else ()
    except ValueError:
        raise Error(f"'{text}' is no shape of what '{name}' holds: 2x3 is one, ?x3 one of open size") from None


def expand_arguments(function: Operation, holds: dict[str, list[str]]) -> dict[Value, Lowered]:
    """Puts tensors behind arguments that are none, and gives what these are of them. `drop_arguments` takes them away."""
    block = function.body
    arguments = list(block.arguments)
    values: dict[Value, Lowered] = {}
    if all([isinstance(argument.type, TensorType) for argument in arguments]):
        return values
    names, told = entry_names(function), function.attributes.get("arg_attrs")
    marks = list(told) if isinstance(told, ArrayAttr) else [DictAttr({}) for _ in arguments]
    names = names if len(names) == len(arguments) else [f"arg{at}" for at in range(len(arguments))]
    new_names, new_marks = [], []
    for argument, name, mark in zip(arguments, names, marks, strict=True):
        parts: list[tuple[str, Value]] = []
        if isinstance(argument.type, TensorType):
            argument.replace_all_uses_with(added(function, name, argument.type, parts).value)
            block.remove_argument(argument.index)
            new_marks.append(mark)
        elif name not in holds:
            raise Error.on(function, f"takes '{name}', {in_words(argument.type)}: {how_to_say(name, argument.type)}")
        else:
            values[argument] = made(function, argument.type, name, holds[name], parts)
            new_marks += [DictAttr({}) for _ in parts]
        new_names += [each for each, _ in parts]
    set_entry_names(function, "inputs", new_names)
    if isinstance(told, ArrayAttr):
        function.set_attribute("arg_attrs", ArrayAttr(new_marks))
    return values


def drop_arguments(function: Operation) -> None:
    """Takes away arguments that are no tensors, which no operation uses any more."""
    for argument in list(function.body.arguments):
        if not isinstance(argument.type, TensorType):
            function.body.remove_argument(argument.index)


def expand_results(function: Operation, results: list[Lowered]) -> list[Tensor]:
    """The results as tensors, which get names of their own where a result is no tensor."""
    if all([isinstance(result, Tensor) for result in results]):
        return results  # type: ignore[return-value]  # which the line above says
    names, told = entry_names(function, "outputs"), function.attributes.get("res_attrs")
    names = names if len(names) == len(results) else [f"result{at}" for at in range(len(results))]
    marks = list(told) if isinstance(told, ArrayAttr) else [DictAttr({}) for _ in results]
    parts = [list(tensors_of(name, result)) for name, result in zip(names, results, strict=True)]
    set_entry_names(function, "outputs", [name for each in parts for name, _ in each])
    if isinstance(told, ArrayAttr):
        own = [[mark] if isinstance(result, Tensor) else [DictAttr({})] * len(each) for mark, result, each in zip(marks, results, parts)]
        function.set_attribute("res_attrs", ArrayAttr([mark for each in own for mark in each]))
    return [tensor for each in parts for _, tensor in each]


def in_words(type: Type) -> str:
    kinds = {"Seq": "a sequence", "Opt": "an optional", "Map": "a map"}
    return next((words for kind, words in kinds.items() if inner_type(type, kind) is not None), f"a {type}")


def how_to_say(name: str, type: Type) -> str:
    """How the user tells what an input holds."""
    if inner_type(type, "Seq") is not None:
        return f"--onnx-to-stablehlo=holds={name}:2x3:4x3 says the shapes of its tensors, which are inputs '{name}.0' and '{name}.1' then"
    if inner_type(type, "Map") is not None:
        return f"--onnx-to-stablehlo=holds={name}:5 says how many entries it has, which are inputs '{name}.keys' and '{name}.values' then"
    return f"--onnx-to-stablehlo=holds={name}:2x3 says the shape of what is in it, holds={name} that there is no value"


def made(function: Operation, type: Type, name: str, shapes: list[str], parts: list) -> Lowered:
    """The value of an argument; `parts` gets name and value of each new argument."""
    inner = inner_type(type, "Opt")
    if inner is not None:
        if not shapes and inner_type(inner, "Seq") is None:
            return None
        return made(function, inner, name, shapes, parts)
    inner = inner_type(type, "Seq")
    if inner is not None:
        if len(shapes) > MOST_HELD:
            raise Error(f"'{name}' holds {len(shapes)} tensors; up to {MOST_HELD} are read")
        return TensorSequence([made(function, inner, f"{name}.{at}", [shape], parts) for at, shape in enumerate(shapes)])
    inner = inner_type(type, "Map")
    if inner is not None and isinstance(inner, TensorType) and len(shapes) == 1:
        key = parsed_type(type.text.partition("<")[2].partition(", ")[0])
        shape = shape_of(shapes[0], name)
        sides = [(f"{name}.{side}", TensorType(shape, element)) for side, element in (("keys", key), ("values", inner.element))]
        return TensorMap(*[added(function, side, each, parts) for side, each in sides])
    if isinstance(type, TensorType) and len(shapes) == 1:
        return added(function, name, type.with_shape(shape_of(shapes[0], name)), parts)
    raise Error(f"'{name}' is {in_words(type)}, of which {len(shapes)} shapes say nothing")


def added(function: Operation, name: str, type: TensorType, parts: list) -> Tensor:
    value = function.body.add_argument(type)
    parts.append((name, value))
    return Tensor(value)


def tensors_of(name: str, value: Lowered) -> Iterator[tuple[str, Tensor]]:
    """A result by its tensors, with their names."""
    if isinstance(value, Tensor):
        yield name, value
    elif isinstance(value, TensorMap):
        yield f"{name}.keys", value.keys
        yield f"{name}.values", value.values
    elif value is not None:
        for at, each in enumerate(value):
            yield from tensors_of(f"{name}.{at}", each)
