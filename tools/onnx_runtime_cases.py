#!/usr/bin/env python3
"""Draws nodes of ONNX Runtime's own domain, com.microsoft, and writes them to a folder as `tools/check_onnx.py` takes them, with what it computes.

    /tmp/onnx/bin/python tools/onnx_runtime_cases.py --seed=1 FOLDER

A case is one node with operands drawn at random, its optimizer off. `test/support/onnx_runtime_values.jsonl` has answers of such nodes.
"""

import argparse
from pathlib import Path

import numpy as np
from onnx import helper, numpy_helper
from onnx_cases import Cases, by_onnxruntime

DOMAIN = "com.microsoft"
TOLERANCE = (1e-4, 1e-5)


class Draws:
    def __init__(self, seed: int):
        self.random = np.random.default_rng(seed)

    def floats(self, *shape: int) -> np.ndarray:
        return self.random.normal(0, 1, shape).astype(np.float32)

    def bytes(self, *shape: int) -> np.ndarray:
        return self.random.integers(0, 256, shape).astype(np.uint8)

    def small(self, *shape: int) -> np.ndarray:
        return self.random.integers(-128, 128, shape).astype(np.int8)

    def whole(self, most: int, *shape: int) -> np.ndarray:
        return self.random.integers(0, most, shape).astype(np.int32)

    def scale(self, *shape: int) -> np.ndarray:
        return self.random.uniform(0.01, 0.05, shape).astype(np.float32)


def cases_of(d: Draws):
    """(operator, operands, numbers of those that are initializers, how many results, attributes); None stands for an operand that is left out."""
    f, u, s, scale = d.floats, d.bytes, d.small, d.scale
    mask = np.array([[1, 1, 1, 0], [1, 1, 0, 0]], np.int32)
    ids, kinds = d.whole(9, 2, 4), d.whole(2, 2, 4)
    tables = [f(9, 8), f(6, 8), f(2, 8), f(8), f(8)]
    unit, none = np.array(1 / 256, np.float32), np.array(0, np.uint8)
    yield "FusedMatMul", [f(2, 4, 3), f(2, 5, 4)], (), 1, {"alpha": 0.5, "transA": 1, "transB": 1}
    yield "FusedMatMul", [f(2, 3, 4), f(4, 5)], (), 1, {"alpha": 2.0}
    for name, more in (("Relu", {}), ("LeakyRelu", {"activation_alpha": 0.2}), ("Tanh", {}), ("Sigmoid", {})):
        yield "FusedGemm", [f(3, 4), f(5, 4), f(5)], (), 1, {"alpha": 0.5, "beta": 2.0, "transB": 1, "activation": name, **more}
    window = {"kernel_shape": [3, 3]}
    yield "FusedConv", [f(1, 3, 6, 6), f(4, 3, 3, 3), f(4), f(1, 4, 6, 6)], (), 1, {**window, "pads": [1, 1, 1, 1], "activation": "Relu"}
    limits = {"activation": "Clip", "activation_params": [0.0, 1.0]}
    yield "FusedConv", [f(1, 4, 6, 6), f(4, 2, 3, 3)], (), 1, {**window, "group": 2, "strides": [2, 2], **limits}
    yield "FusedConv", [f(1, 3, 6, 6), f(4, 3, 3, 3), f(4)], (), 1, {**window, "activation": "LeakyRelu", "activation_params": [0.3]}
    yield "Gelu", [f(3, 4)], (), 1, {}
    yield "BiasGelu", [f(3, 4), f(4)], (), 1, {}
    yield "FastGelu", [f(3, 4)], (), 1, {}
    yield "FastGelu", [f(3, 4), f(4)], (), 1, {}
    yield "QuickGelu", [f(3, 4)], (), 1, {"alpha": 1.5}
    yield "SkipLayerNormalization", [f(2, 3, 8), f(2, 3, 8), f(8), f(8), f(8)], (), 1, {"epsilon": 1e-5}
    yield "SkipLayerNormalization", [f(2, 3, 8), f(2, 3, 8), f(8), f(8)], (), 4, {}
    yield "SkipSimplifiedLayerNormalization", [f(2, 3, 8), f(2, 3, 8), f(8), f(8)], (), 1, {"epsilon": 1e-6}
    yield "EmbedLayerNormalization", [ids, kinds, *tables, mask], (), 2, {}
    yield "EmbedLayerNormalization", [ids, None, *tables[:2], None, *tables[3:]], (), 2, {"epsilon": 1e-6}
    layer = [f(2, 4, 8), f(8, 24), f(24)]
    for seen in (None, mask, np.array([3, 2], np.int32), d.whole(2, 2, 4, 4)):
        yield "Attention", [*layer, seen] if seen is not None else layer, (), 1, {"num_heads": 2}
    yield "Attention", layer, (), 1, {"num_heads": 4, "unidirectional": 1}
    yield "Attention", [f(2, 4, 8), f(8, 28), f(28)], (), 1, {"num_heads": 2, "qkv_hidden_sizes": [8, 8, 12], "scale": 0.3}
    yield "Attention", [*layer, None, None, f(2, 2, 4, 4)], (), 1, {"num_heads": 2}
    yield "MultiHeadAttention", [f(2, 3, 8), f(2, 5, 8), f(2, 5, 12), f(28)], (), 1, {"num_heads": 2, "scale": 0.2}
    yield "MultiHeadAttention", [f(2, 3, 8), f(2, 4, 8), f(2, 4, 8), None, mask], (), 1, {"num_heads": 2}
    yield "DynamicQuantizeMatMul", [f(3, 4), s(4, 5), scale(), s()], (), 1, {}
    yield "DynamicQuantizeMatMul", [f(2, 3, 4), s(4, 5), scale(5), s(5), f(5)], (), 1, {}
    yield "MatMulIntegerToFloat", [u(3, 4), s(4, 5), scale(), scale(), u(), s(), f(5)], (), 1, {}
    yield "MatMulIntegerToFloat", [u(3, 4), u(4, 5), scale(), scale(5)], (), 1, {}
    yield "MatMulNBits", [f(3, 64), u(5, 2, 16), f(10)], (1, 2), 1, {"K": 64, "N": 5, "bits": 4, "block_size": 32}
    yield "MatMulNBits", [f(2, 48), u(3, 2, 16), f(6), u(3), None, f(3)], (1, 2, 3, 5), 1, {"K": 48, "N": 3, "bits": 4, "block_size": 32}
    yield "MatMulNBits", [f(2, 32), u(3, 1, 32), f(3)], (1, 2), 1, {"K": 32, "N": 3, "bits": 8, "block_size": 32}
    total = d.whole(99, 5)
    yield "QGemm", [u(3, 4), scale(), u(), s(5, 4), scale(), s(), total, 20 * scale(), u()], (), 1, {"transB": 1}
    yield "QGemm", [u(3, 4), scale(), u(), s(4, 5), scale(5), np.zeros(5, np.int8)], (), 1, {}
    for name in ("QLinearAdd", "QLinearMul"):
        yield name, [u(3, 4), scale(), u(), u(3, 4), scale(), u(), 2 * scale(), u()], (), 1, {}
        yield name, [s(3, 4), scale(), s(), s(1, 4), scale(), s(), 2 * scale(), s()], (), 1, {}
    yield "QLinearSigmoid", [u(5, 6), scale(), u(), unit, none], (), 1, {}
    yield "QLinearLeakyRelu", [s(5, 6), scale(), s(), scale(), s()], (), 1, {"alpha": 0.2}
    yield "QLinearSoftmax", [u(3, 8), scale(), u(), unit, none], (1, 2, 3, 4), 1, {"axis": -1, "opset": 13}
    yield "QLinearGlobalAveragePool", [u(1, 3, 4, 5), scale(), u(), scale(), u()], (), 1, {}
    yield "QLinearGlobalAveragePool", [u(1, 4, 5, 3), scale(), u(), scale(), u()], (), 1, {"channels_last": 1}
    yield "QLinearAveragePool", [u(1, 3, 6, 6), scale(), u(), scale(), u()], (), 1, {**window, "pads": [1, 1, 1, 1], "strides": [2, 2]}
    yield "QLinearConcat", [scale(), u(), u(2, 3), scale(), u(), u(2, 2), scale(), u()], (), 1, {"axis": 1}
    yield "QuantizeLinear", [f(3, 4), scale(4), u(4)], (), 1, {"axis": 1}
    yield "DequantizeLinear", [u(3, 4), scale(), u()], (), 1, {}


