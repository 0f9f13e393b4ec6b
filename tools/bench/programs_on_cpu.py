"""How long small programs take on `tf-run --device=cpu`, against XLA's compiler for processors, as JAX has it.

    python tools/bench/programs_on_cpu.py --peer PREFIX [--only WORD] [--runs N]

One thread, for the processor that this machine has: the least processor time of all runs, in milliseconds. Ours has the copies of inputs and
outputs in it, which XLA's has not. Outputs are compared, to a thousandth of the largest: XLA's special functions are less exact than ours.
"""

import os

from measuring import ONE_THREAD

os.environ.update(ONE_THREAD)

import argparse
import json
import math
import pathlib
import subprocess
import tempfile

import numpy as np
from charts import add_chart_argument, bars, write_chart
from measuring import function_time, output_of, peer_python, tool
from tfir.execution.entry import find_entry

from tfrun.devices import describe_device, session
from tfrun.main import parse_module

SINGLE = {**ONE_THREAD, "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"}


def arrays_in(path: pathlib.Path) -> list[np.ndarray]:
    with np.load(path) as arrays:
        return [arrays[name] for name in arrays.files]


def least_time(path: pathlib.Path, target: str, runs: int) -> float:
    lowered = path.with_suffix(".cpu.mlir")
    output_of([tool("tf-opt"), str(path), "--pipeline=cpu", f"--target={target}", "-o", str(lowered)])
    module, _ = parse_module(str(lowered))
    inputs, expected = (arrays_in(path.with_suffix(f".{name}.npz")) for name in ("inputs", "outputs"))
    with session(module, "cpu") as program_of:
        program = program_of(find_entry(module))
        for answer, right in zip(program(inputs), expected, strict=True):
            np.testing.assert_allclose(answer, right, rtol=0, atol=1e-3 * max(1e-6, np.abs(right.astype("f8")).max()))
        return min([function_time(lambda: program(inputs)) for _ in range(runs)])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peer", required=True, metavar="PREFIX", help="an environment that has JAX (a venv's folder)")
    parser.add_argument("--only", default="", metavar="WORD", help="programs whose name has this in it")
    parser.add_argument("--runs", type=int, default=15)
    add_chart_argument(parser)
    options = parser.parse_args()
    target, ratios, charted = describe_device("cpu"), [], {}
    with tempfile.TemporaryDirectory() as scratch:
        worker = [peer_python(options.peer, "jax"), str(pathlib.Path(__file__).with_name("programs_worker.py")), scratch, str(options.runs)]
        subprocess.run(worker, env={**os.environ, **SINGLE}, check=True)
        for name, theirs in json.loads(pathlib.Path(scratch, "times.json").read_text()).items():
            if options.only in name:
                ours = least_time(pathlib.Path(scratch, f"{name}.mlir"), target, options.runs)
                ratios.append(ours / theirs)
                charted[name] = {"XLA": ratios[-1]}
                print(f"{name}: cpu {ours:.3f} ms, XLA {theirs:.3f} ms (ratio {ratios[-1]:.2f})", flush=True)
    write_chart(
        options.chart,
        bars,
        "Small programs by machine code, beside XLA",
        "processor time of one thread as a multiple of XLA's; less is faster",
        charted,
    )
    print(f"geometric mean of the ratios: {math.prod(ratios) ** (1 / len(ratios)):.2f}")


if __name__ == "__main__":
    main()
