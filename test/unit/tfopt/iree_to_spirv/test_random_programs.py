"""Random programs give the same on a Vulkan device as on the interpreter: odd shapes, every type, empty tensors, infinities."""

import ml_dtypes
import numpy
import pytest
from tfir.dialects import lookup
from tfir.ir.verify import verify
from tfir.text.printer import print_operation

from tfopt.pipeline.description import parse_pipeline
from tfopt.pipeline.execution import Runner

PROGRAMS, OPERATIONS = 60, 4
SHAPES = [
    (),
    (1,),
    (3,),
    (8,),
    (13,),
    (2, 4),
    (3, 5),
    (4, 8),
    (1, 7),
    (2, 3, 4),
    (3, 1, 5),
    (2, 2, 6, 4),
    (0,),
    (2, 0),
    (70,),
    (3, 65),
    (130, 4),
]
KINDS = ["f32", "f32", "f32", "i32", "i1", "ui8", "i64", "f16", "i8", "ui32", "i16", "bf16"]
TOLERANCE = {"f32": 1e-4, "f16": 2e-2, "bf16": 1e-1}
FLOAT_UNARY = (
    "negate abs floor ceil sign round_nearest_even round_nearest_afz exponential log tanh logistic sqrt rsqrt sine cosine exponential_minus_one "
    "log_plus_one cbrt"
).split()
FLOAT_BINARY = ["add", "subtract", "multiply", "divide", "maximum", "minimum", "remainder", "power", "atan2"]
WHOLE_UNARY = ["negate", "abs", "sign", "not", "popcnt", "count_leading_zeros"]
WHOLE_BINARY = [
    "add",
    "subtract",
    "multiply",
    "divide",
    "maximum",
    "minimum",
    "remainder",
    "and",
    "or",
    "xor",
    "shift_left",
    "shift_right_arithmetic",
    "shift_right_logical",
]
LOWERING = (
    "iree-identify-dispatch-regions,iree-outline-dispatch-regions,iree-lower-sequencer-dialect,iree-plan-buffers,"
    "iree-choose-schedules{target=%s},iree-convert-to-spirv"
)


def tensor(shape, kind) -> str:
    return f"tensor<{'x'.join([*map(str, shape), kind])}>"


def array(numbers) -> str:
    return f"array<i64{': ' if numbers else ''}{', '.join(map(str, numbers))}>"


class Value:
    def __init__(self, name, shape, kind):
        self.name, self.shape, self.kind = name, tuple(shape), kind

    @property
    def type(self) -> str:
        return tensor(self.shape, self.kind)


