"""The kernels of a module as machine code of this machine, made by LLVM."""

from __future__ import annotations

import os
from hashlib import blake2b

from tfir.conversion.llvm_ir.module import llvm_ir_text
from tfir.execution.sequencer import LLVM, architecture
from tfir.ir.attributes import Attribute, StringAttr
from tfir.ir.builder import module_op
from tfir.ir.operations import Block, Operation

from tfrun.devices.cpu.cache import kept
from tfrun.devices.cpu.linking import Unlinkable, linked
from tfrun.devices.cpu.llvm import binding
from tfrun.devices.cpu.machine_code import Code, LoadedObject, MappedImage, code_in

RUNTIME = os.path.join(os.path.dirname(__file__), "runtime.ll")
WORKGROUPS = "iree.workgroups"
OPTIMIZATION = 2


class Kernels:
    """The kernels of a module by executable and entry: what they are called in machine code, and how many workgroups each has."""

    def __init__(self, module: Operation):
        self.names: dict[tuple[str, str], str] = {}
        self.workgroups: dict[str, Attribute] = {}
        self.functions: list[tuple[Operation, Block]] = []  # and where they stand
        for executable in [op for op in module.body if op.name == "iree.multi_arch_executable"]:
            specific = architecture(executable, LLVM)
            for func in [op for op in specific.walk() if op.name == "llvm.func"] if specific is not None else ():
                self.add(executable.get("sym_name"), func)

    def add(self, executable: str, func: Operation) -> None:
        entry = func.get("sym_name")
        self.names[executable, entry] = name = f"{executable}.{entry}"
        self.workgroups[name] = func.attributes[WORKGROUPS]
        self.functions.append((func, func.block))

    def llvm_ir(self) -> str:
        """All of them as one module of LLVM IR. Entries of executables may have the same name, so that they get others meanwhile."""
        together = module_op()
        for (func, _), name in zip(self.functions, self.names.values()):
            func.set_attribute("sym_name", StringAttr(name))
            together.body.append(func.remove())
        try:
            return llvm_ir_text(together)
        finally:
            for (func, block), (_, entry) in zip(self.functions, self.names):
                func.set_attribute("sym_name", StringAttr(entry))
                block.append(func.remove())


def code_of(kernels: Kernels, is_kept: bool = True) -> Code:
    """The code of kernels for this machine, kept from run to run unless it shall not be."""
    llvm = binding()
    with open(RUNTIME) as file:
        text = kernels.llvm_ir() + file.read()
    if not is_kept:
        return code_for(compiled(text))
    facts = text, llvm.get_host_cpu_features().flatten(), llvm.get_host_cpu_name(), str(llvm.llvm_version_info), str(OPTIMIZATION)
    key = blake2b("\0".join(facts).encode(), digest_size=32).hexdigest()
    return code_in(kept(key, lambda: code_for(compiled(text)).to_bytes()))


def code_for(content: bytes) -> Code:
    """An object file in memory."""
    try:
        return MappedImage(linked(content))
    except Unlinkable:
        return LoadedObject(content)


def machine(for_images: bool = True):
    """LLVM's description of this machine. Images are independent of where they lie, as libraries are."""
    llvm = binding()
    target, features = llvm.Target.from_default_triple(), llvm.get_host_cpu_features().flatten()
    model = {"reloc": "pic", "codemodel": "small"} if for_images and target.triple.startswith("x86_64") else {"jit": True}
    return target.create_target_machine(cpu=llvm.get_host_cpu_name(), features=features, opt=OPTIMIZATION, **model)


def compiled(text: str) -> bytes:
    """LLVM IR as an object file for this machine."""
    made = machine()
    return made.emit_object(optimized(text, made))


def optimized(text: str, made):
    """A module of LLVM after its passes."""
    llvm = binding()
    module = llvm.parse_assembly(text)
    options = llvm.create_pipeline_tuning_options(speed_level=OPTIMIZATION)
    options.loop_vectorization = options.slp_vectorization = True
    builder = llvm.create_pass_builder(made, options)
    builder.getModulePassManager().run(module, builder)
    return module
