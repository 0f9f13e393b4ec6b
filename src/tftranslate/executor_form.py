"""A GraphDef in the executor's form, as TensorFlow's own importer for that dialect writes it: `--graphdef-to-mlir=executor`.

The graph is a function that takes and gives nothing. Every type is what the shapes of constants and Placeholders make of it, and
of the library there are the functions that something calls, in the order in which they are first named.
"""

from __future__ import annotations

import re

from tfir.analysis.importer_shapes import GraphShapes, ImporterPolicy, write_types
from tfir.conversion.tfg_to_executor.functions import convert
from tfir.dialects.tf_type import FuncAttr, referring
from tfir.dialects.tfg.functions import functions_by_name
from tfir.ir.attributes import StringAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.symbols import references
from tfir.ir.types import TensorType
from tfir.storage.graphdef.node_results import TABLE

from tftranslate.executor_order import order
from tftranslate.materialize_defaults import materialize_defaults


def to_executor_form(module: Operation, op_defs=None) -> None:
    """Rewrites a module of tfg in place."""
    materialize_defaults(module, op_defs)
    keep_called(module)
    infer_types(module)
    convert(module, list)
    for op in module.walk():
        name_device(op)


def name_device(op: Operation) -> None:
    if "device" in op.attributes:
        name = in_full(op.get("device"))
        if name is None:
            raise Error.on(op, f"has invalid device name: {op.get('device')}")
        op.set_attribute("device", StringAttr(name))


def infer_types(module: Operation) -> None:
    functions = functions_by_name(module)
    policy = ImporterPolicy(functions)
    inferred = [GraphShapes(top, policy).visit_all(top.body) for top in module.body]
    for shapes in inferred:
        write_types(shapes)
        for op in shapes.top.body:
            refer(op)


def refer(op: Operation) -> None:
    """Results that refer to a variable have types of references here, which nodes do not tell."""
    signature = TABLE.get(op.name.removeprefix("tfg."))
    if signature is not None and any([slot.ref for slot in signature.results]):
        for result, slot in zip(op.results, signature.results):
            if slot.ref:
                result.retype(TensorType(result.type.shape, referring(result.type.element)))


# Which functions


def keep_called(module: Operation) -> None:
    """The graph and, in the order in which they are first named, the functions that it comes to call; others go."""
    functions = functions_by_name(module)
    reached = [op for op in module.body if op.name == "tfg.graph"] or list(functions.values())
    seen = set(reached)
    for top in reached:  # grows while it is walked
        sort(top)
        for name in names_in(top):
            name_function(name, functions, seen, reached)
    for op in list(module.body):
        if op not in seen:
            op.erase()
    for op in reached:
        module.body.append(op.remove())


def sort(top: Operation) -> None:
    """Puts the nodes in the order in which they will stand."""
    last = top.body.last if top.name == "tfg.func" else None
    for op in order(top.body):
        if op is not last:
            top.body.insert_before(op.remove(), last)


def name_function(name: str, functions: dict, seen: set, reached: list) -> None:
    """A function comes behind its gradient."""
    function = functions.get(name)
    if function is not None and function not in seen:
        seen.add(function)
        if "gradient" in function.attributes:
            name_function(function.attributes["gradient"].root, functions, seen, reached)
        reached.append(function)


def names_in(top: Operation):
    """The functions that nodes name; lists of functions before single ones."""
    for op in top.body:
        yield op.name.removeprefix("tfg.")
        for _, attribute in sorted(op.attributes.items(), key=lambda entry: (isinstance(entry[1], FuncAttr), entry[0])):
            yield from (reference.root for reference in references(attribute))


# Of the name of a device, such as `/job:worker/task:0/GPU:1`.
PART = re.compile(r"/(job|replica|task|device):([^/]+)|/(cpu|gpu|CPU|GPU|TPU):(\d+|\*)")
ORDER = ("job", "replica", "task")


def in_full(name: str) -> str | None:
    """The name with its kind of device and number, which are `CPU` and 0 where it leaves them out; None for what is no name."""
    parts: dict[str, str] = {}
    end = 0
    while end < len(name):
        part = PART.match(name, end)
        if part is None:
            return None
        parts[part[1] or "device"] = part[2] or f"{part[3].upper()}:{part[4]}"
        end = part.end()
    if not parts:
        return ""
    kind, _, number = parts.get("device", "").partition(":")
    places = "".join([f"/{key}:{parts[key]}" for key in ORDER if parts.get(key, "*") != "*"])
    return f"{places}/device:{kind if kind not in ('', '*') else 'CPU'}:{number if number not in ('', '*') else '0'}"
