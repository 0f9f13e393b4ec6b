"""Programs in the form that `jax.export.deserialize` reads. Source: jax, `serialization.fbs`.

The arguments are those of a function in their order; the results are the tree that `jax.result_info` says, or a tuple.
"""

from __future__ import annotations

from tfir.analysis.exported_names import RESULT_INFO, steps_in_tree
from tfir.cli.file_formats import EXPORTED_MODULE, exported_module
from tfir.cli.files import Output, read_bytes, shown_name
from tfir.cli.flat_buffer import Number, Numbers, Table, set_number, written
from tfir.ir.attributes import DictAttr, StringAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable, references_in
from tfir.ir.types import TensorType, Type

from tftranslate.inspection import bytecode_facts as field
from tftranslate.inspection.bytecode_facts import DICTIONARY, DTYPES, LEAF, TUPLE
from tftranslate.modules import read_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Fields = dict[int, Any]
    Path = list[str | int]

VERSION, IN_SHARDINGS, OUT_SHARDINGS, ORDERED_EFFECTS, EFFECTS, UNCHECKED, KEPT_ARGUMENTS, GLOBAL_CONSTANTS = 0, 7, 8, 10, 11, 12, 15, 16
SPELLED = {"i1": "bool", "complex<f32>": "c64", "complex<f64>": "c128"}  # element types that JAX spells otherwise
MAIN = "main"  # what JAX calls
PLAIN, WITH_SHARDY = 9, 10  # calling conventions
READ_DIALECTS = frozenset("arith builtin chlo func math memref mhlo sdy shape stablehlo tensor vector".split())
READ_BY_JAX = "1.13.0"  # since the current version of StableHLO is newer than the one that a released jaxlib reads


def serialize_export(source: str, arguments) -> None:
    """Reads a module of StableHLO and writes its `main`, or only function, as jax.export does; with `--template` all but the program is that export's."""
    from tfir.conversion.vhlo.artifact import deserialize, serialize

    module = read_module(source)
    deserialize(module)
    check_dialects(module)
    template = bytes(read_export(arguments.template, main_of(module))) if arguments.template else b""
    fields = {} if template else fields_of_export(module)
    artifact = b"".join(
        serialize(module, arguments.target_version or READ_BY_JAX, not arguments.strip_debuginfo, allow_other_dialects=True)
    )
    with Output(arguments.output, binary=True) as out:
        out.write(with_module(template, artifact) if template else written(fields | {EXPORTED_MODULE: artifact}))


def check_dialects(module: Operation) -> None:
    """Raises Error for an operation that jaxlib has no dialect for."""
    stray = next((op for op in module.inside() if op.dialect not in READ_DIALECTS), None)
    if stray is not None:
        raise Error.on(stray, "is of a dialect that JAX does not read")


def read_export(path: str, function: Operation) -> bytes | memoryview:
    """The bytes of an export whose `main` takes and gives what a function does. Raises Error for any other file."""
    from tfir.conversion.vhlo.artifact import deserialize

    data = read_bytes(path)
    if exported_module(data) is None:
        raise Error(f"{shown_name(path)}: expected what jax.export(..).serialize() wrote")
    module = read_module(path)
    deserialize(module)
    types = [each.attributes["function_type"].type for each in (function, main_of(module))]
    if types[0] != types[1]:
        raise Error.on(function, f"is of type '{types[0]}', and that of {shown_name(path)} of type '{types[1]}'")
    return data


def fields_of_export(module: Operation) -> Fields:
    """All but the program of an export of a module's `main`. Raises Error for results whose sizes those of arguments don't tell."""
    function = main_of(module)
    values = [*function.body.arguments], [*function.region.blocks[-1].terminator.operands]
    elements = [[element_of(function, each.type) for each in side] for side in values]
    is_open = not all([each.type.is_static for side in values for each in side])
    sizes_of = sizes_in(module, function) if is_open else lambda value: [str(size) for size in value.type.shape]
    arguments, results = [
        [{field.KIND: Number(0, 1), field.SHAPE: sizes_of(value), field.DTYPE: element} for value, element in zip(*side)]
        for side in zip(values, elements)
    ]
    uses_shardy = any([op.dialect == "sdy" for op in module.body])
    return {
        VERSION: Number(3, 2), field.FUNCTION_NAME: module.get("sym_name", "main"), field.PLATFORMS: ["cpu"], field.DEVICES: Number(1, 4),
        field.IN_TREE: node(TUPLE, [node(TUPLE, [leaf() for _ in arguments]), node(DICTIONARY, [], [])]), field.IN_TYPES: arguments,
        field.OUT_TREE: tree_of(paths_of(function, len(results))), field.OUT_TYPES: results,
        IN_SHARDINGS: [{} for _ in arguments], OUT_SHARDINGS: [{} for _ in results], ORDERED_EFFECTS: [], EFFECTS: [],
        UNCHECKED: [{0: Number(0, 1)}],  # the platform: what is left of a program in StableHLO runs on any
        field.CALLING_CONVENTION: Number(WITH_SHARDY if uses_shardy else PLAIN, 2),
        KEPT_ARGUMENTS: Numbers(range(len(arguments)), 2), GLOBAL_CONSTANTS: Number(is_open, 1),
    }  # fmt: skip


