"""The kernels of a module as machine code of this machine."""

from __future__ import annotations

import os
from ctypes import CFUNCTYPE, c_int32, c_void_p
from hashlib import blake2b

from tfir.conversion.llvm_ir.module import llvm_ir_text
from tfir.execution.sequencer import LLVM, architecture
from tfir.ir.attributes import Attribute
from tfir.ir.builder import module_op
from tfir.ir.operations import Operation

from tfrun.devices.cpu.cache import kept
from tfrun.devices.cpu.llvm import binding

RUN = CFUNCTYPE(None, c_void_p, c_int32, c_int32, c_int32, c_void_p)
RUNTIME = os.path.join(os.path.dirname(__file__), "runtime.ll")
OPTIMIZATION = 2


class Code:
    """Machine code in memory, which stays there as long as this. `run` runs commands, `address(name)` is that of a kernel."""

    def __init__(self, object_code: bytes, workgroups: dict[str, Attribute]):
        self.workgroups = workgroups  # by the names of kernels
        llvm = binding()
        machine = llvm.Target.from_default_triple().create_target_machine()
        self.engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        self.engine.add_object_file(llvm.object_file.ObjectFileRef.from_data(object_code))
        self.engine.finalize_object()
        self.run = RUN(self.address("run"))

    def address(self, name: str) -> int:
        return self.engine.get_function_address(name)


def code_of(module: Operation) -> Code:
    """The code of all kernels of a module for this machine."""
    functions = kernels_of(module)
    workgroups = {func.get("sym_name"): func.attributes["iree.workgroups"] for func in functions.body}
    with open(RUNTIME) as file:
        text = llvm_ir_text(functions) + file.read()
    llvm = binding()
    features = llvm.get_host_cpu_features().flatten()
    key = blake2b(
        "\0".join([text, features, llvm.get_host_cpu_name(), str(llvm.llvm_version_info), str(OPTIMIZATION)]).encode()
    ).hexdigest()
    return Code(kept(key, lambda: compiled(text, features)), workgroups)


def kernels_of(module: Operation) -> Operation:
    """A module of all kernels."""
    functions = module_op()
    for executable in [op for op in module.body if op.name == "iree.multi_arch_executable"]:
        specific = architecture(executable, LLVM)
        for func in [op for op in specific.walk() if op.name == "llvm.func"] if specific is not None else ():
            functions.body.append(func.remove())
    return functions


def compiled(text: str, features: str) -> bytes:
    """LLVM IR as an object file for this machine."""
    llvm = binding()
    module = llvm.parse_assembly(text)
    machine = llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=features, opt=OPTIMIZATION, jit=True
    )
    options = llvm.create_pipeline_tuning_options(speed_level=OPTIMIZATION)
    options.loop_vectorization = options.slp_vectorization = True
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    return machine.emit_object(module)
