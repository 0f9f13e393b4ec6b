"""Scatters and gathers of drawn dimensions on this machine's processor, by schedules for several ones, against StableHLO's specification."""

import numpy as np
import pytest
from processor_programs import TARGETS, dtype, run, typed

pytest.importorskip("llvmlite")

BODIES = {
    "assign": ("stablehlo.return %b : {0}", lambda a, b: b),
    "add": ("%c = stablehlo.add %a, %b : {0}\nstablehlo.return %c : {0}", lambda a, b: a + b),
    # Of which the order matters
    "behind": ("%t = stablehlo.add %a, %a : {0}\n%c = stablehlo.subtract %t, %b : {0}\nstablehlo.return %c : {0}", lambda a, b: a + a - b),
}


class Drawn:
    """The dimensions of a scatter. Each of the operand is `window` or `inserted` or `batch`, and may be named by indices if it is no batch."""

    def __init__(self, random):
        rank = int(random.integers(1, 5))
        self.shape = [int(size) for size in random.integers(1, 7, rank)]
        self.shape[-1] = int(random.choice([1, 5, 16, 37]))
        roles = [str(role) for role in random.choice(["window", "inserted"], rank)]
        if rank > 1 and random.random() < 0.3:
            roles[int(random.integers(rank))] = "batch"
        self.window, self.inserted, self.batch = (
            [d for d, role in enumerate(roles) if role == each] for each in ("window", "inserted", "batch")
        )
        self.targets = [d for d, role in enumerate(roles) if role == "inserted" or role == "window" and random.random() < 0.4]
        random.shuffle(self.targets)
        rows = [int(size) for size in random.integers(1, 6, int(random.integers(0, 3)))]
        at = int(random.integers(len(rows) + 1))
        rows[at:at] = [self.shape[d] for d in self.batch]
        self.rows, self.batch_rows = rows, [at] if self.batch else []
        self.vector = int(random.integers(len(rows) + 1))
        self.indices = [*rows[: self.vector], len(self.targets), *rows[self.vector :]]
        if len(self.targets) == 1 and random.random() < 0.5:
            self.vector, self.indices = len(rows), rows
        sizes = [
            int(random.integers(1, self.shape[d] + 1)) if d in self.targets or random.random() < 0.2 else self.shape[d] for d in self.window
        ]
        places = sorted(random.permutation(len(rows) + len(sizes))[: len(sizes)].tolist())
        self.window_dims, sizes, left = places, iter(sizes), iter(rows)
        self.updates = [next(sizes) if d in places else next(left) for d in range(len(rows) + len(places))]

    @property
    def text(self) -> str:
        batch = [at + (at >= self.vector) for at in self.batch_rows]
        return (
            f"#stablehlo.scatter<update_window_dims = {self.window_dims}, inserted_window_dims = {self.inserted}, input_batching_dims = {self.batch}, "
            f"scatter_indices_batching_dims = {batch}, scatter_dims_to_operand_dims = {self.targets}, index_vector_dim = {self.vector}>"
        )

    def scattered(self, operands, indices, updates, combine):
        """As the specification has it, index vector by index vector."""
        results = [operand.copy() for operand in operands]
        vectors = np.moveaxis(indices, self.vector, -1) if len(self.indices) > len(self.rows) else indices[..., None]
        outer = [d for d in range(len(self.updates)) if d not in self.window_dims]
        for row in np.ndindex(*self.rows):
            for offset in np.ndindex(*[self.updates[d] for d in self.window_dims]):
                place = (
                    dict(zip(self.batch, [row[at] for at in self.batch_rows]))
                    | dict.fromkeys(self.inserted, 0)
                    | dict(zip(self.window, offset))
                )
                for d, start in zip(self.targets, vectors[row]):
                    place[d] += int(start)
                place = tuple([place[d] for d in range(len(self.shape))])
                if all([0 <= at < size for at, size in zip(place, self.shape)]):
                    at = dict(zip(outer, row)) | dict(zip(self.window_dims, offset))
                    at = tuple([at[d] for d in range(len(self.updates))])
                    news = combine(*[result[place] for result in results], *[update[at] for update in updates])
                    for result, new in zip(results, news if isinstance(news, tuple) else (news,)):
                        result[place] = new
        return results


