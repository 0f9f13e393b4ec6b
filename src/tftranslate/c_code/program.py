"""The sequencer's function as one of C: `void NAME(const void *const inputs[], void *const outputs[], void *memory)`.

What the function allocates lies in `memory`, at fixed places, or in the outputs; constants are words, of which equal ones stand once.
Branches are labels, and copy what they pass on. All sizes are known, and nothing is left to the host.
"""

from __future__ import annotations

from tfir.analysis.feeds import feed_names, require_static_feeds
from tfir.analysis.host_steps import contents
from tfir.conversion.words_of_c import range_of
from tfir.dialects.cf import passed
from tfir.dialects.iree_ll_seq import byte_size
from tfir.execution.entry import Entry, Port, find_entry
from tfir.execution.expansion import expanded
from tfir.execution.kernels import entry_in, spirv_for
from tfir.execution.sequencer import HOST, RESHAPES, architecture, different, in_turn, is_sequence, origin, portable_entry
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import I1, ComplexType, FloatType, IntegerType, MemRefType, OpaqueType, ShapedType, Type, is_part_of_byte, storage_bits
from tfir.ods.arrays import array_of

from tftranslate.c_code.kernels import FLOATS, Kernel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

ALIGNMENT = 64  # bytes
WORDS_IN_A_LINE = 12
HINT = "tf-opt --pipeline=vulkan --spirv-style=plain makes what has a form in C"
PRELUDE = """#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
"""
FUNCTIONS = {
    "float_of_uint32_t": "static inline float float_of_uint32_t(uint32_t bits) { float value; memcpy(&value, &bits, 4); return value; }",
    "uint32_t_of_float": "static inline uint32_t uint32_t_of_float(float value) { uint32_t bits; memcpy(&bits, &value, 4); return bits; }",
    "double_of_uint64_t": "static inline double double_of_uint64_t(uint64_t bits) { double value; memcpy(&value, &bits, 8); return value; }",
    "uint64_t_of_double": "static inline uint64_t uint64_t_of_double(double value) { uint64_t bits; memcpy(&bits, &value, 8); return bits; }",
    "half": "__extension__ typedef _Float16 half;",
    "half_of_uint16_t": "static inline half half_of_uint16_t(uint16_t bits) { half value; memcpy(&value, &bits, 2); return value; }",
    "uint16_t_of_half": "static inline uint16_t uint16_t_of_half(half value) { uint16_t bits; memcpy(&bits, &value, 2); return bits; }",
    "count_ones": "static inline uint32_t count_ones(uint64_t bits) { uint32_t count = 0; for (; bits; bits &= bits - 1) ++count; return count; }",
    "spread_signed": "static inline void spread_signed(int8_t *bytes, size_t count, int shift) { for (size_t i = 0; i < count; ++i) "
    "bytes[i] = (int8_t)((int8_t)((uint32_t)(uint8_t)bytes[i] << shift) >> shift); }",
    "spread_unsigned": "static inline void spread_unsigned(uint8_t *bytes, size_t count, int shift) { for (size_t i = 0; i < count; ++i) "
    "bytes[i] = (uint8_t)(bytes[i] & (255 >> shift)); }",
    "highest_one": "static inline uint32_t highest_one(uint32_t bits) { uint32_t at = UINT32_MAX; for (; bits; bits >>= 1) ++at; return at; }",
}


def c_of(module: Operation, name: str) -> str:
    """The program as C. Raises Error where it is not lowered to SPIR-V, has sizes that are not known, or steps of the host."""
    entry = find_entry(module)
    if not is_sequence(entry.func):
        raise Error(f"@{entry.name} has not been lowered to dispatches; {HINT}", entry.func)
    require_static_feeds(entry.func, feed_names(entry.func), "A function of C that allocates nothing is for feeds of one size each:")
    return Program(entry, module, name).text()


