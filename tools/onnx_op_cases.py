#!/usr/bin/env python3
"""Draws nodes of ONNX by operator and writes them to a folder as `tools/check_onnx.py` takes them, with what ONNX Runtime computes.

    python -m venv /tmp/onnx && /tmp/onnx/bin/pip install onnx==1.23.2 onnxruntime==1.32.0
    /tmp/onnx/bin/python tools/onnx_op_cases.py --count=10 --seed=1 [--opsets=7,13] [--reference] FOLDER [OPERATOR...]

A case is one node, of an operator set drawn from 7, 9, 11, 13, 17, 21 and the newest, with attributes, shapes and element types drawn at random.
What is an attribute in one set and an operand in another stands where the set has it; what it does not have is left out. Where ONNX Runtime
does not have the operator, ONNX's own evaluator answers. Where both answer and differ, it is printed, and the case is called `disputed_`.
Operands that shapes depend on are initializers.
"""

import argparse
import random
import sys
from pathlib import Path

import numpy as np
import onnx
import onnx_draws_of_elements  # noqa: F401
import onnx_draws_of_images  # noqa: F401
import onnx_draws_of_layers  # noqa: F401
import onnx_draws_of_learning  # noqa: F401
import onnx_draws_of_shapes  # noqa: F401  # which register what they draw
from onnx import defs, helper, numpy_helper
from onnx_cases import Cases, by_onnxruntime, by_reference
from onnx_draw import DRAWN, F16, F32, F64, Draw, Fixed

OPSETS = (7, 9, 11, 13, 17, 21, defs.onnx_opset_version())
LEARNING = 3  # the set of ai.onnx.ml's operators
ATTEMPTS = 40  # until a case is one that somebody computes
TOLERANCES = {F16: (1e-2, 1e-2), F32: (1e-4, 1e-5), F64: (1e-6, 1e-8)}


def schema_of(name: str, version: int):
    """An operator in an operator set of the default domain; of another, `DOMAIN:NAME`, the newest."""
    domain, _, local = name.rpartition(":")
    return defs.get_schema(local, version, "") if not domain else defs.get_schema(local, LEARNING, domain)


def model_of(name: str, given: dict, version: int):
    """(a model of one node, the inputs that it is fed with), in the form that the operator has in an operator set."""
    schema = schema_of(name, version)
    operands = [each.name for each in schema.inputs]
    count = given.pop("outputs", 1)
    listed = list(given.pop("*", []))
    by_place = {operands[key] if isinstance(key, int) else key: value for key, value in given.items()}
    by_operand = {key: value for key, value in by_place.items() if key in operands and value is not None}
    attributes = {}
    for key, value in by_place.items():
        if key in schema.attributes and value is not None and key not in operands:
            value = value.array if isinstance(value, Fixed) else value
            attributes[key] = value.tolist() if isinstance(value, np.ndarray) else value
    last = max([operands.index(key) for key in by_operand], default=-1)
    values = listed or [by_operand.get(key) for key in operands[: last + 1]]
    inputs, feeds, initializers = [], {}, []
    for at, value in enumerate(values):
        word = "" if value is None else f"x{at}"
        inputs.append(word)
        if isinstance(value, Fixed):
            initializers.append(numpy_helper.from_array(value.array, word))
        elif value is not None:
            feeds[word] = value
    outputs = [f"y{at}" for at in range(min(count, len(schema.outputs) if not is_many(schema) else count))]
    node = helper.make_node(schema.name, inputs, outputs, domain=schema.domain, **attributes)
    infos = [helper.make_tensor_value_info(word, helper.np_dtype_to_tensor_dtype(x.dtype), list(x.shape)) for word, x in feeds.items()]
    results = [helper.make_empty_tensor_value_info(word) for word in outputs]
    graph = helper.make_graph([node], "drawn", infos, results, initializers)
    opsets = [helper.make_opsetid("", version), *([helper.make_opsetid(schema.domain, LEARNING)] if schema.domain else [])]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=10 if version < 25 else 13)
    return onnx.shape_inference.infer_shapes(model, check_type=True, strict_mode=not schema.domain, data_prop=True), feeds


def is_many(schema) -> bool:
    return any([each.option == defs.OpSchema.FormalParameterOption.Variadic for each in schema.outputs])


def close(one, other, tolerance) -> bool:
    return all(
        [
            a.shape == b.shape and np.allclose(a.astype(np.float64), b.astype(np.float64), *tolerance, equal_nan=True)
            for a, b in zip(one, other)
        ]
    )


def attempted(function, *arguments):
    try:
        return function(*arguments)
    except Exception:
        return None


def drawn(name: str, chance: random.Random, version: int):
    """(model, feeds, results, tolerance, whether the two disagree) of a case that is computed by one of the two; None where none was drawn."""
    for _ in range(ATTEMPTS):
        d = Draw(random.Random(chance.random()))
        d.version = version
        try:
            with np.errstate(all="ignore"):
                model, feeds = model_of(name, {key: value for key, value in DRAWN[name](d, name).items() if value is not None}, version)
        except Exception:
            continue
        results, reference = attempted(by_onnxruntime, model, feeds), attempted(by_reference, model, feeds)
        if results is None and reference is None:
            continue
        kinds = [each.dtype for each in (*feeds.values(), *(results or reference))]
        tolerance = max([TOLERANCES.get(kind, (0.0, 0.0)) for kind in kinds])
        disputed = results is not None and reference is not None and not attempted(close, results, reference, tolerance)
        return model, feeds, results or reference, tolerance, disputed
    return None


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--count", type=int, default=10, help="cases of each operator")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--opsets", default=",".join(map(str, OPSETS)))
    options.add_argument("folder", type=Path)
    options.add_argument("operators", nargs="*", help="all where none is named")
    arguments = options.parse_args()
    cases, opsets = Cases(arguments.folder), [int(each) for each in arguments.opsets.split(",")]
    for name in arguments.operators or DRAWN:
        schemas = {each: attempted(schema_of, name, each) for each in opsets}
        versions = [each for each, schema in schemas.items() if schema is not None and not schema.deprecated]
        made = 0
        for number in range(arguments.count if versions else 0):
            chance = random.Random(f"{arguments.seed} {name} {number}")
            case = drawn(name, chance, chance.choice(versions))
            if case is None:
                continue
            model, feeds, results, tolerance, disputed = case
            title = f"{'disputed_' if disputed else ''}{name.rpartition(':')[2]}_{number}"
            cases.add(title, model, [(feeds, results)], tolerance)
            made += 1
            if disputed:
                print(f"{title}: ONNX Runtime and ONNX's evaluator differ", flush=True)
        if made < arguments.count:
            print(f"{name}: {made} cases of {arguments.count}", flush=True)
    cases.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