def drawn_numbers(random, shape, element: str) -> np.ndarray:
    return random.integers(0 if element.startswith("ui") else -3, 4, shape).astype(dtype(element))


def scatter_of(drawn: Drawn, elements, index: str, body: str, name: str) -> str:
    scalars = [typed((), element) for element in elements] * 2
    count, whole = len(elements), [typed(drawn.shape, element) for element in elements]
    types = [*whole, typed(drawn.indices, index), *[typed(drawn.updates, element) for element in elements]]
    values = ", ".join([f"%{n}" for n in range(2 * count + 1)])
    arguments = ", ".join([f"%{letter}: {type}" for letter, type in zip("ab" if count == 1 else "acbd", scalars)])
    return (
        f'{name} = "stablehlo.scatter"({values}) ({{\n^bb0({arguments}):\n{body}\n}}) '
        f"{{scatter_dimension_numbers = {drawn.text}, indices_are_sorted = true}} : ({', '.join(types)}) -> ({', '.join(whole)})"
    )


@pytest.mark.sweep
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("seed", range(40))
def test_scatters(seed, target):
    """Windows that lie outside with all or some of their elements, updates that meet, and indices of each type."""
    random = np.random.default_rng(seed)
    drawn, element, index = (
        Drawn(random),
        str(random.choice(["f32", "f16", "bf16", "i8", "i64", "f64"])),
        str(random.choice(["i32", "i64", "ui32", "ui8", "i8"])),
    )
    body, combine = BODIES[str(random.choice(list(BODIES)))]
    operand, updates = drawn_numbers(random, drawn.shape, element), drawn_numbers(random, drawn.updates, element)
    indices = random.integers(0 if index.startswith("u") else -2, 9, drawn.indices).astype(dtype(index))
    if index in ("i64", "ui32") and indices.size:
        indices.flat[0] = np.iinfo(dtype(index)).max
    text = scatter_of(drawn, [element], index, body.format(typed((), element)), "%r")
    with np.errstate(over="ignore"):
        (expected,) = drawn.scattered([operand], indices, [updates], combine)
    answer, schedules = run([operand, indices, updates], [element, index, element], text, typed(drawn.shape, element), target)
    assert any([schedule.startswith("#iree.schedule<scattering,") for schedule in schedules]), schedules
    np.testing.assert_array_equal(answer.astype("f8"), expected.astype("f8"))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("seed", range(8))
def test_scatters_of_several_operands(seed, target):
    """Each result is made of all of them; and what follows, of another type, is not computed on the way."""
    random = np.random.default_rng(seed)
    drawn = Drawn(random)
    operands, updates = ([drawn_numbers(random, shape, element) for element in ("f32", "i32")] for shape in (drawn.shape, drawn.updates))
    indices = random.integers(-1, 7, drawn.indices).astype("i4")
    body = """%g = stablehlo.compare GE, %b, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %v = stablehlo.select %g, %b, %a : tensor<i1>, tensor<f32>
        %w = stablehlo.select %g, %d, %c : tensor<i1>, tensor<i32>
        stablehlo.return %v, %w : tensor<f32>, tensor<i32>"""
    whole = typed(drawn.shape, "f64")
    text = scatter_of(drawn, ["f32", "i32"], "i32", body, "%s:2")
    for number, element in enumerate(("f32", "i32")):
        text += f"\n%c{number} = stablehlo.convert %s#{number} : ({typed(drawn.shape, element)}) -> {whole}"
    text += f"\n%r = stablehlo.subtract %c0, %c1 : {whole}"
    one, other = drawn.scattered(operands, indices, updates, lambda a, c, b, d: (b, d) if b >= a else (a, c))
    answer, schedules = run([*operands, indices, *updates], ["f32", "i32", "i32", "f32", "i32"], text, whole, target)
    assert any([schedule.startswith("#iree.schedule<scattering,") for schedule in schedules]), schedules
    np.testing.assert_array_equal(answer, one.astype("f8") - other)


