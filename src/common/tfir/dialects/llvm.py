"""A handful of LLVM's operations as MLIR's dialect of 2019 wrote them, for programs that show them; they print in generic form.

Types were LLVM's own in quotes: `!llvm<"float*">`, `!llvm.i64`.
"""

from __future__ import annotations

import re

from tfir.ir.attributes import IntegerAttr
from tfir.ir.types import I64, OpaqueType
from tfir.ods.dialect import Dialect


class Same:
    """`mul %a, %b : type`."""

    def parse(self, p, state):
        operands = p.operands()
        p.optional_attributes(state.attributes)
        p.expect(":")
        type = p.type()
        state.operands, state.result_types = [p.resolve(u, type) for u in operands], [type]


class Constant:
    """`constant(10) : type`."""

    def parse(self, p, state):
        p.expect("(")
        state.attributes["value"] = p.attribute()
        p.expect(")")
        p.expect(":")
        state.result_types = [p.type()]


class ExtractValue:
    """`extractvalue %struct[0] : struct type`."""

    def parse(self, p, state):
        operand = p.operand()
        at, position = p.start, p.comma_list(p.integer, "[", "]")
        if not position:
            raise p.error("expected the position of a part", at)
        p.expect(":")
        start, type = p.start, p.type()
        state.attributes["position"] = IntegerAttr(position[0], I64)
        state.operands = [p.resolve(operand, type)]
        state.result_types = [part_of(p, type, position[0], start)]


class GetElementPointer:
    """`getelementptr %pointer[%index] : (types) -> type`."""

    def parse(self, p, state):
        operands = [p.operand(), *p.comma_list(p.operand, "[", "]")]
        p.expect(":")
        signature = p.function_type()
        if len(signature.inputs) != len(operands):
            raise p.error(f"{len(operands)} operands present, but expected {len(signature.inputs)}", operands[0].start)
        state.operands = [p.resolve(u, t) for u, t in zip(operands, signature.inputs)]
        state.result_types = list(signature.results)


class Store:
    """`store %value, %pointer : pointer type`."""

    def parse(self, p, state):
        value = p.operand()
        p.expect(",")
        pointer = p.operand()
        p.expect(":")
        start, type = p.start, p.type()
        text = written(type)
        if not text.endswith("*"):
            raise p.error(f"expected a pointer type, found {type}", start)
        state.operands = [p.resolve(value, named(text[:-1])), p.resolve(pointer, type)]


def written(type) -> str:
    """LLVM's own spelling of a type: `float*` for `!llvm<"float*">`, `i64` for `!llvm.i64`."""
    match = re.fullmatch(r'!llvm(?:<"(.*)">|\.(.*))', type.text)
    return (match[1] or match[2]) if match else type.text


def named(text: str) -> OpaqueType:
    text = text.strip()
    return OpaqueType(f"!llvm.{text}" if text.isalnum() else f'!llvm<"{text}">')


def part_of(p, type, position: int, start: int) -> OpaqueType:
    parts = written(type).strip("{} ").split(",")
    if not 0 <= position < len(parts):
        raise p.error(f"{type} has no part {position}", start)
    return named(parts[position])


FORMS = {
    **dict.fromkeys(("add", "sub", "mul", "fadd", "fsub", "fmul", "fdiv", "udiv", "sdiv", "and", "or", "xor"), Same()),
    "constant": Constant(), "extractvalue": ExtractValue(), "getelementptr": GetElementPointer(), "store": Store(),
}  # fmt: skip
DIALECT = Dialect("llvm", "\n", forms=FORMS, is_open=True)
