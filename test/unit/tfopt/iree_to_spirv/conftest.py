"""Executables written by hand, compiled, checked by spirv-val where it is installed, and run on a Vulkan device, or on this processor.

Without a device the tests of this folder that run kernels are skipped and say why.
"""

import os
import shutil
import subprocess

import ml_dtypes
import numpy
import pytest
from device_calls import call, device_of
from tfir.dialects import dialect, lookup
from tfir.execution.entry import find_entry
from tfir.ir.attributes import OpaqueAttr
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.ir.verify import verify
from tfir.text.parser import parse
from tfir.text.printer import print_operation

from tfrun.devices import session

os.environ.setdefault("LP_NUM_THREADS", "1")
DTYPES = {
    "f32": "f4", "f16": "f2", "f64": "f8", "i1": "?", "i8": "i1", "ui8": "u1", "i16": "i2", "ui16": "u2", "i32": "i4", "ui32": "u4",
    "i64": "i8", "ui64": "u8", "bf16": ml_dtypes.bfloat16,
    "f8E5M2": ml_dtypes.float8_e5m2, "f8E4M3": ml_dtypes.float8_e4m3, "f8E3M4": ml_dtypes.float8_e3m4, "f8E4M3FN": ml_dtypes.float8_e4m3fn,
    "f8E5M2FNUZ": ml_dtypes.float8_e5m2fnuz, "f8E4M3FNUZ": ml_dtypes.float8_e4m3fnuz, "f8E4M3B11FNUZ": ml_dtypes.float8_e4m3b11fnuz,
    "f4E2M1FN": ml_dtypes.float4_e2m1fn, "f6E2M3FN": ml_dtypes.float6_e2m3fn, "f6E3M2FN": ml_dtypes.float6_e3m2fn, "f8E8M0FNU": ml_dtypes.float8_e8m0fnu,
    "i2": ml_dtypes.int2, "ui2": ml_dtypes.uint2, "i4": ml_dtypes.int4, "ui4": ml_dtypes.uint4,
}  # fmt: skip


def spelled(array) -> str:
    """`2x3xf32` for an array."""
    names = {numpy.dtype(code): name for name, code in DTYPES.items()}
    return "x".join([*map(str, array.shape), names[array.dtype]])


def program(inputs, outputs, body, results, schedule="") -> str:
    """A module with one executable of `body`, over %0, %1, ..., and a function that dispatches it."""
    kinds = [f"memref<{text}>" for text in (*inputs, *outputs)]
    loads = "\n".join([f"%{i} = iree.load_input(%a{i} : memref<{t}>) : tensor<{t}>" for i, t in enumerate(inputs)])
    stores = "\n".join(
        [f"iree.store_output({r} : tensor<{t}>, %a{len(inputs) + i} : memref<{t}>)" for i, (r, t) in enumerate(zip(results, outputs))]
    )
    arguments = ", ".join([f"%a{i}: {kind}" for i, kind in enumerate(kinds)])
    taken = ", ".join([f"%a{i}: {kind}" for i, kind in enumerate(kinds[: len(inputs)])])
    given = kinds[len(inputs) :]
    allocations = "\n".join([f'%a{len(inputs) + i} = "iree_ll_seq.alloc_heap"() : () -> {kind}' for i, kind in enumerate(given)])
    passed = ", ".join([f"%a{i}" for i in range(len(kinds))])
    returned = ", ".join([f"%a{len(inputs) + i}" for i in range(len(given))])
    schedule = f", iree.schedule = #iree.schedule<{schedule}>" if schedule else ""
    return f"""module {{
      iree.multi_arch_executable @ex[0]() {{ iree.executable(Unspecified) {{ module {{
        func.func @kernel({arguments}) attributes {{iree.executable.export, iree.ordinal = 0 : i32{schedule}}} {{
          {loads}
          {body}
          {stores}
          iree.return
        }} }} }} }}
      func.func @main({taken}) -> ({", ".join(given)}) attributes {{iree.module.export, iree.ordinal = 0 : i32}} {{
        {allocations}
        iree_ll_seq.static_dispatch ex::kernel[dense<1> : tensor<3xi32>]({passed}) : ({", ".join(kinds)}) -> ()
        iree_ll_seq.return {returned} : {", ".join(given)}
      }} }}"""


