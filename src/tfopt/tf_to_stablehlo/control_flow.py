"""Lowerings: calls of functions, branches and loops, whose bodies stay functions that are called."""

from tfir.ir.attributes import SymbolRefAttr
from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Region, Value
from tfir.ir.types import I1, I32, TensorType, Type

from tfopt.arithmetic import tensor
from tfopt.arithmetic.contents import as_type
from tfopt.arithmetic.sizes import active, ir_type
from tfopt.arithmetic.tensor import Tensor, emit_many, loop, select
from tfopt.tf_to_stablehlo.lowering import lower, lowered_by


def symbol(reference) -> SymbolRefAttr:
    if not isinstance(reference, SymbolRefAttr):
        raise Error(f"{reference} is no plain reference to a function")
    return reference


def plain(types) -> list[Type]:
    """Types as the IR has them, without names for unknown sizes: what is called has names of its own."""
    return [ir_type(type) if isinstance(type, TensorType) else type for type in types]


def called(function, operands, types) -> list[Tensor]:
    return [Tensor(value) for value in call(tensor.current(), function, [x.value for x in operands], plain(types))]


def calling(function, operands, types, arguments=()) -> Region:
    """A region that calls a function: with its own arguments where it has some, else with values from outside."""
    block = Block([argument.value.type for argument in arguments])
    builder = Builder.at_end(block, tensor.current().location)
    values = list(block.arguments) if arguments else [x.value for x in operands]
    builder.create("stablehlo.return", call(builder, function, values, plain(types)))
    return Region([block])


def call(builder: Builder, function, values: list[Value], types: list[Type]) -> list[Value]:
    """The results of a function as values of these types. It may itself say more of their sizes, or less, as where branches differ."""
    signature = active[-1].signatures.get(symbol(function).root) if active else None
    if signature is None:
        return list(builder.create("func.call", values, types, {"callee": function}).results)
    values = [as_type(builder, value, type) for value, type in zip(values, signature.inputs, strict=True)]
    results = builder.create("func.call", values, signature.results, {"callee": function}).results
    return [as_type(builder, result, type) for result, type in zip(results, types, strict=True)]


@lower
def PartitionedCall(args, f, result_types):
    return called(f, args, result_types)


lowered_by(StatefulPartitionedCall=PartitionedCall)


@lower
def If(cond, input, then_branch, else_branch, result_types):
    condition = cond if cond.element is I1 else cond != 0
    regions = [calling(branch, input, result_types) for branch in (then_branch, else_branch)]
    return emit_many("if", [condition.reshape()], result_types, regions)


lowered_by(StatelessIf=If, _If=If)


@lower
def Case(branch_index, input, branches, result_types):
    return emit_many("case", [branch_index.convert(I32)], result_types, [calling(branch, input, result_types) for branch in branches])


lowered_by(StatelessCase=Case)


@lower
def While(input, cond, body, result_types):
    types, builder = plain(result_types), tensor.current()
    if [x.value.type for x in input] != types and not active:
        raise Error("the types of a loop's values change; infer-shapes could not make them one")
    input = [Tensor(as_type(builder, x.value, type)) for x, type in zip(input, types)]
    regions = [calling(cond, input, [TensorType((), I1)], input), calling(body, input, result_types, input)]
    return emit_many("while", input, result_types, regions)


lowered_by(StatelessWhile=While, _While=While)


@lower
def For(start, limit, delta, input, body, result_types):
    """The body is given the counter, and gives the values of the next trip."""

    def holds_on(at, *values):
        return select(delta > 0, at < limit, (delta < 0) & (at > limit))

    def trip(at, *values):
        return [at + delta, *called(body, [at, *values], result_types)]

    return loop(holds_on, trip, start, *input)[1:]
