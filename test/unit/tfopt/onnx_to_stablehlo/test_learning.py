"""Operators of ai.onnx.ml: trees and linear classifiers, with numbers on paper."""

from __future__ import annotations

import numpy as np
import pytest
from onnx_tests import executed_with_names, node_model, results_of, text_of
from tfir.ods.arrays import dense_of
from tfir.proto import OnnxModel

X = np.array([[0.0, 5.0], [0.5, 5.0], [0.75, -5.0], [np.nan, 0.0]], np.float32)
# x0 <= 0.5 ? leaf 1 : (x1 < 0 ? leaf 3 : leaf 4)
TREE = {
    "nodes_treeids": [0] * 5, "nodes_nodeids": list(range(5)), "nodes_featureids": [0, 0, 1, 0, 0], "nodes_values": [0.5, 0.0, 0.0, 0.0, 0.0],
    "nodes_modes": ["BRANCH_LEQ", "LEAF", "BRANCH_LT", "LEAF", "LEAF"], "nodes_truenodeids": [1, 0, 3, 0, 0], "nodes_falsenodeids": [2, 0, 4, 0, 0],
}  # fmt: skip
LEAVES = [1, 3, 4]


def results(operator, outputs=1, x=X, **attributes) -> list:
    model = node_model(operator, 3, {"x": x}, outputs=outputs, domain="ai.onnx.ml", **attributes)
    return results_of(text_of(model, "m"), "interpreter", [[x]])[0]


@pytest.mark.parametrize(("missing", "last"), [([0] * 5, 7.0), ([1, 0, 0, 0, 0], 1.0)])
def test_a_tree_gives_the_weights_of_the_leaf_that_a_row_comes_to(missing, last):
    """A number that is missing fails each comparison, unless the node says that it holds."""
    targets = {"target_treeids": [0] * 3, "target_nodeids": LEAVES, "target_ids": [0] * 3, "target_weights": [1.0, 4.0, 7.0]}
    (y,) = results("TreeEnsembleRegressor", **TREE, **targets, n_targets=1, base_values=[0.5], nodes_missing_value_tracks_true=missing)
    assert y.tolist() == [[1.5], [1.5], [4.5], [last + 0.5]]


def test_of_several_trees_weights_are_summed_up_or_averaged():
    twice = {key: [*values, *([1] * 5 if key == "nodes_treeids" else values)] for key, values in TREE.items()}
    targets = {
        "target_treeids": [0] * 3 + [1] * 3,
        "target_nodeids": LEAVES * 2,
        "target_ids": [0] * 6,
        "target_weights": [1.0, 4.0, 7.0, 3.0, 6.0, 9.0],
    }
    for how, expected in (("SUM", [4, 4, 10, 16]), ("AVERAGE", [2, 2, 5, 8]), ("MAX", [3, 3, 6, 9])):
        (y,) = results("TreeEnsembleRegressor", **twice, **targets, n_targets=1, aggregate_function=how)
        assert y.ravel().tolist() == expected


def test_the_class_with_the_largest_sum_is_the_label():
    ids, weights = [0, 1, 2] * 3, [3.0, 1.0, 2.0, 0.0, 0.0, 1.0, 0.0, 5.0, 1.0]
    told = {"class_treeids": [0] * 9, "class_nodeids": np.repeat(LEAVES, 3).tolist(), "class_ids": ids, "class_weights": weights}
    label, scores = results("TreeEnsembleClassifier", 2, **TREE, **told, classlabels_int64s=[10, 20, 30])
    assert label.tolist() == [10, 10, 30, 20]
    assert scores.tolist() == [[3, 1, 2], [3, 1, 2], [0, 0, 1], [0, 5, 1]]


def test_of_two_classes_one_score_will_do():
    told = {"class_treeids": [0] * 3, "class_nodeids": LEAVES, "class_ids": [0] * 3, "class_weights": [0.25, 0.75, 0.5]}
    label, scores = results("TreeEnsembleClassifier", 2, **TREE, **told, classlabels_int64s=[10, 20])
    assert label.tolist() == [10, 10, 20, 10]
    assert scores.tolist() == [[0.75, 0.25], [0.75, 0.25], [0.25, 0.75], [0.5, 0.5]]
    x = np.array([[1.0, 2.0], [3.0, 1.0]], np.float32)
    label, scores = results("LinearClassifier", 2, x, coefficients=[1.0, -1.0], intercepts=[0.0], classlabels_ints=[5, 6])
    assert label.tolist() == [5, 6]
    assert scores.tolist() == [[2, -1], [-1, 2]]


def test_categories_are_told_apart():
    (y,) = results("OneHotEncoder", x=np.array([[1, 3], [2, 9]]), cats_int64s=[1, 2, 3])
    assert y.tolist() == [[[1, 0, 0], [0, 0, 1]], [[0, 1, 0], [0, 0, 0]]]


def test_a_node_asks_whether_a_number_is_among_others():
    """x0 in {1, 4} ? leaf 0 : (x1 in {0} ? leaf 1 : leaf 2)."""
    x = np.array([[1.0, 0.0], [4.0, 3.0], [2.0, 0.0], [2.0, 1.0], [np.nan, 0.0]], np.float32)
    told = {
        "nodes_featureids": [0, 1], "nodes_modes": dense_of(np.array([6, 6], np.uint8)), "nodes_splits": dense_of(np.zeros(2, np.float32)), "nodes_truenodeids": [0, 1],
        "nodes_trueleafs": [1, 1], "nodes_falsenodeids": [1, 2], "nodes_falseleafs": [0, 1], "leaf_targetids": [0, 0, 0], "tree_roots": [0],
        "leaf_weights": dense_of(np.array([10, 20, 30], np.float32)), "membership_values": dense_of(np.array([1, 4, np.nan, 0, np.nan], np.float32)),
    }  # fmt: skip
    model = node_model("TreeEnsemble", 5, {"x": x}, domain="ai.onnx.ml", n_targets=1, aggregate_function=1, post_transform=0, **told)
    ((y,),) = results_of(text_of(model, "m"), "interpreter", [[x]])
    assert y.ravel().tolist() == [10, 10, 20, 30, 20]


