"""What a text such as `e-m:e-i64:64-n8:16:32:64-S128` says of a machine, as MLIR's dlti dialect says it."""

from __future__ import annotations

from tfir.dialects.llvm.types import PointerType
from tfir.ir.attributes import OpaqueAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import FloatType, IntegerType
from tfir.startup.patterns import compiled

# Behind what a module says stands this.
USUAL = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:32:64-f16:16:16-f64:64:64-f128:128:128"
TOKEN = compiled(r"([A-Za-z]+)(\d*)(?::(.*))?").fullmatch
FLOATS = {16: "f16", 32: "f32", 64: "f64", 80: "f80", 128: "f128"}
SPACES = {"P": "program", "G": "global", "A": "alloca"}


def layout(text: str, place: int) -> OpaqueAttr:
    """Raises Error where a part of it cannot be said."""
    types: dict[str, str] = {}
    others: dict[str, str] = {}
    for token in f"{text}-{USUAL}".strip("-").split("-"):
        match = TOKEN(token)
        if match is None:
            raise Error(f"data layout cannot be said: '{token}'", place)
        try:
            enter(match[1], match[2], match[3] or "", types, others)
        except (ValueError, KeyError):
            raise Error(f"data layout cannot be said: '{token}'", place) from None
    entries = [f"{key} = {value}" for key, value in (*types.items(), *others.items())]
    return OpaqueAttr(f"#dlti.dl_spec<{', '.join(entries)}>")


def enter(word: str, number: str, rest: str, types: dict[str, str], others: dict[str, str]) -> None:
    """Notes a part; what is said twice holds as first said. Of vectors, aggregates and pointers that are no integers nothing is noted."""
    if word in ("e", "E"):
        others.setdefault('"dlti.endianness"', '"little"' if word == "e" else '"big"')
    elif word in ("i", "f"):
        width = int(number)
        type = IntegerType(width) if word == "i" else FloatType(FLOATS[width])
        types.setdefault(type.text, dense([*numbers(rest), *numbers(rest)[:1]][:2]))
    elif word == "p":
        size, minimal, *more = numbers(rest)
        preferred, index = [*more, *([minimal, size][len(more) :])][:2]
        types.setdefault(PointerType(int(number or 0)).text, dense([size, minimal, preferred, index]))
    elif word == "m":
        others.setdefault('"dlti.mangling_mode"', f'"{rest}"')
    elif word == "n":
        others.setdefault('"dlti.legal_int_widths"', f"array<i32: {', '.join([number, *filter(None, rest.split(':'))])}>")
    elif word == "S":
        others.setdefault('"dlti.stack_alignment"', f"{number} : i64")
    elif word in SPACES:
        if int(number):
            others.setdefault(f'"dlti.{SPACES[word]}_memory_space"', f"{number} : ui64")
    elif word in ("Fi", "Fn"):
        of_function = "true" if word == "Fn" else "false"
        others.setdefault(
            '"dlti.function_pointer_alignment"', f"#dlti.function_pointer_alignment<{number}, function_dependent = {of_function}>"
        )


def numbers(text: str) -> list[int]:
    return [int(each) for each in text.split(":") if each]


def dense(values: list[int]) -> str:
    shown = str(values[0]) if len(set(values)) == 1 else f"[{', '.join(map(str, values))}]"
    return f"dense<{shown}> : vector<{len(values)}xi64>"
