#!/usr/bin/env python3
"""Holds what models of ONNX compute here against the outputs that lie beside them.

    tools/check_onnx.py [--device=interpreter|cpu|vulkan] [--only=REGEX] [--part=K/N] [--written] FOLDER...

A folder holds tests as ONNX's own runner has them: in a folder each a `model.onnx` and folders `test_data_set_N` with `input_N.pb` and
`output_N.pb` (`tools/onnx_node_cases.py` writes the package's own). Each model goes through `--onnx-to-mlir` and the pipeline of the device, and its
outputs are compared as the runner does: shapes, types, and numbers within the test's tolerances. Where a lowering asks for a constant that the test
has as an input, as few inputs as will do become constants (`--onnx-to-stablehlo=inputs=`). With `--written` it has to come back from
`--mlir-to-onnx` byte for byte instead. What differs, is refused or fails is a line, and counted by kind. Exits with 1 where one differs or crashes.
"""

import argparse
import json
import re
import sys
from collections import Counter
from pathlib import Path

from time_limit import limited

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src" / "common"), str(ROOT / "src"), str(ROOT / "test" / "support")]

from google.protobuf.message import DecodeError  # noqa: E402
from onnx_tests import difference, least_bound, tensor_of, text_of, written_again  # noqa: E402
from tfir.execution.entry import find_entry  # noqa: E402
from tfir.ir.diagnostics import Error  # noqa: E402

from tftranslate.formats.onnx import module_of_file  # noqa: E402

PATIENCE = 120  # seconds for one test


def numbered(folder: Path, side: str) -> list:
    """The arrays in files `SIDE_N.pb`; ValueError where one is a sequence, an optional or a map."""
    count = len(list(folder.glob(f"{side}_*.pb")))
    try:
        return [tensor_of((folder / f"{side}_{at}.pb").read_bytes()) for at in range(count)]
    except (DecodeError, Error) as error:
        raise ValueError(f"{side} holds no tensor: {error}") from None


class Test:
    def __init__(self, folder: Path, tolerance: tuple[float, float]):
        self.folder, self.name, self.tolerance = folder, folder.name, tolerance

    @property
    def data(self) -> bytes:
        return (self.folder / "model.onnx").read_bytes()

    def run(self, device: str) -> tuple[str, str | None]:
        """How it went, and what is to be told of it."""
        text = text_of(self.data, self.name, str(self.folder))
        folders = sorted(self.folder.glob("test_data_set_*"))
        calls, expected = [[numbered(folder, side) for folder in folders] for side in ("input", "output")]
        results, bound = least_bound(text, device, calls)
        names = [port.name for port in find_entry(module_of_file(self.data, self.name, str(self.folder))).fetches]
        for given, arrays in zip(results, expected, strict=True):
            for name, result, array in zip(names, given, arrays, strict=True):
                if wrong := difference(result, array, *self.tolerance):
                    return "differs", f"{name} {wrong}"
        return ("right with inputs as constants", None) if bound else ("right", None)

    def written(self) -> tuple[str, str | None]:
        """The same of the model's bytes, read and written again."""
        made, data = written_again(text_of(self.data, self.name, str(self.folder)), self.name), self.data
        return ("right", None) if made == data else ("differs", f"{len(made)} bytes, not {len(data)}")


def tests_in(folder: Path) -> list[Test]:
    tolerances = json.loads((folder / "tolerance.json").read_text()) if (folder / "tolerance.json").exists() else {}
    return [Test(path.parent, tuple(tolerances.get(path.parent.name, (1e-3, 1e-7)))) for path in sorted(folder.glob("*/model.onnx"))]


def outcome(work) -> tuple[str, str | None]:
    try:
        with limited(PATIENCE):
            return work()
    except Error as error:
        return "refused", "; ".join(each.message for each in error.diagnostics)[:300]
    except ValueError as error:
        return ("passed over" if "holds no tensor" in str(error) else "crashed"), f"{type(error).__name__}: {str(error)[:200]}"
    except TimeoutError:
        return "too long", f"more than {PATIENCE} s"
    except Exception as error:
        return "crashed", f"{type(error).__name__}: {str(error)[:200]}"


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--device", default="interpreter", choices=("interpreter", "cpu", "vulkan"))
    options.add_argument("--only", default="")
    options.add_argument("--part", default="1/1", help="K/N: the K-th of N parts of the tests")
    options.add_argument("--written", action="store_true")
    options.add_argument("folders", nargs="+", type=Path)
    arguments = options.parse_args()
    part, parts = map(int, arguments.part.split("/"))
    counts: Counter[str] = Counter()
    tests = [test for folder in arguments.folders for test in tests_in(folder) if re.search(arguments.only, test.name)]
    for test in tests[part - 1 :: parts]:
        kind, told = outcome(test.written if arguments.written else lambda test=test: test.run(arguments.device))
        counts[kind] += 1
        if told:
            print(f"{test.name}: {kind}: {told}", flush=True)
    print(", ".join(f"{count} {what}" for what, count in sorted(counts.items())) or "no test")
    return 1 if counts["differs"] + counts["crashed"] + counts["too long"] else 0


if __name__ == "__main__":
    sys.exit(main())
