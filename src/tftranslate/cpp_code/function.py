"""A function of the sequencer as two of C++: one that returns its results, and one that is told what to wait for and what to signal.

What the device does is recorded into a command buffer, with barriers between commands of which one writes what the other uses. Where the
host has to look at what is computed (a branch, a size) what is recorded runs first. Blocks are labels, block arguments buffers of their own
that branches copy to. A long block is several functions inside: each view ends where its function does, and of every return in between compilers
make a list of those that end there, so that time and memory would grow with the square of a block's length. Source: IREE's walkthrough of 2019,
its listing of a module.
"""

from __future__ import annotations

from tfir.analysis.host_steps import assertions_of
from tfir.dialects import lookup
from tfir.dialects.cf import passed
from tfir.dialects.iree_ll_seq import byte_size, rows_of
from tfir.execution.expansion import expanded
from tfir.execution.sequencer import (
    DIMENSION,
    HOST,
    LOAD,
    RESHAPES,
    architecture,
    different,
    dispatched,
    has_workload,
    in_turn,
    is_host_number,
    origin,
    portable_entry,
)
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.dominance import post_order
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.types import I1, ComplexType, FloatType, IntegerType, MemRefType, OpaqueType, Type, storage_bits
from tfir.text.affine import AffineAttr
from tfir.text.printer import Printer, PrintOptions

from tftranslate.c_code.program import check_devices
from tftranslate.cpp_code.accesses import EVERYTHING, conflict, region
from tftranslate.cpp_code.numbers import SteadySizes, axis_of, computed, filled_in, results_of, shape_text, sizes_given
from tftranslate.cpp_code.size_checks import equal_sizes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tfir.execution.entry import Entry
    from tfir.execution.kernels import Kernel

    from tftranslate.cpp_code.accesses import Access
    from tftranslate.cpp_code.program import Program

VIEW = "iree::hal::BufferView"
LONG = 128  # operations of a block that is not one piece
PIECE = 32  # operations of each piece of a long block


