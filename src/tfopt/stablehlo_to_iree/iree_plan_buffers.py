"""Lets buffers that are not needed at the same time share one arena."""

from __future__ import annotations

from functools import reduce

from tfir.dialects import has_trait
from tfir.dialects.iree_ll_seq import byte_size, known_size
from tfir.execution.arenas import Need, aligned, place_in_stretches
from tfir.execution.sequencer import CHOICES, DIMENSION, RESHAPES, VIEWS, is_kept_on_host, origin, origins_of, written_arguments
from tfir.ir.attributes import IntegerAttr, integer
from tfir.ir.builder import Builder
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.symbols import SymbolTable, symbol_name
from tfir.ir.types import I8, I32, INDEX, MemRefType, TensorType

from tfopt.stablehlo_to_iree.accesses import (
    ALLOCATION,
    COPY,
    COPY_ALL,
    DISPATCHES,
    RETURN,
    UPLOAD,
    entry_of,
    is_loaded,
    stretches_of,
)
from tfopt.stablehlo_to_iree.clusters import CONSTANT, is_absorbed, is_elementwise
from tfopt.stablehlo_to_iree.lifetimes import Touches, spans_of
from tfopt.stablehlo_to_iree.sizes import is_of_sizes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

WORKS_ON = ("iree_ll_seq",)
MANY = 32  # of what open sizes count: a usual batch
CALL = "iree_ll_seq.call"  # and call_import
MOST_SIZES = 255  # that bytecode can give to an operation
MOST_TOGETHER = 64  # steps at which two buffers are needed together are looked at one by one
OPTIONS = {
    "alignment": "Of every buffer in the arena, in bytes.",
    "keep-stretches": "Let buffers share no memory where that would take a barrier between steps that do not wait for each other.",
    "in-place": "Let an elementwise dispatch write over an operand that is not read later.",
}


def iree_plan_buffers(module: "Module", *, alignment: int = 256, in_place: bool = True, keep_stretches: bool = False):
    """Let buffers that are not needed at the same time share one arena: where no type says their sizes, one of so many bytes for each of what
    these count.

    Where a function is called with several sizes, each call places all buffers in one arena, of which the operation says when each is needed.
    Buffers that a function returns stay allocations of their own. `alignment` is in bytes, of every buffer in the
    arena. `in_place` lets an elementwise dispatch write over an operand that is not read later. With `keep_stretches` what is needed at one of the
    steps between two barriers is needed at all of them, so that there are no more barriers for the memory that is shared.
    """
    symbols = SymbolTable(module)
    funcs = [op for op in module.body if op.name == "func.func"]
    steps = [op for func in funcs for block in func.region.blocks for op in block]
    called = {op.attributes["callee"].leaf for op in steps if op.name.startswith(CALL) and "callee" in op.attributes}
    for func in funcs:
        stretches = stretch_of_each(func, symbols) if keep_stretches else {}
        allocations = [op for block in func.region.blocks for op in block if op.name == ALLOCATION]
        by_sizes: dict[tuple[Value, ...], list[Operation]] = {(): []}
        for op in allocations:
            by_sizes.setdefault(tuple(op.operands), []).append(op)
        numbered = _Steps(func, stretches)
        plans = [_Plan(func, symbols, alignment, sizes, those, numbered) for sizes, those in by_sizes.items()]
        for plan in plans:
            plan.share(in_place)
        is_called = symbol_name(func) in called  # memory of known size is one for all calls then
        told = [plan for plan in plans if plan.needs and all([is_told_by_arguments(size) for size in plan.sizes])]
        together = [plan for plan in told if plan.sizes or not is_called]
        of_calls = {(plan.sizes, known_size(value.type)) for plan in together for value in plan.needs}
        if len(together) < 2 or len(of_calls) > MOST_SIZES:
            together = []
        else:
            allocate_together(together, alignment)
        for plan in plans:
            if plan not in together:
                plan.allocate()


