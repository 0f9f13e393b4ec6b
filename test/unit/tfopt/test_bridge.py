"""The table of what TensorFlow's own bridge lowers, and of what becomes of it here, is whole."""

import pytest
from tfir.dialects import dialect, lookup
from tfir.dialects.tf import bridge
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.pipeline.discovery import is_pass
from tfopt.reference import described_op
from tfopt.tf_to_stablehlo.lowering import LOWERINGS, load_lowerings
from tfopt.tf_to_stablehlo.tf_to_stablehlo import tf_to_stablehlo

load_lowerings()
UPSTREAM = {*bridge.lists()[bridge.KERNELS], *bridge.lists()[bridge.PATTERNS]}


def test_upstream_has_as_many():
    """Counted in TensorFlow 2.21: kernels registered for XLA_CPU_JIT; names in patterns, classes and decompositions of its dialect."""
    kernels, patterns = bridge.lists()[bridge.KERNELS], bridge.lists()[bridge.PATTERNS]
    assert (len(set(kernels)), len(kernels), len(set(patterns)), len(patterns), len(UPSTREAM)) == (489, 489, 245, 245, 502)


def test_no_op_is_without_a_way():
    assert [name for name in sorted(UPSTREAM) if not bridge.way_to_stablehlo(name)] == []
    assert all(len(reason.split()) > 4 for reason in bridge.excluded().values())


def test_an_op_has_one_way():
    ways = [set(LOWERINGS), set(bridge.taken_away()), set(bridge.excluded())]
    assert [one & other for at, one in enumerate(ways) for other in ways[at + 1 :] if one & other] == []
    assert set(bridge.lowered()) == set(LOWERINGS)


@pytest.mark.parametrize("name", sorted(set(bridge.taken_away().values())))
def test_ops_go_by_passes_that_there_are(name):
    assert is_pass(name)


def test_names_are_those_of_ops():
    for name in (*UPSTREAM, *bridge.excluded()):
        assert lookup(f"tf.{name}") is not None, name


def test_types_are_those_of_the_line():
    assert bridge.types_lowered("All") == ["bool"]
    assert bridge.types_lowered("LeakyRelu") == ["f16", "bf16", "f32", "f64"]
    assert bridge.types_lowered("Identity") == ["any type but text and handles"]
    assert "str" not in bridge.types_lowered("ReverseV2")


def test_the_way_is_described():
    assert "in f16, bf16, f32, f64; TensorFlow's bridge has kernels and patterns.\n" in described_op("tf.LeakyRelu")
    assert "To StableHLO: a host step, with --allow-host-ops.\n" in described_op("tf.StringLength")
    assert "To StableHLO" not in described_op("stablehlo.add")


def test_a_refusal_says_why_on_the_host_too():
    text = 'func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> { %y = "tf.PyFunc"(%x) <{token = "p"}> : (tensor<2xf32>) -> tensor<2xf32> return %y : tensor<2xf32> }'
    with pytest.raises(Error, match="'tf.PyFunc' op has no lowering to StableHLO: it runs Python, and the host cannot compute it$"):
        tf_to_stablehlo(parse(Source("case", text), lookup, dialect), allow_host_ops=True)


def test_a_refusal_says_why():
    text = 'func.func @main() { %y = "tf.CollectiveBcastRecv"() <{T = f32, group_size = 1 : i64, group_key = 1 : i64, instance_key = 1 : i64, shape = #tf_type.shape<2>}> : () -> tensor<2xf32> return }'
    module = parse(Source("case", text), lookup, dialect)
    with pytest.raises(Error, match="has no lowering to StableHLO: its other end is another program"):
        tf_to_stablehlo(module)
