"""Drawn cases for operations of TFLite, a function for each family: what `tensorflow_lite.py` answers."""

from __future__ import annotations

import numpy as np
from tflite_draws import Draws, as_list, case, const, ints, r
from tflite_recurrent_cases import recurrences


def elementwise(d: Draws):
    x = lambda low=-3.0, high=3.0: [d.f(2, 3, 5, low=low, high=high)]  # noqa: E731
    for op in "abs ceil cos exp floor neg round sin square sign logistic tanh relu relu6 relu_n1_to_1 relu_0_to_1 elu hard_swish zeros_like".split():
        yield case(op, x(), r("f32"))
    for op in "log rsqrt sqrt".split():
        yield case(op, x(0.1, 9.0), r("f32"))
    yield case("round", [const("f32", [8], [0.5, 1.5, -0.5, -1.5, 2.5, 0.49999997, -2.5, 3.5]) | {"const": False}], r("f32"))
    for flag in (True, False):
        yield case("gelu", x(), r("f32"), approximate=flag)
        for type in ("i8", "ui8"):
            yield case("gelu", [d.q(4, 20, type=type)], r(type, 0.04, 10), approximate=flag)
    yield case("leaky_relu", x(), r("f32"), alpha=0.25)
    yield case("logical_not", [d.b(7)], r("i1"))
    for op in ("abs", "neg", "square", "sign"):
        for type in {"abs": ("i32",), "neg": ("i32", "i64"), "square": (), "sign": ("i32",)}[op]:
            yield case(op, [d.n(9, type=type)], r(type))
    for type in ("i8", "i16"):
        yield case("abs", [d.q(40, type=type, scale=0.03)], r(type, 0.03 if type == "i16" else 0.02, 0 if type == "i16" else -20))
        yield case("abs", [d.q(40, type=type, scale=0.03)], r(type, 0.05, 0))
        yield case(
            "exp",
            [d.q(60, type=type, scale=0.01 if type == "i8" else 0.0001)],
            r(type, 0.02 if type == "i8" else 0.001, -128 if type == "i8" else 0),
        )
    yield case("log", [d.q(60, scale=0.02, zero=-128, low=-127)], r("i8", 0.03, 60))
    for scale, zero in ((0.015686, -128), (0.05, 3)):
        yield case("rsqrt", [d.q(60, scale=0.05, zero=-128, low=-127)], r("i8", scale, zero))
    yield case("rsqrt", [d.q(60, type="i16", scale=0.001, zero=0, low=1)], r("i16", 0.001, 0))
    for type in ("i8", "ui8", "i16"):
        scale = {"i8": 1 / 256, "ui8": 1 / 256, "i16": 1 / 32768}[type]
        for given in ((0.05,), (0.02,), (1 / 4096, 0.0003, 0.001))[type == "i16" and 2 or 0]:
            yield case("logistic", [d.q(100, type=type, scale=given)], r(type, scale, -128 if type == "i8" else 0))
            yield case(
                "tanh", [d.q(100, type=type, scale=given)], r(type, scale * (2 if type != "i16" else 1), 128 if type == "ui8" else 0)
            )
        for op in ("relu", "relu6", "relu_n1_to_1", "relu_0_to_1"):
            if type == "i16" and op != "relu" and op != "relu6":
                continue
            yield case(op, [d.q(30, type=type, scale=0.06)], r(type, 0.05, 0 if type == "i16" else 11))
        yield case("leaky_relu", [d.q(60, type=type, scale=0.06)], r(type, 0.04, 0 if type == "i16" else 7), alpha=0.3)
    for op in ("relu", "relu6", "relu_n1_to_1"):
        yield case(op, [d.q(30, scale=0.06, zero=4)], r("i8", 0.06, 4))
    for type in ("i8", "ui8"):
        yield case("hard_swish", [d.q(256, type=type, scale=0.05)], r(type, 0.03, -10 if type == "i8" else 20))
        yield case("hard_swish", [d.q(64, type=type, scale=0.004)], r(type, 0.1, 3))
    yield case("elu", [d.q(90, scale=0.05)], r("i8", 0.03, -30))
    for a, b in (
        ("f32", "i32"),
        ("i32", "f32"),
        ("f32", "i8"),
        ("i64", "i32"),
        ("i1", "f32"),
        ("f32", "i1"),
        ("i32", "ui8"),
        ("f32", "ui8"),
        ("i16", "f32"),
        ("f32", "f16"),
        ("ui8", "i32"),
        ("f32", "f64"),
        ("i32", "complex<f32>"),
    ):
        given = (
            d.f(9) if a == "f32" else d.b(9) if a == "i1" else d.n(9, type=a, low=0 if a == "ui8" else -200 if a != "ui8" else 0, high=200)
        )
        yield case("cast", [given], r(b), in_data_type=a, out_data_type=b)
    z = {"type": "complex<f32>", "shape": [3], "data": [[1.5, -2.0], [0.0, 3.0], [-4.0, 1.0]]}
    for op in ("real", "imag", "complex_abs"):
        yield case(op, [z], r("f32"))
    yield case("bitcast", [d.f(4)], r("i32"))
    yield case("bitcast", [d.n(4)], r("f32"))


