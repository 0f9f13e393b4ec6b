#!/usr/bin/env python3
"""Holds random pipelines of datasets against TensorFlow: their elements one by one, errors in the middle, ends, iterators that begin anew.

    tools/check_datasets.py --tensorflow=PYTHON [--seed=N] [--count=N] [--device=vulkan|cpu|interpreter ...] [--record=FILE]

PYTHON is an interpreter that has TensorFlow. With `--device` pipelines are lowered besides, each call a function, and run there: for the interpreter by
--pipeline=stablehlo, with --allow-host-ops. `--record` writes the smallest pipelines that have each step twice, for the tests
(test/support/tensorflow_pipelines.jsonl). Where elements differ TensorFlow is asked again, since it has threads fetch elements ahead: an answer
that it gives now and then is one, and what it is still at after its time says nothing. Exits with 1 where something differs.
"""

import argparse
import pickle
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src" / "common"), str(ROOT / "src"), str(ROOT / "test" / "support")]

from lowered_pipelines import answers_on  # noqa: E402
from pipeline_case import Pipeline, answers_of_interpreter, difference  # noqa: E402
from tfir.ir.diagnostics import Error  # noqa: E402

TIMES = 2  # that each step is recorded, at least
UNTOLD = re.compile(
    "Timed out waiting for notification|Key: buffer_size was not generated using full_name"  # which a SlidingWindow cannot be written for
    "|Failed to restore dataset iterator from checkpoint: Dataset has changed"  # since its number is one by chance
)
"""Messages that say nothing of a pipeline."""
ASKED = 6  # times, before an answer is another than TensorFlow's


def drawn(python: str, seed: int, count: int):
    """Seeds and pipelines. One on which TensorFlow crashes is told, and the next one follows."""
    end = seed + count
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "pipelines")
        while seed < end:
            command = [python, str(ROOT / "tools" / "tensorflow_pipelines.py"), str(seed), str(end), str(path)]
            status = subprocess.run(command, stderr=subprocess.DEVNULL).returncode
            with path.open("rb") as file:
                while (told := next_in(file)) is not None:
                    seed, *rest = told
                    yield seed, Pipeline(*rest)
                    seed += 1
            if seed < end:
                print(f"seed {seed}: TensorFlow ends with status {status}")
                seed += 1


def told_of(python: str, seed: int, pipeline: Pipeline) -> str | None:
    """The difference from all answers that TensorFlow gives."""
    if any([isinstance(answer, tuple) and UNTOLD.match(answer[1]) for answer in pipeline.answers]):
        return None
    ours = answers_of_interpreter(pipeline)
    told = difference(pipeline, ours)
    return None if told is None or comes_to_give(python, seed, ours) else told


def comes_to_give(python: str, seed: int, ours: list) -> bool:
    """Whether TensorFlow gives these answers when it is asked again."""
    for _ in range(ASKED - 1):
        if any([difference(again, ours) is None for _, again in drawn(python, seed, 1)]):
            return True
    return False


def next_in(file):
    try:
        return pickle.load(file)
    except EOFError:
        return None


def names(pipeline: Pipeline) -> set[str]:
    """What a pipeline has, without the numbers."""
    return {step.split(" ")[0] for step in pipeline.steps if step[0] != "~"}


def chosen(pipelines: list[Pipeline]) -> list[Pipeline]:
    kept, seen = [], Counter()
    for pipeline in sorted(pipelines, key=lambda each: len(each.as_line())):
        if any([seen[name] < TIMES for name in names(pipeline)]):
            kept.append(pipeline)
            seen.update(names(pipeline))
    return kept


def told_lowered(pipeline: Pipeline, devices: list[str]) -> str | None:
    """The first difference of the lowered program from the same answers, where those of the graph are TensorFlow's every time."""
    if difference(pipeline, answers_of_interpreter(pipeline)) is not None:
        return None
    for device in devices:
        try:
            told = difference(pipeline, answers_on(pipeline, "stablehlo" if device == "interpreter" else device, device))
        except Error as refusal:
            told = f"is refused: {refusal}"
        except Exception as defect:  # a tool goes on
            told = f"ends with {type(defect).__name__}: {defect}"
        if told is not None:
            return f"{device}: {told}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tensorflow", required=True, metavar="PYTHON")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    parser.add_argument("--count", type=int, default=100, metavar="N")
    parser.add_argument("--device", action="append", choices=["vulkan", "cpu", "interpreter"], default=[])
    parser.add_argument("--record", metavar="FILE")
    arguments = parser.parse_args()
    agreeing, differing = [], 0
    for seed, pipeline in drawn(arguments.tensorflow, arguments.seed, arguments.count):
        told = None if pipeline.graph is None else told_of(arguments.tensorflow, seed, pipeline) or told_lowered(pipeline, arguments.device)
        if told is not None:
            differing += 1
            print(f"seed {seed}: {', '.join(pipeline.steps)}\n    {told}")
        elif pipeline.graph is not None:
            agreeing.append(pipeline)
    print(f"{len(agreeing)} pipelines have TensorFlow's elements, {differing} have others")
    if arguments.record:
        Path(arguments.record).write_text("".join([f"{pipeline.as_line()}\n" for pipeline in chosen(agreeing)]))
    sys.exit(bool(differing))


if __name__ == "__main__":
    main()
