"""Dependences of drawn loop nests are those that come of walking their iterations one by one."""

import pytest
import random_affine
from random_affine import Nest
from random_stablehlo_legs import module_of
from tfir.analysis.affine_dependence import Access, Unknown, dependence
from tfir.analysis.affine_memory import ACCESSES
from tfir.dialects import dialect, lookup
from tfir.ir.location import Source
from tfir.text.parser import parse


def accesses(text: str) -> list[Access]:
    return [Access(op) for op in parse(Source("nest.mlir", text), lookup, dialect).walk() if op.name in ACCESSES]


@pytest.mark.parametrize("first", range(0, 80, 20))
def test_distances_are_those_of_all_iterations(first, monkeypatch):
    monkeypatch.setattr(random_affine, "SIZE", 5)
    met = 0
    for seed in range(first, first + 20):
        nest = Nest(seed, symbols=False, again=0.5)
        module_of(nest.text())  # verified
        found, expected = accesses(nest.text()), nest.dependences()
        for one, first_access in enumerate(found):
            for other, second in enumerate(found):
                between = dependence(first_access, second)
                common = sum([mine is theirs for mine, theirs in zip(first_access.loops, second.loops)])
                for depth in range(1, common + 2):
                    distances = expected.get((one, other, depth))
                    ends = None if distances is None else [(min(each), max(each)) for each in zip(*distances)]
                    assert (None if between is None else between.directions(depth)) == ends, (seed, one, other, depth)
                    met += ends is not None
    assert met > 10


LOOP = """func.func @f(%m: memref<?xf32>, %n: index) {{
  affine.for %i = 0 to 10 {{
    %v = affine.load %m[{}] : memref<?xf32>
    affine.store %v, %m[{}] : memref<?xf32>
  }}
  return
}}
"""


def at_depth(first: str, second: str, depth: int = 1):
    load, store = accesses(LOOP.format(first, second))
    return dependence(store, load).directions(depth)


def test_symbols_may_be_anything_and_are_the_same_everywhere():
    assert at_depth("%i + symbol(%n)", "%i + symbol(%n) + 2") == [(2, 2)]
    assert at_depth("symbol(%n) * 2", "symbol(%n) * 2 + 1") is None
    assert at_depth("%i", "symbol(%n)") == [(1, 9)]


def test_quotients_and_remainders():
    assert at_depth("%i floordiv 2", "%i floordiv 2") == [(1, 1)]
    assert at_depth("%i mod 4", "%i mod 4") == [(4, 8)]
    assert at_depth("%i * 2", "%i * 2 + 1") is None


def test_what_is_not_affine_is_unknown():
    with pytest.raises(Unknown):
        at_depth("%i mod symbol(%n)", "%i")


VECTORS = """func.func @f(%m: memref<100xf32>, %x: vector<4xf32>) {
  affine.for %i = 0 to 10 {
    affine.vector_store %x, %m[%i * 2] : memref<100xf32>, vector<4xf32>
    %v = affine.load %m[%i * 2 + 3] : memref<100xf32>
  }
  return
}
"""


def test_vectors_touch_all_their_elements():
    store, load = accesses(VECTORS)
    assert dependence(store, load).directions(2) == [(0, 0)]
    assert dependence(store, load).directions(1) is None  # what is loaded lies behind what earlier vectors reach
    assert dependence(load, store).directions(1) == [(1, 1)]