class _Steps:
    """The steps of a function, whose numbers are the same in the plans for all sizes."""

    def __init__(self, func: Operation, stretches: dict[Operation, int]):
        self.stretches = stretches
        self.all = [step for block in func.region.blocks for step in block]
        self.number = {step: number for number, step in enumerate(self.all)}
        self.of_block: dict[Block, range] = {}
        first = 0
        for block in func.region.blocks:
            self.of_block[block] = range(first, first := first + len(block))
        numbers: dict[int, list[int]] = {}
        for step, stretch in stretches.items():
            numbers.setdefault(stretch, []).append(self.number[step])
        self.long_stretches = [range(min(each), max(each) + 1) for each in numbers.values() if len(each) > 1]

    def touching(self, buffers: Iterable[Value]) -> list[Operation]:
        """The steps that have buffers for operands, or what lies in them, in order."""
        users, values = set[Operation](), dict.fromkeys(buffers)
        pending = list(values)
        while pending:
            value = pending.pop()
            users.update(value.uses)
            lying = [user.results[0] for user in value.users if user.name in CHOICES or user.name in VIEWS and user.operands[0] is value]
            pending += [each for each in lying if each not in values]
            values |= dict.fromkeys(lying)
        return sorted(users, key=self.number.__getitem__)


class _Plan:
    """The arena of those buffers of a function that these sizes are given to; bytes are those for each of what the sizes count. That these
    buffers are aligned, the number of what the sizes count is rounded up to a `multiple`, or where that is much more memory, the bytes are."""

    def __init__(
        self,
        func: Operation,
        symbols: SymbolTable,
        alignment: int,
        sizes: tuple[Value, ...],
        allocations: list[Operation],
        steps: _Steps,
    ):
        self.sizes, self.func, self.symbols, self.all_steps = sizes, func, symbols, steps
        self.allocations = {op.result: op for op in allocations if sizes or not is_kept_on_host(op.result.type)}
        self._erase_untouched()
        self.steps = steps.touching(self.allocations)
        returned = {origin(value) for step in self.steps if step.name == RETURN for value in step.operands}
        together = [value for value in self.allocations if value not in returned]  # what is returned has memory of its own
        self.multiple = self._multiple(together, alignment) if sizes else 1
        self.alignment = alignment // self.multiple if not sizes or len(together) > 1 else 1  # what is alone begins with its arena
        self.needs: dict[Value, Need] = {}
        self.entries: dict = {}  # callee -> its entry, or None
        self.elementwise: dict = {}  # entry -> whether it is elementwise

    def share(self, in_place: bool):
        """Says when buffers are needed, and has some be one."""
        self._find_needs()
        self._merge_copied(in_place)
        returned = {origin(value) for step in self.steps if step.name == RETURN for value in step.operands}
        self.needs = {value: need for value, need in self.needs.items() if value not in returned}
        if in_place:
            for step in self.steps:
                if step.name in DISPATCHES:
                    self._share_in_place(self.all_steps.number[step], step)

    def allocate(self):
        """Gives what is needed an arena of these sizes."""
        size = place_in_stretches(list(dict.fromkeys(self.needs.values())), self.all_steps.long_stretches, self.alignment)
        if size:
            self._allocate(size)

    def _multiple(self, together: list[Value], alignment: int) -> int:
        """What the number of what the sizes count is rounded up to: the power of two by which least is added to all buffers, be they of one
        thing or of MANY."""
        sizes = [known_size(value.type) for value in together]
        if len(sizes) < 2:
            return 1

        def added(multiple: int) -> int:
            each = sum([aligned(size, alignment // multiple) for size in sizes])
            return each * sum([MANY * aligned(1, multiple), aligned(MANY, multiple)])

        multiples = [1 << bits for bits in range(alignment.bit_length()) if alignment % (1 << bits) == 0]
        return min(multiples, key=added)

    def _erase_untouched(self):
        for value in list(self.allocations):
            if not value.uses:
                self.allocations.pop(value).erase()

    def _find_needs(self):
        """When buffers are touched, directly or through views."""
        touches: dict[Block, dict[Value, Touches]] = {block: {} for block in self.all_steps.of_block}
        for step in self.steps:
            self._touch(step, touches[step.block])
        spans = spans_of(self.all_steps.of_block, touches)
        for value in self.allocations:
            if value in spans:
                self.needs[value] = Need(aligned(known_size(value.type), self.alignment), spans[value])

    def _touch(self, step: Operation, touches: dict[Value, Touches]) -> None:
        """Notes what a step touches."""
        touched = list(step.operands)
        if step.name in VIEWS:  # what tells where it lies is read
            touched = [value for value in step.operands[1:] if isinstance(value.type, MemRefType)]
        if touched:
            overwritten = self._overwritten(step)
            for value in dict.fromkeys([each for operand in touched for each in origins_of(operand)]):
                if value not in touches:
                    touches[value] = Touches(value in overwritten)
                touches[value].add(self.all_steps.number[step], value in overwritten)

    def _overwritten(self, step: Operation) -> set[Value]:
        """The buffers that a step writes as a whole and does not read."""
        written, read = [], list(step.operands)
        if step.name == UPLOAD or is_whole(step):
            written, read = [step.operands[1]], [step.operands[0]]
        elif step.name in DISPATCHES:
            entry = self._entry(step)
            arguments = entry.body.arguments if entry is not None else ()
            places = written_arguments(entry) if entry is not None else ()
            written = [step.operands[at] for at in places if not is_loaded(arguments[at])]
            read = [value for value in step.operands if value not in written]
        return {origin(value, RESHAPES) for value in written} - {origin(value) for value in read}

    def _merge_copied(self, in_place: bool):
        """Makes one of two buffers of which one is copied to the other, where neither is needed as long as the other holds something
        else. So what a trip of a loop computes lies where the next one reads it."""
        for step in self.steps:
            if step.parent is None or not is_whole(step):  # it may have gone with the plan for other sizes
                continue
            source, target = [origin(value, RESHAPES) for value in step.operands]
            number = self.all_steps.number[step]
            if source is not target and source.type is target.type and self._may_be_one(source, target, number, in_place):
                self.needs[target].take(self.needs.pop(source))
                block, anchor = self._front()
                if anchor is not self.allocations[target]:
                    block.insert_before(self.allocations[target].remove(), anchor)
                self.allocations.pop(source).replace_with(target)
        for step in self.steps:  # copies the other way among them
            if step.parent is not None and is_whole(step) and origin(step.operands[0], RESHAPES) is origin(step.operands[1], RESHAPES):
                step.erase()

    def _may_be_one(self, source: Value, target: Value, copied: int, in_place: bool) -> bool:
        """Whether at all steps where two buffers are needed together one becomes the other: by a copy, or in an elementwise dispatch."""
        if source not in self.needs or target not in self.needs:
            return False
        together = self.needs[source].together(self.needs[target])
        if sum(map(len, together)) > MOST_TOGETHER:
            return False
        steps = [number for span in together for number in span if number != copied and not self._is_copied(number, target, source)]
        return all(in_place and self._overwrites(number, target, source) for number in steps)

    def _is_copied(self, number: int, operand: Value, output: Value) -> bool:
        """Whether a step copies all of one buffer to the other."""
        step = self.all_steps.all[number]
        return step.parent is not None and is_whole(step) and [origin(value, RESHAPES) for value in step.operands] == [operand, output]

    def _overwrites(self, number: int, operand: Value, output: Value) -> bool:
        """Whether a step may write one buffer over another."""
        step = self.all_steps.all[number]
        entry = self._elementwise_entry(step) if step.name in DISPATCHES and step.parent is not None else None
        outputs = self._outputs(step, entry) if entry is not None else []
        if entry is None or output not in outputs or not self._can_be_overwritten(operand, output, number, entry):
            return False
        if len(outputs) == 1:
            return True
        at, *others = [position for position in written_arguments(entry) if step.operands[position] is output]
        read = [entry.body.arguments[position] for position, each in enumerate(step.operands) if origin(each) is operand]
        return not others and all([stored_of(argument) <= {entry.body.arguments[at]} for argument in read])

    def _share_in_place(self, number: int, step: Operation):
        entry = self._elementwise_entry(step)
        outputs = self._outputs(step, entry) if entry is not None else []
        if entry is None or len(outputs) != 1 or outputs[0] not in self.needs:
            return
        mine = self.needs[outputs[0]]
        for operand in map(origin, step.operands):
            need = self.needs.get(operand)
            if need is not None and need is not mine and need.size >= mine.size and need.together(mine) == [range(number, number + 1)]:
                if self._can_be_overwritten(operand, outputs[0], number, entry):
                    need.take(mine)
                    self.needs[outputs[0]] = need
                    return

    def _entry(self, step: Operation) -> Operation | None:
        callee = step.attributes["callee"]
        if callee not in self.entries:
            self.entries[callee] = entry_of(step, self.symbols)
        return self.entries[callee]

    def _elementwise_entry(self, step: Operation) -> Operation | None:
        entry = self._entry(step)
        if entry not in self.elementwise:
            self.elementwise[entry] = entry is not None and _is_elementwise_entry(entry)
        return entry if self.elementwise[entry] else None

    def _outputs(self, step: Operation, entry: Operation) -> list[Value]:
        return [step.operands[position] for position in written_arguments(entry)]

    def _can_be_overwritten(self, operand: Value, output: Value, number: int, entry: Operation) -> bool:
        """Whether an elementwise dispatch may write its output over an operand: nothing needs that later, or reads it elsewhere."""
        views = [at for at, other in enumerate(self.all_steps.all[number].operands) if origin(other) is operand]
        if self.needs_barrier(operand, self.all_steps.all[number]):
            return False
        return self.needs[operand].ends_at(number) and all(_is_read_in_place(entry.body.arguments[at], output) for at in views)

    def needs_barrier(self, operand: Value, step: Operation) -> bool:
        """Whether a step of the same stretch reads what a step would overwrite."""
        stretch = self.all_steps.stretches.get(step)
        users = [user for value in views_of(operand) for user in value.users] if stretch is not None else []
        return any([user is not step and self.all_steps.stretches.get(user) == stretch for user in users])

    def _front(self) -> tuple[Block, Operation | None]:
        """The block, and the first operation in it, before which there is room of these sizes."""
        number = self.all_steps.number
        last = max([size.op for size in self.sizes if size.op in number], key=lambda op: number[op], default=None)
        return (last.block, last.next) if last is not None else (self.func.body, self.func.body.first)

    def _allocate(self, size: int):
        build = Builder(*self._front(), self.func.location)
        counts = [self._rounded_count(build)] if self.multiple > 1 else self.sizes
        arena = build.value(ALLOCATION, counts, MemRefType((*[None] * len(counts), size), I8))
        arena.name = "arena"
        name = "iree_ll_seq.dynamic_slice" if self.sizes else "iree_ll_seq.static_slice"
        for value, op in self.allocations.items():
            need = self.needs.get(value)
            if need is None:
                continue  # it is returned, or only views of it are made, and those are not read
            place_in = {"offset": integer(need.offset), "length": integer(known_size(value.type))}
            if self.multiple > 1:
                place_in["multiple"] = integer(self.multiple)
            part = Builder.before(op).value(name, [arena, *self.sizes], value.type, place_in)
            part.name = value.name
            op.replace_with(part)

    def _rounded_count(self, build: Builder) -> Value:
        """How many the sizes count together, rounded up."""
        multiple = number(build, self.multiple)
        more = combined(build, "addi", product(build, self.sizes), number(build, self.multiple - 1))
        return combined(build, "muli", combined(build, "divsi", more, multiple), multiple)


def allocate_together(plans: list[_Plan], alignment: int) -> None:
    """Gives what is needed by several plans one arena, in which a call places it by its own sizes."""
    body = plans[0].func.body
    ops = {op for plan in plans for size in plan.sizes for op in computing(size)}
    moved = [op.remove() for op in list(body) if op in ops]
    build = Builder(body, body.first, plans[0].func.location)
    for op in moved:
        body.insert_before(op, build.anchor)
    counts = {plan.sizes: product(build, plan.sizes) if plan.sizes else None for plan in plans}
    sizes: dict[tuple[tuple[Value, ...], int], Value] = {}
    rows: list[tuple[int, int, int, int]] = []
    numbers: dict[Need, int] = {}
    for plan in plans:
        bytes_of: dict[Need, int] = {}
        for value, need in plan.needs.items():
            bytes_of[need] = max(bytes_of.get(need, 0), known_size(value.type))
        for need, size in bytes_of.items():
            key = plan.sizes, size
            if key not in sizes:
                count = counts[plan.sizes]
                sizes[key] = number(build, size) if count is None else combined(build, "muli", count, number(build, size))
            numbers[need] = len(numbers)
            rows += [(numbers[need], [*sizes].index(key), span.start, span.stop - 1) for span in need.spans]
    spans = DenseAttr.of([part for row in rows for part in row], TensorType((len(rows), 4), I32))
    stretches = [end for stretch in plans[0].all_steps.long_stretches for end in (stretch.start, stretch.stop - 1)]
    attributes = {
        "spans": spans,
        "stretches": DenseAttr.of(stretches, TensorType((len(stretches) // 2, 2), I32)),
        "alignment": integer(alignment),
    }
    arena = build.value("iree_ll_seq.alloc_arena", [*sizes.values()], MemRefType((None,), I8), attributes)
    arena.name = "arena"
    for plan in plans:
        for value, op in plan.allocations.items():
            if value in plan.needs:
                place_in = {"buffer": integer(numbers[plan.needs[value]])}
                part = Builder.before(op).value("iree_ll_seq.arena_slice", [arena, *plan.sizes], value.type, place_in)
                part.name = value.name
                op.replace_with(part)


def computing(size: Value) -> set[Operation]:
    """The operations that compute a size, of which several may read what one gives."""
    ops, left = set[Operation](), [size.op]
    while left:
        op = left.pop()
        if op is not None and op not in ops:
            ops.add(op)
            left += [operand.op for operand in op.operands]
    return ops


def is_told_by_arguments(size: Value) -> bool:
    """Whether a size is computed of those of a function's arguments alone, at its front."""
    return all(map(is_at_front, {size, *[operand for op in computing(size) for operand in op.operands]}))


def is_at_front(value: Value) -> bool:
    """Whether a value is a function's argument, or a number that is computed at its front, as far as one operation tells."""
    op, block = value.op, value.block
    if op is None:
        return block is not None and block.parent_op is not None and block is block.parent_op.body
    is_computed = op.name.startswith("arith.") or (op.name == DIMENSION and op.operands[0].op is None)
    return op.parent_op is not None and op.block is op.parent_op.body and is_computed


def number(build: Builder, value: int) -> Value:
    return build.value("arith.constant", [], INDEX, {"value": IntegerAttr(value, INDEX)})


def combined(build: Builder, name: str, one: Value, other: Value) -> Value:
    return build.value(f"arith.{name}", [one, other], INDEX)


def product(build: Builder, numbers: Sequence[Value]) -> Value:
    return reduce(lambda one, other: combined(build, "muli", one, other), numbers)


def stretch_of_each(func: Operation, symbols: SymbolTable) -> dict[Operation, int]:
    """The stretches of a function's steps, each by a number of its own."""
    numbers: dict[Operation, int] = {}
    base = 0
    for stretches in [each for block in func.region.blocks for each in stretches_of(block, symbols)]:
        numbers |= {step: base + number for step, number in stretches.number.items()}
        base += len(stretches.first) + 1
    return numbers


def views_of(buffer: Value) -> list[Value]:
    """A buffer and all views of it."""
    values = [buffer]
    for value in values:
        values += [user.results[0] for user in value.users if user.name in VIEWS and user.operands[0] is value]
    return values


def is_whole(copy: Operation) -> bool:
    """Whether a step copies all of one buffer to all of another."""
    if copy.name != COPY:
        return copy.name == COPY_ALL
    sizes = [byte_size(origin(value, RESHAPES).type) for value in copy.operands]
    return copy.get("source_offset") == copy.get("target_offset") == 0 and sizes == [copy.get("length")] * 2


def _is_elementwise_entry(entry: Operation) -> bool:
    return all(
        op.name.startswith("iree.") or op.name == CONSTANT or is_absorbed(op) or is_elementwise(op) or is_of_sizes(op) for op in entry.body
    )


def stored_of(argument: Value) -> set[Value]:
    """The arguments of an entry that are stored to, of which elements are computed from those of this one."""
    targets, left, ops = set[Value](), [argument], set[Operation]()
    while left:
        for user in left.pop().users:
            if user.name == "iree.store_output":
                targets.add(user.operands[1])
            elif user not in ops:
                ops.add(user)
                left += user.results
    return targets


def _is_read_in_place(argument: Value, output: Value) -> bool:
    """Whether an element is read only for the element of the output that would take its place."""
    if argument.type is not output.type:
        return False
    loads = [user for user in argument.users if user.name == "iree.load_input"]
    users = [user for load in loads for user in load.result.users]
    return all(user.name == "iree.store_output" or is_elementwise(user) or has_trait(user, "shape_only") for user in users)
