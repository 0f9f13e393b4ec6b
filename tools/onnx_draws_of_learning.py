"""Nodes of ai.onnx.ml."""

import numpy as np
from onnx_draw import F32, op

DOMAIN = "ai.onnx.ml"
BRANCHES = ("BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ")


def drawn_trees(d, features: int, kinds) -> dict:
    """Trees by lists of nodes, as exporters number them; `leaves` are pairs of a tree and a node."""
    lists = {
        key: []
        for key in ("treeids", "nodeids", "featureids", "modes", "truenodeids", "falsenodeids", "values", "missing_value_tracks_true")
    }
    leaves = []
    for tree in range(d.whole(1, 3)):
        count = 1
        waiting = [(0, 0)]
        while waiting:
            node, depth = waiting.pop(0)
            is_leaf = depth == 3 or (depth > 0 and d.whole(0, 2) == 0)
            yes, no = (0, 0) if is_leaf else (count, count + 1)
            if is_leaf:
                leaves.append((tree, node))
            else:
                waiting += [(yes, depth + 1), (no, depth + 1)]
                count += 2
            row = (tree, node, 0 if is_leaf else d.whole(0, features - 1), "LEAF" if is_leaf else d.chance.choice(kinds), yes, no,
                   0.0 if is_leaf else float(d.of(-1, 0, 1, 0.5)), 0 if is_leaf else d.whole(0, 1))  # fmt: skip
            for each, value in zip(lists.values(), row):
                each.append(value)
    return {**{f"nodes_{key}": value for key, value in lists.items()}, "leaves": leaves}


def rows(d, features: int):
    x = d.tensor([d.whole(1, 5), features], F32)
    x = np.where(d.numbers.random(x.shape) < 0.2, np.round(x), x).astype(F32)
    return np.where(d.numbers.random(x.shape) < 0.05, np.float32(np.nan), x) if d.maybe(True, 0.3) else x


@op("ai.onnx.ml:TreeEnsembleRegressor")
def regression(d, name):
    features, targets = d.whole(1, 4), d.whole(1, 3)
    trees = drawn_trees(d, features, d.of(BRANCHES[:1], BRANCHES))
    leaves = trees.pop("leaves")
    told = [(tree, node, target) for tree, node in leaves for target in (range(targets) if d.maybe(True) else [d.whole(0, targets - 1)])]
    return {
        0: rows(d, features), **trees, "n_targets": targets, "target_treeids": [each[0] for each in told], "target_nodeids": [each[1] for each in told],
        "target_ids": [each[2] for each in told], "target_weights": d.tensor([len(told)], F32).tolist(),
        "aggregate_function": d.maybe(d.of("SUM", "AVERAGE", "MIN", "MAX")), "base_values": d.maybe(d.tensor([targets], F32).tolist()),
        "post_transform": d.maybe(d.of("NONE", "LOGISTIC", "SOFTMAX", "PROBIT")) if targets > 1 else None,
    }  # fmt: skip


@op("ai.onnx.ml:TreeEnsembleClassifier")
def classification(d, name):
    features, classes = d.whole(1, 4), d.whole(2, 4)
    trees = drawn_trees(d, features, d.of(BRANCHES[:1], BRANCHES))
    leaves = trees.pop("leaves")
    is_one = classes == 2  # of both with weights ONNX Runtime does not take the larger one
    ids = [d.whole(0, 1)] if is_one else list(range(classes))
    told = [(tree, node, target) for tree, node in leaves for target in ids]
    weights = d.tensor([len(told)], F32, d.of(0, -3), 1 if is_one else 3).tolist()
    base = d.maybe(d.tensor([1 if is_one else classes], F32).tolist(), 0.3) if ids[0] == 0 else None
    return {
        0: rows(d, features), **trees, "class_treeids": [each[0] for each in told], "class_nodeids": [each[1] for each in told],
        "class_ids": [each[2] for each in told], "class_weights": weights, "classlabels_int64s": list(range(classes)), "base_values": base,
        "post_transform": d.maybe(d.of("NONE", "LOGISTIC", "SOFTMAX")), "outputs": 2,
    }  # fmt: skip


@op("ai.onnx.ml:LinearClassifier")
def linear_classification(d, name):
    features, classes = d.whole(1, 4), d.whole(2, 4)
    count = 1 if classes == 2 and d.maybe(True) else classes
    return {
        0: d.tensor([d.whole(1, 5), features], F32), "coefficients": d.tensor([count * features], F32).tolist(),
        "intercepts": d.tensor([count], F32).tolist(), "classlabels_ints": list(range(5, 5 + classes)),
        "post_transform": d.maybe(d.of("NONE", "LOGISTIC", "SOFTMAX")), "multi_class": d.maybe(d.of(0, 1)), "outputs": 2,
    }  # fmt: skip


