#!/usr/bin/env python3
"""Holds files of TensorFlow Lite that are written here to TensorFlow's interpreter: it must load them and compute what TensorFlow does.

    tools/check_tflite.py --tensorflow=tf/bin/python [--ops=N] [--compare] [MODEL-FOLDER...]

A model's folder has a model.pb with inputs*.npz and outputs*.npz, by names of feeds and fetches. Ops are those of the recorded answers of TensorFlow
(test/support/tensorflow_values.py), as many as are asked for, each with the first record that can be converted, in a function of its own.
Values may be off by 1e-4 of the largest one and 1e-5 besides. With --compare the size of each file and its time in the interpreter
stand beside those of the file that TensorFlow's own converter makes. Exits with 1 where something differs.
"""

import argparse
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src" / "common"), str(ROOT / "src"), str(ROOT / "test" / "support"), str(ROOT / "tools")]

from peer_process import Peer, array_of, packed  # noqa: E402
from tensorflow_values import cases  # noqa: E402
from tfir.dialects import verify  # noqa: E402
from tfir.ir.builder import Builder, module_op  # noqa: E402
from tfir.ir.diagnostics import Error  # noqa: E402
from tfir.ir.operations import Block, Operation, Region  # noqa: E402
from tfir.ir.types import FunctionType  # noqa: E402
from tfir.ods.arrays import dense_of  # noqa: E402
from tfir.storage.graphdef.import_graphdef import import_graphdef  # noqa: E402

from tfopt.pipeline.description import load_pipeline  # noqa: E402
from tfopt.pipeline.execution import Runner  # noqa: E402
from tfopt.tf_to_tfl.legalizations import LEGALIZATIONS  # noqa: E402
from tfopt.tf_to_tfl.tf_to_tfl import operators  # noqa: E402
from tftranslate.tflite.export_module import export_module  # noqa: E402
from tftranslate.tflite.writing import written  # noqa: E402

PATIENCE = 300.0  # seconds for a file
TOLERANCE, LEAST = 1e-4, 1e-5

SERVER = """
import os, time
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import numpy as np
import tensorflow as tf

def interpreter_of(content):
    return tf.lite.Interpreter(model_content=content, num_threads=1)

def run(content, calls):
    interpreter = interpreter_of(content)
    runner = interpreter.get_signature_runner("serving_default")
    outputs = []
    for feeds in calls:
        given = {}
        for name, (dtype, shape, data) in feeds.items():
            given[name] = np.frombuffer(data, np.dtype(dtype)).reshape(shape)
        result = runner(**given)
        outputs.append({name: (value.dtype.name, value.shape, np.ascontiguousarray(value).tobytes()) for name, value in result.items()})
    return outputs

def seconds(content, feeds):
    interpreter = interpreter_of(content)

    given = [np.frombuffer(data, np.dtype(dtype)).reshape(shape) for dtype, shape, data in feeds.values()]
    for detail, array in zip(interpreter.get_input_details(), given):
        interpreter.resize_tensor_input(detail["index"], array.shape)
    interpreter.allocate_tensors()
    by_name = {name: array for name, array in zip(feeds, given)}
    for detail in interpreter.get_input_details():
        name = detail["name"].split(":")[0].removeprefix("serving_default_")
        interpreter.set_tensor(detail["index"], by_name.get(name, given[0]))
    best = 1e9
    for _ in range(15):
        start = time.process_time()
        interpreter.invoke()
        best = min(best, time.process_time() - start)
    return best

def answer(request):
    what, *rest = request
    if what == "run":
        return run(*rest)
    if what == "time":
        return seconds(*rest)
    path, feeds, fetches, shapes = rest
    converter = tf.compat.v1.lite.TFLiteConverter.from_frozen_graph(path, feeds, fetches, shapes)
    return converter.convert()
"""


def converted(module: Operation, pipeline) -> bytes:
    """The file of a module that the passes have lowered. Raises Error."""
    Runner().run(pipeline, module)
    verify(module)
    return bytes(written(export_module(module)))


def matches(expected: np.ndarray, result: np.ndarray) -> bool:
    if expected.shape != result.shape:
        return False
    if expected.dtype.kind not in "fc":
        return bool(np.array_equal(expected, result))
    largest = np.max(np.abs(expected[np.isfinite(expected)]), initial=0)
    return bool(np.allclose(result, expected, rtol=TOLERANCE, atol=LEAST + TOLERANCE * largest, equal_nan=True))


