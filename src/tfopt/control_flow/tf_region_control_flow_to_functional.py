"""Rewrites If, Case and While whose branches are regions into the forms that name functions.

A region that only calls a function with its arguments names that function. Any other becomes a function; values captured from outside
become further operands, which a loop carries unchanged. Constants are copied into the function.
"""

from __future__ import annotations

from tfir.execution.computation import captured_values
from tfir.ir.attributes import ArrayAttr, SymbolRefAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.symbols import SymbolTable
from tfir.ods.inference import declared_elements

from tfopt.control_flow.outlining import private_function

WORKS_ON = ("tf",)
BRANCHES = {"tf.IfRegion": ("tf.If", ("then_branch", "else_branch")), "tf.CaseRegion": ("tf.Case", ())}
LOOP = "tf.WhileRegion"
DROPPED = ("_then_func_name", "_else_func_name")


def tf_region_control_flow_to_functional(module: "Module"):
    symbols = SymbolTable(module)
    for op in list(module.walk(post_order=True)):
        if op.name in BRANCHES or op.name == LOOP:
            functional(op, symbols)


def functional(op: Operation, symbols: SymbolTable) -> None:
    blocks = [region.blocks[0] for region in op.regions]
    captured = list(dict.fromkeys([value for block in blocks for value in captured_values(block)]))
    operands = list(op.operands) if op.name == LOOP else list(op.operands[:1])
    names = function_names(op)
    callees = [called(block, captured) for block in blocks] if op.name != LOOP or not captured else [None]
    if None in callees:
        constants = [value for value in captured if declared_elements(value) is not None]
        captured = [value for value in captured if value not in constants]
        whole = [block for at, block in enumerate(blocks) if op.name == LOOP and at == 1]
        callees = [outlined(block, captured, constants, name, block in whole, symbols, op) for block, name in zip(blocks, names)]
    attributes = {"is_stateless": False} | {name: value for name, value in op.attributes.items() if name not in DROPPED}
    kind, keys = BRANCHES.get(op.name, ("tf.While", ("cond", "body")))
    attributes |= dict(zip(keys, callees)) if keys else {"branches": ArrayAttr(callees)}
    extra = captured if op.name == LOOP else []
    types = [*[value.type for value in op.results], *[value.type for value in extra]]
    new = Builder.before(op).create(kind, [*operands, *captured], types, attributes)
    op.replace_with(new.results[: len(op.results)])


def function_names(op: Operation) -> list[str]:
    if op.name == LOOP:
        return [f"{op.name}_cond", f"{op.name}_body"]
    if op.name == "tf.IfRegion":
        return [op.get(f"_{which}_func_name") or f"{op.name}_{which}" for which in ("then", "else")]
    return [f"{op.name}_branch{at}" for at in range(len(op.regions))]


def called(block: Block, captured: list[Value]) -> SymbolRefAttr | None:
    """The function that a region only calls, with the block's arguments and `captured`, yielding its results; None for other regions."""
    call = block.first
    if call.name != "func.call" or call.next is not block.last or list(call.results) != answer(block):
        return None
    callee = call.attributes["callee"]
    return callee if isinstance(callee, SymbolRefAttr) and list(call.operands) == [*block.arguments, *captured] else None


def answer(block: Block) -> list[Value]:
    """The values that a region yields. The condition of a loop may also pass on its arguments; those are left out."""
    values, op = list(block.last.operands), block.parent_op
    return values[:1] if op.name == LOOP and block is op.regions[0].blocks[0] else values


def outlined(
    block: Block, captured: list[Value], constants: list[Value], name: str, passes_on: bool, symbols: SymbolTable, op: Operation,
) -> SymbolRefAttr:  # fmt: skip
    body = Block([*[value.type for value in block.arguments], *[value.type for value in captured]])
    mapping = dict(zip([*block.arguments, *captured], body.arguments))
    used = captured_values(block)
    for constant in [value.op for value in constants if value in used]:
        body.append(constant.clone(mapping))
    for inner in block:
        copy = inner.clone(mapping)
        if inner is block.last:
            rest = body.arguments[len(block.arguments) :] if passes_on else []
            copy = Operation("func.return", [*copy.operands[: len(answer(block))], *rest], location=inner.location)
        body.append(copy)
    around = next(each for each in (op, *op.ancestors()) if each.parent_op is symbols.op)
    function = symbols.add(private_function(name, body, op.location), before=around.next)
    return SymbolRefAttr(function.get("sym_name"))
