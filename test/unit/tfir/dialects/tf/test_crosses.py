"""Crosses refuse columns that do not go together, in TensorFlow's words."""

import pytest
from tensorflow_values import Case
from tfir.ir.diagnostics import Error
from tfir.ods.inference import evaluate

PLACES, SHAPE, KEYED = ["i64", [2, 2], [0, 0, 1, 0]], ["i64", [2], [2, 1]], {"hashed_output": False, "num_buckets": 0, "hash_key": 0}


def refusal(values, shape, dense, internal: str) -> str:
    attributes = {"N": 1, "sparse_types": [{"type": values[0]}], "dense_types": [{"type": dense[0]}], "internal_type": {"type": internal}}
    operands = [PLACES, values, shape, dense]
    case = Case(0, {"op": "SparseCross", "operands": operands, "attributes": attributes | KEYED, "results": []})
    with pytest.raises(Error) as error:
        evaluate(case.op, case.definition, case.operands)
    return str(error.value)


@pytest.mark.parametrize(
    ("values", "shape", "dense", "internal", "text"),
    [
        (["str", [2], ["a", "b"]], SHAPE, ["i64", [2, 1], [3, 4]], "str", "should be of internal type string but received int64"),
        (
            ["str", [2], ["a", "b"]],
            ["i64", [2], [3, 1]],
            ["str", [2, 1], ["c", "d"]],
            "str",
            "Expected batch size 3 got 2 at dense tensor 0",
        ),
        (["i64", [3], [1, 2, 3]], SHAPE, ["i64", [2, 1], [3, 4]], "i64", "Expected size of values to be 2 got 3 at position 0"),
        (["i64", [2], [1, 2]], SHAPE, ["i64", [2], [3, 4]], "i64", "Dense inputs should be a matrix but received shape [2] at position 0"),
    ],
)
def test_columns_that_do_not_go_together(values, shape, dense, internal, text):
    assert text in refusal(values, shape, dense, internal)
