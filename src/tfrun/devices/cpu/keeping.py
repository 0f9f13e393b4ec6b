"""Whole programs kept from run to run: under the digest of their text, what is left of it when it is lowered to commands and machine code. A
program that is met again is not read but for its constants, which stay in its file, as digits, and for the signatures of its functions. One
whose sizes calls bring along is kept for the sizes that it was called with.

The digest is that of all text but the digits of constants that functions have, of these it has the number: a kept program knows where they
stand, and takes them for digits only after having looked at all of them. Of a module file it is the file's own, and constants stay where they
are mapped. It also is that of the processor, and of LLVM.
"""

from __future__ import annotations

import json
import mmap
import os
import sys
from functools import cached_property
from hashlib import blake2b

import numpy as np
from tfir.cli import kept_files
from tfir.cli.file_formats import is_module_file
from tfir.dialects.iree_ll_seq import byte_size
from tfir.execution.sized_programs import SizedPrograms
from tfir.ir.blobs import HexBlob
from tfir.ir.builder import module_op
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Region
from tfir.ir.types import MemRefType, Type
from tfir.module_file.container import Container, StoredConstant
from tfir.ods.arrays import array_of

from tfrun.devices.cpu.device import ProcessorDevice
from tfrun.devices.cpu.machine_code import Code, code_in
from tfrun.devices.cpu.recording import RecordedProgram, RelocatableProgram, areas_of, memory_of
from tfrun.devices.cpu.waiting import runtime

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from tfrun.devices.cpu.workers import Workers

LAYOUT = 5  # counts the ways in which programs were kept
CONSTANT = 'iree_ll_seq.constant dense<"0x'
FEWEST = 16  # bytes of a constant that the machine code decodes
PART = 1 << 18  # bytes of it that are decoded at once
LARGEST_INSIDE = 1 << 16  # bytes of constants that have no digits in the file
FACTS = ("vendor_id", "cpu family", "model", "model name", "stepping", "flags", "CPU implementer", "CPU part", "Features")


class Outline:
    """What an ASCII text is but for the digits of its function's constants: `digest`, and where these begin and end."""

    __slots__ = ("digest", "ranges")

    def __init__(self, text: str | mmap.mmap):
        seen, at = blake2b(digest_size=32), 0
        self.ranges: list[tuple[int, int]] = []
        first: Any = CONSTANT  # spelled as the text is
        last: Any = '"'
        of: Any = str.encode
        if not isinstance(text, str):
            first, last, of = first.encode(), last.encode(), bytes
        while (start := text.find(first, at)) >= 0 and (end := text.find(last, start + len(first))) >= 0:
            start += len(first)
            seen.update(of(text[at:start]))
            self.ranges.append((start, end))
            release(text, start, end)
            at = end
        seen.update(of(text[at:]))
        seen.update(str([end - start for start, end in self.ranges]).encode())
        self.digest = seen.hexdigest()


class StoredOutline:
    """What a module file is, as its tables say it: `digest`, and where constants begin and end."""

    __slots__ = ("digest", "ranges")

    def __init__(self, file: Container):
        self.digest, self.ranges = file.digest.hex(), [(each.start, each.end) for each in file.constants]


