"""Takes the bits of complex numbers from their parts, and makes parts of bits: upstream converts these for SPIR-V and C alone.

before:  %0 = complex.bitcast %x : complex<f32> to i64
after:   the bits of complex.re %x, below those of complex.im %x
"""

from __future__ import annotations

from typing import Any

from tfir.ir.attributes import IntegerAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ir.types import ComplexType, IntegerType

from tfopt.rewrite.signs import recast, without_sign

WORKS_ON = ("complex",)
TITLE = "Take complex numbers as bits by their parts"


def complex_bitcast_by_parts(root: Operation) -> None:
    for op in [op for op in root.walk() if op.name == "complex.bitcast"]:
        build, (value,) = Builder.before(op), op.operands
        source, target = value.type, op.result.type
        if source is not target:
            value = recast(build, value, without_sign(source))
            plain = without_sign(target)
            value = of_bits(build, value, plain) if isinstance(target, ComplexType) else whole_bits(build, value, source, plain)
            value = recast(build, value, target)
        op.replace_with([value])
        op.erase()


def as_type(build: Builder, value: Value, type: Any) -> Value:
    return value if value.type is type else build.value("arith.bitcast", [value], type)


def distance(build: Builder, type: Any) -> Value:
    return build.value("arith.constant", (), type, {"value": IntegerAttr(type.width // 2, type)})


def whole_bits(build: Builder, value: Value, source: Any, target: Any) -> Value:
    half, whole = IntegerType(source.element.width), IntegerType(2 * source.element.width)
    parts = [build.value(f"complex.{name}", [value], source.element) for name in ("re", "im")]
    low, high = [build.value("arith.extui", [as_type(build, part, half)], whole) for part in parts]
    upper = build.value("arith.shli", [high, distance(build, whole)], whole)
    return as_type(build, build.value("arith.ori", [upper, low], whole), target)


def of_bits(build: Builder, value: Value, target: Any) -> Value:
    half, whole = IntegerType(target.element.width), IntegerType(2 * target.element.width)
    bits = as_type(build, value, whole)
    upper = build.value("arith.shrui", [bits, distance(build, whole)], whole)
    parts = [as_type(build, build.value("arith.trunci", [each], half), target.element) for each in (bits, upper)]
    return build.value("complex.create", parts, target)
