"""A program as a function of C: an object file, its assembly, or a shared library with a header, which need nothing of Python's to run.

    void NAME(const void *const inputs[], void *const outputs[], void *memory);

Inputs, outputs and memory are the caller's, so that several calls may run at once, each with memory of its own. Constants lie in the file.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from ctypes import CDLL

import numpy as np
from tfir.cli.files import Output
from tfir.cli.process import UsageError
from tfir.execution.host_steps import is_for_host
from tfir.execution.state import State
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ods.arrays import array_of, dtype_of

from tfrun.devices.cpu.commands import BRANCH, COPY, DISPATCH, FILL, JUMP
from tfrun.devices.cpu.compilation import machine, optimized
from tfrun.devices.cpu.executor import ProcessorProgram
from tfrun.devices.cpu.machine_code import Code
from tfrun.devices.cpu.programs import kernels_of
from tfrun.devices.cpu.recording import ALIGNMENT, Recording
from tfrun.devices.cpu.waiting import runtime
from tfrun.devices.cpu.workers import Workers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfir.execution.entry import Entry, Port

C_TYPES = {np.dtype("f4"): "float", np.dtype("f8"): "double", np.dtype("c8"): "float _Complex", np.dtype("c16"): "double _Complex"}
WORDS_OF_C = (  # and of C++, with spaces around each
    " alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl complex concept const const_cast"
    " consteval constexpr constinit continue decltype default delete do double dynamic_cast else enum explicit export extern false"
    " float for friend goto if imaginary inline int long main mutable namespace new noexcept noreturn not not_eq nullptr operator or"
    " or_eq private protected public register reinterpret_cast requires restrict return short signed sizeof static static_assert"
    " static_cast struct switch template this thread_local throw true try typedef typeid typename typeof union unsigned using virtual"
    " void volatile wchar_t while xor xor_eq "
)


class Nowhere(Code):
    """Code that is not in memory yet."""

    def __init__(self) -> None:
        pass

    def address(self, name: str) -> int:
        return 0


def emit(module: Operation, entry: Entry, kind: str, path: str, is_described: bool = False) -> None:
    """Writes the program of an entry to a file; of a library a header beside it. Raises Error where the host has a part in it, or a file
    cannot be written."""
    beside = f"{os.path.splitext(path)[0]}.h" if kind == "shared-library" else f"{path}.constants"
    if path == "-" and kind != "object":
        raise UsageError(f"--emit-to=-: of --emit={kind} there are two files")
    if beside == path:
        raise UsageError(f"--emit-to={path}: the library's header is called so; expected a name like {os.path.splitext(path)[0]}.so")
    kernels, name = kernels_of(module, is_described), c_name(path)
    program = ProcessorProgram(kernels, Nowhere(), entry.func, Workers(1), State())
    if program.whole is None or entry.bound:
        raise Error.on(entry.func, f"cannot be emitted: {reason(module, entry)}")
    recording = program.whole.recording
    with tempfile.TemporaryDirectory() as folder:
        constants = os.path.join(folder, "constants")
        offsets = write_constants(constants, recording.constants)
        text = Writer(name, recording, [array.nbytes for array in program.whole.outputs], offsets, constants).text()
        content = content_of(kind, [kernels.llvm_ir() + text, runtime()], name, folder)
        if kind == "shared-library":
            write(beside, header(name, entry, memory_size(recording)).encode())
        elif kind == "assembly":
            write(beside, content_in(constants))
            content = content.replace(constants.encode(), os.path.abspath(beside).encode())
        write(path, content)


def reason(module: Operation, entry: Entry) -> str:
    """Why a program is not nothing but commands of one size."""
    hosts = [op.get("sym_name") for op in module.body if op.name == "iree.multi_arch_executable" and is_for_host(op)]
    if hosts:
        return f"the host computes {', '.join(hosts)}, which takes Python"
    return "it is bound to what the module holds" if entry.bound else "its sizes are told by calls; lower it with --input-shapes=..."


def content_in(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def write(path: str, content: bytes) -> None:
    with Output(path, binary=True) as out:
        out.write(content)


def c_name(path: str) -> str:
    """What the function is called for a file: `libmodel-1.so` gives `model_1`, and `libdouble.so` `model_double`."""
    stem = os.path.splitext(os.path.basename(path))[0].removeprefix("lib")
    name = "".join([letter if letter.isascii() and letter.isalnum() else "_" for letter in stem])
    return name if name[:1].isalpha() and not is_taken(name) else f"model_{name}"


def is_taken(name: str) -> bool:
    """Whether a name means something in C, in C++, or in the system's libraries."""
    return f" {name} " in WORDS_OF_C or hasattr(CDLL(None), name)


