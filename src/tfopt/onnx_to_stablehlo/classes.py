"""Lowerings: classifiers and regressors of ai.onnx.ml, but for trees: linear ones, support vectors, encodings."""

from tfir.ir.diagnostics import Error
from tfir.ir.types import F32, I64, TensorType
from tfir.ods.numpy_on_demand import np

from tfopt.arithmetic.tensor import Tensor, clamp, concatenate, exp, literal, log, loop, maximum, select, sigmoid, take, tanh
from tfopt.onnx_to_stablehlo.choosing import const
from tfopt.onnx_to_stablehlo.contraction import matmul
from tfopt.onnx_to_stablehlo.element_types import STRING, is_text
from tfopt.onnx_to_stablehlo.learning import equal
from tfopt.onnx_to_stablehlo.lowering import lower, tensorflow
from tfopt.onnx_to_stablehlo.normalization import softmax
from tfopt.onnx_to_stablehlo.reduction import position


def post_transformed(scores: Tensor, how: str) -> Tensor:
    """Scores [rows, classes] as the attribute `post_transform` asks for them."""
    if how == "NONE":
        return scores
    if how == "LOGISTIC":
        return sigmoid(scores)
    if how == "SOFTMAX":
        return softmax(scores, [1])
    if how == "SOFTMAX_ZERO":  # zeros stay, and count for nothing
        powers = select(scores == 0, 0, exp(scores - scores.max(1, keep=True)))
        total = powers.sum(1, keep=True)
        return powers / select(total == 0, 1, total)
    if how == "PROBIT":
        return probit(scores)
    raise Error(f"has the post transform {how}")


def probit(shares: Tensor) -> Tensor:
    """The inverse of the normal distribution by Winitzki's formula, as ONNX Runtime has it."""
    x = shares * 2 - 1
    height = log((1 - x) * (1 + x))
    half = height * 0.5 + 2 / (np.pi * 0.147)
    root = ((half * half - height / 0.147) ** 0.5 - half) ** 0.5
    return select(x < 0, -root, root) * 1.41421356


def chosen_class(place: Tensor, labels: list) -> Tensor:
    """The labels at places [rows]."""
    if isinstance(labels[0], int):
        return take(literal(np.array(labels, np.int64)), place, 0)
    words = const(np.array([each if isinstance(each, bytes) else str(each).encode() for each in labels], object))
    return tensorflow("GatherV2", [words, place, const(np.int32(0))], [TensorType(place.shape, STRING)], batch_dims=0)[0]


def first_largest(scores: Tensor) -> Tensor:
    """The place of the largest score of each row."""
    return position("max")(scores, 1, 0, 0)


def as_f32(x: Tensor) -> Tensor:
    return x if x.element is F32 else x.convert(F32)


@lower
def LinearClassifier(X, post_transform, multi_class, coefficients, intercepts=None, classlabels_ints=None, classlabels_strings=None):
    """A row of coefficients for each class; of two classes one row may do, which is the second's."""
    labels = list(classlabels_ints if classlabels_ints is not None else classlabels_strings)
    x = as_f32(X if X.rank == 2 else X.expand(0))
    weights = np.array(coefficients, np.float32).reshape(-1, x.shape[1])
    scores = matmul(x, literal(weights.T.copy()))
    scores = scores if not intercepts else scores + literal(np.array(intercepts, np.float32))
    if len(weights) == 1 and len(labels) == 2:
        label = chosen_class((scores > 0)[:, 0].convert(I64), labels)
        share = sigmoid(scores) if post_transform == "LOGISTIC" else scores
        return [label, concatenate([1 - share, share], 1)]
    return [chosen_class(first_largest(scores), labels), post_transformed(scores, post_transform)]


@lower
def LinearRegressor(X, coefficients, intercepts, targets, post_transform):
    result = matmul(as_f32(X), literal(np.array(coefficients, np.float32).reshape(targets, -1).T.copy()))
    return post_transformed(result if not intercepts else result + literal(np.array(intercepts, np.float32)), post_transform)


