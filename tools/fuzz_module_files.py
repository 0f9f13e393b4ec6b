#!/usr/bin/env python3
"""Damages module files and reads and runs what comes of it: only errors may come of it, no crash, no hang, no other numbers.

    tools/fuzz_module_files.py [--count=N] [--seed=N] [--only=N] [--processes=N] [FILE ...]

Files are made of the programs of `test_module_file.py`, with kernels for Vulkan, for processors and in bytecode, or those that are named. Bytes
are changed anywhere, or in tables: their sizes and offsets, where their fields stand, and which of them a field leads to. A file whose
digests do not fit must be refused. Of two in three the digests are made to fit again, so that what stands behind them is tried: then it may
also be a program, which is printed and run by the interpreter. Each `--processes`th file is besides read and run by the tools themselves.
The seed and the number of an attempt give it again: --only=N.
"""

import argparse
import importlib.util
import random
import resource
import struct
import subprocess
import sys
import tempfile
import traceback
from functools import cache
from pathlib import Path
from time import process_time

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src" / "common"), str(ROOT / "src"), str(ROOT / "test" / "support")]

from damage import damaged  # noqa: E402
from module_files import file_of, signed  # noqa: E402
from tfir.dialects import lookup  # noqa: E402
from tfir.execution.entry import Entry, functions_with_bodies  # noqa: E402
from tfir.execution.kernels import kernel_of  # noqa: E402
from tfir.execution.program import interpreted  # noqa: E402
from tfir.ir.diagnostics import Error  # noqa: E402
from tfir.module_file.reading import ModuleFile  # noqa: E402
from tfir.ods.arrays import dtype_of  # noqa: E402
from tfir.text.printer import print_operation  # noqa: E402

from tftranslate.inspection.module_facts import facts_of_module_file  # noqa: E402

SLOW = 5.0  # seconds of the processor
ADDRESS_SPACE = 3 << 30  # a length that lies by more ends in MemoryError, which counts as bad
LARGEST = 1 << 20  # elements of an input that is made for a run
PATIENCE = 60  # seconds of the processor that a tool may take
HANGS = 20 * PATIENCE  # seconds after which one that does not compute is taken to hang
BIN = Path(sys.executable).parent
TOOLS = (
    ("tf-run", "--device=interpreter"),
    ("tf-run", "--device=vm"),
    ("tf-translate", "--inspect", "--listing"),
    ("tf-translate", "--module-to-mlir"),
)


def programs() -> dict[str, bytes]:
    path = ROOT / "test/unit/tfir/module_file/test_module_file.py"
    spec = importlib.util.spec_from_file_location("test_module_file", path)
    tests = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tests)
    return {
        f"{program} for {target} {pipeline}": file_of(tests.printed(program, target, pipeline=pipeline))
        for program in tests.PROGRAMS
        for target, pipeline in (("lavapipe", ""), ("x86-64-v3", ""), ("lavapipe", "vm"))
    }


def attempt(data: bytes) -> None:
    file = ModuleFile(data, "a.tfm")
    facts_of_module_file(data, "a.tfm")
    for executables in [op for op in file.module.body if op.name == "iree.multi_arch_executable"]:
        for entry in {each["name"] for each in entries_of(executables)}:
            try:
                kernel_of(executables, entry)
            except Error:
                pass  # what has no kernel, or a bad one, is not to keep the others from being read
    run(file)
    print_operation(file.module, lookup)


def entries_of(executables):
    return [
        each
        for op in executables.body
        if op.regions and getattr(op.region, "content", None)
        for each in op.region.content.record["entries"]
    ]


def run(file: ModuleFile) -> None:
    for func in functions_with_bodies(file.module):
        entry = Entry(func)
        shapes = [[2 if size is None else size for size in port.type.shape] for port in entry.feeds]
        if all(np.prod(shape, dtype=object) <= LARGEST for shape in shapes):
            arrays = [np.ones(shape, dtype_of(port.type.element)) for shape, port in zip(shapes, entry.feeds)]
            interpreted(file.module, entry)(arrays)


def changed(data: bytes, source: random.Random) -> tuple[bytes, bool]:
    """Another file, and whether its digests were made to fit."""
    size = int(ModuleFile(data, "a.tfm").container.tables["tables_size"])
    action = source.randrange(6)
    if action == 0:
        return damaged(data, source), False
    tables = bytearray(data[:size])
    for _ in range(source.choice([1, 1, 2, 3, 8])):
        (change_table if action > 3 else change_bytes)(tables, size, tables_in(data[:size]), source)
    tables = tables[:size] + bytes(max(size - len(tables), 0))
    return (signed(tables, data[size:]), True) if action != 1 else (bytes(tables) + data[size:], False)


