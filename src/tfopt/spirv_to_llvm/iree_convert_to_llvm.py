"""Makes functions of the llvm dialect of the kernels in SPIR-V, for processors, beside the portable form of each executable.

The SPIR-V, which is written for a processor (vectors of its width, no texels, nothing shared by invocations), is gone afterwards.
"""

from __future__ import annotations

from tfir.dialects.iree.target import TargetAttr
from tfir.execution.sequencer import LLVM, SPIRV
from tfir.ir.attributes import StringAttr
from tfir.ir.builder import module_op
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Region

from tfopt.spirv_to_llvm.kernels import convert

AFTER = ("iree-convert-to-spirv",)


def iree_convert_to_llvm(module: "Module"):
    """Make llvm.func of each kernel. Raises Error where the module's target is no processor."""
    target = module.attributes.get("iree.target")
    if isinstance(target, TargetAttr) and not target.is_processor:
        raise Error(
            f"the module's target '{target.name}' is no processor; --target=x86-64-v3 is one, and without --target there are two; "
            "--pipeline=vulkan takes devices",
            module,
        )
    for executable in [op for op in module.body if op.name == "iree.multi_arch_executable"]:
        for specific in [op for op in executable.body if op.name == "iree.executable" and op.get("format") == SPIRV]:
            body = Block()
            inner = body.append(module_op(specific.location))
            for kernels in [op for op in specific.walk() if op.name == "spirv.module"]:
                for func in [op for op in kernels.body if op.name == "spirv.func"]:
                    convert(kernels, func.get("sym_name"), inner)
            attributes = {**specific.attributes, "format": StringAttr(LLVM)}
            made = Operation("iree.executable", (), (), attributes, [Region([body])], location=specific.location)
            executable.body.insert_before(made, specific)
            specific.erase()