def binary(d: Draws):
    for op in "add sub mul div".split():
        for activation in ("NONE", "RELU", "RELU6", "RELU_N1_TO_1"):
            yield case(op, [d.f(2, 3, 4), d.f(2, 3, 4, low=0.5)], r("f32"), fused_activation_function=activation)
        yield case(op, [d.f(2, 3, 4), d.f(3, 1, low=0.5)], r("f32"), fused_activation_function="NONE")
        yield case(op, [d.n(3, 4), d.n(4, low=1)], r("i32"), fused_activation_function="NONE")
        if op != "div":
            yield case(op, [d.n(3, 4, type="i64"), d.n(3, 4, type="i64")], r("i64"), fused_activation_function="NONE")
            for type in ("i8", "ui8", "i16"):
                for shapes in (((3, 40), (3, 40)), ((2, 3, 10), (3, 1))):
                    for activation in ("NONE", "RELU", "RELU6"):
                        scale = 0.08 if op != "mul" else 0.05
                        yield case(
                            op,
                            [d.q(*shapes[0], type=type), d.q(*shapes[1], type=type)],
                            r(type, scale, 0 if type == "i16" else -9 if type == "i8" else 100),
                            fused_activation_function=activation,
                        )
    for scales in ((2**-11, 2**-12, 2**-11), (2**-14, 2**-12, 2**-12)):
        for op in ("add", "sub"):
            yield case(
                op,
                [d.q(50, type="i16", scale=scales[0]), d.q(50, type="i16", scale=scales[1])],
                r("i16", scales[2], 0),
                fused_activation_function="NONE",
            )
    yield case("mul", [d.n(5, type="i16"), d.n(5, type="i16")], r("i16"), fused_activation_function="NONE")
    yield case(
        "div",
        [d.q(40, type="ui8", scale=0.05, zero=30), d.q(40, type="ui8", scale=0.04, zero=0, low=20)],
        r("ui8", 0.03, 100),
        fused_activation_function="NONE",
    )
    for op in ("maximum", "minimum"):
        yield case(op, [d.f(2, 3, 4), d.f(3, 1)], r("f32"))
        yield case(op, [d.n(3, 4), d.n(3, 4)], r("i32"))
        for type in ("i8", "ui8", "i16"):
            yield case(op, [d.q(3, 4, type=type, scale=0.1, zero=0), d.q(3, 4, type=type, scale=0.1, zero=0)], r(type, 0.1, 0))
    yield case("pow", [d.f(9, low=0.1), d.f(9)], r("f32"))
    yield case("pow", [d.n(9), d.n(9, low=0, high=4)], r("i32"))
    yield case("squared_difference", [d.f(2, 3), d.f(3)], r("f32"))
    yield case("squared_difference", [d.n(2, 3), d.n(3)], r("i32"))
    yield case("squared_difference", [d.q(4, 10), d.q(4, 10)], r("i8", 0.2, -100))
    yield case("squared_difference", [d.q(2, 4, 10), d.q(10)], r("i8", 0.3, -128))
    for op in ("floor_div", "floor_mod"):
        yield case(op, [d.n(12), d.n(12, low=1)], r("i32"))
        yield case(op, [d.n(12), d.n(12, low=-9, high=-1)], r("i32"))
        yield case(op, [d.f(12), d.f(12, low=0.5)], r("f32"))
    yield case("floor_mod", [d.n(12, type="i64"), d.n(12, low=1, type="i64")], r("i64"))
    yield case("floor_div", [d.n(12, type="i8"), d.n(12, low=1, type="i8")], r("i8"))
    yield case("atan2", [d.f(9), d.f(9)], r("f32"))
    for op in "less less_equal greater greater_equal equal not_equal".split():
        yield case(op, [d.f(2, 3), d.f(3)], r("i1"))
        yield case(op, [d.n(20, low=-2, high=2), d.n(20, low=-2, high=2)], r("i1"))
        for type in ("i8", "ui8"):
            yield case(
                op, [d.q(60, type=type, scale=0.05, zero=3), d.q(60, type=type, scale=0.06, zero=-4 if type == "i8" else 20)], r("i1")
            )
    yield case("equal", [d.b(9), d.b(9)], r("i1"))
    for op in ("logical_and", "logical_or"):
        yield case(op, [d.b(9), d.b(9)], r("i1"))
    for type in ("i8", "i32", "ui32"):
        yield case("bitwise_xor", [d.n(9, low=0, high=100, type=type), d.n(9, low=0, high=100, type=type)], r(type))
        yield case(
            "right_shift", [d.n(9, low=0 if type[0] == "u" else -100, high=100, type=type), d.n(9, low=0, high=7, type=type)], r(type)
        )
    yield case("prelu", [d.f(1, 2, 3, 4), d.f(1, 1, 4, const=True)], r("f32"))
    for type in ("i8", "ui8"):
        yield case("prelu", [d.q(1, 5, 3, 4, type=type), d.q(1, 1, 4, type=type, const=True)], r(type, 0.06, 12))
    yield case("add_n", [d.f(2, 3), d.f(2, 3), d.f(2, 3)], r("f32"))
    yield case("add_n", [d.n(2, 3), d.n(2, 3)], r("i32"))


