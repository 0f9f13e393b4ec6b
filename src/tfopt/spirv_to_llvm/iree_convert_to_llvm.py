"""Makes functions of the llvm dialect of the kernels in SPIR-V for processors, beside the portable form of each executable.

The SPIR-V, which is written for a processor (vectors of its width, no texels, nothing shared by invocations), is gone afterwards. That for
other targets of the module stays.
"""

from __future__ import annotations

from tfir.dialects.iree.target import targets_of
from tfir.execution.sequencer import LLVM, SPIRV, TARGET_NAME
from tfir.ir.attributes import StringAttr
from tfir.ir.builder import module_op
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Region

from tfopt.spirv_to_llvm.kernels import convert

AFTER = ("iree-convert-to-spirv",)


OPTIONS = {"required": "It is an error where none of the module's targets is a processor."}


def iree_convert_to_llvm(module: "Module", *, required: bool = True):
    """Make llvm.func of each kernel that is for a processor. Raises Error where none of the module's targets is one, unless that is not `required`."""
    targets = targets_of(module)
    processors = [name for name, target in targets.items() if (required if target is None else target.is_processor)]
    own = targets[None]
    if required and not processors and own is not None:
        raise Error(
            f"the module's target '{own.name}' is no processor; --target=x86-64-v3 is one, and without --target there are two; "
            "--pipeline=vulkan takes devices",
            module,
        )
    for executable in [op for op in module.body if op.name == "iree.multi_arch_executable"] if processors else ():
        for specific in [op for op in executable.body if op.name == "iree.executable" and op.get("format") == SPIRV]:
            if specific.get(TARGET_NAME) not in processors:
                continue
            body = Block()
            inner = body.append(module_op(specific.location))
            for kernels in [op for op in specific.walk() if op.name == "spirv.module"]:
                for func in [op for op in kernels.body if op.name == "spirv.func" and op.region.blocks]:
                    convert(kernels, func.get("sym_name"), inner)
            attributes = {**specific.attributes, "format": StringAttr(LLVM)}
            made = Operation("iree.executable", (), (), attributes, [Region([body])], location=specific.location)
            executable.body.insert_before(made, specific)
            specific.erase()
