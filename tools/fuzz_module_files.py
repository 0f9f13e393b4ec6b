#!/usr/bin/env python3
"""Damages module files and reads and runs what comes of it: only errors may come of it, no crash, no hang, no other numbers.

    tools/fuzz_module_files.py [--count=N] [--seed=N] [--only=N] [FILE ...]

Files are made of the programs of `test_module_file.py`, or those that are named. A file whose digests do not fit must be refused. Of one in
three the digests are made to fit again, so that what stands behind them is tried: then it may also be a program, which is printed and run by the
interpreter. The seed and the number of an attempt give it again: --only=N.
"""

import argparse
import importlib.util
import random
import resource
import sys
import traceback
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
ADDRESS_SPACE = 6 << 30  # a length that lies by more ends in MemoryError, which counts as bad
LARGEST = 1 << 20  # elements of an input that is made for a run


def programs() -> dict[str, bytes]:
    path = ROOT / "test/unit/tfir/module_file/test_module_file.py"
    spec = importlib.util.spec_from_file_location("test_module_file", path)
    tests = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tests)
    return {
        f"{program} for {target}": file_of(tests.printed(program, target))
        for program in tests.PROGRAMS
        for target in ("lavapipe", "x86-64-v3")
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
    action = source.randrange(4)
    if action == 0:
        return damaged(data, source), False
    tables = bytearray(data[:size])
    for _ in range(source.choice([1, 1, 2, 3, 8])):
        at = source.randrange(size)
        if source.random() < 0.5:
            tables[at] = source.choice([0, 1, 2, 127, 128, 255, source.randrange(256)])
        elif source.random() < 0.5:
            at -= at % 4
            tables[at : at + 4] = source.choice([0, 1, 4, size, size - 4, 0x7FFFFFFF, 0xFFFFFFFF, source.randrange(size)]).to_bytes(
                4, "little"
            )
        else:  # two stretches take each other's place
            length, other = source.choice([4, 16, 64, 256]), source.randrange(size)
            tables[at : at + length], tables[other : other + length] = tables[other : other + length], tables[at : at + length]
    tables = tables[:size] + bytes(max(size - len(tables), 0))
    return (signed(tables, data[size:]), True) if action != 1 else (bytes(tables) + data[size:], False)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int)
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
        complaint = ""
        try:
            attempt(data)
            if not is_signed and data != files[name]:
                complaint = "was read, and is not the file that was written"
        except Error:
            refused += 1
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            complaint = "".join(traceback.format_exception(error)[-6:])
        if process_time() - began > SLOW:
            complaint += f" took {process_time() - began:.1f} s"
        if complaint:
            bad += 1
            print(f"--only={number} of {name}: {complaint}", flush=True)
    print(f"{len(numbers)} files: {refused} refused, {bad} bad")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
