"""Expectations inside a program: what a value must be. A program with them tests itself wherever it is run.

Source: the check dialect of StableHLO's own test suite.
"""

from tfir.ods.derived_types import Derived
from tfir.ods.dialect import Dialect
from tfir.text.pieces import Piece

OPS = """
    expect_eq(lhs: any, rhs: any)
      $lhs, $rhs attr-dict : <SharedType>()
    expect_eq_const(lhs: any; value: attr)
      $lhs, $value attr-dict <TypeOfValue>()
    expect_almost_eq(lhs: any, rhs: any; tolerance?: f64)
      $lhs, $rhs (, tolerance = $tolerance)? attr-dict : <SharedType>()
    expect_almost_eq_const(lhs: any; value: attr, tolerance?: f64)
      $lhs, $value (, tolerance = $tolerance)? attr-dict <TypeOfValue>()
    expect_close(actual: any, expected: any; max_ulp_difference?: ui64, min_ulp_difference?: ui64)
      $actual, $expected (, max_ulp_difference = $max_ulp_difference)? (, min_ulp_difference = $min_ulp_difference)? attr-dict : type($actual), type($expected)
    expect_serialized_eq(expected: any; probe_id: str, iteration?: ui32)
      $expected, probe_id = $probe_id (, iter = $iteration)? attr-dict : type($expected)
"""


class TypeOfValue(Piece):
    """Nothing is written: the operand has the type of the expected constant."""

    pattern = None

    def parse(self, p, state, operands, types):
        types["lhs"] = [state.attributes["value"].type]

    def text(self, printer, op, form):
        return ""


SYNTAX = {"TypeOfValue": TypeOfValue(), "SharedType": Derived("T", "T T", "")}

DIALECT = Dialect(
    "check",
    OPS,
    package=__name__,
    families=("expectations",),
    syntax=SYNTAX,
)
