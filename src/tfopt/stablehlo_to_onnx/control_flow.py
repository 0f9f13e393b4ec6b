"""Branches are If, loops Loop, whose body computes whether to go on for the next trip."""

from __future__ import annotations

from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.types import I1, I64, TensorType

from tfopt.arithmetic.regions_on_tensors import on_tensors
from tfopt.arithmetic.tensor import Tensor, current
from tfopt.recipes.by_parts import copied
from tfopt.stablehlo_to_onnx.operators import onnx_many, open_recipe, recipe


def subgraph(block: Block) -> Region:
    """The region of a block whose terminator yields what it returns."""
    last = block.terminator
    Builder.before(last).create("onnx.Yield", last.operands, [], {"onnx.graph_name": "subgraph"})
    last.erase()
    return Region([block])


def taken(region: Region, before=()) -> Block:
    """The operations of a region's block in a new one, which has arguments of some types in front of its own."""
    block, new = region.entry, Block(before)
    for argument in list(block.arguments):
        argument.replace_all_uses_with(new.add_argument(argument.type))
    for op in list(block):
        new.append(op.remove())
    return new


@open_recipe
def if_(op: Operation) -> list:
    return chosen(Tensor(op.operands[0]), [taken(region) for region in op.regions], [result.type for result in op.results])


def chosen(condition: Tensor, blocks: list[Block], types) -> list:
    yes, no = map(subgraph, blocks)
    return onnx_many("If", [condition], types, [no, yes])


@open_recipe
def case(op: Operation) -> list:
    """One If in the other; an index that no branch has means the last."""
    index, types = Tensor(op.operands[0]), [result.type for result in op.results]
    blocks = [taken(region) for region in op.regions]
    if len(blocks) == 1:
        blocks.append(clone_of(blocks[0]))
    last = blocks.pop()
    for number in range(len(blocks) - 1, 0, -1):
        outer = Block()
        build = current()
        kept = build.block, build.anchor
        build.block, build.anchor = outer, None
        results = chosen(index == number, [blocks[number], last], types)
        build.create("stablehlo.return", [each.value for each in results])
        build.block, build.anchor = kept
        last = outer
    return chosen(index == 0, [blocks[0], last], types)


def clone_of(block: Block) -> Block:
    new, mapping = Block(), dict[Value, Value]()
    for op in block:
        new.append(op.clone(mapping))
    return new


@open_recipe
def while_(op: Operation) -> list:
    types = [operand.type for operand in op.operands]
    condition = op.regions[0].entry
    (first,) = copied(condition, [Tensor(operand) for operand in op.operands])
    body = taken(op.regions[1], [TensorType((), I64), TensorType((), I1)])
    last, build = body.terminator, current()
    kept = build.block, build.anchor
    build.block, build.anchor = body, last
    (again,) = copied(condition, [Tensor(value) for value in last.operands])
    build.create("stablehlo.return", [again.value, *last.operands])
    build.block, build.anchor = kept
    last.erase()
    return onnx_many("Loop", [None, first, *map(Tensor, op.operands)], types, [subgraph(body)])


@open_recipe
def custom_call(op: Operation) -> list:
    """Assertions about sizes go: ONNX has none."""
    if op.get("call_target_name") != "shape_assertion":
        raise Error("calls what is no operator of ONNX")
    return []


@recipe
def map_(op: Operation) -> list:
    results = on_tensors(op.regions[0].entry, [Tensor(operand) for operand in op.operands], op.results[0].type.shape)
    if results is None:
        raise Error("has a body with branches or loops in it, for which there is no recipe")
    return results
