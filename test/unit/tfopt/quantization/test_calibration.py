"""Ranges told from numbers, on paper."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.quantization.calibration import Entropy, Extremes, Histogram, Mean, Percentile, Roomy, Samples, SquaredError, Watched, best_cut


def told(statistic, *arrays):
    for array in arrays:
        statistic.add(np.array(array, np.float32))
    return statistic.range()


def test_extremes_leave_out_what_is_no_number():
    assert told(Extremes(), [1, 3], [np.inf, np.nan, -2]) == (-2, 3)
    assert told(Extremes(), [np.nan]) is None


def test_an_end_is_cut_off_where_that_loses_less_than_rounding():
    """Of a million numbers between 0 and 1 steps of 2 / 255 lose 1e6 * (2 / 255)^2 / 12 = 5.1 by their squares, steps of half that 1.3. A number 2 that
    is cut off at 1 loses 1: one of them is, and of a thousand none is."""
    many = np.linspace(0, 1, 1_000_000)
    low, high = told(SquaredError(), many, [2.0])
    assert low == 0 and 1 <= high <= 1.2
    assert told(SquaredError(), many, [2.0] * 1000) == (0, 2)
    assert told(SquaredError(), -many, [-2.0])[0] == -high
    assert told(SquaredError(), [0.0, 0.0]) == (0, 0)


def test_other_data_have_as_much_room_as_calls_reach_differently():
    """Logarithms of reaches of 1 and e^0.8 in turn have the spread 0.4, 0.2 of which is no room: e is left of five times the other 0.2. Three times what was met
    is the most."""
    turns = [at % 2 + at / 1e5 for at in range(10)]
    assert told(Roomy(), *[[-np.exp(2.0 * at), np.exp(0.8 * at)] for at in turns]) == pytest.approx((-3 * np.exp(2), np.exp(1.8)), rel=1e-3)
    assert told(Roomy(), *[[np.exp(0.3 * at)] for at in turns])[1] == pytest.approx(np.exp(0.3), rel=1e-3)


@pytest.mark.parametrize("reaches", [[1.0, 2.0] * 3, [2.0, *[6.0] * 10], [0.0, *range(1, 10)]], ids=["few", "limit", "none"])
def test_few_calls_a_limit_and_calls_without_such_numbers_tell_no_room(reaches):
    assert told(Roomy(), *[[each] for each in reaches])[1] == max(reaches)


def test_bins_widen_as_larger_numbers_come():
    histogram = Histogram()
    told(histogram, [2048.0, 1.5, -3.5])
    assert histogram.width == 1  # the largest number ends the last bin
    told(histogram, [5000.0])
    assert histogram.width == 4
    assert [histogram.bins[1, at] for at in (0, 511, 1250)] == [1, 1, 1]
    assert histogram.bins[0, 0] == 1
    assert histogram.bins.sum() == 4


def test_a_percentile_leaves_out_a_few_numbers_at_each_end():
    numbers = [*range(1, 1001), -500.0]
    low, high = told(Percentile(99.5), numbers)
    assert low == -0.0
    assert high == pytest.approx(996, abs=1)
    assert told(Percentile(100), numbers) == (-500, 1000)


def test_entropy_cuts_off_what_is_far_and_rare():
    random = np.random.default_rng(0)
    numbers = np.append(random.standard_normal(100_000), [60.0])
    low, high = told(Entropy(), numbers)
    assert 3 < high < 12
    assert -12 < low < -3


def test_entropy_keeps_numbers_that_are_evenly_spread():
    numbers = np.linspace(0, 10, 100_000)
    assert told(Entropy(), numbers) == (0, 10)
    assert best_cut(np.full(2048, 40)) == 2048


def test_a_mean_is_taken_place_by_place():
    mean = Mean()
    mean.add(np.array([1.0, 3.0]))
    mean.add(np.array([3.0, 5.0]))
    assert mean.array().tolist() == [2, 4]


PROGRAM = """func.func @main(%arg0: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %0 = stablehlo.negate %arg0 : tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}"""


def test_data_of_more_rows_are_calls_one_after_the_other(tmp_path):
    module = parse(Source("t.mlir", PROGRAM), lookup, dialect)
    np.savez(tmp_path / "a.npz", arg0=np.array([[1, 2], [3, 4]], np.float32))
    np.savez(tmp_path / "b.npz", arg0=np.array([[5, 6]], np.float32))
    value = module.body.first.body.first.result
    seen = []
    program = Watched(module, {value: lambda array: seen.append(array.tolist())})
    for sample in Samples(f"@{tmp_path}/*.npz"):
        program.run(sample)
    assert seen == [[[-1, -2]], [[-3, -4]], [[-5, -6]]]


def test_data_without_a_feed_are_refused(tmp_path):
    np.savez(tmp_path / "a.npz", other=np.zeros((1, 2), np.float32))
    with pytest.raises(Error, match="the data have no array 'arg0'; they have other"):
        Watched(parse(Source("t.mlir", PROGRAM), lookup, dialect), {}).run(next(iter(Samples(f"{tmp_path}/*.npz"))))
    with pytest.raises(Error, match="no files are"):
        Samples(f"@{tmp_path}/*.npy")


def test_what_is_drawn_of_a_histogram():
    """Bins are 4/2048 wide; of four bars from -1 to 4 the first ends at 0.25."""
    histogram = Histogram()
    histogram.add(np.array([-1.0, -0.5, 0.1, 1.0, 2.0, 2.1, 4.0, np.inf], np.float32))
    assert histogram.drawn(4) == (-1.0, 4.0, [3, 1, 2, 1])
    assert histogram.beyond((-0.75, 2.05)) == 3 / 7 and histogram.beyond((-1.0, 4.0)) == 0.0
    constant = Histogram()
    constant.add(np.full(3, 2.0, np.float32))
    assert constant.drawn(4) is None and Histogram().drawn(4) is None and Histogram().beyond((-1.0, 1.0)) == 0.0
