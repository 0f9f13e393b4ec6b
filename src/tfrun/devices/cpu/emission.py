"""A program as a function of C: an object file, its assembly, or a shared library with a header, which need nothing of Python's to run.

    void NAME(const void *const inputs[], void *const outputs[], void *memory);

Inputs, outputs and memory are the caller's, so that several calls may run at once, each with memory of its own. Constants lie in the file.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from ctypes import CDLL
from typing import Any

import numpy as np
from tfir.cli.files import Output
from tfir.cli.process import UsageError
from tfir.conversion.words_of_c import is_word_of_c, range_of
from tfir.dialects.iree_ll_seq import byte_size
from tfir.execution.host_steps import is_for_host
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import is_part_of_byte
from tfir.ods.arrays import array_of, dtype_of

from tfrun.devices.cpu.commands import BRANCH, COPY, DISPATCH, FILL, JUMP, PLACE, SIZE
from tfrun.devices.cpu.compilation import machine, optimized
from tfrun.devices.cpu.formulas import Numbers, in_c
from tfrun.devices.cpu.plans import Plan, plan_of
from tfrun.devices.cpu.programs import kernels_of
from tfrun.devices.cpu.recording import ALIGNMENT
from tfrun.devices.cpu.waiting import runtime

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfir.execution.entry import Entry, Port
    from tfir.ir.types import Type
    from tfir.ods.shapes import Size

# Numbers of fewer bits than a byte, spread over it: what is read may have any bits in front of theirs.
SPREAD = """define internal void @{name}_spread(ptr %to, ptr %from, i64 %count, i8 %shift, i1 %signed) nounwind {{
begin:
  %none = icmp eq i64 %count, 0
  br i1 %none, label %end, label %each
each:
  %at = phi i64 [0, %begin], [%next, %each]
  %source = getelementptr i8, ptr %from, i64 %at
  %byte = load i8, ptr %source
  %high = shl i8 %byte, %shift
  %below_zero = ashr i8 %high, %shift
  %from_zero = lshr i8 %high, %shift
  %number = select i1 %signed, i8 %below_zero, i8 %from_zero
  %target = getelementptr i8, ptr %to, i64 %at
  store i8 %number, ptr %target
  %next = add i64 %at, 1
  %done = icmp eq i64 %next, %count
  br i1 %done, label %end, label %each
end:
  ret void
}}
"""
C_TYPES = {np.dtype("f4"): "float", np.dtype("f8"): "double", np.dtype("c8"): "float _Complex", np.dtype("c16"): "double _Complex"}


def emit(module: Operation, entry: Entry, kind: str, path: str, is_described: bool = False) -> None:
    """Writes the program of an entry to a file; of a library a header beside it. Raises Error where the host has a part in it, or a file
    cannot be written."""
    beside = f"{os.path.splitext(path)[0]}.h" if kind == "shared-library" else f"{path}.constants"
    if path == "-" and kind != "object":
        raise UsageError(f"--emit-to=-: of --emit={kind} there are two files")
    if beside == path:
        raise UsageError(f"--emit-to={path}: the library's header is called so; expected a name like {os.path.splitext(path)[0]}.so")
    kernels, name = kernels_of(module, is_described), c_name(path)
    plan, groups = plan_of(kernels, entry.func)
    if plan.commands is None or entry.bound:
        raise Error.on(entry.func, f"cannot be emitted: {reason(module, entry)}")
    with tempfile.TemporaryDirectory() as folder:
        constants = os.path.join(folder, "constants")
        offsets = write_constants(constants, plan.attributes)
        text = Writer(name, entry, plan, bool(groups), offsets, constants).text()
        made = machine()
        content = written_as(kind, optimized([kernels.llvm_ir() + text, runtime()], made), made, name)
        if kind == "shared-library":
            content = linked(content)
            write(beside, Header(name, entry, plan, groups).text().encode())
        elif kind == "assembly":
            write(beside, content_in(constants))
            content = content.replace(constants.encode(), os.path.abspath(beside).encode())
        write(path, content)


def reason(module: Operation, entry: Entry) -> str:
    """Why a program is more than commands."""
    hosts = [op.get("sym_name") for op in module.body if op.name == "iree.multi_arch_executable" and is_for_host(op)]
    if hosts:
        return f"the host computes {', '.join(hosts)}, which takes Python"
    return "it is bound to what the module holds" if entry.bound else "it reads sizes as it runs; lower it with --input-shapes=..."


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
    return is_word_of_c(name) or sys.platform != "win32" and hasattr(CDLL(None), name)


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


class Writer:
    """LLVM IR of the function that runs a plan, which takes sizes if some are open."""

    def __init__(self, name: str, entry: Entry, plan: Plan, is_open: bool, offsets: dict[int, int], constants: str):
        assert plan.commands is not None, "of a plan that is more than commands nothing is written"
        self.name, self.entry, self.plan, self.is_open, self.offsets, self.constants = name, entry, plan, is_open, offsets, constants
        self.layout, self.commands, self.count = plan.layout, plan.commands, 0
        self.kernels, self.numbers = list(plan.commands.kernels), Numbers()
        self.lines: list[str] = []

    def text(self) -> str:
        rows = list(self.rows())
        for number, area in enumerate(self.plan.arguments):
            if area is not None:
                self.move(self.place(area, 0), self.given("%inputs", number), self.plan.areas[area])
        self.lines.append("br label %r0")
        for number, (row, places, sizes) in enumerate(rows):
            self.lines.append(f"r{number}:")
            self.command(number, row, places, sizes)
        most = [max([len(row[part]) for row in rows], default=0) or 1 for part in (1, 2)]
        takes = ["ptr %inputs", "ptr %outputs", "ptr %memory", *(["ptr %sizes"] if self.is_open else [])]
        return "\n".join([
            *self.head(), f"define void @{self.name}({', '.join(takes)}) nounwind {{",
            f"%slots = alloca [{most[0]} x ptr]", f"%told = alloca [{most[1]} x i32]", *self.numbers.lines, *self.lines, "}",
            SPREAD.format(name=self.name), "",
        ])  # fmt: skip

    def head(self) -> list[str]:
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
            "declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)",
            "declare i64 @llvm.smin.i64(i64, i64)",
            "declare i64 @llvm.smax.i64(i64, i64)",
        ]  # fmt: skip

    def rows(self) -> Iterator[tuple[tuple[int, ...], Sequence[tuple[int, Size]], Sequence[Size]]]:
        """Each command, with its places and its sizes."""
        rows, places, sizes = self.commands.rows, self.commands.places, self.commands.sizes
        ends = [*[(row[PLACE], row[SIZE]) for row in rows[1:]], (len(places), len(sizes))]
        for row, (place, size) in zip(rows, ends, strict=True):
            yield row, places[row[PLACE] : place], sizes[row[SIZE] : size]

    def command(self, number: int, row: tuple[int, ...], places: Sequence[tuple[int, Size]], sizes: Sequence[Size]) -> None:
        kind, other, kernel, _, _, length, *_ = row
        following = f"br label %r{number + 1}"
        if kind == DISPATCH:
            self.dispatch(self.kernels[kernel], places, sizes, length)
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

    def dispatch(self, kernel: str, places: Sequence[tuple[int, Size]], sizes: Sequence[Size], length: Size) -> None:
        for slot, place in enumerate(places):
            at = self.made(f"getelementptr [1 x ptr], ptr %slots, i64 0, i64 {slot}")
            self.lines.append(f"store ptr {self.place(*place)}, ptr {at}")
        for number, size in enumerate(sizes):
            at = self.made(f"getelementptr i32, ptr %told, i64 {number}")
            self.lines.append(f"store i32 {self.narrow(size)}, ptr {at}")
        self.lines.append(f'call void @"{kernel}"(ptr %slots, ptr %told, i32 0, i32 {self.narrow(length)})')

    def finish(self) -> str:
        for number, (port, (area, offset, kind)) in enumerate(zip(self.entry.fetches, self.plan.results)):
            target, source, element = self.given("%outputs", number), self.place(area, offset), port.type.element
            if is_part_of_byte(element):
                how = f"i8 {8 - element.width}, i1 {int(element.signedness != 'u')}"
                self.lines.append(
                    f"call void @{self.name}_spread(ptr {target}, ptr {source}, i64 {self.numbers.of(byte_size(kind))}, {how})"
                )
            else:
                self.move(target, source, byte_size(kind))
        return "ret void"

    def made(self, instruction: str) -> str:
        self.count += 1
        self.lines.append(f"%v{self.count} = {instruction}")
        return f"%v{self.count}"

    def narrow(self, size: Size) -> str:
        """A size as kernels take it."""
        return str(size) if isinstance(size, int) else self.numbers.value(f"trunc i64 {self.numbers.of(size)} to i32")

    def place(self, area: int, offset: Size) -> str:
        base, begin = (f"@{self.name}_constants", self.offsets[area]) if area in self.offsets else ("%memory", self.layout[area])
        return self.made(f"getelementptr i8, ptr {base}, i64 {self.numbers.of(begin + offset)}")

    def given(self, argument: str, number: int) -> str:
        return self.made(f"load ptr, ptr {self.made(f'getelementptr ptr, ptr {argument}, i64 {number}')}")

    def move(self, target: str, source: str, size: Size) -> None:
        self.lines.append(f"call void @llvm.memmove.p0.p0.i64(ptr {target}, ptr {source}, i64 {self.numbers.of(size)}, i1 false)")


def written_as(kind: str, module: Any, made: Any, name: str) -> bytes:
    """Assembly or object code, with the function `name` of a module of LLVM's and no other that is seen from outside, by a description of the machine."""
    for function in module.functions:
        if not function.is_declaration and function.name != name:
            function.linkage = "internal"
    content: bytes = made.emit_assembly(module).encode() if kind == "assembly" else made.emit_object(module)
    return content