def convolutions(d: Draws):
    for padding in ("SAME", "VALID"):
        for stride, dilation, activation in ((1, 1, "NONE"), (2, 1, "RELU6"), (1, 2, "RELU")):
            words = dict(
                padding=padding,
                stride_h=stride,
                stride_w=stride,
                dilation_h_factor=dilation,
                dilation_w_factor=dilation,
                fused_activation_function=activation,
            )
            yield case("conv_2d", [d.f(2, 7, 6, 4), d.f(5, 3, 2, 4, const=True), d.f(5, const=True)], r("f32"), **words)
            for type in ("i8", "i16", "ui8"):
                x = d.q(2, 7, 6, 4, type=type, scale=0.001 if type == "i16" else None)
                w = d.weights(5, 3, 2, 4, type="ui8" if type == "ui8" else "i8", per_channel=type != "ui8")
                out = r(type, 0.002 if type == "i16" else 0.12, 0 if type == "i16" else -10 if type == "i8" else 110)
                yield case("conv_2d", [x, w, d.bias(x, w, 5, type="i64" if type == "i16" else "i32")], out, **words)
                w = d.weights(1, 3, 2, 8, axis=3, type="ui8" if type == "ui8" else "i8", per_channel=type != "ui8")
                yield case(
                    "depthwise_conv_2d", [x, w, d.bias(x, w, 8, type="i64" if type == "i16" else "i32")], out, **words, depth_multiplier=2
                )
            yield case(
                "depthwise_conv_2d",
                [d.f(2, 7, 6, 4), d.f(1, 3, 2, 8, const=True), d.f(8, const=True)],
                r("f32"),
                **words,
                depth_multiplier=2,
            )
    words = dict(padding="SAME", stride_h=1, stride_w=2, dilation_h_factor=1, dilation_w_factor=1, fused_activation_function="NONE")
    x, w = d.q(1, 5, 5, 6), d.weights(6, 3, 3, 2)
    yield case("conv_2d", [x, w, d.bias(x, w, 6)], r("i8", 0.1, 0), **words)  # groups
    yield case("conv_2d", [d.f(1, 5, 5, 6), d.f(6, 3, 3, 2, const=True), d.f(6, const=True)], r("f32"), **words)
    w = d.weights(4, 1, 1, 6, per_channel=False)
    yield case("conv_2d", [x, w, d.bias(x, w, 4)], r("i8", 0.01, 0), **words)  # saturates
    x16 = d.q(1, 5, 5, 6, type="i16", scale=0.001)
    w = d.weights(4, 3, 3, 6)
    yield case("conv_2d", [x16, w, d.bias(x16, w, 4)], r("i16", 0.002, 0), **words, quantized_bias_type="i32")
    yield case("conv_2d", [d.f(2, 7, 6, 4), d.weights(5, 3, 2, 4), d.f(5, const=True)], r("f32"), **{**words, "stride_w": 1})  # hybrid
    yield case(
        "depthwise_conv_2d",
        [d.f(2, 7, 6, 4), d.weights(1, 3, 2, 8, axis=3), d.f(8, const=True)],
        r("f32"),
        **{**words, "stride_w": 1},
        depth_multiplier=2,
    )
    for type in ("f32", "i8", "i16", "ui8"):
        for padding in ("SAME", "VALID"):
            size = (1, 8, 6, 3) if padding == "SAME" else (1, 9, 7, 3)
            words = dict(padding=padding, stride_h=2, stride_w=2, fused_activation_function="NONE")
            shape = ints(*size)
            if type == "f32":
                yield case("transpose_conv", [shape, d.f(3, 3, 3, 2, const=True), d.f(1, 4, 3, 2), d.f(3, const=True)], r("f32"), **words)
                yield case("transpose_conv", [shape, d.f(3, 3, 3, 2, const=True), d.f(1, 4, 3, 2)], r("f32"), **words)
                continue
            x = d.q(1, 4, 3, 2, type=type, scale=0.001 if type == "i16" else None)
            w = d.weights(3, 3, 3, 2, type="ui8" if type == "ui8" else "i8", per_channel=type != "ui8")
            out = r(type, 0.001 if type == "i16" else 0.08, 0 if type == "i16" else 5)
            yield case("transpose_conv", [shape, w, x, d.bias(x, w, 3, type="i64" if type == "i16" else "i32")], out, **words)
            yield case("transpose_conv", [shape, w, x], out, **words)
    for padding in ("SAME", "VALID"):
        words = dict(
            padding=padding,
            stride_d=1,
            stride_h=2,
            stride_w=1,
            dilation_d_factor=1,
            dilation_h_factor=1,
            dilation_w_factor=1,
            fused_activation_function="RELU",
        )
        yield case("conv_3d", [d.f(1, 3, 5, 4, 2), d.f(2, 3, 2, 2, 4, const=True), d.f(4, const=True)], r("f32"), **words)
        shape = (1, 3, 6, 4, 2) if padding == "SAME" else (1, 4, 8, 5, 2)
        yield case(
            "conv_3d_transpose", [ints(*shape), d.f(2, 3, 2, 2, 4, const=True), d.f(1, 3, 3, 4, 4), d.f(2, const=True)], r("f32"), **words
        )


