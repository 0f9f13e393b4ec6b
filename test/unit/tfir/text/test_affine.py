"""Affine maps and sets: simplified as they are read, and printed as MLIR does."""

import pytest
from tfir.dialects import dialect, lookup
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse
from tfir.text.printer import PrintOptions, print_operation


def printed(text: str, **options) -> str:
    module = parse(Source("test", f'"t.a"() {{a = {text}}} : () -> ()'), lookup, dialect, allow_unregistered=True)
    return print_operation(module, lookup, PrintOptions(**options))


@pytest.mark.parametrize(
    "written, shown",
    [
        ("affine_map<(i, j) -> (i + j)>", "affine_map<(d0, d1) -> (d0 + d1)>"),
        ("affine_map<(i)[n] -> (n + i, 2 * i)>", "affine_map<(d0)[s0] -> (d0 + s0, d0 * 2)>"),
        ("affine_map<(i) -> (i + 1 + 2)>", "affine_map<(d0) -> (d0 + 3)>"),
        ("affine_map<(i) -> (i - 1, -i, i - 2 * i)>", "affine_map<(d0) -> (d0 - 1, -d0, -d0)>"),
        ("affine_map<(i) -> (i * 1, i * 0, i + 0)>", "affine_map<(d0) -> (d0, 0, d0)>"),
        ("affine_map<(i) -> ((i + 1) * 2, i floordiv 4, i mod 3)>", "affine_map<(d0) -> ((d0 + 1) * 2, d0 floordiv 4, d0 mod 3)>"),
        ("affine_map<() -> (7 floordiv 2, 7 ceildiv 2, 7 mod 2)>", "affine_map<() -> (3, 4, 1)>"),
        # What a divisor is known to divide.
        (
            "affine_map<(i, j) -> ((i * 4 + 2) floordiv 4, (i * 4 + j * 8 + 5) floordiv 2)>",
            "affine_map<(d0, d1) -> (d0, d0 * 2 + d1 * 4 + 2)>",
        ),
        ("affine_map<(i, j) -> ((i * 2 + j * 4 + 3) mod 2, (i * 4 + j) mod 4)>", "affine_map<(d0, d1) -> (1, d1 mod 4)>"),
        ("affine_map<(i) -> ((i * 64) ceildiv 16, (i * 3) ceildiv 2)>", "affine_map<(d0) -> (d0 * 4, (d0 * 3) ceildiv 2)>"),
        ("affine_map<(i) -> ((i mod 35) mod 5, (i mod 35) mod 4)>", "affine_map<(d0) -> (d0 mod 5, (d0 mod 35) mod 4)>"),
        ("affine_map<(i)[n] -> (i mod 0, i mod -2, i floordiv 0)>", "affine_map<(d0)[s0] -> (d0 mod 0, d0 mod -2, d0 floordiv 0)>"),
        # `e - (e floordiv q) * q` is a remainder, also at the end of a sum.
        ("affine_map<(i) -> (i - (i floordiv 8) * 8)>", "affine_map<(d0) -> (d0 mod 8)>"),
        ("affine_map<()[m, n] -> (m * 64 + n + (n floordiv 8) * -8)>", "affine_map<()[s0, s1] -> (s0 * 64 + s1 mod 8)>"),
        ("affine_map<(i)[n] -> (i - (i floordiv n) * n)>", "affine_map<(d0)[s0] -> (d0 mod s0)>"),
        ("affine_map<(i) -> (i - (i floordiv 8) * 4)>", "affine_map<(d0) -> (d0 - (d0 floordiv 8) * 4)>"),
        # Dimensions before symbols, each in order; numbers last.
        ("affine_map<(i, j)[n] -> (j + i, n * i, n + 3 + i)>", "affine_map<(d0, d1)[s0] -> (d0 + d1, d0 * s0, d0 + s0 + 3)>"),
        ("affine_map<(i)[n] -> (i * 8 * n)>", "affine_map<(d0)[s0] -> ((d0 * s0) * 8)>"),
        ("affine_map<()[n] -> (-n floordiv 4)>", "affine_map<()[s0] -> ((-s0) floordiv 4)>"),
        # What leaves 64 bits is not folded.
        ("affine_map<() -> (9223372036854775807 + 1)>", "affine_map<() -> (9223372036854775807 + 1)>"),
        ("affine_set<(i) : (i <= 0, 3 >= i)>", "affine_set<(d0) : (-d0 >= 0, -d0 + 3 >= 0)>"),
        ("affine_set<(i) : ()>", "affine_set<(d0) : (0 == 0)>"),
        ("affine_set<(i)[n] : (i - 1 >= 0, n == i)>", "affine_set<(d0)[s0] : (d0 - 1 >= 0, -d0 + s0 == 0)>"),
    ],
)
def test_text(written, shown):
    assert shown in printed(written, local_scope=True)


def test_a_name_stands_for_a_map():
    assert printed("affine_map<(d0) -> (d0)>").startswith("#map = affine_map<(d0) -> (d0)>\nmodule {\n")


@pytest.mark.parametrize("written", ["affine_map<(i) -> (k)>", "affine_map<(i) -> i>", "affine_map<(i) (i)>", "affine_set<(i) : (i > 0)>"])
def test_refused(written):
    with pytest.raises(Error):
        printed(written)
