"""A compute kernel being written: instructions, constants, buffers and control flow, and the `spirv.module` they end up in.

Instructions without effects are made once: asking again for the same one, where the first is visible, gives its result.
"""

from __future__ import annotations

import math
from contextlib import contextmanager
from functools import cache

from tfir.analysis.extents import Extent, Size, divided_up, expression_of
from tfir.dialects.iree.target import CPU_FEATURES, GPUS, MOST_TRIPS, ROWS_ALONG_X
from tfir.dialects.spirv.numbers import IMPORTED, LINKAGE
from tfir.dialects.spirv.types import ArrayType, PointerType, StructType
from tfir.ir.attributes import (
    ArrayAttr,
    BoolAttr,
    DenseArrayAttr,
    FloatAttr,
    IntegerAttr,
    OpaqueAttr,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
    UnitAttr,
)
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.location import UNKNOWN, quoted
from tfir.ir.operations import Block, Operation, Region, operation_of_parts
from tfir.ir.parts import Shared, read_only
from tfir.ir.types import I32, FloatType, FunctionType, TensorType, Type, VectorType
from tfir.text.affine import AffineAttr

from tfopt.iree_to_spirv.arithmetic import BOOL, SIGNED, B, I, Kind, Value, computed, where, wrapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tfir.ir.attributes import Attribute

SUBGROUP = OpaqueAttr("#spirv.scope<Subgroup>")
NO_LOOP_CONTROL = OpaqueAttr("#spirv.loop_control<None>")
NO_SELECTION_CONTROL = OpaqueAttr("#spirv.selection_control<None>")
CONTRACTED = ("FAdd", "FSub", "FMul", "FDiv")
UNROLLED_TRIPS = 4
MOST_COPIES = 32
# What a driver is asked to keep of floats, where the device can; subnormal numbers for all widths or none, as some devices want it.
FLOAT_WIDTHS = (16, 32, 64)
WORKGROUPS, TRIPS = "iree.workgroups", "iree.trips"  # what a dispatch of a kernel has, and how often an invocation goes around loops
PUSH_CONSTANTS = "__push_constant_var__"


