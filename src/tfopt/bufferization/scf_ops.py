"""What structured control flow does to buffers. Source: MLIR's bufferization of the scf dialect.

A loop writes what it is given; its results are its operands' memory where each iteration hands on the memory that it got. Where it does not,
or hands on one memory twice, each iteration hands on a copy, so that no result lies in another operand than its own or in another result.
"""

from __future__ import annotations

from tfir.dialects.scf import parts_of
from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Region, Value
from tfir.ir.types import I32, MemRefType, Type

from tfopt.bufferization.buffers import at_start
from tfopt.bufferization.copies import copied
from tfopt.bufferization.functions import hand_buffers, handed_to, handed_type
from tfopt.bufferization.models import Alias, Model, constant_of, memref_of, model, operand, owner_of
from tfopt.bufferization.options import is_tensor, promoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfopt.bufferization.analysis import Analysis
    from tfopt.bufferization.buffers import Buffers
    from tfopt.bufferization.models import Use

CHOICES = ("scf.if", "scf.index_switch", "scf.execute_region")


# Branches


@model("scf.if", "scf.index_switch")
class Choice(Model):
    """What its regions yield is what it gives."""

    def operands_of(self, state: Analysis, value: Value) -> list[Alias]:
        ends = yields(owner_of(value))
        return [Alias(value, (last, value.index), True, len(ends) == 1) for last in ends] if value.op is not None else []

    def buffer_type(self, buffers: Buffers, value: Value, asked: tuple[Value, ...]) -> MemRefType:
        types = [buffers.type_of(last.operands[value.index], asked) for last in yields(owner_of(value))]
        for type in types[1:]:
            types[0] = promoted(types[0], type)
        return types[0]

    def bufferize(self, op: Operation, buffers: Buffers) -> None:
        types = [buffers.type_of(each) if is_tensor(each.type) else each.type for each in op.results]
        replace_by(op, buffers, op.operands, types)


@model("scf.execute_region")
class Execution(Choice):
    """Of blocks, whose arguments are what branches hand to them."""

    has_blocks = True

    def operands_of(self, state: Analysis, value: Value) -> list[Alias]:
        if value.op is None:
            return [Alias(value, use, True, False) for use in handed_to(value)]
        return super().operands_of(state, value)

    def buffer_type(self, buffers: Buffers, value: Value, asked: tuple[Value, ...]) -> MemRefType:
        return handed_type(buffers, value, asked) if value.op is None else super().buffer_type(buffers, value, asked)

    def bufferize(self, op: Operation, buffers: Buffers) -> None:
        if len(yields(op)) != 1:
            raise Error.on(op, "op without unique scf.yield is not supported")
        types = [(each, buffers.type_of(each)) for block in op.region.blocks for each in block.arguments if is_tensor(each.type)]
        for argument, buffer_type in types:
            buffers.convert_argument(argument, buffer_type)
        for block in op.region.blocks[1:]:
            hand_buffers(block, buffers)
        super().bufferize(op, buffers)


def yields(op: Operation) -> list[Operation]:
    return [block.last for region in op.regions for block in region.blocks if block.last is not None and block.last.name == "scf.yield"]


def replace_by(op: Operation, buffers: Buffers, operands: Sequence[Value], types: Sequence[Type]) -> Operation:
    """The op with other operands and types, around the same regions."""
    new = Operation(op.name, operands, types, op.attributes, op.take_regions(), (), op.location, op.block, op)
    buffers.replace(op, new.results)
    return new


@model("scf.yield")
class Yield(Model):
    def must_be_in_place(self, use: Use) -> bool:
        return True

    def results_in(self, state: Analysis, use: Use) -> list[Alias]:
        around = use[0].parent_op
        if around is None or around.name not in CHOICES:
            return []
        return [Alias(around.results[use[1]], use, True, around.name == "scf.execute_region")]

    def bufferize(self, op: Operation, buffers: Buffers) -> None:
        hand_on(op, buffers, targets_of(op))


@model("scf.condition")
class Condition(Yield):
    def results_in(self, state: Analysis, use: Use) -> list[Alias]:
        return []


def targets_of(op: Operation) -> Sequence[Value]:
    """The values whose buffers a terminator's operands become."""
    around = op.parent_op
    assert around is not None
    if around.name != "scf.while":
        return around.results
    before, after = [region.blocks[0].arguments for region in around.regions]
    return [operand((op, 0)), *after] if op.name == "scf.condition" else before


def hand_on(op: Operation, buffers: Buffers, targets: Sequence[Value]) -> None:
    build = Builder.before(op)
    for at, (value, target) in enumerate(zip(op.operands, targets)):
        if is_tensor(value.type):
            buffer = buffers.buffer(value)
            op.set_operand(at, buffers.cast(build, buffer, buffers.type_of(target)))


# Loops


class Loop(Model):
    def writes(self, state: Analysis, use: Use) -> bool:
        return True

    def is_writable(self, value: Value) -> bool:
        return True

    def repeats(self, region: Region) -> bool:
        return True


