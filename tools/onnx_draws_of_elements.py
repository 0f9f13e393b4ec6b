"""Nodes of ONNX that compute element by element, and sums."""

import numpy as np
from onnx import TensorProto
from onnx_draw import F32, F64, INTEGERS, Fixed, any_byte, op, weights


@op(
    "Abs", "Neg", "Sign", "Ceil", "Floor", "Round", "Relu", "Sigmoid", "Tanh", "Exp", "Erf", "Softplus", "Softsign", "Sin", "Cos", "Tan", "Atan", "Sinh",
    "Cosh", "Asinh", "Identity", "HardSwish", "Mish", "IsNaN", "Reciprocal", "Sqrt", "Log",
)  # fmt: skip
def unary(d, name):
    return {0: d.special(d.shape(), d.kind() if name in ("Abs", "Neg", "Sign", "Identity", "Relu") else d.float())}


@op("Asin", "Acos", "Atanh")
def inside_one(d, name):
    return {0: d.tensor(d.shape(), d.float(), -0.99, 0.99)}


@op("Acosh")
def beyond_one(d, name):
    return {0: d.tensor(d.shape(), d.float(), 1, 9)}


@op("Elu", "LeakyRelu", "Selu", "Celu", "ThresholdedRelu", "Swish")
def with_alpha(d, name):
    more = {"gamma": d.of(0.5, 2.0)} if name == "Selu" and d.maybe(True) else {}
    return {0: d.special(d.shape(), d.float()), "alpha": d.maybe(d.of(0.3, 1.5, 2.0)), **more}


@op("HardSigmoid", "Shrink", "Gelu")
def with_two(d, name):
    named = {"HardSigmoid": ("alpha", "beta"), "Shrink": ("bias", "lambd"), "Gelu": ()}[name]
    more = {"approximate": d.maybe(d.of("tanh", "none"))} if name == "Gelu" else {}
    return {0: d.special(d.shape(), d.float()), **{each: d.maybe(d.of(0.25, 0.75, 1.5)) for each in named}, **more}


@op("IsInf")
def is_infinite(d, name):
    return {0: d.special(d.shape(1), d.of(F32, F64)), "detect_negative": d.maybe(d.of(0, 1)), "detect_positive": d.maybe(d.of(0, 1))}


@op("Clip")
def clip(d, name):
    kind = d.kind()
    bounds = [d.maybe(np.asarray(d.of(-1, 0, 1, 2), kind)) for _ in range(2)] if kind.kind != "u" else [np.asarray(1, kind), None]
    return {0: d.special(d.shape(), kind), "min": bounds[0], "max": bounds[1]}


@op("Add", "Sub", "Mul", "Div", "Pow", "Mod", "Max", "Min", "Sum", "Mean")
def binary(d, name):
    kind, shape = d.kind(), d.shape()
    other = d.tensor(d.broadcast(shape), kind)
    if name in ("Div", "Mod"):
        other = np.where(other == 0, np.asarray(2, kind), other).astype(kind)
    first = d.special(shape, kind) if name in ("Add", "Sub", "Mul", "Div", "Max", "Min") else d.tensor(shape, kind)
    if name == "Pow":
        other = d.tensor(other.shape, d.of(kind, F32, np.int64), 0, 1)
        first = d.tensor(shape, kind, 0, 3)
    more = {"fmod": 1 if kind.kind == "f" else d.of(0, 1)} if name == "Mod" else {}
    swapped = d.maybe(True, 0.3) and name in ("Add", "Sub", "Mul", "Max", "Min")
    operands = [other, first] if swapped else [first, other]
    if name in ("Max", "Min", "Sum", "Mean"):
        return {"*": operands[: d.of(1, 2, 2)] + ([d.tensor(shape, kind)] if d.maybe(True, 0.3) else [])}
    return {0: operands[0], 1: operands[1], **more}


@op("PRelu")
def prelu(d, name):
    shape, kind = d.shape(1), d.float()
    return {0: d.tensor(shape, kind), 1: d.tensor(d.broadcast(shape), kind)}


@op("Equal", "Greater", "Less", "GreaterOrEqual", "LessOrEqual")
def compared(d, name):
    kind, shape = d.of(d.kind(), np.dtype(bool) if name == "Equal" else F32), d.shape()
    return {0: d.special(shape, kind), 1: d.special(d.broadcast(shape), kind)}


@op("And", "Or", "Xor", "Not")
def logical(d, name):
    shape = d.shape()
    return {0: d.tensor(shape, bool), **({1: d.tensor(d.broadcast(shape), bool)} if name != "Not" else {})}


@op("BitwiseAnd", "BitwiseOr", "BitwiseXor", "BitwiseNot", "BitShift")
def bits(d, name):
    kind, shape = d.chance.choice(INTEGERS), d.shape()
    if name == "BitShift":
        return {0: d.tensor(shape, kind), 1: d.tensor(d.broadcast(shape), kind, 0, 2), "direction": d.of("LEFT", "RIGHT")}
    return {0: d.tensor(shape, kind), **({1: d.tensor(d.broadcast(shape), kind)} if name != "BitwiseNot" else {})}


@op("Where")
def where(d, name):
    kind, shape = d.kind(), d.shape()
    return {0: d.tensor(d.broadcast(shape), bool), 1: d.tensor(shape, kind), 2: d.tensor(d.broadcast(shape), kind)}


