"""Lowerings: ensembles of trees. All rows go down all trees together, a level at a time; a leaf leads to itself."""

from tfir.ir.diagnostics import Error
from tfir.ir.types import F32, F64, I64
from tfir.ods.arrays import array_of
from tfir.ods.numpy_on_demand import np

from tfopt.arithmetic.tensor import Tensor, broadcast_to, concatenate, literal, reduce, select, take
from tfopt.onnx_to_stablehlo.classes import chosen_class, first_largest, post_transformed
from tfopt.onnx_to_stablehlo.indexing import along_axis
from tfopt.onnx_to_stablehlo.lowering import lower

MEMBER = "BRANCH_MEMBER"
COMPARISONS = {
    "BRANCH_LEQ": lambda x, y: x <= y, "BRANCH_LT": lambda x, y: x < y, "BRANCH_GTE": lambda x, y: x >= y, "BRANCH_GT": lambda x, y: x > y,
    "BRANCH_EQ": lambda x, y: x == y, "BRANCH_NEQ": lambda x, y: x != y,
}  # fmt: skip


class Ensemble:
    """Nodes of all trees by number: what each compares, where it leads, and the roots."""

    def __init__(self, features, values, modes, yes, no, missing, roots, members=()):
        self.features, self.values, self.modes = np.array(features, np.int64), np.array(values), list(modes)
        self.yes, self.no, self.roots = np.array(yes, np.int64), np.array(no, np.int64), np.array(roots, np.int64)
        self.missing = np.array(missing if missing else [0] * len(self.modes), bool)
        self.members = members_of_nodes(self.modes, members) if MEMBER in self.modes else None

    @staticmethod
    def by_ids(treeids, nodeids, features, values, modes, yes, no, missing):
        """Of lists in which a node is told by its tree and its number there."""
        place = {key: at for at, key in enumerate(zip(treeids, nodeids, strict=True))}
        is_leaf = [mode == "LEAF" for mode in modes]
        leads = [
            [at if leaf else place[tree, to] for at, (leaf, tree, to) in enumerate(zip(is_leaf, treeids, side, strict=True))]
            for side in (yes, no)
        ]
        inner = {to for side in leads for at, to in enumerate(side) if to != at}
        roots = [at for at in range(len(modes)) if at not in inner]
        return Ensemble(features, values, modes, *leads, missing, roots), place

    def depth(self) -> int:
        """Levels below the roots. Raises Error where nodes lead in a circle."""
        level, now = 0, {*self.roots.tolist()}
        while now := {to for at in now for to in (int(self.yes[at]), int(self.no[at])) if to != at}:
            level += 1
            if level > len(self.modes):
                raise Error("has nodes that lead back to themselves")
        return level

    def leaves(self, x: Tensor) -> Tensor:
        """The leaf that each row of x [rows, features] comes to in each tree, [rows, trees]."""
        at = broadcast_to(literal(self.roots), (x.shape[0], len(self.roots)), [1])
        values = literal(self.values.astype(np.float64 if x.element is F64 else np.float32))
        kinds = sorted({mode for mode in self.modes if mode != "LEAF"})
        unknown = [kind for kind in kinds if kind not in COMPARISONS and kind != MEMBER]
        if unknown:
            raise Error(f"has nodes of the mode {unknown[0]}")
        for _ in range(self.depth()):
            own, bound = along_axis(x, take(literal(self.features), at, 0), 1), take(values, at, 0)
            goes = None
            for kind in kinds:
                holds = COMPARISONS[kind](own, bound) if kind != MEMBER else self.is_member(own, at)
                is_kind = literal(np.array([mode == kind for mode in self.modes]))
                goes = holds if goes is None else select(take(is_kind, at, 0), holds, goes)
            assert goes is not None
            if self.missing.any():
                goes = goes | ((own != own) & take(literal(self.missing), at, 0))
            at = select(goes, take(literal(self.yes), at, 0), take(literal(self.no), at, 0))
        return at

    def is_member(self, own: Tensor, at: Tensor) -> Tensor:
        """Whether numbers [rows, trees] are among the members of the nodes there."""
        members = take(literal(self.members, own.element), at, 0)
        return (members == own.expand(2)).convert(F32).max(2) > 0


