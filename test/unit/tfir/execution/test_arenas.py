"""Where buffers lie in an arena, of sizes that are known and of those that a call tells."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tfir.dialects import dialect, lookup, verify
from tfir.execution.arenas import Need, aligned, most_together, needed_together, place, place_in_stretches
from tfir.execution.sequence import sequence_program
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse


def need(size: int, *ends: int) -> Need:
    """From one step to another, from a third to a fourth, both included, and so on."""
    return Need(size, [range(first, last + 1) for first, last in zip(ends[::2], ends[1::2])])


ENDS = st.lists(st.integers(0, 20), min_size=2, max_size=4, unique=True).map(lambda ends: sorted(ends[: len(ends) // 2 * 2]))
NEEDS = st.lists(st.builds(lambda size, ends: need(size, *ends), st.integers(1, 5000), ENDS), max_size=30)


@given(NEEDS, st.sampled_from([1, 16, 256, 100]))
def test_what_is_needed_together_does_not_overlap(needs, alignment):
    size = place(needs, alignment)
    for at, one in enumerate(needs):
        assert one.offset % alignment == 0
        assert 0 <= one.offset and one.offset + one.size <= size
        for other in needs[:at]:
            apart = one.offset + one.size <= other.offset or other.offset + other.size <= one.offset
            assert apart or not {step for span in one.spans for step in span} & {step for span in other.spans for step in span}


@given(st.builds(lambda ends: need(1, *ends), ENDS), st.builds(lambda ends: need(1, *ends), ENDS))
def test_steps_are_as_sets_would_say(one, other):
    steps = [{step for span in each.spans for step in span} for each in (one, other)]
    assert {step for span in one.together(other) for step in span} == steps[0] & steps[1]
    one.take(other)
    assert [step for span in one.spans for step in span] == sorted(steps[0] | steps[1])


@given(NEEDS)
def test_what_is_needed_together_shares_a_step(needs):
    steps = [{step for span in each.spans for step in span} for each in needs]
    expected = [{other for other in range(len(needs)) if other != at and steps[at] & steps[other]} for at in range(len(needs))]
    assert [set(others) for others in needed_together(needs)] == expected


def test_what_is_not_needed_together_shares_a_place():
    needs = [need(100, 0, 1), need(100, 2, 3), need(50, 4, 4)]
    assert place(needs, 1) == 100
    assert [each.offset for each in needs] == [0, 0, 0]


def test_both_ends_of_a_need_count():
    assert place([need(100, 0, 1), need(100, 1, 2)], 1) == 200


def test_a_small_need_goes_into_a_gap():
    # The two large ones are needed throughout; between the lifetimes of others a gap opens at their end only.
    needs = [need(100, 0, 9), need(60, 0, 4), need(40, 5, 9), need(20, 5, 9)]
    assert place(needs, 1) == 160


def test_a_need_with_a_hole_leaves_room_in_it():
    assert place([need(100, 0, 1, 4, 5), need(100, 2, 3)], 1) == 100


def test_nothing_takes_nothing():
    assert place([], 256) == 0


def test_an_order_by_size_alone_would_leave_gaps():
    """Five of a size, each needed with the one before and the one behind it, in turn with two that are smaller: two and a half places, not four."""
    needs = [need(80, 22, 25), need(80, 25, 29), need(80, 29, 31), need(80, 24, 28), need(80, 28, 32), need(80, 32, 35), need(128, 31, 39)]
    assert most_together(needs, 1) == 288 == place(needs, 1)


@given(NEEDS, st.sampled_from([1, 256]))
def test_an_arena_is_as_large_as_what_is_needed_at_one_step(needs, alignment):
    steps = [sum([aligned(each.size, alignment) for each in needs if any([step in span for span in each.spans])]) for step in range(21)]
    assert most_together(needs, alignment) == max(steps) <= place(needs, alignment)


def test_stretches_are_kept_apart_unless_that_takes_much_memory():
    """Two that are needed at one of two steps each, which have no barrier between them: twice the memory where that is little."""
    for size, whole in [(1 << 16, 2 << 16), ((1 << 16) + 1, (1 << 16) + 1)]:
        assert place_in_stretches([need(size, 0, 0), need(size, 1, 1)], [range(2)], 1) == whole
    assert place_in_stretches([need(1 << 20, 0, 1), need(100000, 0, 0), need(100000, 1, 1)], [range(2)], 1) == (1 << 20) + 200000


ARENA = """func.func @main(%x: memref<?xf32>, %y: memref<?x?xf32>) -> (memref<?xf32>, memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %four = arith.constant 4 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %m = memref.dim %y, %c0 : memref<?x?xf32>
  %k = memref.dim %y, %c1 : memref<?x?xf32>
  %0 = arith.muli %n, %four : index
  %1 = arith.muli %m, %k : index
  %2 = arith.muli %1, %four : index
  %arena = "iree_ll_seq.alloc_arena"(%0, %2) <{alignment = 64 : i64, spans = dense<SPANS> : tensor<3x4xi32>, stretches = dense<STRETCHES> : tensor<1x2xi32>}> : (index, index) -> memref<?xi8>
  %a = "iree_ll_seq.arena_slice"(%arena, %n) <{buffer = 0 : i64}> : (memref<?xi8>, index) -> memref<?xf32>
  %b = "iree_ll_seq.arena_slice"(%arena, %m, %k) <{buffer = BUFFER : i64}> : (memref<?xi8>, index, index) -> memref<?x?xf32>
  %c = "iree_ll_seq.alloc_heap"(%n) : (index) -> memref<?xf32>
  %d = "iree_ll_seq.alloc_heap"(%m, %k) : (index, index) -> memref<?x?xf32>
  iree_ll_seq.dynamic_copy %x to %a : memref<?xf32>, memref<?xf32>
  iree_ll_seq.dynamic_copy %a to %c : memref<?xf32>, memref<?xf32>
  iree_ll_seq.dynamic_copy %y to %b : memref<?x?xf32>, memref<?x?xf32>
  iree_ll_seq.dynamic_copy %b to %d : memref<?x?xf32>, memref<?x?xf32>
  iree_ll_seq.return %c, %d : memref<?xf32>, memref<?x?xf32>
}"""
FIRST_THEN_SECOND = "[[0, 0, 0, 1], [1, 1, 2, 3], [2, 1, 9, 9]]"


def arena(spans: str = FIRST_THEN_SECOND, stretches: str = "[[4, 5]]", buffer: int = 1):
    text = ARENA.replace("SPANS", spans).replace("STRETCHES", stretches).replace("BUFFER", str(buffer))
    module = parse(Source("a.mlir", text), lookup, dialect)
    verify(module)
    return module.body.first


def test_a_call_places_buffers_by_its_sizes():
    """Of 5 numbers and of 2 by 3 each takes 64 bytes, one after the other in the same place; of 40 and of 2 by 3 it is 192."""
    program = sequence_program(arena())
    for count, size in [(5, 64), (40, 192), (5, 64)]:
        x, y = np.arange(count, dtype=np.float32), np.arange(6, dtype=np.float32).reshape(2, 3)
        c, d = program([x, y])
        np.testing.assert_array_equal(c, x)
        np.testing.assert_array_equal(d, y)
        (made,) = program.program.pieces.arenas.values()
        assert made.size == size and [each.offset for each in made.needs] == [0, 0, 0]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"spans": "[[0, 0, 0, 1], [2, 1, 2, 3], [2, 1, 9, 9]]"}, "has a buffer 2 of size 1 from step 2 to 3, behind one 0 of size 0"),
        ({"spans": "[[0, 0, 0, 1], [0, 1, 2, 3], [1, 1, 9, 9]]"}, "has a buffer 0 of size 1 from step 2 to 3, behind one 0 of size 0"),
        ({"spans": "[[0, 0, 0, 1], [1, 2, 2, 3], [2, 1, 9, 9]]"}, "has a buffer 1 of size 2"),
        ({"spans": "[[0, 0, 1, 0], [1, 1, 2, 3], [2, 1, 9, 9]]"}, "from step 1 to 0"),
        ({"stretches": "[[4, 3]]"}, "has a stretch from step 4 to 3"),
        ({"buffer": 3}, "takes buffer 3 of an arena of 3"),
    ],
)
def test_an_arena_that_does_not_say_where_buffers_lie(change, message):
    with pytest.raises(Error, match=message):
        arena(**change)


def test_a_buffer_that_is_larger_than_its_place():
    program = sequence_program(arena(spans="[[0, 0, 0, 1], [1, 0, 2, 3], [2, 1, 9, 9]]"))
    with pytest.raises(Error, match=r"gives 4 bytes to a buffer of type memref<2x3xf32>"):
        program([np.zeros(1, np.float32), np.zeros((2, 3), np.float32)])
