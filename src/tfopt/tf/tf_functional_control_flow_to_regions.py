"""Rewrites If, Case and While whose branches are functions into the forms whose branches are regions that call them."""

from __future__ import annotations

from tfir.ir.attributes import StringAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Block, Operation, Region
from tfir.ir.types import I1, TensorType

KEPT = ("is_stateless", "parallel_iterations", "shape_invariant")


def tf_functional_control_flow_to_regions(module: "Module"):
    for op in list(module.walk()):
        if op.name == "tf.If":
            branches = [op.attributes["then_branch"], op.attributes["else_branch"]]
            names = {"_then_func_name": branches[0].root, "_else_func_name": branches[1].root}
            become(op, "tf.IfRegion", op.operands[:1], [calling(op, branch) for branch in branches], names)
        elif op.name == "tf.Case":
            become(op, "tf.CaseRegion", op.operands[:1], [calling(op, branch) for branch in op.attributes["branches"].elements], {})
        elif op.name == "tf.While":
            regions = [looping(op, op.attributes["cond"], is_condition=True), looping(op, op.attributes["body"])]
            become(op, "tf.WhileRegion", op.operands, regions, {})


def become(op: Operation, name: str, operands, regions, names: dict) -> None:
    attributes = {key: StringAttr(value) for key, value in names.items()}
    attributes |= {key: op.attributes[key] for key in KEPT if key in op.attributes}
    attributes |= {key: value for key, value in op.attributes.items() if key.startswith("_") or key == "device"}
    op.replace_by(Builder.before(op).create(name, operands, [value.type for value in op.results], attributes, regions))


def calling(op: Operation, function) -> Region:
    block = Block()
    builder = Builder.at_end(block, op.location)
    call = builder.create("func.call", op.operands[1:], [value.type for value in op.results], {"callee": function})
    builder.create("tf.Yield", call.results)
    return Region([block])


def looping(op: Operation, function, is_condition: bool = False) -> Region:
    block = Block([value.type for value in op.operands])
    builder = Builder.at_end(block, op.location)
    types = [TensorType((), I1)] if is_condition else [value.type for value in op.results]
    call = builder.create("func.call", block.arguments, types, {"callee": function})
    builder.create("tf.Yield", call.results)
    return Region([block])
