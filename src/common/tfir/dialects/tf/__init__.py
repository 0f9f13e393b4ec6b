"""TensorFlow's own ops, as functions have them: `"tf.MatMul"(%a, %b) <{transpose_a = false, ...}> : (...) -> ...`.

The table is TensorFlow's registry. An attribute that only repeats the types of operands and results is not stored. Ops that the
table does not list are allowed, and nothing is known of them.
"""

from __future__ import annotations

from functools import cached_property
from os.path import dirname, join

from tfir.define.dialect import Dialect
from tfir.dialects.tf_type import ATTRIBUTES, TYPES
from tfir.ir.types import FunctionType

# Not declared stateful, but they do something all the same, or must stay where they are.
EFFECTS = (
    "NoOp", "ControlTrigger", "Abort", "Assert", "EnsureShape", "PreventGradient", "Save", "SaveSlices", "SaveV2",
    "MergeV2Checkpoints", "Placeholder", "PlaceholderV2", "_Arg", "_Retval", "FakeParam", "Yield",
    "Enter", "Exit", "NextIteration", "Merge", "Switch", "LoopCond", "_SwitchN",
)  # fmt: skip

# Where upstream's declarations differ from the registry: what they call derived, and what they add.
DISCARDABLE = {
    "Placeholder": {"shape"}, "PlaceholderWithDefault": {"shape"},
    "If": {"output_shapes"}, "Case": {"output_shapes"}, "While": {"output_shapes"},
    "VarHandleOp": {"allowed_devices", "debug_name"}, "ReduceDataset": {"metadata"},
}  # fmt: skip
ADDED = {"If": ["is_stateless"], "Case": ["is_stateless"], "While": ["is_stateless", "shape_invariant"]}


# Ops that only the dialect has, with the attributes that belong to them.
UNREGISTERED = {
    "IfRegion": ("_else_func_name", "_then_func_name", "is_stateless"), "CaseRegion": ("is_stateless",),
    "WhileRegion": ("is_stateless", "parallel_iterations", "shape_invariant"), "LegacyCall": ("_disable_call_shape_inference", "f"),
}  # fmt: skip


SEGMENTS = ["operandSegmentSizes", "resultSegmentSizes"]
LISTS_TYPES = {"ReduceDataset"}  # which says its types in place of counts


class TensorFlowDialect(Dialect):
    @cached_property
    def declared_upstream(self) -> frozenset[str]:
        """The ops that upstream's dialect declares; attributes of others are all discardable there."""
        with open(join(dirname(__file__), "dialect_ops.txt"), encoding="utf-8") as file:
            return frozenset(line.strip() for line in file if line[0] != "#")

    def definition(self, local):
        found = super().definition(local)
        if local in UNREGISTERED:
            found.inherent = frozenset(UNREGISTERED[local])
        return found

    def inherent(self, signature):
        if signature.name not in self.declared_upstream:
            return []
        names = signature.attributes if signature.name in LISTS_TYPES else super().inherent(signature)
        known = [name for name in names if name not in DISCARDABLE.get(signature.name, ())]
        if has_segments(signature):
            known += [*SEGMENTS, *{slot.number for slot in (*signature.operands, *signature.results) if slot.number}]
        return known + ADDED.get(signature.name, [])


def has_segments(signature) -> bool:
    """Whether the slots of a side have several counts, so that an op must say how many values each has."""
    if signature.name in LISTS_TYPES:
        return False
    sides = (signature.operands, signature.results)
    return any([len({slot.number or slot.name for slot in side if slot.variadic or slot.number}) > 1 for side in sides])


class BareForm:
    """`tf.Add %a, %b : type`, the form of 2019 in which types that are all one are written once. Read, but never printed."""

    print = None

    def parse(self, parser, state) -> None:
        start, operands = parser.start, parser.operands()
        if parser.at("("):
            how = "'tf.If' and 'tf.While' name functions, 'tf.IfRegion' and 'tf.WhileRegion' hold regions, in generic form"
            raise parser.error_in_op(f"never had operands in parentheses or regions in its custom form; {how}", start)
        parser.optional_attributes(state.attributes)
        parser.expect(":")
        type = parser.type()
        same = not isinstance(type, FunctionType)
        inputs, results = ([type] * len(operands), [type]) if same else (type.inputs, type.results)
        if len(inputs) != len(operands):
            raise parser.error(f"{len(operands)} operands present, but expected {len(inputs)}", start)
        state.operands = [parser.resolve(operand, type) for operand, type in zip(operands, inputs)]
        state.result_types = list(results)


BARE = BareForm()


DIALECT = TensorFlowDialect(
    "tf",
    join(dirname(__file__), "ops.txt"),
    package=__name__,
    families=(
        "creation", "elementwise", "activation", "reduction", "contraction", "window", "window_gradients", "normalization", "shaping",
        "layout", "indexing", "segments", "diagonal", "linear_algebra", "special", "quantization", "recurrent", "image", "detection",
        "control_flow", "lists", "random", "variables", "training", "tables", "strings", "stacks", "printing", "ragged", "fused",
    ),  # fmt: skip
    traits={**{name: ("effect",) for name in EFFECTS}, "Const": ("constant",), "Yield": ("effect", "terminator")},
    is_open=True,
    pure_unless=frozenset({"stateful", "effect", "uninitialized", "distributed"}),
    derived=True,
    form_of_signature=lambda signature: BARE,
    types=TYPES,
    attributes=ATTRIBUTES,
    result_names={"Const": lambda op: [(0, "cst")]},
)