def linked(content: bytes) -> bytes:
    """The library that the system's compiler makes of an object file."""
    compiler = os.environ.get("CC", "cc")
    with tempfile.TemporaryDirectory() as folder:
        part, path = os.path.join(folder, "program.o"), os.path.join(folder, "program.so")
        write(part, content)
        try:
            done = subprocess.run([compiler, "-shared", "-o", path, part, "-lm"], capture_output=True, check=False)
        except OSError:
            raise Error(f"--emit=shared-library needs a linker: there is no '{compiler}'; CC may name one") from None
        if done.returncode:
            raise Error(f"--emit=shared-library: {compiler} says {done.stderr.decode(errors='replace').strip()}")
        return content_in(path)


class Header:
    """What C says of a library. `groups` are the sizes that its function takes, by the arguments and axes that each stands for."""

    def __init__(self, name: str, entry: Entry, plan: Plan, groups: list[list[tuple[int, int]]]):
        self.name, self.entry, self.plan, self.groups = name, entry, plan, groups

    def text(self) -> str:
        guard = f"{self.name.upper()}_H"
        feeds = [
            f"     inputs[{number}]   {self.described(port, kind)}"
            for number, (port, kind) in enumerate(zip(self.entry.feeds, self.plan.kinds))
        ]
        fetches = [
            f"     outputs[{number}]  {self.described(port, kind)}"
            for number, (port, (_, _, kind)) in enumerate(zip(self.entry.fetches, self.plan.results))
        ]
        sizes = [f"     sizes[{number}]    {', '.join([self.axis(place) for place in group])}" for number, group in enumerate(self.groups)]
        takes = f"const void *const inputs[], void *const outputs[], void *memory{', const int64_t sizes[]' if self.groups else ''}"
        return "\n".join([
            f"/* Made by tf-run --emit=shared-library of @{self.entry.name}. */", f"#ifndef {guard}", f"#define {guard}", "#include <stdint.h>", "",
            f"/* Bytes of memory for a call; calls at the same time have each their own. It begins at a multiple of {ALIGNMENT}. */",
            self.memory(), "", "/* Elements lie in row-major order:", *feeds, *fetches, *sizes, "*/", "#ifdef __cplusplus", 'extern "C"', "#endif",
            f"void {self.name}({takes});", "", "#endif", "",
        ])  # fmt: skip

    def memory(self) -> str:
        if not self.groups:
            return f"#define {self.name.upper()}_MEMORY {self.plan.memory}"
        return f"static inline int64_t {self.name}_memory(const int64_t sizes[]) {{ return {in_c(self.plan.memory)}; }}"

    def axis(self, place: tuple[int, int]) -> str:
        argument, axis = place
        return f"dimension {axis} of {spelled(self.entry.feeds[argument])}"

    def described(self, port: Port, type: Type) -> str:
        kind = dtype_of(port.type.element)
        name = C_TYPES.get(kind) or f"{'' if 'int' in kind.name and 'u' not in kind.name else 'u'}int{8 * kind.itemsize}_t"
        return f"{spelled(port)}: {name}{''.join([f'[{in_c(size)}]' for size in type.shape])}{range_of(port.type.element)}"


def spelled(port: Port) -> str:
    return (port.written or port.name).replace("*/", "* /")
