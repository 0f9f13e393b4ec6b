"""Models of ONNX with inputs and outputs, in a folder as `tools/check_onnx.py` takes them; what ONNX Runtime and ONNX's own evaluator compute."""

import json
from pathlib import Path

import numpy as np
import onnxruntime
from onnx import ModelProto, numpy_helper
from onnx.reference import ReferenceEvaluator


class Cases:
    """A folder that is filled with cases; `close` writes the tolerances of all."""

    def __init__(self, folder: Path):
        self.folder, self.tolerances = folder, dict[str, tuple[float, float]]()

    def add(self, name: str, model: ModelProto, calls: list, tolerance: tuple[float, float]) -> None:
        """`calls` are pairs of inputs, by name, and outputs."""
        folder = self.folder / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "model.onnx").write_bytes(model.SerializeToString())
        self.tolerances[name] = tolerance
        for at, (feeds, results) in enumerate(calls):
            data = folder / f"test_data_set_{at}"
            data.mkdir(exist_ok=True)
            for side, arrays in (("input", feeds.items()), ("output", enumerate(results))):
                for place, (word, array) in enumerate(arrays):
                    tensor = numpy_helper.from_array(np.asarray(array), str(word))
                    (data / f"{side}_{place}.pb").write_bytes(tensor.SerializeToString())

    def close(self) -> None:
        (self.folder / "tolerance.json").write_text(json.dumps(self.tolerances, indent=0))


def by_onnxruntime(model: ModelProto, feeds: dict) -> list:
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    return session.run(None, feeds)


def by_reference(model: ModelProto, feeds: dict) -> list:
    with np.errstate(all="ignore"):
        return [np.asarray(each) for each in ReferenceEvaluator(model).run(None, feeds)]