def kernel(x: Tensor, vectors, kind: str, parameters) -> Tensor:
    """What rows [n, features] and support vectors [m, features] have in common: [n, m]."""
    gamma, coefficient, degree = [*(parameters or ()), 0.0, 0.0, 0.0][:3]
    product = matmul(x, literal(vectors.T.copy()))
    if kind == "LINEAR":
        return product
    if kind == "POLY":
        power = product * gamma + coefficient
        result = power
        if degree != int(degree) or degree < 1:
            raise Error(f"has a polynomial kernel of degree {degree}")
        for _ in range(int(degree) - 1):
            result = result * power
        return result
    if kind == "SIGMOID":
        return tanh(product * gamma + coefficient)
    if kind == "RBF":
        apart = (x * x).sum(1, keep=True) - product * 2 + literal((vectors * vectors).sum(1)[None])
        return exp(apart * -gamma)
    raise Error(f"has the kernel {kind}")


@lower
def SVMRegressor(X, kernel_type, kernel_params, n_supports, one_class, post_transform, coefficients=None, rho=None, support_vectors=None):
    x, weights = as_f32(X), np.array(coefficients, np.float32)
    if n_supports:
        vectors = np.array(support_vectors, np.float32).reshape(n_supports, -1)
        result = matmul(kernel(x, vectors, kernel_type, kernel_params), literal(weights[:, None]))
    else:
        result = matmul(x, literal(weights[:, None]))
    result = result + float(rho[0])
    return post_transformed(select(result > 0, 1.0, result * 0 - 1) if one_class else result, post_transform)


@lower
def SVMClassifier(
    X, kernel_type, post_transform, coefficients, rho, classlabels_ints=None, classlabels_strings=None, kernel_params=None, prob_a=None,
    prob_b=None, support_vectors=None, vectors_per_class=None,
):  # fmt: skip
    """Each two classes are told apart by the vectors that support them, and the class with most votes is taken; without vectors each class has
    coefficients. Of two classes, where the description leaves open what comes out, it is what ONNX Runtime gives."""
    x, labels = as_f32(X if X.rank == 2 else X.expand(0)), list(classlabels_ints if classlabels_ints is not None else classlabels_strings)
    count, counts = len(labels), list(vectors_per_class or ())
    weights = np.array(coefficients, np.float32)
    if not sum(counts):
        scores = matmul(x, literal(weights.reshape(count, -1).T.copy())) + float(rho[0])
        place = first_largest(scores)
        if count == 2:
            best = scores.max(1)
            is_second = best >= 0.5 if (weights >= 0).all() else best > 0
            place = select(is_second, 1, place)
        return [chosen_class(place, labels), post_transformed(scores, post_transform)]
    vectors = np.array(support_vectors, np.float32).reshape(sum(counts), -1)
    pairs = [(i, j) for i in range(count) for j in range(i + 1, count)]
    told_apart = matmul(kernel(x, vectors, kernel_type, kernel_params), literal(weights_of_pairs(weights, counts, pairs)))
    scores = told_apart + literal(np.array(rho[: len(pairs)], np.float32))
    for_first = (scores > 0).convert(F32)
    votes = np.zeros((len(pairs), count), np.float32), np.zeros((1, count), np.float32)
    for at, (i, j) in enumerate(pairs):
        votes[0][at, i], votes[0][at, j] = 1, -1
        votes[1][0, j] += 1
    label = chosen_class(first_largest(matmul(for_first, literal(votes[0])) + literal(votes[1])), labels)
    if prob_a:
        a, b = [literal(np.array(each[: len(pairs)], np.float32)) for each in (prob_a, prob_b)]
        shares = clamp(1e-7, 1 - sigmoid(scores * a + b), 1 - 1e-7)
        return [label, post_transformed(shares_of_classes(shares, pairs, count), post_transform)]
    if count > 2:
        return [label, post_transformed(scores, post_transform)]
    if post_transform == "PROBIT":
        return [label, probit(scores)]
    if post_transform in ("NONE", "LOGISTIC"):
        return [label, post_transformed(concatenate([-scores, scores], 1), post_transform)]
    return [label, concatenate([1 - scores, scores], 1)]