def compiled(text: str, target: str = "lavapipe"):
    """The module after both passes, printed and parsed once more, so that the text carries everything."""
    from tfopt.iree_to_spirv.iree_choose_schedules import iree_choose_schedules
    from tfopt.iree_to_spirv.iree_convert_to_spirv import iree_convert_to_spirv
    from tfopt.spirv_to_llvm.iree_convert_to_llvm import iree_convert_to_llvm

    module = parse(Source("test", text), lookup, dialect)
    iree_choose_schedules(module, target=target)
    iree_convert_to_spirv(module)
    if device_of(target) == "cpu":
        iree_convert_to_llvm(module)
    module = parse(Source("printed", print_operation(module, lookup)), lookup, dialect)
    for op in module.walk():
        if op.name == "spirv.module":
            validate(op)
    return module


def validate(op):
    """What the Khronos validator says of a module, if it is here."""
    validator = shutil.which("spirv-val")
    if validator is None:
        return
    from tfir.dialects.spirv.words import encode

    done = subprocess.run([validator, "--target-env", "vulkan1.1", "-"], input=encode(op), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode() + done.stdout.decode()


def schedule_of(module) -> str:
    """The name of the schedule that was chosen for the only executable."""
    found = next(op.attributes["iree.schedule"] for op in module.walk() if "iree.schedule" in op.attributes)
    assert isinstance(found, OpaqueAttr)
    return found.text.removeprefix("#iree.schedule<").rstrip(">")


@pytest.fixture
def valid():
    """Raises AssertionError of a `spirv.module` that the Khronos validator refuses."""
    return validate


@pytest.fixture(scope="session")
def device():
    try:
        from tfrun.devices.vulkan.device import Device, Instance, choose_device

        with Instance() as instance:
            facts = choose_device(instance.devices())
            with Device(facts) as opened:
                yield opened
    except Error as reason:
        pytest.skip(f"needs a Vulkan device: {reason}")


def on_vulkan(device, module, arrays):
    from tfrun.devices.vulkan.executor import VulkanProgram

    main = next(op for op in module.body if op.name == "func.func")
    with VulkanProgram(device, main) as ready:
        return ready(arrays)


@pytest.fixture
def run(request):
    """Compiles `body` over the arrays and runs it: the arrays of `results`, whose types are `outputs`. The schedule that is to `expect` is
    that of Vulkan devices; processors have others."""

    def run(body, arrays, outputs, results=("%r",), target="lavapipe", schedule="", expect=None):
        is_vulkan = device_of(target) == "vulkan"
        device = request.getfixturevalue("device") if is_vulkan else None
        if target == "lavapipe" and device.facts.subgroup_size != 8:
            pytest.skip(f"needs subgroups of 8, {device.facts.name} has {device.facts.subgroup_size}")
        module = compiled(program([spelled(a) for a in arrays], outputs, body, results, schedule), target)
        if expect is not None and is_vulkan:
            assert schedule_of(module).split(",")[0] == expect
        found = on_vulkan(device, module, arrays) if is_vulkan else call(module, "cpu", [arrays])[0]
        return found[0] if len(found) == 1 else found

    return run


@pytest.fixture
def read():
    """Reads a program and verifies it."""

    def read(text):
        module = parse(Source("program.mlir", text), lookup, dialect)
        verify(module, lookup)
        return module

    return read


@pytest.fixture
def values():
    """The results of a program's entry for these arguments, on the interpreter or on a device."""

    def values(module, arrays, where):
        with session(module, where) as program_of, numpy.errstate(all="ignore"):
            return program_of(find_entry(module))([numpy.asarray(array) for array in arrays])

    return values


@pytest.fixture
def random():
    return numpy.random.default_rng(7)


@pytest.fixture
def dtypes():
    return DTYPES


@pytest.fixture
def compile_program():
    return lambda inputs, outputs, body, target: compiled(program(inputs, outputs, body, ["%r"]), target)
