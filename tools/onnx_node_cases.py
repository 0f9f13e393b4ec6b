#!/usr/bin/env python3
"""Writes the node tests of the `onnx` package to a folder: for each a model and, in folders `test_data_set_N`, its inputs and outputs, tensor by tensor
(`input_0.pb`; of a sequence `input_0.0.pb` ..), and what each of them is (`kinds.json`).

    python -m venv /tmp/onnx && /tmp/onnx/bin/pip install onnx==1.23.2
    /tmp/onnx/bin/python tools/onnx_node_cases.py FOLDER

`tolerance.json` has the relative and absolute tolerance of each.
"""

import json
import sys
from pathlib import Path

import numpy as np
from onnx import OptionalProto, SequenceProto, TensorProto, numpy_helper
from onnx.backend.test.case import node


def written(value, stem: Path, type):
    """Writes a value as its tensors, and says what it is made of: a number of tensors of a sequence, "value" or "none" for an optional, null for a tensor."""
    if isinstance(value, SequenceProto):
        value = numpy_helper.to_list(value)
    elif isinstance(value, OptionalProto):
        value = numpy_helper.to_optional(value)
    if type.HasField("optional_type"):
        if value is None:
            return "none"
        inner = written(value, stem, type.optional_type.elem_type)
        return "value" if inner is None else inner
    if type.HasField("sequence_type"):
        for at, each in enumerate(value):
            written(each, stem.with_name(f"{stem.name}.{at}"), type.sequence_type.elem_type)
        return len(value)
    tensor = value if isinstance(value, TensorProto) else numpy_helper.from_array(np.asarray(value), stem.name)
    stem.with_name(f"{stem.name}.pb").write_bytes(tensor.SerializeToString())
    return None


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
            kinds = {}
            for side, infos, values in zip(("input", "output"), (case.model.graph.input, case.model.graph.output), sides):
                kinds[side] = [written(value, inside / f"{side}_{at}", info.type) for at, (info, value) in enumerate(zip(infos, values))]
            (inside / "kinds.json").write_text(json.dumps(kinds))
    (target / "tolerance.json").write_text(json.dumps(tolerances, indent=0))
    print(f"{len(tolerances)} tests")
    return 0


if __name__ == "__main__":
    sys.exit(main())