def model_of(operator: str, operands: list, fixed: tuple, count: int, attributes: dict):
    words = [f"x{at}" if operand is not None else "" for at, operand in enumerate(operands)]
    results = [f"y{at}" for at in range(count)]
    node = helper.make_node(operator, words, results, domain=DOMAIN, **attributes)
    given = {at: (word, np.asarray(operands[at])) for at, word in enumerate(words) if word}
    inputs = [
        helper.make_tensor_value_info(word, helper.np_dtype_to_tensor_dtype(array.dtype), array.shape)
        for at, (word, array) in given.items()
        if at not in fixed
    ]
    initializers = [numpy_helper.from_array(array, word) for at, (word, array) in given.items() if at in fixed]
    outputs = [helper.make_empty_tensor_value_info(word) for word in results]
    graph = helper.make_graph([node], "g", inputs, outputs, initializers)
    sets = [helper.make_opsetid("", 17), helper.make_opsetid(DOMAIN, 1)]
    return helper.make_model(graph, opset_imports=sets, ir_version=8), {
        word: array for at, (word, array) in given.items() if at not in fixed
    }


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("folder", type=Path)
    arguments = options.parse_args()
    cases = Cases(arguments.folder)
    for number, (operator, operands, fixed, count, attributes) in enumerate(cases_of(Draws(arguments.seed))):
        model, feeds = model_of(operator, operands, fixed, count, attributes)
        results = [np.asarray(each) for each in by_onnxruntime(model, feeds) if each is not None]
        for output, array in zip(model.graph.output, results):
            output.CopyFrom(helper.make_tensor_value_info(output.name, helper.np_dtype_to_tensor_dtype(array.dtype), array.shape))
        cases.add(f"{operator}_{number}", model, [(feeds, results)], TOLERANCE)
    cases.close()


if __name__ == "__main__":
    main()