def products(d: Draws):
    for activation in ("NONE", "RELU", "RELU6"):
        words = dict(fused_activation_function=activation, weights_format="DEFAULT", keep_num_dims=False)
        yield case("fully_connected", [d.f(3, 6), d.f(4, 6, const=True), d.f(4, const=True)], r("f32"), **words)
        for type in ("i8", "ui8", "i16"):
            x = d.q(3, 12, type=type, scale=0.001 if type == "i16" else None)
            for per_channel in (False, True) if type != "ui8" else (False,):
                w = d.weights(4, 12, type="ui8" if type == "ui8" else "i8", per_channel=per_channel)
                out = r(type, 0.001 if type == "i16" else 0.05, 0 if type == "i16" else 7)
                yield case("fully_connected", [x, w, d.bias(x, w, 4, type="i64" if type == "i16" else "i32")], out, **words)
    words = dict(fused_activation_function="NONE", weights_format="DEFAULT", keep_num_dims=True)
    yield case("fully_connected", [d.f(2, 3, 6), d.f(4, 6, const=True), None], r("f32"), **words)
    x, w = d.q(2, 3, 6), d.weights(4, 6, per_channel=False)
    yield case("fully_connected", [x, w, None], r("i8", 0.05, 1), **words)
    yield case("fully_connected", [x, w, None], r("i8", 0.05, 1), **{**words, "keep_num_dims": False})
    yield case("fully_connected", [d.f(3, 16), d.weights(4, 16, per_channel=False), d.f(4, const=True)], r("f32"), **words)  # hybrid
    yield case(
        "fully_connected",
        [d.f(3, 16), d.weights(4, 16, per_channel=False), d.f(4, const=True)],
        r("f32"),
        **words,
        asymmetric_quantize_inputs=True,
    )
    yield case("fully_connected", [d.f(3, 16), d.weights(4, 16, per_channel=True), d.f(4, const=True)], r("f32"), **words)
    for adj_x, adj_y in ((False, False), (True, False), (False, True), (True, True)):
        words = dict(adj_x=adj_x, adj_y=adj_y)
        a, b = ((2, 5, 3) if adj_x else (2, 3, 5)), ((2, 4, 5) if adj_y else (2, 5, 4))
        yield case("batch_matmul", [d.f(*a), d.f(*b)], r("f32"), **words)
        yield case("batch_matmul", [d.q(*a), d.q(*b)], r("i8", 0.1, 3), **words)
        yield case("batch_matmul", [d.q(*a, type="i16", scale=0.001), d.q(*b, type="i16", scale=0.001)], r("i16", 0.001, 0), **words)
        yield case("batch_matmul", [d.f(*a), d.weights(*b, per_channel=False)], r("f32"), **words, asymmetric_quantize_inputs=False)
    yield case("batch_matmul", [d.f(2, 1, 3, 5), d.f(4, 5, 2)], r("f32"), adj_x=False, adj_y=False)
    yield case("batch_matmul", [d.q(2, 3, 5), d.q(2, 5, 4)], r("i32", 0.001, 0), adj_x=False, adj_y=False)


def pools(d: Draws):
    for op in ("average_pool_2d", "max_pool_2d", "l2_pool_2d"):
        for padding in ("SAME", "VALID"):
            for activation in ("NONE", "RELU", "RELU6"):
                words = dict(padding=padding, stride_h=2, stride_w=1, filter_height=3, filter_width=2, fused_activation_function=activation)
                yield case(op, [d.f(2, 7, 6, 3)], r("f32"), **words)
                for type in ("i8", "ui8", "i16") if op != "l2_pool_2d" else ():
                    x = d.q(2, 7, 6, 3, type=type, scale=0.05)
                    yield case(op, [x], r(type, x["scale"][0], x["zero"][0]), **words)


def norms(d: Draws):
    for beta in (1.0, 0.5):
        yield case("softmax", [d.f(2, 3, 6)], r("f32"), beta=beta)
        for type in ("i8", "ui8"):
            for scale in (0.05, 0.3):
                yield case("softmax", [d.q(3, 20, type=type, scale=scale)], r(type, 1 / 256, -128 if type == "i8" else 0), beta=beta)
        yield case("softmax", [d.q(3, 20, type="i16", scale=0.0005, zero=0)], r("i16", 1 / 32768, 0), beta=beta)
        yield case("softmax", [d.q(3, 20, scale=0.1)], r("i16", 1 / 65536, -32768), beta=beta)
    yield case("softmax", [d.f(7)], r("f32"), beta=1.0)
    yield case("log_softmax", [d.f(2, 6)], r("f32"))
    for type in ("i8", "ui8"):
        for scale in (0.05, 0.2):
            yield case("log_softmax", [d.q(3, 20, type=type, scale=scale)], r(type, 16 / 256, 127 if type == "i8" else 255))
    yield case("l2_normalization", [d.f(2, 3, 6)], r("f32"), fused_activation_function="NONE")
    for type in ("i8", "ui8"):
        yield case(
            "l2_normalization", [d.q(4, 12, type=type)], r(type, 1 / 128, 0 if type == "i8" else 128), fused_activation_function="NONE"
        )
    yield case("local_response_normalization", [d.f(1, 2, 3, 6)], r("f32"), radius=2, bias=1.0, alpha=0.5, beta=0.75)


