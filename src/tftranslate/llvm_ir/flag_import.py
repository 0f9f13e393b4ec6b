"""Flags of modules that are nodes: how often functions call each other, and what a profile is like."""

from __future__ import annotations

from tfir.conversion.llvm_ir.module_flags import CALLS, DETAILS, PARTS, PROFILE
from tfir.ir.attributes import FloatAttr, SymbolRefAttr
from tfir.ir.types import F64

from tftranslate.llvm_ir.metadata_reader import Node, number_of
from tftranslate.llvm_ir.values import GLOBAL, Constant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

STEP = ("cut_off", "min_count", "num_counts")


def calls(node: Node) -> str:
    """`[#llvm.cgprofile_entry<from = @f, to = @g, count = 5>]`; a function that is gone is not named."""
    return f"[{', '.join([call(each.parts) for each in node.parts if isinstance(each, Node)])}]"


def call(parts: list[Any]) -> str:
    ends = [
        f"{name} = {SymbolRefAttr(part.payload)}, "
        for name, part in zip(("from", "to"), parts)
        if isinstance(part, Constant) and part.kind == GLOBAL
    ]
    return f"#llvm.cgprofile_entry<{''.join(ends)}count = {number_of(parts[2])}>"


def profile(node: Node) -> str:
    told = {part.parts[0]: part.parts[1] for part in node.parts if isinstance(part, Node) and len(part.parts) == 2}
    fields = [f"{name} = {shown(told[spelled])}" for name, spelled in PARTS.items() if spelled in told]
    steps = [zip(STEP, map(number_of, each.parts)) for each in told[DETAILS].parts]
    details = ", ".join([f"<{', '.join([f'{name} = {number}' for name, number in step])}>" for step in steps])
    return f"#llvm.profile_summary<{', '.join(fields)}, detailed_summary = {details}>"


def shown(value: Any) -> str:
    if isinstance(value, str):
        return value
    number = number_of(value)
    return str(FloatAttr(0, F64, bits=value.payload)) if number is None else str(number)


FLAG_READERS: dict[str, Callable[[Node], str]] = {CALLS: calls, PROFILE: profile}
