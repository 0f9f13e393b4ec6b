"""Functions of the sequencer on a device: what moves no data, what only moves data, memory that has to be staged."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.entry import find_entry
from tfir.execution.sequence import sequence_program
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.ir.verify import verify
from tfir.text.parser import parse


def function(text: str):
    module = parse(Source("test.mlir", text), lookup, dialect)
    verify(module, lookup)
    return find_entry(module).func


@pytest.fixture
def run(facts):
    """Runs a function on the device, with and without direct access to its memory, with and without semaphores that have values, and on the
    interpreter."""
    from tfrun.devices.vulkan.device import Device
    from tfrun.devices.vulkan.executor import VulkanProgram

    def on_all(text, *inputs):
        func = function(text)
        found = [sequence_program(func)(list(inputs))]
        for host_visible, has_timelines in ((True, None), (False, None), (True, False)):
            with Device(facts, host_visible, has_timelines) as device, VulkanProgram(device, func) as program:
                found += [program(list(inputs)), program(list(inputs))]
        for other in found[1:]:
            for one, same in zip(found[0], other, strict=True):
                assert one.dtype == same.dtype
                np.testing.assert_array_equal(one, same)
        return [array.tolist() for array in found[0]]

    return on_all


def test_an_argument_and_a_constant_are_returned(run):
    text = """
    func.func @f(%x: memref<2xf32>) -> (memref<2xf32>, memref<2xi64>, memref<2xf32>, memref<i1>) {
      %0 = iree_ll_seq.constant dense<[5, 6]> : tensor<2xi64>
      %1 = iree_ll_seq.constant dense<true> : tensor<i1>
      iree_ll_seq.return %x, %0, %x, %1 : memref<2xf32>, memref<2xi64>, memref<2xf32>, memref<i1>
    }"""
    assert run(text, np.array([1, 2], np.float32)) == [[1, 2], [5, 6], [1, 2], True]


def test_a_view_is_returned_under_its_own_shape(run):
    text = """
    func.func @f(%x: memref<4xi32>) -> memref<2x2xi32> {
      %0 = iree_ll_seq.reshape %x : memref<4xi32> -> memref<2x2xi32>
      iree_ll_seq.return %0 : memref<2x2xi32>
    }"""
    assert run(text, np.arange(4, dtype=np.int32)) == [[[0, 1], [2, 3]]]


def test_fills_and_copies(run):
    text = """
    func.func @f(%x: memref<4xi32>) -> memref<6xi32> {
      %0 = "iree_ll_seq.alloc_heap"() : () -> memref<6xi32>
      iree_ll_seq.static_fill 7 to %0[0, 24] : memref<6xi32>
      iree_ll_seq.static_copy %x[4] to %0[8], 8 : memref<4xi32>, memref<6xi32>
      iree_ll_seq.return %0 : memref<6xi32>
    }"""
    assert run(text, np.arange(4, dtype=np.int32)) == [[7, 7, 1, 2, 7, 7]]


def test_slices_of_an_arena(run):
    text = """
    func.func @f(%x: memref<2xi32>) -> memref<2xi16> {
      %a = "iree_ll_seq.alloc_heap"() : () -> memref<64xi8>
      %0 = iree_ll_seq.static_slice %a[16, 8] : memref<64xi8> -> memref<2xi32>
      iree_ll_seq.static_copy %x[0] to %0[0], 8 : memref<2xi32>, memref<2xi32>
      %1 = iree_ll_seq.static_slice %a[20, 4] : memref<64xi8> -> memref<2xi16>
      iree_ll_seq.return %1 : memref<2xi16>
    }"""
    assert run(text, np.array([0x00010002, 0x00030004], np.int32)) == [[4, 3]]


def test_nothing_at_all(run):
    text = """
    func.func @f(%x: memref<0x3xf32>) -> memref<0x3xf32> {
      iree_ll_seq.return %x : memref<0x3xf32>
    }"""
    assert run(text, np.zeros((0, 3), np.float32)) == [[]]


@pytest.mark.parametrize("level", ["iree_ll_seq", "iree_hl_seq"])
def test_a_branch_passes_buffers(run, level):
    text = f"""
    func.func @f(%p: memref<i1>, %x: memref<2xi32>, %y: memref<2xi32>) -> (memref<2xi32>, memref<2xi32>) {{
      {level}.cond_br %p, ^bb1(%x, %y : memref<2xi32>, memref<2xi32>), ^bb1(%y, %y : memref<2xi32>, memref<2xi32>)
    ^bb1(%a: memref<2xi32>, %b: memref<2xi32>):
      {level}.return %a, %b : memref<2xi32>, memref<2xi32>
    }}"""
    x, y = np.array([1, 2], np.int32), np.array([3, 4], np.int32)
    assert run(text, np.array(True), x, y) == [[1, 2], [3, 4]]
    assert run(text, np.array(False), x, y) == [[3, 4], [3, 4]]


@pytest.mark.parametrize(("flags", "trips"), [((0, 1, 1, 0), 0), ((1, 0, 1, 0), 1), ((1, 1, 1, 0), 3)])
def test_a_loop_goes_on_as_long_as_its_condition_holds(run, flags, trips):
    """Each trip moves the flags down by one, of which the first decides, and swaps two buffers that it carries."""
    text = """
    func.func @f(%flags: memref<4xi1>, %x: memref<2xi32>, %y: memref<2xi32>) -> memref<2xi32> {
      %f = "iree_ll_seq.alloc_heap"() : () -> memref<4xi1>
      %t = "iree_ll_seq.alloc_heap"() : () -> memref<4xi1>
      %p = iree_ll_seq.static_slice %f[0, 1] : memref<4xi1> -> memref<i1>
      iree_ll_seq.static_copy %flags[0] to %f[0], 4 : memref<4xi1>, memref<4xi1>
      iree_ll_seq.br ^bb1(%x, %y : memref<2xi32>, memref<2xi32>)
    ^bb1(%a: memref<2xi32>, %b: memref<2xi32>):
      iree_ll_seq.cond_br %p, ^bb2, ^bb3
    ^bb2:
      iree_ll_seq.static_copy %f[1] to %t[0], 3 : memref<4xi1>, memref<4xi1>
      iree_ll_seq.static_copy %t[0] to %f[0], 3 : memref<4xi1>, memref<4xi1>
      iree_ll_seq.br ^bb1(%b, %a : memref<2xi32>, memref<2xi32>)
    ^bb3:
      iree_ll_seq.return %a : memref<2xi32>
    }"""
    inputs = [np.array([1, 2], np.int32), np.array([3, 4], np.int32)]
    assert run(text, np.array(flags, np.bool_), *inputs) == [inputs[trips % 2].tolist()]


def test_blocks_without_a_decision_are_submitted_together(device):
    from tfrun.devices.vulkan.executor import VulkanProgram

    text = """
    func.func @f(%x: memref<2xi32>) -> memref<2xi32> {
      %0 = "iree_ll_seq.alloc_heap"() : () -> memref<2xi32>
      iree_ll_seq.static_fill 7 to %0[0, 8] : memref<2xi32>
      iree_ll_seq.br ^bb1
    ^bb1:
      iree_ll_seq.static_copy %x[0] to %0[0], 4 : memref<2xi32>, memref<2xi32>
      iree_ll_seq.br ^bb2
    ^bb2:
      iree_ll_seq.return %0 : memref<2xi32>
    }"""
    submitted = []
    with VulkanProgram(device, function(text)) as program, pytest.MonkeyPatch.context() as patch:
        submit = device.queue.submit

        def counted(batches, fence):
            submitted.extend([len(batch.commands) for batch in batches])
            submit(batches, fence)

        patch.setattr(device.queue, "submit", counted)
        assert program([np.array([1, 2], np.int32)])[0].tolist() == [1, 7]
    assert submitted == [2]


def test_every_element_type_goes_through(run):
    for name, dtype in (("f16", np.float16), ("f64", np.float64), ("ui8", np.uint8), ("i8", np.int8), ("i1", np.bool_)):
        text = f"""
        func.func @f(%x: memref<3x{name}>) -> memref<3x{name}> {{
          iree_ll_seq.return %x : memref<3x{name}>
        }}"""
        assert run(text, np.array([0, 1, 1], dtype)) == [[0, 1, 1]]


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("iree_ll_seq.static_dispatch ex::f[dense<1> : tensor<3xi32>](%x) : (memref<2xf32>) -> ()", "no executable of this module"),
        ("iree_ll_seq.static_dispatch only::f[dense<1> : tensor<3xi32>](%x) : (memref<2xf32>) -> ()", "no SPIRV executable"),
    ],
)
def test_what_cannot_be_run_is_told(device, body, complaint):
    from tfrun.devices.vulkan.executor import VulkanProgram

    text = f"""
    iree.multi_arch_executable @only() {{
      iree.executable(Unspecified) {{ }}
    }}
    func.func @f(%x: memref<2xf32>) -> memref<2xf32> {{
      {body}
      iree_ll_seq.return %x : memref<2xf32>
    }}"""
    with pytest.raises(Error, match=complaint):
        VulkanProgram(device, function(text))