def reductions(d: Draws):
    for keep in (True, False):
        for axes in ((1, 2), (0,), (-1,), (0, 1, 2)):
            for op in ("mean", "sum", "reduce_max", "reduce_min", "reduce_prod"):
                yield case(op, [d.f(2, 3, 4), ints(*axes)], r("f32"), keep_dims=keep)
            for type in ("i8", "ui8", "i16"):
                for op in ("mean", "sum"):
                    x = d.q(2, 3, 4, type=type, scale=0.05)
                    more = {"kernels": "default"} if op == "sum" and type != "ui8" else {}
                    if keep and not more:
                        yield case(op, [x, ints(*axes)], r(type, 0.05, x["zero"][0]), keep_dims=keep)
                    yield case(
                        op, [x, ints(*axes)], r(type, 0.04 if op == "mean" else 0.1, 0 if type == "i16" else 6), keep_dims=keep, **more
                    )
        for type in ("i8", "ui8", "i16"):
            x = d.q(2, 5, 4, 3, type=type, scale=0.05)
            yield case("mean", [x, ints(1, 2)], r(type, 0.04, 0 if type == "i16" else 6), keep_dims=keep)
            for op in ("reduce_max", "reduce_min"):
                yield case(op, [x, ints(1, 2)], r(type, 0.05, x["zero"][0]), keep_dims=keep)
        for type in ("i8", "i16"):
            x = d.q(2, 2, 2, type=type, scale=0.05 if type == "i8" else 0.0001)
            yield case("reduce_prod", [x, ints(1, 2)], r(type, 0.03 if type == "i8" else 0.004, 0), keep_dims=keep)
        for op in ("sum", "reduce_max", "reduce_prod", "mean"):
            yield case(op, [d.n(2, 3, 2, low=1, high=5), ints(1)], r("i32"), keep_dims=keep)
        for op in ("reduce_any", "reduce_all"):
            yield case(op, [d.b(2, 3, 2), ints(1)], r("i1"), keep_dims=keep)
    for op in ("arg_max", "arg_min"):
        for operand in (d.f(2, 5, 3), d.q(2, 5, 3), d.q(2, 5, 3, type="ui8"), d.n(2, 5, 3)):
            yield case(op, [operand, ints(1)], r("i32"), output_type="i32")
        yield case(op, [d.f(2, 5, 3), ints(-1)], r("i64"), output_type="i64")
    for exclusive in (False, True):
        for reverse in (False, True):
            yield case("cumsum", [d.f(2, 4), ints(1)], r("f32"), exclusive=exclusive, reverse=reverse)
    yield case("cumsum", [d.n(2, 4), ints(0)], r("i32"), exclusive=False, reverse=False)


