"""How long tf-opt takes to parse, verify and print text, against the tools it stands beside; and what starting it costs.

    python tools/bench/parse_and_print.py [--peers PREFIX] [--xdsl PREFIX] [--networks FOLDER] [--runs N] [--only NAME ...]

The peers are the iree-opt binary inside PyPI's iree-base-compiler, not the Python script of the same name, and xdsl-opt, which has
no StableHLO and is measured on arith ops. FOLDER is what export_networks.py made; without it the networks are generated ones. Our
package should be installed (with its bytecode), not run from a checkout.
"""

import argparse
import pathlib
import random
import subprocess
import sys
import tempfile

from charts import add_chart_argument, bars, write_chart
from measuring import add_peers_argument, command_cost, medians_of_costs, peer_file, tool

T = "tensor<8x128xf32>"


def program(count: int) -> str:
    """One function of so many ops in their printed form: elementwise ones, broadcasts, products, selections, constants."""
    lines = ["module @bench {", f"  func.func public @main(%arg0: {T}, %arg1: tensor<128x128xf32>) -> {T} {{"]
    last, number = "%arg0", 0

    def add(text: str) -> str:
        nonlocal number
        lines.append(f"    %{number} = {text}")
        number += 1
        return f"%{number - 1}"

    while number < count - 8:
        product = add(
            f"stablehlo.dot_general {last}, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT]"
            f" : ({T}, tensor<128x128xf32>) -> {T}"
        )
        bias = add("stablehlo.constant dense<5.000000e-01> : tensor<128xf32>")
        spread = add(f"stablehlo.broadcast_in_dim {bias}, dims = [1] : (tensor<128xf32>) -> {T}")
        shifted = add(f"stablehlo.add {product}, {spread} : {T}")
        bent = add(f"stablehlo.tanh {shifted} : {T}")
        which = add(f"stablehlo.compare  GT, {bent}, {spread},  FLOAT : ({T}, {T}) -> tensor<8x128xi1>")
        chosen = add(f"stablehlo.select {which}, {bent}, {shifted} : tensor<8x128xi1>, {T}")
        last = add(f"stablehlo.multiply {chosen}, {last} : {T}")
    return "\n".join([*lines, f"    return {last} : {T}", "  }", "}", ""])


def written_by_hand(text: str) -> str:
    """The same program as somebody types it: other spacing, comments, names for values, no blanks that a printer makes."""
    lines = []
    for number, line in enumerate(text.replace("    %", "  %value_").split("\n")):
        line = line.replace("  GT", " GT").replace(",  FLOAT", ", FLOAT").replace(" : (", ": (")
        lines += [f"  // step {number}", line] if number % 16 == 5 else [line]
    named = "\n".join(lines)
    return named.replace(" %", " %value_").replace("(%", "(%value_").replace("%value_value_", "%value_").replace("%value_arg", "%arg")


def generic(text: str) -> str:
    from tfir.dialects import dialect, lookup
    from tfir.ir.location import Source
    from tfir.text.parser import parse
    from tfir.text.printer import PrintOptions, print_operation

    return print_operation(parse(Source("bench", text), lookup, dialect), lookup, PrintOptions(generic=True))


def network(blocks: int) -> str:
    """Residual blocks of convolutions in functions of 50: longer lines, more attributes."""
    kind, weights = "tensor<1x56x56x64xf32>", "tensor<3x3x64x64xf32>"
    window = "{stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]}"
    precision = "[#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]"
    more = f"{{batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = {precision}}} : ({kind}, {weights}) -> {kind}"

    def convolution(value: str, by: str) -> str:
        return f"stablehlo.convolution({value}, {by}) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {window} {more}"

    lines, last = ["module {"], "%arg0"
    for number in range(blocks):
        at = number % 50
        if at == 0:
            lines.append(f"  func.func @part_{number // 50}(%arg0: {kind}, %arg1: {weights}, %arg2: {weights}) -> {kind} {{")
            last = "%arg0"
        first = 4 * at
        lines += [
            f"    %{first} = {convolution(last, '%arg1')}", f"    %cst_{at} = stablehlo.constant dense<0.000000e+00> : {kind}",
            f"    %{first + 1} = stablehlo.maximum %{first}, %cst_{at} : {kind}", f"    %{first + 2} = {convolution(f'%{first + 1}', '%arg2')}",
            f"    %{first + 3} = stablehlo.add %{first + 2}, {last} : {kind}",
        ]  # fmt: skip
        last = f"%{first + 3}"
        if at == 49 or number == blocks - 1:
            lines += [f"    return {last} : {kind}", "  }"]
    return "\n".join([*lines, "}", ""])


