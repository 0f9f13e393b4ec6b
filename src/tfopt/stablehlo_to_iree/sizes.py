"""Sizes that no type says: numbers that the host computes, in front of all else where they follow from the sizes of a function's arguments, and
else where it reads them as the program runs."""

from __future__ import annotations

from tfir.analysis.extents import LISTS
from tfir.analysis.feeds import feed_names, feeds_to_pin, is_static
from tfir.analysis.program_shapes import ProgramShapes
from tfir.analysis.shapes import ShapeAnalysis
from tfir.dialects import has_trait, lookup
from tfir.execution.sequencer import leaves_open
from tfir.ir.attributes import DenseArrayAttr, IntegerAttr
from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Error
from tfir.ir.dominance import post_order
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.types import I32, I64, IntegerType, OpaqueType, TensorType
from tfir.ods.functions import retype
from tfir.ods.inference import AbstractValue
from tfir.ods.shapes import Size, Symbol, fresh

from tfopt.arithmetic.sizes import COMPUTED, NUMBER, UnknownSizes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

SIZE_OF = "stablehlo.get_dimension_size"
PASSED_ON = ("stablehlo.concatenate", "stablehlo.reshape", "stablehlo.convert")
SIZES = ("1D<dimension>", "static_1D<int>")  # how a signature calls an operand that gives sizes or places


def size_operands(op: Operation) -> list[int]:
    """The positions of the operands by which an operation is told sizes or places."""
    definition = lookup(op.name)
    signature = definition.signature if definition is not None and op.name.startswith("stablehlo.") else None
    slots = () if signature is None else signature.operands
    return [at for at, slot in enumerate(slots) if slot.type.endswith(SIZES)]


def is_of_sizes(op: Operation) -> bool:
    """Whether an operation asks for a size, or makes a list of sizes that others are told."""
    if op.name not in LISTS:
        return has_trait(op, "shape_only")
    return all([is_of_sizes(user) if user.name in LISTS else is_told(user, op.results[0]) for user in op.results[0].users])


def is_told(op: Operation, sizes: Value) -> bool:
    return {at for at, operand in enumerate(op.operands) if operand is sizes} <= {*size_operands(op)}


def behind(value: Value) -> Builder:
    """Builds where a value is there: behind its operation, or at the front of its block."""
    return Builder.before(first_of(value)) if value.op is None else Builder.after(value.op)


def take_unused_for_numbers(func: Operation) -> None:
    """Gives arguments without a rank that no operation uses the rank 0: memory for them is not read."""
    for argument in func.body.arguments:
        if not argument.uses and isinstance(argument.type, TensorType) and argument.type.shape is None:
            argument.retype(argument.type.with_shape(()))
    retype(func)


def first_of(argument: Value) -> Operation:
    """The operation that the block of an argument begins with."""
    assert argument.block is not None and argument.block.first is not None
    return argument.block.first


def is_text(value: Value) -> bool:
    return isinstance(getattr(value.type, "element", None), OpaqueType)