@op("ai.onnx.ml:LinearRegressor")
def linear_regression(d, name):
    features, targets = d.whole(1, 4), d.whole(1, 3)
    return {
        0: d.tensor([d.whole(1, 5), features], F32), "coefficients": d.tensor([targets * features], F32).tolist(), "targets": targets,
        "intercepts": d.maybe(d.tensor([targets], F32).tolist()),
    }  # fmt: skip


@op("ai.onnx.ml:SVMRegressor")
def support_vectors(d, name):
    features, count = d.whole(1, 4), d.whole(1, 4)
    return {
        0: d.tensor([d.whole(1, 5), features], F32), "n_supports": count, "support_vectors": d.tensor([count * features], F32).tolist(),
        "coefficients": d.tensor([count], F32).tolist(), "rho": [0.3], "kernel_type": d.of("LINEAR", "POLY", "RBF", "SIGMOID"),
        "kernel_params": [0.3, 0.5, 3.0], "one_class": d.maybe(d.of(0, 1)),
    }  # fmt: skip


@op("ai.onnx.ml:SVMClassifier")
def support_vectors_of_classes(d, name):
    features, classes = d.whole(1, 4), d.whole(2, 4)
    counts = [d.whole(1, 3) for _ in range(classes)]
    pairs, vectors = classes * (classes - 1) // 2, sum(counts)
    is_linear, has_shares = d.maybe(True, 0.3), d.maybe(True)
    common = {
        0: d.tensor([d.whole(1, 5), features], F32), "classlabels_ints": list(range(5, 5 + classes)), "outputs": 2,
        "post_transform": d.maybe(d.of("NONE", "LOGISTIC", "SOFTMAX", "SOFTMAX_ZERO")),
    }  # fmt: skip
    if is_linear:
        return {
            **common,
            "kernel_type": "LINEAR",
            "kernel_params": [0.3, 0.5, 3.0],
            "coefficients": d.tensor([classes * features], F32, d.of(0, -3), 3).tolist(),
            "rho": [0.3],
        }
    return {
        **common, "vectors_per_class": counts, "support_vectors": d.tensor([vectors * features], F32).tolist(),
        "coefficients": d.tensor([(classes - 1) * vectors], F32, d.of(0, -3), 3).tolist(), "rho": d.tensor([pairs], F32).tolist(),
        "kernel_type": d.of("LINEAR", "POLY", "RBF", "SIGMOID"), "kernel_params": [0.3, 0.5, 3.0],
        "prob_a": d.tensor([pairs], F32).tolist() if has_shares else None, "prob_b": d.tensor([pairs], F32).tolist() if has_shares else None,
    }  # fmt: skip


@op("ai.onnx.ml:CategoryMapper")
def categories(d, name):
    words, numbers = ["a", "b", "c"], [3, 1, -2]
    x = d.numbers.integers(-3, 4, [d.whole(1, 4)]) if d.maybe(True) else np.array([d.of(*words, "d") for _ in range(d.whole(1, 4))], object)
    return {0: x, "cats_strings": words, "cats_int64s": numbers, "default_int64": d.maybe(7), "default_string": d.maybe("none")}


@op("ai.onnx.ml:OneHotEncoder", "ai.onnx.ml:Scaler", "ai.onnx.ml:Normalizer", "ai.onnx.ml:Binarizer", "ai.onnx.ml:Imputer")
def prepared(d, name):
    local = name.partition(":")[2]
    x = d.tensor([d.whole(1, 4), 3], d.of(F32, np.dtype("int64")) if local in ("Normalizer", "Binarizer") else F32)
    more = {
        "OneHotEncoder": lambda: {"cats_int64s": [-2, 0, 1, 3]}, "Scaler": lambda: {"offset": d.of([1.0], [1.0, 2.0, 3.0]), "scale": d.of([0.5], [2.0, 3.0, 4.0])},
        "Normalizer": lambda: {"norm": d.maybe(d.of("MAX", "L1", "L2"))}, "Binarizer": lambda: {"threshold": d.maybe(0.5)},
        "Imputer": lambda: {"imputed_value_floats": d.of([7.0], [7.0, 8.0, 9.0]), "replaced_value_float": d.of(float("nan"), 1.0)},
    }[local]()  # fmt: skip
    x = d.numbers.integers(-3, 4, x.shape) if local == "OneHotEncoder" else x
    if local == "Imputer":
        x = np.where(d.numbers.random(x.shape) < 0.4, np.float32(d.of(np.nan, 1.0)), x)
    return {0: x, **more}
