#!/usr/bin/env python3
"""Draws graphs of ONNX's operators and writes them to a folder as `tools/check_onnx.py` takes them, with what ONNX Runtime computes.

    python -m venv /tmp/onnx && /tmp/onnx/bin/pip install onnx onnxruntime
    /tmp/onnx/bin/python tools/onnx_random_graphs.py --count=100 --seed=1 FOLDER

A graph grows by an operator at a time, on values that are there; what ONNX Runtime refuses is left out again. The first size of the input
is open, and a second call has another one, if ONNX Runtime takes that.
"""

import argparse
import random
import sys
from pathlib import Path

import numpy as np
from onnx import TensorProto, helper, numpy_helper
from onnx_cases import Cases, by_onnxruntime

OPSET = 18
UNARY = (
    "Relu Sigmoid Tanh Abs Neg Exp Softplus Softsign Erf Floor Ceil Round Sqrt Sign HardSwish Elu LeakyRelu Selu Identity Sin Cos".split()
)
BINARY = "Add Sub Mul Div Max Min Pow PRelu".split()


class Graph:
    def __init__(self, chance: random.Random):
        self.chance, self.nodes, self.initializers = chance, [], []
        self.batch = chance.choice([2, 3])
        self.rank = chance.choice([2, 3, 4])
        self.shape = [self.batch, *[chance.choice([2, 3, 4, 6]) for _ in range(self.rank - 1)]]
        self.values = {"x": self.shape}  # floats, by name
        self.generator = np.random.default_rng(chance.randrange(1 << 30))

    def constant(self, array) -> str:
        name = f"c{len(self.initializers)}"
        self.initializers.append(numpy_helper.from_array(np.asarray(array), name))
        return name

    def numbers(self, *shape) -> str:
        return self.constant(self.generator.uniform(-1, 1, shape).astype(np.float32))

    def draw(self):
        """A node on values that are there, with the constants that it needs."""
        name = self.chance.choice(list(self.values))
        shape, kind = self.values[name], self.chance.choice(KINDS)
        return kind(self, name, shape)

    def model(self, outputs, is_open: bool):
        sizes = ["N", *self.shape[1:]] if is_open else self.shape
        inputs = [helper.make_tensor_value_info("x", TensorProto.FLOAT, sizes)]
        infos = [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in outputs]
        graph = helper.make_graph(self.nodes, "drawn", inputs, infos, self.initializers)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)


def node(operator: str, inputs, **attributes):
    return helper.make_node(operator, inputs, ["?"], **attributes)


def unary(g, name, shape):
    return node(g.chance.choice(UNARY), [name])


def binary(g, name, shape):
    other = g.chance.choice([g.numbers(*shape[-g.chance.randint(0, len(shape)) :][1:]), g.chance.choice(list(g.values))])
    return node(g.chance.choice(BINARY), [name, other])


def reduced(g, name, shape):
    operator = g.chance.choice("ReduceSum ReduceMean ReduceMax ReduceMin ReduceL2 ReduceLogSumExp ReduceSumSquare".split())
    axes = sorted(g.chance.sample(range(len(shape)), g.chance.randint(1, len(shape))))
    return node(operator, [name, g.constant(np.array(axes))], keepdims=g.chance.randint(0, 1))


def normalized(g, name, shape):
    operator = g.chance.choice(["Softmax", "LogSoftmax", "LpNormalization"])
    if g.chance.random() < 0.4:
        return node("LayerNormalization", [name, g.numbers(shape[-1]), g.numbers(shape[-1])], axis=-1)
    return node(operator, [name], axis=g.chance.randrange(len(shape)))


def moved(g, name, shape):
    order = list(range(len(shape)))
    g.chance.shuffle(order)
    return node("Transpose", [name], perm=order)


def reshaped(g, name, shape):
    sizes = [0, -1] if g.chance.random() < 0.5 else [-1, shape[-1]]
    return node("Reshape", [name, g.constant(np.array(sizes))])


def multiplied(g, name, shape):
    return node("MatMul", [name, g.numbers(shape[-1], g.chance.choice([2, 5]))])


def convolved(g, name, shape):
    count = len(shape) - 2
    stride, dilation = g.chance.choice([1, 2]), g.chance.choice([1, 1, 2])
    if g.chance.random() < 0.3:
        return node("ConvTranspose", [name, g.numbers(shape[1], 2, *[2] * count)], strides=[stride] * count)
    pads = [g.chance.randint(0, 1) for _ in range(2 * count)]
    return node(
        "Conv",
        [name, g.numbers(4, shape[1], *[2] * count), g.numbers(4)],
        strides=[stride] * count,
        dilations=[dilation] * count,
        pads=pads,
    )


