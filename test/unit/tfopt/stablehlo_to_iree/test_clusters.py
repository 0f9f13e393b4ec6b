"""Which operations are one dispatch, and for what reason others are not: each rule by itself, on the operations that it is about."""

import pytest
from tfir.dialects import dialect, lookup
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.stablehlo_to_iree.clusters import LARGEST, form_clusters, reads

HEAD = "func.func @main(%x: tensor<4x8xf32>, %y: tensor<8x2xf32>, %z: tensor<4x8xf32>) -> (RESULTS) {\n"


def clusters_of(body: str, results: str, max_operands: int = 8):
    module = parse(Source("test", f"{HEAD.replace('RESULTS', results)}{body}\n}}"), lookup, dialect)
    return form_clusters(module.body.first.region, max_operands, set())


def names(cluster) -> list[str]:
    return [op.name.removeprefix("stablehlo.") for op in cluster.members]


ONE = "tensor<4x8xf32>"
CHAIN = """%0 = stablehlo.exponential %x : tensor<4x8xf32>
%1 = stablehlo.add %0, %z : tensor<4x8xf32>
return %1 : tensor<4x8xf32>"""
PRODUCT = """%0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
%1 = stablehlo.negate %0 : tensor<4x2xf32>
return %1 : tensor<4x2xf32>"""
BEFORE_A_PRODUCT = """%0 = stablehlo.exponential %x : tensor<4x8xf32>
%1 = stablehlo.dot_general %0, %y, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
return %1 : tensor<4x2xf32>"""
READ_TWICE = """%0 = stablehlo.exponential %x : tensor<4x8xf32>
%1 = stablehlo.dot_general %0, %y, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
return %0, %1 : tensor<4x8xf32>, tensor<4x2xf32>"""


def test_elements_of_each_other_are_one():
    (cluster,) = clusters_of(CHAIN, ONE)
    assert names(cluster) == ["exponential", "add"] and len(cluster.reads) == 2


def test_what_follows_a_product_is_written_with_it():
    (cluster,) = clusters_of(PRODUCT, "tensor<4x2xf32>")
    assert names(cluster) == ["dot_general", "negate"] and cluster.root is cluster.members[0]


def test_what_a_product_reads_many_times_is_not_computed_many_times():
    first, second = clusters_of(BEFORE_A_PRODUCT, "tensor<4x2xf32>")
    assert (names(first), names(second)) == (["exponential"], ["dot_general"])
    assert second.refusal(first, 8) == "stablehlo.exponential has another shape"
    square = BEFORE_A_PRODUCT.replace("4x8", "2x2").replace("8x2", "2x2").replace("4x2", "2x2")
    module = parse(
        Source("test", f"func.func @main(%x: tensor<2x2xf32>, %y: tensor<2x2xf32>) -> tensor<2x2xf32> {{\n{square}\n}}"), lookup, dialect
    )
    first, second = form_clusters(module.body.first.region, 8, set())
    assert second.refusal(first, 8) == "an element of it may be read many times"


def test_what_others_read_too_stands_in_memory():
    assert [names(cluster) for cluster in clusters_of(READ_TWICE, f"{ONE}, tensor<4x2xf32>")] == [["exponential"], ["dot_general"]]


def test_two_products_are_two():
    body = PRODUCT.replace("%1 = stablehlo.negate %0 : tensor<4x2xf32>", "%w = stablehlo.constant dense<1.0> : tensor<2x2xf32>\n%1 = "
        "stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<4x2xf32>, tensor<2x2xf32>) -> tensor<4x2xf32>")  # fmt: skip
    first, second = clusters_of(body, "tensor<4x2xf32>")
    assert second.refusal(first, 8) == "an element of it may be read many times"


@pytest.mark.parametrize(("allowed", "count"), [(2, 1), (1, 2)])
def test_a_kernel_has_so_many_buffers(allowed, count):
    """The sum reads two and writes one: three, where one more than `allowed` may be."""
    clusters = clusters_of(CHAIN, ONE, allowed)
    assert len(clusters) == count
    if count > 1:
        assert clusters[1].refusal(clusters[0], allowed) == "a kernel would have 3 buffers, and may have 2"


def test_a_kernel_has_so_many_operations():
    def chain(length: int) -> str:
        lines = [f"%{at} = stablehlo.negate %{at - 1 if at else 'x'} : tensor<4x8xf32>" for at in range(length)]
        return "\n".join([*lines, f"return %{length - 1} : tensor<4x8xf32>"])

    assert len(clusters_of(chain(LARGEST), ONE)) == 1
    first, second = clusters_of(chain(LARGEST + 1), ONE)
    assert second.refusal(first, 8) == f"a kernel would be of {LARGEST + 1} operations, and may be of {LARGEST}"


def test_what_is_made_anew_is_read_from_no_memory():
    body = """%c = stablehlo.constant dense<2.0> : tensor<f32>
%0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
%1 = stablehlo.multiply %x, %0 : tensor<4x8xf32>
return %1 : tensor<4x8xf32>"""
    (cluster,) = clusters_of(body, ONE)
    assert len(reads(cluster.sink)) == 1
