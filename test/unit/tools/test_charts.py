"""Charts of benchmarks: numbers stand where the axes say, one file of the same numbers."""

import datetime
import math
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

sys.path.insert(0, str(Path(__file__).parents[3] / "tools" / "bench"))
from charts import COLOURS, LEFT, RIGHT, WIDTH, bars, curves, shown, ticks

DAY = datetime.date(2026, 11, 29)
SVG = "{http://www.w3.org/2000/svg}"


def of(kind: str, text: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(text).iter(SVG + kind))


def test_bars_begin_at_one_and_end_at_their_ratio():
    """From 0.35 to 4.4 (the ends are 0.7 of a half, and 1.1 of the most), on a logarithmic axis."""
    text = bars("t", "b", {"model <a>": {"one": 4.0, "two": 0.5}, "other": {"one": 1.0}}, DAY)

    def across(number: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * math.log(number / 0.35) / math.log(4.4 / 0.35)

    drawn = [each for each in of("rect", text) if each.get("height") == "11"]
    assert [each.get("fill") for each in drawn] == [COLOURS[0], COLOURS[1], COLOURS[0]]
    ends = [(float(each.get("x")), float(each.get("x")) + float(each.get("width"))) for each in drawn[:2]]
    assert ends == [pytest.approx((across(1), across(4)), abs=0.11), pytest.approx((across(0.5), across(1)), abs=0.11)]
    words = [each.text for each in of("text", text)]
    assert {"model <a>", "other", "one", "two", "4", "0.5", "1"} <= set(words) and words[-1].startswith("2026-11-29, ")


def test_what_grows_like_a_power_is_straight():
    text = curves("t", "b", {"square": {10: 1.0, 100: 100.0, 1000: 10000.0}, "same": {10: 5.0, 1000: 5.0}}, "elements", DAY)
    square, same = [[tuple(map(float, point.split(","))) for point in each.get("points").split()] for each in of("polyline", text)]
    (x1, y1), (x2, y2), (x3, y3) = square
    assert x2 - x1 == pytest.approx(x3 - x2, abs=0.11) and y1 - y2 == pytest.approx(y2 - y3, abs=0.11) and y3 < y1
    assert same[0][1] == same[1][1]


def test_the_same_numbers_are_the_same_file():
    assert bars("t", "b", {"m": {"p": 2.0}}, DAY) == bars("t", "b", {"m": {"p": 2.0}}, DAY)


def test_ticks_are_round_numbers_within():
    assert ticks(0.45, 4.4) == pytest.approx([0.5, 1, 2]) and ticks(1, 1e6) == pytest.approx([1, 10, 100, 1000, 1e4, 1e5, 1e6])
    assert [shown(number) for number in (0.5, 1, 2048, 65536)] == ["0.5", "1", "2,048", "65,536"]