class Function:
    """One entry of a program, `text` being the lines of both functions. `lines` are those of the asynchronous one's body, in order."""

    def __init__(self, program: Program, entry: Entry, name: str):
        self.program, self.entry, self.func, self.name = program, entry, expanded(entry.func, program.symbols), name
        self.printer = Printer(self.func, lookup, PrintOptions(elide_elements=8, local_scope=True))
        self.blocks = post_order(self.func.region.entry)[::-1]
        self.pieces = {op: (block, at) for block in self.blocks for at, piece in enumerate(pieces_of(block)) for op in piece}
        self.is_straight = len({*self.pieces.values()}) == 1
        self.placed: dict[Value, str] = {}  # what is allocated for an output
        self.declared: list[str] = []
        self.lines: list[str] = []
        self.accessed: list[Access] = []  # since the last barrier
        self.temporaries = 0
        self.waits = False  # whether the host looks at what is computed
        returned = [block.last for block in self.blocks if not block.last.successors]
        self.returned: list[Value] = list(returned[0].operands) if len(returned) == 1 else []
        if len(returned) != 1:
            raise Error.on(self.func, "returns at several places, which has no form in C++")
        for value in [value for block in self.blocks for value in (*block.arguments, *[r for op in block for r in op.results])]:
            check_type(value, self.func)
        self.shapes = [*map(SteadySizes(self.func.body, self.of).shape, self.returned)]
        self.text = [*self.synchronous(), "", *self.asynchronous()]

    # Names

    def of(self, value: Value) -> str:
        """The name of a value, that of the IR."""
        if value in self.placed:
            return self.placed[value]
        text = self.printer.value(value).lstrip("%")
        text = "".join([letter if letter.isalnum() else "_" for letter in text])
        return f"v{text}" if text[:1].isdigit() else text

    def number(self, value: Value) -> str:
        """A size."""
        return computed(value.op, []) if value.op is not None and value.op.name == "arith.constant" else self.of(value)

    def matches(self, op: Operation) -> str:
        self.printer.out.clear()
        self.printer.operation(op)
        return f"// {' '.join(''.join(self.printer.out).split())}"

    def signature(self) -> list[str]:
        takes = ", ".join([f"{self.printer.value(value)}: {value.type}" for value in self.func.body.arguments])
        gives = ", ".join([value.type.text for value in self.returned])
        gives = f"({gives})" if len(self.returned) != 1 else gives
        names = [f"{kind} {at} is '{' '.join((port.written or port.name).split())}'" for kind, ports in (("argument", self.entry.feeds), ("result", self.entry.fetches))
                 for at, port in enumerate(ports) if port.named or port.written]  # fmt: skip
        return ["// Matches IR:", f"//   func @{self.func.get('sym_name')}({takes}) -> {gives}", *[f"// {each}" for each in names]]

    # The function that returns results

    @property
    def arguments(self) -> list[str]:
        return [self.of(value) for value in self.func.body.arguments]

    def synchronous(self) -> list[str]:
        kind = {0: "iree::Status", 1: f"iree::StatusOr<{VIEW}>"}.get(
            len(self.returned), f"iree::StatusOr<std::tuple<{', '.join([VIEW] * len(self.returned))}>>"
        )
        takes = ",\n      ".join([f"{VIEW} {name}" for name in self.arguments])
        views = [self.result_name(at, "_view") for at in range(len(self.returned))]
        passed_views = [f"&{view}" if shape is None else view for view, shape in zip(views, self.shapes)]
        call = ["device", "/*wait_semaphore=*/{}", *self.arguments, *passed_views, "/*signal_semaphore=*/{}", "completed_fence_value"]
        result = {0: "iree::OkStatus()", 1: "".join(views)}.get(len(views), f"std::make_tuple({', '.join(views)})")
        return [
            "  // Runs it on the first device, and returns when the results are there.", "  //", *[f"  {line}" for line in self.signature()],
            f"  {kind} {self.name}(" + (f"\n      {takes}" if takes else "") + ") {",
            "    iree::hal::Device* device = select_device(0);", *self.results(),
            "    ASSIGN_OR_RETURN(auto fence, device->CreateFence(0u));",
            "    auto completed_fence_value = iree::hal::FenceValue{add_ref(fence), 1u};",
            f"    RETURN_IF_ERROR({self.name}(", *[f"        {each}," for each in call[:-1]], f"        {call[-1]}));",
            "    RETURN_IF_ERROR(device->WaitAllFences(", "        {completed_fence_value}, iree::InfiniteDuration()));",
            f"    return {result};", "  }",
        ]  # fmt: skip

    def result_name(self, at: int, suffix: str = "") -> str:
        return f"result{at if len(self.returned) > 1 else ''}{suffix}"

    def results(self) -> Iterable[str]:
        """Memory for what is returned; what has sizes that are computed is allocated on the way."""
        for at, (value, shape) in enumerate(zip(self.returned, self.shapes)):
            if shape is None:
                yield f"    {VIEW} {self.result_name(at, '_view')};"
                continue
            size = element_size(value.type)
            length = byte_size(value.type) if value.type.is_static else f"static_cast<size_t>({' * '.join(shape)}) * {size}"
            yield from (
                f"    ASSIGN_OR_RETURN(auto {self.result_name(at)}, device->allocator()->Allocate(",
                "        iree::hal::MemoryType::kHostLocal |", "            iree::hal::MemoryType::kDeviceVisible,",
                "        iree::hal::BufferUsage::kDispatch |", f"            iree::hal::BufferUsage::kMapping, {length}));",
                f"    auto {self.result_name(at, '_view')} = {VIEW}(",
                f"        std::move({self.result_name(at)}), {shape_text(shape)}, {size});",
            )  # fmt: skip

    # The function that is told what to wait for

    def asynchronous(self) -> list[str]:
        outs = [f"{VIEW}* out{at}" if shape is None else f"{VIEW} out{at}" for at, shape in enumerate(self.shapes)]
        takes = [
            "iree::hal::Device* device", "iree::hal::SemaphoreValue wait_semaphore", *[f"{VIEW} {name}" for name in self.arguments], *outs,
            "iree::hal::SemaphoreValue signal_semaphore", "iree::hal::FenceValue signal_fence",
        ]  # fmt: skip
        self.give_outputs()
        self.body()
        return [
            "  // Submits it behind what signals `wait_semaphore`, and returns; results are there when `signal_semaphore` and `signal_fence`",
            "  // have their values. Those that are null are none." + (" What the host looks at on the way is waited for." if self.waits else ""),
            f"  iree::Status {self.name}(", *[f"      {each}," for each in takes[:-1]], f"      {takes[-1]}) {{",
            *[f"    {line}" for line in (*self.checks(), *self.declared, *self.lines)], "  }",
        ]  # fmt: skip

    def checks(self) -> Iterable[str]:
        yield "RETURN_IF_ERROR(CheckDevice(device));"
        for value in self.func.body.arguments:
            yield self.check(self.of(value), [-1 if size is None else size for size in value.type.shape], value.type)
        for at, (value, shape) in enumerate(zip(self.returned, self.shapes)):
            if shape is not None:
                yield self.check(f"out{at}", shape, value.type)

    def check(self, name: str, shape: Sequence[int | str], type: Type) -> str:
        return f'RETURN_IF_ERROR(iree::hal::CheckView("{name}", {name}, {shape_text(shape)}, {element_size(type)}));'

    def give_outputs(self) -> None:
        """What is returned as it is allocated lies in the output."""
        for at, (value, shape) in enumerate(zip(self.returned, self.shapes)):
            if shape is not None and value.op is not None and value.op.name.endswith(".alloc_heap"):
                self.placed.setdefault(value, f"out{at}")

    def body(self) -> None:
        command_buffer = ["device->CreateCommandBuffer(", "    iree::hal::CommandBufferMode::kOneShot,", f"    {self.categories()}));"]
        self.lines += [f"ASSIGN_OR_RETURN(auto cmd, {command_buffer[0]}", *command_buffer[1:], "RETURN_IF_ERROR(cmd->Begin());"]
        if self.is_straight:
            for op in self.blocks[0]:
                self.operation(op)
            return
        self.lines.append("iree::hal::DispatchRequest dispatch_request;")
        for argument in [argument for block in self.blocks[1:] for argument in block.arguments]:
            self.make_place(argument)
        for value in self.shared():
            self.lines.append(f"{'int64_t' if is_number(value) else VIEW} {self.of(value)}{' = 0' if is_number(value) else ''};")
        for at, block in enumerate(self.blocks):
            self.lines.append(f"{self.label(block)}: {{" if at else "{")
            self.barrier_between_blocks(at)
            *apart, last = pieces_of(block)
            for piece in apart:
                self.lines += ["{", "const auto piece = [&]() __attribute__((noinline)) -> iree::Status {"]
                for op in piece:
                    self.operation(op)
                self.lines += ["return iree::OkStatus();", "};", "RETURN_IF_ERROR(piece());", "}"]
            for op in last:
                self.operation(op)
            self.lines.append("}")

    def categories(self) -> str:
        copies = any([op.name.endswith(("copy", "fill", "clone", "stack_init", "alloc_static")) for block in self.blocks for op in block])
        dispatch = "iree::hal::CommandCategory::kDispatch"
        is_plain = len(self.blocks) == 1 and not copies and all([value in self.placed for value in self.returned])
        return dispatch if is_plain else f"{dispatch} | iree::hal::CommandCategory::kTransfer"

    def shared(self) -> list[Value]:
        """What a piece of a block makes and another uses."""
        results = [value for block in self.blocks for op in block for value in op.results if value not in self.placed]
        return [value for value in results if self.leaves_piece(value) and not is_inlined(value)]

    def leaves_piece(self, value: Value) -> bool:
        return any([self.pieces.get(user) != self.pieces[value.op] for user in value.uses])

    def make_place(self, argument: Value) -> None:
        """Memory of a block's argument; of open sizes where it is passed first."""
        if argument.type.is_static:
            self.assign(argument, f"AllocateTransient(device, {shape_text(argument.type.sizes)}, {element_size(argument.type)})", "auto ")
        else:
            self.lines.append(f"{VIEW} {self.of(argument)};")

    def label(self, block: Block) -> str:
        return self.printer.block_name(block).lstrip("^")

    # Operations

    def assign(self, value: Value, text: str, declaration: str | None = None) -> None:
        """A value that may fail to be made."""
        if declaration is None:
            declaration = self.declaration(value)
        self.lines.append(f"ASSIGN_OR_RETURN({declaration}{self.of(value)}, {text});")

    def declaration(self, value: Value) -> str:
        return "" if self.leaves_piece(value) else "const int64_t " if is_number(value) else "auto "

    def operation(self, op: Operation) -> None:
        if is_host_number(op):
            self.host_number(op)
            return
        local = op.name.rpartition(".")[2]
        rule = RULES.get(local) if op.name.startswith("iree_ll_seq.") else None
        if rule is None or is_by_buffers(op):
            raise Error.on(op, "has no form in C++; tf-opt --pipeline=vulkan --spirv-style=plain makes what has")
        if not op.successors:
            self.lines.append(self.matches(op))
        rule(self, op)

    def host_number(self, op: Operation) -> None:
        value = op.results[0]
        if op.name == LOAD:
            self.flush()
            indices = ", ".join([self.number(index) for index in op.operands[1:]])
            self.assign(value, f"ReadElement<{c_number(op.operands[0].type.element)}>({self.of(op.operands[0])}, {{{indices}}})")
        elif not is_inlined(value):
            source = f"{self.of(op.operands[0])}.shape[{axis_of(op)}]" if op.name == DIMENSION else ""
            text = source or computed(op, [self.number(operand) for operand in op.operands])
            self.lines.append(f"{'' if not self.declaration(value) else '[[maybe_unused]] const int64_t '}{self.of(value)} = {text};")

    def shape(self, op: Operation) -> str:
        type, given = op.results[0].type, sizes_given(op)
        assert isinstance(type, MemRefType)
        if not (type.is_static or given):
            for user in [user for user in op.results[0].uses if user.name.endswith("dispatch")]:
                check_devices(user, *dispatched(user, self.program.symbols)[1:])
            raise Error.on(op, "has sizes that nothing tells, which has no form in C++")
        return shape_text(filled_in(type, [self.number(value) for value in given]))

    def alloc(self, op: Operation) -> None:
        value = op.results[0]
        if value not in self.placed:
            self.assign(value, f"AllocateTransient(device, {self.shape(op)}, {element_size(value.type)})")

    def initialized(self, op: Operation) -> None:
        """Memory that begins with a constant."""
        value, attribute = op.results[0], op.attributes["value"]
        assert isinstance(attribute, ElementsAttr)
        self.assign(value, f"AllocateTransient(device, {self.shape(op)}, {element_size(value.type)})")
        constant = f"device_constant(device, {self.program.constant(attribute)})"
        self.access([(value, 0, EVERYTHING, True)])
        self.lines.append(f"RETURN_IF_ERROR(cmd->CopyBuffer({constant}, 0, {self.of(value)}.buffer, 0, {byte_size(value.type)}));")

    def constant(self, op: Operation) -> None:
        value, attribute = op.results[0], op.attributes["value"]
        assert isinstance(attribute, ElementsAttr)
        buffer = f"device_constant(device, {self.program.constant(attribute)})"
        self.view(value, f"{VIEW}({buffer}, {shape_text(value.type.sizes)}, {element_size(value.type)})")

    def view(self, value: Value, text: str) -> None:
        self.lines.append(f"{self.declaration(value)}{self.of(value)} = {text};")

    def reshape(self, op: Operation) -> None:
        self.assign(op.results[0], f"iree::hal::Reshaped({self.of(op.operands[0])}, {self.shape(op)})")

    def same(self, op: Operation) -> None:
        self.view(op.results[0], self.of(op.operands[0]))

    def clone(self, op: Operation) -> None:
        source, value = op.operands[0], op.results[0]
        self.assign(value, f"AllocateTransient(device, {self.of(source)}.shape, {element_size(value.type)})")
        self.copy(source, value)

    def slice(self, op: Operation) -> None:
        value = op.results[0]
        if "offset" not in op.attributes:
            raise Error.on(op, "goes by numbers in buffers, which has no form in C++")
        offset, multiple = str(op.get("offset")), op.get("multiple", 1)
        if op.name.endswith("dynamic_slice"):
            count = " * ".join([self.number(size) for size in sizes_given(op)]) or "1"
            offset = f"{offset} * iree::CeilDiv({count}, {multiple}) * {multiple}"
        self.view(value, f"iree::hal::Subview({self.of(op.operands[0])}, {offset}, {self.shape(op)}, {element_size(value.type)})")

    def alloc_arena(self, op: Operation) -> None:
        """An arena, and where its buffers begin: the last of these numbers is its size."""
        arena = self.of(op.results[0])
        rows = [f"{{{', '.join(map(str, row))}}}" for row in rows_of(op.attributes["spans"])]
        sizes = ", ".join([self.number(size) for size in op.operands])
        self.declared.append(f"static iree::hal::ArenaPlan {arena}_plan({{{', '.join(rows)}}}, {op.get('alignment')});")
        self.declared.append(f"std::vector<int64_t> {arena}_places;")
        self.lines.append(f"{arena}_places = {arena}_plan.PlacesFor({{{sizes}}});")
        self.assign(op.results[0], f"AllocateTransient(device, {{{arena}_places.back()}}, 1)")

    def arena_slice(self, op: Operation) -> None:
        arena = self.of(op.operands[0])
        kind = f"{self.shape(op)}, {element_size(op.results[0].type)}"
        self.view(op.results[0], f"iree::hal::Subview({arena}, {arena}_places[{op.get('buffer')}], {kind})")

    def ignored(self, op: Operation) -> None:
        """What only helps to manage memory, or to debug."""
        self.lines.pop()

    def static_copy(self, op: Operation) -> None:
        (source, target), length = op.operands, op.get("length")
        offsets = op.get("source_offset"), op.get("target_offset")
        self.access([region(source, offsets[0], length, False), region(target, offsets[1], length, True)])
        self.lines.append(
            f"RETURN_IF_ERROR(cmd->CopyBuffer({self.of(source)}.buffer, {offsets[0]}, {self.of(target)}.buffer, {offsets[1]}, {length}));"
        )

    def dynamic_copy(self, op: Operation) -> None:
        self.copy(*op.operands)

    def copy(self, source: Value, target: Value | str) -> None:
        """A whole buffer to another."""
        name = target if isinstance(target, str) else self.of(target)
        written: Access = (target, 0, EVERYTHING, True) if isinstance(target, str) else region(target, 0, None, True)
        self.access([region(source, 0, None, False), written])
        whole = f"{self.of(source)}.byte_length()"
        self.lines.append(f"RETURN_IF_ERROR(cmd->CopyBuffer({self.of(source)}.buffer, 0, {name}.buffer, 0, {whole}));")

    def static_fill(self, op: Operation) -> None:
        target, offset, length = op.operands[0], op.get("offset"), op.get("length")
        self.access([region(target, offset, length, True)])
        pattern = f"0x{op.get('value') & 0xFFFFFFFF:x}u"
        self.lines.append(f"RETURN_IF_ERROR(cmd->FillBuffer({self.of(target)}.buffer, {offset}, {length}, {pattern}));")

    def dispatch(self, op: Operation) -> None:
        _, executable, entry = dispatched(op, self.program.symbols)
        portable = portable_entry(executable, entry)
        asserted = assertions_of(portable) if portable is not None and architecture(executable, HOST) is not None else None
        if asserted is not None:
            self.assertions(op, asserted)
            return
        pairs = equal_sizes(portable, op.operands, self.of)
        if pairs:
            listed = ", ".join([shape_text(pair) for pair in pairs])
            self.lines.append(f'RETURN_IF_ERROR(iree::hal::CheckEqual("{entry}", {{{listed}}}));')
        ordinal, kernel = self.program.kernel(op, executable, entry)
        written = {binding.argument for binding in kernel.bindings if binding.number in kernel.written}
        self.access([region(value, 0, None, at in written) for at, value in enumerate(op.operands)])
        is_first = self.is_straight and not any([line.startswith("iree::hal::DispatchRequest") for line in self.lines])
        again = "iree::hal::DispatchRequest dispatch_request;" if is_first else "dispatch_request = iree::hal::DispatchRequest();"
        views = map(self.of, op.operands)
        self.lines += [
            again, f"dispatch_request.executable = device_executable(device, {ordinal});", *self.extents(op, kernel),
            "dispatch_request.bindings = {", *[f"    {{{view}.buffer, {view}.shape, {view}.element_size}}," for view in views], "};",
            "RETURN_IF_ERROR(cmd->Dispatch(dispatch_request));",
        ]  # fmt: skip

    def assertions(self, op: Operation, asserted: list[Operation]) -> None:
        """What is asserted of numbers that the device has computed, or that the caller gives, is looked at here."""
        self.flush()
        for number, assertion in enumerate(asserted):
            condition, *numbers = [op.operands[value.op.operands[0].index] for value in assertion.operands]
            holds, text = f"holds{self.temporaries}_{number}", quoted(assertion.get("error_message", "sizes do not fit each other"))
            self.lines.append(f"ASSIGN_OR_RETURN(const bool {holds}, ReadElement<uint8_t>({self.of(condition)}));")
            shown = ", ".join([f"ReadElement<{c_number(value.type.element)}>({self.of(value)})" for value in numbers])
            self.lines.append(f"if (!{holds}) return Refused({', '.join([text, *([shown] if shown else [])])});")
        self.temporaries += 1

    def extents(self, op: Operation, kernel: Kernel) -> Iterable[str]:
        """How much there is to do, by the sizes that the types of operands leave open."""
        sizes = [f"{self.of(value)}.shape[{axis}]" for value in op.operands for axis, size in enumerate(value.type.shape) if size is None]
        workload = op.attributes.get("workload")
        if workload is not None and is_of_workload(kernel, workload.values()):
            yield f"dispatch_request.workload = {shape_text(list(workload.values()))};"
        else:
            groups = results_of(kernel.workgroups, sizes) if isinstance(kernel.workgroups, AffineAttr) else kernel.workgroups
            yield f"dispatch_request.workgroups = {shape_text(list(groups))};"
        if kernel.pushed:
            yield f"dispatch_request.push_constants = {{{', '.join([f'static_cast<int32_t>({size})' for size in sizes])}}};"
        if kernel.trips is not None:
            yield f"dispatch_request.trips = {' + '.join(results_of(kernel.trips, sizes))};"

    # What comes before what

    def access(self, accesses: list[Access]) -> None:
        """A barrier where a command uses what another has written since the last one, or writes what it uses."""
        if any([conflict(one, other) for one in accesses for other in self.accessed]):
            self.lines.append("RETURN_IF_ERROR(cmd->ExecutionBarrier());")
            self.accessed = []
        self.accessed += accesses

    def barrier_between_blocks(self, at: int) -> None:
        self.accessed = []
        if at:
            self.lines.append("RETURN_IF_ERROR(cmd->ExecutionBarrier());")

    def flush(self) -> None:
        """Everything so far runs before the host looks at what it computes."""
        self.accessed, self.waits = [], True
        self.lines.append("RETURN_IF_ERROR(Flush(device, &cmd, &wait_semaphore));")

    # Control flow

    def choose(self, op: Operation) -> None:
        condition, *either = op.operands
        self.flush()
        is_first = f"{self.of(op.results[0])}_is_first"
        self.lines.append(f"ASSIGN_OR_RETURN(const bool {is_first}, ReadElement<uint8_t>({self.of(condition)}));")
        self.view(op.results[0], f"{is_first} ? {' : '.join(map(self.of, either))}")

    def branch(self, op: Operation) -> None:
        ways = passed(op)
        if len(ways) == 1:
            self.goes_to(*ways[0])
            return
        self.flush()
        self.lines += [f"ASSIGN_OR_RETURN(const bool condition, ReadElement<uint8_t>({self.of(op.operands[0])}));", "if (condition) {"]
        self.goes_to(*ways[0])
        self.lines.append("} else {")
        self.accessed = []
        self.goes_to(*ways[1])
        self.lines.append("}")

    def goes_to(self, target: Block, values: Iterable[Value]) -> None:
        """A branch, with the copies of what it passes on."""
        values = list(values)
        for argument, value in zip(target.arguments, values):
            if not argument.type.is_static:
                self.lines.append(f"RETURN_IF_ERROR(MakeRoom(device, {self.of(value)}, &{self.of(argument)}));")
        for source, to in in_turn(different(zip(values, target.arguments)), self.temporary):
            self.copy(source, to)
        self.lines.append(f"goto {self.label(target)};")

    def temporary(self, like: Value) -> Value:
        value = Value(like.type, None, 0)
        self.placed[value] = f"copy{self.temporaries}"
        self.temporaries += 1
        self.assign(value, f"AllocateTransient(device, {self.of(like)}.shape, {element_size(like.type)})", "auto ")
        return value

    def leave(self, op: Operation) -> None:
        for at, value in enumerate(op.operands):
            if self.shapes[at] is None:
                self.give(value, at)
            elif self.placed.get(value) != f"out{at}":
                self.copy(value, f"out{at}")
        self.lines += [
            "RETURN_IF_ERROR(cmd->End());", "auto* command_queue = device->command_queues()[0];", "return command_queue->Submit({",
            "    iree::hal::SubmissionBatch{", "        {wait_semaphore},", "        {cmd},", "        {signal_semaphore},", "    },",
            "}, signal_fence);",
        ]  # fmt: skip

    def give(self, value: Value, at: int) -> None:
        """What is allocated on the way goes to the caller; of what others use too, a copy."""
        first = origin(value, RESHAPES)
        if first.op is not None and first.op.name.endswith(".alloc_heap"):
            self.lines.append(f"*out{at} = {self.of(value)};")
            return
        self.lines.append(f"RETURN_IF_ERROR(MakeRoom(device, {self.of(value)}, out{at}));")
        self.access([region(value, 0, None, False)])
        whole = f"{self.of(value)}.byte_length()"
        self.lines.append(f"RETURN_IF_ERROR(cmd->CopyBuffer({self.of(value)}.buffer, 0, out{at}->buffer, 0, {whole}));")


