"""Charts of what benchmarks measure, as SVG: ratios to peers as bars, growth as curves on logarithmic axes.

A writer of our own and no library: the files are small, read well as text in a change, and are the same bytes for the same numbers; two kinds of
charts are all that is needed. The day and the machine stand below each chart.
"""

import datetime
import math
import os
import pathlib
import platform

COLOURS = (
    "#1a73e8",
    "#d93025",
    "#188038",
    "#f29900",
    "#9334e6",
    "#12858d",
    "#b31412",
    "#5f6368",
    "#c2185b",
    "#33691e",
    "#4e342e",
    "#455a64",
)
INK, QUIET, LINE = "#202124", "#5f6368", "#dadce0"
WIDTH, LEFT, RIGHT, BAR, SPACE, HEAD, FOOT = 760, 210, 70, 13, 9, 62, 46
CURVES_HEIGHT, CURVES_RIGHT = 400, 130


def machine() -> str:
    """The processor, and how many of them."""
    info = pathlib.Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{names[0] if names else platform.processor() or platform.machine()}, {os.cpu_count()} processors"


def text(x: float, y: float, words: str, size: int = 12, colour: str = INK, anchor: str = "start", weight: int = 400) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" font-weight="{weight}" fill="{colour}" text-anchor="{anchor}">{escaped(words)}</text>'


def escaped(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def line(x1: float, y1: float, x2: float, y2: float, colour: str = LINE, width: float = 1) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" stroke-width="{width}"/>'


def document(height: float, title: str, below: str, parts: list[str], day: datetime.date | None) -> str:
    footnote = f"{day or datetime.date.today()}, {machine()}"
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}" height="{height:.0f}" role="img" font-family="Helvetica, Arial, DejaVu Sans, sans-serif">',
        f"<title>{escaped(title)}</title>", '<rect width="100%" height="100%" fill="#ffffff"/>', text(14, 22, title, 15, weight=600), text(14, 40, below, 12, QUIET),
        *parts, text(14, height - 10, footnote, 11, QUIET), "</svg>", "",
    ])  # fmt: skip


def ticks(least: float, most: float) -> list[float]:
    """1, 2 and 5 times powers of ten between two positive numbers, those at the ends included; powers alone where there are many."""
    powers = range(math.floor(math.log10(least)) - 1, math.ceil(math.log10(most)) + 1)
    numbers = [step * 10.0**power for power in powers for step in ((1, 2, 5) if len(powers) < 6 else (1,))]
    return [number for number in numbers if least * 0.999 <= number <= most * 1.001]


def shown(number: float) -> str:
    return f"{number:.3g}" if number < 1000 else f"{number:,.0f}"


def bars(title: str, below: str, ratios: dict[str, dict[str, float]], day: datetime.date | None = None) -> str:
    """A group of bars for each row of `ratios`, one for each peer, on a logarithmic axis; 1 is as fast as the peer."""
    peers = list(dict.fromkeys([peer for row in ratios.values() for peer in row]))
    numbers = [number for row in ratios.values() for number in row.values()]
    least, most = min(0.5, *numbers) * 0.7, max(2.0, *numbers) * 1.1

    def across(number: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * math.log(number / least) / math.log(most / least)

    y, parts = HEAD + 18.0, []
    for name, row in ratios.items():
        parts.append(text(LEFT - 8, y + len(row) * BAR / 2 + 4, name, anchor="end"))
        for peer, number in row.items():
            x1, x2 = sorted((across(1), across(number)))
            parts.append(
                f'<rect x="{x1:.1f}" y="{y:.1f}" width="{max(1, x2 - x1):.1f}" height="{BAR - 2}" fill="{COLOURS[peers.index(peer) % len(COLOURS)]}"/>'
            )
            inside = "end" if number < 1 else "start"
            parts.append(text(across(number) + (-4 if number < 1 else 4), y + BAR - 4, shown(number), 11, QUIET, inside))
            y += BAR
        y += SPACE
    grid = [part for number in ticks(least, most) for part in
            (line(across(number), HEAD + 10, across(number), y, INK if number == 1 else LINE), text(across(number), y + 14, shown(number), 11, QUIET, "middle"))]  # fmt: skip
    return document(y + FOOT, title, below, [*grid, *legend(peers), *parts], day)


def legend(names: list[str]) -> list[str]:
    parts, x = [], 14.0
    for at, name in enumerate(names):
        parts += [
            f'<rect x="{x:.1f}" y="{HEAD - 12}" width="10" height="10" fill="{COLOURS[at % len(COLOURS)]}"/>',
            text(x + 14, HEAD - 3, name, 12),
        ]
        x += 30 + 7.2 * len(name)
    return parts


def curves(title: str, below: str, series: dict[str, dict[float, float]], across: str, day: datetime.date | None = None) -> str:
    """A curve for each of `series`, numbers by sizes; both axes are logarithmic, so that what grows like a power is straight. `across` says what the sizes are."""
    sizes = [size for row in series.values() for size in row]
    numbers = [number for row in series.values() for number in row.values()]
    right, top, bottom = WIDTH - CURVES_RIGHT, HEAD, CURVES_HEIGHT - 64
    (low, high), (least, most) = (min(sizes), max(sizes)), (min(numbers) * 0.8, max(numbers) * 1.25)

    def place(size: float, number: float) -> tuple[float, float]:
        x = 64 + (right - 64) * (math.log(size / low) / math.log(high / low) if high > low else 0.5)
        return x, bottom - (bottom - top) * math.log(number / least) / math.log(most / least)

    parts = []
    for number in ticks(least, most):
        y = place(low, number)[1]
        parts += [line(64, y, right, y), text(58, y + 4, shown(number), 11, QUIET, "end")]
    for size in sorted(set(sizes)):
        x = place(size, least)[0]
        parts += [line(x, top, x, bottom), text(x, bottom + 15, shown(size), 11, QUIET, "middle")]
    parts.append(text((64 + right) / 2, bottom + 32, across, 12, QUIET, "middle"))
    ends = []
    for at, (name, row) in enumerate(series.items()):
        colour, points = COLOURS[at % len(COLOURS)], [place(size, number) for size, number in sorted(row.items())]
        parts.append(
            f'<polyline points="{" ".join([f"{x:.1f},{y:.1f}" for x, y in points])}" fill="none" stroke="{colour}" stroke-width="1.6"/>'
        )
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.4" fill="{colour}"/>' for x, y in points]
        ends.append((points[-1][1], name, colour))
    y = -math.inf
    for end, name, colour in sorted(ends):  # names beside the ends, below each other
        y = max(end + 4, y + 13)
        parts.append(text(right + 8, y, name, 11, colour))
    return document(max(CURVES_HEIGHT, y + FOOT), title, below, parts, day)


def add_chart_argument(parser) -> None:
    parser.add_argument("--chart", type=pathlib.Path, metavar="FILE.svg", help="write a chart of what is measured, too")


def write_chart(path: pathlib.Path | None, chart, *facts) -> None:
    """Draws `chart(*facts)` where a file is named and there is something to draw."""
    if path is not None and facts[2]:
        path.write_text(chart(*facts), encoding="utf-8")
