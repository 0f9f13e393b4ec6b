"""TensorFlow's own ops, as functions have them: `"tf.MatMul"(%a, %b) <{transpose_a = false, ...}> : (...) -> ...`.

The table is TensorFlow's registry. An attribute that only repeats the types of operands and results is not stored. Ops that the
table does not list are allowed, and nothing is known of them.
"""

from __future__ import annotations

from os.path import dirname, join

from tfir.define.dialect import Dialect

# Not declared stateful, but they do something all the same, or must stay where they are.
EFFECTS = (
    "NoOp", "ControlTrigger", "Abort", "Assert", "EnsureShape", "PreventGradient", "Save", "SaveSlices", "SaveV2",
    "MergeV2Checkpoints", "Placeholder", "PlaceholderV2", "_Arg", "_Retval", "FakeParam", "Yield",
    "Enter", "Exit", "NextIteration", "Merge", "Switch", "LoopCond", "_SwitchN",
)  # fmt: skip

DIALECT = Dialect(
    "tf",
    join(dirname(__file__), "ops.txt"),
    package=__name__,
    families=(
        "creation", "elementwise", "activation", "reduction", "contraction", "window", "normalization", "shaping", "layout",
        "indexing", "image",
    ),  # fmt: skip
    traits={**{name: ("effect",) for name in EFFECTS}, "Const": ("constant",)},
    is_open=True,
    pure_unless=frozenset({"stateful", "effect", "uninitialized", "distributed"}),
    derived=True,
)
