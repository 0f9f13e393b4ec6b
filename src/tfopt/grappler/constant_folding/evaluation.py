"""Evaluates nodes whose operands are all constants, on this machine, by their semantics.

A result may not be larger than `LARGEST_CONSTANT`, nor may the graph grow by more than `FREE_BYTES` for it. What is one number all
over is computed once and stays one number.
"""

from __future__ import annotations

from tfir.analysis.deadness import CONTROL_FLOW
from tfir.dialects import dialect, is_pure, lookup, trait_arguments, with_trait
from tfir.ir.dense import DenseAttr, ElementsAttr
from tfir.ir.operations import Operation
from tfir.ir.types import ComplexType, OpaqueType, TensorType
from tfir.ods.control import data_operands, data_results
from tfir.ods.op_lists import read_lists

from tfopt.grappler.constant_folding.contents import FREE_BYTES, LARGEST_CONSTANT, freed_bytes, stored_bytes
from tfopt.grappler.rewriting import OnNodes, Stage, touches_floats
from tfopt.rewrite.constants import elements_of
from tfopt.rewrite.folding import arrays_of, byte_size, reshaped
from tfopt.rewrite.terms import MatchFailure

MOST_STEPS = 1 << 24  # elements that may be read for one result
# Not for us to compute: they act, run functions, are fed, are answered on the device, or mark what is to stay.
NEVER = CONTROL_FLOW.union(
    *[with_trait("tfg", trait) for trait in ("effects", "pinned", "call", "branch", "loop", "uninitialized")],
    ["tfg.PlaceholderWithDefault", "tfg.ReadFile", "tfg.MatchingFiles", "tfg.DeviceIndex", "tfg.Empty"],
)
QUANTIZATION = frozenset([f"tfg.{name}" for name in read_lists(__file__)["quantization_emulation"]])


def stages(folds_quantization: bool = True) -> list[Stage]:
    """Of all ops that can be computed; what draws random numbers by a seed may draw others on a device."""
    kept = NEVER if folds_quantization else NEVER | QUANTIZATION
    evaluated = [name for name, semantics in dialect("tf").semantics.items() if semantics.evaluate is not None]
    names = [name for name in evaluated if f"tfg.{name}" not in kept and not name.startswith("Stateless")]
    return [Stage("EvaluateNode", OnNodes(names, evaluate_node, reads=("tfg.Const",)), kind="folded")]


def evaluate_node(op: Operation, item):
    operands = [elements_of(value) for value in data_operands(op)]
    if not operands or None in operands or not is_pure(op):
        return None
    types = [
        TensorType(item.shapes.of(result), result.type.element) if item.shapes.is_static(result) else None for result in data_results(op)
    ]
    if not types or any([type is not None and byte_size(type) is None for type in types]):
        return MatchFailure("its results are no tensors")
    if item.fp == "strict" and not is_exact(op) and touches_floats(op):
        return MatchFailure("its last bits depend on who computes it")
    if op.name == "tfg.Identity" and not item.is_preserved(op) and not is_waiting_constant(op, operands[0]):
        return list(data_operands(op))
    given = reshaped(op, operands[0], types[0]) if len(types) == 1 and types[0] is not None else None
    constants = [given] if given is not None else by_one_number(op, operands, types) or by_evaluation(op, operands, types)
    if constants is None or isinstance(constants, MatchFailure):
        return constants
    if sum(map(stored_bytes, constants)) > FREE_BYTES + freed_bytes(op):
        return MatchFailure("the graph would grow")
    return constants


def is_exact(op: Operation) -> bool:
    """Whether its results have the same bits wherever they are computed. What the trait counts are units of complex numbers, which are
    made of several products."""
    units = trait_arguments(op, "exact")
    return units == () or units is not None and not any([isinstance(result.type.element, ComplexType) for result in data_results(op)])


def is_waiting_constant(op: Operation, elements: ElementsAttr) -> bool:
    """Whether the node had better become a constant: then its readers need not wait for what it waits for."""
    return len(op.operands) > 1 and stored_bytes(elements) <= FREE_BYTES


def is_storable(type: TensorType) -> bool:
    return (byte_size(type) or 0) <= LARGEST_CONSTANT


def by_one_number(op: Operation, operands, types):
    """Elementwise on constants that are one number all over: computed once."""
    from tfir.ods.semantics import Broadcast, Same, Unary

    if len(types) != 1 or types[0] is None or types[0].size <= 1 or not issubclass(lookup(op.name).semantics, (Broadcast, Same, Unary)):
        return None
    if not is_storable(types[0]) or not all([isinstance(each, DenseAttr) and (each.is_splat or each.type.size == 1) for each in operands]):
        return None
    single = [each.with_type(TensorType((), each.type.element)) for each in operands]
    elements = computed(op, single, [TensorType((), types[0].element)])
    return None if elements is None else [DenseAttr(types[0], elements[0].blob, True)]


def by_evaluation(op: Operation, operands, types):
    held = sum([byte_size(elements.type) or 0 for elements in operands])
    if any([type is not None and not is_storable(type) and byte_size(type) > held for type in types]):
        return MatchFailure("its result is too large")
    if sum([elements.type.size for elements in operands]) > MOST_STEPS:
        return MatchFailure("too much is to be computed")
    return computed(op, operands, types) or MatchFailure("it cannot be computed here")


def computed(op: Operation, operands, types) -> list[ElementsAttr] | None:
    from tfir.ods.arrays import dense_of, dtype_of

    arrays, elements = arrays_of(op, operands), [result.type.element for result in data_results(op)]
    if (
        arrays is None
        or len(arrays) != len(elements)
        or any([isinstance(each, OpaqueType) and each.text != "!tf_type.string" for each in elements])
    ):
        return None
    if any([array.dtype != dtype_of(element) and array.dtype.kind not in "SU" for array, element in zip(arrays, elements)]):
        return None
    if any([type is not None and array.shape != type.shape for array, type in zip(arrays, types)]):
        return None
    return [dense_of(array, element) for array, element in zip(arrays, elements)]
