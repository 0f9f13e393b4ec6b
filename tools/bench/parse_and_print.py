"""How long tf-opt takes to parse, verify and print text, against the tools it stands beside; and what starting it costs.

    python tools/bench/parse_and_print.py [--peers PREFIX] [--runs N] [--only NAME ...]

The peer is the iree-opt binary inside PyPI's iree-base-compiler, not the Python script of the same name; where PREFIX has
xdsl-opt, it is measured on arith ops. Our package should be installed (with its bytecode), not run from a checkout.
"""

import argparse
import pathlib
import random
import subprocess
import sys
import tempfile

from measuring import add_peers_argument, command_cost, medians_of_costs, peer_file, tool

T = "tensor<8x128xf32>"
# What each line may cost, as a multiple of iree-opt's processor time.
BOUND = 1.5
START_BOUND = 25.0


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
    """One line of the table: a text, and the flags that both tools get."""

    def __init__(self, make, *flags, xdsl=False):
        self.make, self.flags, self.xdsl = make, flags, xdsl


LINES = {
    "empty": Line(lambda: "module {\n}\n"),
    "1k": Line(lambda: program(1_000)),
    "10k": Line(lambda: program(10_000)),
    "100k": Line(lambda: program(100_000)),
    "10k by hand": Line(lambda: written_by_hand(program(10_000))),
    "10k generic": Line(lambda: generic(program(10_000)), "--mlir-print-op-generic"),
    "10k cse canonicalize": Line(lambda: program(10_000), "--cse", "--canonicalize"),
    "1k of a network": Line(lambda: network(200)),
    "30k of a network": Line(lambda: network(6_000)),
    "10k arith": Line(lambda: arith(10_000), xdsl=True),
    "50 MiB hex": Line(lambda: hexadecimal(50 << 20)),
    "1M decimals": Line(lambda: decimal(1_000_000)),
}


def commands(options, path: str, line: Line) -> dict:
    found = {"tf-opt": [tool("tf-opt"), path, *line.flags]}
    peer, xdsl = peer_file(options.peers, "iree/compiler/_mlir_libs/iree-opt"), pathlib.Path(options.peers, "bin", "xdsl-opt")
    if peer:
        found["iree-opt"] = [peer, path, *line.flags]
    if line.xdsl and xdsl.exists():
        found["xdsl-opt"] = [str(xdsl), path]
    return found


def row(name: str, costs: dict) -> str:
    """Times in ms and peak memory in MiB of each tool, and the ratio of the first to the second."""
    ours, text = costs["tf-opt"], f"{name:22}"
    for tool_name, (time, memory) in costs.items():
        text += f"  {tool_name} {time:8.1f} ms {memory:5.0f} MiB"
    if "iree-opt" not in costs:
        return text
    ratio = ours[0] / costs["iree-opt"][0]
    within = ours[0] <= START_BOUND if name == "empty" else ratio <= BOUND
    return f"{text}  ratio {ratio:5.2f}, memory {ours[1] / costs['iree-opt'][1]:4.2f} {'' if within else ' BEYOND'}".rstrip()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add_peers_argument(parser)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--only", nargs="+", choices=LINES, default=LINES)
    parser.add_argument("--write", nargs=2, metavar=("LINE", "FILE"), help="only write the text of a line")
    options = parser.parse_args()
    if options.write:
        return pathlib.Path(options.write[1]).write_text(LINES[options.write[0]].make())
    for name in options.only:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "in.mlir")
            # In a process of its own: a command's peak memory counts from that of the process that starts it.
            subprocess.run([sys.executable, __file__, "--write", name, str(path)], check=True)
            measures = {which: (lambda c=command: command_cost(c)) for which, command in commands(options, str(path), LINES[name]).items()}
            print(row(name, medians_of_costs(measures, options.runs)), flush=True)


if __name__ == "__main__":
    main()