def main_of(module: Operation) -> Operation:
    """The function that JAX calls: `main`, or the only one that a module shows, which is called so from here on."""
    shown = [op for op in module.body if op.name == "func.func" and op.region.blocks and op.get("sym_visibility") != "private"]
    function = next((op for op in shown if op.get("sym_name") == MAIN), None)
    if function is None and len(shown) == 1 and MAIN not in SymbolTable(module).symbols and not is_referred_to(shown[0], module):
        (function,) = shown
        function.set_attribute("sym_name", StringAttr(MAIN))
    if function is None:
        raise Error.on(module, "has no function @main, which is what JAX calls, and not one other that is public and never called")
    return function


def is_referred_to(function: Operation, module: Operation) -> bool:
    return any([reference.root == function.get("sym_name") for _, reference in references_in(module)])


def element_of(function: Operation, type: Type) -> Number:
    """The element type of a tensor as JAX's number. Raises Error for a type that JAX has no arrays of."""
    element = getattr(type, "element", None)
    spelled = SPELLED.get(str(element), str(element))
    if not isinstance(type, TensorType) or type.shape is None or spelled not in DTYPES:
        raise Error.on(function, f"has an argument or result of type '{type}', which JAX has no arrays of")
    return Number(DTYPES.index(spelled), 1)


def sizes_in(module: Operation, function: Operation) -> Callable[[Value], list[str]]:
    from tftranslate.jax_sizes import JaxSizes

    return JaxSizes(module, function).of


def paths_of(function: Operation, count: int) -> list[Path]:
    """The place of each result in a tree; without names a single result is the tree, and several are a tuple."""
    attributes = list(function.get("res_attrs", ())) or [DictAttr()] * count
    infos = [each.get(RESULT_INFO) for each in attributes]
    if infos and all([info is not None for info in infos]):
        paths = [[int(number) if number else name or field for name, number, field in steps_in_tree(info.value)] for info in infos]
        if is_tree(paths):
            return paths
    return [[]] if count == 1 else [[number] for number in range(count)]


def is_tree(paths: list[Path]) -> bool:
    """Whether no path goes on where another ends, and all steps from one place are numbers or all are names."""
    if len(paths) == 1 and not paths[0]:
        return True
    firsts = {path[0].__class__ for path in paths if path}
    return all(paths) and len(firsts) == 1 and all([is_tree(rests) for _, rests in branches(paths)])


def branches(paths: list[Path]) -> list[tuple[str | int, list[Path]]]:
    """The first steps of paths, in their order, each with what comes behind it."""
    rests: dict[str | int, list[Path]] = {}
    for first, *rest in paths:
        rests.setdefault(first, []).append(rest)
    return list(rests.items())


def tree_of(paths: list[Path]) -> Fields:
    if paths == [[]]:
        return leaf()
    steps = branches(paths)
    children = [tree_of(rests) for _, rests in steps]
    names = [step for step, _ in steps if isinstance(step, str)]
    return node(DICTIONARY, children, names) if names else node(TUPLE, children)


def leaf() -> Fields:
    return {field.KIND: Number(LEAF, 1)}


def node(kind: int, children: list[Fields], names: list[str] | None = None) -> Fields:
    return {field.KIND: Number(kind, 1), field.CHILDREN: children} | ({} if names is None else {field.NAMES: names})


def with_module(data: bytes, artifact: bytes) -> bytes:
    """An export with another program in it. Gradients that were exported beside it are those of the old program, and go."""
    out = bytearray(data)
    out.extend(bytes(-len(out) % 16))
    root = Table.root(data)
    place = root.place(EXPORTED_MODULE)
    set_number(out, place, len(out) - place, 4)
    if root.has(field.VJP):
        set_number(out, root.layout + 4 + 2 * field.VJP, 0, 2)
    return bytes(out + len(artifact).to_bytes(4, "little") + artifact)