def weights_of_pairs(weights, counts, pairs) -> np.ndarray:
    """[vectors, pairs]: how much each vector says for the first of two classes. Coefficients are in a row for each class but one."""
    rows, starts = weights[: (len(counts) - 1) * sum(counts)].reshape(len(counts) - 1, sum(counts)), np.cumsum([0, *counts])
    table = np.zeros((sum(counts), len(pairs)), np.float32)
    for at, (i, j) in enumerate(pairs):
        for own, row in ((i, j - 1), (j, i)):
            table[starts[own] : starts[own + 1], at] = rows[row, starts[own] : starts[own + 1]]
    return table


def shares_of_classes(shares: Tensor, pairs, count: int) -> Tensor:
    """The shares of classes [rows, classes] that fit those of each two [rows, pairs] best: the method of Wu, Lin and Weng, as libsvm repeats it until nothing
    moves by more than 0.005 / classes."""
    of_pair = dict[tuple[int, int], Tensor]()
    for at, (i, j) in enumerate(pairs):
        of_pair[i, j], of_pair[j, i] = shares[:, at], 1 - shares[:, at]
    own = [sum_of([of_pair[j, t] * of_pair[j, t] for j in range(count) if j != t]) for t in range(count)]
    matrix = [[own[t] if j == t else -of_pair[j, t] * of_pair[t, j] for j in range(count)] for t in range(count)]

    def products(parts):
        return [sum_of([each * part for each, part in zip(row, parts)]) for row in matrix]

    def goes_on(trip, *parts):
        return (trip < max(100, count)) & any_of(moving(parts))

    def moving(parts):
        sides = products(parts)
        whole = sum_of([part * side for part, side in zip(parts, sides)])
        most = None
        for side in sides:
            most = abs(side - whole) if most is None else maximum(most, abs(side - whole))
        return most >= 0.005 / count

    def again(trip, *parts):
        moves, new, sides = moving(parts), list(parts), products(parts)
        whole = sum_of([part * side for part, side in zip(parts, sides)])
        for t in range(count):
            step = (whole - sides[t]) / own[t]
            whole = (whole + step * (step * own[t] + sides[t] * 2)) / ((1 + step) * (1 + step))
            new[t] = new[t] + step
            sides = [(side + step * each) / (1 + step) for side, each in zip(sides, matrix[t])]
            new = [part / (1 + step) for part in new]
        return [trip + 1, *[select(moves, one, other) for one, other in zip(new, parts)]]

    first = own[0] * 0 + 1 / count
    _, *parts = loop(goes_on, again, literal(np.array(0, np.int32)), *[first] * count)
    return concatenate([part.expand(1) for part in parts], 1)


def sum_of(parts: list[Tensor]) -> Tensor:
    total = parts[0]
    for part in parts[1:]:
        total = total + part
    return total


def any_of(truths: Tensor) -> Tensor:
    return truths.convert(F32).max(0) > 0


@lower
def OneHotEncoder(X, zeros, cats_int64s=None, cats_strings=None):
    """1 at the category that each element is; an element of none is all zeros, if that is allowed."""
    if not zeros:
        raise Error("has to fail for elements of no category, which only the program knows")
    categories = list(cats_strings if is_text(X.element) else cats_int64s)
    x = X if is_text(X.element) else X.convert(I64)
    return concatenate([equal(x, each).convert(F32).expand(-1) for each in categories], x.rank)


@lower
def FeatureVectorizer(X, inputdimensions):
    """Columns of all operands side by side, each as wide as it is asked to be."""
    parts = []
    for x, width in zip(X, inputdimensions, strict=True):
        rows = as_f32(x if x.rank == 2 else x.reshape(x.shape[0], 1))
        if rows.shape[1] != width:
            raise Error(f"asks for {width} columns of an operand of {rows.shape[1]}")
        parts.append(rows)
    return concatenate(parts, 1)
