"""Drawn cases for recurrent operations of TFLite."""

from __future__ import annotations

import numpy as np
from tflite_draws import Draws, case, r


def recurrences(d: Draws):
    def state(*shape, **rest) -> dict:
        return {"type": "f32", "shape": list(shape), "data": [0.0] * int(np.prod(shape)), "variable": True, **rest}

    def weight(rows: int, columns: int, stored: bool) -> dict:
        return d.weights(rows, columns, per_channel=False) if stored else d.f(rows, columns, low=-1, high=1, const=True)

    for stored in (False, True):
        words = (
            dict(fused_activation_function="RELU", asymmetric_quantize_inputs=False) if stored else dict(fused_activation_function="TANH")
        )
        bias = d.f(3, const=True)
        yield case("rnn", [d.f(2, 4), weight(3, 4, stored), weight(3, 3, stored), bias, state(2, 3)], r("f32"), **words)
        yield case(
            "unidirectional_sequence_rnn",
            [d.f(5, 2, 4), weight(3, 4, stored), weight(3, 3, stored), bias, state(2, 3)],
            r("f32"),
            time_major=True,
            **words,
        )
        yield case(
            "unidirectional_sequence_rnn",
            [d.f(2, 5, 4), weight(3, 4, stored), weight(3, 3, stored), bias, state(2, 3)],
            r("f32"),
            time_major=False,
            **words,
        )
        both = [part for _ in range(2) for part in (weight(3, 4, stored), weight(3, 3, stored), d.f(3, const=True), state(2, 3))]
        for merged in () if stored else (True, False):  # whose kernel for stored weights reads what it has not
            yield case(
                "bidirectional_sequence_rnn",
                [d.f(5, 2, 4), *both, None, None, None],
                *[r("f32")] * (1 if merged else 2),
                time_major=True,
                merge_outputs=merged,
                **words,
            )
        if not stored:
            given = [d.f(2, 4), weight(6, 4, False), d.f(6, 5, const=True), d.f(3, const=True), state(2, 30)]
            yield case("svdf", given, r("f32"), rank=2, fused_activation_function="NONE")
        for op in ("lstm", "unidirectional_sequence_lstm"):
            for peephole, projection, cifg, norm in (
                (False, False, False, False),
                (True, True, False, False),
                (True, False, True, False),
                (False, False, False, True),
            ):
                x = d.f(2, 4) if op == "lstm" else d.f(3, 2, 4)
                outputs = 2 if projection else 3
                peepholes = [(d.weights(3, per_channel=False) if stored else d.f(3, const=True)) if peephole else None for _ in range(3)]
                operands = [
                    x,
                    *[weight(3, 4, stored) for _ in range(4)],
                    *[weight(3, outputs, stored) for _ in range(4)],
                    *peepholes,
                    *[d.f(3, const=True) for _ in range(4)],
                ]
                operands += [
                    weight(2, 3, stored) if projection else None,
                    d.f(2, const=True) if projection else None,
                    state(2, outputs),
                    state(2, 3),
                ]
                operands += [d.f(3, const=True) if norm else None for _ in range(4)] if norm else []
                if cifg:
                    operands[1] = operands[5] = operands[9] = operands[12] = None
                more = dict(time_major=True) if op != "lstm" else {}
                yield case(
                    op,
                    operands,
                    r("f32"),
                    fused_activation_function="TANH",
                    cell_clip=0.8 if cifg else 0.0,
                    proj_clip=0.5 if projection else 0.0,
                    **more,
                )

    def half() -> list:
        products = [*[weight(3, 4, False) for _ in range(4)], *[weight(3, 3, False) for _ in range(4)]]
        return [*products, None, None, None, *[d.f(3, const=True) for _ in range(4)], None, None]

    for merged in (True, False):
        yield case(
            "bidirectional_sequence_lstm",
            [d.f(3, 2, 4), *half(), *half(), *[state(2, 3) for _ in range(4)], *[None] * 9],
            *[r("f32")] * (1 if merged else 2),
            fused_activation_function="TANH",
            cell_clip=0.0,
            proj_clip=0.0,
            merge_outputs=merged,
            time_major=True,
        )
    yield from with_auxiliary_weights(d, state, weight)
    yield from basic_cells(d)
    yield from integer_cells(d)


def with_auxiliary_weights(d: Draws, state, weight):
    """Layers both ways that take a second operand beside the first, with weights of its own or as the operand of the backward cell."""
    words = dict(fused_activation_function="TANH", merge_outputs=True, time_major=True)
    for has_weights in (True, False):
        aside = d.f(3, 2, 4)
        part = [[weight(3, 4, False), weight(3, 3, False), d.f(3, const=True), state(2, 3)] for _ in range(2)]
        more = [weight(3, 4, False) for _ in range(2)] if has_weights else [None] * 2
        yield case("bidirectional_sequence_rnn", [d.f(3, 2, 4), *part[0], *part[1], aside, *more], r("f32"), **words)
        halves = [
            [*[weight(3, 4, False) for _ in range(4)], *[weight(3, 3, False) for _ in range(4)], None, None, None]
            + [*[d.f(3, const=True) for _ in range(4)], None, None]
            for _ in range(2)
        ]
        states = [state(2, 3) for _ in range(4)]
        more = [weight(3, 4, False) for _ in range(8)] if has_weights else [None] * 8
        operands = [d.f(3, 2, 4), *halves[0], *halves[1], *states, aside, *more]
        yield case("bidirectional_sequence_lstm", operands, r("f32"), cell_clip=0.0, proj_clip=0.0, **words)


