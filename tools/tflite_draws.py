"""Draws of operands for cases of TFLite, and how cases are written."""

from __future__ import annotations

import numpy as np

LIMITS = {"i8": (-128, 127), "ui8": (0, 255), "i16": (-32768, 32767), "i32": (-(2**31), 2**31 - 1)}


class Draws:
    """Draws of operands by one seed."""

    def __init__(self, seed: int):
        self.random = np.random.default_rng(seed)

    def f(self, *shape, low=-3.0, high=3.0, type="f32", **rest) -> dict:
        return {"type": type, "shape": list(shape), "data": as_list(self.random.uniform(low, high, shape).astype(np.float32)), **rest}

    def n(self, *shape, low=-9, high=9, type="i32", **rest) -> dict:
        return {"type": type, "shape": list(shape), "data": as_list(self.random.integers(low, high + 1, shape)), **rest}

    def b(self, *shape, **rest) -> dict:
        return {"type": "i1", "shape": list(shape), "data": [bool(each) for each in self.random.integers(0, 2, shape).ravel()], **rest}

    def q(self, *shape, type="i8", scale=None, zero=None, low=None, high=None, **rest) -> dict:
        least, most = LIMITS[type]
        scale = float(np.float32(self.random.uniform(0.01, 0.1))) if scale is None else float(np.float32(scale))
        if zero is None:
            zero = 0 if type == "i16" else int(self.random.integers(least // 4, most // 4 + 1)) + (96 if type == "ui8" else 0)
        data = self.random.integers(least if low is None else low, (most if high is None else high) + 1, shape)
        return {"type": type, "shape": list(shape), "data": as_list(data), "scale": [scale], "zero": [zero], **rest}

    def weights(self, *shape, axis=0, type="i8", per_channel=True, low=-127, **rest) -> dict:
        count = shape[axis] if per_channel else 1
        scale = [float(each) for each in self.random.uniform(0.002, 0.02, count).astype(np.float32)]
        data = self.random.integers(low if type == "i8" else 0, 128 if type == "i8" else 256, shape)
        zero = [0 if type == "i8" else 120] * count
        return {
            "type": type,
            "shape": list(shape),
            "data": as_list(data),
            "scale": scale,
            "zero": zero,
            "axis": axis,
            "const": True,
            **rest,
        }

    def bias(self, input: dict, weights: dict, count: int, type="i32", **rest) -> dict:
        scale = [float(np.float32(np.float32(input["scale"][0]) * np.float32(each))) for each in weights["scale"]]
        data = self.random.integers(-2000, 2001, count)
        return {"type": type, "shape": [count], "data": as_list(data), "scale": scale, "zero": [0] * len(scale), "const": True, **rest}


def as_list(array) -> list:
    """The elements as Python's numbers; of f32 as few digits as tell them."""
    array = np.asarray(array)
    return [float(str(each)) for each in array.ravel()] if array.dtype == np.float32 else array.ravel().tolist()


def const(type: str, shape, data) -> dict:
    return {"type": type, "shape": list(shape), "data": list(data), "const": True}


def ints(*numbers, type="i32") -> dict:
    return const(type, [len(numbers)], numbers)


def r(type: str, scale=None, zero=0) -> dict:
    return {"type": type} if scale is None else {"type": type, "scale": [float(np.float32(scale))], "zero": [zero]}


def case(op: str, operands: list, *results, **attributes) -> dict:
    more = {key: attributes.pop(key) for key in ("version", "intermediates", "kernels") if key in attributes}
    return {"op": op, "operands": operands, "results": [*results], "attributes": attributes, **more}
