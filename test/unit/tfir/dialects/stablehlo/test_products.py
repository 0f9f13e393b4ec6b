"""Matrix products in pieces: drawn ones against the definition, which pieces are taken, and where a product stays whole."""

from math import prod

import numpy as np
import pytest
from tfir.dialects.stablehlo import products
from tfir.dialects.stablehlo.products import Product, are_worth_it, piece_of

SINGLE = np.dtype(np.float32)


@pytest.fixture
def in_pieces(monkeypatch):
    monkeypatch.setattr(products, "are_worth_it", lambda: True)


def by_definition(left, right):
    """In whole numbers, of which every sum is exact in any order."""
    return (left.astype(np.int64)[..., :, :, None] * right.astype(np.int64)[..., None, :, :]).sum(-2)


@pytest.mark.parametrize("seed", range(60))
def test_drawn_products(seed, monkeypatch, in_pieces):
    """Pieces are as small as can be; fewer rows come than were said, and into a part of a larger array."""
    numbers = np.random.default_rng(seed)
    for name, value in {"PIECE": int(numbers.integers(300, 2000)), "LEAST": 0, "FEW_ROWS": 2, "INNER": 7, "COLUMNS": (4, 6)}.items():
        monkeypatch.setattr(products, name, value)
    monkeypatch.setattr(products, "FEWEST", 1)
    batch = [(), (3,)][seed % 2]
    rows, inner, columns = int(numbers.integers(1, 90)), int(numbers.choice([1, 5, 8, 12, 14])), int(numbers.choice([1, 5, 8, 12]))
    left = numbers.integers(-9, 10, (*batch, rows, inner)).astype(np.float32)
    right = numbers.integers(-9, 10, (*batch, inner, columns)).astype(np.float32)
    product = Product(rows, inner, columns, SINGLE, prod(batch))
    for matrix in (product.arranged(right), product.parts(right)):
        for count in (rows, rows - rows // 3):
            room = np.full((*batch, rows + 1, columns), np.nan, np.float32)
            product(left[..., :count, :], matrix, room[..., :count, :])
            np.testing.assert_array_equal(room[..., :count, :], by_definition(left[..., :count, :], right))
            assert np.isnan(room[..., count:, :]).all()


@pytest.mark.parametrize("shape", [(49, 320, 1280), (49, 1024, 256), (784, 144, 96), (3100, 27, 64)])
def test_a_matrix_gives_the_same_bits_before_it_is_arranged_and_after(shape, in_pieces):
    rows, inner, columns = shape
    numbers = np.random.default_rng(1)
    left, right = (numbers.standard_normal(sizes).astype(np.float32) for sizes in ((rows, inner), (inner, columns)))
    product = Product(rows, inner, columns, SINGLE)
    assert not product.is_whole
    first, second = (product(left, made(right), np.empty((rows, columns), np.float32)) for made in (product.parts, product.arranged))
    np.testing.assert_array_equal(first, second)
    np.testing.assert_allclose(first, left.astype(np.float64) @ right, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize(
    ("sizes", "piece"),
    [
        ((12544, 32, 64), (448, 32, 64)),  # 488 rows make a million, 448 are a 28th of all
        ((12321, 27, 64), (576, 27, 64)),  # 111 * 111 rows, none of whose factors is near 578
        ((49, 320, 1280), (49, 320, 32)),
        ((49, 1024, 1024), (49, 512, 32)),  # sums in two parts
        ((784, 240, 144), (80, 240, 48)),  # 86 rows make a million; 56, which divide all, are less than two thirds of these
        ((196, 1024, 256), None),  # 30 rows of 32 columns, and sums of so many rows are not taken in parts
        ((49, 1021, 1024), None),  # a prime number
        ((169, 512, 1000), None),  # columns are no multiple of 32 or 48
        ((100, 100, 100), None),  # a million
    ],
)
def test_pieces_have_a_million_multiplications_at_most(sizes, piece):
    assert piece_of(*sizes) == piece
    assert piece is None or prod(piece) <= 10**6 < prod(sizes)


def test_what_stays_whole(monkeypatch, in_pieces):
    assert Product(12544, 32, 64, np.dtype(np.float64)).is_whole
    assert Product(1250, 50, 64, SINGLE).is_whole  # four million: taking it to pieces would take as long as it saves
    assert not Product(1251, 50, 64, SINGLE).is_whole
    assert not Product(128, 128, 128, SINGLE, 16).is_whole
    monkeypatch.setattr(products, "are_worth_it", lambda: False)
    assert Product(1251, 50, 64, SINGLE).is_whole


@pytest.mark.parametrize(
    ("vectors", "environment", "expected"),
    [
        ("X86_V4", {"OPENBLAS_NUM_THREADS": "1"}, True),
        ("AVX512_SKX", {"OMP_NUM_THREADS": "1"}, True),  # as NumPy called them before 2.4
        ("X86_V4", {"OPENBLAS_NUM_THREADS": "2", "OMP_NUM_THREADS": "1"}, False),  # the first counts
        ("X86_V4", {"OPENBLAS_NUM_THREADS": "1", "OPENBLAS_CORETYPE": "Haswell"}, False),
        ("X86_V4", {}, False),  # a thread for each of two processors
        ("X86_V3", {"OPENBLAS_NUM_THREADS": "1"}, False),
        ("baseline(NEON)", {"OPENBLAS_NUM_THREADS": "1"}, False),
    ],
)
def test_of_which_libraries_pieces_are_quicker(vectors, environment, expected, monkeypatch):
    for name in ("OPENBLAS_NUM_THREADS", "GOTO_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_CORETYPE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    monkeypatch.setattr(products, "vectors", lambda: vectors)
    assert are_worth_it.__wrapped__() == expected


@pytest.mark.parametrize(("rows", "columns", "is_apart"), [(49, 1024, True), (49, 1000, False), (3136, 1024, False)])
def test_rows_of_a_known_matrix_are_apart_where_that_helps(rows, columns, is_apart, monkeypatch):
    monkeypatch.setattr(products, "are_worth_it", lambda: False)
    matrix = np.arange(2 * columns, dtype=np.float32).reshape(2, columns)
    spread = Product(rows, 2, columns, SINGLE).arranged(matrix)
    np.testing.assert_array_equal(spread, matrix)
    assert (spread.strides[0] % products.PAGE != matrix.strides[0] % products.PAGE) == is_apart
    assert (spread is matrix) != is_apart