def basic_cells(d: Draws):
    """The kernel of five operands, which gives besides what it computed on its way."""

    def kept(*shape, **rest) -> dict:
        return {"shape": list(shape), "data": [0] * int(np.prod(shape)), "variable": True, **rest}

    words = dict(kernel_type="BASIC", fused_activation_function="TANH", cell_clip=0.0, proj_clip=0.0, version=2)
    floats = [d.f(2, 4), kept(2, 3, type="f32"), d.f(12, 7, low=-1, high=1, const=True), d.f(12, const=True), kept(2, 3, type="f32")]
    yield case("basic_lstm", floats, *[r("f32")] * 4, **words)
    unit = dict(scale=[1 / 128], zero=[128])
    weights = {**d.n(12, 7, low=0, high=255, type="ui8"), "scale": [0.02], "zero": [131], "const": True}
    bias = {**d.n(12, low=-3000, high=3000), "scale": [0.02 / 128], "zero": [0], "const": True}
    state = kept(2, 3, type="i16", scale=[2.0**-11], zero=[0])
    operands = [{**d.n(2, 4, low=0, high=255, type="ui8"), **unit}, kept(2, 3, type="ui8", **unit), weights, bias, state]
    results = [r("ui8", 1 / 128, 128), r("i16", 2.0**-11, 0), r("ui8", 1 / 128, 128), r("i16", 2.0**-12, 0)]
    yield case("basic_lstm", operands, *results, **words)


def integer_cells(d: Draws):
    """Filters of time, and layers of 8 bits with a state of 16, with and without an input gate of their own, a projection, peepholes."""
    state = {"type": "i16", "shape": [2, 30], "data": [0] * 60, "scale": [0.001], "zero": [0], "variable": True}
    over_time = {**d.n(6, 5, low=-3000, high=3000, type="i16"), "scale": [0.0005], "zero": [0], "const": True}
    bias = {**d.n(3, low=-900, high=900), "scale": [0.000001], "zero": [0], "const": True}
    given = [d.q(2, 4, scale=0.02, zero=3), d.weights(6, 4, per_channel=False), over_time, bias, state]
    yield case("svdf", given, r("i8", 0.02, -4), rank=2, fused_activation_function="RELU")

    def stored(count: int, scale: float) -> dict:
        return {**d.n(count, low=-3000, high=3000), "scale": [scale], "zero": [0], "const": True}

    for projection, cifg, peephole, norm in (
        (False, False, False, False),
        (True, False, False, False),
        (False, True, True, False),
        (False, False, False, True),
        (True, True, False, True),
    ):
        outputs = 2 if projection else 3
        x = d.q(2, 4, 5, scale=0.03, zero=4)
        state = {"type": "i8", "shape": [2, outputs], "data": [5] * 2 * outputs, "scale": [0.01], "zero": [5], "variable": True}
        cell = {"type": "i16", "shape": [2, 3], "data": [0] * 6, "scale": [2.0**-11], "zero": [0], "variable": True}
        weights = [d.weights(3, 5, per_channel=False) for _ in range(4)] + [d.weights(3, outputs, per_channel=False) for _ in range(4)]
        peepholes = [
            {**d.n(3, low=-9000, high=9000, type="i16"), "scale": [0.0001], "zero": [0], "const": True} if peephole else None
            for _ in range(3)
        ]
        biases = [stored(3, float(np.float32(0.03) * np.float32(each["scale"][0]))) for each in weights[:4]]
        ends = [d.weights(2, 3, per_channel=False), stored(2, 0.0001)] if projection else [None, None]
        norms = [None] * 4
        if norm:  # whose bias has the scale of the weights, and 10 bits more
            norms = [{**d.n(3, low=2000, high=20000, type="i16"), "scale": [0.00005], "zero": [0], "const": True} for _ in range(4)]
            biases = [{**d.n(3, low=-9000000, high=9000000), "scale": [0.00005 / 1024], "zero": [0], "const": True} for _ in range(4)]
        operands = [x, *weights, *peepholes, *biases, *ends, state, cell, *norms]
        if cifg:
            operands[1] = operands[5] = operands[9] = operands[12] = operands[20] = None
        hidden = {"type": "i8", "scale": [0.008], "zero": [-3]} if projection else {"type": "i8", "scale": [0.01], "zero": [5]}
        scales = [0.00021, 0.00033, 0.0004, 0.00017] if norm else [2.0**-12] * 4
        middle = [{"type": "i16", "scale": [scale], "zero": [0]} for scale in scales] + [hidden]
        yield case(
            "unidirectional_sequence_lstm",
            operands,
            r("i8", 0.01, 5),
            fused_activation_function="TANH",
            cell_clip=0.0,
            proj_clip=0.0,
            time_major=False,
            intermediates=middle,
        )
