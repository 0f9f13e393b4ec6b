"""Lowerings: classifiers and regressors of ai.onnx.ml, but for trees: linear ones, support vectors, encodings."""

from tfir.ir.diagnostics import Error
from tfir.ir.types import F32, I64, TensorType
from tfir.ods.numpy_on_demand import np

from tfopt.arithmetic.tensor import Tensor, concatenate, exp, literal, select, sigmoid, take, tanh
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
    raise Error(f"has the post transform {how}")


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
