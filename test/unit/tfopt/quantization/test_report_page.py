"""The report as a page: what is told of each layer, drawn in proportion, and complete in itself."""

import re
from xml.etree import ElementTree

from tfopt.quantization.report import write_report
from tfopt.quantization.report_page import as_page

LAYER = {
    "layer": "dense", "ops": "dot_general + add", "quantized": True, "bits": 8, "scale": 0.03125, "range": [-1.0, 3.0], "beyond": 0.125,
    "sqnr_alone": 30.0, "sqnr": None, "worst": {"place": [0, 2], "expected": 4.0, "given": 3.0}, "bytes": [4000, 1000],
    "histogram": {"low": -2.0, "high": 4.0, "counts": [1, 4, 16, 9, 0, 1]},
}  # fmt: skip
LEFT = {"layer": "<script>", "ops": "exp", "quantized": False, "why": "it has no weights & more"}


def body(layers) -> ElementTree.Element:
    page = as_page(layers, "full", 4000, 1000)
    return ElementTree.fromstring(page[page.index("<body>") : page.index("</html>")])


def test_a_layer_is_told_whole():
    text = "|".join([cell.strip() for cell in body([LAYER, LEFT]).itertext() if cell.strip()])
    assert "Quantization, full: 1 of 2 layers" in text and "1,000 bytes, and took 4,000, 4.00 times less" in text
    assert "dense|dot_general + add|8|from -2 to 4|-1 to 3|0.03125|12.500%|30.0 dB|exact|4 became 3|at [0, 2]|4,000 → 1,000" in text
    assert "<script>|exp|it has no weights & more" in text


def test_what_is_beyond_the_range_is_drawn_apart():
    """Six bins of 25 pixels from -2 to 4; the range goes from -1, after the first, to 3, before the last."""
    histogram = next(each for each in body([LAYER]).iter("svg") if each.get("role") == "img")
    assert [bar.get("class") for bar in histogram.iter("rect")] == ["cut", "bar", "bar", "bar", "bar", "cut"]
    assert [bar.get("height") for bar in histogram.iter("rect")] == ["8.5", "17.0", "34.0", "25.5", "0.0", "8.5"]
    assert [line.get("x1") for line in histogram.iter("line")] == ["25.0", "125.0"]


def test_bars_are_as_long_as_decibels():
    widths = [each.get("width") for each in body([LAYER]).iter("rect") if each.get("height") == "7"]
    assert widths == ["150", "75.0", "150", "150.0"]


def test_the_page_needs_nothing_else(tmp_path):
    path = tmp_path / "layers.html"
    write_report(str(path), [LAYER, LEFT], "full")
    page = path.read_text()
    assert not re.search(r"(?:src|href)\s*=|@import|url\(|https?://|<script", page) and "default-src 'none'" in page


def test_a_layer_of_which_little_is_known():
    assert len(body([{"layer": "x", "ops": "add", "quantized": True}]).findall(".//td")) == 10