@op("Cast")
def cast(d, name):
    kind = d.of(d.kind(), np.dtype(bool))
    to = d.of(TensorProto.FLOAT, TensorProto.DOUBLE, TensorProto.FLOAT16, TensorProto.BOOL, TensorProto.INT8, TensorProto.INT32, TensorProto.INT64,
              TensorProto.UINT8, TensorProto.UINT16, TensorProto.INT16, TensorProto.UINT32)  # fmt: skip
    return {
        0: d.tensor(d.shape(), kind, 0 if to in (TensorProto.UINT8, TensorProto.UINT16, TensorProto.UINT32) else -3),
        "to": to,
        "saturate": d.maybe(d.of(0, 1), 0.2),
    }


# Sums, products, extremes


@op(*[f"Reduce{each}" for each in ("Sum", "Mean", "Prod", "Max", "Min", "L1", "L2", "SumSquare", "LogSum", "LogSumExp")])
def reduced(d, name):
    kind = d.kind() if name not in ("ReduceLogSum", "ReduceLogSumExp") else d.float()
    shape = d.shape(0 if d.version > 12 else 1)
    axes = d.maybe(d.axes(len(shape), 0), 0.8)
    empty = d.maybe(d.of(0, 1), 0.4) if d.version >= 13 else None
    x = d.tensor(shape, kind, 0.1 if name == "ReduceLogSum" else -3, 3)
    if name in ("ReduceMax", "ReduceMin", "ReduceSum", "ReduceMean") and d.maybe(True, 0.3):
        x = d.special(shape, kind)
    axes = None if axes is None or (not axes and d.version < 13) else Fixed(np.array(axes, np.int64))
    return {0: x, "axes": axes, "keepdims": d.maybe(d.of(0, 1)), "noop_with_empty_axes": empty}


@op("ArgMax", "ArgMin")
def extreme_place(d, name):
    shape = d.shape(1, 3, 0)
    x = d.of(d.tensor(shape, d.kind()), np.asarray(d.numbers.integers(-1, 2, shape), F32))
    return {0: x, "axis": d.maybe(d.axis(len(shape))), "keepdims": d.maybe(d.of(0, 1)), "select_last_index": d.maybe(d.of(0, 1))}


@op("CumSum", "CumProd")
def running(d, name):
    shape = d.shape(1, 3)
    axis = Fixed(np.array(d.axis(len(shape)), d.of(np.int32, np.int64)))
    kind = d.of(F32, F64, np.dtype("int32"), np.dtype("int64"))
    return {0: d.tensor(shape, kind), 1: axis, "exclusive": d.maybe(d.of(0, 1)), "reverse": d.maybe(d.of(0, 1))}


@op("MatMul")
def matmul(d, name):
    m, k, n = [d.whole(1, 4) for _ in range(3)]
    stack = d.shape(0, 2, 0)
    left, right = d.of(([*stack, m, k], [*d.broadcast(stack), k, n]), ([k], [*stack, k, n]), ([*stack, m, k], [k]), ([k], [k]))
    kind = d.of(F32, F32, F64, *[np.dtype(each) for each in ("int32", "uint32", "int64")])
    return {0: d.tensor(left, kind), 1: d.tensor(right, kind)}


@op("Gemm")
def gemm(d, name):
    m, k, n = [d.whole(1, 4) for _ in range(3)]
    a, b = d.of(0, 1), d.of(0, 1)
    kind = d.of(F32, F32, F64)
    c = d.of([m, n], [n], [1, n], [m, 1], [1], [])
    c = d.tensor(c, kind) if d.version < 11 or d.maybe(True, 0.7) else None
    return {
        0: d.tensor([k, m] if a else [m, k], kind), 1: d.tensor([n, k] if b else [k, n], kind), 2: c, "transA": a or d.maybe(0), "transB": b or d.maybe(0),
        "alpha": d.maybe(d.of(0.5, 2.0)), "beta": d.maybe(d.of(0.5, 0.0)),
    }  # fmt: skip


@op("Einsum")
def einsum(d, name):
    equation, shapes = d.of(
        ("ij,jk->ik", ([2, 3], [3, 4])), ("ij,jk", ([2, 3], [3, 4])), ("ii->i", ([3, 3],)), ("ii", ([3, 3],)), ("...ij->...ji", ([2, 3, 4],)),
        ("bij, bjk -> bik", ([2, 2, 3], [2, 3, 2])), ("i,i->", ([4], [4])), ("ij->", ([2, 3],)), ("...ij,...jk", ([2, 2, 3], [3, 2])),
        ("bhid,bhjd->bhij", ([1, 2, 3, 4], [1, 2, 2, 4])), ("ij,kj,j->ik", ([2, 3], [4, 3], [3])), ("ba,ac", ([2, 3], [3, 4])), ("i...->...", ([2, 3],)),
        ("iij->ij", ([2, 2, 3],)), ("ijk,l->kil", ([2, 1, 3], [2])), ("b...n,n->b...", ([2, 3, 4], [4])),
    )  # fmt: skip
    kind = d.of(F32, F32, F64, np.dtype("int32"))
    return {"*": [d.tensor(shape, kind) for shape in shapes], "equation": equation}


@op("Det")
def determinant(d, name):
    n = d.whole(1, 4)
    return {0: d.tensor([*d.shape(0, 2, 0), n, n])}


@op("MatMulInteger")
def integer_product(d, name):
    m, k, n = [d.whole(1, 4) for _ in range(3)]
    stack = d.shape(0, 1, 0)
    kinds = d.of(np.dtype("uint8"), np.dtype("int8")), d.of(np.dtype("uint8"), np.dtype("int8"))
    zero = d.of([], [1], [n])
    return {
        0: any_byte(d, [*stack, m, k], kinds[0]), 1: weights(d, [k, n], kinds[1]), 2: d.maybe(any_byte(d, [], kinds[0])),
        3: d.maybe(any_byte(d, zero, kinds[1])),
    }  # fmt: skip
