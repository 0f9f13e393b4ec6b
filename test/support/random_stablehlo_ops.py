"""The ops of random StableHLO programs that reduce, multiply and branch; `AnyOp` writes all there are."""

from __future__ import annotations

import ml_dtypes
import numpy as np
from random_stablehlo import (
    COMPLEX,
    FLOATS,
    KINDS,
    RANKED,
    SIGNED,
    UNSIGNED,
    Elementwise,
    Impossible,
    Value,
    Writer,
    array,
    dtype,
    is_whole,
)
from random_stablehlo_moving import Dynamic, Moving

WHOLE = [*SIGNED, *UNSIGNED]


def window_size(size: int, extent: int, stride: int, pads, dilation: int, base: int) -> int:
    whole = (0 if size == 0 else (size - 1) * base + 1) + sum(pads)
    span = (extent - 1) * dilation + 1 if extent else 0
    return 0 if whole <= 0 or span > whole else (whole - span) // stride + 1


def pairs(pads) -> str:
    return (
        f"padding = dense<{[list(pair) for pair in pads]}> : tensor<{len(pads)}x2xi64>" if pads else "padding = dense<> : tensor<0x2xi64>"
    )


class Combining(Writer):
    """Ops with a region that makes one number of several."""

    def combination(self, kind: str) -> tuple[str, bool]:
        """The name of a combination of two numbers in any order, and whether its result is exact."""
        if kind == "i1":
            return self.one(["and", "or", "xor", "add", "maximum", "minimum"]), True
        if is_whole(kind):
            return self.one(["add", "multiply", "maximum", "minimum", "and", "or", "xor"]), True
        if kind in COMPLEX:
            return "add", False
        name = self.one(["add", "maximum", "minimum", "add", "multiply"])
        return name, name in ("maximum", "minimum")

    def combining(self, kinds) -> tuple[str, bool, list | None]:
        """A region (a..., b...) -> c..., as text, whether it is exact, and the numbers that change nothing in it, if there are any."""
        parts = [self.combination(kind) for kind in kinds]
        way = self.one(["plain", "plain", "swapped", "by_choice", "by_branch", "nested", "arg"])

        def write(writer, made):
            left, right = made[: len(kinds)], made[len(kinds) :]
            if way == "arg" and len(kinds) == 2 and is_whole(kinds[0]) and is_whole(kinds[1]):
                return writer.larger_with_its_place(left, right)
            return [writer.combined(way, name, a, b) for (name, _), a, b in zip(parts, left, right)]

        text, _ = self.region([((), kind, False) for kind in (*kinds, *kinds)], write)
        neutral = None if way == "arg" else [self.neutral(name, kind) for (name, _), kind in zip(parts, kinds)]
        return text, all(exact for _, exact in parts), neutral

    def neutral(self, name: str, kind: str) -> np.ndarray:
        if name in ("add", "or", "xor", "multiply"):
            return np.array(name == "multiply").astype(dtype(kind))
        if kind == "i1":
            return np.array(name in ("and", "minimum"))
        if name == "and":
            return np.array(-1 if kind in SIGNED else 2 ** int(kind[2:]) - 1).astype(dtype(kind))
        facts = ml_dtypes.iinfo(dtype(kind)) if is_whole(kind) else ml_dtypes.finfo(dtype(kind))
        return np.array(facts.min if name == "maximum" else facts.max, dtype(kind))

    def binary(self, name, a, b) -> Value:
        return self.op(name, [a, b], [(a.shape, a.kind, True, False)])[0]

    def compared(self, direction, a, b) -> Value:
        return self.op(
            "compare", [a, b], [(a.shape, "i1", True, True)], f"comparison_direction = #stablehlo<comparison_direction {direction}>"
        )[0]

    def chosen(self, c, a, b) -> Value:
        return self.op("select", [c, a, b], [(a.shape, a.kind, True, False)])[0]

    def combined(self, way, name, a, b) -> Value:
        if way == "swapped":
            return self.binary(name, b, a)
        if way in ("by_choice", "by_branch") and name in ("maximum", "minimum") and (is_whole(a.kind) or a.kind == "i1"):
            first = self.compared("GE" if name == "maximum" else "LE", a, b)
            return self.chosen(first, a, b) if way == "by_choice" else self.branched(first, a, b)
        if way == "nested" and (is_whole(a.kind) or a.kind == "i1"):
            return self.reduced_pair(name, a, b)
        return self.binary(name, a, b)

    def branched(self, condition, a, b) -> Value:
        regions = [self.region([], lambda writer, made, value=value: [value], isolated=False)[0] for value in (a, b)]
        return self.op("if", [condition], [(a.shape, a.kind, True, False)], "", regions, [a, b])[0]

    def reduced_pair(self, name, a, b) -> Value:
        """Two numbers put side by side and reduced: a region within a region, on more than numbers."""
        rows = [self.op("reshape", [part], [((1,), part.kind, True, False)])[0] for part in (a, b)]
        (both,) = self.op("concatenate", rows, [((2,), a.kind, True, False)], "dimension = 0 : i64")
        text, _ = self.region([((), a.kind, False)] * 2, lambda writer, made: [writer.binary(name, *made)])
        return (
            self.op("reduce", [both, a], [((), a.kind, True, False)], "dimensions = array<i64: 0>", [text])[0]
            if name in ("and", "or", "maximum", "minimum")
            else self.binary(name, a, b)
        )

    def larger_with_its_place(self, left, right) -> list[Value]:
        more, same = self.compared("GT", left[0], right[0]), self.compared("EQ", left[0], right[0])
        first = self.binary("or", more, self.binary("and", same, self.compared("LT", left[1], right[1])))
        return [self.chosen(first, a, b) for a, b in zip(left, right)]

    def alike(self, most: int = 3, kinds=KINDS):
        """Values of one shape that may be summed, and an initial number for each. Sums of floats take small numbers."""
        count = self.one([1, 1, 1, 2, most])
        first = self.value(kind=kinds, small=True)
        values = [
            first,
            *[self.value(first.shape, kind, small=True) for kind in self.shuffled([k for k in self.kinds if k in kinds] or ["i32"])][
                : count - 1
            ],
        ]
        return values, [self.value((), v.kind, small=True) for v in values]

    def step_reduce(self):
        values, starts = self.alike()
        dims = self.some_of(range(len(values[0].shape)))
        if not dims and any(v.kind in COMPLEX for v in values):
            raise Impossible  # XLA leaves the initial value out, and the reference knows no complex numbers to tell
        text, exact, _ = self.combining([v.kind for v in values])
        shape = [size for d, size in enumerate(values[0].shape) if d not in dims]
        self.op("reduce", [*values, *starts], [(shape, v.kind, exact, False) for v in values], f"dimensions = {array(dims)}", [text])

    def step_reduce_window(self):
        values, starts = self.alike()
        shape = values[0].shape
        sizes, strides, base, dilations = ([self.below(high, 1) for _ in shape] for high in (4, 4, 3, 3))
        pads = [(self.below(3, -1), self.below(3, -1)) for _ in shape]
        text, exact, neutral = self.combining([v.kind for v in values])
        if not self.maybe() or neutral is None:
            pads, base = [(0, 0) for _ in shape], [1 for _ in shape]  # how often other initial values enter is left to implementations
        else:
            starts = [self.fresh((), v.kind, data=number) for v, number in zip(values, neutral)]
        if any(sum(pad) + (0 if n == 0 else (n - 1) * b + 1) < 0 for n, pad, b in zip(shape, pads, base)):
            raise Impossible
        result = [window_size(*parts) for parts in zip(shape, sizes, strides, pads, dilations, base)]
        names = (
            f"window_dimensions = {array(sizes)}, window_strides = {array(strides)}, base_dilations = {array(base)}, "
            f"window_dilations = {array(dilations)}, {pairs(pads)}"
        )
        self.op("reduce_window", [*values, *starts], [(result, v.kind, exact, False) for v in values], names, [text])

    def step_select_and_scatter(self):
        wide = [kind for kind in (*WHOLE, *FLOATS) if dtype(kind).itemsize > 1 or kind in ("i8", "ui8")]
        kind, whole = self.one([kind for kind in self.kinds if kind in wide] or ["f32"]), self.one(RANKED)
        numbers = np.array(self.shuffled(range(int(np.prod(whole))))).reshape(whole) / (1 if is_whole(kind) else 2)
        x = self.fresh(whole, kind, small=True, data=numbers.astype(dtype(kind)))  # of equal ones any may be selected
        sizes, strides = ([self.below(4, 1) for _ in x.shape] for _ in range(2))
        pads = [(self.below(2), self.below(2)) for _ in x.shape]
        shape = [window_size(n, size, stride, pad, 1, 1) for n, size, stride, pad in zip(x.shape, sizes, strides, pads)]
        name = self.one(["add", "maximum"])
        source, start = self.value(shape, x.kind, small=True), self.fresh((), x.kind, data=self.neutral(name, x.kind))
        direction = self.one(["GE", "GT", "LE"])
        select, _ = self.region([((), x.kind, False)] * 2, lambda writer, made: [writer.compared(direction, *made)])
        scatter, _ = self.region([((), x.kind, False)] * 2, lambda writer, made: [writer.binary(name, *made)])
        names = f"window_dimensions = {array(sizes)}, window_strides = {array(strides)}, {pairs(pads)}"
        self.op("select_and_scatter", [x, source, start], [(x.shape, x.kind, is_whole(x.kind), False)], names, [select, scatter])

    def step_scatter(self):
        x = self.value(small=True, accept=lambda v: v.shape and min(v.shape))
        indexed, batching, source, rows, vector, indices = self.places(x)
        inserted = self.some_of([d for d in range(len(x.shape)) if d not in batching])
        windows = [self.below(size + 1) for d, size in enumerate(x.shape) if d not in inserted and d not in batching]
        shape, dims = self.interleaved(rows, windows)
        inputs = [x, *[self.value(x.shape, self.one(self.kinds), small=True) for _ in range(self.one([0, 0, 0, 1]))]]
        if len(set(inputs)) < len(inputs):
            raise Impossible  # peers write both results into the one operand
        updates = [self.value(shape, v.kind, small=True) for v in inputs]
        text, exact, _ = self.combining([v.kind for v in inputs])
        if self.maybe(0.3):
            text, exact = self.region([((), v.kind, False) for v in (*inputs, *inputs)], lambda writer, made: made[len(inputs) :])[0], True
        numbers = (
            f"update_window_dims = {dims}, inserted_window_dims = {inserted}, input_batching_dims = {batching}, scatter_indices_batching_dims = {source}, "
            f"scatter_dims_to_operand_dims = {indexed}, index_vector_dim = {vector}"
        )
        names = f"scatter_dimension_numbers = #stablehlo.scatter<{numbers}>, indices_are_sorted = false, unique_indices = false"
        self.op("scatter", [*inputs, indices, *updates], [(v.shape, v.kind, exact, False) for v in inputs], names, [text])

    def step_sort(self):
        kind = self.one([k for k in self.kinds if k in ("i1", *WHOLE, *FLOATS)] or ["f32"])
        # No NaN among keys: it has no place among others, and XLA's sort leaves it where its algorithm gets to
        first = self.value(kind=kind, small=kind in FLOATS, accept=lambda v: v.shape)
        rest = [self.one(self.kinds) for _ in range(self.one([0, 0, 1, 2]))]
        values = [first, *[self.value(first.shape, k, small=k in FLOATS) for k in rest]]
        direction, way = self.one(["LT", "GT"]), self.one(["plain", "plain", "two_keys", "total", "not"])

        def write(writer, made):
            if way == "total" and first.kind in FLOATS:
                names = f"comparison_direction = #stablehlo<comparison_direction {direction}>, compare_type = #stablehlo<comparison_type TOTALORDER>"
                return writer.op("compare", made[:2], [((), "i1", True, True)], names)
            before = writer.compared(direction, *made[:2])
            if way == "two_keys" and len(made) > 2 and made[2].kind not in COMPLEX:
                same = writer.compared("EQ", *made[:2])
                return [writer.binary("or", before, writer.binary("and", same, writer.compared("LT", *made[2:4])))]
            if way == "not" and first.kind not in FLOATS:
                return [writer.op("not", [writer.compared({"LT": "GE", "GT": "LE"}[direction], *made[:2])], [((), "i1", True, True)])[0]]
            return [before]

        text, _ = self.region([((), v.kind, False) for v in values for _ in range(2)], write)
        names = f"dimension = {self.below(len(first.shape))} : i64, is_stable = true"
        self.op("sort", values, [(v.shape, v.kind, v.exact, v.small) for v in values], names, [text])

    def step_map(self):
        values = [self.value()]
        values += [self.value(values[0].shape, self.one(self.kinds)) for _ in range(self.below(3))]

        def write(writer, made):
            for _ in range(writer.below(4)):
                writer.try_to(writer.one(["step_exact_of_one", "step_exact_of_two", "step_select", "step_compare", "step_convert"]))
            return [writer.one([v for v in writer.values if v.shape == () and v.exact])]

        kinds = []
        text, _ = self.region([((), v.kind, False) for v in values], lambda writer, made: kinds.append(write(writer, made)) or kinds[0])
        self.op(
            "map", values, [(values[0].shape, kinds[0][0].kind, True, False)], f"dimensions = {array(range(len(values[0].shape)))}", [text]
        )

    def try_to(self, name: str) -> None:
        try:
            getattr(self, name)()
        except Impossible:
            pass


