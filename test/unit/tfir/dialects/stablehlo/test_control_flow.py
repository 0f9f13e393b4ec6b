"""Which computation runs and how often; and that every op with a meaning stands in a test of this folder."""

from pathlib import Path

import pytest
from tfir.dialects import dialect


@pytest.mark.parametrize("pred, expected", [("true", 10), ("false", 11)])
def test_if(compute, pred, expected):
    assert compute(f"""
      %p = stablehlo.constant dense<{pred}> : tensor<i1>
      %a = stablehlo.constant dense<10> : tensor<i32>
      %y = "stablehlo.if"(%p) ({{
        stablehlo.return %a : tensor<i32>
      }}, {{
        %one = stablehlo.constant dense<1> : tensor<i32>
        %b = stablehlo.add %a, %one : tensor<i32>
        stablehlo.return %b : tensor<i32>
      }}) : (tensor<i1>) -> tensor<i32>
    """) == expected  # fmt: skip


@pytest.mark.parametrize("index, expected", [(0, 10), (1, 20), (2, 20), (-1, 20)])
def test_case(compute, index, expected):
    """Outside of the range the last branch runs."""
    assert compute(f"""
      %i = stablehlo.constant dense<{index}> : tensor<i32>
      %a = stablehlo.constant dense<10> : tensor<i32>
      %b = stablehlo.constant dense<20> : tensor<i32>
      %y = "stablehlo.case"(%i) ({{
        stablehlo.return %a : tensor<i32>
      }}, {{
        stablehlo.return %b : tensor<i32>
      }}) : (tensor<i32>) -> tensor<i32>
    """) == expected  # fmt: skip


def test_while(compute):
    """The specification's example: ten times one more."""
    count, total = compute("""
      %i = stablehlo.constant dense<0> : tensor<i64>
      %s = stablehlo.constant dense<0> : tensor<i64>
      %one = stablehlo.constant dense<1> : tensor<i64>
      %ten = stablehlo.constant dense<10> : tensor<i64>
      %y:2 = "stablehlo.while"(%i, %s) ({
        ^bb0(%n: tensor<i64>, %t: tensor<i64>):
          %c = stablehlo.compare LT, %n, %ten : (tensor<i64>, tensor<i64>) -> tensor<i1>
          stablehlo.return %c : tensor<i1>
      }, {
        ^bb0(%n: tensor<i64>, %t: tensor<i64>):
          %u = stablehlo.add %t, %one : tensor<i64>
          %m = stablehlo.add %n, %one : tensor<i64>
          stablehlo.return %m, %u : tensor<i64>, tensor<i64>
      }) : (tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
    """)
    assert (count, total) == (10, 10)


def test_barrier_and_identity_of_devices(compute):
    first, second = compute("""
      %a = stablehlo.constant dense<1> : tensor<i32>
      %b = stablehlo.constant dense<2> : tensor<i32>
      %y:2 = stablehlo.optimization_barrier %a, %b : tensor<i32>, tensor<i32>
    """)
    assert (first, second) == (1, 2)
    assert compute('%y = "stablehlo.replica_id"() : () -> tensor<ui32>') == 0
    assert compute('%y = "stablehlo.partition_id"() : () -> tensor<ui32>') == 0


def test_tuples(compute):
    text = """
      %a = stablehlo.constant dense<1> : tensor<i32>
      %b = stablehlo.constant dense<2.0> : tensor<f32>
      %t = "stablehlo.tuple"(%a, %b) : (tensor<i32>, tensor<f32>) -> tuple<tensor<i32>, tensor<f32>>
      %y = "stablehlo.get_tuple_element"(%t) {index = 1 : i32} : (tuple<tensor<i32>, tensor<f32>>) -> tensor<f32>
    """
    assert compute(text) == 2.0


def test_tokens(compute):
    compute("""
      %t = "stablehlo.create_token"() : () -> !stablehlo.token
      %u = "stablehlo.after_all"(%t, %t) : (!stablehlo.token, !stablehlo.token) -> !stablehlo.token
    """)


def test_every_meaning_is_tested():
    """Here, or beside the dialect of expectations in the case of custom_call."""
    texts = "".join([path.read_text() for path in Path(__file__).parent.glob("test_*.py")])
    table = [line.split('"')[1] for line in texts.splitlines() if line.startswith('    ("')]
    missing = [name for name in dialect("stablehlo").semantics if f"stablehlo.{name}" not in texts and name not in {*table, "custom_call"}]
    assert not missing
