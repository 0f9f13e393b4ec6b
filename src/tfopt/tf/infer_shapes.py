"""Finds out the shapes of tensors, evaluating what they depend on.

Shapes flow forward from constants and feeds through each op's `infer`; what is constant is evaluated on the way, so that the
shape that a Reshape is given may itself be computed. A feed of no rank has the one that an operation demands of it. A function that is called with better types than it declares takes them on,
in a copy when others call it with other types.
"""

from __future__ import annotations

from tfir.analysis.feeds import entry_names, feed_names
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import TensorType, Type
from tfir.ods.inference import refined
from tfir.ods.shapes import merge, named

from tfopt.tf.called_functions import CalledFunctions
from tfopt.tf.demanded_shapes import take_demanded_shapes

WORKS_ON = ()
OPTIONS = {
    "assume-slices-fit": "Take x[i:i+2] to lie inside of x whatever i is computed, so that it has two elements, and open sizes whose gradients meet for one.",
    "default-batch": "The first size of feeds where it is not known, other than by --input-shapes; 0 leaves it so.",
}


def infer_shapes(module: "Module", *, input_shapes: dict | None = None, assume_slices_fit: bool = False, default_batch: int = 0):
    """`input_shapes` gives feeds their shapes: {"x": (1, 784)}."""
    functions = [op for op in module.body if op.name == "func.func" and op.region.blocks]
    if input_shapes:
        give_shapes(functions, dict(input_shapes))
    for feed in [feed for feeds in feeds_by_name(functions).values() for feed in feeds] if default_batch else ():
        if isinstance(feed.type, TensorType) and feed.type.shape and feed.type.shape[0] is None:
            feed.retype(feed.type.with_shape((default_batch, *feed.type.shape[1:])))
    propagate(module, functions, assume_slices_fit)
    if take_demanded_shapes([feed for feeds in feeds_by_name(functions).values() for feed in feeds]):
        propagate(module, functions, assume_slices_fit)


def propagate(module: Operation, functions: list[Operation], assume_slices_fit: bool) -> None:
    propagation = CalledFunctions(SymbolTable(module), assume_slices_fit)
    for function in functions:
        propagation.function(function)
    propagation.drop_unused_copies()


def give_shapes(functions: list[Operation], shapes: dict) -> None:
    """Gives the feeds named in `shapes` these shapes, in each function that has one of the name. A name that no function has is an error,
    and so is a shape that the model rules out."""
    feeds = feeds_by_name(functions)
    numbered = {name: same for number, same in enumerate(feeds.values()) for name in (str(number), f"arg{number}")}
    for name, shape in shapes.items():
        plain = name.removeprefix("%")
        same = feeds.get(plain) or numbered.get(plain)
        if same is None:
            listed = ", ".join([f"'{feed}'" for feed in feeds]) or "none"
            raise Error(f"--input-shapes names '{name}', which is no feed; feeds are: {listed}", functions[0] if functions else None)
        for feed in same:
            feed.retype(specialized(name, feed.type, tuple(shape), feed.owner.parent_op))


def feeds_by_name(functions: list[Operation]) -> dict[str, list[Value]]:
    """The arguments of entry functions by the names of feeds, of which several functions may have one; where there are none, those of the
    only public function, or of `main`, as they are written."""
    feeds: dict[str, list[Value]] = {}
    for function in functions:
        for name, argument in zip(entry_names(function), function.body.arguments):
            feeds.setdefault(name, []).append(argument)
    public = [function for function in functions if function.get("sym_visibility") != "private"]
    chosen = [function for function in public if len(public) == 1 or function.get("sym_name") == "main"]
    if feeds or not chosen:
        return feeds
    return {name: [argument] for name, argument in zip(feed_names(chosen[0]), chosen[0].body.arguments)}


def specialized(name: str, type: Type, shape: tuple, at=None) -> Type:
    try:
        if not isinstance(type, TensorType):
            raise Error(f"{type} has no shape")
        return refined(type, merge(named(shape), named(type.shape)))
    except Error:
        sizes = "x".join(["?" if size is None else str(size) for size in shape]) or "of a scalar"
        raise Error(f"--input-shapes gives feed '{name}' the shape {sizes}, the model has it as {type}", at) from None
