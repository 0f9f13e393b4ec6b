"""The kernels of a module as machine code of this machine, made by LLVM."""

from __future__ import annotations

from hashlib import blake2b

from tfir.cli.kept_files import kept
from tfir.cli.progress import stage
from tfir.conversion.llvm_ir.module import llvm_ir_text
from tfir.dialects.iree.target import CPU_FEATURES, ROWS_ALONG_X, TargetAttr, targets_of
from tfir.execution.sequencer import LLVM, architecture
from tfir.ir.attributes import Attribute, StringAttr
from tfir.ir.builder import module_op
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation

from tfrun.devices.cpu.facts import has, machine_name, vectors
from tfrun.devices.cpu.linking import Unlinkable, linked
from tfrun.devices.cpu.llvm import binding
from tfrun.devices.cpu.machine_code import Code, LoadedObject, MappedImage, code_in
from tfrun.devices.cpu.waiting import runtime

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfrun.devices.cpu.debug_information import Described

WORKGROUPS = "iree.workgroups"
ALIKE = {"amd64": "x86_64", "arm64": "aarch64"}  # what systems call processors that LLVM calls otherwise
# Kernels are written as they shall run, vectors and loops that are unrolled among it, so that these are all passes that pay: those of -O2 take
# three times as long for code that is as fast. Code is selected as for -O2.
PASSES = ("always_inliner", "instruction_combine", "simplify_cfg")
SELECTION = 2


class Kernels:
    """The kernels of a module for this machine by executable and entry: what they are called in machine code, and how many workgroups each
    has. If they are `described`, they are called by nodes of the model, and have debug information."""

    def __init__(self, module: Operation, described: Described | None = None):
        self.described = described
        self.names: dict[tuple[str, str], str] = {}
        self.workgroups: dict[str, Attribute] = {}
        self.rows: dict[str, int] = {}  # how many along x are best together, which have rows of an operand
        self.functions: list[tuple[Operation, Block]] = []  # and where they stand
        self.declared: dict[str, Operation] = {}  # of C's library
        target = fallback_for(module)
        for executable in [op for op in module.body if op.name == "iree.multi_arch_executable"]:
            specific = architecture(executable, LLVM, target) or architecture(executable, LLVM)
            for func in [op for op in specific.walk() if op.name == "llvm.func"] if specific is not None else ():
                if func.region.blocks:
                    self.add(executable, func)
                else:
                    self.declared[func.get("sym_name")] = func

    def add(self, of: Operation, func: Operation) -> None:
        if WORKGROUPS not in func.attributes:
            raise Error.on(func, f"does not say in {WORKGROUPS} how many workgroups it has; lower it with tf-opt --pipeline=cpu")
        lacking = features_lacking(func)
        if lacking:
            raise Error.on(
                func,
                f"needs a processor with {', '.join(lacking)}, which this machine lacks; lower the program for it, or without --target",
            )
        executable, entry = of.get("sym_name"), func.get("sym_name")
        name = f"{executable}.{entry}"
        if self.described is not None:
            name = self.described.named(of, func, name)
        self.names[executable, entry] = name
        self.workgroups[name] = func.attributes[WORKGROUPS]
        self.rows[name] = func.get(ROWS_ALONG_X, 0)
        self.functions.append((func, func.block))

    def llvm_ir(self) -> str:
        """All of them as one module of LLVM IR. Entries of executables may have the same name, so that they get others meanwhile."""
        together = module_op()
        for func in self.declared.values():
            together.body.append(func.clone())
        for (func, _), name in zip(self.functions, self.names.values()):
            func.set_attribute("sym_name", StringAttr(name))
            together.body.append(func.remove())
        try:
            return llvm_ir_text(together)
        finally:
            for (func, block), (_, entry) in zip(self.functions, self.names):
                func.set_attribute("sym_name", StringAttr(entry))
                block.append(func.remove())


def fallback_for(module: Operation) -> str | None:
    """The name of the fallback target whose kernels run best on this machine; None where those of the module's own target do."""
    targets = {name: target for name, target in targets_of(module).items() if target is not None and target.is_processor}
    targets = {name: target for name, target in targets.items() if is_for_this_machine(target)} or targets
    if len(targets) > 1:
        targets = {
            name: target for name, target in targets.items() if not any(map(features_lacking, functions_for(module, name)))
        } or targets
    width, _ = vectors() if len(targets) > 1 else (0, None)
    return next((name for name, target in targets.items() if target.vector_bytes <= width), [None, *targets][-1])


def functions_for(module: Operation, target: str | None) -> list[Operation]:
    """The kernels of a module that are for one of its targets."""
    executables = [op for op in module.body if op.name == "iree.multi_arch_executable"]
    kernels = [
        inner for op in executables for specific in [architecture(op, LLVM, target)] if specific is not None for inner in specific.body
    ]
    return [func for kernel in kernels for func in kernel.body if func.name == "llvm.func"]


def features_lacking(func: Operation) -> list[str]:
    """What a kernel needs and this machine's processors lack."""
    return [name.value for name in func.get(CPU_FEATURES) or () if not has(name.value)]


def is_for_this_machine(target: TargetAttr) -> bool:
    """Whether a processor of this kind is one of this machine's, by the first word of its triple."""
    named, here = target.triple.partition("-")[0], machine_name()
    return not named or named == ALIKE.get(here.lower(), here)


def code_of(kernels: Kernels, is_kept: bool = True) -> Code:
    """The code of kernels for this machine, kept from run to run unless it shall not be."""
    llvm = binding()
    texts = kernels.llvm_ir(), runtime()
    if not is_kept:
        return code_for(compiled(*texts))
    facts = *texts, llvm.get_host_cpu_features().flatten(), llvm.get_host_cpu_name(), str(llvm.llvm_version_info), *PASSES
    key = blake2b("\0".join(facts).encode(), digest_size=32).hexdigest()
    return code_in(kept(key, lambda: code_for(compiled(*texts)).to_bytes()))


def code_for(content: bytes) -> Code:
    """An object file in memory."""
    try:
        return MappedImage(linked(content))
    except Unlinkable:
        return LoadedObject(content)


def machine(is_loaded: bool = False):
    """LLVM's description of this machine, for code that runs wherever it lies, as images and libraries do, or that LLVM itself loads."""
    llvm = binding()
    target, features = llvm.Target.from_default_triple(), llvm.get_host_cpu_features().flatten()
    model = {"jit": True} if is_loaded else {"reloc": "pic", "codemodel": "small"}
    return target.create_target_machine(cpu=llvm.get_host_cpu_name(), features=features, opt=SELECTION, **model)


def compiled(*texts: str) -> bytes:
    """Modules of LLVM IR as one object file for this machine."""
    made = machine(is_loaded=not binding().get_default_triple().startswith("x86_64"))
    with stage("compiling kernels"):
        return made.emit_object(optimized(texts, made))


def optimized(texts: Sequence[str], made):
    """Modules as one, after passes."""
    llvm = binding()
    module, *others = [llvm.parse_assembly(text) for text in texts]
    for other in others:
        module.link_in(other)
    passes = llvm.create_new_module_pass_manager()
    for name in PASSES:
        getattr(passes, f"add_{name}_pass")()
    passes.run(module, llvm.create_pass_builder(made, llvm.create_pipeline_tuning_options()))
    return module