class Multiplying(Writer):
    """Sums of products, and what is computed with them."""

    def product_kinds(self):
        return [k for k in self.kinds if k != "f8E8M0FNU"] or ["f32"]

    def step_dot_general(self):
        kind = self.one(self.product_kinds())
        batch = [self.one([1, 2, 3]) for _ in range(self.one([0, 0, 1, 2]))]
        inner = [self.one([0, 1, 2, 3, 8]) for _ in range(self.one([1, 1, 0, 2]))]
        rows, columns = ([self.one([0, 1, 2, 5]) for _ in range(self.below(3))] for _ in range(2))
        operands, placed = [], []
        for free in (rows, columns):
            order = self.shuffled(range(len(batch) + len(inner) + len(free)))
            sizes = [*batch, *inner, *free]
            operands.append(self.value([sizes[d] for d in order], kind, small=True))
            placed.append([order.index(d) for d in range(len(batch) + len(inner))])
        (left, right), n = placed, len(batch)
        free = [[size for d, size in enumerate(v.shape) if d not in used] for v, used in zip(operands, placed)]
        wider = {"i8": "i32", "bf16": "f32", "f16": "f32", "f8E4M3FN": "f32", "i4": "i8", "ui8": "ui32"}
        result = wider[kind] if kind in wider and self.maybe(0.3) else kind
        numbers = (
            f"lhs_batching_dimensions = {left[:n]}, rhs_batching_dimensions = {right[:n]}, "
            f"lhs_contracting_dimensions = {left[n:]}, rhs_contracting_dimensions = {right[n:]}"
        )
        self.op(
            "dot_general",
            operands,
            [((*batch, *free[0], *free[1]), result, is_whole(kind), False)],
            f"dot_dimension_numbers = #stablehlo.dot<{numbers}>",
        )

    def step_dot(self):
        kind = self.one(self.product_kinds())
        rows, inner, columns = (self.one([0, 1, 2, 5]) for _ in range(3))
        left, right = self.one(
            [((inner,), (inner,)), ((rows, inner), (inner,)), ((inner,), (inner, columns)), ((rows, inner), (inner, columns))]
        )
        self.op(
            "dot",
            [self.value(left, kind, small=True), self.value(right, kind, small=True)],
            [((*left[:-1], *right[1:]), kind, is_whole(kind), False)],
        )

    def step_convolution(self):
        kind, rank = self.one(self.product_kinds()), self.one([0, 1, 1, 2, 2])
        groups = self.one([(1, 1), (1, 1), (2, 1), (1, 2), (3, 1)])
        inner, outer, batch = self.one([1, 2]), self.one([1, 2, 3]) * max(groups), self.one([0, 1, 2]) * groups[1]
        space, extents = [self.below(7) for _ in range(rank)], [self.below(4, 1) for _ in range(rank)]
        strides, base, dilations = ([self.below(3, 1) for _ in range(rank)] for _ in range(3))
        pads = [(self.below(3, -1), self.below(3, -1)) for _ in range(rank)]
        if any(sum(pad) + (0 if n == 0 else (n - 1) * b + 1) < 0 for n, pad, b in zip(space, pads, base)):
            raise Impossible
        reversal = [self.maybe(0.2) for _ in range(rank)]
        result = [window_size(*parts) for parts in zip(space, extents, strides, pads, dilations, base)]
        orders = [self.shuffled(range(rank + 2)) for _ in range(3)]
        sizes = [batch, inner * groups[0], *space], [inner, outer, *extents], [batch // groups[1], outer, *result]
        shapes = [[whole[d] for d in order] for whole, order in zip(sizes, orders)]
        operands = [self.value(shape, kind, small=True) for shape in shapes[:2]]
        at = [[order.index(d) for d in range(rank + 2)] for order in orders]
        numbers = (
            f"raw input_batch_dimension = {at[0][0]}, input_feature_dimension = {at[0][1]}, input_spatial_dimensions = {at[0][2:]}, "
            f"kernel_input_feature_dimension = {at[1][0]}, kernel_output_feature_dimension = {at[1][1]}, kernel_spatial_dimensions = {at[1][2:]}, "
            f"output_batch_dimension = {at[2][0]}, output_feature_dimension = {at[2][1]}, output_spatial_dimensions = {at[2][2:]}"
        )
        names = (
            f"window_strides = {array(strides)}, {pairs(pads)}, lhs_dilation = {array(base)}, rhs_dilation = {array(dilations)}, "
            f"window_reversal = {array(reversal, 'i1')}, dimension_numbers = #stablehlo.conv<{numbers}>, "
            f"feature_group_count = {groups[0]} : i64, batch_group_count = {groups[1]} : i64"
        )
        self.op("convolution", operands, [(shapes[2], kind, is_whole(kind), False)], names)

    def step_einsum(self):
        kind = self.one(["f32", "f64"])
        left, right = self.value((2, 3), kind, small=True), self.value((3, 4), kind, small=True)
        self.op("einsum", [left, right], [((2, 4), kind, False, False)], 'einsum_config = "ij,jk->ik"')

    def step_cholesky(self):
        kind, size = self.one(["f32", "f64", "complex<f64>"]), self.one([0, 1, 2, 3])
        root = self.numbers((self.below(3), size, size), kind, small=True)
        whole = root @ np.conj(np.swapaxes(root, -1, -2)) + np.eye(size, dtype=dtype(kind))
        a = self.fresh(whole.shape, kind, data=whole)
        self.op("cholesky", [a], [(a.shape, kind, False, False)], f"lower = {str(self.maybe()).lower()}")

    def step_triangular_solve(self):
        kind, size, columns = self.one(["f32", "f64", "complex<f64>"]), self.one([0, 1, 2, 3]), self.below(4)
        whole = self.numbers((2, size, size), kind, small=True) + 8 * np.eye(size, dtype=dtype(kind))
        left = self.maybe()
        a, b = self.fresh(whole.shape, kind, data=whole), self.value((2, size, columns) if left else (2, columns, size), kind, small=True)
        flags = [
            f"{name} = {str(value).lower()}"
            for name, value in zip(("left_side", "lower", "unit_diagonal"), (left, self.maybe(), self.maybe(0.3)))
        ]
        transpose = self.one(["NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"])
        self.op(
            "triangular_solve",
            [a, b],
            [(b.shape, kind, False, False)],
            f"{', '.join(flags)}, transpose_a = #stablehlo<transpose {transpose}>",
        )

    def step_fft(self):
        way, single = self.one(["FFT", "IFFT", "RFFT", "IRFFT"]), self.maybe()
        real, complex_ = ("f32", "complex<f32>") if single else ("f64", "complex<f64>")
        lengths = [self.below(6, 1) for _ in range(self.below(3, 1))]
        whole, half = (2, *lengths), (2, *lengths[:-1], lengths[-1] // 2 + 1)
        before, after = {"RFFT": ((whole, real), (half, complex_)), "IRFFT": ((half, complex_), (whole, real))}.get(
            way, ((whole, complex_),) * 2
        )
        x = self.value(*before, small=True)
        self.op("fft", [x], [(*after, False, False)], f"fft_type = #stablehlo<fft_type {way}>, fft_length = {array(lengths)}")

    def step_batch_norm(self):
        x = self.value(kind=["f32", "f64"], small=True, accept=lambda v: v.shape and min(v.shape) > 1)
        axis = self.below(len(x.shape))
        scale, offset, mean = (self.value((x.shape[axis],), x.kind, small=True) for _ in range(3))
        variance = self.fresh(scale.shape, x.kind, data=np.abs(self.numbers(scale.shape, x.kind, small=True)) + dtype(x.kind).type(1))
        names = f"epsilon = 1.000000e-01 : f32, feature_index = {axis} : i64"
        way = self.one(["inference", "training", "grad"])
        whole, parts = (x.shape, x.kind, False, False), (scale.shape, x.kind, False, False)
        if way == "inference":
            self.op("batch_norm_inference", [x, scale, offset, mean, variance], [whole], names)
        elif way == "training":
            self.op("batch_norm_training", [x, scale, offset], [whole, parts, parts], names)
        else:
            gradient = self.value(x.shape, x.kind, small=True)
            self.op("batch_norm_grad", [x, scale, mean, variance, gradient], [whole, parts, parts], names)

    def step_rng_bit_generator(self):
        way = self.one(["DEFAULT", "THREE_FRY", "PHILOX"])
        state = self.value((2 if way == "THREE_FRY" else self.one([2, 3]),), "ui64")
        shape, kind = self.one([(), *RANKED]), self.one([k for k in WHOLE if k[-1] not in "24" or k[-2:] in ("32", "64")])
        names = f"rng_algorithm = #stablehlo<rng_algorithm {way}>"
        self.op("rng_bit_generator", [state], [(state.shape, "ui64", True, False), (shape, kind, True, False)], names)


class Branching(Writer):
    """Ops that decide which region runs and how often, and calls."""

    DEEPEST = 2

    def results_wanted(self):
        return [(self.one([(), (3,), (2, 3)]), self.one(self.kinds)) for _ in range(self.below(3, 1))]

    def branch(self, wanted):
        def write(writer, made):
            for _ in range(writer.below(3)):
                writer.step()
            return [writer.value(shape, kind) for shape, kind in wanted]

        return self.region([], write, isolated=False)

    def branches(self, name, selector, count):
        if self.depth() >= self.DEEPEST:
            raise Impossible
        wanted = self.results_wanted()
        parts = [self.branch(wanted) for _ in range(count)]
        captured = [value for _, used in parts for value in used]
        self.op(name, [selector], [(shape, kind, True, False) for shape, kind in wanted], "", [text for text, _ in parts], captured)

    def step_if(self):
        self.branches("if", self.value((), "i1"), 2)

    def step_case(self):
        self.branches("case", self.value((), "i32"), self.below(4, 1))

    def step_while(self):
        if self.depth() >= self.DEEPEST:
            raise Impossible
        bound = self.fresh((), "i32", data=np.array(self.below(4), np.int32))
        wanted = self.results_wanted()
        counter = self.fresh((), "i32", data=np.array(0, np.int32))
        operands = [counter, *[self.value(shape, kind) for shape, kind in wanted]]
        types = [(v.shape, v.kind, False) for v in operands]

        def goes_on(writer, made):
            return [writer.compared("LT", made[0], bound)]

        def write(writer, made):
            for _ in range(writer.below(3)):
                writer.step()
            return [writer.binary("add", made[0], writer.number_as_constant(1)), *[writer.value(shape, kind) for shape, kind in wanted]]

        parts = [self.region(types, goes_on, isolated=False), self.region(types, write, isolated=False)]
        captured = [value for _, used in parts for value in used]
        self.op("while", operands, [(v.shape, v.kind, True, False) for v in operands], "", [text for text, _ in parts], captured)

    def number_as_constant(self, number: int) -> Value:
        return self.op("constant", [], [((), "i32", True, False)], f"value = dense<{number}> : tensor<i32>")[0]

    def step_call(self):
        if self.outer:
            raise Impossible
        operands = [self.value() for _ in range(self.below(3))]
        wanted = self.results_wanted()
        writer = type(self)(None, outer=self, isolated=True)
        self.counter += 1
        inside = [Value(f"%p{self.counter}_{at}", v.shape, v.kind, True, v.small) for at, v in enumerate(operands)]
        writer.values += inside
        for _ in range(self.below(3)):
            writer.step()
        given = [writer.value(shape, kind) for shape, kind in wanted]
        self.function_counter += 1
        name, head = f"@f{self.function_counter}", ", ".join([f"{v.name}: {v.type}" for v in inside])
        types = ", ".join([v.type for v in given])
        lines = [op.text for op in writer.ops]
        text = "\n".join(
            [f"func.func private {name}({head}) -> ({types}) {{", *lines, f"return {', '.join([v.name for v in given])} : {types}", "}"]
        )
        results = [(shape, kind, True, False) for shape, kind in wanted]
        if self.maybe():
            self.op("call", operands, results, f"callee = {name}", functions=[text], dialect="func.")
        else:
            self.op("composite", operands, results, f'name = "test.f", decomposition = {name}', functions=[text])


class AnyOp(Elementwise, Moving, Dynamic, Combining, Multiplying, Branching):
    """Programs of all ops. In an isolated region of numbers values of other shapes come up as well."""

    def shapes(self):
        return [(), (), (2,)] if self.is_isolated() else super().shapes()
