"""Random StableHLO programs of all ops: the interpreter computes what their types say, the same after canonicalisation, and devices do too.

`tools/check_random_programs.py` runs more of them, also against XLA.
"""

import os

import pytest
from random_stablehlo import dtype
from random_stablehlo_legs import ON_DEVICES, canonicalized, first_difference, interpreted, module_of, on_device, on_processors
from random_stablehlo_ops import AnyOp
from tfir.dialects import lookup
from tfir.ir.diagnostics import Error
from tfir.text.printer import PrintOptions, print_operation

from tfopt.iree_to_spirv.schedules import sweep

os.environ.setdefault("LP_NUM_THREADS", "1")
MOST_OPS = 5


def programs(first: int, count: int):
    return [AnyOp(f"suite {seed}").program(MOST_OPS) for seed in range(first, first + count)]


@pytest.mark.parametrize("first", range(0, 200, 25))
def test_canonicalisation_keeps_results(first):
    for program in programs(first, 25):
        expected = interpreted(program)
        assert [(array.shape, array.dtype) for array in expected] == [(value.shape, dtype(value.kind)) for value in program.returned], (
            program.text
        )
        assert first_difference(program, canonicalized(program), expected) is None, program.text


@pytest.mark.parametrize("first", range(0, 100, 50))
def test_their_text_comes_back(first):
    for program in programs(first, 50):
        module = module_of(program.text)
        for options in (PrintOptions(), PrintOptions(generic=True)):
            text = print_operation(module, lookup, options)
            assert print_operation(module_of(text), lookup, options) == text


@pytest.fixture(scope="module", params=["vulkan", "cpu"])
def device(request):
    if request.param == "cpu":
        pytest.importorskip("llvmlite", reason="machine code is made by LLVM")
        return "cpu"
    from tfrun.devices.vulkan.device import Instance, choose_device

    try:
        with Instance() as instance:
            choose_device(instance.devices())
    except Error as reason:
        pytest.skip(f"needs a Vulkan device: {reason}")
    return "vulkan"


@pytest.mark.sweep
@pytest.mark.parametrize("first", range(0, 60, 15))
def test_devices_compute_the_same(device, first, monkeypatch):
    """Or say that they cannot: nothing else may come of it. Several processors share the work, of which each workgroup has little."""
    monkeypatch.setattr(sweep, "CHUNK", 16)
    refused = 0
    for program in programs(first, 15):
        try:
            result = on_processors(program) if device == "cpu" else on_device(program, device)
        except Error:
            refused += 1
            continue
        assert first_difference(program, result, interpreted(program), ON_DEVICES) is None, program.text
    assert refused < 10