class HostSizes(UnknownSizes):
    """The sizes of values in a function of StableHLO that no type says, and what the host computes of them, `made`. Such a size follows
    from those of the function's arguments, or it is a number that the program computes, or the size of what only the host makes. `pin` says which
    feeds could be given shapes; nothing where all have one."""

    def __init__(self, func: Operation):
        super().__init__()
        self.func, self.made = func, set[Operation]()
        self.numbers: dict[Size, Value] = {}
        self.vectors: dict[tuple[Size, ...], Value] = {}
        self.elements: dict[Symbol, tuple[Value, int]] = {}  # sizes that the program computes: an element of a list, or a number
        self.makers: set[Operation] = set()  # whose results have sizes that nothing says before they are there
        self.anchors: dict[Operation | Block | None, Builder] = {}
        self.changing: set[Value] = set()  # arguments of blocks that have another size each time, or on each way
        self.analysis = ShapeAnalysis()
        self.pin = feeds_to_pin(func, feed_names(func))
        self.front: Operation | None = None  # the first operation behind the numbers that stand at the front of the function
        ops = self.number_operations()
        if self.pin or not all([is_static(value.type) for op in ops for value in op.results]):
            self._follow_sizes(ops)

    def number_operations(self) -> list[Operation]:
        """All operations in the order in which they stand, by which the last of what a size is read from is told. What is built from now on
        stands behind what it reads there, numbers that were built before among it."""
        ops = [op for block in post_order(self.func.region.entry)[::-1] for op in block]
        self.order = {op: number for number, op in enumerate(ops)}
        self.anchors.clear()
        if self.front is not None and self.front not in self.order:  # it has gone into a host region
            self.front = next(op for op in self.func.body if op not in self.made)
        # What has gone into a host region, and nothing else needs, is not there any more.
        for places in self.carriers.values():
            places[:] = [(value, axis) for value, axis in places if value.op is None or value.op in self.order]
            places.sort(key=lambda place: is_text(place[0]))  # which can be asked for no size
        return ops

    def follow(self, value: Value) -> bool:
        """Whether the sizes of a value are told before it is there."""
        shape = self.analysis[value].shape
        return shape is not None and all(map(self.is_told, shape)) and value.op not in self.makers

    def is_told(self, size: Size) -> bool:
        """Whether a size is a number, one of those that are known, or computed of such."""
        if isinstance(size, int) or self.carriers.get(size) or size in self.elements:
            return True
        return self._has_formula(size)

    def _has_formula(self, size: Symbol) -> bool:
        """Whether a size is computed of others that are known."""
        operator, *parts = size.formula or ("",)
        return operator in COMPUTED and all(map(self.is_told, parts))

    def of(self, results: Sequence[Value]) -> Value | None:
        """The shape, as a list of i32, that results of an operation have of which the types leave sizes open; None where they leave none.
        Raises Error for results of different shapes."""
        unknown = [value for value in results if not is_static(value.type)]
        self.lengths.update([size for value in unknown for size in self.analysis[value].shape or ()])
        shapes = {self._list(self.analysis[value].shape or ()) for value in unknown}
        if len(shapes) > 1 and unknown[0].op is not None:
            raise Error.on(
                unknown[0].op, "; ".join(filter(None, ["has results of different shapes, of which sizes are not known", self.pin]))
            )
        return shapes.pop() if shapes else None

    def replace(self, old: Value, new: Value) -> None:
        """Another value has the shape of one that goes, or holds its numbers."""
        if not is_static(old.type):
            self.analysis.assume(new, self.analysis[old])
        for places in self.carriers.values():
            places[:] = [(new if value is old else value, axis) for value, axis in places]
        for axis, size in enumerate(self.analysis[new].shape or () if not is_static(old.type) else ()):
            if size in self.carriers and (new, axis) not in self.carriers[size]:
                self.carriers[size].append((new, axis))

    def asked_by(self, op: Operation) -> Size | None:
        """The size that an operation of those `made` asks an argument for."""
        return next((size for size, number in self.numbers.items() if number.op is op and op.name == SIZE_OF), None)

    def number(self, size: Size, build: Builder) -> Value:
        """A size as a scalar, computed once, where all is known that it is computed of; what is known stands beside what needs it."""
        if isinstance(size, int):
            return self.literal(size, build)
        if size not in self.numbers:
            builder = self._builder([size])
            if size in self.elements:
                self.numbers[size] = self._element(*self.elements[size], builder)
            elif (asked := self._asked(size)) and asked != self._sources(size):  # what is made of others may be needed before
                self.numbers[size] = self.computed(size, builder)
            else:
                self.numbers[size] = super().number(size, builder)
            self.made.update(builder.created)
        return self.numbers[size]

    def _element(self, numbers: Value, at: int, build: Builder) -> Value:
        """An element of a list of whole numbers, or one number, as a scalar of i32."""
        type = numbers.type
        if len(type.shape) > 1:
            numbers = build.value("stablehlo.reshape", [numbers], TensorType((type.size,), type.element))
        if type.size > 1:
            part = {
                name: DenseArrayAttr([number], I64) for name, number in (("start_indices", at), ("limit_indices", at + 1), ("strides", 1))
            }
            numbers = build.value("stablehlo.slice", [numbers], TensorType((1,), type.element), part)
        if type.shape:
            numbers = build.value("stablehlo.reshape", [numbers], TensorType((), type.element))
        return numbers if type.element is I32 else build.value("stablehlo.convert", [numbers], NUMBER)

    def _builder(self, sizes: Sequence[Size]) -> Builder:
        """Where sizes can be computed: at the front of the function, where numbers of before stand, or behind the last of what they are read
        from."""
        last = max([source for size in sizes for source in self._sources(size)], key=self._place, default=None)
        front = 0 if self.front is None else self.order.get(self.front, 0)
        if last is None or self._place(last) < front:
            return Builder(self.func.body, self.front, self.func.location)
        # Numbers of all results of an operation stand in one row, so that a list can read what stands before it.
        origin = last.block if last.op is None else last.op
        if origin not in self.anchors:
            self.anchors[origin] = behind(last)
        builder = self.anchors[origin]
        return Builder(builder.block, builder.anchor, builder.location)  # behind what was built there before

    def _place(self, value: Value) -> float:
        """Where in the order of operations a value is there; of a function's arguments less than 0."""
        if value.op is not None:
            return self.order[value.op]
        return -1 if value.block is self.func.body else self.order[first_of(value)] - 0.5

    def _sources(self, size: Size) -> list[Value]:
        """The values that tell a size."""
        if isinstance(size, int):
            return []
        if size in self.numbers and self.numbers[size].op in self.order:
            return [self.numbers[size]]
        if size in self.elements:
            return [self.elements[size][0]]
        asked = self._asked(size)
        if asked and not self._has_formula(size):
            return asked
        parts = [source for part in (size.formula or ())[1:] for source in self._sources(part)]
        return asked if asked and max(map(self._place, parts), default=-1) >= self._place(asked[0]) else parts

    def _asked(self, size: Symbol) -> list[Value]:
        """The value of that size that is asked first, if there is one."""
        return [value for value, _ in self.carriers.get(size, ())[:1]]

    def _follow_sizes(self, ops: list[Operation]) -> None:
        """Lets operations have sizes from what the host computes, and drops what has computed them."""
        body = self.func.body
        take_unused_for_numbers(self.func)
        program = ProgramShapes([self.func])
        for argument in [argument for block in self.func.region.blocks for argument in block.arguments]:
            self.analysis.assume(argument, program[argument])
        for argument in body.arguments:
            if leaves_open(argument.type):
                if self.analysis[argument].shape is None:
                    raise Error(f"A program for a device needs feeds of known ranks, but feed {self.pin}", self.func)
                self.note(argument, self.analysis[argument].shape)
        places = [place for block in self.func.region.blocks for place in block.arguments if leaves_open(place.type)]
        self.changing = {place for place in places if not self.follow(place)}
        for op in ops:
            for at in size_operands(op):
                self._name(op.operands[at])
            self.analysis.visit(op)
            if not all(map(self.follow, op.results)):
                self._note_made(op)
        self.front = body.first
        idle = {maker for op in ops for maker in self._ask_arguments(op)}
        for op in reversed(ops):
            if op in idle and op not in self.made and not any([value.uses for value in op.results]):
                idle.update([value.op for value in op.operands])
                self.front = op.next if op is self.front else self.front
                for anchor in [anchor for anchor in self.anchors.values() if anchor.anchor is op]:
                    anchor.anchor = op.next
                op.erase()

    def _note_made(self, op: Operation) -> None:
        """The host makes the results of an operation, and can tell their sizes then."""
        self.makers.add(op)
        for result in op.results:
            if leaves_open(result.type) and self.analysis[result].shape is not None:
                self.note(result, self.analysis[result].shape)

    def _name(self, value: Value) -> None:
        """Gives the numbers of a list, those that are not known, names: it is computed as the program runs, and read. So is one whose numbers are
        sizes that only it tells, as those of a text."""
        state, op = self.analysis[value], value.op
        if self._are_told(state.numbers):
            return
        if op is not None and op.name in PASSED_ON:
            for operand in op.operands:
                if isinstance(operand.type.element, IntegerType) and is_static(operand.type):
                    self._name(operand)
            self.analysis.visit(op)
            state = self.analysis[value]
        if not self._are_told(state.numbers):
            names = [fresh() if size is None else size for size in state.numbers or [None] * value.type.size]
            self.elements.update(
                {name: (value, at) for at, name in enumerate(names) if isinstance(name, Symbol) and not self.is_told(name)}
            )
            self.analysis.assume(value, AbstractValue(state.shape, state.element, content=list(names)))

    def _are_told(self, sizes: Sequence[Size | None] | None) -> bool:
        return sizes is not None and all([size is not None and self.is_told(size) for size in sizes])

    def _ask_arguments(self, op: Operation) -> list[Operation | None]:
        """Lets an operation have sizes from what the host computes, and one that asks for a size ask an argument. What gave sizes before."""
        before, operands = [], list(op.operands)
        for at in size_operands(op):
            sizes = self.analysis[operands[at]].numbers
            if sizes is not None and self._are_told(sizes):
                before.append(operands[at].op)
                operands[at] = self._list(sizes)
        op.set_operands(operands)
        if op.name == SIZE_OF:
            (size,) = self.analysis[op.result].numbers or (None,)
            for argument, axis in (self.carriers.get(size, []) if isinstance(size, Symbol) else [])[:1]:
                op.set_operands([argument])
                op.set_attribute("dimension", IntegerAttr(axis, I64))
        return before

    def _list(self, sizes: Sequence[Size]) -> Value:
        key = tuple(sizes)
        if key not in self.vectors:
            builder = self._builder(key)
            self.vectors[key] = self.shape(key, builder)
            self.made.update(builder.created)
        return self.vectors[key]
