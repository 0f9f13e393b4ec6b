"""What programs exported from JAX call their arguments and results: places in trees of Python's containers."""

from __future__ import annotations

import re
from typing import Any

from tfir.ir.attributes import ArrayAttr, DictAttr, StringAttr
from tfir.ir.location import NameLocation
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import nearest_symbol

RESULT_INFO, ARGUMENT_INFO = "jax.result_info", "jax.arg_info"
STEP_IN_TREE = re.compile(r"\['([^']*)'\]|\[(\d+)\]|\.(\w+)")  # a key, a number, an attribute
PARAMETER = re.compile(r"[^\W\d]\w*")
ARGUMENT = re.compile(rf"{PARAMETER.pattern}(?:{STEP_IN_TREE.pattern})*")


def result_name(info: str) -> str | None:
    """The place of a value in JAX's tree: `result['aux'][0]` is `aux/0`. None for a whole tree, and for a number alone, which says no more
    than the order does."""
    words = ["".join(groups) for groups in steps_in_tree(info)]
    return None if not words or (len(words) == 1 and words[0].isdigit()) else "/".join(words)


def argument_name(info: str) -> str:
    """`params['w'][0]` is `params/w/0`: the parameter of the function that was exported, and the place in the tree that it takes."""
    parameter = PARAMETER.match(info)
    return "/".join([parameter[0] if parameter else "", *["".join(groups) for groups in steps_in_tree(info)]])


def argument_names(func: Operation) -> list[str | None]:
    """The names of a function's arguments as its export says them, `params/w`; None where it doesn't."""
    infos: list[Any] = [attributes.get(ARGUMENT_INFO) for attributes in func.get("arg_attrs", ())]
    names = [None if info is None else info.value for info in infos] if any(infos) else located_names(func)
    return [argument_name(name) if name else None for name in names]


def located_names(func: Operation) -> list[str]:
    """What the locations of a function's arguments call them, as JAX's exports do: `params['w']`; `""` where they don't. No names at all
    where two arguments have the same, or one is no place in a tree. An export of open sizes checks them in a function that hands its
    arguments on to the one whose locations say names."""
    names = [located_name(argument) for argument in func.body.arguments]
    said = [name for name in names if name]
    return names if len(set(said)) == len(said) and all(map(ARGUMENT.fullmatch, said)) else [""] * len(names)


def located_name(argument: Value) -> str:
    """The name in an argument's location, else in that of the argument of a function that is called with it; `""` where there is none."""
    location = argument.block.argument_locations.get(argument) if argument.block is not None else None
    if isinstance(location, NameLocation):
        return location.name
    for call in argument.users:
        reference: Any = call.attributes.get("callee")
        callee = nearest_symbol(call, reference, is_module) if call.name == "func.call" else None
        if callee is not None and callee.regions[0].blocks:
            called = callee.body.argument_locations.get(callee.body.arguments[call.operands.index(argument)])
            if isinstance(called, NameLocation):
                return called.name
    return ""


def is_module(op: Operation) -> bool:
    return op.name == "builtin.module"


def steps_in_tree(info: str) -> list[tuple[str, str, str]]:
    """The steps that lead to a value in JAX's tree, each a key, a number or the name of a field; the two others are empty."""
    return STEP_IN_TREE.findall(info)


def name_arguments(module: Operation) -> None:
    """Writes what locations call the arguments of public functions as attributes, which stay when locations are not printed. Names that
    stand there already are kept."""
    for func in module.body:
        if func.name != "func.func" or func.get("sym_visibility") == "private" or not func.regions[0].blocks:
            continue
        names = located_names(func)
        dicts = list(func.get("arg_attrs", ())) or [DictAttr()] * len(names)
        if any(names) and not any([ARGUMENT_INFO in each.entries for each in dicts]):
            named = [DictAttr({**each.entries, ARGUMENT_INFO: StringAttr(name)}) if name else each for each, name in zip(dicts, names)]
            func.set_attribute("arg_attrs", ArrayAttr(named))
