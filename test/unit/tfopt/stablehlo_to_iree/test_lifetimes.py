"""Where buffers lie in an arena."""

from hypothesis import given
from hypothesis import strategies as st

from tfopt.stablehlo_to_iree.lifetimes import Need, place

SPANS = st.tuples(st.integers(0, 20), st.integers(0, 20)).map(sorted)
NEEDS = st.lists(st.builds(lambda size, span: Need(size, *span), st.integers(1, 5000), SPANS), max_size=30)


@given(NEEDS, st.sampled_from([1, 16, 256, 100]))
def test_what_is_needed_together_does_not_overlap(needs, alignment):
    size = place(needs, alignment)
    for at, need in enumerate(needs):
        assert need.offset % alignment == 0
        assert 0 <= need.offset and need.offset + need.size <= size
        for other in needs[:at]:
            apart = need.offset + need.size <= other.offset or other.offset + other.size <= need.offset
            assert apart or need.last < other.first or other.last < need.first


def test_what_is_not_needed_together_shares_a_place():
    needs = [Need(100, 0, 1), Need(100, 2, 3), Need(50, 4, 4)]
    assert place(needs, 1) == 100
    assert [need.offset for need in needs] == [0, 0, 0]


def test_both_ends_of_a_need_count():
    assert place([Need(100, 0, 1), Need(100, 1, 2)], 1) == 200


def test_a_small_need_goes_into_a_gap():
    # The two large ones are needed throughout; between the lifetimes of others a gap opens at their end only.
    needs = [Need(100, 0, 9), Need(60, 0, 4), Need(40, 5, 9), Need(20, 5, 9)]
    assert place(needs, 1) == 160


def test_nothing_takes_nothing():
    assert place([], 256) == 0