class Program:
    """A function being put together. Each step adds an operation on values that there are, or on new arguments."""

    def __init__(self, random):
        self.random, self.lines, self.values, self.arguments = random, [], [], []
        self.kinds = [self.one_of(KINDS) for _ in range(2)]
        steps = [getattr(self, name) for name in dir(self) if name.startswith("step_")]
        for _ in range(random.integers(1, OPERATIONS + 1)):
            self.one_of(steps)()
        if not self.lines:
            self.step_unary()

    def one_of(self, choices):
        return choices[self.random.integers(len(choices))]

    def below(self, limit, low=0) -> int:
        return int(self.random.integers(low, limit))

    def some_of(self, numbers) -> list[int]:
        return sorted(self.random.permutation(list(numbers))[: self.below(len(numbers) + 1)].astype(int).tolist())

    def value(self, shape=None, kind=None, accept=lambda value: True) -> Value:
        """One that there is, mostly; else an argument."""
        known = [v for v in self.values if shape in (None, v.shape) and kind in (None, v.kind) and accept(v)]
        if known and self.random.random() < 0.85:
            return self.one_of(known)
        while True:
            made = Value(
                f"%x{len(self.arguments)}", self.one_of(SHAPES) if shape is None else shape, kind or self.one_of([*self.kinds, "f32"])
            )
            if accept(made):
                break
        self.arguments.append(made)
        self.values.append(made)
        return made

    def add(self, shape, kind, text) -> Value:
        made = Value(f"%{len(self.lines)}", shape, kind)
        self.lines.append(f"{made.name} = {text}")
        self.values.append(made)
        return made

    def text(self) -> str:
        self.returned = [v for v in self.values if v not in self.arguments][-3:]
        types = ", ".join([v.type for v in self.returned])
        head = ", ".join([f"{v.name}: {v.type}" for v in self.arguments])
        body = "\n".join(self.lines)
        return f"func.func @main({head}) -> ({types}) {{\n{body}\nreturn {', '.join([v.name for v in self.returned])} : {types}\n}}\n"

    # One element of each operand

    def step_unary(self):
        x = self.value(accept=lambda v: v.kind != "i1")
        name = self.one_of(FLOAT_UNARY if "f" in x.kind else ["not", "popcnt"] if x.kind[0] == "u" else WHOLE_UNARY)
        self.add(x.shape, x.kind, f"stablehlo.{name} {x.name} : {x.type}")

    def step_binary(self):
        x = self.value()
        y = self.value(x.shape, x.kind)
        name = self.one_of(["and", "or", "xor"] if x.kind == "i1" else FLOAT_BINARY if "f" in x.kind else WHOLE_BINARY)
        self.add(x.shape, x.kind, f"stablehlo.{name} {x.name}, {y.name} : {x.type}")

    def step_compare_and_select(self):
        x = self.value()
        y = self.value(x.shape, x.kind)
        how = self.one_of(["", ", TOTALORDER"]) if "f" in x.kind else ""
        truth = tensor(x.shape, "i1")
        c = self.add(
            x.shape,
            "i1",
            f"stablehlo.compare {self.one_of(['EQ', 'NE', 'LT', 'LE', 'GT', 'GE'])}, {x.name}, {y.name}{how} : ({x.type}, {y.type}) -> {truth}",
        )
        self.add(x.shape, x.kind, f"stablehlo.select {c.name}, {x.name}, {y.name} : {truth}, {x.type}")

    def step_convert(self):
        x, kind = self.value(), self.one_of(KINDS)
        self.add(x.shape, kind, f"stablehlo.convert {x.name} : ({x.type}) -> {tensor(x.shape, kind)}")

    # Movements

    def step_broadcast(self):
        x = self.value()
        shape = list(self.one_of([s for s in SHAPES if len(s) >= len(x.shape)]))
        dims = sorted(self.random.permutation(len(shape))[: len(x.shape)].tolist())
        for d, size in zip(dims, x.shape):
            shape[d] = size if size != 1 else shape[d]
        self.add(shape, x.kind, f"stablehlo.broadcast_in_dim {x.name}, dims = {dims} : ({x.type}) -> {tensor(shape, x.kind)}")

    def step_transpose(self):
        x = self.value()
        order = self.random.permutation(len(x.shape)).tolist()
        shape = [x.shape[d] for d in order]
        self.add(shape, x.kind, f"stablehlo.transpose {x.name}, dims = {order} : ({x.type}) -> {tensor(shape, x.kind)}")

    def step_reverse(self):
        x = self.value()
        self.add(x.shape, x.kind, f"stablehlo.reverse {x.name}, dims = {self.some_of(range(len(x.shape)))} : {x.type}")

    def step_slice(self):
        x = self.value()
        starts = [self.below(size + 1) for size in x.shape]
        parts = [(low, self.below(size + 1, low), self.below(3, 1)) for low, size in zip(starts, x.shape)]
        shape = [-(-(high - low) // step) for low, high, step in parts]
        spelled = ", ".join([f"{low}:{high}:{step}" for low, high, step in parts])
        self.add(shape, x.kind, f"stablehlo.slice {x.name} [{spelled}] : ({x.type}) -> {tensor(shape, x.kind)}")

    def step_pad(self):
        x = self.value()
        around, rank = self.value((), x.kind), len(x.shape)
        low, high = ([self.below(3, -1 if size > 1 else 0) for size in x.shape] for _ in range(2))
        interior = [self.below(2) for _ in range(rank)]
        shape = [a + b + size + max(size - 1, 0) * gap for a, b, gap, size in zip(low, high, interior, x.shape)]
        text = f"stablehlo.pad {x.name}, {around.name}, low = {low}, high = {high}, interior = {interior}"
        self.add(shape, x.kind, f"{text} : ({x.type}, {around.type}) -> {tensor(shape, x.kind)}")

    def step_concatenate(self):
        x = self.value(accept=lambda v: v.shape)
        axis = self.below(len(x.shape))
        alike = [
            v
            for v in self.values
            if v.kind == x.kind
            and len(v.shape) == len(x.shape)
            and all(a == b or d == axis for d, (a, b) in enumerate(zip(v.shape, x.shape)))
        ]
        parts = [x, *[self.one_of(alike) for _ in range(self.below(3))]]
        shape = [sum(v.shape[d] for v in parts) if d == axis else size for d, size in enumerate(x.shape)]
        names, types = ", ".join([v.name for v in parts]), ", ".join([v.type for v in parts])
        self.add(shape, x.kind, f"stablehlo.concatenate {names}, dim = {axis} : ({types}) -> {tensor(shape, x.kind)}")

    # Places that are known when running

    def step_dynamic_slice(self):
        x, kind = self.value(), self.one_of(["i32", "i64", "ui32"])
        starts = [self.value((), kind) for _ in x.shape]
        sizes = [self.below(size + 1) for size in x.shape]
        names, types = ", ".join([v.name for v in (x, *starts)]), ", ".join([v.type for v in (x, *starts)])
        self.add(
            sizes, x.kind, f'"stablehlo.dynamic_slice"({names}) <{{slice_sizes = {array(sizes)}}}> : ({types}) -> {tensor(sizes, x.kind)}'
        )

    def step_dynamic_update_slice(self):
        x, kind = self.value(), self.one_of(["i32", "i64", "ui32"])
        operands = [x, self.value(tuple(self.below(size + 1) for size in x.shape), x.kind), *[self.value((), kind) for _ in x.shape]]
        names, types = ", ".join([v.name for v in operands]), ", ".join([v.type for v in operands])
        self.add(x.shape, x.kind, f'"stablehlo.dynamic_update_slice"({names}) : ({types}) -> {x.type}')

    def places(self, x):
        """Dimension numbers that a gather and a scatter share: (indexed, batching dimension or none, its place, rows, vector dimension, indices)."""
        rank = len(x.shape)
        batching = [self.below(rank)] if self.random.random() < 0.3 else []
        indexed = [d for d in self.random.permutation(rank).tolist() if d not in batching][: self.below(rank - len(batching) + 1)]
        rows = [self.below(5) for _ in range(self.below(2))]
        source = [self.below(len(rows) + 1)] if batching else []
        for at, d in zip(source, batching):
            rows.insert(at, x.shape[d])
        vector = self.below(len(rows) + 1)
        whole = [*rows[:vector], len(indexed), *rows[vector:]]
        source = [at + (at >= vector) for at in source]
        return indexed, batching, source, rows, vector, self.value(tuple(whole), self.one_of(["i32", "i64", "ui8"]))

    def step_gather(self):
        x = self.value(accept=lambda v: v.shape and min(v.shape))
        indexed, batching, source, rows, vector, indices = self.places(x)
        sizes = [1 if d in batching else self.below(size + 1, 1) for d, size in enumerate(x.shape)]
        collapsed = self.some_of([d for d, size in enumerate(sizes) if size == 1 and d not in batching])
        windows = [size for d, size in enumerate(sizes) if d not in collapsed and d not in batching]
        offsets = sorted(self.random.permutation(len(rows) + len(windows))[: len(windows)].tolist())
        rest, window = iter(rows), iter(windows)
        shape = [next(window) if d in offsets else next(rest) for d in range(len(rows) + len(windows))]
        names = (
            f"offset_dims = {offsets}, collapsed_slice_dims = {collapsed}, operand_batching_dims = {batching}, start_indices_batching_dims = {source}, "
            f"start_index_map = {indexed}, index_vector_dim = {vector}"
        )
        text = f'"stablehlo.gather"({x.name}, {indices.name}) <{{dimension_numbers = #stablehlo.gather<{names}>, slice_sizes = {array(sizes)}}}>'
        self.add(shape, x.kind, f"{text} : ({x.type}, {indices.type}) -> {tensor(shape, x.kind)}")

    def step_scatter(self):
        x = self.value(accept=lambda v: v.shape and min(v.shape))
        indexed, batching, source, rows, vector, indices = self.places(x)
        inserted = self.some_of([d for d in range(len(x.shape)) if d not in batching])
        windows = [self.below(size + 1) for d, size in enumerate(x.shape) if d not in inserted and d not in batching]
        dims = sorted(self.random.permutation(len(rows) + len(windows))[: len(windows)].tolist())
        rest, window = iter(rows), iter(windows)
        shape = tuple(next(window) if d in dims else next(rest) for d in range(len(rows) + len(windows)))
        updates = self.value(shape, x.kind)
        names = (
            f"update_window_dims = {dims}, inserted_window_dims = {inserted}, input_batching_dims = {batching}, scatter_indices_batching_dims = {source}, "
            f"scatter_dims_to_operand_dims = {indexed}, index_vector_dim = {vector}"
        )
        operands = (x, indices, updates)
        text = f'"stablehlo.scatter"({", ".join([v.name for v in operands])}) <{{scatter_dimension_numbers = #stablehlo.scatter<{names}>}}> ({self.body(x.kind)})'
        self.add(x.shape, x.kind, f"{text} : ({', '.join([v.type for v in operands])}) -> {x.type}")

    # Many elements to one

    def combination(self, kind) -> str:
        return self.one_of(["and", "or"] if kind == "i1" else ["add", "maximum", "minimum"])

    def body(self, kind) -> str:
        scalar, name = tensor((), kind), self.combination(kind)
        return f"{{\n^bb0(%a: {scalar}, %b: {scalar}):\n%c = stablehlo.{name} %a, %b : {scalar}\nstablehlo.return %c : {scalar}\n}}"

    def step_reduce(self):
        x = self.value()
        start, dims = self.value((), x.kind), self.some_of(range(len(x.shape)))
        result = tensor([size for d, size in enumerate(x.shape) if d not in dims], x.kind)
        text = f"stablehlo.reduce({x.name} init: {start.name}) applies stablehlo.{self.combination(x.kind)} across dimensions = {dims}"
        self.add([size for d, size in enumerate(x.shape) if d not in dims], x.kind, f"{text} : ({x.type}, {start.type}) -> {result}")

    def step_window(self):
        x = self.value(accept=lambda v: v.shape)
        start, rank = self.value((), x.kind), len(x.shape)
        sizes, strides, gaps, steps = ([self.below(high, 1) for _ in x.shape] for high in (4, 3, 3, 3))
        pads = [[self.below(3), self.below(3)] for _ in x.shape]
        if self.random.random() < 0.3:  # all that went before
            axis = self.below(rank)
            sizes, strides, gaps, steps, pads = [1] * rank, [1] * rank, [1] * rank, [1] * rank, [[0, 0] for _ in x.shape]
            sizes[axis], pads[axis] = max(1, x.shape[axis]), [max(0, x.shape[axis] - 1), 0]
        whole = [(0 if n == 0 else (n - 1) * gap + 1) + sum(pad) for n, gap, pad in zip(x.shape, gaps, pads)]
        spans = [(n - 1) * step + 1 for n, step in zip(sizes, steps)]
        shape = [0 if n == 0 or span > n else (n - span) // stride + 1 for n, span, stride in zip(whole, spans, strides)]
        names = (
            f"window_dimensions = {array(sizes)}, window_strides = {array(strides)}, base_dilations = {array(gaps)}, "
            f"window_dilations = {array(steps)}, padding = dense<{pads}> : tensor<{rank}x2xi64>"
        )
        text = f'"stablehlo.reduce_window"({x.name}, {start.name}) <{{{names}}}> ({self.body(x.kind)})'
        self.add(shape, x.kind, f"{text} : ({x.type}, {start.type}) -> {tensor(shape, x.kind)}")

    def step_sort(self):
        x = self.value(accept=lambda v: v.shape)
        scalar, axis = tensor((), x.kind), self.below(len(x.shape))
        compare = f"%c = stablehlo.compare {self.one_of(['LT', 'GT'])}, %a, %b : ({scalar}, {scalar}) -> tensor<i1>"
        body = f"{{\n^bb0(%a: {scalar}, %b: {scalar}):\n{compare}\nstablehlo.return %c : tensor<i1>\n}}"
        self.add(
            x.shape,
            x.kind,
            f'"stablehlo.sort"({x.name}) <{{dimension = {axis} : i64, is_stable = true}}> ({body}) : ({x.type}) -> {x.type}',
        )

    def step_product(self):
        (rows, depth, columns), kind = (
            (self.one_of([1, 2, 3, 4, 8, 17, 20]) for _ in range(3)),
            self.one_of([k for k in self.kinds if k != "i1"] or ["f32"]),
        )
        batch = self.one_of([(), (2,), (3,)])
        left_last, right_last = self.below(2), self.below(2)
        x = self.value((*batch, rows, depth) if left_last else (*batch, depth, rows), kind)
        y = self.value((*batch, columns, depth) if right_last else (*batch, depth, columns), kind)
        numbers = list(range(len(batch)))
        dims = f"batching_dims = {numbers} x {numbers}, contracting_dims = [{len(batch) + left_last}] x [{len(batch) + right_last}]"
        self.add(
            (*batch, rows, columns),
            kind,
            f"stablehlo.dot_general {x.name}, {y.name}, {dims} : ({x.type}, {y.type}) -> {tensor((*batch, rows, columns), kind)}",
        )


def filled(value: Value, random, with_special: bool):
    """Small numbers, halves and wholes, some of them infinite."""
    code = {"i1": "?", "bf16": ml_dtypes.bfloat16}.get(value.kind) or value.kind.replace("ui", "u").rstrip("0123456789") + str(
        int(value.kind.lstrip("uif")) // 8
    )
    numbers = random.integers(0 if value.kind[0] == "u" or value.kind == "i1" else -6, 2 if value.kind == "i1" else 7, value.shape)
    if "f" in value.kind:
        numbers = numbers * 0.5
        if with_special:
            numbers = numpy.where(
                random.random(value.shape) < 0.1, numpy.array([numpy.inf, -numpy.inf, -0.0])[random.integers(0, 3, value.shape)], numbers
            )
    return numpy.asarray(numbers).astype(code)


def agrees(actual, expected, kind) -> bool:
    if kind not in TOLERANCE:
        return numpy.array_equal(actual, expected)
    actual, expected = numpy.asarray(actual).astype("f8"), numpy.asarray(expected).astype("f8")
    with numpy.errstate(invalid="ignore"):
        near = numpy.abs(actual - expected) <= TOLERANCE[kind] * (1 + numpy.abs(expected))
    return bool((near | (actual == expected) | (numpy.isnan(actual) & numpy.isnan(expected))).all())


@pytest.mark.sweep
@pytest.mark.parametrize("target", ["portable", "lavapipe"])
@pytest.mark.parametrize("first", range(0, PROGRAMS, 10))
def test_kernels_agree_with_the_interpreter(device, first, target, read, values):
    if target == "lavapipe" and device.facts.subgroup_size != 8:
        pytest.skip(f"needs subgroups of 8, {device.facts.name} has {device.facts.subgroup_size}")
    for seed in range(first, first + 10):
        random = numpy.random.default_rng(seed)
        program = Program(random)
        text = program.text()
        arrays = [filled(argument, random, seed % 3 == 0) for argument in program.arguments]
        expected = values(read(text), arrays, "interpreter")
        module = read(text)
        Runner(lambda op: verify(op, lookup)).run(parse_pipeline(LOWERING % target), module)
        actual = values(read(print_operation(module, lookup)), arrays, "vulkan")
        for value, one, other in zip(program.returned, actual, expected, strict=True):
            assert one.shape == other.shape and agrees(one, other, value.kind), (
                f"seed {seed}, {value.name}: {one} is not {other}, of\n{text}"
            )
