"""LLVM IR as MLIR has it: its operations, types and attributes, and the intrinsics that have operations of their own."""

from pathlib import Path

from tfir.dialects.llvm.assembly import FORMS, SYNTAX
from tfir.dialects.llvm.attributes import ATTRIBUTES, CCONV, FAST_MATH, LINKAGE, TAIL_CALL
from tfir.dialects.llvm.legacy import OLD_FORMS
from tfir.dialects.llvm.types import OLD_READERS, READERS
from tfir.dialects.llvm.verify import VERIFY, VERIFY_IN_CONTEXT
from tfir.ir.attributes import DenseArrayAttr, IntegerAttr
from tfir.ir.types import I32, I64
from tfir.ods.dialect import Dialect

DIALECT = Dialect(
    "llvm", str(Path(__file__).with_name("ops.txt")), package=__name__, is_open=True, families=("computation",),
    forms=OLD_FORMS | FORMS, syntax=SYNTAX, types=OLD_READERS | READERS, attributes=ATTRIBUTES, constraints=f"{__name__}.constraints",
    verify=VERIFY, verify_in_context=VERIFY_IN_CONTEXT, leaves_blank=("inline_asm",),
    defaults={
        "fastmathFlags": FAST_MATH.of([]), "CConv": CCONV.of("ccc"), "TailCallKind": TAIL_CALL.of("none"),
        "tail_call_kind": TAIL_CALL.of("none"), "linkage": LINKAGE.of("external"), "op_bundle_sizes": DenseArrayAttr([], I32),
        "overflowFlags": IntegerAttr(0, I32), "noWrapFlags": IntegerAttr(0, I32), "addr_space": IntegerAttr(0, I32),
        "address_space": IntegerAttr(0, I32), "ordering": IntegerAttr(0, I64), "visibility_": IntegerAttr(0, I64),
        "unnamed_addr": IntegerAttr(0, I64),
    },
)  # fmt: skip
