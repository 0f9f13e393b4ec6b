"""Flags of modules that are nodes: how often functions call each other, and what a profile is like."""

from __future__ import annotations

from tfir.conversion.llvm_ir.module_flags import CALLS, DETAILS, PARTS, PROFILE
from tfir.ir.attributes import FloatAttr, SymbolRefAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import F64

from tftranslate.llvm_ir.metadata_reader import Node, number_of
from tftranslate.llvm_ir.values import FLOAT, GLOBAL, Constant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

STEP = ("cut_off", "min_count", "num_counts")


def calls(node: Node) -> str:
    """`[#llvm.cgprofile_entry<from = @f, to = @g, count = 5>]`; a function that is gone is not named."""
    return f"[{', '.join([call(each) for each in node.parts if isinstance(each, Node)])}]"


def call(node: Node) -> str:
    parts = node.parts
    if len(parts) != 3 or number_of(parts[2]) is None:
        raise Error("a call of a profile is of two functions and a number", node.place)
    ends = [
        f"{name} = {SymbolRefAttr(part.payload)}, "
        for name, part in zip(("from", "to"), parts)
        if isinstance(part, Constant) and part.kind == GLOBAL
    ]
    return f"#llvm.cgprofile_entry<{''.join(ends)}count = {number_of(parts[2])}>"


def profile(node: Node) -> str:
    told = {part.parts[0]: part.parts[1] for part in node.parts if isinstance(part, Node) and len(part.parts) == 2}
    fields = [f"{name} = {shown(told[spelled], node)}" for name, spelled in PARTS.items() if spelled in told]
    steps = [zip(STEP, numbers_of(each)) for each in parts_of(told.get(DETAILS), node)]
    details = ", ".join([f"<{', '.join([f'{name} = {number}' for name, number in step])}>" for step in steps])
    return f"#llvm.profile_summary<{', '.join(fields)}, detailed_summary = {details}>"


def parts_of(value: Any, around: Node) -> list[Node]:
    parts = value.parts if isinstance(value, Node) else [None]
    if not all([isinstance(part, Node) for part in parts]):
        raise Error("a profile has a summary in detail", around.place)
    return parts


def numbers_of(node: Node) -> list[int]:
    numbers = [number for number in map(number_of, node.parts) if number is not None]
    if len(numbers) != len(STEP) or len(numbers) != len(node.parts):
        raise Error(f"a step of a profile has {len(STEP)} numbers", node.place)
    return numbers


def shown(value: Any, around: Node) -> str:
    number = number_of(value)
    if isinstance(value, Constant) and value.kind == FLOAT:
        return str(FloatAttr(0, F64, bits=value.payload))
    if number is None and not isinstance(value, str):
        raise Error("a profile says texts and numbers", around.place)
    return value if number is None else str(number)


FLAG_READERS: dict[str, Callable[[Node], str]] = {CALLS: calls, PROFILE: profile}
