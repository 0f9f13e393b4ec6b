"""How long one inference takes on the NumPy interpreter, against TensorFlow on the same machine.

    python tools/bench/inference_on_interpreter.py MODEL_FOLDER [--peers PREFIX] [--runs N] [--profile]

The folder has `model.pb`, `inputs.npz` and `outputs.npz`. Batch 1, steady state, one thread. The model goes through
`tf-translate | tf-opt --pipeline=interpreter` first; the outputs are compared, so that a fast wrong answer does not count.
"""

import os

from charts import add_chart_argument, bars, write_chart
from measuring import ONE_THREAD

os.environ.update(ONE_THREAD)

import argparse
import json
import pathlib
import statistics
import subprocess
from collections import defaultdict

import numpy as np
from measuring import add_peers_argument, function_time, output_of, peer_python, report, tool
from tfir.dialects import dialect, lookup
from tfir.execution.program import Program
from tfir.ir.location import Source
from tfir.text.parser import parse

BOUND = 2.0
ROUNDS = 3


def prepared(model: pathlib.Path, pipeline: str, *flags: str) -> str:
    """The model as IR text after a pipeline."""
    graph = subprocess.Popen([tool("tf-translate"), "--graphdef-to-mlir", str(model)], stdout=subprocess.PIPE)
    return output_of([tool("tf-opt"), f"--pipeline={pipeline}", *flags, "-"], stdin=graph.stdout)


def load(folder: str, name: str) -> dict:
    with np.load(pathlib.Path(folder, name)) as file:
        return {key: file[key] for key in file.files}


def profile(program: Program, inputs: dict, runs: int) -> None:
    """Time by kind of op, and the steps that take most of it."""
    by_name, by_step = defaultdict(float), defaultdict(float)
    for _ in range(runs):
        for step, spent in program.body.timed(*[inputs[port.name] for port in program.feeds]):
            by_name[step.op.name] += 1e3 * spent / runs
            by_step[step] += 1e3 * spent / runs
    for name, spent in sorted(by_name.items(), key=lambda item: -item[1]):
        print(f"  {spent:8.3f} ms  {name}")
    for step, spent in sorted(by_step.items(), key=lambda item: -item[1])[:12]:
        print(f"  {spent:8.3f} ms  {step.op.name} {', '.join([str(value.type) for value in step.op.operands])}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    add_peers_argument(parser)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--profile", action="store_true", help="show where the time goes")
    add_chart_argument(parser)
    options = parser.parse_args()
    text = prepared(pathlib.Path(options.folder, "model.pb"), "interpreter")
    program = Program(parse(Source("model", text), lookup, dialect))
    inputs, outputs = load(options.folder, "inputs.npz"), load(options.folder, "outputs.npz")
    answers = program.run(inputs)
    for name, expected in outputs.items():
        np.testing.assert_allclose(answers[name], expected, rtol=1e-4, atol=1e-5)
    if options.profile:
        profile(program, inputs, options.runs)
    python = peer_python(options.peers, "tensorflow")
    print(f"peer: {f'TensorFlow of {options.peers}' if python else f'no TensorFlow in {options.peers} (pip install tensorflow-cpu)'}")
    files = [str(pathlib.Path(options.folder, name)) for name in ("model.pb", "inputs.npz", "outputs.npz")]
    worker = [python, str(pathlib.Path(__file__).with_name("tensorflow_worker.py")), *files, str(options.runs)]
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours += [function_time(lambda: program.run(inputs)) for _ in range(options.runs)]
        if python:
            theirs.append(json.loads(output_of(worker))["median"])
    times = {"interpreter": statistics.median(ours)}
    if python:
        ratio = report("interpreter", "TensorFlow", times | {"TensorFlow": statistics.median(theirs)}, BOUND)
        charted = {pathlib.Path(options.folder).name: {"TensorFlow": ratio}}
        write_chart(
            options.chart, bars, "An inference on the interpreter", "processor time as a multiple of TensorFlow's; less is faster", charted
        )
    else:
        print(f"interpreter {times['interpreter']:.2f} ms")


if __name__ == "__main__":
    main()