@pytest.mark.parametrize("target", TARGETS)
def test_a_result_that_nothing_needs(target):
    """Both are combined though one is stored alone."""
    x, y, updates = np.zeros(5, "f4"), np.arange(5, dtype="i4"), np.array([3, 1, 2], "f4")
    others, indices = np.array([7, 8, 9], "i4"), np.array([[2], [2], [4]], "i4")
    text = """%s:2 = "stablehlo.scatter"(%0, %1, %2, %3, %4) ({
        ^bb0(%a: tensor<f32>, %c: tensor<i32>, %b: tensor<f32>, %d: tensor<i32>):
          %g = stablehlo.compare GE, %b, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
          %v = stablehlo.select %g, %b, %a : tensor<i1>, tensor<f32>
          %w = stablehlo.select %g, %d, %c : tensor<i1>, tensor<i32>
          stablehlo.return %v, %w : tensor<f32>, tensor<i32>
        }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}
          : (tensor<5xf32>, tensor<5xi32>, tensor<3x1xi32>, tensor<3xf32>, tensor<3xi32>) -> (tensor<5xf32>, tensor<5xi32>)
        %r = stablehlo.add %s#1, %s#1 : tensor<5xi32>"""
    answer, _ = run([x, y, indices, updates, others], ["f32", "i32", "i32", "f32", "i32"], text, "tensor<5xi32>", target)
    np.testing.assert_array_equal(answer, 2 * np.array([0, 1, 7, 3, 9]))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("length", [4, 19, 64])
@pytest.mark.parametrize("is_cut", [False, True])
def test_gathers_of_rows(length, is_cut, target):
    """In vectors where the elements of a window stand side by side, wherever in a row it begins."""
    random = np.random.default_rng(length)
    x = random.standard_normal((9, length + 3)).astype("f4")
    width = length if is_cut else length + 3
    indices = random.integers(-2, 12, (21, 2)).astype("i4")
    text = f"""%r = "stablehlo.gather"(%0, %1) {{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
        start_index_map = [1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, {width}>}} : ({typed(x.shape, "f32")}, tensor<21x2xi32>) -> {typed((21, width), "f32")}"""
    rows, starts = np.clip(indices[:, 1], 0, 8), np.clip(indices[:, 0], 0, 3 if is_cut else 0)
    answer, (*_, schedule) = run([x, indices], ["f32", "i32"], text, typed((21, width), "f32"), target)
    assert schedule.startswith("#iree.schedule<sweep,")
    np.testing.assert_array_equal(answer, np.stack([x[row, start : start + width] for row, start in zip(rows, starts)]))


@pytest.mark.parametrize("target", TARGETS)
def test_gathers_of_columns_have_no_vectors(target):
    x, indices = np.arange(40, dtype="f4").reshape(8, 5), np.array([3, 0, 4, 1], "i4")
    text = """%r = "stablehlo.gather"(%0, %1) {dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1],
        start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 8, 1>} : (tensor<8x5xf32>, tensor<4xi32>) -> tensor<8x4xf32>"""
    answer, (schedule,) = run([x, indices], ["f32", "i32"], text, "tensor<8x4xf32>", target)
    assert schedule.startswith("#iree.schedule<elementwise,")
    np.testing.assert_array_equal(answer, x[:, indices])


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("length", [7, 32])
def test_slices_from_a_computed_place(length, target):
    x, place = np.arange(200, dtype="f4").reshape(4, 50), np.array(47, "i4")
    text = f"""%z = stablehlo.constant dense<1> : tensor<i32>
        %r = stablehlo.dynamic_slice %0, %z, %1, sizes = [2, {length}] : (tensor<4x50xf32>, tensor<i32>, tensor<i32>) -> tensor<2x{length}xf32>"""
    answer, _ = run([x, place], ["f32", "i32"], text, f"tensor<2x{length}xf32>", target)
    np.testing.assert_array_equal(answer, x[1:3, 50 - length :])
