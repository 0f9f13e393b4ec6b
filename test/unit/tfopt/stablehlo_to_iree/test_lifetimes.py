"""Where buffers lie in an arena."""

from hypothesis import given
from hypothesis import strategies as st

from tfopt.stablehlo_to_iree.lifetimes import Need, place


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
