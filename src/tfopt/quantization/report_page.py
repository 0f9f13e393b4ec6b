"""The report as a page for a browser: what quantization costs by layer, and what calibration met there. It needs no network and no program."""

from __future__ import annotations

from html import escape
from math import inf

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST_DECIBELS, WIDTH, HEIGHT = 60.0, 150, 34

STYLE = """
:root { color-scheme: light dark; --line: #dadce0; --quiet: #5f6368; --bar: #1a73e8; --cut: #d93025; --raised: #f1f3f4; }
@media (prefers-color-scheme: dark) { :root { --line: #3c4043; --quiet: #9aa0a6; --bar: #8ab4f8; --cut: #f28b82; --raised: #303134; } }
body { font: 13px/1.4 system-ui, sans-serif; margin: 16px 20px; }
h1 { font-size: 17px; margin: 0 0 4px; } p { color: var(--quiet); margin: 0 0 12px; max-width: 60em; }
table { border-collapse: collapse; } caption { text-align: left; font-weight: 600; padding: 12px 0 4px; }
th { text-align: left; font-weight: 600; color: var(--quiet); position: sticky; top: 0; background: canvas; }
th, td { padding: 3px 12px 3px 0; border-bottom: 1px solid var(--line); vertical-align: middle; }
td.number { text-align: right; font-variant-numeric: tabular-nums; } td small { color: var(--quiet); display: block; }
svg { display: block; } svg .back { fill: var(--raised); } svg .bar { fill: var(--bar); } svg .cut { fill: var(--cut); } svg line { stroke: var(--cut); }
"""
HEADINGS = (
    "layer",
    "bits",
    "what calibration met",
    "range kept",
    "scale",
    "beyond it",
    "alone",
    "in the program",
    "worst element",
    "weights, bytes",
)


def as_page(layers: list[dict[str, Any]], mode: str, before: int, after: int) -> str:
    quantized = [layer for layer in layers if layer["quantized"]]
    rows = "".join([f"<tr>{''.join(cells(layer))}</tr>\n" for layer in quantized])
    head = "".join([f'<th scope="col">{heading}</th>' for heading in HEADINGS])
    smaller = f", {before / after:.2f} times less" if after else ""
    left = "".join([f"<tr><td>{named(layer)}</td><td>{escape(layer['why'])}</td></tr>\n" for layer in layers if not layer["quantized"]])
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Quantization: {escape(mode)}</title>
<style>{STYLE}</style>
</head>
<body>
<h1>Quantization, {escape(mode)}: {len(quantized)} of {len(layers)} layers</h1>
<p>Weights take {after:,} bytes, and took {before:,}{smaller}. Alone: the signal to the noise of a layer whose operands are what they are in float, in decibels; in the program:
with all errors of the layers in front. Bars end at {MOST_DECIBELS:.0f} dB.</p>
<table><caption>Quantized</caption>
<thead><tr>{head}</tr></thead>
<tbody>
{rows}</tbody></table>
{f'<table><caption>Left in float</caption><thead><tr><th scope="col">layer</th><th scope="col">why</th></tr></thead><tbody>{left}</tbody></table>' if left else ""}
</body>
</html>
"""


def named(layer: dict[str, Any]) -> str:
    return f"{escape(layer['layer'])}<small>{escape(layer['ops'])}</small>"


def cells(layer: dict[str, Any]) -> list[str]:
    low, high = layer.get("range", (None, None))
    worst = layer.get("worst")
    texts = [
        f"<td>{named(layer)}</td>",
        number(layer.get("bits")),
        f"<td>{distribution(layer)}</td>",
        f"<td>{f'{low:.4g} to {high:.4g}' if low is not None else ''}</td>",
        number(layer.get("scale")),
        number(layer.get("beyond"), "{:.3%}"),
        *[f"<td>{decibels(layer, name)}</td>" for name in ("sqnr_alone", "sqnr")],
        f"<td>{worst['expected']:.4g} became {worst['given']:.4g}<small>at {worst['place']}</small></td>" if worst else "<td></td>",
        f'<td class="number">{" → ".join([f"{size:,}" for size in layer["bytes"]])}</td>' if "bytes" in layer else "<td></td>",
    ]
    return texts


def number(value: float | None, form: str = "{:.4g}") -> str:
    return f'<td class="number">{form.format(value) if value is not None else ""}</td>'


def decibels(layer: dict[str, Any], name: str) -> str:
    """A bar and its number; None is exact."""
    if name not in layer:
        return ""
    value = layer[name] if layer[name] is not None else inf
    width = WIDTH * max(0.0, min(value, MOST_DECIBELS)) / MOST_DECIBELS
    label = f"{value:.1f} dB" if value < inf else "exact"
    bars = f'<rect class="back" width="{WIDTH}" height="7"/><rect class="bar" width="{width:.1f}" height="7"/>'
    return f'{label}<svg width="{WIDTH}" height="7" aria-hidden="true">{bars}</svg>'


def distribution(layer: dict[str, Any]) -> str:
    """A histogram of the numbers that the layer gave in float, with the limits that are kept; what lies beyond is drawn in another colour."""
    histogram = layer.get("histogram")
    if not histogram:
        return ""
    counts, low, high = histogram["counts"], histogram["low"], histogram["high"]
    step, width, highest = (high - low) / len(counts), WIDTH / len(counts), max(counts)
    kept_low, kept_high = layer.get("range", (low, high))
    parts = []
    for at, count in enumerate(counts):
        middle, height = low + (at + 0.5) * step, HEIGHT * (count / highest) ** 0.5 if count else 0.0  # the root, so that tails are seen
        kind = "bar" if kept_low <= middle <= kept_high else "cut"
        parts.append(f'<rect class="{kind}" x="{at * width:.1f}" y="{HEIGHT - height:.1f}" width="{width:.1f}" height="{height:.1f}"/>')
    for limit in (kept_low, kept_high):
        if low < limit < high:
            x = WIDTH * (limit - low) / (high - low)
            parts.append(f'<line x1="{x:.1f}" y1="0" x2="{x:.1f}" y2="{HEIGHT}"/>')
    told = f"from {low:.4g} to {high:.4g}"
    return f'<svg width="{WIDTH}" height="{HEIGHT}" role="img" aria-label="histogram {told}">{"".join(parts)}</svg><small>{told}</small>'
