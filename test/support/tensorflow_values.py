"""What TensorFlow 2.21 (CPU, oneDNN off) answered for small operands: one case per line.

A line has the op, its operands in order (element type, shape, elements in row-major order), attributes where they are not the
default, and the results; null stands for one that TensorFlow leaves to its implementation.
"""

import json
from functools import cache, cached_property
from pathlib import Path

import numpy as np
import pytest
from tfir.dialects import lookup
from tfir.dialects.tf.dtypes import DTYPES
from tfir.ir.operations import Operation, Value
from tfir.ir.types import F32, TensorType
from tfir.ods.arrays import dtype_of, element_of
from tfir.ods.element_types import element_of_word

HERE = Path(__file__).parent
# Fused ops have kernels for all that they can say only with oneDNN on; what has none there was answered by the chain of ops.
FILES = (
    "tensorflow_values.jsonl", "tensorflow_fused_values.jsonl", "tensorflow_gradient_values.jsonl", "tensorflow_segment_values.jsonl",
    "tensorflow_odd_values.jsonl", "tensorflow_special_values.jsonl", "tensorflow_matrix_values.jsonl", "tensorflow_image_values.jsonl", "tensorflow_network_values.jsonl", "tensorflow_quantized_values.jsonl", "tensorflow_quantized_fused_values.jsonl",
    "tensorflow_sparse_values.jsonl", "tensorflow_whole_values.jsonl", "tensorflow_text_values.jsonl", "tensorflow_random_values.jsonl",
    "tensorflow_xla_values.jsonl",  # by its compiler: these ops have no other kernels
)  # fmt: skip


class Case:
    """One recorded evaluation. `op` is the operation with operands and results of the static types that were recorded.

    Arrays and the op are made when a test asks for them: each process that runs tests names all cases and runs some.
    """

    def __init__(self, number: int, line: dict):
        self.line, self.name = line, line["op"]
        self.title = f"{self.name}-{number}"

    @cached_property
    def definition(self):
        return lookup("tf." + self.name)

    @cached_property
    def operands(self) -> list[np.ndarray]:
        return [array(*each) for each in self.line["operands"]]

    @cached_property
    def results(self) -> list[np.ndarray | None]:
        return [each and array(*each) for each in self.line["results"]]

    @cached_property
    def attributes(self) -> dict:
        """Those that the types of operands and results do not say."""
        signature = self.definition.signature
        slots = (*signature.operands, *signature.results)
        many = {slot.type if slot.variadic else slot.number for slot in signature.operands if slot.variadic or slot.number}
        derived = {name for slot in slots for name in (slot.type, slot.number)} - (many if len(many) > 1 else set())
        return {name: attribute(value) for name, value in self.line.get("attributes", {}).items() if name not in derived}

    @cached_property
    def op(self) -> Operation:
        types = [TensorType(None, F32) if each is None else type_of(each) for each in self.results]
        operands = [Value(type_of(each), None, at) for at, each in enumerate(self.operands)]
        return Operation.draft(self.definition.name, operands, types, self.attributes)

    @property
    def has_strings(self) -> bool:
        return any([each is not None and each[0] == "str" for each in (*self.line["operands"], *self.line["results"])])


def array(word: str, shape, elements) -> np.ndarray:
    dtype = dtype_of(element_of_word(word))
    if word == "str":  # a character for each byte
        found = np.empty(len(elements), object)
        found[:] = [text.encode("latin-1") for text in elements]
        return found.reshape(shape)
    if dtype.kind == "c":
        elements = [complex(*pair) for pair in elements]
    return (
        np.array(elements, np.complex128 if dtype.kind == "c" else np.float64 if dtype.kind in "fV" else object)
        .astype(dtype)
        .reshape(shape)
    )


def recorded(content: np.ndarray) -> list:
    """What `array` makes an array of."""
    flat = content.ravel()
    if content.dtype == object:
        return ["str", list(content.shape), [text.decode("latin-1") for text in flat]]
    if content.dtype.kind == "c":
        elements = [[number.real, number.imag] for number in flat.tolist()]
    else:
        elements = (flat if content.dtype.kind in "iub" else flat.astype(np.float64)).tolist()
    return [word_of_element(element_of(content.dtype)), list(content.shape), elements]


def word_of_element(element) -> str:
    return next(word for _, _, word, text in DTYPES if text in (str(element), f"s{element}"))


def attribute(value):
    if isinstance(value, list):
        return [attribute(one) for one in value]
    return element_of_word(value["type"]) if isinstance(value, dict) else value


def type_of(content: np.ndarray) -> TensorType:
    return TensorType(content.shape, element_of(content.dtype))


@cache
def cases() -> list[Case]:
    lines = [line for name in FILES for line in (HERE / name).read_text().splitlines()]
    return [Case(number, json.loads(line)) for number, line in enumerate(lines, 1)]


def of_each_op(cases: list[Case]):
    """Makes a test of a `case` one of all cases of an op: a test of each would take longer to report than to run. What fails names its case."""
    ops: dict[str, list[Case]] = {}
    for case in cases:
        ops.setdefault(case.name, []).append(case)

    def decorate(function):
        @pytest.mark.parametrize("cases", ops.values(), ids=ops.keys())
        def test(cases):
            for case in cases:
                try:
                    function(case)
                except Exception as error:
                    error.add_note(case.title)
                    raise

        test.__name__, test.__doc__, test.__module__ = function.__name__, function.__doc__, function.__module__
        return test

    return decorate