def release(text: str | mmap.mmap, start: int, end: int) -> None:
    """Lets go of the memory of a part of a mapped file, which is read again where it is needed again: digits are twice as long as constants."""
    if sys.platform == "win32":
        return
    advice = getattr(mmap, "MADV_DONTNEED", None)  # of systems that have it
    first, last = -(-start // mmap.PAGESIZE) * mmap.PAGESIZE, end // mmap.PAGESIZE * mmap.PAGESIZE
    if advice is not None and not isinstance(text, str) and first < last:
        text.madvise(advice, first, last - first)


def key_of(outline: Outline | StoredOutline) -> str | None:
    """Where the program is kept; None where the processor or LLVM cannot be told without asking LLVM."""
    about = processor(), compiler(), layout()
    return None if None in about else blake2b("\0".join([outline.digest, *map(str, about)]).encode(), digest_size=32).hexdigest()


def processor() -> str | None:
    """What Linux says of this processor, but for how fast it is right now."""
    try:
        with open("/proc/cpuinfo", "rb", buffering=0) as file:
            first = file.read(4096).partition(b"\n\n")[0].decode()
    except (OSError, UnicodeDecodeError):
        return None
    return "\n".join([line for line in first.split("\n") if line.partition("\t")[0].rstrip() in FACTS])


def compiler() -> str | None:
    """Which LLVM there is, as the package says it that brings it."""
    from importlib.util import find_spec

    spec = find_spec("llvmlite")
    try:
        with open(os.path.join(os.path.dirname(spec.origin), "_version.py")) as file:
            return file.read()
    except (AttributeError, TypeError, OSError):
        return None


def layout() -> str:
    """What says how a kept program is laid out, and what runs it."""
    return f"{LAYOUT} {runtime()}"


# Keeping


class Keeper:
    """Keeps programs of a module, as they are made. Under the key of its text, or of its module file, lie the signatures of all functions and
    the machine code, under that and a function's name and sizes what is left of it for these."""

    def __init__(self, text: str | Container, funcs: Sequence[Operation]):
        self.text, self.funcs, self.is_begun = text, funcs, False

    @cached_property
    def outline(self) -> Outline | StoredOutline:
        return Outline(self.text) if isinstance(self.text, str) else StoredOutline(self.text)

    @cached_property
    def key(self) -> str | None:
        """None where digits would stand at other places in the file, where they are too few to be decoded, or where it cannot be told."""
        if not isinstance(self.text, str):
            return key_of(self.outline)
        are_enough = all([end - start >= 2 * FEWEST for start, end in self.outline.ranges])
        return key_of(self.outline) if self.text.isascii() and are_enough else None

    def keep(self, func: Operation, kinds: Sequence[Type], program: RecordedProgram) -> None:
        """Keeps what was made of a function for arguments of static types."""
        constants = constants_of(program.recording.constants, set(self.outline.ranges)) if self.key is not None else None
        if self.key is None or constants is None:
            return
        if not self.is_begun:
            kept_files.keep(self.key, joined(signatures(self.funcs).encode(), program.device.code.to_bytes()))
            self.is_begun = True
        made = program.recording
        shapes = json.dumps([port.home.shape for port in program.outputs]).encode()
        recording = RelocatableProgram(made.table, made.sizes, constants, made.inputs, made.outputs, made.written)
        kept_files.keep(key_of_sizes(self.key, func, kinds), joined(shapes, recording.to_bytes()))


def key_of_sizes(key: str, func: Operation, kinds: Sequence[Type]) -> str:
    return blake2b("\0".join([key, func.get("sym_name"), *map(str, kinds)]).encode(), digest_size=32).hexdigest()


def constants_of(attributes: dict, ranges: set[tuple[int, int]]) -> dict | None:
    """Where constants stand, or what they are; None where these would be too many bytes to be kept, or where other digits are left out."""
    constants: dict = {}
    inside = 0
    for number, attribute in attributes.items():
        blob = attribute.blob if isinstance(attribute, DenseAttr) and not attribute.is_splat else None
        if (
            isinstance(blob, (HexBlob, StoredConstant))
            and (blob.start, blob.end) in ranges
            and len(blob) == byte_size(attribute.type) >= FEWEST
        ):
            constants[number] = blob.start, blob.end
        else:
            constants[number] = np.ascontiguousarray(array_of(attribute)).tobytes()
            inside += len(constants[number])
    return constants if inside <= LARGEST_INSIDE else None


def signatures(funcs: Sequence[Operation]) -> str:
    """A module of functions of the same types, attributes and names, which read the same arguments and compute nothing."""
    from tfir.dialects import lookup
    from tfir.text.printer import PrintOptions, print_operation

    module = module_op()
    for func in funcs:
        module.body.append(signature(func))
    return print_operation(module, lookup, PrintOptions(keep_names=True))


def signature(func: Operation) -> Operation:
    block = Block()
    for argument in func.body.arguments:
        copy = block.add_argument(argument.type)
        copy.name = argument.name
        if argument.uses:
            Operation("iree_ll_seq.reshape", [copy], [argument.type], block=block)
    results = [
        Operation("iree_ll_seq.alloc_heap", (), [type], block=block).results[0] for type in func.attributes["function_type"].value.results
    ]
    Operation("iree_ll_seq.return", results, (), block=block)
    return Operation("func.func", (), (), dict(func.attributes), [Region([block])])


def joined(*parts: bytes) -> bytes:
    return b"".join([json.dumps([len(part) for part in parts]).encode(), b"\n", *parts])


def apart(content: bytes) -> list[bytes]:
    head, _, rest = content.partition(b"\n")
    parts, at = [], 0
    for length in json.loads(head):
        parts.append(rest[at : at + length])
        at += length
    return parts


# Finding


class NotKept(Error):
    """The program cannot be had without its text."""


class KeptPrograms:
    """The programs of an earlier run, for the file that they were made of. `module` has their signatures."""

    def __init__(self, text: mmap.mmap | Container, outline: Outline | StoredOutline, key: str, content: bytes):
        from tfir.bytecode.source import parse_source
        from tfir.ir.location import Source

        words, code = apart(content)
        self.text, self.ranges, self.key = text, outline.ranges, key
        self.module = parse_source(Source("a kept program", words.decode()), keep_names=True)
        self.code = code_in(code)

    def program(self, func: Operation, workers: Workers) -> Callable[[list], list]:
        """Raises NotKept, also when it is called, where an earlier run has not made it for these sizes."""
        return SizedPrograms(func, lambda kinds: self.sized(func, kinds, workers))

    def sized(self, func: Operation, kinds: Sequence[Type], workers: Workers) -> RecordedProgram:
        content = kept_files.looked_up(key_of_sizes(self.key, func, kinds))
        if content is None:
            raise NotKept(f"@{func.get('sym_name')} was not kept for {', '.join(map(str, kinds))}")
        shapes, words = apart(content)
        recording = RelocatableProgram.from_bytes(words)
        areas = areas_of(recording, self.constant)
        self.check_others({tuple(where) for where in recording.constants.values() if not isinstance(where, bytes)})
        if isinstance(self.text, mmap.mmap):
            release(self.text, 0, len(self.text))
        results = [
            MemRefType(shape, kind.element) for shape, kind in zip(json.loads(shapes), func.attributes["function_type"].value.results)
        ]
        return RecordedProgram(recording, areas, (kinds, results), ProcessorDevice(workers, lambda: self.code))

    def constant(self, where: tuple[int, int], size: int) -> np.ndarray:
        """The memory of a constant that stands in the file."""
        if not isinstance(self.text, mmap.mmap):
            return stored(self.text, where)
        area = memory_of(size)
        decode(self.code, self.text, where, area)
        return area

    def check_others(self, used: set[tuple[int, int]]) -> None:
        """Constants of other functions have digits too."""
        if not isinstance(self.text, mmap.mmap):
            return
        for start, end in self.ranges:
            if (start, end) not in used:
                decode(self.code, self.text, (start, end), memory_of((end - start) // 2))


def stored(file: Container, where: tuple[int, int]) -> np.ndarray:
    """A constant as it is mapped, once it is known to be the one that was written."""
    constant = next((each for each in file.constants if (each.start, each.end) == where), None)
    if constant is None:
        raise NotKept("there is no constant where one was")
    return np.frombuffer(constant.bytes(), np.uint8)


def decode(code: Code, text: mmap.mmap, where: tuple[int, int], area: np.ndarray) -> None:
    """Writes what digits stand for, a part at a time, so that few of them are in memory at once."""
    start, count = where[0], (where[1] - where[0]) // 2
    digits = np.frombuffer(text, np.uint8).ctypes.data
    for at in range(0, count, PART):
        first, end = min(at, count - FEWEST), min(at + PART, count)
        if code.decode(digits + start + 2 * first, area.ctypes.data + first, end - first):
            raise NotKept("what stands where a constant was is none")
        release(text, start + 2 * first, start + 2 * end)


def kept_program(path: str) -> KeptPrograms | None:
    """What an earlier run has kept of the programs in a file, if it has."""
    if not os.path.isfile(path):  # what a pipe holds can be read once only
        return None
    try:
        with open(path, "rb") as file:
            text = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError):  # there is none, or nothing in it: what reads it says so
        return None
    read: mmap.mmap | Container = text
    outline: Outline | StoredOutline
    if is_module_file(text[:8]):
        read = container = Container(memoryview(text), path)
        outline = StoredOutline(container)
    else:
        outline = Outline(text)
        release(text, 0, len(text))
    key = key_of(outline)
    content = None if key is None else kept_files.looked_up(key)
    return None if content is None else KeptPrograms(read, outline, key, content)
