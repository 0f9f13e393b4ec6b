"""Random programs give the same values before they are lowered to dispatches and after each step of it."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tfir.dialects import dialect, lookup
from tfir.execution.entry import find_entry
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.ir.verify import verify
from tfir.text.parser import parse
from tfir.text.printer import print_operation

from tfrun.devices import session

SHAPES = [(), (4,), (8,), (2, 4), (4, 2), (2, 2)]
UNARY = ("negate", "abs", "floor", "tanh", "sign")
BINARY = ("add", "subtract", "multiply", "maximum", "minimum")
# (source shape, result shape, text with %s for the operand), each one op that moves or combines elements.
MOVING = [
    ((), (4,), "broadcast_in_dim %s, dims = []"),
    ((), (2, 4), "broadcast_in_dim %s, dims = []"),
    ((4,), (2, 4), "broadcast_in_dim %s, dims = [1]"),
    ((4,), (4, 2), "broadcast_in_dim %s, dims = [0]"),
    ((2, 4), (8,), "reshape %s"),
    ((8,), (4, 2), "reshape %s"),
    ((4,), (2, 2), "reshape %s"),
    ((2, 4), (4, 2), "transpose %s, dims = [1, 0]"),
    ((8,), (4,), "slice %s [0:8:2]"),
    ((8,), (8,), "reverse %s, dims = [0]"),
    ((4,), (8,), "concatenate %s, %s, dim = 0"),
    ((2, 4), (2, 2), "slice %s [0:2, 1:3]"),
]
REDUCING = [((2, 4), (4,), 0), ((4, 2), (4,), 1), ((8,), (), 0), ((2, 2), (), "0, 1")]


class Program:
    """A function of StableHLO under construction: value names by shape."""

    def __init__(self, draw):
        self.draw, self.lines, self.number = draw, [], 0
        self.values = {shape: [] for shape in SHAPES}
        self.arguments = draw(st.lists(st.sampled_from(SHAPES[1:]), min_size=1, max_size=3))
        for at, shape in enumerate(self.arguments):
            self.values[shape].append(f"%x{at}")
        for _ in range(draw(st.integers(1, 12))):
            self.step()

    def step(self):
        kinds = (self.unary, self.binary, self.moving, self.reducing, self.product, self.constant)
        self.draw(st.sampled_from(kinds))()

    def add(self, shape, text: str):
        name = f"%{self.number}"
        self.number += 1
        self.lines.append(f"  {name} = stablehlo.{text}")
        self.values[shape].append(name)
        return name

    def some(self, shape) -> str:
        """A value of a shape, a new constant where there is none."""
        return self.draw(st.sampled_from(self.values[shape])) if self.values[shape] else self.constant(shape)

    def constant(self, shape=None) -> str:
        shape = self.draw(st.sampled_from(SHAPES)) if shape is None else shape
        numbers = self.draw(st.lists(st.integers(-3, 3), min_size=(n := int(np.prod(shape))), max_size=n))
        data = np.array(numbers, float).reshape(shape).tolist()
        return self.add(shape, f"constant dense<{data}> : {tensor(shape)}")

    def unary(self):
        shape = self.draw(st.sampled_from(SHAPES))
        self.add(shape, f"{self.draw(st.sampled_from(UNARY))} {self.some(shape)} : {tensor(shape)}")

    def binary(self):
        shape = self.draw(st.sampled_from(SHAPES))
        left, right = self.some(shape), self.some(shape)
        self.add(shape, f"{self.draw(st.sampled_from(BINARY))} {left}, {right} : {tensor(shape)}")

    def moving(self):
        source, result, text = self.draw(st.sampled_from(MOVING))
        operands = [self.some(source) for _ in range(text.count("%s"))]
        types = ", ".join(tensor(source) for _ in operands)
        one = text.startswith("reverse")
        kind = tensor(source) if one else f"({types}) -> {tensor(result)}"
        self.add(result, f"{text % tuple(operands)} : {kind}")

    def reducing(self):
        source, result, dimensions = self.draw(st.sampled_from(REDUCING))
        operand, zero = self.some(source), self.constant(())
        kind = f"({tensor(source)}, tensor<f32>) -> {tensor(result)}"
        text = f"reduce({operand} init: {zero}) applies stablehlo.add across dimensions = [{dimensions}] : {kind}"
        self.add(result, text)

    def product(self):
        left, right = self.some((2, 4)), self.some((4, 2))
        kind = f"({tensor((2, 4))}, {tensor((4, 2))}) -> {tensor((2, 2))}"
        self.add((2, 2), f"dot_general {left}, {right}, contracting_dims = [1] x [0] : {kind}")

    def text(self) -> str:
        known = [(name, shape) for shape, names in self.values.items() for name in names]
        last = (f"%{self.number - 1}", next(s for s, names in self.values.items() if f"%{self.number - 1}" in names))
        results = [last, *self.draw(st.lists(st.sampled_from(known), max_size=2))]
        types = ", ".join(tensor(shape) for _, shape in results)
        head = ", ".join(f"%x{at}: {tensor(shape)}" for at, shape in enumerate(self.arguments))
        names = ", ".join(name for name, _ in results)
        body = "\n".join(self.lines)
        return f"func.func @main({head}) -> ({types}) {{\n{body}\n  return {names} : {types}\n}}\n"


def tensor(shape) -> str:
    return f"tensor<{''.join(f'{size}x' for size in shape)}f32>"


@st.composite
def programs(draw) -> str:
    return Program(draw).text()


def module_of(text: str):
    module = parse(Source("random.mlir", text), lookup, dialect)
    verify(module, lookup)
    return module


def values(module, device: str = "interpreter"):
    entry = find_entry(module)
    generator = np.random.default_rng(7)
    inputs = [generator.integers(-3, 4, port.type.shape).astype(np.float32) for port in entry.feeds]
    with session(module, device) as program_of:
        return program_of(entry)(inputs)


def lowered(text: str, *passes: str):
    """The module after passes, each one's output printed and read again."""
    from tfopt.pipeline.description import parse_pipeline
    from tfopt.pipeline.execution import Runner

    module = module_of(text)
    Runner(lambda op: verify(op, lookup)).run(parse_pipeline(",".join(passes)), module)
    return module_of(print_operation(module, lookup))