def shaping(d: Draws):
    def many(op, *rest, shape=(2, 3, 4), results=1, **words):
        for operand in (d.f(*shape), d.q(*shape), d.n(*shape)):
            out = {key: operand[key] for key in ("type", "scale", "zero") if key in operand}
            yield case(op, [operand, *rest], *[out] * results, **words)

    yield from many("reshape", ints(4, 6), new_shape=[4, 6])
    yield from many("reshape", ints(-1, 6), new_shape=[-1, 6])
    yield from many("squeeze", shape=(1, 3, 1, 2), squeeze_dims=[0])
    yield from many("squeeze", shape=(1, 3, 1, 2), squeeze_dims=[])
    yield from many("expand_dims", ints(1))
    yield from many("transpose", ints(2, 0, 1))
    yield from many("slice", ints(0, 1, 1), ints(2, 2, -1))
    plain = dict.fromkeys(("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask"), 0) | {"offset": False}
    for places, words in (
        ([ints(0, 2, 1), ints(2, 0, 4), ints(1, -1, 2)], {"begin_mask": 1, "end_mask": 2}),
        ([ints(1, 0), ints(2, 3), ints(1, 1)], {"shrink_axis_mask": 1}),
        ([ints(0, 1), ints(0, 3), ints(1, 1)], {"ellipsis_mask": 1}),
        ([ints(0, 1), ints(0, 3), ints(1, 1)], {"new_axis_mask": 1}),
        ([ints(1, 1, 0), ints(1, 2, 3), ints(1, 1, 1)], {"offset": True}),
    ):
        yield from many("strided_slice", *places, **(plain | words))
    yield from many("pad", const("i32", [3, 2], [0, 1, 2, 0, 1, 1]))
    for mode in ("REFLECT", "SYMMETRIC"):
        yield from many("mirror_pad", const("i32", [3, 2], [0, 1, 2, 0, 1, 1]), mode=mode)
    yield from many("tile", ints(1, 2, 3))
    yield from many("gather", ints(1, 0, 2), axis=1, batch_dims=0)
    yield from many("gather", const("i32", [2, 2], [1, 0, 2, 2]), axis=1, batch_dims=1)
    yield from many("gather_nd", const("i32", [2, 2], [1, 0, 0, 2]))
    yield from many("broadcast_to", ints(5, 2, 3, 4), version=2)
    yield from many("reverse_v2", ints(1))
    for operand in (d.f(2, 3, 4), d.n(2, 3, 4)):
        yield case("reverse_sequence", [operand, ints(2, 3)], r(operand["type"]), seq_dim=1, batch_dim=0)
    yield from many("space_to_batch_nd", ints(2, 2), const("i32", [2, 2], [0, 1, 1, 0]), shape=(1, 3, 3, 2))
    yield from many("batch_to_space_nd", ints(2, 2), const("i32", [2, 2], [0, 1, 1, 0]), shape=(4, 2, 2, 3))
    yield from many("space_to_depth", shape=(1, 4, 4, 2), block_size=2)
    yield from many("depth_to_space", shape=(1, 2, 2, 8), block_size=2)
    yield from many("unpack", shape=(3, 2), results=3, num=3, axis=0)
    yield from many("split_v", ints(1, 3), ints(2), results=2, num_splits=2)
    for operand in (d.f(2, 4), d.q(2, 4), d.n(2, 4)):
        out = {key: operand[key] for key in ("type", "scale", "zero") if key in operand}
        yield case("split", [ints(1), operand], out, out, num_splits=2)
        yield case("dynamic_update_slice", [operand, {**operand, "shape": [1, 2], "data": operand["data"][:2]}, ints(1, 1)], out)
        yield case("pack", [operand, operand, operand], out, values_count=3, axis=1)
        yield case("fill", [ints(2, 3), {**operand, "shape": [], "data": operand["data"][:1]}], out)
        yield case("shape", [operand], r("i32"), out_type="i32")
        yield case("rank", [operand], r("i32"))
        yield case("select_v2", [d.b(2, 1), operand, operand | {"data": operand["data"][::-1]}], out)
        yield case("select", [d.b(2, 4), operand, operand | {"data": operand["data"][::-1]}], out)
        yield case("select", [d.b(2), operand, operand | {"data": operand["data"][::-1]}], out)
    for type in ("i8", "ui8", "i16"):
        for spread in (0.05, 0.09):
            yield case(
                "concatenation",
                [d.q(2, 3, type=type, scale=0.05, zero=0), d.q(2, 5, type=type, scale=spread, zero=0)],
                r(type, 0.05, 0),
                axis=1,
                fused_activation_function="NONE",
            )
    yield case("concatenation", [d.f(2, 3), d.f(2, 5)], r("f32"), axis=-1, fused_activation_function="NONE")
    yield case("concatenation", [d.n(2, 3), d.n(1, 3)], r("i32"), axis=0, fused_activation_function="NONE")
    x = d.q(2, 3, scale=0.05, zero=4)
    yield case("pad", [x, const("i32", [2, 2], [1, 0, 0, 1])], r("i8", 0.05, 4))
    yield case("padv2", [d.f(2, 3), const("i32", [2, 2], [1, 0, 0, 1]), const("f32", [], [1.5])], r("f32"))
    yield case(
        "padv2", [x, const("i32", [2, 2], [1, 0, 0, 1]), {**const("i8", [1], [9]), "scale": [x["scale"][0]], "zero": [4]}], r("i8", 0.05, 4)
    )
    yield case("broadcast_args", [ints(2, 1, 3), ints(4, 1)], r("i32"))
    yield case("range", [const("i32", [], [2]), const("i32", [], [11]), const("i32", [], [3])], r("i32"))
    yield case("range", [const("f32", [], [2.0]), const("f32", [], [0.5]), const("f32", [], [-0.5])], r("f32"))
    yield case(
        "one_hot", [d.n(2, 3, low=0, high=4), const("i32", [], [4]), const("f32", [], [2.0]), const("f32", [], [-1.0])], r("f32"), axis=-1
    )
    yield case("one_hot", [d.n(2, 3, low=0, high=4), const("i32", [], [4]), const("i32", [], [1]), const("i32", [], [0])], r("i32"), axis=1)
    yield case("scatter_nd", [const("i32", [2, 1], [3, 1]), d.f(2, 2), ints(4, 2)], r("f32"))
    yield case("scatter_nd", [const("i32", [2, 1], [1, 1]), d.n(2, 2), ints(4, 2)], r("i32"))
    yield case("where", [d.b(3, 4)], r("i64"))
    for operand in (d.f(2, 7), d.n(2, 7, low=-99, high=99), d.q(2, 7)):
        yield case(
            "topk_v2",
            [operand, const("i32", [], [3])],
            {key: operand[key] for key in ("type", "scale", "zero") if key in operand},
            r("i32"),
        )
    yield case("unique", [ints(3, 1, 3, 2, 1) | {"const": False}], r("i32"), r("i32"), idx_out_type="i32")
    yield case("unique", [const("f32", [4], [1.0, 2.0, 1.0, 0.5]) | {"const": False}], r("f32"), r("i64"), idx_out_type="i64")
    yield case("matrix_diag", [d.f(2, 3)], r("f32"))
    yield case("matrix_diag", [d.n(2, 3)], r("i32"))
    yield case("matrix_set_diag", [d.f(2, 3, 4), d.f(2, 3)], r("f32"))
    yield case("segment_sum", [d.f(4, 2), ints(0, 0, 1, 3)], r("f32"))
    for op in ("sum", "prod", "max", "min"):
        yield case(f"unsorted_segment_{op}", [d.f(4, 2), ints(2, 0, 2, -1), const("i32", [], [4])], r("f32"))
        yield case(f"unsorted_segment_{op}", [d.n(4, 2), ints(2, 0, 2, 1), const("i32", [], [3])], r("i32"))
    yield case(
        "sparse_to_dense",
        [const("i32", [2, 2], [0, 1, 1, 2]), ints(2, 3), const("f32", [2], [5.0, 6.0]), const("f32", [], [-1.0])],
        r("f32"),
        validate_indices=False,
    )
    yield case("embedding_lookup", [ints(2, 0, 1), d.f(3, 4, const=True)], r("f32"))
    yield case("embedding_lookup", [ints(2, 0, 1), d.q(3, 4, scale=0.02, zero=0, const=True)], r("f32"))
    yield case("bucketize", [d.f(9)], r("i32"), boundaries=[-1.0, 0.0, 2.0])
    yield case("dilate", [d.f(2, 3), ints(2, 3), const("f32", [], [7.0])], r("f32"))
    yield case("fake_quant", [d.f(40)], r("f32"), min=-1.0, max=2.0, num_bits=8, narrow_range=False)
    yield case("rfft2d", [d.f(2, 4, 8), ints(4, 8)], r("complex<f32>"))
    boxes = np.array([[0, 0, 1, 1], [0, 0.1, 1, 1.1], [0, -0.1, 1, 0.9], [0, 10, 1, 11], [0, 10.1, 1, 11.1], [0, 100, 1, 101]], np.float32)
    given = [
        const("f32", [6, 4], as_list(boxes)) | {"const": False},
        const("f32", [6], [0.9, 0.75, 0.6, 0.95, 0.5, 0.3]) | {"const": False},
        const("i32", [], [4]),
        const("f32", [], [0.5]),
        const("f32", [], [0.4]),
    ]
    yield case("non_max_suppression_v4", given, r("i32"), r("i32"))
    yield case("non_max_suppression_v5", [*given, const("f32", [], [0.5])], r("i32"), r("f32"), r("i32"))
    yield case("non_max_suppression_v5", [*given, const("f32", [], [0.0])], r("i32"), r("f32"), r("i32"))


