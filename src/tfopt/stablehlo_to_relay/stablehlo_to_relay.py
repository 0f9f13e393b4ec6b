"""Lowers StableHLO to Relay: operators, local functions for loops, conditions, tuples.

A value of complex numbers is a pair of tensors, also where functions take or give it: an argument `%z` is `%z_re` and `%z_im` in its place,
and so is a result. Operations that have been made simpler before (`--pipeline=relay` does) have no recipe here: triangular matrices, Fourier
transforms, random bits, collectives, CHLO. What cannot be expressed is an error that tells all of it, with reasons.
"""

from __future__ import annotations

from importlib import import_module

from tfir.dialects import has_trait
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import BF16, F16, F32, F64, FloatType, IntegerType, TensorType, Type, shapes_fit

from tfopt.arithmetic.tensor import building
from tfopt.rewrite.refusals import refusal
from tfopt.rewrite.rewriter import PatternRewriter
from tfopt.stablehlo_to_relay.broadcasts import drop_broadcasts
from tfopt.stablehlo_to_relay.open_slices import name_whole_slices
from tfopt.stablehlo_to_relay.pairs import expand_interface
from tfopt.stablehlo_to_relay.recipes import RECIPES, values_in
from tfopt.stablehlo_to_relay.results import join_results

AFTER = ["stablehlo-decompose", "stablehlo-expand-complex"]
EXACT = False  # functions are made of others
FAMILIES = ("contraction", "control_flow", "elementwise", "indexing", "integers", "reduction", "shaping")
FLOATS = (F16, BF16, F32, F64)
WIDTHS = (1, 8, 16, 32, 64)
UNKNOWN = "has no recipe in Relay"


def stablehlo_to_relay(module: "Module"):
    """Convert all operations of StableHLO."""
    for family in FAMILIES:
        import_module(f"tfopt.stablehlo_to_relay.{family}")
    expand_interface(module)
    name_whole_slices(module)
    refused = converted(module)
    if refused:
        raise refusal(refused.items(), "--pipeline=relay makes simpler operations of many that have no recipe of their own")
    drop_broadcasts(module)
    join_results(module)


def converted(module: Operation) -> dict[Operation, str]:
    """Converts operation after operation, outer ones first; gives those that are left, with the reason of each."""
    work, gone = list(module.walk())[::-1], set[Operation]()
    refused: dict[Operation, str] = {}
    while work:
        op = work.pop()
        if op.parent is None or op in gone or op.dialect not in ("stablehlo", "chlo") or has_trait(op, "terminator"):
            continue
        try:
            created = rewritten(op, gone)
        except Error as error:
            refused[op] = error.diagnostics[0].message.removeprefix(f"'{op.name}' op ")
        else:
            work += [inner for each in reversed(created) if each.parent is not None for inner in reversed(list(each.walk()))]
    return refused


def rewritten(op: Operation, gone: set[Operation]) -> list[Operation]:
    """Puts what its recipe gives in the place of an operation; returns what was built, and adds to `gone` what was left in its regions. Raises Error
    where there is no recipe, or it has a reason not to take the operation, which is then as it was."""
    recipe = RECIPES.get(op.name)
    if recipe is None:
        raise Error(UNKNOWN)
    for value in (*op.operands, *op.results):
        require_element(value.type)
    rewriter = PatternRewriter(op)
    with rewriter, building(rewriter.builder):
        try:
            values = values_in(recipe(op))
        except Error:
            rewriter.take_back()
            raise
    for result, value in zip(op.results, values, strict=True):
        as_declared(value, result, rewriter.created)
    gone.update(op.inside())
    op.replace_with(values)
    return rewriter.created


def require_element(type: Type) -> None:
    if not isinstance(type, TensorType):
        return
    element = type.element
    exists = element in FLOATS if isinstance(element, FloatType) else isinstance(element, IntegerType) and element.width in WIDTHS
    if not exists:
        raise Error(f"has a value of type {type}; Relay has no numbers of type {element}")


def as_declared(value: Value, result: Value, created: list[Operation]) -> None:
    """Gives a new value the sizes that the program says it has, and hands on the name."""
    if value.type is not result.type and value.op in created and isinstance(value.type, TensorType):
        if isinstance(result.type, TensorType) and shapes_fit(value.type.shape, result.type.shape):
            value.retype(result.type)
    if value.type is not result.type:
        raise Error(f"would give a {value.type} in the place of a {result.type}")
