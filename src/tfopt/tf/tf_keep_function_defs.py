"""Keeps on functions of datasets what they are as nodes, where a dataset is looked at as a graph: lowered they do not say it any more.

A host step runs the lowered function, and the graph, the fingerprint or the snapshot that it makes of the dataset has the nodes of the model.
They stand as a library of GraphDef, with all that the function calls, in the attribute `tfir.function_defs`, which goes where the function
goes, and in which no pass folds or merges anything. A program that looks at no graph of a dataset stays as it is.
"""

from __future__ import annotations

from tfir.analysis.call_graph import function_references
from tfir.conversion.executor_to_tfg import convert, functions_in, is_of_executor
from tfir.dialects import has_trait, lookup
from tfir.dialects.tf.defaults import makes_dataset
from tfir.ir.attributes import StringAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.symbols import SymbolTable

WORKS_ON = ("tfg", "tf")


def tf_keep_function_defs(module: "Module"):
    ops = [op for op in module.walk() if op.dialect in WORKS_ON]
    if not any([has_trait(op, "dataset_graph") for op in ops]):
        return
    from tfir.proto import FunctionDefLibrary  # which programs without such ops need not load
    from tfir.storage.graphdef.function_library import KEPT, FunctionLibrary

    symbols, nodes = SymbolTable(module), as_nodes(module)
    for name in functions_of_datasets(ops):
        function, library = symbols.get(name), FunctionDefLibrary()
        if function is None or KEPT in function.attributes:
            continue
        try:
            FunctionLibrary(library).add(nodes, name)
        except Error:
            continue  # the run says why: not every function that is mapped is looked at
        function.set_attribute(KEPT, StringAttr(library.SerializeToString(deterministic=True)))


def as_nodes(module: Operation) -> Operation:
    """The module in which each function around a graph of the executor is one of nodes: itself where there is none."""
    if not any(map(is_of_executor, functions_in(module))):
        return module
    copy = module.clone()
    for function in filter(is_of_executor, functions_in(copy)):
        try:
            convert(copy, [function])
        except Error:
            continue  # what is no function of nodes is not kept
    return copy


def functions_of_datasets(ops: list[Operation]) -> list[str]:
    """The functions that ops make datasets with, by name."""
    makers = [
        op for op in ops if (definition := lookup(op.name)) is not None and definition.signature and makes_dataset(definition.signature)
    ]
    return list(dict.fromkeys([name.root for op in makers for value in op.attributes.values() for name in function_references(value)]))
