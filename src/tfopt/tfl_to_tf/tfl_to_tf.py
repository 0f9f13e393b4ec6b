"""Writes operators of TFLite as ops of TensorFlow that compute the same, to the bit where they compute with integers.

Tensors of quantized types become the integers that are stored of them; how they are quantized is arithmetic from here on. Control flow keeps its regions,
variables and tables are TensorFlow's, and so are ops that TFLite has run by TensorFlow's kernels (Flex). What an operator means stands beside its dialect (`tfir/dialects/tfl`). Operators that TFLite leaves to an
application (`tfl.custom`) are an error that names all of them.
"""

from __future__ import annotations

from tfir.dialects.tf_saved_model import INITIAL_VALUE
from tfir.dialects.tfl.bodies import BODIES
from tfir.dialects.tfl.in_tensorflow import (
    STATE,
    Number,
    begins_variable,
    builders,
    built,
    keeps_state,
    quantized_element,
    semantics_of,
    state_in,
    state_name,
    why_not_alone,
)
from tfir.execution.tfl_customs import custom_results, why_not_custom
from tfir.ir.attributes import Attribute, StringAttr
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
CALLS = {  # operators whose bodies are functions, the op of TensorFlow, and by its attributes the names of those that have them
    "tfl.call": ("func.call", {"callee": "subgraph"}),
    "tfl.stablehlo_composite": ("func.call", {"callee": "decomposition"}),
    "tfl.stablehlo_while": ("tf.While", {"cond": "cond", "body": "body"}),
    "tfl.stablehlo_case": ("tf.Case", {"branches": "branches"}),
}
NOTHING, CUSTOM = "tfl.no_value", "tfl.custom"
HANDLE, ASSIGN, VALUE = "tfl.var_handle", "tfl.assign_variable", "value"
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
    for name in [name for name in module.attributes if name.startswith("tfl.")]:  # the file, of which nothing is left
        module.remove_attribute(name)


def initialize(module: Operation) -> None:
    """Has variables begin with what the functions that are called once put into them, as constants, where others write them; what else fills variables and
    tables is put where it is called: a table or a variable that nothing else writes is the same in each call."""
    symbols = SymbolTable(module)
    calls = [op for op in module.walk() if op.name == "tfl.call_once"]
    first = {function for call in calls if (function := symbols.get(call.get("session_init_function"))) is not None}
    initial = {name: value for function in first for name, value in constants_in(function).items() if is_written(name, module, first)}
    for call in calls:
        function = symbols.get(call.get("session_init_function"))
        if function is None or not function.region.blocks:
            raise Error.on(call, f"calls @{call.get('session_init_function')}, which this module does not define")
        build = Builder.before(call)
        copies: dict[Any, Any] = {}
        for op in function.body:
            variable = op.get("shared_name") if op.name == HANDLE else variable_of(op) if op.name == ASSIGN else None
            if op is not function.body.terminator and variable not in initial:
                build.insert(op.clone(copies))
        call.erase()
    for handle in [op for op in module.walk() if op.name == HANDLE and op.get("shared_name") in initial]:
        handle.set_attribute(INITIAL_VALUE, initial[handle.get("shared_name")])
    for variable, name in [(op, state_name(op)) for op in module.walk() if keeps_state(op)]:
        variable.set_attribute(STATE, StringAttr(name))


def constants_in(function: Operation) -> dict[str, Attribute]:
    """The constants that a function assigns to variables, of those that it assigns once."""
    assignments = [op for op in function.walk() if op.name == ASSIGN]
    names = [variable_of(op) for op in assignments]
    values = {variable_of(op): op.operands[1].op for op in assignments}
    return {
        name: op.attributes[VALUE] for name, op in values.items() if names.count(name) == 1 and op is not None and VALUE in op.attributes
    }


def variable_of(assignment: Operation) -> str:
    """The name of the variable that is written; nothing where the handle comes from somewhere else."""
    handle = assignment.operands[0].op
    return handle.get("shared_name") if handle is not None and handle.name == HANDLE else ""


def is_written(name: str, module: Operation, first: set[Operation]) -> bool:
    """Whether something else than those functions writes a variable of that name, or may."""
    written = {variable_of(op) for function in module.body if function not in first for op in function.walk() if op.name == ASSIGN}
    return bool(name) and (name in written or "" in written)


def why_not(op: Operation) -> str | None:
    """Why an operator stays, or None."""
    if op.name in RENAMED or op.name in CALLS or op.name in BODIES or op.name == NOTHING:
        return None
    if op.name == CUSTOM:
        return why_not_custom(op)
    return UNKNOWN if semantics_of(op) is None else why_not_alone(op)


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
    if op.name in CALLS:
        name, attributes = CALLS[op.name]
        functions = {own: op.attributes[told] for own, told in attributes.items()} | (
            {} if name == "func.call" else {"is_stateless": False}
        )
        op.replace_with(Builder.before(op).create(name, op.operands, [result.type for result in op.results], functions).results)
        op.erase()
        return None
    before, behind = types
    operands = [None if isinstance(type, NoneType) else Number(value, quantized_element(type)) for value, type in zip(op.operands, before)]
    builders.append(Builder.before(op))
    try:
        results = results_of(op, operands, behind)
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


def results_of(op: Operation, operands: list[Number | None], types: list[Type]) -> list[Number | None]:
    if begins_variable(op):
        return [state_in(op)]
    if op.name == CUSTOM:
        return [*custom_results(op, operands, types)]
    if op.name in BODIES:
        return [*BODIES[op.name](op, [each for each in operands if each is not None])]
    return built(op, operands, types)


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