STEPS = (
    "iree-identify-dispatch-regions",
    "iree-outline-dispatch-regions",
    "iree-lower-sequencer-dialect",
    "iree-plan-buffers",
)
KERNELS = ("iree-choose-schedules{target=lavapipe}", "iree-convert-to-spirv")
CALM = settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))


def assert_same(actual, expected):
    for one, other in zip(actual, expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-5)


@CALM
@given(programs())
def test_every_step_keeps_the_values(text):
    expected = values(module_of(text))
    for count in range(1, len(STEPS) + 1):
        assert_same(values(lowered(text, *STEPS[:count])), expected)


@CALM
@given(programs())
def test_no_math_is_left_outside(text):
    module = lowered(text, STEPS[0])
    (func,) = module.body
    allowed = {"iree.dispatch_region", "stablehlo.constant", "stablehlo.reshape", "func.return"}
    assert {op.name for op in func.body} <= allowed


@settings(CALM, max_examples=12)
@given(programs())
def test_kernels_compute_the_same(text):
    try:
        from tfrun.devices.vulkan.device import Instance

        with Instance() as instance:
            assert instance.devices()
    except Error as reason:
        pytest.skip(f"needs a Vulkan device: {reason}")
    assert_same(values(lowered(text, *STEPS, *KERNELS), "vulkan"), values(module_of(text)))


@settings(CALM, max_examples=12)
@given(programs())
def test_machine_code_computes_the_same(text):
    pytest.importorskip("llvmlite", reason="machine code is made by LLVM")
    kernels = ("iree-choose-schedules{target=x86-64-v3}", "iree-convert-to-spirv", "iree-convert-to-llvm")
    assert_same(values(lowered(text, *STEPS, *kernels), "cpu"), values(module_of(text)))