class Check:
    def __init__(self, python: str, compares: bool):
        self.peer, self.compares = Peer(python, SERVER, PATIENCE), compares
        self.bad: list[str] = []

    def model(self, folder: Path) -> None:
        from tfir.proto import GraphDef

        graph = GraphDef.FromString((folder / "model.pb").read_bytes())
        try:
            data = converted(import_graphdef(graph), load_pipeline("tflite"))
        except Error as error:
            print(f"{folder.name}: not converted: {' | '.join([each.message for each in error.diagnostics])[:600]}")
            return
        for inputs in sorted(folder.glob("inputs*.npz")):
            feeds = dict(np.load(inputs))
            expected = dict(np.load(inputs.parent / inputs.name.replace("inputs", "outputs")))
            [result] = self.peer.ask(("run", data, [{name.split(":")[0]: packed(value) for name, value in feeds.items()}]))
            arrays = {name: array_of(*value) for name, value in result.items()}
            wrong = [name for name, value in expected.items() if not matches(value, arrays[name.removesuffix(":0")])]
            print(f"{folder.name}, {inputs.name}: {len(data)} bytes, {'equal' if not wrong else 'DIFFERENT: ' + ', '.join(wrong)}")
            self.bad += wrong
        if self.compares:
            self.compare(folder, data, feeds, list(expected))

    def compare(self, folder: Path, data: bytes, feeds: dict, fetches: list[str]) -> None:
        names = [name.split(":")[0] for name in feeds]
        given = {name.split(":")[0]: packed(value) for name, value in feeds.items()}
        theirs = self.peer.ask(("convert", str(folder / "model.pb"), names, [each.removesuffix(":0") for each in fetches],
                                {name.split(":")[0]: list(value.shape) for name, value in feeds.items()}))  # fmt: skip
        ours, other = [self.peer.ask(("time", each, given)) for each in (data, theirs)]
        print(f"    {len(data)} bytes beside {len(theirs)}, {ours * 1e3:.3f} ms beside {other * 1e3:.3f}")

    def op(self, case) -> str:
        """What came of a case: `equal`, `different`, or why it was not converted."""
        passed, reason = range(len(case.operands)), ""
        for constants in ((), self.likely_constants(case)):
            passed = [at for at in range(len(case.operands)) if at not in constants]
            try:
                data = converted(program(case, passed), load_pipeline_of_ops())
                break
            except Error as error:
                reason = error.diagnostics[0].message
        else:
            return reason
        feeds = {f"arg{at}": packed(as_stored(case.operands[at])) for at in passed}
        try:
            [result] = self.peer.ask(("run", data, [feeds]))
        except Exception as problem:
            return f"refused: {str(problem)[-300:]}"
        expected = [value for value in case.results if value is not None]
        arrays = [array_of(*result[f"result{at}"]) for at in range(len(expected))]

        return "equal" if all([matches(as_stored(one), as_stored(two)) for one, two in zip(expected, arrays)]) else "different"

    def likely_constants(self, case) -> list[int]:
        return [
            at for at, value in enumerate(case.operands) if at and value.dtype.kind in "iu" or value.ndim == 0 and value.dtype.kind in "iu"
        ]


def load_pipeline_of_ops():
    from tfopt.pipeline.description import parse_pipeline

    return parse_pipeline("builtin.module(tf-to-tfl,func.func(tfl-fuse))")


def program(case, passed) -> Operation:
    """A module with one function that applies the op to arguments, and to constants for the others."""
    types = [value.type for value in case.op.operands]
    block = Block([types[at] for at in passed])
    builder = Builder.at_end(block)
    values = dict(zip(passed, block.arguments))
    for at in [at for at in range(len(types)) if at not in values]:
        values[at] = builder.value("tf.Const", [], types[at], {"value": dense_of(case.operands[at], types[at].element)})
    op = builder.create(case.op.name, [values[at] for at in range(len(types))], [each.type for each in case.op.results], case.attributes)
    used = [value for value, expected in zip(op.results, case.results) if expected is not None]
    builder.create("func.return", used)
    names = {"inputs": ",".join([f"arg{at}" for at in passed]), "outputs": ",".join([f"result{at}" for at in range(len(used))])}
    signature = FunctionType([types[at] for at in passed], [value.type for value in used])
    attributes = {"sym_name": "main", "function_type": signature, "tf.entry_function": names}
    module = module_op()
    module.body.append(Operation("func.func", (), (), attributes, [Region([block])]))
    return module


def as_stored(array: np.ndarray) -> np.ndarray:
    """An array as the interpreter takes it: integers of 4 bits in bytes."""
    return array.astype(np.int8 if array.dtype.name == "int4" else np.uint8) if array.dtype.name in ("int4", "uint4") else array


def is_plain(value: np.ndarray | None) -> bool:
    """Whether there is an element, and all are numbers: with NaN, and of none, kernels of TensorFlow Lite do as they like."""
    return value is None or value.size > 0 and (value.dtype.kind not in "fc" or bool(np.isfinite(value).all()))


def check_ops(check: Check, count: int) -> None:
    names = {*operators(), *LEGALIZATIONS}
    outcomes: dict[str, list[str]] = {}
    for case in cases():
        if not all([is_plain(each) for each in (*case.operands, *case.results)]):
            continue
        if case.name in names and sum([each.count("equal") for each in outcomes.values()]) < count and not case.has_strings:
            result = check.op(case)
            outcomes.setdefault(case.name, []).append(result)
            if result not in ("equal",):
                print(f"{case.title}: {result}")
    counts = [result for results in outcomes.values() for result in results]
    print(f"{counts.count('equal')} cases of {len([name for name, r in outcomes.items() if 'equal' in r])} ops equal, "
          f"{counts.count('different')} different, {len(counts) - counts.count('equal') - counts.count('different')} not converted or refused")  # fmt: skip
    check.bad += [
        name for name, results in outcomes.items() if "different" in results or any([each.startswith("refused") for each in results])
    ]


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tensorflow", required=True)
    parser.add_argument("--ops", type=int, default=0)
    parser.add_argument("--compare", action="store_true")
    parser.add_argument("folders", nargs="*", type=Path)
    options = parser.parse_args()
    check = Check(options.tensorflow, options.compare)
    for folder in options.folders:
        check.model(folder)
    if options.ops:
        check_ops(check, options.ops)
    return 1 if check.bad else 0


if __name__ == "__main__":
    sys.exit(main())