def copy_operands(op: Operation, numbers: Sequence[int]) -> None:
    """Hands on copies in the place of these operands."""
    build = Builder.before(op)
    for at in numbers:
        op.set_operand(at, copied(build, op.operands[at]))


def stays_inside(value: Value, region: Region, own: Value, state: Analysis) -> bool:
    """Whether nothing of a value's memory is from around a region, or is what it got under another name than its own."""
    for alias in state.aliases.of(value):
        home = alias.block.parent if alias.block is not None else None
        is_inside = home is not None and around_or_same(region, home) and (alias.op is not None or home is not region)
        if alias is not own and not is_inside:
            return False
    return True


def around_or_same(region: Region, other: Region) -> bool:
    at: Region | None = other
    while at is not None and at is not region:
        at = at.parent.parent.parent if at.parent is not None and at.parent.parent is not None else None
    return at is not None


def handed_on_as_copies(op: Operation, state: Analysis) -> list[int]:
    """The operands of a loop's terminator whose memory the next iteration is not to get under this name, or gets under another one too."""
    kept: list[Value] = []
    numbers = []
    for at, (value, own) in enumerate(zip(op.body.terminator.operands, op.body.arguments[1:])):
        if not is_tensor(value.type):
            continue
        if not stays_inside(value, op.region, own, state) or any([state.aliases.are_joined(value, each) for each in kept]):
            numbers.append(at)
        else:
            kept.append(value)
    return numbers


def refuse_new_buffers(op: Operation, what: str, values: Sequence[Value], arguments: Sequence[Value], state: Analysis) -> None:
    for at, (value, argument) in enumerate(zip(values, arguments)):
        if is_tensor(value.type) and not state.are_equivalent(argument, value):
            raise Error(f"{what} #{at} is not equivalent to the corresponding iter bbArg", op)


def type_around(buffers: Buffers, argument: Value, given: Value, handed_on: Value, asked: tuple[Value, ...]) -> MemRefType:
    """The type of what a loop carries: that of what it starts from, if iterations hand on the same."""
    first = buffers.type_of(given, asked)
    if asked.count(argument) >= 2:
        return first
    return promoted(first, buffers.type_of(handed_on, asked))


@model("scf.for")
class For(Loop):
    def reads(self, state: Analysis, use: Use) -> bool:
        """A loop that does not run gives what it started from."""
        low, high = map(constant_of, use[0].operands[:2])
        return low is None or high is None or high <= low or state.is_read(use[0].body.arguments[use[1] - 2])

    def results_in(self, state: Analysis, use: Use) -> list[Alias]:
        op, at = use[0], use[1] - 3
        is_same = state.are_equivalent(op.body.arguments[1 + at], op.body.terminator.operands[at])
        return [Alias(op.results[at], use, is_same, is_same)]

    def resolve(self, op: Operation, state: Analysis) -> None:
        state.copies.make(op)
        if state.decides:
            copy_operands(op.body.terminator, handed_on_as_copies(op, state))

    def check(self, op: Operation, state: Analysis) -> None:
        if not state.options.returns_allocations:
            last = op.body.terminator
            refuse_new_buffers(last, "Yield operand", last.operands, op.body.arguments[1:], state)

    def buffer_type(self, buffers: Buffers, value: Value, asked: tuple[Value, ...]) -> MemRefType:
        op = owner_of(value)
        at = value.index if value.op is not None else value.index - 1
        argument = op.body.arguments[1 + at]
        asked = asked if value is argument else (*asked, argument)
        return type_around(buffers, argument, op.operands[3 + at], op.body.terminator.operands[at], asked)

    def bufferize(self, op: Operation, buffers: Buffers) -> None:
        types = [buffers.type_of(each) if is_tensor(each.type) else each.type for each in op.results]
        operands = [*op.operands[:3], *entering(op, op.operands[3:], types, buffers)]
        carry(buffers, op.body.arguments[1:], types)
        replace_by(op, buffers, operands, types)


def carry(buffers: Buffers, arguments: Sequence[Value], types: Sequence[Type]) -> None:
    """Arguments of a block that are tensors become buffers, in their order."""
    build = at_start(arguments[0]) if arguments else None
    for argument, type in zip(list(arguments), types):
        if is_tensor(argument.type) and isinstance(type, MemRefType):
            buffers.convert_argument(argument, type, build)


def entering(op: Operation, values: Sequence[Value], types: Sequence[Type], buffers: Buffers) -> list[Value]:
    """What a loop starts from, as buffers of these types."""
    given = [buffers.buffer(value) if is_tensor(value.type) else value for value in values]
    build = Builder.before(op)
    return [buffers.cast_or_copied(build, value, type) if isinstance(type, MemRefType) and value.type is not type else value
            for value, type in zip(given, types)]  # fmt: skip


