"""SPIR-V as IR: the instructions that compute kernels need, in the spelling of MLIR's `spirv` dialect."""

from pathlib import Path

from tfir.dialects.spirv import specialization, subgroup_reductions
from tfir.dialects.spirv.assembly import FORMS, form_of
from tfir.dialects.spirv.types import READERS
from tfir.dialects.spirv.verify import STRUCTURE, verifier
from tfir.ir.attributes import BoolAttr, IntegerAttr
from tfir.ir.types import FloatType, IntegerType, VectorType
from tfir.ods.dialect import Dialect


def constant_names(op):
    """`%true`, `%cst5_i32`, `%cst_f32`, `%cst_vec_2xf32`, and `%cst` for arrays."""
    value, type = op.attributes.get("value"), op.results[0].type
    if isinstance(value, BoolAttr):
        return [(0, value.text)]
    name = f"cst{value.value}" if isinstance(value, IntegerAttr) else "cst"
    if isinstance(type, (IntegerType, FloatType)):
        name += f"_{type}"
    elif isinstance(type, VectorType):
        name += f"_vec_{type.shape[0]}x{type.element}"
    return [(0, name)]


def address_names(op):
    variable = op.attributes.get("variable")
    return None if variable is None else [(0, f"{variable.root}_addr")]


DIALECT: Dialect = Dialect(
    "spirv", str(Path(__file__).with_name("ops.txt")), package=__name__, pure_unless=frozenset(("effects", "pinned", "terminator")),
    derived=True, verify=lambda local: verifier(local, DIALECT.table.get(local)), constraints=f"{__name__}.constraints",
    verify_in_context=STRUCTURE, forms={**FORMS, **specialization.FORMS, **subgroup_reductions.FORMS}, form_of_signature=form_of, types=READERS,
    result_names={"Constant": constant_names, "mlir.addressof": address_names},
)  # fmt: skip
