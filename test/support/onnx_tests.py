"""Tests of ONNX's own: a model, arrays that it is given, and what it has to give."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from tfir.dialects import dialect, lookup, verify
from tfir.execution.entry import find_entry
from tfir.execution.inputs import initial_value
from tfir.ir.attributes import attribute
from tfir.ir.diagnostics import Error, Listening
from tfir.ir.location import Source
from tfir.ods.arrays import array_of, dense_of
from tfir.proto import OnnxModel, OnnxTensor
from tfir.text.parser import parse
from tfir.text.printer import PrintOptions, print_pieces

from tfopt.pipeline.description import load_pipeline, steps_in
from tfopt.pipeline.execution import Runner
from tfrun.devices import session
from tftranslate.formats.onnx import module_of_file
from tftranslate.onnx.attributes import fill_attribute
from tftranslate.onnx.element_types import type_proto
from tftranslate.onnx.export_model import export_model
from tftranslate.onnx.tensors import elements_of, fill_tensor


def tensor_of(data: bytes) -> np.ndarray:
    """The array in a TensorProto. Raises Error for what is none."""
    tensor = OnnxTensor()
    tensor.ParseFromString(data)
    return array_of(elements_of(tensor, None))


def text_of(model: bytes, name: str, folder: str | None = None) -> str:
    return "".join(print_pieces(module_of_file(model, name, folder), lookup, PrintOptions()))


def written_again(text: str, name: str) -> bytes:
    return export_model(parse(Source(name, text), lookup, dialect)).SerializeToString(deterministic=True)


def lowered(text: str, device: str, inputs: str = "", holds: str = ""):
    """A module after the pipeline of a device; what has no lowering the host computes. `inputs` are those that become constants, `holds` says what is in those
    that are no tensors."""
    pipeline = load_pipeline(device)
    for step in steps_in(pipeline):
        if "allow-host-ops" in step.run.options:
            step.keywords["allow_host_ops"] = True
        if inputs and "inputs" in step.run.options:
            step.keywords["inputs"] = inputs
        if holds and "holds" in step.run.options:
            step.keywords["holds"] = holds
    module = parse(Source("model", text), lookup, dialect)
    with Listening():
        Runner(verify).run(pipeline, module)
    return module


def tensors_of(name: str, value):
    """A value by its tensors, with their names: of a sequence, a list, several, of an optional without a value, None, none."""
    if isinstance(value, list):
        return [pair for at, each in enumerate(value) for pair in tensors_of(f"{name}.{at}", each)]
    return [] if value is None else [(name, value)]


def held_by(names, values) -> str:
    """What inputs hold that are no tensors, as `--onnx-to-stablehlo=holds=` takes it; an optional with a value is given as a list of one."""
    shapes = [[name, *["x".join(map(str, array.shape)) for _, array in tensors_of(name, value)]] for name, value in zip(names, values)]
    return ",".join([":".join(each) for each, value in zip(shapes, values) if value is None or isinstance(value, (list, Held))])


class Held(np.ndarray):
    """What is in an optional."""


def results_of(text: str, device: str, calls: list[list], bound=()) -> list[list[np.ndarray]]:
    """What a model gives for some calls. `bound` are inputs, by name and array, that become constants."""
    fixed = ",".join([":".join([name, *[str(number) for number in array.astype(float).ravel().tolist()]]) for name, array in bound])
    names = [port.name for port in find_entry(parse(Source("model", text), lookup, dialect)).feeds]
    module = lowered(text, device, fixed, held_by(names, calls[0]) if calls else "")
    gone = {name for name, _ in bound}
    with session(module, device) as program_of, np.errstate(all="ignore"):
        entry = find_entry(module)
        program = program_of(entry)
        states = [initial_value(module, port.initial) for port in entry.feeds if port.initial is not None]  # what generators begin with
        given = [[pair for name, value in zip(names, values) for pair in tensors_of(name, value)] for values in calls]
        return [program([np.asarray(array) for name, array in each if name not in gone] + states) for each in given]


def executed_with_names(text: str, holds: str, given: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The outputs of a model by name, of inputs by name."""
    module = lowered(text, "interpreter", holds=holds)
    entry = find_entry(module)
    with session(module, "interpreter") as program_of, np.errstate(all="ignore"):
        results = program_of(entry)([given[port.name] for port in entry.feeds])
    return {port.name: np.asarray(result) for port, result in zip(entry.fetches, results, strict=True)}