def pooled(g, name, shape):
    count = len(shape) - 2
    operator = g.chance.choice(["MaxPool", "AveragePool", "GlobalAveragePool", "GlobalMaxPool"])
    if operator.startswith("Global"):
        return node(operator, [name])
    more = {"count_include_pad": g.chance.randint(0, 1)} if operator == "AveragePool" else {}
    pads = [g.chance.randint(0, 1) for _ in range(2 * count)]
    return node(operator, [name], kernel_shape=[2] * count, strides=[g.chance.choice([1, 2])] * count, pads=pads, ceil_mode=0, **more)


def cut(g, name, shape):
    axis = g.chance.randrange(1, len(shape)) if len(shape) > 1 else 0
    start, end, step = g.chance.choice([(0, -1, 1), (1, 9, 2), (-2, 99, 1), (99, -99, -1)])
    return node("Slice", [name, *[g.constant(np.array([each])) for each in (start, end, axis, step)]])


def gathered(g, name, shape):
    return node("Gather", [name, g.constant(np.array([[0, -1], [1, 0]]))], axis=g.chance.randrange(1, len(shape)) if len(shape) > 1 else 0)


def joined(g, name, shape):
    others = [other for other, own in g.values.items() if own[1:] == shape[1:] and len(own) == len(shape)]
    return node("Concat", [name, g.chance.choice(others)], axis=g.chance.randrange(len(shape)))


def padded(g, name, shape):
    count = len(shape)
    mode = g.chance.choice(["constant", "edge", "reflect"])
    amounts = [0, *[g.chance.randint(0, 1) for _ in range(count - 1)]] * 2
    return node("Pad", [name, g.constant(np.array(amounts))], mode=mode)


def grown(g, name, shape):
    mode, how = g.chance.choice([("nearest", "asymmetric"), ("linear", "half_pixel"), ("linear", "align_corners"), ("cubic", "half_pixel")])
    scales = np.array([1, 1, *[2.0] * (len(shape) - 2)], np.float32)
    nearest = {"nearest_mode": "floor"} if mode == "nearest" else {}
    return node("Resize", [name, "", g.constant(scales)], mode=mode, coordinate_transformation_mode=how, **nearest)


def summed(g, name, shape):
    return node(
        "CumSum",
        [name, g.constant(np.array(g.chance.randrange(len(shape))))],
        exclusive=g.chance.randint(0, 1),
        reverse=g.chance.randint(0, 1),
    )


def chosen(g, name, shape):
    return node("TopK", [name, g.constant(np.array([2]))], axis=len(shape) - 1, largest=g.chance.randint(0, 1))


def flattened(g, name, shape):
    return node("Flatten", [name], axis=1)


def clipped(g, name, shape):
    return node("Clip", [name, g.constant(np.float32(-0.5)), g.constant(np.float32(0.75))])


KINDS = [unary, unary, binary, binary, reduced, normalized, moved, reshaped, multiplied, convolved, pooled, cut, gathered, joined, padded, grown, summed,
         chosen, flattened, clipped]  # fmt: skip


def run(model, x):
    return by_onnxruntime(model, {"x": x})


def drawn(chance: random.Random, size: int):
    """(the model, inputs, outputs of each call)."""
    g = Graph(chance)
    x = g.generator.uniform(-2, 2, g.shape).astype(np.float32)
    for number in range(4 * size):
        if len(g.nodes) == size:
            break
        kept = len(g.initializers)
        try:
            new = g.draw()
            name = f"v{number}"
            del new.output[:]
            new.output.extend([name] if new.op_type != "TopK" else [name, f"i{number}"])
            g.nodes.append(new)
            (value,) = run(g.model([name], False), x)
        except Exception:
            g.nodes = [each for each in g.nodes if f"v{number}" not in each.output]
            del g.initializers[kept:]
            continue
        if value.size == 0 or value.size > 4000 or not np.isfinite(value).all() or abs(value).max() > 1e4:
            g.nodes.pop()
            del g.initializers[kept:]
            continue
        g.values[name] = list(value.shape)
    read = {each for one in g.nodes for each in one.input}
    outputs = [name for name in g.values if name not in read and name != "x"] or [list(g.values)[-1]]
    calls = [(x, run(g.model(outputs, False), x))]
    model = g.model(outputs, False)
    if chance.random() < 0.5:
        other = g.generator.uniform(-2, 2, [g.batch + 1, *g.shape[1:]]).astype(np.float32)
        try:
            calls.append((other, run(g.model(outputs, True), other)))
            model = g.model(outputs, True)
        except Exception:
            pass
    return model, calls


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--count", type=int, default=100)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("folder", type=Path)
    arguments = options.parse_args()
    cases = Cases(arguments.folder)
    for number in range(arguments.count):
        model, calls = drawn(random.Random(f"{arguments.seed} {number}"), 8)
        cases.add(f"graph_{number}", model, [({"x": x}, results) for x, results in calls], (1e-3, 1e-4))
    cases.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