RULES = {
    **dict.fromkeys(("alloc_heap", "alloc_stack"), Function.alloc), **dict.fromkeys(("alloc_static", "alloc_stack_init"), Function.initialized),
    "constant": Function.constant, "reshape": Function.reshape, "assign": Function.same, "clone": Function.clone,
    "alloc_arena": Function.alloc_arena, "arena_slice": Function.arena_slice, **dict.fromkeys(("static_slice", "dynamic_slice"), Function.slice), "static_copy": Function.static_copy, "dynamic_copy": Function.dynamic_copy,
    "static_fill": Function.static_fill, **dict.fromkeys(("static_dispatch", "dynamic_dispatch"), Function.dispatch),
    **dict.fromkeys(("discard", "trace", "cond_break", "break"), Function.ignored), "cond_assign": Function.choose,
    **dict.fromkeys(("br", "cond_br"), Function.branch), "return": Function.leave,
}  # fmt: skip


def pieces_of(block: Block) -> list[list[Operation]]:
    """The operations of a block, and of a long one in pieces, the last of which is its end."""
    *ops, last = block
    if len(ops) < LONG:
        return [[*ops, last]]
    return [*[ops[at : at + PIECE] for at in range(0, len(ops), PIECE)], [last]]


def quoted(text: str) -> str:
    """A literal."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def is_number(value: Value) -> bool:
    return not isinstance(value.type, MemRefType)


def is_inlined(value: Value) -> bool:
    """Whether a number stands where it is used."""
    return value.op is not None and value.op.name == "arith.constant"


def is_by_buffers(op: Operation) -> bool:
    """Whether an operation of 2019 goes by numbers that lie, or lay, in buffers."""
    local = op.name.rpartition(".")[2]
    if local.endswith("dispatch"):
        return has_workload(op) or any(map(is_number, op.operands))
    is_sized = local in ("reshape", "dynamic_slice", "alloc_heap", "alloc_stack") and len(op.operands) > (not local.startswith("alloc"))
    return (local == "dynamic_copy" and len(op.operands) != 2) or (is_sized and not sizes_given(op))


def is_of_workload(kernel: Kernel, workload: Sequence[int]) -> bool:
    """Whether a kernel takes one invocation for each unit of a workload."""
    groups = tuple([-(-count // size) for count, size in zip(workload, kernel.local_size)])
    return kernel.workgroups is None or kernel.workgroups == groups


def check_type(value: Value, func: Operation) -> None:
    if isinstance(value.type, MemRefType) and not isinstance(value.type.element, OpaqueType):
        return
    if value.op is not None and is_host_number(value.op):
        return
    raise Error.on(value.op or func, f"has a value of type {value.type}, which has no form in C++")


def element_size(type: Type) -> str:
    """The size of an element in bytes."""
    assert isinstance(type, MemRefType)
    element = type.element
    if isinstance(element, ComplexType):
        return f"2 * {element_size(MemRefType((), element.element))}"
    return f"sizeof({c_number(element)})"


def c_number(element: Type) -> str:
    """The type of a number, or of as many bits where C++ has none for it."""
    bits = storage_bits(element)
    if isinstance(element, FloatType) and element.text in ("f32", "f64"):
        return "float" if bits == 32 else "double"
    if element is I1:
        return "bool"
    is_signed = isinstance(element, IntegerType) and element.signedness != "u"
    return f"{'' if is_signed else 'u'}int{bits}_t"