def change_bytes(tables: bytearray, size: int, _, source: random.Random) -> None:
    at = source.randrange(size)
    if source.random() < 0.5:
        tables[at] = source.choice([0, 1, 2, 127, 128, 255, source.randrange(256)])
    elif source.random() < 0.5:
        at -= at % 4
        tables[at : at + 4] = source.choice([0, 1, 4, size, size - 4, 0x7FFFFFFF, 0xFFFFFFFF, source.randrange(size)]).to_bytes(4, "little")
    else:  # two stretches take each other's place
        length, other = source.choice([4, 16, 64, 256]), source.randrange(size)
        tables[at : at + length], tables[other : other + length] = tables[other : other + length], tables[at : at + length]


@cache
def tables_in(data: bytes) -> list[tuple[int, int, int]]:
    """What may be a table: where it begins, where the list of its fields' places does, and how many bytes that has."""
    tables = []
    for at in range(4, len(data) - 4, 4):
        places = at - struct.unpack_from("<i", data, at)[0]
        if 0 <= places <= len(data) - 4 and places % 2 == 0 and places != at:
            length, extent = struct.unpack_from("<HH", data, places)
            if 4 < length <= 64 and length % 2 == 0 and places + length <= len(data) and 4 < extent <= 256:
                tables.append((at, places, length))
    return tables


def change_table(tables: bytearray, size: int, places_of_tables: list[tuple[int, int, int]], source: random.Random) -> None:
    """Moves a field, gives a table the places of another one, or leads a field to another table or into the middle of something."""
    at, places, length = source.choice(places_of_tables)
    other, others_places, _ = source.choice(places_of_tables)
    slot = places + source.randrange(0, length, 2)
    action = source.randrange(3)
    if action == 0:
        struct.pack_into("<H", tables, slot, source.choice([0, 1, 2, 4, 6, length, 0x7FFF, 0xFFFF, source.randrange(0, 64, 2)]))
    elif action == 1:
        struct.pack_into("<i", tables, at, source.choice([at - others_places, at - source.randrange(size), 0, -1, 0x7FFFFFFF]))
    else:
        field = at + (struct.unpack_from("<H", tables, slot)[0] if slot >= places + 4 else 4)
        if field + 4 <= size:
            target = source.choice([other, at, source.randrange(0, size, 4), field])
            struct.pack_into("<I", tables, field, (target - field) % 2**32)


def complaint_of_tools(data: bytes) -> str:
    """What is wrong with how the tools end that read a file."""
    with tempfile.NamedTemporaryFile(suffix=".tfm") as file:
        file.write(data)
        file.flush()
        for name, *flags in TOOLS:
            try:
                done = subprocess.run(["prlimit", f"--cpu={PATIENCE}", BIN / name, *flags, file.name], capture_output=True, timeout=HANGS)
            except subprocess.TimeoutExpired:
                return f"{name} {flags} takes more than {HANGS} s"
            if done.returncode not in (0, 1, 2) or b"internal error" in done.stderr or b"Traceback" in done.stderr:
                return f"{name} {flags} ends with {done.returncode}: {done.stderr[-300:]!r}"
    return ""


def outcome(data: bytes, may_be_read: bool) -> tuple[bool, str]:
    """Whether a file is refused, and what is wrong with what came of it."""
    try:
        attempt(data)
    except Error:
        return True, ""
    except Exception as error:
        return False, "".join(traceback.format_exception(error)[-6:])
    return False, "" if may_be_read else "was read, and is not the file that was written"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int)
    parser.add_argument("--processes", type=int, default=0)
    parser.add_argument("files", nargs="*", type=Path)
    arguments = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    files = {str(path): path.read_bytes() for path in arguments.files} or programs()
    bad, refused, names = 0, 0, sorted(files)
    numbers = range(arguments.count) if arguments.only is None else [arguments.only]
    for number in numbers:
        source = random.Random(f"{arguments.seed} {number}")
        name = source.choice(names)
        data, is_signed = changed(files[name], source)
        began = process_time()
        is_refused, complaint = outcome(data, is_signed or data == files[name])
        refused += is_refused
        if process_time() - began > SLOW:
            complaint += f" took {process_time() - began:.1f} s"
        if arguments.processes and number % arguments.processes == 0:
            complaint += complaint_of_tools(data)
        if complaint:
            bad += 1
            print(f"--only={number} of {name}: {complaint}", flush=True)
    print(f"{len(numbers)} files: {refused} refused, {bad} bad")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
