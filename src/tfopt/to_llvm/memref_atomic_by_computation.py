"""Writes atomic changes that LLVM has no instruction for, as products are and those of numbers of few bits, by the computation itself.

before:  %0 = memref.atomic_rmw mulf %x, %m[%i] : (f32, memref<4xf32>) -> f32
after:   %0 = memref.generic_atomic_rmw %m[%i] : memref<4xf32> { ^bb0(%old: f32): memref.atomic_yield %old * %x : f32 }
"""

from __future__ import annotations

from tfir.dialects.arith import ATOMIC_KINDS, op_of_kind
from tfir.ir.builder import Builder
from tfir.ir.operations import Block, Operation, Region
from tfir.ir.types import IntegerType

from tfopt.to_llvm.accesses import OPERATIONS
from tfopt.to_llvm.llvm_building import defaults_of

WORKS_ON = ("memref",)
TITLE = "Atomic changes that LLVM has no instruction for by computation"
WIDTHS = (8, 16, 32, 64)  # of whole numbers that LLVM changes at once


def memref_atomic_by_computation(root: Operation) -> None:
    for op in [op for op in root.walk() if op.name == "memref.atomic_rmw"]:
        kind, type = ATOMIC_KINDS[op.get("kind")], op.result.type
        if kind in OPERATIONS and not (isinstance(type, IntegerType) and type.width not in WIDTHS):
            continue
        value, buffer, *indices = op.operands
        body = Block([type])
        inside = Builder.at_end(body, op.location)
        if kind != "assign":
            name = f"arith.{op_of_kind(kind)}"
            value = inside.value(name, [body.arguments[0], value], type, defaults_of(name))
        inside.create("memref.atomic_yield", [value], ())
        new = Builder.before(op).create("memref.generic_atomic_rmw", [buffer, *indices], [type], {}, [Region([body])])
        op.replace_with(new.results)
