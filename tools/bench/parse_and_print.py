"""How long tf-opt takes to parse, verify and print 10,000 StableHLO ops, against iree-opt; and what starting it costs.

    python tools/bench/parse_and_print.py [--peers PREFIX] [--ops N] [--runs N]

The peer is the iree-opt binary inside PyPI's iree-base-compiler, not the Python script of the same name.
"""

import argparse
import pathlib
import tempfile

from measuring import add_peers_argument, command_time, medians, peer_file, report, tool

BOUND, START_BOUND = 2.0, 60.0


def program(count: int) -> str:
    """One function of so many ops in their printed form: elementwise ones, broadcasts, products, selections, constants."""
    lines = ["module @bench {", "  func.func public @main(%arg0: tensor<8x128xf32>, %arg1: tensor<128x128xf32>) -> tensor<8x128xf32> {"]
    last, number = "%arg0", 0

    def add(text: str) -> str:
        nonlocal number
        lines.append(f"    %{number} = {text}")
        number += 1
        return f"%{number - 1}"

    type = "tensor<8x128xf32>"
    while number < count - 8:
        product = add(
            f"stablehlo.dot_general {last}, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT]"
            " : (tensor<8x128xf32>, tensor<128x128xf32>) -> tensor<8x128xf32>"
        )
        bias = add("stablehlo.constant dense<5.000000e-01> : tensor<128xf32>")
        spread = add(f"stablehlo.broadcast_in_dim {bias}, dims = [1] : (tensor<128xf32>) -> {type}")
        shifted = add(f"stablehlo.add {product}, {spread} : {type}")
        bent = add(f"stablehlo.tanh {shifted} : {type}")
        which = add(f"stablehlo.compare  GT, {bent}, {spread},  FLOAT : ({type}, {type}) -> tensor<8x128xi1>")
        chosen = add(f"stablehlo.select {which}, {bent}, {shifted} : tensor<8x128xi1>, {type}")
        last = add(f"stablehlo.multiply {chosen}, {last} : {type}")
    return "\n".join([*lines, f"    return {last} : {type}", "  }", "}", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add_peers_argument(parser)
    parser.add_argument("--ops", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=9)
    options = parser.parse_args()
    peer = peer_file(options.peers, "iree/compiler/_mlir_libs/iree-opt")
    print(f"peer: {peer or f'no iree-opt in {options.peers} (pip install iree-base-compiler)'}")
    with tempfile.TemporaryDirectory() as folder:
        large, empty = pathlib.Path(folder, "large.mlir"), pathlib.Path(folder, "empty.mlir")
        large.write_text(program(options.ops))
        empty.write_text("module {\n}\n")
        commands = {
            "tf-opt": [tool("tf-opt"), str(large)], "tf-opt on an empty module": [tool("tf-opt"), str(empty)],
        }  # fmt: skip
        if peer:
            commands |= {"iree-opt": [peer, str(large)], "iree-opt on an empty module": [peer, str(empty)]}
        times = medians({name: (lambda command=command: command_time(command)) for name, command in commands.items()}, options.runs)
    start = times["tf-opt on an empty module"]
    print(f"tf-opt on an empty module {start:.1f} ms ({'within' if start <= START_BOUND else 'BEYOND'} {START_BOUND:g})")
    if peer:
        print(f"iree-opt on an empty module {times['iree-opt on an empty module']:.1f} ms")
        report("tf-opt", "iree-opt", times, BOUND)
    else:
        print(f"tf-opt {times['tf-opt']:.1f} ms for {options.ops} ops")


if __name__ == "__main__":
    main()