def resizes(d: Draws):
    for operand in (d.f(1, 4, 5, 2), d.q(1, 4, 5, 2), d.q(1, 4, 5, 2, type="ui8"), d.q(1, 4, 5, 2, type="i16", scale=0.001)):
        out = {key: operand[key] for key in ("type", "scale", "zero") if key in operand}
        for size in ((8, 10), (3, 7), (4, 5), (2, 3)):
            for align, half in ((False, False), (True, False), (False, True)):
                yield case("resize_bilinear", [operand, ints(*size)], out, align_corners=align, half_pixel_centers=half)
                yield case("resize_nearest_neighbor", [operand, ints(*size)], out, align_corners=align, half_pixel_centers=half)


def quantization(d: Draws):
    for type, zero in (("i8", -7), ("ui8", 100), ("i16", 0)):
        yield case("quantize", [d.f(60, low=-9, high=9)], r(type, 0.05, zero))
        yield case("dequantize", [d.q(60, type=type, scale=0.05, zero=zero)], r("f32"))
        for other, point in (("i8", 5), ("ui8", 120), ("i16", 0)):
            if (type == "i16") != (other == "i16") and (type, other) != ("i16", "i8"):
                continue
            yield case("quantize", [d.q(60, type=type, scale=0.05, zero=zero)], r(other, 0.07, point))
            yield case("quantize", [d.q(60, type=type, scale=0.05, zero=zero)], r(other, 0.05, point))
    yield case("dequantize", [d.weights(3, 4)], r("f32"))
    yield case("dequantize", [d.f(5, type="f16")], r("f32"))
    yield case("quantize", [d.f(3, 4)], {"type": "i8", "scale": [0.02, 0.03, 0.05], "zero": [0, 1, -3], "axis": 0})
    yield case(
        "dequantize",
        [{"type": "i8", "shape": [3, 2], "data": [1, -5, 100, -100, 7, 9], "scale": [0.5, 0.25, 0.125], "zero": [0, 0, 0], "axis": 0}],
        r("f32"),
    )