class Program:
    def __init__(self, entry: Entry, module: Operation, name: str):
        self.entry, self.name, self.executables = entry, name, SymbolTable(module)
        self.kernels: dict[tuple[str, str], tuple[Kernel, str]] = {}  # and their text
        self.constants: dict[bytes, str] = {}
        self.places: dict[Value, str] = {}
        self.labels: dict[Block, str] = {}
        self.lines: list[str] = []
        self.memory = 0

    def text(self) -> str:
        func = expanded(self.entry.func, self.executables)
        for value in [value for block in func.region.blocks for op in block for value in op.results]:
            static(value.type, value.op)
        for number, argument in enumerate(func.body.arguments):
            static(argument.type, func)
            self.places[argument] = f"((const unsigned char *)inputs[{number}])"
        self.give_outputs(func)
        blocks = func.region.blocks
        for place in [argument for block in blocks[1:] for argument in block.arguments]:
            self.places[place] = self.allocated(place.type)
        for at, block in enumerate(blocks):
            if at:
                self.lines.append(f"{self.label(block)}:;")
            for op in block:
                self.operation(op)
        body = "\n".join([text for _, text in self.kernels.values()])
        lines = "\n".join(self.lines)
        used = [text for word, text in FUNCTIONS.items() if word in body or word in lines]
        constants = [constant_text(name, data) for data, name in self.constants.items() if f"*){name})" in lines]
        signature = f"void {self.name}(const void *const inputs[], void *const outputs[], void *memory)"
        head = [f"/* Made by tf-translate --mlir-to-c of @{self.entry.name}. */", PRELUDE, *self.interface(), f"{signature};", ""]
        idle = "(void)inputs; (void)outputs; (void)memory;"
        return "\n".join([*head, *used, "", *constants, body, f"{signature} {{", idle, *self.lines, "}", ""])

    def interface(self) -> list[str]:
        """What callers have to know, as a comment."""
        ports = [
            *[("inputs", *each) for each in enumerate(self.entry.feeds)],
            *[("outputs", *each) for each in enumerate(self.entry.fetches)],
        ]
        rows = [f"     {array}[{number}]  {described(port)}" for array, number, port in ports]
        size = f"/* Bytes of memory for a call; calls at the same time have each their own. It begins at a multiple of {ALIGNMENT}. */"
        return [size, f"#define {self.name.upper()}_MEMORY {max(self.memory, 1)}", "", "/* Elements lie in row-major order:", *rows, "*/"]

    # Memory

    def give_outputs(self, func: Operation) -> None:
        """What is returned, and allocated for it alone, lies in the output."""
        for block in func.region.blocks:
            for number, value in enumerate(block.last.operands if not block.last.successors else ()):
                first = origin(value, RESHAPES)
                if first.op is not None and first.op.name.endswith(".alloc_heap"):
                    self.places.setdefault(first, f"((unsigned char *)outputs[{number}])")

    def allocated(self, type: Type) -> str:
        at, size = self.memory, byte_size(type)
        self.memory += -(-size // ALIGNMENT) * ALIGNMENT
        return f"((unsigned char *)memory + {at})"

    def constant(self, attribute: ElementsAttr) -> str:
        data = array_of(attribute).tobytes()
        return f"((const unsigned char *){self.constants.setdefault(data, f'c{len(self.constants)}')})"

    # Operations

    def label(self, block: Block) -> str:
        return self.labels.setdefault(block, f"b{len(self.labels)}")

    def operation(self, op: Operation) -> None:
        local = op.name.rpartition(".")[2]
        rule = RULES.get(local) if op.name.startswith("iree_ll_seq.") else None
        if rule is None:
            raise Error.on(op, f"has no form in C; {HINT}")
        rule(self, op)

    def alloc_heap(self, op: Operation) -> None:
        if op.results[0] not in self.places:
            self.places[op.results[0]] = self.allocated(op.results[0].type)

    def constant_op(self, op: Operation) -> None:
        value = op.attributes["value"]
        assert isinstance(value, ElementsAttr)
        self.places[op.results[0]] = self.constant(value)

    def reshape(self, op: Operation) -> None:
        self.places[op.results[0]] = self.places[op.operands[0]]

    def static_slice(self, op: Operation) -> None:
        self.places[op.results[0]] = self.at(op.operands[0], op.get("offset"))

    def at(self, value: Value, offset: int) -> str:
        return f"({self.places[value]} + {offset})" if offset else self.places[value]

    def static_copy(self, op: Operation) -> None:
        source, target = self.at(op.operands[0], op.get("source_offset")), self.at(op.operands[1], op.get("target_offset"))
        self.lines.append(f"memmove({target}, {source}, {op.get('length')});")

    def clone(self, op: Operation) -> None:
        self.alloc_heap(op)
        self.lines.append(f"memmove({self.places[op.results[0]]}, {self.places[op.operands[0]]}, {byte_size(op.results[0].type)});")

    def static_fill(self, op: Operation) -> None:
        target, value = self.at(op.operands[0], op.get("offset")), op.get("value") & 0xFFFFFFFF
        self.lines.append(
            f"for (size_t i = 0; i < {op.get('length')}; ++i) {target}[i] = (unsigned char)(UINT32_C({value}) >> 8 * (i & 3));"
        )

    def static_dispatch(self, op: Operation) -> None:
        callee = op.attributes["callee"]
        kernel = self.kernel(op, callee.root, callee.leaf)
        groups = kernel.func.attributes.get("iree.workgroups")
        workload = op.attributes["workload"].values()
        counts = (
            list(groups.values()) if isinstance(groups, ElementsAttr) else [-(-count // size) for count, size in zip(workload, kernel.size)]
        )
        arguments = [self.places[op.operands[at]] for at in sorted(kernel.bindings)]
        self.lines.append(f"{kernel.name}({', '.join([*arguments, *[f'{count}u' for count in counts]])});")

    def kernel(self, op: Operation, executable: str, entry: str) -> Kernel:
        if (executable, entry) not in self.kernels:
            defined = self.executables.get(executable)
            check_devices(op, defined, entry)
            kernel = Kernel(*entry_in(spirv_for(defined)[0], entry), f"k{len(self.kernels)}_{word(entry)}")
            self.kernels[executable, entry] = kernel, kernel.text()
        return self.kernels[executable, entry][0]

    # Control flow

    def goes_to(self, target: Block, values: Iterable[Value]) -> str:
        """A branch, with the copies of what it passes on."""
        pairs = different(zip(values, target.arguments))
        copies = [
            f"memmove({self.places[to]}, {self.places[source]}, {byte_size(to.type)});" for source, to in in_turn(pairs, self.temporary)
        ]
        return f"{{ {' '.join([*copies, f'goto {self.label(target)};'])} }}"

    def temporary(self, like: Value) -> Value:
        value = Value(like.type, None, 0)
        self.places[value] = self.allocated(like.type)
        return value

    def branch(self, op: Operation) -> None:
        ways = [self.goes_to(target, values) for target, values in passed(op)]
        self.lines.append(ways[0] if len(ways) == 1 else f"if (*{self.places[op.operands[0]]}) {ways[0]} else {ways[1]}")

    def leave(self, op: Operation) -> None:
        for number, value in enumerate(op.operands):
            if self.places[value] != f"((unsigned char *)outputs[{number}])":
                self.lines.append(f"memmove(outputs[{number}], {self.places[value]}, {byte_size(value.type)});")
        for number, (port, value) in enumerate(zip(self.entry.fetches, op.operands)):
            element = port.type.element if isinstance(port.type, ShapedType) else port.type
            if is_part_of_byte(element):
                name = f"spread_{'unsigned' if element.signedness == 'u' else 'signed'}"
                self.lines.append(f"{name}(outputs[{number}], {byte_size(value.type)}, {8 - element.width});")
        self.lines.append("return;")


RULES = {
    "alloc_heap": Program.alloc_heap, "clone": Program.clone, "constant": Program.constant_op, "reshape": Program.reshape, "static_slice": Program.static_slice,
    "static_copy": Program.static_copy, "static_fill": Program.static_fill, "static_dispatch": Program.static_dispatch, "br": Program.branch,
    "cond_br": Program.branch, "return": Program.leave,
}  # fmt: skip


def static(type: Type, at: Operation) -> None:
    is_known = isinstance(type, MemRefType) and type.is_static
    if not is_known or isinstance(type.element, OpaqueType):
        reason = "" if is_known else "; sizes that numbers decide as it runs are not known before"
        raise Error.on(at, f"has a value of type {type}, which has no form in C{reason}")


def check_devices(op: Operation, executable: Operation | None, entry: str) -> None:
    """Raises Error where a dispatch is of what no device has a kernel for."""
    if executable is None:
        raise Error.on(op, f"has no kernel in SPIR-V; {HINT}")
    if architecture(executable, HOST) is not None:
        func = portable_entry(executable, entry)
        named = f" ({contents(func)})" if func is not None else ""
        raise Error.on(op, f"is a step of the host{named}, which has no form in C or C++")


def word(text: str) -> str:
    return "".join([letter if letter.isalnum() and letter.isascii() else "_" for letter in text])


def constant_text(name: str, data: bytes, storage: str = "static const") -> str:
    """Words in the byte order of the machine that they are compiled for, which is the least significant byte first."""
    data += b"\0" * (-len(data) % 4)
    words = [f"0x{int.from_bytes(data[at : at + 4], 'little'):x}" for at in range(0, len(data), 4)] or ["0"]
    lines = [", ".join(words[at : at + WORDS_IN_A_LINE]) for at in range(0, len(words), WORDS_IN_A_LINE)]
    return f"{storage} uint32_t {name}[] = {{{(',' + chr(10)).join(lines)}}};"


def described(port: Port) -> str:
    type = port.type
    element = type.element if isinstance(type, ShapedType) else type
    sizes = "".join([f"[{size}]" for size in (type.shape or ())]) if isinstance(type, ShapedType) else ""
    return f"{(port.written or port.name).replace('*/', '* /')}: {kind_of(element)}{sizes}{range_of(element)}"


def kind_of(element: Type) -> str:
    """What an element is called; of numbers that C has not, their bits."""
    if isinstance(element, ComplexType):
        return f"{kind_of(element.element)} _Complex"
    if element is I1:
        return "bool"
    if isinstance(element, FloatType) and element in FLOATS:
        return FLOATS[element]
    is_unsigned = not isinstance(element, IntegerType) or element.signedness == "u"
    return f"{'u' if is_unsigned else ''}int{max(storage_bits(element), 8)}_t"
