"""Calls, branches, loops and tuples."""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ir.types import OpaqueType, ShapedType

from tftranslate.region_values import taken_from_outside
from tftranslate.relax.statements import Binding, Choice, together

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tfir.ir.operations import Operation, Region, Value

    from tftranslate.relax.function_writer import FunctionWriter

DEEPEST = 62  # a loop runs up to 2 to this power times
MANY = 8  # branches


def is_token(value: Value) -> bool:
    return isinstance(value.type, OpaqueType) or "token" in value.type.text


def kept(values: Sequence[Value]) -> list[Value]:
    """All but tokens, which order what acts; nothing that has a counterpart here does."""
    return [value for value in values if not is_token(value)]


def call(writer: FunctionWriter, op: Operation) -> None:
    name = writer.module.function(op, op.attributes["callee"].root)
    operands = [writer.name(value) for value in kept(op.operands)] + writer.constants_of(name)
    bind_call(writer, op, f"cls.{name}({', '.join(operands)})", kept(op.results))


def bind_call(writer: FunctionWriter, op: Operation, text: str, results: Sequence[Value]) -> None:
    """Binds what a call gives; sizes that its type leaves open get names."""
    if not results:
        return
    writer.give(op, text, results)
    for result in results:
        if isinstance(result.type, ShapedType) and not result.type.is_static:
            sizes = [writer.symbol() if size is None else str(size) for size in result.type.shape]
            writer.open_sizes[result] = sizes
            writer.names_of[result] = writer.bind(f"R.match_cast({writer.names_of[result]}, {writer.module.type_text(result, sizes)})")


def passed_on(writer: FunctionWriter, op: Operation) -> None:
    for operand, result in zip(op.operands, op.results):
        if not is_token(operand):
            writer.names_of[result] = writer.name(operand)
            if not result.type.is_static:
                writer.open_sizes[result] = writer.sizes(operand)


def tuple_of(writer: FunctionWriter, op: Operation) -> None:
    names = [writer.name(value) for value in op.operands]
    writer.names_of[op.result] = writer.bind(f"({names[0]},)" if len(names) == 1 else together(names))


def element_of_tuple(writer: FunctionWriter, op: Operation) -> None:
    writer.names_of[op.result] = writer.bind(f"{writer.name(op.operands[0])}[{op.get('index')}]")


def token(writer: FunctionWriter, op: Operation) -> None:
    """Tokens have no counterpart, and need none."""


def custom_call(writer: FunctionWriter, op: Operation) -> None:
    """What JAX asserts of sizes is left out, which is told; other calls have no counterpart."""
    if op.get("call_target_name") != "shape_assertion":
        raise Error(writer.module.refusal(op))
    writer.module.assertions.append(op)


# Branches


def conditional(writer: FunctionWriter, op: Operation) -> None:
    sides = [side(writer, op, region) for region in op.regions]
    give_branch(writer, op, choice(writer, writer.name(op.operands[0]), sides))


def case(writer: FunctionWriter, op: Operation) -> None:
    """An index that is none of the branches takes the last. Many are told by halves: Python, which reads the text, allows 100 levels."""
    sides, index = [side(writer, op, region) for region in op.regions], writer.name(op.operands[0])
    if len(sides) > MANY:
        last = f'R.const({len(sides) - 1}, "int32")'
        index = writer.bind(f'R.where(R.less({index}, R.const(0, "int32")), {last}, {index})', "index")
    give_branch(writer, op, chosen(writer, index, sides, range(len(sides))))


def chosen(writer: FunctionWriter, index: str, sides: Sequence[Callable[[], str]], left: range) -> str:
    """What writes those branches that are left."""
    if len(left) == 1:
        return sides[left.start]()
    if len(sides) > MANY:
        count = len(left) // 2
        condition = writer.bind(f'R.less({index}, R.const({left[count]}, "int32"))', "is_before")
    else:
        count = 1
        condition = writer.bind(f'R.equal({index}, R.const({left.start}, "int32"))', "is_case")
    return choice(
        writer, condition, [lambda: chosen(writer, index, sides, left[:count]), lambda: chosen(writer, index, sides, left[count:])]
    )


def side(writer: FunctionWriter, op: Operation, region: Region) -> Callable[[], str]:
    """What writes one branch. One that computes something is a function of its own: what TVM's planner takes of memory for one side of a branch
    it takes for there in the other and behind both."""
    computes = any([not stands_as_it_is(inner) for inner in region.entry if inner is not region.entry.terminator])
    return lambda: apart(writer, op, region) if computes else inlined(writer, region)


