"""Writes atomic changes that LLVM has no instruction for, as products are and those of numbers of few bits, by the computation itself.

before:  %0 = memref.atomic_rmw mulf %x, %m[%i] : (f32, memref<4xf32>) -> f32
after:   %0 = memref.generic_atomic_rmw %m[%i] : memref<4xf32> { ^bb0(%old: f32): memref.atomic_yield %old * %x : f32 }

A computation with branches or loops, for which its region has no room once they are blocks, becomes a function that the region calls.
"""

from __future__ import annotations

from tfir.dialects.arith import ATOMIC_KINDS, op_of_kind
from tfir.ir.attributes import StringAttr, SymbolRefAttr, TypeAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import FunctionType, IntegerType

from tfopt.to_llvm.accesses import OPERATIONS
from tfopt.to_llvm.library import module_around
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
    for op in [op for op in root.walk() if op.name == "memref.generic_atomic_rmw"]:
        if any([inner.regions for inner in op.body]):
            outline(op)


def outline(op: Operation) -> None:
    """Lets a function compute what the body does, of the value that was read and those from around."""
    last = op.body.last
    assert last is not None, "a body yields a value"
    inside = [inner for inner in op.inside() if inner is not last]
    within = {value for inner in inside for value in made_by(inner)} | set(op.body.arguments)
    given = dict.fromkeys([value for inner in [*inside, last] for value in inner.operands if value not in within])
    type = op.result.type
    body = Block([type, *[value.type for value in given]])
    mapping = dict(zip([*op.body.arguments, *given], body.arguments))
    for inner in list(op.body):
        if inner is not last:
            body.append(inner.clone(mapping))
    Builder.at_end(body, op.location).create("func.return", [mapping.get(last.operands[0], last.operands[0])])
    module = module_around(op)
    table = SymbolTable(module)
    signature = TypeAttr(FunctionType([argument.type for argument in body.arguments], [type]))
    attributes = {"sym_name": StringAttr("atomic_computation"), "function_type": signature, "sym_visibility": StringAttr("private")}
    function = table.add(Operation("func.func", (), (), attributes, [Region([body])], (), op.location))
    call = Builder.before(last).create(
        "func.call", [op.body.arguments[0], *given], [type], {"callee": SymbolRefAttr(function.get("sym_name"))}
    )
    last.set_operands(call.results)
    for inner in reversed(list(op.body)):
        if inner is not last and inner is not call:
            inner.erase()


def made_by(op: Operation) -> list[Value]:
    return [*op.results, *[argument for region in op.regions for block in region.blocks for argument in block.arguments]]
