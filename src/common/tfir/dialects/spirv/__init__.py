"""SPIR-V as IR: the instructions that compute kernels need, in the spelling of MLIR's `spirv` dialect."""

from pathlib import Path

from tfir.dialects.spirv.assembly import FORMS, form_of
from tfir.dialects.spirv.types import READERS
from tfir.dialects.spirv.verify import STRUCTURE, verifier
from tfir.ods.dialect import Dialect

DIALECT: Dialect = Dialect(
    "spirv", str(Path(__file__).with_name("ops.txt")), package=__name__, pure_unless=frozenset(("effects", "pinned", "terminator")),
    derived=True, verify=lambda local: verifier(local, DIALECT.table.get(local)), constraints=f"{__name__}.constraints",
    verify_in_context=STRUCTURE, forms=FORMS, form_of_signature=form_of, types=READERS,
)  # fmt: skip
