#!/usr/bin/env python3
"""Writes test/models/onnx/node_tests.jsonl: of the node tests of ONNX's own (`tools/onnx_node_cases.py FOLDER`) small ones, each operator's smallest first.

    tools/record_onnx_tests.py FOLDER

A line has the test's name, its model and tensors as ONNX's files have them, in base64, and its tolerances.
"""

import base64
import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src" / "common"), str(ROOT / "src"), str(ROOT / "test" / "support")]

from check_onnx import tests_in  # noqa: E402
from tfir.proto import OnnxModel  # noqa: E402

TARGET = ROOT / "test" / "models" / "onnx" / "node_tests.jsonl"
MOST, LARGEST = 152, 2600  # tests, and bytes of one
LEFT_OUT = re.compile("expanded|training|bernoulli|optional|sequence|adam|adagrad|momentum|image_decoder")


def size(test) -> int:
    return sum(path.stat().st_size for path in test.folder.rglob("*") if path.is_file())


def main() -> int:
    tests = [test for test in tests_in(Path(sys.argv[1])) if not LEFT_OUT.search(test.name)]
    by_operator: dict[str, list] = {}
    for test in sorted(tests, key=size):
        model = OnnxModel.FromString(test.data)
        by_operator.setdefault(model.graph.node[-1].op_type, []).append(test)
    chosen = []
    for rank in range(8):
        for _, listed in sorted(by_operator.items()):
            if rank < len(listed) and size(listed[rank]) <= LARGEST and len(chosen) < MOST and test_passes(listed[rank]):
                chosen.append(listed[rank])
    lines = []
    for test in sorted(chosen, key=lambda test: test.name):
        folder = test.folder / "test_data_set_0"
        sides = {side: [encoded(path) for path in sorted(folder.glob(f"{side}_*.pb"))] for side in ("input", "output")}
        lines.append(json.dumps({"name": test.name, "model": encoded(test.folder / "model.onnx"), **sides, "tolerance": test.tolerance}))
    TARGET.write_text("\n".join(lines) + "\n")
    print(f"{len(lines)} tests of {len({line.split('_')[1] for line in lines})} operators, {TARGET.stat().st_size} bytes")
    return 0


def test_passes(test) -> bool:
    """Whether it is computed here at all; what it gives is for the test to say."""
    try:
        test.run("interpreter")
    except Exception:
        return False
    return True


def encoded(path: Path) -> str:
    return base64.b64encode(path.read_bytes()).decode()


if __name__ == "__main__":
    sys.exit(main())