def write_constants(path: str, constants: dict[int, ElementsAttr]) -> dict[int, int]:
    """Writes them behind each other, and gives where each begins."""
    offsets: dict[int, int] = {}
    with open(path, "wb") as file:
        for number, attribute in constants.items():
            file.write(bytes(-file.tell() % ALIGNMENT))
            offsets[number] = file.tell()
            file.write(np.ascontiguousarray(array_of(attribute)).tobytes())
        file.write(bytes(ALIGNMENT))  # a kernel may read a whole vector at the end
    return offsets


def layout(recording: Recording) -> dict[int, int]:
    """Where each area that is no constant begins in the memory that a call is given."""
    places, at = {}, 0
    for number, size in enumerate(recording.sizes):
        if number not in recording.constants:
            places[number] = at
            at += -(-size // ALIGNMENT) * ALIGNMENT
    return places


def memory_size(recording: Recording) -> int:
    """A multiple of what memory is aligned to, as `aligned_alloc` asks for."""
    places = layout(recording)
    end = max([place + recording.sizes[number] for number, place in places.items()], default=0)
    return -(-end // ALIGNMENT) * ALIGNMENT + ALIGNMENT


class Writer:
    """LLVM IR of the function that runs a recording, whose outputs have so many bytes."""

    def __init__(self, name: str, recording: Recording, sizes: list[int], offsets: dict[int, int], constants: str):
        self.name, self.recording, self.sizes, self.offsets, self.constants = name, recording, sizes, offsets, constants
        self.layout, self.table, self.count = layout(recording), recording.table, 0
        self.lines: list[str] = []

    def text(self) -> str:
        most = max([len(places) for _, places, _ in self.rows()], default=1)
        self.lines += [
            f"define void @{self.name}(ptr %inputs, ptr %outputs, ptr %memory) nounwind {{", f"%slots = alloca [{max(1, most)} x ptr]"
        ]  # fmt: skip
        for number, area in enumerate(self.recording.inputs):
            if area is not None:
                self.move(self.place(area, 0), self.given("%inputs", number), self.recording.sizes[area])
        self.lines.append("br label %r0")
        for number, (row, places, sizes) in enumerate(self.rows()):
            self.lines.append(f"r{number}:")
            self.command(number, row, places, sizes)
        self.lines.append("}")
        return "\n".join([*self.head(), *self.lines, ""])

    def head(self) -> list[str]:
        sizes = ", ".join([f"i32 {size}" for size in self.table.sizes])
        path = self.constants.replace("\\", "\\5C").replace('"', "\\22")
        words = [
            ".section .rodata",
            f".p2align {ALIGNMENT.bit_length() - 1}",
            f"{self.name}_constants:",
            f".incbin \\22{path}\\22",
            ".text",
        ]
        return [
            *[f'module asm "{word}"' for word in words],
            f"@{self.name}_constants = external hidden constant i8",
            f"@{self.name}_sizes = internal constant [{len(self.table.sizes)} x i32] [{sizes}]",
            "declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)",
        ]  # fmt: skip

    def rows(self) -> Iterator[tuple[list[int], list[tuple[int, int]], int]]:
        """Each command, with its places, and where its sizes begin."""
        table = self.table
        ends = [*table.rows[1:, 3].tolist(), len(table.places)]
        for row, end in zip(table.rows.tolist(), ends):
            yield row, [tuple(place) for place in table.places[row[3] : end].tolist()], row[4]

    def command(self, number: int, row: list[int], places: list[tuple[int, int]], sizes: int) -> None:
        kind, other, kernel, _, _, length = row
        following = f"br label %r{number + 1}"
        if kind == DISPATCH:
            for slot, place in enumerate(places):
                at = self.made(f"getelementptr [1 x ptr], ptr %slots, i64 0, i64 {slot}")
                self.lines.append(f"store ptr {self.place(*place)}, ptr {at}")
            told = self.made(f"getelementptr i32, ptr @{self.name}_sizes, i64 {sizes}")
            self.lines.append(f'call void @"{self.table.kernels[kernel]}"(ptr %slots, ptr {told}, i32 0, i32 {length})')
        elif kind == COPY:
            self.move(self.place(*places[1]), self.place(*places[0]), length)
        elif kind == FILL:
            for offset in range(0, length, 4):
                word = self.made(f"getelementptr i8, ptr {self.place(*places[0])}, i64 {offset}")
                self.lines.append(f"store i32 {other}, ptr {word}, align 1")
        elif kind == JUMP:
            following = f"br label %r{other}"
        elif kind == BRANCH:
            truth = self.made(f"load i8, ptr {self.place(*places[0])}")
            holds = self.made(f"icmp ne i8 {truth}, 0")
            following = f"br i1 {holds}, label %r{number + 1}, label %r{other}"
        else:
            following = self.finish()
        self.lines.append(following)

    def finish(self) -> str:
        for number, ((area, offset), size) in enumerate(zip(self.recording.outputs, self.sizes)):
            self.move(self.given("%outputs", number), self.place(area, offset), size)
        return "ret void"

    def made(self, instruction: str) -> str:
        self.count += 1
        self.lines.append(f"%v{self.count} = {instruction}")
        return f"%v{self.count}"

    def place(self, area: int, offset: int) -> str:
        base, begin = (f"@{self.name}_constants", self.offsets[area]) if area in self.offsets else ("%memory", self.layout[area])
        return self.made(f"getelementptr i8, ptr {base}, i64 {begin + offset}")

    def given(self, argument: str, number: int) -> str:
        return self.made(f"load ptr, ptr {self.made(f'getelementptr ptr, ptr {argument}, i64 {number}')}")

    def move(self, target: str, source: str, size: int) -> None:
        self.lines.append(f"call void @llvm.memmove.p0.p0.i64(ptr {target}, ptr {source}, i64 {size}, i1 false)")


def content_of(kind: str, texts: Sequence[str], name: str, folder: str) -> bytes:
    """The file that is asked for, with the function `name` and no other that is seen from outside."""
    made = machine()
    module = optimized(texts, made)
    for function in module.functions:
        if not function.is_declaration and function.name != name:
            function.linkage = "internal"
    if kind == "assembly":
        return made.emit_assembly(module).encode()
    content = made.emit_object(module)
    return content if kind == "object" else linked(content, folder)


def linked(content: bytes, folder: str) -> bytes:
    """The library that the system's compiler makes of an object file, in a folder for what it needs meanwhile."""
    part, path = os.path.join(folder, "program.o"), os.path.join(folder, "program.so")
    write(part, content)
    compiler = os.environ.get("CC", "cc")
    try:
        done = subprocess.run([compiler, "-shared", "-o", path, part, "-lm"], capture_output=True, check=False)
    except OSError:
        raise Error(f"--emit=shared-library needs a linker: there is no '{compiler}'; CC may name one") from None
    if done.returncode:
        raise Error(f"--emit=shared-library: {compiler} says {done.stderr.decode(errors='replace').strip()}")
    return content_in(path)


def header(name: str, entry: Entry, size: int) -> str:
    """What C says of the library."""
    guard = f"{name.upper()}_H"
    feeds = [f"     inputs[{number}]   {described(port)}" for number, port in enumerate(entry.feeds)]
    fetches = [f"     outputs[{number}]  {described(port)}" for number, port in enumerate(entry.fetches)]
    return "\n".join([
        f"/* Made by tf-run --emit=shared-library of @{entry.name}. */", f"#ifndef {guard}", f"#define {guard}", "#include <stdint.h>", "",
        f"/* Bytes of memory for a call; calls at the same time have each their own. It begins at a multiple of {ALIGNMENT}. */",
        f"#define {name.upper()}_MEMORY {size}", "", "/* Elements lie in row-major order:", *feeds, *fetches, "*/", "#ifdef __cplusplus", 'extern "C"', "#endif",
        f"void {name}(const void *const inputs[], void *const outputs[], void *memory);", "", "#endif", "",
    ])  # fmt: skip


def described(port: Port) -> str:
    kind = dtype_of(port.type.element)
    name = C_TYPES.get(kind) or f"{'' if 'int' in kind.name and 'u' not in kind.name else 'u'}int{8 * kind.itemsize}_t"
    called = (port.written or port.name).replace("*/", "* /")
    return f"{called}: {name}{''.join([f'[{size}]' for size in port.type.shape])}"
