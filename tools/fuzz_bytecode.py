#!/usr/bin/env python3
"""Damages bytecode and reads what comes of it: only errors may come of it, no crash, no hang and no more memory than the file is worth.

    tools/fuzz_bytecode.py [--count=N] [--seed=N] [--only=N] [FILE ...]

Files are those of jaxlib that the tests have (portable artifacts, MLIR's bytecode of several versions, an export of JAX), and those that
are named. What can still be read is verified, printed, and made StableHLO. The seed and the number of an attempt give it again: --only=N.
"""

import argparse
import random
import resource
import sys
import traceback
from pathlib import Path
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src" / "common"), str(ROOT / "src"), str(ROOT / "test" / "support")]

from damage import damaged  # noqa: E402
from portable_artifacts import ARTIFACTS, BYTECODE, EXPORT  # noqa: E402
from tfir.bytecode.source import parse_source, source_of  # noqa: E402
from tfir.cli.file_formats import exported_module, is_bytecode  # noqa: E402
from tfir.conversion.vhlo.artifact import deserialize  # noqa: E402
from tfir.dialects import lookup, verify  # noqa: E402
from tfir.ir.diagnostics import Error  # noqa: E402
from tfir.text.printer import print_operation  # noqa: E402

from tftranslate.inspection.bytecode_facts import facts_of_export  # noqa: E402

SLOW = 1.0  # seconds of the processor
ADDRESS_SPACE = 4 << 30  # a length that lies by more ends in MemoryError, which counts as bad


def attempt(data: bytes) -> None:
    exported = exported_module(data)
    if exported is None and not is_bytecode(data):
        return
    if exported is not None:
        facts_of_export(data, "file")
    module = parse_source(source_of("file", data), allow_unregistered=True)
    verify(module)
    print_operation(module, lookup)
    if deserialize(module):
        verify(module)
        print_operation(module, lookup)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int)
    arguments = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    files = [*[data for *_, data in (*ARTIFACTS, *BYTECODE)], EXPORT, *[path.read_bytes() for path in arguments.files]]
    refused = bad = 0
    for number in [arguments.only] if arguments.only is not None else range(arguments.count):
        chance = random.Random(arguments.seed * 1_000_003 + number)
        data, began = damaged(chance.choice(files), chance), process_time()
        try:
            attempt(data)
        except Error as error:
            refused += 1
            assert all(diagnostic.render() for diagnostic in error.diagnostics)
        except Exception:
            bad += 1
            print(f"attempt {number}:\n{traceback.format_exc()}")
        if process_time() - began > SLOW:
            bad += 1
            print(f"attempt {number}: {process_time() - began:.1f} s")
    print(f"{arguments.count} damaged files: {refused} refused, {bad} bad")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