def members_of_nodes(modes, members) -> np.ndarray:
    """[nodes, most members], filled up with NaN, which is no number's equal. What is listed has NaN behind the members of each node that asks for them."""
    lists: list[list[float]] = [[]]
    for number in members:
        lists[-1].append(number) if number == number else lists.append([])
    asking = [at for at, mode in enumerate(modes) if mode == MEMBER]
    if len(lists) < len(asking):
        raise Error(f"has {len(asking)} nodes that ask whether a number is among others, and {len(lists)} lists of such")
    table = np.full((len(modes), max(1, *[len(each) for each in lists])), np.nan)
    for at, own in zip(asking, lists):
        table[at, : len(own)] = own
    return table


def aggregated(leaves: Tensor, places, targets, weights, count: int, how: str, trees: int, nodes: int, element) -> Tensor:
    """The weights of leaves [rows, trees], summed up or compared for each target: [rows, targets]."""
    start = {"MIN": np.inf, "MAX": -np.inf}.get(how, 0.0)
    table = np.full((nodes, count), start, np.float64 if element is F64 else np.float32)
    for place, target, weight in zip(places, targets, weights, strict=True):
        table[place, target] = {"MIN": min, "MAX": max}.get(how, lambda a, b: a + b)(table[place, target], weight)
    told = take(literal(table), leaves, 0)  # [rows, trees, targets]
    if how in ("MIN", "MAX"):
        result = reduce("minimum" if how == "MIN" else "maximum", told, [1], start)
        return select(abs(result) == np.inf, 0, result)
    total = told.sum(1)
    return total / trees if how == "AVERAGE" else total


def floats_of(listed, tensor):
    return array_of(tensor).ravel() if tensor is not None else np.array(listed if listed is not None else [], np.float32)


def as_floats(x: Tensor) -> Tensor:
    return x if x.is_float else x.convert(F32)


@lower
def TreeEnsembleRegressor(
    X, aggregate_function, post_transform, n_targets=None, base_values=None, base_values_as_tensor=None, nodes_falsenodeids=None,
    nodes_featureids=None, nodes_missing_value_tracks_true=None, nodes_modes=None, nodes_nodeids=None, nodes_treeids=None,
    nodes_truenodeids=None, nodes_values=None, nodes_values_as_tensor=None, target_ids=None, target_nodeids=None, target_treeids=None,
    target_weights=None, target_weights_as_tensor=None,
):  # fmt: skip
    trees, place = Ensemble.by_ids(
        nodes_treeids, nodes_nodeids, nodes_featureids, floats_of(nodes_values, nodes_values_as_tensor), nodes_modes, nodes_truenodeids,
        nodes_falsenodeids, nodes_missing_value_tracks_true,
    )  # fmt: skip
    x, count = as_floats(X), n_targets or 1
    places = [place[key] for key in zip(target_treeids, target_nodeids, strict=True)]
    weights = floats_of(target_weights, target_weights_as_tensor)
    result = aggregated(
        trees.leaves(x), places, target_ids, weights, count, aggregate_function, len(trees.roots), len(trees.modes), x.element
    )
    base = floats_of(base_values, base_values_as_tensor)
    result = result if not base.size else result + literal(base, result.element)
    return post_transformed(result.convert(F32), post_transform)


