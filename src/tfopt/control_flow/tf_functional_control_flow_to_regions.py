"""Rewrites If, Case and While whose branches are functions into the forms whose branches are regions that call them.

Operands are cast where the function's argument has another, compatible type. The condition becomes a tensor<i1> where it was any
other tensor.
"""

from __future__ import annotations

from tfir.dialects.tf.verify.control_flow import function as function_named
from tfir.ir.attributes import Attribute, BoolAttr, StringAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.types import I1, FunctionType, TensorType

WORKS_ON = ("tf",)
KEPT = ("is_stateless", "parallel_iterations", "shape_invariant")
TRUTH = TensorType((), I1)
OPTIONS = {
    "allow-passthrough-args": "Let the condition of a loop hand on its arguments as well.",
}


def tf_functional_control_flow_to_regions(module: "Module", *, allow_passthrough_args: bool = False):
    """With `allow_passthrough_args` the condition of a loop hands on its arguments as well."""
    for op in list(module.walk()):
        if op.name == "tf.If":
            branches = [op.attributes["then_branch"], op.attributes["else_branch"]]
            names = {"_then_func_name": branches[0].root, "_else_func_name": branches[1].root}
            become(
                op, "tf.IfRegion", [truth(Builder.before(op), op.operands[0])], [calling(op, branch, Block()) for branch in branches], names
            )
        elif op.name == "tf.Case":
            become(
                op, "tf.CaseRegion", op.operands[:1], [calling(op, branch, Block()) for branch in op.attributes["branches"].elements], {}
            )
        elif op.name == "tf.While":
            regions = [condition(op, allow_passthrough_args), calling(op, op.attributes["body"], turn(op, "body"))]
            become(op, "tf.WhileRegion", op.operands, regions, {})


def become(op: Operation, name: str, operands, regions, names: dict) -> None:
    attributes: dict[str, Attribute] = {key: StringAttr(value) for key, value in names.items()}
    attributes |= {key: op.attributes[key] for key in KEPT if key in op.attributes}
    attributes |= {key: value for key, value in op.attributes.items() if key.startswith("_") or key == "device"}
    op.replace_with(Builder.before(op).create(name, operands, [value.type for value in op.results], attributes, regions))


def truth(builder: Builder, value: Value) -> Value:
    return value if value.type is TRUTH else builder.create("tf.ToBool", [value], [TRUTH]).results[0]


def calling(op: Operation, reference, block: Block) -> Region:
    """A region of a block that calls a function with the block's arguments or, where it has none, with the operands behind the condition."""
    builder = Builder.at_end(block, op.location)
    called = call(builder, op, reference, block.arguments or op.operands[1:], [value.type for value in op.results])
    builder.create("tf.Yield", called.results)
    return Region([block])


def turn(op: Operation, name: str) -> Block:
    """A block with the arguments of a loop's function."""
    return Block(type_of(op, op.attributes[name], op.operands, ()).inputs)


def condition(op: Operation, hands_on: bool) -> Region:
    block = turn(op, "cond")
    builder = Builder.at_end(block, op.location)
    holds = truth(builder, call(builder, op, op.attributes["cond"], block.arguments, [TRUTH]).results[0])
    builder.create("tf.Yield", [holds, *(block.arguments if hands_on else ())])
    return Region([block])


def call(builder: Builder, op: Operation, reference, values, results) -> Operation:
    """A call of a function with these values, each cast to what the function takes."""
    type = type_of(op, reference, values, results)
    operands = [cast(builder, value, input_type) for value, input_type in zip(values, type.inputs)]
    return builder.create("func.call", operands, type.results, {"callee": reference})


def cast(builder: Builder, value: Value, type) -> Value:
    return value if value.type is type else builder.create("tf.Cast", [value], [type], {"Truncate": BoolAttr(False)}).results[0]


def type_of(op: Operation, reference, values, results) -> FunctionType:
    """The type of the function that `reference` names; where the module has no such function, the type that the op needs."""
    function = function_named(op, reference)
    if function is None:
        return FunctionType([value.type for value in values], list(results))
    return function.attributes["function_type"].type