def constant(count: int, content: str) -> str:
    return f"module {{\n  func.func @main() -> tensor<{count}xf32> {{\n    %cst = stablehlo.constant dense<{content}> : tensor<{count}xf32>\n    return %cst : tensor<{count}xf32>\n  }}\n}}\n"


def hexadecimal(size: int) -> str:
    return constant(size // 4, '"0x' + random.Random(1).randbytes(size).hex().upper() + '"')


def decimal(count: int) -> str:
    numbers = random.Random(2)
    return constant(count, "[" + ", ".join([f"{numbers.gauss(0, 1):.6e}" for _ in range(count)]) + "]")


def arith(count: int) -> str:
    lines = [f"    %{n} = arith.{('addi', 'muli', 'subi')[n % 3]} %{f'{n - 1}' if n else 'arg0'}, %arg0 : i32" for n in range(count)]
    return "\n".join(["module {", "  func.func @main(%arg0: i32) -> i32 {", *lines, f"    return %{count - 1} : i32", "  }", "}", ""])


class Line:
    """One line of the table: a text, the flags that all tools get, and what may not be exceeded.

    `bound` is the processor time and `memory` the peak memory as multiples of iree-opt's, `most` the time in ms, `per_op` in us
    for each of `ops` operations, `over` the time as a multiple of an earlier line's, of our own, `times` how often xdsl-opt's
    time must contain ours. `linear` compares the time for each operation.
    """

    def __init__(self, make, *flags, ops=None, bound=1.5, memory=None, most=None, per_op=None, over=None, linear=None, times=None):
        self.make, self.flags, self.ops, self.times = make, flags, ops, times
        self.bound, self.memory, self.most, self.per_op, self.over, self.linear = bound, memory, most, per_op, over, linear


LINES = {
    "empty": Line(lambda: "module {\n}\n", most=25),
    "1k": Line(lambda: program(1_000), ops=1_000),
    "10k": Line(lambda: program(10_000), ops=10_000),
    "100k": Line(lambda: program(100_000), ops=100_000),
    "300k": Line(lambda: program(300_000), ops=300_000, linear=("10k", 1.3)),
    "10k by hand": Line(lambda: written_by_hand(program(10_000)), ops=10_000, bound=None, per_op=30),
    "10k generic": Line(lambda: generic(program(10_000)), "--mlir-print-op-generic", ops=10_000),
    "10k cse canonicalize": Line(lambda: program(10_000), "--cse", "--canonicalize", ops=10_000, bound=None, over=("10k", 1.5)),
    "10k arith": Line(lambda: arith(10_000), ops=10_000, times=15),
    "50 MiB hex": Line(lambda: hexadecimal(50 << 20), memory=1.2),
    "1M decimals": Line(lambda: decimal(1_000_000), bound=1.0),
}
GENERATED = {"1k of a network": Line(lambda: network(200)), "30k of a network": Line(lambda: network(6_000))}


def networks(folder: str | None) -> dict[str, Line]:
    """The exported programs of a folder; generated ones without it."""
    if folder is None:
        return GENERATED
    return {path.stem: Line(path.read_text) for path in sorted(pathlib.Path(folder).glob("*.mlir"))}


def commands(options, path: str, line: Line) -> dict:
    commands_by_tool = {"tf-opt": [tool("tf-opt"), path, *line.flags]}
    peer, xdsl = (
        peer_file(options.peers, "iree/compiler/_mlir_libs/iree-opt"),
        pathlib.Path(options.xdsl or options.peers, "bin", "xdsl-opt"),
    )
    if peer:
        commands_by_tool["iree-opt"] = [peer, path, *line.flags]
    if line.times and xdsl.exists():
        commands_by_tool["xdsl-opt"] = [str(xdsl), path]
    return commands_by_tool


def ratios(line: Line, costs: dict, earlier: dict):
    """(what is compared, how much it is, whether that is within the line's bounds)."""
    (time, memory), peer = costs["tf-opt"], costs.get("iree-opt")
    if peer:
        ratio, share = time / peer[0], memory / peer[1]
        yield f"time {ratio:.2f} of iree-opt's", line.bound is None or ratio <= line.bound
        yield f"memory {share:.2f}", line.memory is None or share <= line.memory
    if "xdsl-opt" in costs:
        times = costs["xdsl-opt"][0] / time
        yield f"xdsl-opt's time is {times:.0f} times ours", times >= line.times
    if line.ops:
        yield f"{1e3 * time / line.ops:.1f} us for each op", line.per_op is None or 1e3 * time / line.ops <= line.per_op
    if line.most:
        yield f"at most {line.most} ms", time <= line.most
    for reference, what in ((line.over, "time"), (line.linear, "time for each op")):
        if reference and reference[0] in earlier:
            before, ops = earlier[reference[0]]
            ratio = time / before * (ops / line.ops if reference is line.linear else 1)
            yield f"{what} {ratio:.2f} of '{reference[0]}'", ratio <= reference[1]


def row(name: str, line: Line, costs: dict, earlier: dict) -> str:
    """Times in ms and peak memory in MiB of each tool, and how they compare."""
    text = f"{name:22}"
    for tool_name, (time, memory) in costs.items():
        text += f"  {tool_name} {time:8.1f} ms {memory:5.0f} MiB"
    return f"{text}  " + ", ".join([said if holds else f"{said} BEYOND" for said, holds in ratios(line, costs, earlier)])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add_peers_argument(parser)
    parser.add_argument("--xdsl", metavar="PREFIX", help="the environment that has xdsl-opt, if it is another one")
    parser.add_argument("--networks", metavar="FOLDER", help="programs that export_networks.py wrote, instead of generated ones")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--only", nargs="+")
    parser.add_argument("--write", nargs=2, metavar=("LINE", "FILE"), help="only write the text of a line")
    add_chart_argument(parser)
    options = parser.parse_args()
    lines, earlier = LINES | networks(options.networks), {}
    charted = {}
    if options.write:
        return pathlib.Path(options.write[1]).write_text(lines[options.write[0]].make())
    print("networks:", "as JAX exports them" if options.networks else "generated ones", flush=True)
    for name in options.only or lines:
        costs = measured(name, lines[name], options)
        print(row(name, lines[name], costs, earlier), flush=True)
        earlier[name] = costs["tf-opt"][0], lines[name].ops
        charted[name] = {peer: costs["tf-opt"][0] / time for peer, (time, _) in costs.items() if peer != "tf-opt"}
    below = "processor time of tf-opt as a multiple of the peer's; less is faster"
    write_chart(options.chart, bars, "Reading and printing programs", below, {name: row for name, row in charted.items() if row})


def measured(name: str, line: Line, options) -> dict:
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "in.mlir")
        # In a process of its own: a command's peak memory counts from that of the process that starts it.
        again = [sys.executable, __file__, "--write", name, str(path), *(["--networks", options.networks] if options.networks else [])]
        subprocess.run(again, check=True)
        measures = {which: (lambda c=command: command_cost(c)) for which, command in commands(options, str(path), line).items()}
        return medians_of_costs(measures, options.runs)


if __name__ == "__main__":
    main()