ROWS = np.array([[1, 0], [0, 2], [-1, -1]], np.float32)
THREE = {
    "classlabels_ints": [5, 6, 7], "vectors_per_class": [1, 2, 1], "support_vectors": [1.0, 0.0, 0.0, 1.0, 1.0, 1.0, -1.0, -2.0],
    "coefficients": [1.0, -0.5, -0.25, -0.75, 0.5, 0.25, 0.5, -1.0], "rho": [0.125, -0.25, 0.5],
}  # fmt: skip
TWO = {
    "classlabels_ints": [5, 6],
    "vectors_per_class": [1, 1],
    "support_vectors": [1.0, 0.0, 0.0, 1.0],
    "coefficients": [1.0, -0.5],
    "rho": [0.25],
}


@pytest.mark.parametrize(
    ("told", "labels", "scores"),
    [  # as ONNX Runtime 1.32 has them
        (THREE, [5, 6, 7], [[0.875, 1, 2], [-1.375, 2.75, 6], [0.125, -3, -3.75]]),
        (
            {**THREE, "prob_a": [-1.0, -2.0, -0.5], "prob_b": [0.25, 0.0, -0.25]},
            [5, 6, 7],
            [[0.5989282, 0.3158102, 0.08526151], [0.16251865, 0.82150894, 0.01597253], [0.03121676, 0.13696429, 0.8318189]],
        ),
        (TWO, [5, 6, 6], [[-1.25, 1.25], [0.75, -0.75], [0.25, -0.25]]),
        ({**TWO, "post_transform": "LOGISTIC"}, [5, 6, 6], [[0.22270012, 0.7772999], [0.6791787, 0.3208213], [0.5621765, 0.43782347]]),
        ({**TWO, "post_transform": "SOFTMAX"}, [5, 6, 6], [[-0.25, 1.25], [1.75, -0.75], [1.25, -0.25]]),
        (
            {"classlabels_ints": [5, 6], "coefficients": [1.0, 2.0, 0.0, 0.5], "rho": [-0.5]},
            [6, 6, 6],
            [[0.5, -0.5], [3.5, 0.5], [-3.5, -1]],
        ),
    ],
)
def test_classes_by_support_vectors(told, labels, scores):
    label, y = results("SVMClassifier", 2, ROWS, **told)
    assert label.tolist() == labels
    np.testing.assert_allclose(y, scores, rtol=1e-5)


def test_the_probit_of_a_share_is_by_a_formula():
    x = np.array([[0.25], [0.5], [0.9], [1.0]], np.float32)
    (y,) = results("LinearRegressor", x=x, coefficients=[1.0], targets=1, post_transform="PROBIT")
    np.testing.assert_allclose(y.ravel(), [-0.6745743, 0, 1.2817129, np.inf], rtol=1e-5)  # ONNX Runtime's


def test_text_and_numbers_stand_for_each_other():
    told = {"cats_strings": ["a", "b"], "cats_int64s": [3, -1]}
    (y,) = results("CategoryMapper", x=np.array([3, 0, -1]), **told, default_string="none")
    assert [text if isinstance(text, bytes) else text.encode() for text in y.tolist()] == [b"a", b"none", b"b"]
    (y,) = results("CategoryMapper", x=np.array([b"b", b"c", b"a"], object), **told, default_int64=9)
    assert y.tolist() == [-1, 9, 3]


@pytest.mark.parametrize(
    ("to", "form", "values", "expected"),
    [
        ("TO_STRING", "DENSE", np.array([1.5, -3.25, 1e10], np.float32), [b"-3.250000", b"1.500000", b"10000000000.000000"]),
        (
            "TO_STRING",
            "SPARSE",
            np.array([1.5, -3.25, 1e10], np.float32),
            [b"0.f", b"-3.250000", b"1.500000", b"0.f", b"10000000000.000000"],
        ),
        ("TO_INT64", "SPARSE", np.array([b"15", b"-3", b"12"], object), [0, -3, 15, 0, 12]),
        ("TO_FLOAT", "DENSE", np.array([b"1.5", b"-3", b"12"], object), [-3, 1.5, 12]),
    ],
)
def test_a_map_from_and_to_text(to, form, values, expected):
    """Of numbers as ONNX Runtime 1.32 has it, which takes no map of text from Python."""
    element = {"TO_STRING": 8, "TO_INT64": 7, "TO_FLOAT": 1}[to]
    model = OnnxModel(ir_version=8)
    model.opset_import.add(domain="", version=13), model.opset_import.add(domain="ai.onnx.ml", version=1)
    node = model.graph.node.add(op_type="CastMap", domain="ai.onnx.ml", input=["x"], output=["y"])
    node.attribute.add(name="cast_to", s=to.encode(), type=3), node.attribute.add(name="map_form", s=form.encode(), type=3)
    node.attribute.add(name="max_map", i=5, type=2)
    kind = model.graph.input.add(name="x").type.map_type
    kind.key_type, kind.value_type.tensor_type.elem_type = 7, 8 if values.dtype == object else 1
    kind.value_type.tensor_type.shape.SetInParent()
    shape = model.graph.output.add(name="y").type.tensor_type
    shape.elem_type = element
    given = {"x.keys": np.array([2, 1, 4]), "x.values": values}
    assert executed_with_names(text_of(model.SerializeToString(), "m"), "x:3", given)["y"].tolist() == [expected]
