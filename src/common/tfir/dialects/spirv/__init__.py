"""SPIR-V as IR: the instructions that compute kernels need, in the spelling of MLIR's `spirv` dialect."""

from pathlib import Path

from tfir.define.dialect import Dialect

DIALECT = Dialect("spirv", str(Path(__file__).with_name("ops.txt")), package=__name__, pure_unless=frozenset(("effect", "reads", "terminator")))
