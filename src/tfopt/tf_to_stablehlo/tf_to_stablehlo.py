"""Lowers TensorFlow's ops to StableHLO.

Constants keep their bytes where they lie; identities go. Of sizes that are not known, the program asks when it runs. What has no lowering,
or none without static shapes, is an error that names all of it, and the feeds to give shapes to.
"""

from __future__ import annotations

from contextlib import nullcontext
from importlib import import_module

from tfir.analysis.feeds import entry_names, is_static, require_static_feeds
from tfir.analysis.shapes import ShapeAnalysis
from tfir.ir.diagnostics import Diagnostic, Error
from tfir.ir.location import NameLocation
from tfir.ir.operations import Operation
from tfir.ir.types import TensorType, Type

from tfopt.arithmetic.sizes import UnknownSizes
from tfopt.rewrite.conversion import ConversionTarget, apply_conversion
from tfopt.tf_to_stablehlo.lowering import LOWERINGS, Lowering, has_unknown_sizes
from tfopt.tf_to_stablehlo.quantized_types import store_as_integers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

AFTER = ["infer-shapes"]
OPTIONS = {"static-shapes": "Refuse sizes that are not known, for devices that must know them."}
EXACT = False  # sums are taken in another order, functions made of others
FAMILIES = (
    "creation", "elementwise", "activation", "reduction", "contraction", "window", "window_gradients", "windows_picked", "normalization",
    "shaping", "layout", "indexing", "sparse", "segments", "diagonal", "linear_algebra", "elimination", "eigenvalues", "special",
    "incomplete", "quantization", "uniform_quantization", "recurrent", "image", "picturing", "detection", "choosing", "ctc", "random", "control_flow", "fused",
)  # fmt: skip
MOST_SHOWN = 50


def tf_to_stablehlo(module: "Module", *, static_shapes: bool = False):
    for family in FAMILIES:
        import_module(f"tfopt.tf_to_stablehlo.{family}")
    ops = [op for op in module.walk(post_order=True) if op.dialect == "tf"]
    functions = [op for op in module.body if op.name == "func.func" and op.region.blocks]
    store_as_integers(ops, functions)
    is_open = any([has_unknown_sizes(op) for op in ops])
    if is_open and static_shapes:
        require_static_feeds_of(functions)
    try:
        with unknown_sizes(functions) if is_open else nullcontext():
            lower(module, ops, is_static if static_shapes else has_rank)
    except Error as error:
        raise pinned(functions, error) if is_open else error from None


def lower(module: Operation, ops: list[Operation], is_enough: Callable[[Type], bool]) -> None:
    refuse_unknown(ops)
    require_shapes(ops, is_enough)
    for op in [op for op in ops if op.name == "tf.Assert"]:
        op.erase()  # before its message is lowered, which is text
    apply_conversion(module, ConversionTarget(illegal=["tf"]), [Lowering(name) for name in LOWERINGS])


def unknown_sizes(functions: list[Operation]) -> UnknownSizes:
    """The shapes of all values, with a name for each size that is known when the program runs only. What the program asks for is asked of
    arguments, and of what takes the place of its ops."""
    sizes = UnknownSizes()
    for function in functions:
        analysis = ShapeAnalysis().run([op for block in function.region.blocks for op in block])
        for block in function.region.blocks:
            for argument in block.arguments:
                if analysis[argument].shape is not None:
                    sizes.note(argument, analysis[argument].shape)
            for result in [result for op in block for result in op.results]:
                if result in analysis and analysis[result].shape is not None:
                    sizes.shapes[result] = analysis[result].shape
    return sizes


def require_static_feeds_of(functions: list[Operation]) -> None:
    """Raises an Error that names the feeds of unknown sizes: it is told before all else, since much has no lowering for the want of a shape
    alone."""
    for function in functions:
        require_static_feeds(function, feed_names(function), "StableHLO needs static shapes, but feed")


def feed_names(function: Operation) -> list[str]:
    """What feeds are called; of a function without names for them, but which callers may call, its arguments."""
    names, is_public = entry_names(function), function.get("sym_visibility") != "private"
    return names or [f"arg{argument.index}" for argument in function.body.arguments if is_public]


def pinned(functions: list[Operation], error: Error) -> Error:
    """What could not be lowered with unknown sizes, behind the feeds that would give them."""
    try:
        require_static_feeds_of(functions)
    except Error as advice:
        return Error.of([*advice.diagnostics, *error.diagnostics])
    return error


def refuse_unknown(ops: list[Operation]) -> None:
    """Raises one Error for all ops without a lowering, each with its node and location."""
    refused = [op for op in ops if op.name.partition(".")[2] not in LOWERINGS]
    if not refused:
        return
    shown = [Diagnostic(f"{described(op)} has no lowering to StableHLO", op) for op in refused[:MOST_SHOWN]]
    if len(refused) > MOST_SHOWN:
        names = ", ".join(sorted({op.name for op in refused[MOST_SHOWN:]}))
        shown.append(Diagnostic(f"{len(refused) - MOST_SHOWN} more ops have none either: {names}"))
    raise Error.of(shown)


def described(op: Operation) -> str:
    where = op.location
    return f"'{op.name}' op of node '{where.name}'" if isinstance(where, NameLocation) else f"'{op.name}' op"


def require_shapes(ops: list[Operation], is_enough: Callable[[Type], bool]) -> None:
    """Of every tensor enough must be known: all sizes, or how many dimensions it has."""
    for op in ops:
        for value in (*op.operands, *[result for result in op.results if result.uses]):
            if not is_enough(value.type):
                raise Error.on(op, f"has a value of type {value.type}; StableHLO needs static shapes (did infer-shapes run before?)")


def has_rank(type: Type) -> bool:
    return not isinstance(type, TensorType) or type.shape is not None
