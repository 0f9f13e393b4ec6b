"""What kernels need and a device lacks is told before anything runs: all of it, of all kernels of a program, each with those that need it."""

import struct
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from device_calls import lowered
from tfir.execution.entry import find_entry
from tfir.ir.diagnostics import Error

# A kernel of doubles, one of whole numbers of 64 bits, one of both and a plain one, in two functions.
PROGRAM = """
func.func private @both(%x: tensor<5xf64>, %n: tensor<5xi64>) -> tensor<5xf64> attributes {no_inline} {
  %0 = stablehlo.convert %n : (tensor<5xi64>) -> tensor<5xf64>
  %1 = stablehlo.add %0, %x : tensor<5xf64>
  return %1 : tensor<5xf64>
}
func.func @main(%x: tensor<5xf64>, %n: tensor<4xi64>, %m: tensor<5xi64>, %f: tensor<3xf32>) -> (tensor<5xf64>, tensor<4xi64>, tensor<5xf64>, tensor<3xf32>) {
  %0 = stablehlo.add %x, %x : tensor<5xf64>
  %1 = stablehlo.multiply %n, %n : tensor<4xi64>
  %2 = stablehlo.convert %m : (tensor<5xi64>) -> tensor<5xf64>
  %3 = stablehlo.multiply %f, %f : tensor<3xf32>
  return %0, %1, %2, %3 : tensor<5xf64>, tensor<4xi64>, tensor<5xf64>, tensor<3xf32>
}"""
INPUTS = [np.ones(5), np.ones(4, "i8"), np.ones(5, "i8"), np.ones(3, "f4")]


@pytest.fixture
def func():
    return find_entry(lowered(PROGRAM, "lavapipe", "vulkan"), "main").func


def program(device, func):
    from tfrun.devices.vulkan.executor import VulkanProgram

    return VulkanProgram(device, func)


def capabilities(func) -> dict[str, list[str]]:
    """The kernels that state each capability, as the module's text has it."""
    modules = [op for op in func.parent_op.walk() if op.name == "spirv.module"]
    stated = {
        next(op.get("sym_name") for op in each.body if op.name == "spirv.func"): each.attributes["vce_triple"].text for each in modules
    }
    needed = {name: text[text.index("[") + 1 : text.index("]")].split(", ") for name, text in stated.items()}
    return {word: [name for name, words in needed.items() if word in words] for word in ("Float64", "Int64")}


def test_all_that_all_kernels_lack_is_told_at_once(device, func, monkeypatch):
    from tfrun.devices.vulkan import programs

    monkeypatch.setattr(programs.Programs, "_compile", lambda *_: pytest.fail("a kernel is compiled"))
    doubles, wholes = capabilities(func).values()
    assert len(doubles) == len(wholes) == 2 and set(doubles) != set(wholes)  # one has both
    limits = SimpleNamespace(**{**vars(device.limits), "max_storage_bindings": 1})
    monkeypatch.setattr(
        device, "facts", replace(device.facts, features=device.facts.features - {"shaderFloat64", "shaderInt64"}, limits=limits)
    )
    with pytest.raises(Error) as caught:
        program(device, func)
    name, told = device.facts.name, str(caught.value)
    for feature, kernels in (("shaderFloat64", doubles), ("shaderInt64", wholes)):
        assert f"{name} does not offer {feature} (kernels {', '.join(map(repr, kernels))})" in told
    assert told.count("allows 1 storage buffers, not 2") == 1 and told.count("does not offer") == 2


def test_a_device_that_has_all_is_not_told_of_it(device, func):
    with program(device, func) as ready:
        assert [array.tolist() for array in ready(INPUTS)] == [[2] * 5, [1] * 4, [1] * 5, [1] * 3]


def test_kernels_that_are_not_reached_need_nothing(device, monkeypatch):
    """Of a function that the program does not call."""
    text = (
        PROGRAM.replace("private @both", "@both")
        .replace(" attributes {no_inline}", "")
        .replace("@main", "@unused")
        .replace("@both", "@main")
    )
    plain = text.replace("xf64", "xf32").replace("xi64", "xi32").replace("@main", "@plain")
    module = lowered(text + plain.replace("@unused", "@unused_plain"), "lavapipe", "vulkan")
    monkeypatch.setattr(device, "facts", replace(device.facts, features=frozenset()))
    with pytest.raises(Error, match="shaderFloat64"):
        program(device, find_entry(module, "main").func)
    with program(device, find_entry(module, "plain").func) as ready:
        assert ready([np.ones(5, "f4"), np.full(5, 2, "i4")])[0].tolist() == [3] * 5


