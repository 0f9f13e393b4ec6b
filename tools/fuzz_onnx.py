#!/usr/bin/env python3
"""Damages models of ONNX, and reads, prints, parses, writes and lowers what comes of it: only errors may come of it, no crash, no hang, and no more
memory than a small multiple of the file.

    tools/fuzz_onnx.py [--count=N] [--seed=N] [--only=N]

Models are the recorded node tests (test/models/onnx). Bytes are changed, and fields at any depth. The seed and the number of an attempt give it
again: --only=N.
"""

import base64
import json
import random
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src" / "common"), str(ROOT / "src"), str(ROOT / "test" / "support"), str(ROOT / "tools")]

from damage import damaged, falsified  # noqa: E402
from fuzzing import attempts  # noqa: E402
from tfir.dialects import dialect, lookup, verify  # noqa: E402
from tfir.ir.diagnostics import Error  # noqa: E402
from tfir.ir.location import Source  # noqa: E402
from tfir.proto import OnnxModel  # noqa: E402
from tfir.text.parser import parse  # noqa: E402
from tfir.text.printer import PrintOptions, print_pieces  # noqa: E402

from tfopt.onnx_to_stablehlo.onnx_to_stablehlo import onnx_to_stablehlo  # noqa: E402
from tftranslate.formats.onnx import module_of_file  # noqa: E402
from tftranslate.onnx.export_model import export_model  # noqa: E402

RECORDED = ROOT / "test" / "models" / "onnx" / "node_tests.jsonl"


def read(data: bytes) -> None:
    """What can be read can be written, as text and as a file; what is lowered passes the verifier."""
    module = module_of_file(data, "model.onnx", None)
    text = "".join(print_pieces(module, lookup, PrintOptions()))
    again = parse(Source("model.mlir", text), lookup, dialect)
    verify(again)
    try:
        export_model(again).SerializeToString(deterministic=True)
    except Error:
        pass
    try:
        onnx_to_stablehlo(module)
    except Error:
        return
    verify(module)


def main() -> int:
    models = [base64.b64decode(json.loads(line)["model"]) for line in RECORDED.read_text().splitlines()]

    def attempt(number: int, source: random.Random):
        data = models[number % len(models)]
        if source.random() < 0.4:
            return read, damaged(data, source)
        model = OnnxModel.FromString(data)
        for _ in range(source.randint(1, 3)):
            falsified(model, source)
        return read, model.SerializeToString(deterministic=True)

    return attempts(attempt)


if __name__ == "__main__":
    sys.exit(main())
