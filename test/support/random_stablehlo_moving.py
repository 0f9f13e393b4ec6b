"""The ops of random StableHLO programs that put the same numbers elsewhere, by known places and by computed ones."""

from __future__ import annotations

import numpy as np
from random_stablehlo import (
    INDEX_KINDS,
    RANKED,
    Impossible,
    Value,
    Writer,
    array,
)
from tfir.ods.arrays import dense_of


class Moving(Writer):
    """Ops that put the same numbers elsewhere."""

    def moved(self, name, x, shape, attributes="", more=(), exact=True):
        parts = [x, *[value for value in more if value.kind == x.kind]]
        exact, small = exact and all(value.exact for value in parts), all(value.small for value in parts)
        return self.op(name, [x, *more], [(shape, x.kind, exact, small)], attributes)

    def step_broadcast_in_dim(self):
        x = self.value(exact=False)
        shape = list(self.one([s for s in self.wide() if len(s) >= len(x.shape)] or [x.shape]))
        dims = self.shuffled(range(len(shape)))[: len(x.shape)]
        for d, size in zip(dims, x.shape):
            shape[d] = size if size != 1 else shape[d]
        self.moved(self.one(["broadcast_in_dim"]), x, shape, f"broadcast_dimensions = {array(dims)}")

    def wide(self):
        return [(), *RANKED]

    def step_broadcast(self):
        x = self.value(exact=False)
        sizes = [self.below(3) for _ in range(self.below(3))]
        self.moved("broadcast", x, (*sizes, *x.shape), f"broadcast_sizes = {array(sizes)}")

    def step_transpose(self):
        x = self.value(exact=False)
        order = self.shuffled(range(len(x.shape)))
        self.moved("transpose", x, [x.shape[d] for d in order], f"permutation = {array(order)}")

    def step_reshape(self):
        x = self.value(exact=False)
        size = int(np.prod(x.shape))
        factors = [d for d in range(1, size + 1) if size % d == 0]
        first = self.one(factors) if factors else 0
        self.moved(
            "reshape",
            x,
            self.one([(size,), (1, size), (first, size // first) if first else (0, 3), (size, 1, 1), *([()] if size == 1 else [])]),
        )

    def step_reverse(self):
        x = self.value(exact=False)
        self.moved("reverse", x, x.shape, f"dimensions = {array(self.some_of(range(len(x.shape))))}")

    def step_slice(self):
        x = self.value(exact=False)
        starts = [self.below(size + 1) for size in x.shape]
        limits = [self.below(size + 1, low) for low, size in zip(starts, x.shape)]
        steps = [self.below(4, 1) for _ in x.shape]
        shape = [-(-(high - low) // step) for low, high, step in zip(starts, limits, steps)]
        self.moved("slice", x, shape, f"start_indices = {array(starts)}, limit_indices = {array(limits)}, strides = {array(steps)}")

    def step_pad(self):
        x = self.value(exact=False)
        around = self.value((), x.kind, exact=x.exact)
        low, high = ([self.below(4, -2) for _ in x.shape] for _ in range(2))
        interior = [self.below(3) for _ in x.shape]
        shape = [a + b + size + max(size - 1, 0) * gap for a, b, gap, size in zip(low, high, interior, x.shape)]
        if min(shape, default=0) < 0:
            raise Impossible
        names = f"edge_padding_low = {array(low)}, edge_padding_high = {array(high)}, interior_padding = {array(interior)}"
        self.moved("pad", x, shape, names, [around])

    def step_concatenate(self):
        x = self.value(exact=False, accept=lambda v: v.shape)
        axis = self.below(len(x.shape))
        sizes = [[self.below(4) if d == axis else size for d, size in enumerate(x.shape)] for _ in range(self.below(3))]
        parts = [x, *[self.value(self.one([size, x.shape]), x.kind, exact=x.exact) for size in sizes]]
        shape = [sum(v.shape[d] for v in parts) if d == axis else size for d, size in enumerate(x.shape)]
        self.moved("concatenate", x, shape, f"dimension = {axis} : i64", parts[1:])

    def step_iota(self):
        shape = self.one(RANKED)
        self.op(
            "iota",
            [],
            [(shape, self.one([k for k in self.kinds if k != "i1"] or ["i32"]), True, False)],
            f"iota_dimension = {self.below(len(shape))} : i64",
        )

    def step_dynamic_slice(self):
        x, kind = self.value(exact=False), self.one(INDEX_KINDS)
        sizes = [self.below(size + 1) for size in x.shape]
        starts = [self.index((), [kind]) for _ in x.shape]
        self.op("dynamic_slice", [x, *starts], [(sizes, x.kind, x.exact, x.small)], f"slice_sizes = {array(sizes)}")

    def step_dynamic_update_slice(self):
        x, kind = self.value(exact=False), self.one(INDEX_KINDS)
        update = self.value([self.below(size + 1) for size in x.shape], x.kind, exact=x.exact)
        starts = [self.index((), [kind]) for _ in x.shape]
        self.op("dynamic_update_slice", [x, update, *starts], [(x.shape, x.kind, x.exact and update.exact, x.small and update.small)])

    def step_optimization_barrier(self):
        values = [self.value(exact=False) for _ in range(self.below(4, 1))]
        self.op("optimization_barrier", values, [(v.shape, v.kind, v.exact, v.small) for v in values])

    def step_get_dimension_size(self):
        x = self.value(exact=False, accept=lambda v: v.shape)
        self.op("get_dimension_size", [x], [((), "i32", True, False)], f"dimension = {self.below(len(x.shape))} : i64")

    def step_number_of_device(self):
        self.op(self.one(["replica_id", "partition_id"]), [], [((), "ui32", True, True)])

    def places(self, x):
        """Dimension numbers that a gather and a scatter share: (indexed, batching dimensions, theirs in the indices, rows, vector
        dimension, indices)."""
        rank = len(x.shape)
        batching = [self.below(rank)] if rank and self.maybe(0.3) else []
        indexed = [d for d in self.shuffled(range(rank)) if d not in batching][: self.below(rank - len(batching) + 1)]
        rows = [self.below(5) for _ in range(self.below(3))]
        source = [self.below(len(rows) + 1)] if batching else []
        for at, d in zip(source, batching):
            rows.insert(at, x.shape[d])
        vector = self.below(len(rows) + 1)
        whole = [*rows[:vector], len(indexed), *rows[vector:]]
        if len(indexed) == 1 and self.maybe(0.3):
            vector, whole = len(rows), rows
        source = [at + (at >= vector) for at in source]
        return indexed, batching, source, rows, vector, self.index(whole, ["i32", "i64", "i8", "ui8", "ui32", "ui64"])

    def interleaved(self, rows, windows):
        """Rows and windows mixed: the shape, and the dimensions that are windows."""
        dims = sorted(self.shuffled(range(len(rows) + len(windows)))[: len(windows)])
        rest, window = iter(rows), iter(windows)
        return tuple(next(window) if d in dims else next(rest) for d in range(len(rows) + len(windows))), dims

    def step_gather(self):
        x = self.value(exact=False, accept=lambda v: v.shape and min(v.shape))
        indexed, batching, source, rows, vector, indices = self.places(x)
        sizes = [1 if d in batching else self.below(size + 1, 1) for d, size in enumerate(x.shape)]
        collapsed = self.some_of([d for d, size in enumerate(sizes) if size == 1 and d not in batching])
        shape, offsets = self.interleaved(rows, [size for d, size in enumerate(sizes) if d not in collapsed and d not in batching])
        numbers = (
            f"offset_dims = {offsets}, collapsed_slice_dims = {collapsed}, operand_batching_dims = {batching}, start_indices_batching_dims = {source}, "
            f"start_index_map = {indexed}, index_vector_dim = {vector}"
        )
        names = f"dimension_numbers = #stablehlo.gather<{numbers}>, slice_sizes = {array(sizes)}, indices_are_sorted = false"
        self.op("gather", [x, indices], [(shape, x.kind, x.exact, x.small)], names)

    def step_torch_index_select(self):
        x = self.value(exact=False, accept=lambda v: v.shape and min(v.shape))
        axis = self.below(len(x.shape))
        index = self.value((self.below(4),), "i32")
        shape = (*x.shape[:axis], *index.shape, *x.shape[axis + 1 :])
        self.op("torch_index_select", [x, index], [(shape, x.kind, x.exact, x.small)], f"dim = {axis} : i64, batch_dims = 0 : i64")


class Dynamic(Writer):
    """Ops whose shapes are operands, which are constants here."""

    def numbers_as_operand(self, numbers) -> Value:
        data = np.array(numbers, np.int64)
        (value,) = self.op("constant", [], [(data.shape, "i64", True, False)], f"value = {dense_of(data)}")
        return value

    def step_dynamic_broadcast_in_dim(self):
        x = self.value(exact=False)
        sizes = [self.below(4) for _ in range(self.below(3))]
        shape = (*sizes, *x.shape)
        dims = array(range(len(sizes), len(shape)))
        self.op(
            "dynamic_broadcast_in_dim",
            [x, self.numbers_as_operand(shape)],
            [(shape, x.kind, x.exact, x.small)],
            f"broadcast_dimensions = {dims}",
        )

    def step_dynamic_iota(self):
        shape = self.one(RANKED)
        kind = self.one([k for k in self.kinds if k != "i1"] or ["i32"])
        self.op(
            "dynamic_iota",
            [self.numbers_as_operand(shape)],
            [(shape, kind, True, False)],
            f"iota_dimension = {self.below(len(shape))} : i64",
        )

    def step_dynamic_reshape(self):
        x = self.value(exact=False)
        shape = (1, int(np.prod(x.shape)))
        self.op("dynamic_reshape", [x, self.numbers_as_operand(shape)], [(shape, x.kind, x.exact, x.small)])

    def step_dynamic_pad(self):
        x = self.value(exact=False, accept=lambda v: v.shape)
        around = self.value((), x.kind, exact=x.exact)
        low, high, interior = ([self.below(3) for _ in x.shape] for _ in range(3))
        shape = [a + b + size + max(size - 1, 0) * gap for a, b, gap, size in zip(low, high, interior, x.shape)]
        operands = [x, around, *[self.numbers_as_operand(part) for part in (low, high, interior)]]
        self.op("dynamic_pad", operands, [(shape, x.kind, x.exact and around.exact, x.small and around.small)])

    def step_real_dynamic_slice(self):
        x = self.value(exact=False, accept=lambda v: v.shape)
        starts = [self.below(size + 1) for size in x.shape]
        limits = [self.below(size + 1, low) for low, size in zip(starts, x.shape)]
        steps = [self.below(3, 1) for _ in x.shape]
        shape = [-(-(high - low) // step) for low, high, step in zip(starts, limits, steps)]
        operands = [x, *[self.numbers_as_operand(part) for part in (starts, limits, steps)]]
        self.op("real_dynamic_slice", operands, [(shape, x.kind, x.exact, x.small)])
