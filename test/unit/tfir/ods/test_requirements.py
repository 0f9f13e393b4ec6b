"""What `requires` lines of a table say of the types of an op together."""

import pytest
from tfir.ir.types import F32, F64, I1, TensorType, VectorType
from tfir.ods.requirements import Requirement
from tfir.ods.signature import SignatureError, Table

TABLE = """
    pair(lhs: any, rhs: *any) -> (result: any)
      operands attr-dict : functional
      requires type of lhs, rhs
      requires type of result = element type of lhs "what comes out is an element"
    alone(x: any) -> (y: any)
      requires shape of x, y
"""
FOUR, FIVE = TensorType((4,), F32), TensorType((5,), F32)


def test_lines_stand_below_the_form_or_below_the_signature():
    table = Table.of_text(TABLE)
    assert table["pair"].assembly == "operands attr-dict : functional"
    assert len(table["pair"].requires) == 2
    assert table["alone"].assembly is None
    assert table["alone"].requires == ("shape of x, y",)


@pytest.mark.parametrize(
    "line, types, holds",
    [
        ("type of lhs, rhs", {"lhs": [FOUR], "rhs": [FOUR, FOUR]}, True),
        ("type of lhs, rhs", {"lhs": [FOUR], "rhs": [FOUR, FIVE]}, False),
        ("type of lhs, rhs", {"lhs": [FOUR], "rhs": []}, True),
        ("element type of lhs, result", {"lhs": [FOUR], "result": [F32]}, True),
        ("element type of lhs, result", {"lhs": [FOUR], "result": [F64]}, False),
        ("shape of lhs, result", {"lhs": [FOUR], "result": [TensorType((4,), F64)]}, True),
        ("shape of lhs, result", {"lhs": [FOUR], "result": [FIVE]}, False),
        ("rank of lhs, result", {"lhs": [FOUR], "result": [FIVE]}, True),
        ("rank of lhs, result", {"lhs": [FOUR], "result": [F32]}, False),
        ("type of result = truth type of lhs", {"lhs": [VectorType((4,), F32)], "result": [VectorType((4,), I1)]}, True),
        ("type of result = truth type of lhs", {"lhs": [VectorType((4,), F32)], "result": [I1]}, False),
    ],
)
def test_facts_are_equal(line, types, holds):
    assert Requirement(line, Table.of_text(TABLE)["pair"]).holds(types) is holds


def test_words_of_the_error():
    pair = Table.of_text(TABLE)["pair"]
    assert [Requirement(line, pair).summary for line in pair.requires] == [
        "all of {lhs, rhs} have same type",
        "what comes out is an element",
    ]


@pytest.mark.parametrize("line", ["type of lhs, nothing", "width of lhs, rhs", "lhs, rhs"])
def test_other_words_are_refused(line):
    with pytest.raises(SignatureError):
        Requirement(line, Table.of_text(TABLE)["pair"])
