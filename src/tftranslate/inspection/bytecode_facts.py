"""Facts about programs in bytecode, and about those that JAX has exported: what they take and give, as trees with names."""

from __future__ import annotations

from tfir.bytecode.reader import ProgramReader
from tfir.cli.file_formats import EXPORTED_MODULE
from tfir.cli.flat_buffer import Table
from tfir.dialects import dialect, lookup
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation

from tftranslate.inspection.module_facts import facts_of_module

# Fields of JAX's export, by their numbers. Source: jax, `serialization.fbs`.
FUNCTION_NAME, IN_TREE, IN_TYPES, OUT_TREE, OUT_TYPES, PLATFORMS, CALLING_CONVENTION, VJP, DEVICES = 1, 2, 3, 4, 5, 9, 14, 17, 18
KIND, CHILDREN, NAMES, CUSTOM = 0, 1, 2, 3  # of a tree
LEAF, NOTHING, TUPLE, LIST, DICTIONARY = range(5)  # kinds of trees
SHAPE, DTYPE = 1, 2  # of a type
DTYPES = (
    "bool i8 i16 i32 i64 ui8 ui16 ui32 ui64 f16 f32 f64 c64 c128 bf16 i4 ui4 f8E4M3B11FNUZ f8E4M3FN f8E4M3FNUZ f8E5M2 f8E5M2FNUZ f0 "
    "f8E4M3 f8E3M4 f8E8M0FNU f4E2M1FN key<fry> key<rbg> key<unsafe_rbg>"
).split()
DEEPEST = 100


def facts_of_bytecode(data, name: str) -> dict:
    from tfir.conversion.vhlo.artifact import deserialize

    reader = ProgramReader(bytes(data), name, lookup, dialect)
    module: Operation = reader.program(allow_unregistered=True)
    deserialize(module)
    return {"bytes": len(data), "written_by": reader.producer, "bytecode_version": reader.version} | facts_of_module(module)


def facts_of_export(data, name: str) -> dict:
    exported = Table.root(data)
    return facts_of_bytecode(exported.bytes(EXPORTED_MODULE), name) | {
        "bytes": len(data),
        "function": exported.text(FUNCTION_NAME),
        "platforms": exported.texts(PLATFORMS),
        "devices": exported.integer(DEVICES, 4) or exported.integer(6, 2),
        "calling_convention": exported.integer(CALLING_CONVENTION, 2),
        "inputs": named_types(exported.table(IN_TREE), exported.tables(IN_TYPES)),
        "outputs": named_types(exported.table(OUT_TREE), exported.tables(OUT_TYPES)),
        "gradients": gradients(exported),
    }


def gradients(exported: Table) -> int:
    """How many gradients of gradients the file has."""
    count, inner = 0, exported.table(VJP)
    while inner is not None and count < DEEPEST:
        count, inner = count + 1, inner.table(VJP)
    return count


def named_types(tree: Table | None, types: list[Table]) -> list[dict]:
    """The types in a tree's leaves, each with the path that leads there: `[0]['w']`."""
    paths = list(leaves(tree)) if tree is not None else []
    names = paths if len(paths) == len(types) else [f"[{number}]" for number in range(len(types))]
    return [{"name": path, "dtype": dtype(one), "shape": one.texts(SHAPE)} for path, one in zip(names, types)]


def dtype(one: Table) -> str:
    number = one.integer(DTYPE, 1)
    return DTYPES[number] if number < len(DTYPES) else "unknown"


def leaves(tree: Table):
    """The paths to a tree's leaves, in their order. Raises Error for more branches than a file can have without sharing them."""
    waiting, visited = [(tree, "", 0)], 0
    while waiting:
        tree, path, depth = waiting.pop()
        visited += 1
        if depth > DEEPEST or visited > len(tree.data):
            raise Error("the tree of a JAX export holds itself")
        kind = tree.integer(KIND, 1)
        if kind == LEAF:
            yield path
            continue
        names = tree.texts(NAMES)
        keys = [repr(name) for name in names] if kind == DICTIONARY else []
        children = tree.tables(CHILDREN)
        keys += [str(number) for number in range(len(keys), len(children))]
        waiting += [(child, f"{path}[{key}]", depth + 1) for child, key in zip(children, keys)][::-1]
