"""Lowers TensorFlow's ops to StableHLO.

Constants keep their bytes where they lie; identities go. What has no lowering, or shapes that are not known, is an error that
names all of it.
"""

from __future__ import annotations

from importlib import import_module

from tfir.dialects import lookup
from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Diagnostic, Error
from tfir.ir.location import NameLocation
from tfir.ir.operations import Operation
from tfir.ir.types import OpaqueType, ShapedType
from tfir.ods.inference import infer, known

from tfopt.tf_to_stablehlo.lowering import LOWERINGS, lowered
from tfopt.tf_to_stablehlo.tensor import building

AFTER = ["infer-shapes"]
EXACT = False  # sums are taken in another order, functions made of others
FAMILIES = (
    "creation", "elementwise", "activation", "reduction", "contraction", "window", "window_gradients", "normalization", "shaping", "layout",
    "indexing", "segments", "diagonal", "linear_algebra", "special", "quantization", "recurrent", "image",
    "control_flow", "fused",
)  # fmt: skip
MOST_SHOWN = 50


def tf_to_stablehlo(module: "Module"):
    for family in FAMILIES:
        import_module(f"tfopt.tf_to_stablehlo.{family}")
    ops = [op for op in module.walk(post_order=True) if op.dialect == "tf"]
    functions = [op for op in module.body if op.name == "func.func" and op.region.blocks]
    for function in functions:
        require_shapes_of_feeds(function)
    refuse_unknown(ops)
    for function in functions:
        require_shapes(function)
    for op in [op for op in ops if op.name == "tf.Assert"]:
        op.erase()  # before its message is lowered, which is text
    for op in ops:
        if op.parent is not None:
            lower_op(op)


def refuse_unknown(ops: list[Operation]) -> None:
    """An error for all ops that nobody can lower, each with its node and place."""
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


def require_shapes_of_feeds(function: Operation) -> None:
    """A feed without a static shape is told before all else, since much has no lowering for the want of it alone."""
    entry = function.attributes.get("tf.entry_function")
    inputs = None if entry is None else entry.get("inputs")
    names = inputs.value.split(",") if inputs is not None and inputs.value else []
    unknown = [(n, value.type) for n, value in zip(names, function.body.arguments) if not is_static(value.type)]
    if unknown:
        example = ",".join([f"{name}={shape_to_fill(type)}" for name, type in unknown])
        feeds = ", ".join([f"'{name}' is {type}" for name, type in unknown])
        raise Error(f"StableHLO needs static shapes, but feed {feeds}; give them with --input-shapes={example}", function)


def require_shapes(function: Operation) -> None:
    """Every tensor must have a static shape."""
    for op in function.walk():
        for value in (*op.operands, *[result for result in op.results if result.uses]) if op.dialect == "tf" else ():
            if not is_static(value.type):
                raise Error.on(op, f"has a value of type {value.type}; StableHLO needs static shapes (did infer-shapes run before?)")


def is_static(type) -> bool:
    return not isinstance(type, ShapedType) or type.is_static


def shape_to_fill(type: ShapedType) -> str:
    return "N" if type.shape is None else "x".join(["N" if size is None else str(size) for size in type.shape])


def lower_op(op: Operation) -> None:
    """Replaces one op by what its lowering builds. The types of results stay what they are."""
    if any([isinstance(value.type, ShapedType) and isinstance(value.type.element, OpaqueType) for value in op.results]):
        if not any([result.uses for result in op.results]) and lookup(op.name).is_pure:
            return op.erase()
        raise Error.on(op, f"has a value of type {op.results[0].type}, which StableHLO does not have")
    infer(op, lookup(op.name), [known(value) for value in op.operands])  # refuses operands that do not fit each other
    with building(Builder.before(op)):
        try:
            found = [tensor.value for tensor in lowered(op)]
        except Error as error:
            raise error if error.diagnostics[0].message.startswith("'") else Error.on(op, str(error)) from None
        except (ArithmeticError, LookupError, StopIteration, TypeError, ValueError) as reason:
            raise Error.on(op, f"has operands or attributes that cannot be lowered to StableHLO: {reason}") from None
    for new, old in zip(found, op.results):
        if new.type is not old.type and old.uses:
            raise Error.on(op, f"is of type {old.type} but was lowered to {new.type}")
        if new.name is None and old.name is not None and new.op is not None:
            new.name = old.name
    op.replace_by(found)
