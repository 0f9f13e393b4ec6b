"""Writes operators of TFLite as ops of TensorFlow that compute the same, to the bit where they compute with integers.

Tensors of quantized types become the integers that are stored of them; how they are quantized is arithmetic from here on. Control flow keeps its regions,
variables and tables are TensorFlow's. What an operator means stands beside its dialect (`tfir/dialects/tfl`). Operators that TFLite leaves to an
application (`tfl.custom`) are an error that names all of them.
"""

from __future__ import annotations

from tfir.dialects.tfl.in_tensorflow import Number, builders, built, quantized_element, semantics_of
from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Error, in_words
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import NoneType, OpaqueType, TensorType, Type
from tfir.ods.functions import retype
from tfir.ods.quantization import stored

from tfopt.rewrite.refusals import refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    Types: TypeAlias = tuple[list[Type], list[Type]]

RENAMED = {"tfl.if": "tf.IfRegion", "tfl.while": "tf.WhileRegion", "tfl.yield": "tf.Yield"}
NOTHING = "tfl.no_value"
UNKNOWN = "has no meaning in TensorFlow's ops"


def tfl_to_tf(module: "Module"):
    if not any([op.dialect == "tfl" for op in module.walk()]):
        return
    initialize(module)
    ops = [op for op in module.walk(post_order=True) if op.dialect == "tfl"]
    refused = [(op, why) for op in ops if (why := why_not(op)) is not None]
    if refused:
        raise refusal(refused)
    types = {op: ([value.type for value in op.operands], [value.type for value in op.results]) for op in ops}
    store(module)
    refused = [(op, why) for op in ops if (why := replaced(op, types[op])) is not None]
    if refused:
        raise refusal(refused)
    for op in ops:
        if op.name == NOTHING and op.parent is not None:
            op.erase()
    for function in module.body:
        if function.name == "func.func" and function.region.blocks:
            retype(function)


def initialize(module: Operation) -> None:
    """Puts what fills variables and tables where it is called: as one function, a variable that it fills is written before it is read."""
    symbols = SymbolTable(module)
    for call in [op for op in module.walk() if op.name == "tfl.call_once"]:
        function = symbols.get(call.get("session_init_function"))
        if function is None or not function.region.blocks:
            raise Error.on(call, f"calls @{call.get('session_init_function')}, which this module does not define")
        build = Builder.before(call)
        copies: dict[Any, Any] = {}
        for op in function.body:
            if op is not function.body.terminator:
                build.insert(op.clone(copies))
        call.erase()


def why_not(op: Operation) -> str | None:
    """Why an operator stays, or None."""
    if op.name == "tfl.custom":
        return f"is one of an application, '{op.get('custom_code')}', which no kernel of TFLite's own computes"
    if op.name in RENAMED or op.name == NOTHING or semantics_of(op) is not None:
        return None
    return UNKNOWN


def store(module: Operation) -> None:
    """Values of quantized types become integers, wherever they are."""
    for op in module.walk():
        values = [*op.results, *[argument for region in op.regions for block in region.blocks for argument in block.arguments]]
        for value in values:
            if isinstance(value.type, TensorType) and quantized_element(value.type) is not None:
                value.retype(stored(value.type))


def replaced(op: Operation, types: Types) -> str | None:
    """Puts ops of TensorFlow in an operator's place; what stands in the way, or None."""
    if op.name == NOTHING:
        return None
    if op.name in RENAMED:
        rename(op)
        return None
    before, behind = types
    operands = [None if isinstance(type, NoneType) else Number(value, quantized_element(type)) for value, type in zip(op.operands, before)]
    builders.append(Builder.before(op))
    try:
        results = built(op, operands, behind)
    except Error as error:
        return error.diagnostics[0].message
    except (ArithmeticError, LookupError, TypeError, ValueError) as reason:
        return f"cannot be written in TensorFlow's ops: {in_words(reason)}"
    finally:
        builders.pop()
    for number, result in zip(results, op.results, strict=True):
        if number is None and result.uses:
            return f"has a result {result.index} that is used and that nothing says"
        if number is not None:
            result.replace_all_uses_with(fitted(number.value, result, op))
    op.erase()
    return None


def rename(op: Operation) -> None:
    """Branches, loops and what ends them, with the regions that they have."""
    attributes = {"is_stateless": False} if op.regions else {}
    new = Builder.before(op).create(RENAMED[op.name], op.operands, [result.type for result in op.results], attributes, op.take_regions())
    op.replace_with(new.results)


def fitted(value: Value, result: Value, op: Operation) -> Value:
    """A value under the type that its users expect, as far as what was inferred says less, or more."""
    if value.type is result.type:
        return value
    if not isinstance(value.type, TensorType) or not isinstance(result.type, TensorType) or isinstance(result.type.element, OpaqueType):
        return value  # a handle says more
    computed, declared = value.type.shape, result.type.shape
    if value.type.element is not result.type.element:
        raise Error.on(op, f"is of type {result.type} but computes {value.type}")
    if computed is None or (
        declared is not None and len(computed) == len(declared) and all(a is None or b is not None for a, b in zip(computed, declared))
    ):
        value.retype(result.type)  # what the file says of sizes that inference does not tell
        return value
    return Builder.before(op).value("tf.Cast", [value], result.type, {"Truncate": False})