@lower
def TreeEnsembleClassifier(
    X, op, post_transform, base_values=None, base_values_as_tensor=None, class_ids=None, class_nodeids=None, class_treeids=None, class_weights=None,
    class_weights_as_tensor=None, classlabels_int64s=None, classlabels_strings=None, nodes_falsenodeids=None, nodes_featureids=None,
    nodes_missing_value_tracks_true=None, nodes_modes=None, nodes_nodeids=None, nodes_treeids=None, nodes_truenodeids=None, nodes_values=None,
    nodes_values_as_tensor=None,
):  # fmt: skip
    """Of two classes one may have all the weights, as ONNX Runtime has it: if that is the first by number, they are the score of the second, and the
    first has what is left."""
    trees, place = Ensemble.by_ids(
        nodes_treeids, nodes_nodeids, nodes_featureids, floats_of(nodes_values, nodes_values_as_tensor), nodes_modes, nodes_truenodeids,
        nodes_falsenodeids, nodes_missing_value_tracks_true,
    )  # fmt: skip
    x, labels = as_floats(X), list(classlabels_int64s if classlabels_int64s is not None else classlabels_strings)
    places = [place[key] for key in zip(class_treeids, class_nodeids, strict=True)]
    weights, base = floats_of(class_weights, class_weights_as_tensor), floats_of(base_values, base_values_as_tensor)
    leaves = trees.leaves(x)
    if len(labels) == 2 and len({*class_ids}) == 1:
        if base.size and (base.size > 1 or class_ids[0]):
            raise Error("has two classes, weights of one, and base values of another")
        score = aggregated(leaves, places, [0] * len(places), weights, 1, "SUM", 0, len(trees.modes), x.element).convert(F32)
        score = score + float(base[0]) if base.size else score
        is_share = bool((weights >= 0).all())
        label = chosen_class((score > (0.5 if is_share else 0.0))[:, 0].convert(I64), labels)
        if class_ids[0]:
            return [label, post_transformed(concatenate([score * 0, score], 1), post_transform)]
        both = concatenate([1 - score if is_share else -score, score], 1)
        return [label, post_transformed(both, post_transform) if not is_share and post_transform == "LOGISTIC" else both]
    scores = aggregated(leaves, places, class_ids, weights, len(labels), "SUM", 0, len(trees.modes), x.element).convert(F32)
    scores = scores if not base.size else scores + literal(base, F32)
    return [chosen_class(first_largest(scores), labels), post_transformed(scores, post_transform)]


AGGREGATES = ("AVERAGE", "SUM", "MIN", "MAX")
POST_TRANSFORMS = ("NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT")
MODES = ("BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ", MEMBER)


@lower
def TreeEnsemble(
    X, aggregate_function, leaf_targetids, leaf_weights, nodes_falseleafs, nodes_falsenodeids, nodes_featureids, nodes_modes, nodes_splits,
    nodes_trueleafs, nodes_truenodeids, post_transform, tree_roots, n_targets=None, nodes_missing_value_tracks_true=None, membership_values=None,
):  # fmt: skip
    """Leaves are numbered behind the nodes."""
    count, leaves, weights = len(nodes_featureids), len(leaf_targetids), array_of(leaf_weights).ravel()
    modes = [MODES[each] for each in array_of(nodes_modes).ravel().tolist()] + ["LEAF"] * leaves
    own = list(range(count, count + leaves))
    sides = [
        [to + count if is_leaf else to for to, is_leaf in zip(ids, leafs, strict=True)] + own
        for ids, leafs in ((nodes_truenodeids, nodes_trueleafs), (nodes_falsenodeids, nodes_falseleafs))
    ]
    missing = [*nodes_missing_value_tracks_true, *[0] * leaves] if nodes_missing_value_tracks_true else None
    members = [] if membership_values is None else array_of(membership_values).ravel().tolist()
    splits = np.concatenate([array_of(nodes_splits).ravel(), np.zeros(leaves)])
    trees = Ensemble([*nodes_featureids, *[0] * leaves], splits, modes, *sides, missing, tree_roots, members)
    x = X if X.element in (F32, F64) else X.convert(F32)
    how = AGGREGATES[aggregate_function]
    result = aggregated(trees.leaves(x), own, leaf_targetids, weights, n_targets or 1, how, len(tree_roots), count + leaves, x.element)
    return post_transformed(result, POST_TRANSFORMS[post_transform]).convert(X.element)
