"""The picture of `--benchmark`: counted on paper, and drawn on a terminal alone."""

import io
import sys

import pytest

from tfrun.benchmark import Times, histogram


def test_times_are_counted_in_rows_of_equal_width():
    """Eight rows from 1 to 9 ms, of one each; those of 50 ms are the slowest tenth."""
    times = [0.001 * each for each in (1, 1.5, 1.75, 3.5, *[8.5] * 8, *[9] * 6, 50, 50)]
    rows = [
        ("1.000", "######### 3"),
        ("2.000", "0"),
        ("3.000", "### 1"),
        *[(f"{ms}.000", "0") for ms in (4, 5, 6, 7)],
        ("8.000", "#" * 40 + " 14"),
    ]
    assert histogram(times) == [*[f"    {ms} ms  {marks}" for ms, marks in rows], "  > 9.000 ms  ###### 2"]


def test_times_that_are_all_the_same():
    assert histogram([0.002] * 10) == ["  2.000 ms  " + "#" * 40 + " 10"]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("stream, count, is_drawn", [(Terminal(), 10, True), (io.StringIO(), 10, False), (Terminal(), 9, False)])
def test_it_is_drawn_on_a_terminal_of_enough_runs(stream, count, is_drawn, monkeypatch):
    monkeypatch.setattr(sys, "stderr", stream)
    assert bool(Times(lambda given: None, [], count).picture()) is is_drawn
