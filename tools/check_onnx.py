#!/usr/bin/env python3
"""Holds what models of ONNX compute here against the outputs that lie beside them.

    tools/check_onnx.py [--device=interpreter|cpu|vulkan] [--only=REGEX] [--part=K/N] [--written] FOLDER...

A folder holds tests as ONNX's own runner has them: in a folder each a `model.onnx` and folders `test_data_set_N` with `input_N.pb` and
`output_N.pb` (`tools/onnx_node_cases.py` writes the package's own, with sequences and optionals). Each model goes through `--onnx-to-mlir` and the pipeline of the device, and its
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

import numpy as np
from time_limit import limited

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src" / "common"), str(ROOT / "src"), str(ROOT / "test" / "support")]

from google.protobuf.message import DecodeError  # noqa: E402
from onnx_tests import Held, difference, least_bound, tensor_of, tensors_of, text_of, written_again  # noqa: E402
from tfir.execution.entry import find_entry  # noqa: E402
from tfir.ir.diagnostics import Error  # noqa: E402

from tftranslate.formats.onnx import module_of_file  # noqa: E402

PATIENCE = 120  # seconds for one test


def values_of(folder: Path, side: str) -> list:
    """The arrays in files `SIDE_N.pb`: lists of them for sequences, None for optionals without a value; ValueError where one is a map."""
    file = folder / "kinds.json"
    kinds = json.loads(file.read_text())[side] if file.exists() else [None] * len(list(folder.glob(f"{side}_*.pb")))

    def read(name: str) -> np.ndarray:
        return tensor_of((folder / f"{name}.pb").read_bytes())

    def value(name: str, kind):
        if isinstance(kind, int):
            return [read(f"{name}.{number}") for number in range(kind)]
        return None if kind == "none" else read(name).view(Held) if kind == "value" else read(name)

    try:
        return [value(f"{side}_{at}", kind) for at, kind in enumerate(kinds)]
    except (DecodeError, Error) as error:
        raise ValueError(f"{side} holds no tensor: {error}") from None


def draws(text: str) -> bool:
    """Whether a model has numbers drawn at random, of which only shapes and types are compared."""
    return re.search(r'"onnx\.(Random|Bernoulli|Multinomial|Dropout)', text) is not None


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
        calls, expected = [[values_of(folder, side) for folder in folders] for side in ("input", "output")]
        results, bound = least_bound(text, device, calls)
        names = [port.name for port in find_entry(module_of_file(self.data, self.name, str(self.folder))).fetches]
        for given, values in zip(results, expected, strict=True):
            tensors = [pair for name, value in zip(names, values) for pair in tensors_of(name, value)]
            given = given[: len(tensors)] if draws(text) else given  # what a generator draws from is given behind all else
            for result, (name, array) in zip(given, tensors, strict=True):
                wrong = difference(result, array, *self.tolerance)
                if wrong and draws(text) and (result.shape, result.dtype) == (array.shape, array.dtype):
                    return "drawn at random", None
                if wrong:
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