class TooManyTripsError(Error):
    """An invocation goes around its loops more often than every device keeps up with; `copies` of each body would do."""

    def __init__(self, kernel: Kernel):
        self.copies = -(-kernel.trips // MOST_TRIPS)
        super().__init__(
            f"would go around loops {kernel.trips} times in one invocation; devices may stop after {MOST_TRIPS}", kernel.location
        )


def index_attribute(index: int) -> ArrayAttr:
    return ArrayAttr([IntegerAttr(index, I32)])


@cache
def alike(instruction: str, types, of_operands, names: tuple[str, ...], values) -> tuple[Shared, Mapping[str, Attribute]]:
    """What operations share that say the same of operands of such types, and their attributes. Each is verified and laid out for printing once."""
    attributes = dict(zip(names, values, strict=True))
    if "indices" in attributes:
        attributes["indices"] = index_attribute(attributes["indices"])
    return Shared(), read_only(attributes)


class Kernel:
    """One entry point. `local_size` is the shape of a workgroup, `workgroups` how many of them are dispatched."""

    def __init__(self, name: str, target, location=UNKNOWN):
        self.name, self.target, self.location = name, target, location
        self.is_for_processor: bool = target.is_processor
        self.local_size: tuple[int, int, int] = (1, 1, 1)
        self.workgroups: tuple[Size, Size, Size] = (1, 1, 1)
        self.symbols = 0  # how many sizes it is told when it runs
        self.region = Region()
        self.block = self.entry = self.region.add_block()
        self.scopes: list[dict] = [{}]
        self.first: dict = {}  # constants, addresses and the like by what they are, which go in front of all else
        self.variables: list[Operation] = []
        self.functions: dict[str, FunctionType] = {}  # that are imported
        self.rows_along_x = 0  # workgroups that a processor best does together, where those at other places along y read the same rows
        self.needs: tuple[str, ...] = ()  # features of a processor that it counts on
        self.interface: list[str] = []
        self.whole_numbers: dict = {}  # constants, by number, kind and lanes
        self.contracts = True
        self.loads_ahead = self.stores_past_caches = False
        self.is_for_software = False  # whether a driver runs it on a processor, which keeps masks of lanes, and stores lane by lane
        self.kept: list[Operation] = []
        self.bindings = 0  # numbers that are taken
        self.copies = 1  # how often the body of a long loop stands in it
        self.trips: Size = 0  # how often an invocation goes around loops at most
        self.around: Size = 1  # how often the place that is being written runs
        self.capabilities = {"Shader"}
        self.extensions = {"SPV_KHR_storage_buffer_storage_class"}

    # Instructions

    def emit(self, instruction: str, operands, type, **attributes):
        """The result of an instruction without effects."""
        if not self.contracts and instruction in CONTRACTED:
            attributes["no_contraction"] = UnitAttr()
        key = (instruction, *operands, type, *attributes.values())
        for scope in self.scopes:
            emitted = scope.get(key)
            if emitted is not None:
                return emitted
        result = self.scopes[-1][key] = self.written(instruction, operands, (type,), attributes).results[0]
        return result

    def written(self, instruction: str, operands, types: tuple[Type, ...], attributes) -> Operation:
        """A new operation without regions or successors at the end of what is written."""
        of_operands = tuple([operand.type for operand in operands])
        shared, held = alike(instruction, types, of_operands, tuple(attributes), tuple(attributes.values()))
        return operation_of_parts(f"spirv.{instruction}", tuple(operands), types, held, self.location, (), (), shared, self.block)

    def once(self, key, compute):
        """The result of `compute()`, computed once and shared by all later uses that the first one dominates. Keys are kept alive."""
        for scope in self.scopes:
            if key in scope:
                return scope[key]
        result = compute()
        self.scopes[-1][key] = result
        return result

    def effect(self, instruction: str, operands=(), attributes=None, successors=()) -> None:
        if successors or attributes:
            self.block.append(Operation(f"spirv.{instruction}", operands, (), attributes, (), successors, self.location))
        else:
            self.written(instruction, operands, (), {})

    def imported(self, function: str, operands, type):
        """The result of a function that stands elsewhere, and has no effects."""
        self.declare(function, operands, [type])
        return self.emit("FunctionCall", operands, type, callee=SymbolRefAttr(function))

    def effect_imported(self, function: str, operands) -> None:
        """Calls a function that stands elsewhere, for what it does."""
        self.declare(function, operands, [])
        self.effect("FunctionCall", operands, {"callee": SymbolRefAttr(function)})

    def declare(self, function: str, operands, types: list[Type]) -> None:
        self.functions[function] = FunctionType([operand.type for operand in operands], types)
        self.capabilities.add("Linkage")

    def compose(self, parts) -> Value:
        """A vector of scalars."""
        kind = parts[0].kind
        type = kind.type(len(parts))
        if all(part.constant is not None and part.constant == parts[0].constant for part in parts):
            return Value(self, kind, len(parts), constant=parts[0].constant)
        ssa = self.emit("CompositeConstruct", [part.ssa for part in parts], type)
        return Value(self, kind, len(parts), ssa, made=("compose", list(parts), None))

    @contextmanager
    def uncontracted(self):
        """Within, no multiplication is fused with an addition."""
        before, self.contracts = self.contracts, False
        yield
        self.contracts = before

    @contextmanager
    def past_caches(self):
        """Within, vectors are stored to memory, and no cache keeps them: where each begins at a multiple of its size. Other threads see them after that."""
        self.stores_past_caches = True
        yield
        self.stores_past_caches = False
        self.effect_imported("llvm.x86.sse.sfence", [])

    # Constants

    def constant_ssa(self, number, kind: Kind, lanes: int):
        if not kind.is_integer:
            return self.constant_op(self.constant_attribute(number, kind, lanes), kind.type(lanes))
        ssa = self.whole_numbers.get((number, kind, lanes))  # asked for more often than all else, so that attributes are not made again
        if ssa is None:
            attribute = self.constant_attribute(wrapped(number, Kind(SIGNED, kind.bits)), kind, lanes)  # as a signless type spells it
            ssa = self.whole_numbers[number, kind, lanes] = self.constant_op(attribute, kind.type(lanes))
        return ssa

    def constant_op(self, attribute, type):
        return self.written_first(
            (attribute, type), lambda: Operation("spirv.Constant", (), [type], {"value": attribute}, location=self.location)
        )

    def written_first(self, key, make):
        """The result of the operation of a key, which `make()` gives and which stands once, in front of all that have effects."""
        if key not in self.first:
            self.first[key] = make()
        return self.first[key].results[0]

    @staticmethod
    def constant_attribute(number, kind: Kind, lanes: int):
        if lanes > 1:
            return DenseAttr.of(number, VectorType((lanes,), kind.scalar))
        if kind.family == BOOL:
            return BoolAttr(number)
        return FloatAttr(number, kind.scalar) if isinstance(kind.scalar, FloatType) else IntegerAttr(number, kind.scalar)

    def number(self, number, kind: Kind = I) -> Value:
        return Value(self, kind, constant=number)

    def truth(self, value: bool) -> Value:
        return Value(self, B, constant=bool(value))

    def opaque(self, value: Value) -> Value:
        """A constant float in a form that no driver folds: Mesa's software device folds 0 * x to 0 even where NoContraction and float controls forbid it."""
        if value.constant is None or value.constant != value.constant or self.target.is_processor:
            return value
        always = self.built_in("NumWorkgroups", 0, None).differs(-1)
        return where(always, value, math.nan)  # of a NaN no driver says that it is above or below zero

    # Where an invocation is

    def built_in(self, name: str, axis: int | None, limit: Size | None) -> Value:
        """A built-in input, or its component; fewer than `limit`."""
        if limit == 1:
            return self.number(0)
        limit = limit if isinstance(limit, int) else None
        whole = self.written_first(name, lambda: self.loaded_built_in(name, I32 if axis is None else VectorType((3,), I32)))
        if axis is None:
            return Value(self, I, 1, whole, limit=limit)
        component = {"indices": index_attribute(axis)}
        ssa = self.written_first((name, axis), lambda: Operation("spirv.CompositeExtract", [whole], [I32], component))
        return Value(self, I, 1, ssa, limit=limit)

    def loaded_built_in(self, name: str, type) -> Operation:
        symbol, pointer = f"__builtin__{name}__", PointerType(type, "Input")
        self.variable(symbol, pointer, {"built_in": StringAttr(name)})
        self.interface.append(symbol)
        return Operation("spirv.Load", [self.address(symbol, pointer)], [type])

    def pushed(self, number: int) -> Value:
        """The size that stands for a symbol, as a dispatch gives it."""
        variable = PointerType(self.push_constants, "PushConstant")

        def load() -> Operation:
            member = PointerType(I32, "PushConstant")
            base = self.address(PUSH_CONSTANTS, variable)
            chain = self.written_first(("pushed", number), lambda: Operation("spirv.AccessChain", [base, *places], [member]))
            return Operation("spirv.Load", [chain], [I32])

        places = [self.number(place).ssa for place in (0, number)]
        return Value(self, I, 1, self.written_first(("size", number), load))

    @property
    def push_constants(self) -> StructType:
        return StructType([ArrayType(self.symbols, I32, 4)], [0])

    def workgroup(self, axis: int) -> Value:
        return self.built_in("WorkgroupId", axis, self.workgroups[axis])

    def local(self, axis: int) -> Value:
        return self.built_in("LocalInvocationId", axis, self.local_size[axis])

    def shuffle(self, value: Value, lane: int | Value, instruction: str = "GroupNonUniformShuffle") -> Value:
        """The `value` of the invocation `lane` of this subgroup."""
        self.capabilities |= {"GroupNonUniform", "GroupNonUniformShuffle"}
        type, lane = value.kind.type(value.lanes), self.number(lane) if isinstance(lane, int) else lane
        return Value(self, value.kind, value.lanes, self.emit(instruction, [value.ssa, lane.ssa], type, execution_scope=SUBGROUP))

    def shuffle_xor(self, value: Value, mask: int) -> Value:
        """The `value` of the invocation whose number differs from this one's by the bits of `mask`."""
        return self.shuffle(value, mask, "GroupNonUniformShuffleXor")

    # Variables and buffers

    def require(self, feature: str, needing: str, capability: str) -> None:
        """Declares a capability. Raises Error, which names what is `needing` it, where the target lacks the device feature behind it."""
        if not self.target.has(feature):
            raise Error(f"{needing} need the device feature {feature}, which the target ({self.target.name}) lacks", self.location)
        self.capabilities.add(capability)

    def new_binding(self) -> int:
        """A number that no argument's binding has."""
        self.bindings += 1
        return self.bindings - 1

    def variable(self, symbol: str, type, attributes) -> None:
        self.variables.append(
            Operation("spirv.GlobalVariable", (), (), {"sym_name": StringAttr(symbol), "type": TypeAttr(type), **attributes})
        )

    def address(self, symbol: str, type):
        variable = {"variable": SymbolRefAttr(symbol)}
        return self.written_first((symbol, type), lambda: Operation("spirv.mlir.addressof", (), [type], variable))

    def image(self, symbol: str, type: PointerType):
        """The image behind a texel buffer, loaded once."""
        return self.written_first((symbol, "image"), lambda: Operation("spirv.Load", [self.address(symbol, type)], [type.pointee]))

    # Control flow

    def loop(
        self, start: int, stop: Size, step: int, carried, body, unrolled: int = UNROLLED_TRIPS, rounds: Value | None = None, copies: int = 1
    ) -> list[Value]:
        """Runs `body(i, carried)` for i in range(start, stop, step); it returns the next `carried`.

        With `rounds`, a number that is known when running, only while i is below that, which is no more than `stop`. The body is written as
        often as the kernel says, or `copies` says if that is more.
        """
        trips: Size
        if isinstance(stop, Extent):
            trips, rounds = divided_up(stop, step), computed(stop.expression, self) if rounds is None else rounds
            unrolled = 0
        else:
            trips = len(range(start, stop, step))
        carried = list(carried)
        if isinstance(trips, int) and trips <= unrolled:
            for i in range(start, stop, step):
                carried = list(body(self.number(i), carried))
            return carried
        if self.is_for_software and carried:
            return self.loop_over_variables(start, stop, step, carried, body, rounds, copies)
        blocks = header, inside, last, after = [Block() for _ in range(4)]
        region = Region([Block(), *blocks])
        outer = self.block
        op = Operation("spirv.mlir.loop", (), [v.kind.type(v.lanes) for v in carried], {"loop_control": NO_LOOP_CONTROL}, [region])
        op.set_location(self.location)
        first = [self.number(start), *carried]
        arguments = [header.add_argument(v.kind.type(v.lanes)) for v in first]
        self.block = region.entry
        self.effect("Branch", [v.ssa for v in first], successors=[header])
        self.scopes.append({})
        values = [Value(self, v.kind, v.lanes, argument) for v, argument in zip(first, arguments)]
        counter = Value(self, I, 1, arguments[0], limit=stop if start >= 0 and isinstance(stop, int) else None)
        self.block = inside
        copies = max(copies, self.copies)
        if rounds is not None and copies > 1:
            body = while_below(rounds, body)
        copies, following = self.copied(counter, values[1:], body, step, trips, copies)
        self.effect("Branch", successors=[last])
        # New values even where the same stand in the body already: they must be made here, in the header and at the end
        self.block = header
        full = start + trips // copies * copies * step if rounds is None else stop
        end = self.number(full).ssa if rounds is None else rounds.ssa
        header.append(below := Operation("spirv.SLessThan", [counter.ssa, end], [B.type()], location=self.location))
        self.branch_if(Value(self, B, 1, below.results[0]), inside, after)
        self.block = last
        last.append(add_op := Operation("spirv.IAdd", [counter.ssa, self.number(step * copies).ssa], [I32], location=self.location))
        self.effect("Branch", [add_op.results[0], *[v.ssa for v in following]], successors=[header])
        self.block = after
        self.effect("mlir.merge", arguments[1:])
        self.scopes.pop()
        self.block = outer
        outer.append(op)
        carried = [Value(self, v.kind, v.lanes, result) for v, result in zip(carried, op.results)]
        for i in range(full, stop, step) if full is not stop else ():
            carried = list(body(self.number(i), carried))
        return carried

    def loop_over_variables(self, start: int, stop: Size, step: int, carried, body, rounds: Value | None, copies: int) -> list[Value]:
        """A loop whose values are in variables of the function."""
        variables = [self.variable_with(value) for value in carried]
        if rounds is not None and max(copies, self.copies) > 1:
            body = while_below(rounds, body)

        def once(i: Value, nothing) -> list[Value]:
            for variable, value in zip(variables, body(i, self.contents(variables, carried)), strict=True):
                self.effect("Store", [variable, value.ssa])
            return nothing

        self.loop(start, stop, step, [], once, 0, rounds, copies)
        return self.contents(variables, carried)

    def variable_with(self, value: Value):
        """A pointer to a new variable that holds a value."""
        pointer = PointerType(value.kind.type(value.lanes), "Function")
        storage = {"storage_class": OpaqueAttr("#spirv.storage_class<Function>")}
        self.kept.append(Operation("spirv.Variable", (), [pointer], storage, location=self.location))
        self.effect("Store", [self.kept[-1].results[0], value.ssa])
        return self.kept[-1].results[0]

    def contents(self, variables, values: Sequence[Value]) -> list[Value]:
        """What variables that were made with such values hold here."""
        loads = [self.written("Load", [variable], (variable.type.pointee,), {}) for variable in variables]
        return [Value(self, value.kind, value.lanes, load.results[0]) for value, load in zip(values, loads, strict=True)]

    def copied(self, counter: Value, carried, body, step: int, trips: Size, most: int):
        """Writes the body of a loop, several times over where it holds no loop itself: (how often, the next `carried`)."""
        before, self.around = self.trips, self.around * trips
        carried = list(body(counter, carried))
        self.around //= trips
        copies = (min(most, trips) if isinstance(trips, int) else most) if self.trips == before and most > 1 else 1
        for copy in range(1, copies):
            carried = list(body(counter + copy * step, carried))
        self.trips += self.around * (trips // copies)
        return copies, carried

    def branch_if(self, condition: Value, then: Block, otherwise: Block) -> None:
        self.effect("BranchConditional", [condition.ssa], {"operandSegmentSizes": DenseArrayAttr((1, 0, 0), I32)}, [then, otherwise])

    @contextmanager
    def when(self, condition: Value):
        """A context whose instructions take effect only where the condition holds."""
        if condition.constant is not None and condition.constant:
            yield
            return
        inside, after, outer = Block(), Block(), self.block
        region = Region([Block(), inside, after])
        if condition.constant is None:
            op = Operation("spirv.mlir.selection", (), (), {"selection_control": NO_SELECTION_CONTROL}, [region], location=self.location)
            self.block = region.entry
            self.branch_if(condition, inside, after)
            outer.append(op)
        self.block = inside  # where the condition never holds, this is no part of the kernel
        self.scopes.append({})
        yield
        self.effect("Branch", successors=[after])
        self.scopes.pop()
        self.block = after
        self.effect("mlir.merge")
        self.block = outer

    # The end

    def finish(self) -> Operation:
        """The `spirv.module`."""
        if isinstance(self.trips, int) and self.trips > MOST_TRIPS and self.target.leaves_long_loops:
            raise TooManyTripsError(self)
        self.effect("Return")
        for op in (*reversed(self.first.values()), *self.kept):  # variables come before all else
            self.entry.insert_before(op, self.entry.first)
        remove_unused(self.region)
        attributes = {
            "sym_name": StringAttr(self.name), "function_type": TypeAttr(FunctionType()),
            "function_control": OpaqueAttr("#spirv.function_control<None>"),
            WORKGROUPS: self.counts(self.workgroups),
        }  # fmt: skip
        if not isinstance(self.trips, int):
            attributes[TRIPS] = self.counts([self.trips])
        if self.rows_along_x:
            attributes[ROWS_ALONG_X] = IntegerAttr(self.rows_along_x, I32)
        if self.needs:
            attributes[CPU_FEATURES] = ArrayAttr([StringAttr(name) for name in self.needs])
        if self.symbols:
            variable = PointerType(self.push_constants, "PushConstant")
            self.variable(PUSH_CONSTANTS, variable, {})
        function = Operation("spirv.func", (), (), attributes, [self.region], location=self.location)
        fn = SymbolRefAttr(self.name)
        entry = Operation("spirv.EntryPoint", (), (), {
            "execution_model": OpaqueAttr("#spirv.execution_model<GLCompute>"), "fn": fn,
            "interface": ArrayAttr([SymbolRefAttr(symbol) for symbol in self.interface]),
        })  # fmt: skip
        modes = [execution_mode(fn, "LocalSize", self.local_size), *self.float_controls(fn)]
        body = Block()
        for op in (*self.variables, *map(imported_function, self.functions, self.functions.values()), function, entry, *modes):
            body.append(op)
        requirements = f"#spirv.vce<v1.3, [{', '.join(sorted(self.capabilities))}], [{', '.join(sorted(self.extensions))}]>"
        return Operation("spirv.module", (), (), {
            "addressing_model": OpaqueAttr(f"#spirv.addressing_model<{'Physical64' if 'Addresses' in self.capabilities else 'Logical'}>"), "memory_model": OpaqueAttr("#spirv.memory_model<GLSL450>"),
            "vce_triple": OpaqueAttr(requirements),
        }, [Region([body])], location=self.location)  # fmt: skip

    def counts(self, numbers: Sequence[Size]) -> Attribute:
        """Numbers as an attribute, those that depend on sizes as a map of these."""
        if all([isinstance(number, int) for number in numbers]):
            one = set(numbers)  # equal numbers print as they are printed when they have been read again
            return DenseAttr.of(numbers[0] if len(one) == 1 else list(numbers), TensorType((len(numbers),), I32))
        return AffineAttr("affine_map", 0, self.symbols, map(expression_of, numbers))

    def float_controls(self, fn) -> list[Operation]:
        """Execution modes for floats as IEEE 754 has them. Not on CPUs: Mesa's device folds as before in spite of them (`opaque` is what
        helps there), and its kernels take 2 to 5 % longer."""
        if self.target.kind not in GPUS:
            return []
        modes = [
            ("SignedZeroInfNanPreserve", bits) for bits in FLOAT_WIDTHS if self.target.has(f"shaderSignedZeroInfNanPreserveFloat{bits}")
        ]
        if all([self.target.has(f"shaderDenormPreserveFloat{bits}") for bits in FLOAT_WIDTHS]):
            modes += [("DenormPreserve", bits) for bits in FLOAT_WIDTHS]
        self.capabilities |= {name for name, _ in modes}
        self.extensions |= {"SPV_KHR_float_controls"} if modes else set()
        return [execution_mode(fn, name, [bits]) for name, bits in modes]


def while_below(rounds: Value, body):
    """A loop's body that changes nothing from `rounds` on, as the last of several copies may find itself there."""
    return lambda i, carried: [where(i < rounds, new, old) for new, old in zip(body(i, carried), carried)]


def imported_function(name: str, type: FunctionType) -> Operation:
    linkage = f"#spirv.linkage_attributes<linkage_name = {quoted(name)}, linkage_type = {IMPORTED}>"
    return Operation("spirv.func", (), (), {
        "sym_name": StringAttr(name), "function_type": TypeAttr(type), "function_control": OpaqueAttr(f"#spirv.function_control<{'Pure' if type.results else 'None'}>"),
        LINKAGE: OpaqueAttr(linkage),
    }, [Region()])  # fmt: skip


def execution_mode(fn: SymbolRefAttr, name: str, values) -> Operation:
    return Operation("spirv.ExecutionMode", (), (), {
        "fn": fn, "execution_mode": OpaqueAttr(f"#spirv.execution_mode<{name}>"), "values": ArrayAttr([IntegerAttr(value, I32) for value in values]),
    })  # fmt: skip


def remove_unused(region: Region) -> None:
    """Erases instructions whose result has no uses, last first."""
    for block in reversed(region.blocks):
        for op in reversed(block):
            for inner in op.regions:
                remove_unused(inner)
            if op.results and not op.regions and not any([result.uses for result in op.results]):
                op.erase()