@model("scf.while")
class While(Loop):
    def results_in(self, state: Analysis, use: Use) -> list[Alias]:
        op, at = use
        if at >= len(op.results) or op.results[at].type is not operand(use).type:
            return []
        before, after = [region.blocks[0] for region in op.regions]
        pairs = [(before.arguments, before.terminator.operands[1:]), (after.arguments, after.terminator.operands)]
        is_same = all([at < len(one) and at < len(other) and state.are_equivalent(one[at], other[at]) for one, other in pairs])
        return [Alias(op.results[at], use, is_same, is_same)]

    def resolve(self, op: Operation, state: Analysis) -> None:
        """What goes from the condition to the body is a copy unless both hand on what they got. What the body hands on is one where the
        condition's region would write to other memory than it knows of, which upstream lets happen."""
        state.copies.make(op)
        if not state.decides:
            return
        before, after = [region.blocks[0] for region in op.regions]
        values, handed = before.terminator.operands[1:], after.terminator.operands
        is_same = [[state.are_equivalent(*pair) for pair in zip(*each)] for each in ((before.arguments, values), (after.arguments, handed))]
        kept = [at for at in range(min(map(len, is_same))) if is_same[0][at] and is_same[1][at]]
        copy_operands(before.terminator, [1 + at for at, value in enumerate(values) if is_tensor(value.type) and at not in kept])
        written = [at for at, own in enumerate(before.arguments) if is_tensor(own.type) and state.is_written(own)]
        copy_operands(after.terminator, [at for at in written if at >= len(is_same[1]) or not is_same[1][at]])

    def check(self, op: Operation, state: Analysis) -> None:
        if not state.options.returns_allocations:
            before, after = [region.blocks[0] for region in op.regions]
            refuse_new_buffers(before.terminator, "Condition arg", before.terminator.operands[1:], before.arguments, state)
            refuse_new_buffers(after.terminator, "Yield operand", after.terminator.operands, after.arguments, state)

    def buffer_type(self, buffers: Buffers, value: Value, asked: tuple[Value, ...]) -> MemRefType:
        op, at = owner_of(value), value.index
        before, after = [region.blocks[0] for region in op.regions]
        if value.op is None and value.block is before:
            return type_around(buffers, value, op.operands[at], after.terminator.operands[at], asked)
        return buffers.type_of(before.terminator.operands[1 + at], asked)

    def bufferize(self, op: Operation, buffers: Buffers) -> None:
        before, after = [region.blocks[0] for region in op.regions]
        types = [[buffers.type_of(each) if is_tensor(each.type) else each.type for each in block.arguments] for block in (before, after)]
        operands = entering(op, op.operands, types[0], buffers)
        carry(buffers, before.arguments, types[0])
        carry(buffers, after.arguments, types[1])
        replace_by(op, buffers, operands, types[1])


@model("scf.forall")
class Forall(Loop):
    def repeats(self, region: Region) -> bool:
        op = region.parent
        assert op is not None
        lows, highs, steps = [op.attributes[name].values for name in ("staticLowerBound", "staticUpperBound", "staticStep")]
        if any(map(len, parts_of(op)[:3])):
            return True
        return any([high - low > step for low, high, step in zip(lows, highs, steps)])

    def is_parallel(self, op: Operation) -> bool:
        return self.repeats(op.region)

    def reads(self, state: Analysis, use: Use) -> bool:
        op, number = use
        low, high = [op.attributes[name].values for name in ("staticLowerBound", "staticUpperBound")]
        may_not_run = any(map(len, parts_of(op)[:2])) or any([end <= start for start, end in zip(low, high)])
        return may_not_run or state.is_read(op.body.arguments[number - len(op.operands) + len(op.body.arguments)])

    def results_in(self, state: Analysis, use: Use) -> list[Alias]:
        op, number = use
        return [Alias(op.results[number - len(op.operands) + len(op.results)], use, True)]

    def buffer_type(self, buffers: Buffers, value: Value, asked: tuple[Value, ...]) -> MemRefType:
        op = owner_of(value)
        outputs = parts_of(op)[-1]
        at = value.index if value.op is not None else value.index - len(op.body.arguments) + len(outputs)
        return buffers.type_of(outputs[at], asked)

    def bufferize(self, op: Operation, buffers: Buffers) -> None:
        *bounds, outputs = parts_of(op)
        kept = [buffers.buffer(value) for value in outputs]
        count = len(op.body.arguments) - len(outputs)
        for argument, buffer in zip(list(op.body.arguments[count:]), kept):
            buffers.convert_argument(argument, memref_of(buffer))
            argument.replace_all_uses_with(buffer)
        while len(op.body.arguments) > count:
            op.body.remove_argument(count)
        segments = DenseArrayAttr([*map(len, bounds), 0], I32)
        attributes = dict(op.attributes) | {"operandSegmentSizes": segments}
        Operation(op.name, [each for part in bounds for each in part], (), attributes, op.take_regions(), (), op.location, op.block, op)
        buffers.replace(op, kept)
