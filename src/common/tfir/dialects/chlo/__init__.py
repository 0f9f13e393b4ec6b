"""CHLO: what stands above StableHLO, with implicit broadcasting and functions that get composed. Source: openxla/stablehlo."""

from os.path import dirname, join

from tfir.dialects.chlo.assembly import FORMS, SYNTAX
from tfir.dialects.chlo.inference import INFER
from tfir.dialects.chlo.verify import VERIFY
from tfir.dialects.stablehlo.attributes import ENUMERATIONS, numbers_reader
from tfir.ods.dialect import Dialect
from tfir.text.enumerators import enumeration

DIALECT = Dialect(
    "chlo",
    join(dirname(__file__), "ops.txt"),
    package=__name__,
    families=("elementwise", "contraction"),
    forms=FORMS,
    syntax=SYNTAX,
    attributes={"": enumeration("chlo", ENUMERATIONS), "ragged_dot": numbers_reader("ragged_dot", "chlo")},
    verify=VERIFY,
    inference=INFER.get,
    result_names={"top_k": "values indices"},
)
