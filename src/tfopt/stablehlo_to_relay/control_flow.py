"""Branches are conditions, loops are local functions that call themselves, several values are a tuple."""

from __future__ import annotations

from tfir.ir.attributes import UnitAttr
from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.types import FunctionType, TupleType, Type

from tfopt.arithmetic.regions_on_tensors import on_tensors
from tfopt.arithmetic.tensor import Tensor
from tfopt.rewrite.rewriter import current_rewriter
from tfopt.stablehlo_to_relay.expressions import Expression, structure, tuple_of
from tfopt.stablehlo_to_relay.recipes import recipe


def together(types) -> Type:
    """The type of values as one: a tuple, unless there is one."""
    types = list(types)
    return types[0] if len(types) == 1 else TupleType(types)


def joined(build: Builder, values: list[Value]) -> Value:
    return values[0] if len(values) == 1 else build.value("relay.tuple", values, together([value.type for value in values]))


def apart(whole: Expression, count: int) -> list:
    return [whole] if count == 1 else [whole.item(at) for at in range(count)]


def yielding(block: Block) -> Region:
    """The region of a block whose terminator yields all of its operands as one value."""
    last = block.terminator
    build = Builder.before(last)
    build.create("relay.yield", [joined(build, list(last.operands))])
    last.erase()
    return Region([block])


def taken(region: Region, *before: Type) -> Block:
    """The operations of a region's block in a new one, which has arguments of some types in front of its own."""
    block, new = region.entry, Block(before)
    for argument in list(block.arguments):
        argument.replace_all_uses_with(new.add_argument(argument.type))
    for op in list(block):
        new.append(op.remove())
    return new


@recipe
def if_(op: Operation) -> list:
    return chosen(Expression(op.operands[0]), [taken(region) for region in op.regions], [result.type for result in op.results])


def chosen(condition: Expression, blocks, types) -> list:
    whole = structure("if", [condition], together(types), [yielding(block) for block in blocks])
    return apart(whole, len(types))


@recipe
def case(op: Operation) -> list:
    """One condition in the other; an index that no branch has means the last."""
    index, types = Expression(op.operands[0]), [result.type for result in op.results]
    *others, last = [taken(region) for region in op.regions]
    return nested(index, 0, others, last, types) if others else inlined(last, op)


def inlined(block: Block, op: Operation) -> list:
    """The operations of a block in front of another; gives what it ends with."""
    results = list(block.terminator.operands)
    block.terminator.erase()
    for inner in list(block):
        op.block.insert_before(inner.remove(), op)
    return results


def nested(index: Expression, number: int, blocks: list[Block], last: Block, types) -> list:
    condition = index.equals(number)
    rest = last
    if len(blocks) > 1:
        rest = Block()
        with inside(rest):
            results = nested(index, number + 1, blocks[1:], last, types)
            current_rewriter().builder.create("stablehlo.return", [each.value for each in results])
    return chosen(condition, [blocks[0], rest], types)


class inside:
    """While it lasts, expressions are built at the end of a block."""

    def __init__(self, block: Block):
        self.builder = current_rewriter().builder
        self.block, self.kept = block, (self.builder.block, self.builder.anchor)

    def __enter__(self):
        self.builder.block, self.builder.anchor = self.block, None

    def __exit__(self, *_):
        self.builder.block, self.builder.anchor = self.kept


@recipe
def while_(op: Operation) -> list:
    """`let %loop = fn (..) { if (condition) { %loop(body) } else { what is carried } }; %loop(initial values)`."""
    types = [operand.type for operand in op.operands]
    result = together(types)
    function = FunctionType(types, [result])
    condition, body = taken(op.regions[0], function), taken(op.regions[1])
    own, *carried = condition.arguments
    test = condition.terminator
    call_again(body, own, carried, result)
    build = Builder.before(test)
    stops = Block()
    Builder.at_end(stops, op.location).create("stablehlo.return", carried)
    whole = build.value("relay.if", [test.operands[0]], result, regions=[Region([body]), yielding(stops)])
    build.create("relay.yield", [whole])
    test.erase()
    loop = structure("fn", [], function, [Region([condition])], recursive=UnitAttr())
    called = structure("call", [loop, *map(Expression, op.operands)], result)
    return apart(called, len(types))


def call_again(body: Block, own: Value, carried: list[Value], result: Type) -> None:
    """The body in the place of the branch that goes on: what it carries is that of the function, and it ends with a call of it."""
    for old, new in zip(list(body.arguments), carried):
        old.replace_all_uses_with(new)
    for _ in carried:
        body.remove_argument(0)
    last = body.terminator
    build = Builder.before(last)
    build.create("relay.yield", [build.value("relay.call", [own, *last.operands], result)])
    last.erase()


@recipe
def tuple_(op: Operation) -> list:
    return [tuple_of(map(Expression, op.operands))]


@recipe
def get_tuple_element(op: Operation) -> list:
    return [Expression(op.operands[0]).item(op.get("index"))]


@recipe
def custom_call(op: Operation) -> list:
    """Assertions about sizes go: Relay has none."""
    if op.get("call_target_name") != "shape_assertion":
        raise Error("calls what is no operator of Relay")
    return []


@recipe
def map_(op: Operation) -> list:
    results = on_tensors(op.region.entry, [Tensor(operand) for operand in op.operands], op.results[0].type.shape)
    if results is None:
        raise Error("has a body with branches or loops in it, for which there is no recipe")
    return results
