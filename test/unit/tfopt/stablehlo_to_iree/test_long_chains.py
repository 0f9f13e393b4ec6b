"""Chains of thousands of elementwise operations: dispatches of bounded size, in time that grows with their number."""

import re

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.entry import find_entry
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.ir.verify import verify
from tfir.text.parser import parse
from tfir.text.printer import print_operation

from tfopt.pipeline.description import load_pipeline
from tfopt.pipeline.execution import Runner
from tfopt.stablehlo_to_iree.clusters import LARGEST
from tfrun.devices import session


def chain(length):
    lines = [f"%{i + 1} = stablehlo.{('add', 'subtract', 'multiply')[i % 3]} %{i}, %x : tensor<8xf32>" for i in range(length)]
    body = "\n".join(["%0 = stablehlo.negate %x : tensor<8xf32>", *lines])
    return f"func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {{\n{body}\nreturn %{length} : tensor<8xf32>\n}}\n"


def module_of(text):
    module = parse(Source("chain.mlir", text), lookup, dialect)
    verify(module, lookup)
    return module


def values(module, device):
    x = np.linspace(-0.9, 0.9, 8).astype(np.float32)
    with session(module, device) as program_of:
        return program_of(find_entry(module))([x])[0]


@pytest.mark.parametrize("length", [100, LARGEST - 1, LARGEST, 3000])
def test_kernels_are_bounded_and_right(length):
    text = chain(length)
    module = module_of(text)
    Runner(lambda op: verify(op, lookup)).run(load_pipeline("vulkan"), module)
    bodies = [op.body for op in module.walk() if op.name == "func.func" and "iree.executable.export" in op.attributes]
    assert max(sum(op.name.startswith("stablehlo.") for op in body) for body in bodies) <= LARGEST
    dispatches = sum(op.name == "iree_ll_seq.static_dispatch" for op in module.walk())
    assert dispatches == -(-(length + 1) // LARGEST)
    lowered = print_operation(module, lookup)
    assert len(re.findall("iree.multi_arch_executable ", lowered)) <= 4  # those that do the same are one
    np.testing.assert_array_equal(values(module_of(lowered), "interpreter"), values(module_of(text), "interpreter"))
    try:
        result = values(module_of(lowered), "vulkan")
    except Error as reason:
        pytest.skip(f"needs a Vulkan device: {reason}")
    np.testing.assert_allclose(result, values(module_of(text), "interpreter"), rtol=1e-5)


def test_what_is_computed_by_a_series_counts_as_many():
    """A kernel of 256 powers is compiled for more than a minute; a quotient is one instruction."""

    def kernels(name: str) -> int:
        text = chain(40).replace("stablehlo.add", f"stablehlo.{name}").replace("stablehlo.subtract", f"stablehlo.{name}")
        module = module_of(text.replace("stablehlo.multiply", f"stablehlo.{name}"))
        Runner(lambda op: verify(op, lookup)).run(load_pipeline("vulkan"), module)
        return len([op for op in module.walk() if op.name == "iree_ll_seq.static_dispatch"])

    assert kernels("power") == 3 and kernels("divide") == 1