def stands_as_it_is(op: Operation) -> bool:
    """Whether an operation is a constant that takes no memory of a function: TVM makes a tensor that is full of one number."""
    return op.name == "stablehlo.constant" and not (op.results[0].type.shape and op.attributes["value"].is_splat)


def apart(writer: FunctionWriter, op: Operation, region: Region) -> str:
    """A call of a function of its own that a region is."""
    values = [value for value in taken_from_outside([region]) if not is_token(value)]
    inner = writer.beside("branch")
    for value in values:
        inner.parameter(value, value.name or "x")
    for key in writer.module.parameters_of_regions(op):
        inner.constant_parameter(key)
    writer.module.close(inner, [inlined(inner, region)], kept(op.results))
    return f"cls.{inner.function_name}({', '.join([*map(writer.name, values), *writer.constants_of(inner.function_name)])})"


def choice(writer: FunctionWriter, condition: str, sides: Sequence[Callable[[], str]]) -> str:
    """Writes both sides, and returns the name that has the value of the one that is taken."""
    name = writer.names.new("branch")
    around, written, count = writer.items, [], len(writer.names_of)
    for side in sides:
        writer.items = []
        value = side()
        writer.items.append(Binding(name, value))
        written.append(writer.items)
        while len(writer.names_of) > count:  # what one side binds the other does not know
            writer.names_of.popitem()
    writer.items = around
    writer.items.append(Choice(name, condition, written))
    return name


def inlined(writer: FunctionWriter, region: Region) -> str:
    """Writes a region where it stands, and returns its results as an expression."""
    writer.write(region.entry)
    return together([writer.name(value) for value in kept(region.entry.terminator.operands)])


def give_branch(writer: FunctionWriter, op: Operation, text: str) -> None:
    bind_call(writer, op, text, kept(op.results))


# Loops


def while_loop(writer: FunctionWriter, op: Operation) -> None:
    """A call of a function of its own that calls itself: it runs up to 2^n times by running up to 2^(n-1) times twice, so that calls are
    never deeper than n, however often a loop runs."""
    outside = [value for value in taken_from_outside(op.regions) if not is_token(value)]
    name = loop_function(writer, op, outside)
    operands = [writer.name(value) for value in (*kept(op.operands), *outside)]
    turns = f'R.const({DEEPEST}, "int32")'
    arguments = [turns, *operands, *writer.constants_of(name)]
    bind_call(writer, op, f"cls.{name}({', '.join(arguments)})", kept(op.results))


def loop_function(writer: FunctionWriter, op: Operation, outside: Sequence[Value]) -> str:
    module = writer.module
    inner = writer.beside("loop")
    condition, body = [region.entry for region in op.regions]
    carried = kept(condition.arguments)
    inner.names.new("turns")
    inner.parameters.append('turns: R.Tensor((), dtype="int32")')
    for value in (*carried, *outside):
        inner.parameter(value, value.name or "x")
    extra = [inner.constant_parameter(key) for key in module.parameters_of_regions(op)]
    arguments = [inner.name(value) for value in carried]
    for twin, name, value in zip(kept(body.arguments), arguments, carried):
        inner.names_of[twin] = name
        if value in inner.open_sizes:
            inner.open_sizes[twin] = inner.open_sizes[value]
    inner.write(condition)
    others = [inner.name(value) for value in outside] + extra

    def again(state: Sequence[str]) -> str:
        return f"cls.{inner.function_name}({', '.join(['fewer', *state, *others])})"

    def once() -> str:
        return inlined(inner, op.regions[1])

    def twice() -> str:
        inner.bind('R.subtract(turns, R.const(1, "int32"))', "fewer")
        half = inner.bind(again(arguments), "half")
        state = [half] if len(carried) == 1 else [inner.bind(f"{half}[{number}]", "at_half") for number in range(len(carried))]
        return inner.bind(again(state), "whole")

    def more() -> str:
        is_last = inner.bind('R.equal(turns, R.const(0, "int32"))', "is_last")
        return choice(inner, is_last, [once, twice])

    result = choice(inner, inner.name(condition.terminator.operands[0]), [more, lambda: together(arguments)])
    module.close(inner, [result], carried)
    return inner.function_name


FORMS: dict[str, Callable[[FunctionWriter, Operation], None]] = {
    "func.call": call, "stablehlo.if": conditional, "stablehlo.case": case, "stablehlo.while": while_loop, "stablehlo.tuple": tuple_of,
    "stablehlo.get_tuple_element": element_of_tuple, "stablehlo.optimization_barrier": passed_on, "stablehlo.after_all": token,
    "stablehlo.create_token": token, "stablehlo.custom_call": custom_call,
}  # fmt: skip
