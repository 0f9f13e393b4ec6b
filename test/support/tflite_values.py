"""Operations of TFLite with what its reference kernels answered (`tflite_values.jsonl`, by `tools/record_tflite_ops.py`), as operations and programs of ours.

A line has the op, its operands in order (null for one that is left out), its attributes, and its results: each with a type of elements, a shape, its
elements in order, and if it is quantized scales, zero points and for several the axis. `const` operands are constants of the program. Results are those of
the last of `calls` calls.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from tfir.dialects import lookup
from tfir.ir.attributes import IntegerAttr, StringAttr, attribute
from tfir.ir.builder import Builder
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.quantized_types import QuantizedType
from tfir.ir.types import F32, I32, FunctionType, NoneType, TensorType, Type
from tfir.ods.arrays import array_of as array_in
from tfir.ods.arrays import dense_of, dtype_of
from tfir.ods.element_types import element_of_word
from tfir.ods.inference import evaluate

RECORDED = Path(__file__).parent / "tflite_values.jsonl"
WORDS = {"complex<f32>": "c64", "complex<f64>": "c128"}
LIMITS = {"i8": (-128, 127), "ui8": (0, 255), "i16": (-32768, 32767), "i32": (-(2**31), 2**31 - 1)}
INTERMEDIATES = (
    "input_to_input_intermediate", "input_to_forget_intermediate", "input_to_cell_intermediate", "input_to_output_intermediate",
    "effective_hidden_scale_intermediate",
)  # fmt: skip
CLOSE = {"rtol": 2e-5, "atol": 2e-6}


def element_of(operand: dict) -> Type:
    word = operand["type"]
    return element_of_word(WORDS.get(word, word.replace("ui", "u")))


def type_of(operand: dict) -> TensorType:
    element = element_of(operand)
    if "scale" in operand and operand["type"] in LIMITS:
        axis = operand.get("axis") if len(operand["scale"]) > 1 else None
        element = QuantizedType(element, F32, axis, tuple(operand["scale"]), tuple(operand["zero"]), *LIMITS[operand["type"]])
    return TensorType(operand["shape"], element)


def array_of(operand: dict) -> np.ndarray:
    dtype, data = dtype_of(element_of(operand)), operand["data"]
    if dtype.kind == "c":
        data = [complex(*pair) for pair in data]
    if dtype.kind == "O":
        data = [text.encode() for text in data]
    return np.array(data, object if dtype.kind in "iu" else None).astype(dtype).reshape(operand["shape"])


class Case:
    """One recorded operation."""

    def __init__(self, line: dict):
        self.line, self.name = line, line["op"]
        self.definition = lookup(f"tfl.{self.name}")
        assert self.definition is not None and self.definition.signature is not None, self.name
        slots = self.definition.signature.operands
        missing = 0 if any([slot.variadic for slot in slots]) else len(slots) - len(line["operands"])
        self.operands: list[dict | None] = [*line["operands"], *[None] * missing]
        self.results = [array_of(each) for each in line["results"]]
        self.types = [type_of(each) for each in line["results"]]

    @property
    def title(self) -> str:
        kinds = "-".join([each["type"] for each in self.operands if each])
        return f"{self.line.get('number', '')}-{self.name}-{kinds}{f'-{self.calls}' if self.calls > 1 else ''}"

    @property
    def calls(self) -> int:
        return self.line.get("calls", 1)

    @property
    def is_exact(self) -> bool:
        return all([array.dtype.kind in "biuO" for array in self.results])

    @property
    def is_for_hosts(self) -> bool:
        """Whether devices have no text, and no hashes of it."""
        return self.name == "lsh_projection" or any([each is not None and each["type"] == "str" for each in self.operands])

    def attributes(self) -> dict:
        declared = self.definition.signature.attributes
        kept = {}
        for name, value in self.line["attributes"].items():
            if name in declared:
                is_small = declared[name].kind == "i32" and isinstance(value, int)
                kept[name] = IntegerAttr(value, I32) if is_small else attribute(value)
        for name, each in zip(INTERMEDIATES, self.line.get("intermediates", ())):
            kept[name] = attribute(type_of({"shape": [], **each}))
        if "qtype" in declared:
            kept["qtype"] = attribute(self.types[0])
        return kept

    def operation(self) -> Operation:
        operands = [Value(NoneType() if each is None else type_of(each), None, at) for at, each in enumerate(self.operands)]
        return Operation.draft(f"tfl.{self.name}", operands, self.types, self.attributes())

    def computed(self) -> list[np.ndarray]:
        """What the op's own meaning gives; of several calls, and of what keeps a generator, as a program."""
        if self.calls > 1 or "seed" in self.line["attributes"]:
            return self.called(self.program(), "interpreter")
        return evaluate(self.operation(), self.definition, [None if each is None else array_of(each) for each in self.operands])

    @property
    def given(self) -> list[np.ndarray]:
        """The arrays that a program of the operation is called with."""
        return [array_of(each) for each in self.operands if each is not None and not each.get("const") and not each.get("variable")]

    def program(self) -> Operation:
        """A module with a function of the operation."""
        arguments = [each for each in self.operands if each is not None and not each.get("const") and not each.get("variable")]
        block = Block([type_of(each) for each in arguments])
        build, inputs = Builder.at_end(block), iter(block.arguments)
        values = []
        for each in self.operands:
            if each is None:
                values.append(build.value("tfl.no_value", [], NoneType(), {"value": None}))
            elif each.get("const") or each.get("variable"):
                elements, type = dense_of(array_of(each), element_of(each)), type_of(each)
                words = {"value": elements} if type.element is element_of(each) else {"qtype": attribute(type), "value": elements}
                words |= {"tfl.is_variable": True} if each.get("variable") else {}
                values.append(build.value(f"tfl.pseudo_{'q' if 'qtype' in words else ''}const", [], type, words))
            else:
                values.append(next(inputs))
        op = build.create(f"tfl.{self.name}", values, self.types, self.attributes())
        build.create("func.return", op.results)
        words = {
            "sym_name": StringAttr("main"),
            "function_type": attribute(FunctionType([each.type for each in block.arguments], self.types)),
        }
        function = Operation("func.func", attributes=words, regions=[Region([block])])
        module = Operation("builtin.module", regions=[Region([Block()])])
        Builder.at_end(module.region.blocks[0]).insert(function)
        return module

    def lowered(self, way: str) -> list[np.ndarray]:
        """What a program of the operation gives behind a named pipeline, on the device of that name if there is one."""
        from tfir.dialects import verify

        from tfopt.pipeline.description import load_pipeline, steps_in
        from tfopt.pipeline.execution import Runner

        module, pipeline = self.program(), load_pipeline(way)
        for step in steps_in(pipeline) if self.is_for_hosts else ():
            if "allow-host-ops" in step.run.options:
                step.keywords["allow_host_ops"] = True
        Runner(verify).run(pipeline, module)
        return self.called(module, "interpreter" if way == "stablehlo" else way)

    def called(self, module: Operation, device: str) -> list[np.ndarray]:
        """What the last call of a program gives, each being given what the one before left of variables."""
        from tfir.execution.entry import find_entry

        from tfrun.devices import session

        entry = find_entry(module)
        with session(module, device) as program_of, np.errstate(all="ignore"):
            program, kept = program_of(entry), {}
            for _ in range(self.calls):
                given = iter(self.given)
                arrays = [
                    next(given) if port.initial is None else kept[port.variable] if kept else array_in(port.initial) for port in entry.feeds
                ]
                results = program(arrays)
                kept = {port.variable: array for port, array in zip(entry.fetches, results)}
            return [np.asarray(array) for array in results[: len(self.results)]]

    def difference(self, arrays) -> str | None:
        """Where results are not what was recorded: integers to the bit."""
        for array, recorded in zip(arrays, self.results, strict=True):
            if array.shape != recorded.shape or array.dtype != recorded.dtype:
                return f"{array.dtype}{array.shape} for {recorded.dtype}{recorded.shape}"
            if recorded.dtype.kind in "biuO":
                wrong = np.flatnonzero((array != recorded).ravel())
                if wrong.size:
                    at = wrong[:3]
                    return f"{wrong.size} of {array.size}: {array.ravel()[at]} for {recorded.ravel()[at]} at {at}"
            elif not np.allclose(array.astype(recorded.dtype), recorded, equal_nan=True, **CLOSE):
                return f"off by {np.nanmax(np.abs(array - recorded))}"
        return None


def recorded_cases(path: Path = RECORDED) -> list[Case]:
    lines = map(json.loads, path.read_text().splitlines())
    return [Case(line) for line in lines if "error" not in line]
