"""Flags of a module: numbers, words, how often functions call each other, and what a profile of the whole program is like."""

from __future__ import annotations

from tfir.conversion.llvm_ir.constants import of_float
from tfir.conversion.llvm_ir.nodes import read_node
from tfir.conversion.llvm_ir.types import identifier
from tfir.ir.diagnostics import Error
from tfir.ir.numbers import bits_of_literal
from tfir.ir.types import F64
from tfir.startup.patterns import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.conversion.llvm_ir.metadata import Metadata
    from tfir.conversion.llvm_ir.nodes import Node
    from tfir.ir.attributes import Attribute

BEHAVIORS = {"error": 1, "warning": 2, "require": 3, "override": 4, "append": 5, "append_unique": 6, "max": 7, "min": 8}
FLAG = compiled(r'#llvm\.mlir\.module_flag<(\w+), "([^"]*)", (.*)>').fullmatch
BROKEN = compiled(r"\s*\n\s*").sub  # lines, which no text in quotes has
CALLS, PROFILE = "CG Profile", "ProfileSummary"
# The parts of a profile, as the dialect and as LLVM calls them.
PARTS = {
    "format": "ProfileFormat", "total_count": "TotalCount", "max_count": "MaxCount", "max_internal_count": "MaxInternalCount",
    "max_function_count": "MaxFunctionCount", "num_counts": "NumCounts", "num_functions": "NumFunctions",
    "is_partial_profile": "IsPartialProfile", "partial_profile_ratio": "PartialProfileRatio",
}  # fmt: skip
DETAILS = "DetailedSummary"
ENTRIES = compiled(r"#llvm\.cgprofile_entry<[^>]*>").findall
FIELDS = compiled(r"(\w+) = ([^,<>]+)").findall
STEPS = compiled(r"cut_off = (\d+), min_count = (\d+), num_counts = (\d+)").findall


def text(content: str) -> str:
    return f'!"{content}"'


def flag_node(metadata: Metadata, flag: Attribute) -> str:
    match = FLAG(BROKEN(" ", flag.text))
    if match is None:
        raise Error(f"cannot be written as a flag of a module: {flag}")
    return metadata.node([f"i32 {BEHAVIORS[match[1]]}", text(match[2]), flag_value(metadata, match[3])])


def flag_value(metadata: Metadata, value: str) -> str:
    if value[0] == "[":
        calls = [call_node(metadata, read_node(each)) for each in ENTRIES(value)]
        return metadata.node(calls, f"flag {value}", is_distinct=True)
    if value.startswith("#llvm.profile_summary"):
        return profile_node(metadata, value)
    if value[0] == "#":
        raise Error(f"cannot be written as a flag of a module: {value}")
    return text(value[1:-1]) if value[0] == '"' else f"i32 {value.partition(' ')[0]}"


def call_node(metadata: Metadata, call: Node) -> str:
    ends = [f"ptr {identifier('@', call.fields[name])}" if name in call.fields else "null" for name in ("from", "to")]
    return metadata.node([*ends, f"i64 {call.fields['count']}"])


def profile_node(metadata: Metadata, told: str) -> str:
    head, _, details = told.partition("detailed_summary")
    fields = dict(FIELDS(head))
    parts = [metadata.node([text(spelled), profile_value(name, fields[name])]) for name, spelled in PARTS.items() if name in fields]
    steps = metadata.node([metadata.node([f"i64 {number}" for number in step]) for step in STEPS(details)])
    return metadata.node([*parts, metadata.node([text(DETAILS), steps])])


def profile_value(name: str, told: str) -> str:
    if name == "format":
        return text(told)
    number = told.partition(" : ")[0]
    return of_float(bits_of_literal(number, F64), F64).typed if name == "partial_profile_ratio" else f"i64 {number}"
