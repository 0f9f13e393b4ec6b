"""Kernels run on a device: bindings, order of dependent steps, re-submission."""

import struct
from dataclasses import replace
from types import SimpleNamespace

import numpy
import pytest
from tfir.execution.kernels import Binding
from tfir.ir.diagnostics import Error

ADD_BINDINGS = 3


@pytest.fixture
def room(device, add_kernel):
    """Buffers and programs that are closed before the device."""
    from contextlib import ExitStack

    from tfrun.devices.vulkan.memory import Buffer
    from tfrun.devices.vulkan.programs import Binding, Programs

    class Room:
        def __init__(self, stack):
            self.stack, self.device = stack, device
            self.programs = stack.enter_context(Programs(device))

        def buffer(self, size, **options):
            return self.stack.enter_context(Buffer(device, size, **options))

        def floats(self, values, **options):
            array = numpy.asarray(values, dtype=numpy.float32)
            whole = self.buffer(array.nbytes, **options).slice(0, array.nbytes)
            whole.write(array)
            return whole

        def read(self, part):
            result = numpy.empty(part.size // 4, dtype=numpy.float32)
            part.read(result)
            return result.tolist()

        def add(self, left, right, out, groups=(1, 1, 1)):
            from tfrun.devices.vulkan.commands import Dispatch

            program = self.programs.get(add_kernel(), "main", [Binding(at) for at in range(ADD_BINDINGS)])
            return Dispatch(program, (left, right, out), groups, frozenset([2]))

        def recording(self, *steps):
            commands = device.command_buffer()
            self.stack.callback(commands.close)
            commands.begin()
            commands.steps += steps
            commands.end()
            return commands

        def run(self, commands):
            from tfir.hal.submission import FenceValue, SubmissionBatch

            fence = device.fence()
            device.queue.submit([SubmissionBatch((), [commands])], FenceValue(fence, 1))
            assert fence.wait(1)

    with ExitStack() as stack:
        yield Room(stack)


def test_adds_two_buffers(room):
    left, right, out = room.floats([1, 2, 3, 4]), room.floats([10, 20, 30, 40]), room.floats([0] * 4)
    room.run(room.recording(room.add(left, right, out)))
    assert room.read(out) == [11, 22, 33, 44]


def test_a_step_that_needs_an_earlier_result_waits_for_it(room):
    left, right, middle, out = (room.floats([value] * 4) for value in (1, 2, 0, 0))
    recording = room.recording(room.add(left, right, middle), room.add(middle, right, out))
    room.run(recording)
    assert room.read(out) == [5] * 4
    assert recording.barriers == 1


def test_independent_steps_have_no_barrier_between_them(room):
    left, right, first, second = (room.floats([value] * 4) for value in (1, 2, 0, 0))
    recording = room.recording(room.add(left, right, first), room.add(right, right, second))
    room.run(recording)
    assert (room.read(first), room.read(second)) == ([3] * 4, [4] * 4)
    assert recording.barriers == 0


def test_overwriting_what_an_earlier_step_reads_waits_for_it(room):
    left, right, first = (room.floats([value] * 4) for value in (1, 2, 0))
    recording = room.recording(room.add(left, right, first), room.add(right, right, left))
    assert recording.barriers == 1


def test_a_recording_runs_again_on_new_inputs(room):
    left, right, out = room.floats([1] * 4), room.floats([2] * 4), room.floats([0] * 4)
    recording = room.recording(room.add(left, right, out))
    room.run(recording)
    left.buffer.bytes[:16] = numpy.full(4, 7, dtype=numpy.float32).view(numpy.uint8)
    room.run(recording)
    assert room.read(out) == [9] * 4


def test_fills_and_copies_are_ordered_with_dispatches(room):
    from tfrun.devices.vulkan.commands import Copy, Fill

    left, right, out, copied = (room.floats([5] * 4) for _ in range(4))
    one = 0x3F800000
    room.run(room.recording(Fill(left, one), room.add(left, right, out), Copy(out, copied)))
    assert room.read(copied) == [6] * 4


def test_several_groups_cover_a_larger_buffer(room):
    left, right, out = room.floats(range(64)), room.floats(range(64)), room.floats([0] * 64)
    room.run(room.recording(room.add(left, right, out, groups=(16, 1, 1))))
    assert room.read(out) == [2 * value for value in range(64)]


@pytest.mark.parametrize(
    ("kind", "texels", "component", "expected"),
    [
        ("R32f", 4, 0, [0, 1, 2, 3]),
        ("Rgba32f", 4, 2, [2, 6, 10, 14]),
    ],
)
def test_reads_a_buffer_as_texels(room, texel_kernel, kind, texels, component, expected):
    from tfrun.devices.vulkan.commands import Dispatch
    from tfrun.devices.vulkan.programs import Binding

    source = room.floats(range(texels * (4 if kind == "Rgba32f" else 1)))
    out = room.floats([0] * texels)
    program = room.programs.get(texel_kernel(component), "main", [Binding(0, kind), Binding(1)])
    room.run(room.recording(Dispatch(program, (source, out), (1, 1, 1), frozenset([1]))))
    assert room.read(out) == expected


def test_memory_out_of_the_hosts_reach_is_staged(room):
    left = room.floats([1, 2, 3, 4], host_visible=False)
    right, out = room.floats([1] * 4, host_visible=False), room.floats([0] * 4, host_visible=False)
    assert left.buffer.bytes is None
    room.run(room.recording(room.add(left, right, out)))
    assert room.read(out) == [2, 3, 4, 5]


def test_the_same_kernel_is_compiled_once(room):
    left = room.floats([1] * 4)
    first, second = room.add(left, left, left), room.add(left, left, left)
    assert first.program is second.program


def test_a_part_of_a_buffer_is_bound_at_its_offset(room):
    alignment = room.device.limits.storage_alignment
    arena = room.buffer(4 * alignment + 16)
    arena.bytes[:] = 0
    left, right, out = (arena.slice(at * alignment, 16) for at in (0, 1, 2))
    for part, value in ((left, 3), (right, 4)):
        arena.bytes[part.offset : part.end] = numpy.full(4, value, dtype=numpy.float32).view(numpy.uint8)
    room.run(room.recording(room.add(left, right, out)))
    assert room.read(out) == [7] * 4


def test_an_empty_recording_runs(room):
    room.run(room.recording())


class TestRefusals:
    """Drivers such as lavapipe enforce nothing: what a device does not allow must be refused here."""

    def refused(self, make, *words):
        with pytest.raises(Error) as caught:
            make()
        for word in words:
            assert word in str(caught.value)

    def test_more_groups_than_the_device_allows(self, room):
        part = room.floats([0] * 4)
        most = room.device.limits.max_workgroup_count[0]
        self.refused(lambda: room.recording(room.add(part, part, part, (most + 1, 1, 1))), "workgroups")
        room.recording(room.add(part, part, part, (1, 1, 1)))

    def test_no_groups(self, room):
        part = room.floats([0] * 4)
        self.refused(lambda: room.recording(room.add(part, part, part, (0, 1, 1))), "workgroups")

    def test_an_offset_that_is_not_aligned(self, room):
        alignment = room.device.limits.storage_alignment
        if alignment < 8:
            pytest.skip("this device binds at any word")
        part = room.buffer(256)
        steps = room.add(part.slice(4, 16), part.slice(64, 16), part.slice(128, 16))
        self.refused(lambda: room.recording(steps), "alignment")

    def test_a_workgroup_that_is_too_large(self, room, add_kernel):
        from tfrun.devices.vulkan.programs import Binding

        bindings = [Binding(at) for at in range(ADD_BINDINGS)]
        size = (room.device.limits.max_workgroup_invocations * 2, 1, 1)
        self.refused(lambda: room.programs.get(add_kernel(size), "main", bindings), "invocations")

    def test_all_that_is_lacking_is_named(self, room, add_kernel, monkeypatch):
        """Capabilities by their numbers in the specification: Float64 10, Int64 11, GroupNonUniformShuffle 65; Int16 22 is there."""
        limits = SimpleNamespace(**{**vars(room.device.limits), "max_storage_bindings": 2, "max_push_constants": 4})
        facts = replace(room.device.facts, features=frozenset(["shaderInt16"]), subgroup_operations=("basic",), limits=limits)
        monkeypatch.setattr(room.device, "facts", facts)
        code, bindings = add_kernel((4, 1, 1), (1, 10, 11, 22, 65)), [Binding(at) for at in range(ADD_BINDINGS)]
        with pytest.raises(Error) as caught:
            room.programs.get(code, "main", bindings, 8)
        assert str(caught.value) == (
            f"{facts.name} does not offer shaderFloat64 (kernel 'main'); {facts.name} does not offer shaderInt64 (kernel 'main');"
            f" {facts.name} does not offer subgroup operations 'shuffle' (kernel 'main');"
            f" {facts.name} allows 2 storage buffers, not 3 (kernel 'main'); {facts.name} allows 4 bytes of push constants, not 8 (kernel 'main')"
        )

    def test_instructions_that_lack_operands(self, room, add_kernel):
        """Of a capability its number, of an execution mode which it is."""
        for code in (
            struct.pack("<6I", 0x07230203, 0x10300, 0, 9, 0, 1 << 16 | 17),
            struct.pack("<7I", 0x07230203, 0x10300, 0, 9, 0, 2 << 16 | 16, 1),
        ):
            self.refused(lambda code=code: room.programs.get(code, "main", []), "damaged")

    def test_words_that_are_no_spirv(self, room, add_kernel):
        for code in (b"", b"\0" * 40, add_kernel()[:-4] + b"\0"):
            self.refused(lambda code=code: room.programs.get(code, "main", []), "SPIR-V")

    def test_an_instruction_that_leaves_the_module(self, room, add_kernel):
        damaged = bytearray(add_kernel())
        damaged[22:24] = b"\xff\xff"
        self.refused(lambda: room.programs.get(bytes(damaged), "main", []), "damaged")

    def test_a_range_that_leaves_its_buffer(self, room):
        self.refused(lambda: room.buffer(64).slice(32, 64), "do not lie in")

    def test_an_allocation_beyond_the_limit(self, room):
        self.refused(lambda: room.buffer(room.device.limits.max_allocation_size + 1), "exceed")

    def test_copies_of_unequal_size(self, room):
        from tfrun.devices.vulkan.commands import Copy

        part = room.buffer(64)
        self.refused(lambda: room.recording(Copy(part.slice(0, 8), part.slice(32, 16))), "copy")
