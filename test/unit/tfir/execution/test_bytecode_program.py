"""Programs by way of their bytecode: functions keep what callers know of them, and what the host alone knows the rank of passes through."""

from pathlib import Path

import numpy as np
from device_calls import lowered, with_host_ops
from tfir.dialects import verify
from tfir.execution.entry import find_entry
from tfir.storage.graphdef.import_graphdef import import_graphdef

from tfopt.pipeline.description import parse_pipeline
from tfopt.pipeline.execution import Runner
from tfrun.devices import session
from tftranslate.graphdef_file import read_graphdef

MODEL = Path(__file__).parents[3] / "models" / "gradient_of_loop"
NAMED = """
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> attributes {tf.entry_function = {inputs = "image", outputs = "scores"}} {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""


def test_ports_keep_their_names():
    module = lowered(NAMED, "lavapipe", "vm")
    with session(module, "vm") as program_of:
        assert program_of(find_entry(module))([np.array([1, 2], "f4")])[0].tolist() == [2, 4]
    entry = find_entry(module)
    assert [port.name for port in (*entry.feeds, *entry.fetches)] == ["image", "scores"]


def test_values_of_unknown_rank_between_steps_of_the_host():
    """Of a loop's arrays and stacks, in the graph that TensorFlow made of its gradient; expected are its outputs."""
    module = import_graphdef(read_graphdef((MODEL / "model.pb").read_bytes(), "model"))
    Runner(verify).run(parse_pipeline("tfg-lift-graph-to-func{fetches=slope,slope_of_squares,count}"), module)
    Runner(verify).run(with_host_ops("vm"), module)
    assert "memref<*xf32>" in {str(value.type) for op in module.walk() for value in op.results}
    entry, inputs, outputs = find_entry(module), np.load(MODEL / "inputs.npz"), np.load(MODEL / "outputs.npz")
    with session(module, "vm") as program_of:
        results = program_of(entry)([inputs[port.name] for port in entry.feeds])
    for port, result in zip(entry.fetches, results, strict=True):
        np.testing.assert_allclose(result, outputs[port.name], rtol=1e-4, atol=1e-5)
