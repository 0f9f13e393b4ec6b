"""Semantics: linear models trained by stochastic dual coordinate ascent. An example has a dual variable; a step finds the best one for it and moves
the weights along. Source: Shalev-Shwartz and Zhang, "Stochastic dual coordinate ascent methods for regularized loss minimization", JMLR 14,
2013; of several partitions, Ma et al., "Adding vs. averaging in distributed primal-dual optimization", ICML 2015."""

from __future__ import annotations

from tfir.dialects.tf.dual_losses import LOSSES
from tfir.dialects.tf.errors import listed
from tfir.dialects.tf.fingerprints import MASK, farmhash_128
from tfir.ir.diagnostics import Error
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics


class SdcaFprint(OpSemantics):
    """128 bits that stand for each string, of which the first 64 are never 0 or 1."""

    def infer(input):
        return None if input.shape is None else (*input.shape[:1], 2)

    def evaluate(input):
        if input.ndim != 1:
            raise Error(f"Input must be a vector, got shape {listed(input.shape)}")
        pairs = [farmhash_128(text) for text in input.tolist()]
        words = [[low if low >= 2 else low + MASK - 1 & MASK, high] for low, high in pairs]
        return np.array(words, np.uint64).reshape(-1, 2).view(np.int64)


class SdcaShrinkL1(OpSemantics):
    """Weights come nearer to 0 by the share of the L1 term in the L2 term, and stay there."""

    def evaluate(weights, l1, l2):
        for place in weights:
            place.assign(shrunk(place.read(), np.float32(l1) / np.float32(l2)), True)
        return []


def shrunk(weights, by):
    return np.sign(weights) * np.maximum(np.abs(weights) - by, weights.dtype.type(0))


class SdcaOptimizerV2(OpSemantics):
    """One step for each example: dual variables, losses and weights of examples [N, 4], and by what the weights of features change. TensorFlow takes
    examples in another order each time, and with `adaptive` some of them more than once; here each is taken once, in its own order."""

    def infer(example_state_data, sparse_weights, dense_weights):
        return [each.shape for each in (example_state_data, *sparse_weights, *dense_weights)]

    def evaluate(
        sparse_example_indices, sparse_feature_indices, sparse_feature_values, dense_features, example_weights, example_labels,
        sparse_indices, sparse_weights, dense_weights, example_state_data, loss_type, l1, l2, num_loss_partitions,
    ):  # fmt: skip
        count = example_weights.size
        check(dense_features, dense_weights, example_labels, example_state_data, count)
        values = [*sparse_feature_values, *[None] * (len(sparse_feature_indices) - len(sparse_feature_values))]
        groups = [
            *map(SparseGroup, sparse_indices, sparse_weights, sparse_example_indices, sparse_feature_indices, values),
            *map(DenseGroup, dense_weights, dense_features),
        ]
        for group in groups:
            group.part(count)
        state, loss = example_state_data.copy(), LOSSES[str(loss_type)]
        strength, shrinkage = np.float64(np.float32(l2)), np.float32(l1) / np.float32(l2)
        for number, (weight, given) in enumerate(zip(example_weights.ravel().astype(np.float64), example_labels.ravel())):
            dual, label = np.float64(state[number, 0]), loss.label(np.float64(given))
            before, now = (sum([group.prediction(number, shrinkage, parts) for group in groups]) for parts in (0, num_loss_partitions))
            norm = num_loss_partitions * (sum([group.squares(number) for group in groups]) / strength) * weight
            updated = loss.updated(label, norm, dual, now)
            for group in groups:
                group.move(number, (updated - dual) * weight / strength)
            conjugate = loss.conjugate(dual, label)
            state[number] = updated, loss.primal(before, label) * weight, conjugate if conjugate == np.inf else conjugate * weight, weight
        return [state, *[group.changes.reshape(group.weights.shape) for group in groups]]


class DenseGroup:
    """Features that each example has, [N, features], with their weights and by what these have changed."""

    def __init__(self, weights, features):
        self.weights, self.features, self.changes = weights, features, np.zeros(weights.size, np.float32)

    def part(self, count: int) -> None:
        """Finds the features of each of so many examples."""

    def squares(self, number: int):
        return np.float64(np.sum(self.features[number] ** 2))

    def prediction(self, number: int, shrinkage, parts: int):
        weights = self.weights.ravel() + self.changes * np.float32(parts)
        return np.float64(np.sum(self.features[number] * shrunk(weights, shrinkage)))

    def move(self, number: int, by) -> None:
        self.changes += self.features[number] * np.float32(by)


class SparseGroup:
    """Features that examples have some of: which example has which, rising by example, and with which value, 1 where none is given. `indices` are
    those that weights are given of."""

    def __init__(self, indices, weights, examples, features, values):
        self.weights, self.changes = weights, np.zeros(weights.size, np.float32)
        if examples.size != features.size:
            raise Error(f"Found mismatched example_indices and feature_indices {examples.ravel()} vs {features.ravel()}")
        if values is not None and values.size < features.size:  # TensorFlow reads no more of them than it has features
            raise Error(f"{features.size} sparse features have {values.size} values")
        if indices.size > weights.size:
            raise Error(f"{indices.size} sparse features have {weights.size} weights")
        self.examples, self.features = examples.ravel().tolist(), features.ravel().tolist()
        self.values = np.ones(features.size) if values is None else values.ravel().astype(np.float64)
        self.places = {index: place for place, index in enumerate(indices.ravel().tolist())}
        self.rows: list[tuple] = []  # of each example the places of its weights and the values of its features

    def part(self, count: int) -> None:
        end = 0
        for number in range(count):
            start = end
            while end < len(self.examples) and self.examples[end] == number:
                end += 1
            features = self.features[start:end]
            for feature in features:
                if feature not in self.places:
                    raise Error(f"Found sparse feature indices out of valid range: {feature}")
            if len(set(features)) < len(features):
                raise Error("Duplicate index in sparse vector.")
            self.rows.append(([self.places[feature] for feature in features], self.values[start:end]))

    def squares(self, number: int):
        return np.sum(self.rows[number][1] ** 2)

    def prediction(self, number: int, shrinkage, parts: int):
        places, values = self.rows[number]
        weights = self.weights.ravel()[places] + self.changes[places] * np.float32(parts)
        return np.sum(values * shrunk(weights.astype(np.float64), np.float64(shrinkage)))

    def move(self, number: int, by) -> None:
        places, values = self.rows[number]
        self.changes[places] += values * by


def check(dense_features, dense_weights, labels, state, count: int) -> None:
    if labels.size != count:
        raise Error(f"Expected {count} example labels but got {labels.size}")
    for number, (features, weights) in enumerate(zip(dense_features, dense_weights)):
        if features.ndim != 2:
            raise Error(f"Dense features at index {number} must be rank 2 but is rank {features.ndim}")
        if not 0 < features.shape[1] <= weights.size:
            raise Error(f"More dense features than we have parameters for: {features.shape[1]}")
        if features.shape != (count, weights.size):
            raise Error(f"dense features of shape {listed(features.shape)} are none of {count} examples and {weights.size} weights")
    if state.ndim != 2:
        raise Error(f"example_state_data must be rank 2 but is rank {state.ndim}")
    if state.shape != (count, 4):
        raise Error(f"Expected shape {listed((count, 4))} for example_state_data, got {listed(state.shape)}")


SEMANTICS = {"SdcaOptimizer": SdcaOptimizerV2}
