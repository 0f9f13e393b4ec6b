"""Finds out the shapes of tensors, evaluating what they depend on.

Shapes flow forward from constants and feeds through each op's `infer`; what is constant is evaluated on the way, so that the
shape that a Reshape is given may itself be computed. A function that is called with better types than it declares takes them on,
in a copy when others call it with other types.
"""

from __future__ import annotations

from tfir.analysis.feeds import entry_names
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import TensorType, Type
from tfir.ods.inference import refined
from tfir.ods.shapes import merge, named

from tfopt.tf.called_functions import CalledFunctions

WORKS_ON = ()
OPTIONS = {"assume-slices-fit": "Take x[i:i+2] to lie inside of x whatever i is computed, so that it has two elements."}


def infer_shapes(module: "Module", *, input_shapes: dict | None = None, assume_slices_fit: bool = False):
    """`input_shapes` gives feeds their shapes: {"x": (1, 784)}."""
    functions = [op for op in module.body if op.name == "func.func" and op.region.blocks]
    if input_shapes:
        give_shapes(functions, dict(input_shapes))
    propagation = CalledFunctions(SymbolTable(module), assume_slices_fit)
    for function in functions:
        propagation.function(function)


def give_shapes(functions: list[Operation], shapes: dict) -> None:
    """Gives the feeds named in `shapes` these shapes. A name that no function has is an error, and so is a shape that the
    model rules out."""
    feeds = {}
    public = [function for function in functions if function.get("sym_visibility") != "private"]
    for function in functions:
        names, arguments = entry_names(function), function.body.arguments
        if not names and [function] == public:
            names = [argument.name or f"arg{argument.index}" for argument in arguments]
        feeds.update({name: argument for name, argument in zip(names, arguments)})
    for name, shape in shapes.items():
        if name not in feeds:
            listed = ", ".join([f"'{feed}'" for feed in feeds]) or "none"
            raise Error(f"--input-shapes names '{name}', which is no feed; feeds are: {listed}", functions[0] if functions else None)
        feeds[name].retype(specialized(name, feeds[name].type, tuple(shape), feeds[name].owner.parent_op))


def specialized(name: str, type: Type, shape: tuple, at=None) -> Type:
    try:
        if not isinstance(type, TensorType):
            raise Error(f"{type} has no shape")
        return refined(type, merge(named(shape), named(type.shape)))
    except Error:
        sizes = "x".join(["?" if size is None else str(size) for size in shape]) or "of a scalar"
        raise Error(f"--input-shapes gives feed '{name}' the shape {sizes}, the model has it as {type}", at) from None
