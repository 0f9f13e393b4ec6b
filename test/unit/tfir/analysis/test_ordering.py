from tfir.analysis.ordering import by_priority

# b and c read a, d reads both; e stands alone.
MAKERS = {"d": ["b", "c"], "c": ["a"], "b": ["a"], "a": [], "e": []}


def ordered(makers, priorities):
    places = by_priority(makers, priorities)
    return "".join(sorted(places, key=places.__getitem__))


def test_of_those_that_could_be_next_the_smallest_is():
    assert ordered(MAKERS, {node: ord(node) for node in MAKERS}) == "abcde"
    assert ordered(MAKERS, {node: -ord(node) for node in MAKERS}) == "eacbd"


def test_what_is_first_in_the_table_is_first_where_priorities_are_equal():
    assert ordered(MAKERS, dict.fromkeys(MAKERS, 0)) == "acbde"


def test_who_reads_a_value_twice_waits_for_it_once():
    assert ordered({"b": ["a", "a"], "a": []}, {"a": 0, "b": 0}) == "ab"


def test_circles_and_what_stands_behind_them_have_no_place():
    assert ordered({"a": [], "b": ["c"], "c": ["b", "a"], "d": ["c"]}, dict.fromkeys("abcd", 0)) == "a"
