"""Programs with ordered effects, as JAX writes them: the caller has no token to pass in, and gets none."""

import numpy as np
import pytest
from device_calls import DEVICES, call, lowered, read
from tfir.conversion.entry_tokens import drop_tokens
from tfir.dialects import lookup
from tfir.execution.entry import find_entry
from tfir.text.printer import print_operation

ORDERED = """func.func public @main(%arg0: !stablehlo.token {jax.token = true}, %arg1: tensor<2xf32>)
    -> (!stablehlo.token {jax.token = true}, tensor<2xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.after_all %arg0, %arg0 : !stablehlo.token
  %1 = stablehlo.add %arg1, %arg1 : tensor<2xf32>
  return %0, %1 : !stablehlo.token, tensor<2xf32>
}"""
# 3, 2, 1 and nothing are added to x: how often is told by the call, and the token goes around with the numbers.
LOOP = """func.func public @main(%arg0: !stablehlo.token {jax.token = true}, %n: tensor<i32>, %x: tensor<2xf32>) -> (!stablehlo.token, tensor<2xf32>) {
  %r:3 = stablehlo.while(%t = %arg0, %i = %n, %y = %x) : !stablehlo.token, tensor<i32>, tensor<2xf32>
    cond {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %go = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %less = stablehlo.subtract %i, %one : tensor<i32>
      %f = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
      %b = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<2xf32>
      %z = stablehlo.add %y, %b : tensor<2xf32>
      %u = stablehlo.after_all %t : !stablehlo.token
      stablehlo.return %u, %less, %z : !stablehlo.token, tensor<i32>, tensor<2xf32>
    }
  return %r#0, %r#2 : !stablehlo.token, tensor<2xf32>
}"""


def on_host(module) -> list:
    return [op for op in module.walk() if op.name == "iree.executable" and op.get("format") == "Host"]


@pytest.mark.parametrize("is_lowered", [False, True])
@pytest.mark.parametrize("device", DEVICES)
def test_a_program_is_called_without_tokens(device, is_lowered):
    if device != "interpreter" and not is_lowered:
        return
    module = lowered(ORDERED, DEVICES[device]) if is_lowered else read(ORDERED)
    assert not on_host(module)
    assert [result.tolist() for result in call(module, device, [[np.array([1, 2], "f4")]])[0]] == [[2, 4]]


@pytest.mark.parametrize("device", DEVICES)
def test_loops_hand_tokens_on(device):
    module = read(LOOP) if device == "interpreter" else lowered(LOOP, DEVICES[device])
    assert not on_host(module)
    calls = [[np.int32(count), np.array([1, 2], "f4")] for count in (3, 0)]
    assert [result.tolist() for (result,) in call(module, device, calls)] == [[7, 8], [1, 2]]


def test_ports_keep_what_is_said_of_them():
    entry = find_entry(read(ORDERED.replace("%arg1: tensor<2xf32>", "%arg1: tensor<2xf32> {tf.aliasing_output = 1 : i32}")))
    assert [str(port) for port in entry.feeds] == ["'arg1': tensor<2xf32>"]
    assert [port.name for port in entry.fetches] == ["result0"] and "aliasing" in str(entry.func.attributes["arg_attrs"])


def test_a_function_that_others_call_takes_its_token():
    module = read(f"""{ORDERED.replace("@main", "@ordered").replace("public", "")}
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {{
      %t = stablehlo.create_token : !stablehlo.token
      %u, %y = call @ordered(%t, %x) : (!stablehlo.token, tensor<2xf32>) -> (!stablehlo.token, tensor<2xf32>)
      return %y : tensor<2xf32>
    }}""")
    before = print_operation(module, lookup)
    for func in list(module.body):
        drop_tokens(func)
    assert print_operation(module, lookup) == before
