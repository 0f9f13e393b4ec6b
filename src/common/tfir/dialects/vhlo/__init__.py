"""VHLO: StableHLO in versions, as its portable artifacts hold it. Each op, type and attribute is of a version and never changes; what
StableHLO changes gets a new number. Source: openxla/stablehlo, docs/vhlo.md."""

from tfir.dialects.vhlo.forms import read_enumeration, reader
from tfir.dialects.vhlo.functions import FunctionForm
from tfir.dialects.vhlo.kinds import ATTRIBUTES, TYPES
from tfir.dialects.vhlo.operations import table
from tfir.ods.dialect import Dialect

DIALECT = Dialect(
    "vhlo",
    table(),
    forms={"func_v1": FunctionForm()},
    types={name: reader(kind) for name, kind in TYPES.items()},
    attributes={name: reader(kind) for name, kind in ATTRIBUTES.items() if not kind.words} | {"": read_enumeration},
)
