#!/usr/bin/env python3
"""Writes the node tests of the `onnx` package to a folder: for each a model and, in folders `test_data_set_N`, its inputs and outputs.

    python -m venv /tmp/onnx && /tmp/onnx/bin/pip install onnx==1.23.2
    /tmp/onnx/bin/python tools/onnx_node_cases.py FOLDER

`tolerance.json` has the relative and absolute tolerance of each.
"""

import json
import sys
from pathlib import Path

import numpy as np
from onnx import TensorProto, numpy_helper
from onnx.backend.test.case import node


def message(value, name: str, type):
    """The message that ONNX's own runner would read back."""
    if isinstance(value, TensorProto) or hasattr(value, "SerializeToString"):
        return value
    makers = {"map_type": numpy_helper.from_dict, "sequence_type": numpy_helper.from_list, "optional_type": numpy_helper.from_optional}
    for kind, make in makers.items():
        if type.HasField(kind):
            return make(value, name)
    return numpy_helper.from_array(np.asarray(value), name)


def main() -> int:
    target, tolerances = Path(sys.argv[1]), {}
    for case in node.collect_testcases():
        folder = target / case.name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "model.onnx").write_bytes(case.model.SerializeToString())
        tolerances[case.name] = [case.rtol, case.atol]
        for number, sides in enumerate(case.data_sets):
            inside = folder / f"test_data_set_{number}"
            inside.mkdir(exist_ok=True)
            for side, infos, values in zip(("input", "output"), (case.model.graph.input, case.model.graph.output), sides):
                for at, (info, value) in enumerate(zip(infos, values)):
                    (inside / f"{side}_{at}.pb").write_bytes(message(value, info.name, info.type).SerializeToString())
    (target / "tolerance.json").write_text(json.dumps(tolerances, indent=0))
    print(f"{len(tolerances)} tests")
    return 0


if __name__ == "__main__":
    sys.exit(main())
