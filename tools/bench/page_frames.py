"""How smooth the page of a large graph is, in a headless Chromium: how long it takes to be made and to open, and the frames while one moves it.

    python tools/bench/page_frames.py [FILE.mlir...] [--nodes 20000] [--frames 60]

Without a file it is a graph made by rule, of NODES nodes in nested scopes. Times are in milliseconds: a frame is the time by the clock from one
call of requestAnimationFrame to the next while the view is moved or zoomed at each; beside it stands the processor time of the page's thread for each
frame, which says more on a machine that does other things as well, and how much of that is the page's own program. The browser draws on the processor. Frames are measured as the page opens, with all scopes open and the whole in sight, and there at a scale that can be read.
"""

import argparse
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

from measuring import tool

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "test" / "support"))
from browser import Browser

FRAMES = """(async () => {
  const pane = app.panes[0], frames = [], next = () => new Promise(requestAnimationFrame);
  await next();
  let last = await next();
  for (let number = 0; number < COUNT; number++) {
    if (KIND === "zoom") pane.zoom(number % 20 < 10 ? 1.06 : 1 / 1.06);
    else pane.move(number % 20 < 10 ? 9 : -9, number % 20 < 10 ? 7 : -7);
    const now = await next();
    frames.push(now - last);
    last = now;
  }
  return frames;
})()"""
LARGEST = "[...scopes.values()].filter((each) => !each.isOpen && each.counts.after && app.panes[0].boxOf.has(each)).sort((a, b) => b.items.length - a.items.length)[0]"


def graph_text(count: int) -> str:
    """A graph of nodes in nested scopes, of which each reads two before it, near and far."""
    lines, kind = [], "tensor<128x64xf32>"
    for at in range(count):
        name = f"model/block_{at // 400}/layer_{at // 40 % 10}/op_{at % 40}"
        read = [f"%{at - step}" for step in (1, 37) if at >= step]
        kinds = f"({', '.join([kind] * len(read))}) -> ({kind})"
        op = ("Placeholder", "Neg", "AddV2")[len(read)]
        typed = "dtype = f32, shape = #tf_type.shape<128x64>" if not read else "T = f32"
        operands = f"({', '.join(read)})" if read else ""
        lines.append(f'%{at}, %c{at} = {op}{operands} name("{name}") {{{typed}}} : {kinds}')
    return "module { tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {\n" + "\n".join(lines) + "\n} }\n"


def told(numbers: list[float]) -> str:
    ordered = sorted(numbers)
    return f"median {statistics.median(ordered):6.1f}, 95 % within {ordered[int(0.95 * (len(ordered) - 1))]:6.1f}, worst {ordered[-1]:6.1f}"


def measure(browser: Browser, source: pathlib.Path, folder: pathlib.Path, count: int) -> None:
    path, began = folder / "page.html", time.monotonic()
    subprocess.run([tool("tf-opt"), str(source), f"--view={path}", "-o", "/dev/null"], check=True)
    print(f"{source.name}: made in {time.monotonic() - began:.1f} s, {path.stat().st_size / 1e6:.1f} MB", flush=True)
    page = browser.open(path)
    page.settle()
    page.call("Performance.enable", timeDomain="threadTicks")
    print(f"  opens in {1e3 * page.seconds_to_open:.0f} ms, {page.run('nodes.length')} nodes")
    frames(page, "as it opens", count)
    timed(page, "the largest scope opens", f"app.toggle({LARGEST})")
    timed(page, "all scopes open", "app.openAll(true)")
    page.run("app.panes[0].fit()")
    page.settle()
    frames(page, f"{page.run('app.panes[0].boxes.length')} boxes, all in sight", count)
    page.run("app.panes[0].zoom(0.7 / app.panes[0].view.k)")
    page.settle()
    frames(page, "the same, to be read", count)
    timed(page, "one scope closes among them", "app.toggle(app.panes[0].boxes.find((each) => each.isFrame).item)")
    if page.errors:
        raise SystemExit("\n".join(page.errors))


def used(page) -> tuple[float, float]:
    """The processor time of the page's thread so far, and what its program had of it, in milliseconds."""
    metrics = {each["name"]: 1e3 * each["value"] for each in page.call("Performance.getMetrics")["metrics"]}
    return metrics["TaskDuration"], metrics["ScriptDuration"]


def timed(page, title: str, script: str) -> None:
    before = used(page)
    page.run(f"{script}; 0")
    page.settle()
    whole, _ = (after - earlier for after, earlier in zip(used(page), before))
    print(f"  {title}: processor time {whole:.0f}", flush=True)


def frames(page, title: str, count: int) -> None:
    for kind in ("pan", "zoom"):
        before = used(page)
        times = page.run(FRAMES.replace("COUNT", str(count)).replace("KIND", f'"{kind}"'))
        whole, own = ((after - earlier) / count for after, earlier in zip(used(page), before))
        print(f"  {title}, {kind}: frame {told(times)}; processor time {whole:.1f} for each, program {own:.1f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", type=pathlib.Path, nargs="*")
    parser.add_argument("--nodes", type=int, default=20000)
    parser.add_argument("--frames", type=int, default=60)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch, Browser() as browser:
        folder = pathlib.Path(scratch)
        if not options.files:
            (folder / f"nodes-{options.nodes}.mlir").write_text(graph_text(options.nodes))
        for path in options.files or [folder / f"nodes-{options.nodes}.mlir"]:
            measure(browser, path, folder, options.frames)


if __name__ == "__main__":
    main()