def lookups(d: Draws):
    """Rows by keys and hashes, words."""
    keys = sorted({int(each) for each in d.random.integers(-40, 40, 9)})
    for values in (
        d.f(len(keys), 2),
        d.n(len(keys), 2, 3),
        d.q(len(keys)),
        {"type": "str", "shape": [len(keys)], "data": [f"w{key}" for key in keys]},
    ):
        out = {key: values[key] for key in ("type", "scale", "zero") if key in values}
        yield case("hashtable_lookup", [d.n(12, low=-40, high=40), ints(*keys), values], out, r("ui8"))
    for combiner in ("SUM", "MEAN", "SQRTN"):
        rows = sorted(d.random.integers(0, 4, 7).tolist())
        weights, table = d.f(7, low=0.2, high=2), d.f(5, 3)
        given = [d.n(7, low=0, high=4), const("i32", [7, 2], [each for row in rows for each in (row, 1)]), ints(4, 2), weights, table]
        yield case("embedding_lookup_sparse", [*given], r("f32"), combiner=combiner)
        cells = sorted([tuple(pair) for pair in d.random.integers(0, (2, 3), (7, 2)).tolist()])
        given[1:3] = [const("i32", [7, 3], [each for pair in cells for each in (*pair, 0)]), ints(2, 3, 1)]
        yield case("embedding_lookup_sparse", [*given[:4], d.f(5, 2, 2)], r("f32"), combiner=combiner)
        yield case(
            "embedding_lookup_sparse", [given[0], const("i32", [7, 1], range(7)), ints(7), weights, table], r("f32"), combiner=combiner
        )
        cells = d.random.integers(0, (2, 3, 1), (7, 3))  # in any order, and not known before the call
        given = [given[0], {"type": "i32", "shape": [7, 3], "data": cells.reshape(-1).tolist()}, *given[2:]]
        yield case("embedding_lookup_sparse", given, r("f32"), combiner=combiner)
    for kind in ("SPARSE", "DENSE"):
        for x in (d.n(5), d.f(4, 3), d.n(3, 9, type="i64"), d.n(6, 41, low=0, high=255, type="ui8"), d.b(4, 3), d.n(7, 70, type="i8")):
            for weight in (None, d.f(x["shape"][0])):
                given = [d.f(3, 4, const=True), x, *([weight] if weight else [])]
                yield case("lsh_projection", given, r("i32"), type=kind)
    texts = [
        "the quick brown fox jumps",
        " lead and trail ",
        "  two",
        " one",
        "",
        "a",
        "tab\tand\nline  end",
        " x",
        "a b",
        "\u00e4 \u00f6 \u00fc c",
    ]
    for text in texts:
        for size, skipped, shorter in ((2, 0, False), (3, 1, True), (1, 0, False), (2, 2, True), (3, 2, False)):
            given = [{"type": "str", "shape": [1], "data": [text]}]
            yield case("skip_gram", given, r("str"), ngram_size=size, max_skip_size=skipped, include_all_ngrams=shorter)


def draws_by_seed(d: Draws):
    """In the first call and the third."""
    for seed, second in ((1, 2), (0, -7), (int(d.random.integers(1, 1 << 40)), int(d.random.integers(1 << 40)))):
        for calls in (1, 3):
            for shape in ([5], [2, 3], [4, 4, 2], [0, 3], []):
                for op in ("random_uniform", "random_standard_normal"):
                    yield {**case(op, [ints(*shape)], r("f32"), seed=seed, seed2=second), "calls": calls}
            logits = d.f(3, 5, low=-6, high=2)
            logits["data"][4] = float("-inf")
            for type in ("i32", "i64"):
                yield {**case("multinomial", [logits, const("i32", [], [11])], r(type), seed=seed, seed2=second), "calls": calls}


def windows(d: Draws):
    for function, types in (
        ("ADD", ("f32", "i8", "i32")), ("MUL", ("f32", "i64")), ("MINIMUM", ("f32", "ui8", "i16")), ("MAXIMUM", ("f32", "i32")), ("ALL", ("i1", "i32")), ("ANY", ("i1", "i8")),
    ):  # fmt: skip
        for type in types:
            for shape, window, strides, dilations in (
                ((6, 7), (2, 3), (2, 2), (1, 1)),
                ((9,), (3,), (1,), (2,)),
                ((4, 5, 3), (2, 1, 3), (1, 2, 1), (3, 1, 1)),
            ):
                x = (
                    d.f(*shape)
                    if type == "f32"
                    else d.b(*shape)
                    if type == "i1"
                    else d.n(*shape, type=type, low=0 if type == "ui8" else -9)
                )
                start = {"type": type, "shape": [], "data": [bool(d.random.integers(2)) if type == "i1" else 3]}
                given = [x, start, *[ints(*each, type="i64") for each in (window, strides, dilations)]]
                yield case("reduce_window", given, r(type), reduce_function=function)


def third_calls(d: Draws):
    """What operators keep from call to call shows in the third."""
    for each in recurrences(d):
        yield {**each, "calls": 3}


FAMILIES = [
    elementwise,
    binary,
    convolutions,
    products,
    pools,
    norms,
    reductions,
    shaping,
    resizes,
    quantization,
    recurrences,
    third_calls,
    lookups,
    draws_by_seed,
    windows,
]


def cases(seed: int = 0, families=()) -> list[dict]:
    """All cases, each with a number."""
    drawn = [each for family in FAMILIES if not families or family.__name__ in families for each in family(Draws(seed))]
    return [{"number": number, **each} for number, each in enumerate(drawn)]


if __name__ == "__main__":
    import json
    import sys

    for each in cases(int(sys.argv[1]) if len(sys.argv) > 1 else 0):
        print(json.dumps(each))
