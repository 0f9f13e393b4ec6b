"""Tokens that the caller of a program would pass in and get back: JAX has them on programs with ordered effects. What they order lies within the
program, which has one made at its beginning instead."""

from __future__ import annotations

from tfir.analysis.call_graph import reached_functions
from tfir.ir.attributes import ArrayAttr, TypeAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation
from tfir.ir.types import FunctionType, Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

TOKEN = "!stablehlo.token"


def has_tokens(func: Operation) -> bool:
    type = func.get("function_type")
    return any([value.text == TOKEN for value in (*type.inputs, *type.results)])


def drop_tokens(func: Operation) -> None:
    """Takes them out of a function's signature, unless other functions call it."""
    if func.name != "func.func" or not func.region.blocks or not has_tokens(func):
        return
    name, module = func.get("sym_name"), func.parent_op
    if module is not None and reached_functions(module.body, {name: func}):
        return
    type = func.get("function_type")
    for side, types in (("arg_attrs", type.inputs), ("res_attrs", type.results)):
        if side in func.attributes:
            func.set_attribute(side, ArrayAttr(kept(func.get(side), types)))
    func.set_attribute("function_type", TypeAttr(FunctionType(kept(type.inputs, type.inputs), kept(type.results, type.results))))
    for block in func.region.blocks:
        if block.terminator.name == "func.return":
            block.terminator.set_operands(kept(block.terminator.operands, type.results))
    for number, argument in reversed(list(enumerate(func.body.arguments))):
        if argument.type.text == TOKEN:
            if argument.uses:
                argument.replace_all_uses_with(
                    Builder(func.body, func.body.first).create("stablehlo.create_token", [], [argument.type]).result
                )
            func.body.remove_argument(number)


def kept(values: Sequence, types: Sequence[Type]) -> list:
    return [value for value, type in zip(values, types, strict=True) if type.text != TOKEN]