def test_subgroups_of_another_size(device):
    module = lowered("""func.func @main(%x: tensor<64x128xf32>) -> tensor<64xf32> {
      %0 = stablehlo.constant dense<0.0> : tensor<f32>
      %1 = stablehlo.reduce(%x init: %0) applies stablehlo.add across dimensions = [1] : (tensor<64x128xf32>, tensor<f32>) -> tensor<64xf32>
      return %1 : tensor<64xf32>
    }""", "lavapipe", "vulkan")  # fmt: skip
    func = find_entry(module, "main").func
    is_shared = any(op.name.startswith("spirv.GroupNonUniform") for op in module.walk())
    assert is_shared
    device.facts = replace(device.facts, subgroup_size=device.facts.subgroup_size * 2)
    with pytest.raises(
        Error, match=rf"has subgroups of {device.facts.subgroup_size} invocations, not {device.facts.subgroup_size // 2}: compile with"
    ):
        program(device, func)


@pytest.mark.parametrize(("allowed", "is_told"), [(2048 + 12, False), (2048 + 11, True)])
def test_memory_that_a_workgroup_shares_is_counted(device, add_kernel, allowed, is_told, monkeypatch):
    """An array of 32 structures of a float, three floats and twelve floats, 64 bytes each, and three floats beside it; what is an invocation's own is not shared."""
    from tfrun.devices.vulkan.needs import Needing, lacking

    # Of the kernel 5 is the type of whole numbers, 6 that of floats.
    types = [
        (43, 5, 70, 32),
        (43, 5, 71, 12),
        (28, 72, 6, 71),
        (23, 73, 6, 3),
        (30, 74, 6, 73, 72),
        (28, 75, 74, 70),
        (32, 76, 4, 75),
        (32, 77, 4, 73),
    ]
    extra = [
        word
        for opcode, *rest in [*types, (59, 76, 80, 4), (59, 77, 81, 4), (59, 77, 82, 6)]
        for word in (len(rest) + 1 << 16 | opcode, *rest)
    ]
    code = add_kernel()
    words = list(struct.unpack(f"<{len(code) // 4}I", code))
    at = next(at for at, word in enumerate(words) if word == 5 << 16 | 54)  # the function
    changed = struct.pack(f"<{len(words) + len(extra)}I", *words[:at], *extra, *words[at:])
    limits = SimpleNamespace(**{**vars(device.limits), "max_shared_memory": allowed})
    monkeypatch.setattr(device, "facts", replace(device.facts, limits=limits))
    told = list(lacking(Needing("main", changed, (), 0), device))
    assert told == ([f"allows {allowed} bytes that a workgroup shares, not 2060"] if is_told else [])


ROWS = """func.func @main(%x: tensor<?x16xf32>) -> tensor<?x16xf32> {
  %0 = stablehlo.add %x, %x : tensor<?x16xf32>
  return %0 : tensor<?x16xf32>
}"""


def test_what_the_sizes_of_a_call_exceed_is_told_before_it_runs(device, monkeypatch):
    """All of it, and sizes that are within go on: 64 bytes for each row, 2000 of them at most by the bytes of a buffer."""
    func = find_entry(lowered(ROWS, "lavapipe", "vulkan"), "main").func
    limits = {"max_storage_range": 128000, "max_texel_elements": 8000, "max_workgroup_count": (500, 500, 500)}
    monkeypatch.setattr(device, "facts", replace(device.facts, limits=SimpleNamespace(**{**vars(device.limits), **limits})))
    with program(device, func) as ready:
        assert ready([np.ones((3, 16), "f4")])[0].tolist() == [[2] * 16] * 3
        with monkeypatch.context() as patch:
            patch.setattr(device.queue, "submit", lambda *_: pytest.fail("something runs"))
            for rows, told in ((2001, ["not 128064"]), (100000, ["not 6400000", "workgroups, not"])):
                with pytest.raises(Error, match="cannot run with the sizes of this call") as caught:
                    ready([np.ones((rows, 16), "f4")])
                assert all([each in str(caught.value) for each in told])
        assert ready([np.ones((2000, 16), "f4")])[0].shape == (2000, 16)
