"""What became of each layer: its range and scale, how far it is off alone and in the program, its weights' size, or why it is left in float."""

from __future__ import annotations

import sys
from math import isfinite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tfopt.quantization.calibration import Histogram
    from tfopt.quantization.emission import Emission, WeightsAlone
    from tfopt.quantization.measurement import Distance
    from tfopt.quantization.regions import Region

BARS = 40  # of a histogram
COLUMNS = ("layer", "ops", "bits", "range", "scale", "alone", "so far", "worst element", "bytes")


def layer_of(
    region: Region,
    emission: Emission | WeightsAlone,
    alone: Distance | None,
    so_far: Distance | None,
    span: tuple[float, float] | None,
    numbers: Histogram | None,
) -> dict[str, Any]:
    """The facts about a layer, with the names that they have in JSON."""
    facts: dict[str, Any] = {"layer": region.name, "ops": region.kinds, "quantized": region in emission.results}
    element = emission.element_of(region)
    if element is not None:
        facts |= {"bits": element.storage.width, "scale": element.scales[0], "zero_point": element.zero_points[0]}
    if span is not None:
        facts["range"] = list(span)
    drawn = numbers.drawn(BARS) if numbers is not None else None
    if drawn is not None:
        facts["histogram"] = dict(zip(("low", "high", "counts"), drawn))
        if span is not None and numbers is not None:
            facts["beyond"] = numbers.beyond(span)
    for name, distance in (("sqnr_alone", alone), ("sqnr", so_far)):
        if distance is not None and distance.signal:
            facts[name] = distance.sqnr if isfinite(distance.sqnr) else None
    if so_far is not None and so_far.signal:
        expected, given = so_far.pair
        facts["worst"] = {"place": list(so_far.place), "expected": expected, "given": given}
    sizes = emission.sizes_of(region)
    if sizes is not None:
        facts["bytes"] = list(sizes)
    if region not in emission.results:
        facts["why"] = region.why_not or "it has no weights"
    return facts


def write_report(path: str, layers: list[dict[str, Any]], mode: str, as_json: bool = False) -> None:
    if as_json or path.endswith(".json"):
        from json import dumps

        text = dumps({"mode": mode, "layers": layers, "bytes": totals(layers)}, indent=1) + "\n"
    elif path.endswith((".html", ".htm")):
        from tfopt.quantization.report_page import as_page

        text = as_page(layers, mode, *totals(layers))
    else:
        text = as_text(layers, mode)
    if path == "-":
        sys.stderr.write(text)
        return
    from tfir.cli.files import Output

    with Output(path) as out:
        out.write(text)


def totals(layers: list[dict[str, Any]]) -> list[int]:
    sizes = [layer["bytes"] for layer in layers if "bytes" in layer]
    return [sum([size[at] for size in sizes]) for at in (0, 1)]


def as_text(layers: list[dict[str, Any]], mode: str) -> str:
    rows = [COLUMNS, *[row_of(layer) for layer in layers if layer["quantized"]]]
    widths = [max([len(row[at]) for row in rows]) for at in range(len(COLUMNS))]
    lines = ["  ".join([cell.ljust(width) for cell, width in zip(row, widths)]).rstrip() for row in rows]
    before, after = totals(layers)
    lines.append(
        f"{mode}: {sum([layer['quantized'] for layer in layers])} of {len(layers)} layers quantized; weights take {after} bytes, not {before}"
    )
    left = [layer for layer in layers if not layer["quantized"]]
    lines += [f"left in float: {layer['layer']} ({layer['ops']}{size_of(layer)}): {layer['why']}" for layer in left]
    return "\n".join(lines) + "\n"


def size_of(layer: dict[str, Any]) -> str:
    return f", {layer['bytes'][0]} bytes" if "bytes" in layer else ""


def row_of(layer: dict[str, Any]) -> tuple[str, ...]:
    low, high = layer.get("range", (None, None))
    worst = layer.get("worst")
    sizes = layer.get("bytes")
    return (
        layer["layer"], layer["ops"], str(layer.get("bits", "float")), "" if low is None else f"{low:.4g} .. {high:.4g}",
        f"{layer['scale']:.4g}:{layer['zero_point']}" if "scale" in layer else "", *[decibels(layer, name) for name in ("sqnr_alone", "sqnr")],
        "" if worst is None else f"{worst['given']:.4g} for {worst['expected']:.4g} at {worst['place']}", "" if sizes is None else f"{sizes[0]} -> {sizes[1]}",
    )  # fmt: skip


def decibels(layer: dict[str, Any], name: str) -> str:
    if name not in layer:
        return ""
    return "exact" if layer[name] is None else f"{layer[name]:.1f} dB"
