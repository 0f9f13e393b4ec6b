"""Operators of ai.onnx.ml: trees and linear classifiers, with numbers on paper."""

from __future__ import annotations

import numpy as np
import pytest
from onnx_tests import node_model, results_of, text_of

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
