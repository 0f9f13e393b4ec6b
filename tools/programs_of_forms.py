"""Programs with inputs and what others computed of them: models with TensorFlow's outputs, programs of JAX with its own, single ops of TensorFlow."""

import json
import pickle
import random
import subprocess
import sys
from functools import cached_property, partial
from pathlib import Path

import numpy as np
import tensorflow_values
from accuracy import Allowance
from check_jax_numbers import difference, width
from check_tf_ops import SLACK
from check_tf_ops import difference as difference_of_op
from lowered_case import program
from peer_process import array_of
from tensorflow_faults import says_nothing, says_nothing_at
from tfir.execution.entry import plain_name
from tfir.execution.inputs import Given
from tfir.execution.state import State
from tfir.ir.location import Source

from tfopt.tf_to_stablehlo.lowering import LOWERINGS
from tftranslate.modules import module_of, parsed

BIN = Path(sys.executable).parent
GRAPH, SAVED = ("--graphdef-to-mlir",), ("--savedmodel-to-mlir=signatures",)


class Call:
    """Of the function of a name, or the only one; `expected` are arrays by name, or in order."""

    def __init__(self, entry: str | None, given: list[Given], expected):
        self.entry, self.given, self.expected = entry, given, expected

    def pairs(self, entry, results: list) -> list:
        """What each expected array is held against."""
        if isinstance(self.expected, dict):
            by_name = {port.name: result for port, result in zip(entry.fetches, results)}
            return [(f"'{name}'", by_name[plain_name(name)], array) for name, array in self.expected.items()]
        return [(f"result {at}", result, array) for at, (result, array) in enumerate(zip(results, self.expected))]


class Text:
    """What is read of bytes: a program of JAX, or what tf-translate makes of a model."""

    has_host_ops, assets = False, None

    def __init__(self, name: str, calls: list[Call]):
        self.name, self.calls = name, calls

    def wrong(self, call: Call, entry, results: list) -> str | None:
        """The first difference of a call's results from what they should be."""
        narrowest = min([width(value.array) for value in call.given if value.array.dtype.kind not in "OSU"], default=8)
        for name, one, other in call.pairs(entry, results):
            is_text = other.dtype.kind in "OSU"
            wrong = None if is_text and list(map(text_of, np.ravel(one))) == list(map(text_of, np.ravel(other))) else "is another text"
            if wrong := wrong if is_text else difference(one, other, narrowest):
                return f"{name}: {wrong}"
        return None


def text_of(value) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode()


class Exported(Text):
    """A program of JAX, as jax_programs.py exports it: text, and beside it calls as a pickle."""

    def __init__(self, path: Path):
        arrays = [[[array_of(*each) for each in side] for side in call] for call in pickle.loads(path.with_suffix(".pickle").read_bytes())]
        super().__init__(path.stem, [Call(None, [Given(None, each, "an operand") for each in given], out) for given, out in arrays])
        self.path = path

    def module(self):
        return parsed(Source(str(self.path), self.path.read_text()))


class Model(Text):
    """A folder with a GraphDef or a SavedModel, and archives of inputs and outputs."""

    has_host_ops = True

    def __init__(self, folder: Path):
        self.folder = folder
        self.is_graph = (folder / "model.pb").exists()
        super().__init__(folder.name, [call for case in self.cases() for call in self.calls_of(*case)])
        self.assets = None if self.is_graph else str(folder / "saved_model")

    def cases(self) -> list[tuple]:
        """The entry of each call, and the names of its archives."""
        facts = self.folder / "meta.json"
        listed = json.loads(facts.read_text()).get("cases", []) if facts.exists() and not self.is_graph else []
        if listed:
            return [(case["signature"], case["inputs"], case["outputs"]) for case in listed]
        ends = [path.stem.removeprefix("outputs") for path in sorted(self.folder.glob("outputs*.npz"))]
        return [(None if self.is_graph else end.removeprefix("_"), f"inputs{end}.npz", f"outputs{end}.npz") for end in ends]

    def calls_of(self, entry: str | None, inputs: str, outputs: str) -> list[Call]:
        """One call, or as many as outputs have numbers in front: each begins with what the one before it left of variables."""
        given, expected = [dict(np.load(self.folder / name).items()) for name in (inputs, outputs)]
        values = [Given(plain_name(name), each, inputs, archived=True) for name, each in given.items()]
        steps: dict[str, dict] = {}
        for name, each in expected.items():
            number, _, rest = name.partition("/")
            steps.setdefault(number if number.isdecimal() else "", {})[rest if number.isdecimal() else name] = each
        rest = [value for value in values if value.name not in steps.get("1", ())]
        return [Call(entry, values if at == 0 else rest, each) for at, each in enumerate(steps.values())]

    @cached_property
    def text(self) -> bytes:
        first = self.calls[0]
        fetched = [f"--outputs={name}" for name in first.expected if name not in {value.name for value in first.given}]
        words = [*GRAPH, *fetched, self.folder / "model.pb"] if self.is_graph else [*SAVED, self.folder / "saved_model"]
        return subprocess.run([BIN / "tf-translate", *words], capture_output=True, check=True).stdout

    def module(self):
        return module_of(self.text, self.name)


class Recorded(Text):
    """A recorded evaluation of one op of TensorFlow, held to by the op's class of accuracy."""

    def __init__(self, case):
        self.case = case
        _, block, passed = program(case)
        given = [Given(None, case.operands[at], "an operand") for at in passed]
        super().__init__(f"tf.{case.title}", [Call(None, given, [each for each in case.results if each is not None])])

    def module(self):
        return program(self.case)[0]

    def wrong(self, call: Call, entry, results: list) -> str | None:
        allowance = Allowance.of(self.case.op, self.case.definition, self.case.operands, state=State())
        numbers = [number for number, each in enumerate(self.case.results) if each is not None]
        for number, (name, one, other) in zip(numbers, call.pairs(entry, results)):
            excused = partial(says_nothing_at, self.case, is_lowered=True)
            wrong = difference_of_op(one, other, SLACK["vulkan"] * allowance.apart(number, other), excused)
            if wrong and wrong[0] != "sign of zero":
                return f"{name}: {wrong[0]}: {wrong[1]}"
        return None


def recorded_ops(count: int, seed: int) -> list[Recorded]:
    """Recorded cases of as many ops, drawn from each module of lowerings in turn, where what TensorFlow answered says something."""
    source, families = random.Random(seed), {}
    for case in tensorflow_values.cases():
        if case.name in LOWERINGS and not case.has_strings and says_nothing(case) is None and says_nothing(case, is_lowered=True) is None:
            families.setdefault(LOWERINGS[case.name].__module__, {}).setdefault(case.name, []).append(case)
    drawn = [source.sample(sorted(ops), len(ops)) for _, ops in sorted(families.items())]
    turns = [
        (family, names[turn]) for turn in range(max(map(len, drawn))) for family, names in zip(sorted(families), drawn) if turn < len(names)
    ]
    return [Recorded(source.choice(families[family][name])) for family, name in turns[:count]]


def programs_at(path: Path) -> list[Text]:
    """The program in a file or a folder; of a folder without one, those in it. Outputs beside another file are none of ours."""
    if path.suffix == ".mlir":
        return [Exported(path)]
    if any(path.glob("outputs*.npz")):
        return [Model(path)] if (path / "model.pb").exists() or (path / "saved_model").exists() else []
    return [program for inner in sorted(path.iterdir()) if inner.is_dir() or inner.with_suffix(".pickle").exists() and inner.suffix == ".mlir"
            for program in programs_at(inner)]  # fmt: skip