def choices(text: str, arrays: list):
    """Inputs that may become constants where a lowering asks for one: none, each small one by itself, two of them, all."""
    names = [port.name for port in find_entry(parse(Source("model", text), lookup, dialect)).feeds]
    small = [
        (name, array)
        for name, array in zip(names, arrays)
        if type(array) is np.ndarray and array.ndim < 2 and array.size <= 32 and array.dtype.kind in "iufb"
    ]
    yield ()
    for count in range(1, len(small) + 1):
        yield from combinations(small, count)


def least_bound(text: str, device: str, calls: list[list]):
    """The results with as few inputs as will do as constants, and these. Raises the Error of a model without any."""
    refused = None
    for bound in choices(text, calls[0] if calls else []):
        try:
            return results_of(text, device, calls, bound), bound
        except Error as error:
            refused = refused or error
    assert refused is not None
    raise refused


def difference(result: np.ndarray, expected: np.ndarray, rtol: float, atol: float) -> str | None:
    """In words, how an output differs from what is expected of it, as ONNX's runner compares them."""
    result = np.asarray(result)
    if result.shape != expected.shape:
        return f"has the shape {result.shape}, not {expected.shape}"
    if expected.dtype == object:
        texts = [text if isinstance(text, bytes) else str(text).encode() for text in result.ravel().tolist()]
        return None if texts == expected.ravel().tolist() else f"is {texts[:4]}, not {expected.ravel().tolist()[:4]}"
    if result.dtype != expected.dtype:
        return f"has elements of {result.dtype}, not {expected.dtype}"
    if result.dtype.name == "bfloat16":
        rtol = max(rtol, 2**-6)
    wide = np.complex128 if result.dtype.kind == "c" else np.float64
    wrong = ~np.isclose(result.astype(wide), expected.astype(wide), rtol=rtol, atol=atol, equal_nan=True)
    if not wrong.any():
        return None
    at = tuple(index[0] for index in np.nonzero(wrong)) if wrong.shape else ()
    return f"differs at {int(wrong.sum())} of {wrong.size} places, first at {list(map(int, at))}: {result[at]}, not {expected[at]}"


def computed_as_onnx(text: str, arrays: list) -> np.ndarray:
    """The first result of a program that is written as a model of ONNX, and read and run again."""
    module = parse(Source("text", text), lookup, dialect)
    Runner(verify).run(load_pipeline("onnx"), module)
    model = export_model(module).SerializeToString()
    return results_of(text_of(model, "written"), "interpreter", [arrays])[0][0]


def node_model(nodes, version: int, operands: dict, fixed=(), outputs: int = 1, domain: str = "", **attributes) -> bytes:
    """A model of one node of an operator, whose results are `y`, `y1` ..., or of nodes (operator, inputs, outputs), of which the last has the
    attributes. Operands are arrays by name, of which those in `fixed` are initializers."""
    model = OnnxModel(ir_version=10)
    model.opset_import.add(domain=domain, version=version)
    names = ["y", *[f"y{at}" for at in range(1, outputs)]]
    if isinstance(nodes, str):
        nodes = [(nodes, list(operands), names)]
    for name, array in operands.items():
        elements = dense_of(np.asarray(array))
        if name in fixed:
            tensor = model.graph.initializer.add(name=name)
            fill_tensor(tensor, elements)
        else:
            model.graph.input.add(name=name).type.CopyFrom(type_proto(elements.type))
    for operator, inputs, results in nodes:
        node = model.graph.node.add(op_type=operator, domain=domain, input=inputs, output=results)
    for name, value in attributes.items():
        fill_attribute(node.attribute.add(name=name), attribute(value), None)
    for name in names:
        model.graph.output.add(name=name)
    return model.SerializeToString()
