"""What nodes do besides computing: who changes something, who sees it, who may fail, who does nothing at all."""

from __future__ import annotations

from tfir.analysis.deadness import CONTROL_FLOW
from tfir.dialects import is_pure, lookup
from tfir.dialects.tf_type import CONTROL
from tfir.ir.operations import Operation, Value


def of_tfg(names: str) -> frozenset[str]:
    return frozenset([f"tfg.{name}" for name in names.split()])


PLACEHOLDERS = of_tfg("Placeholder PlaceholderV2")
# Handles of what has a state. Making one is no use of it.
HANDLES = of_tfg("Variable VariableV2 VarHandleOp HashTable HashTableV2 MutableHashTable MutableHashTableV2 Stack StackV2 TensorArrayV3")
# Stateful ops that only read something, or draw numbers: not running one is not noticed.
READS = of_tfg(
    """ReadVariableOp VarIsInitializedOp IsVariableInitialized VariableShape LookupTableFindV2 LookupTableSizeV2 RandomUniform
    RandomUniformInt RandomStandardNormal TruncatedNormal ParameterizedTruncatedNormal RandomShuffle Multinomial RandomGamma
    RandomPoissonV2 StatelessRandomGetKeyCounter"""
)
HARMLESS = PLACEHOLDERS | HANDLES | READS | {"tfg.NoOp", "tfg.return"}
STATELESS = PLACEHOLDERS | HANDLES | CONTROL_FLOW | {"tfg.NoOp", "tfg.return"}
# Ops that hand on their operand. What `PreventGradient` and `StopGradient` are for has happened when a graph is run.
TRIVIAL = of_tfg("Identity StopGradient PreventGradient Snapshot")
# Neither time nor memory is worth a mention, and nothing can go wrong.
FREE = TRIVIAL | of_tfg("Const NoOp VarHandleOp IdentityN Shape ShapeN Size Rank")
# Functions of one operand, element by element.
UNARY = frozenset(
    """Abs Acos Acosh Asin Asinh Atan Atanh Ceil Cast Conj Cos Cosh Digamma Elu Erf Erfc Exp Expm1 Floor Inv Invert IsFinite IsInf
    IsNan LeakyRelu Lgamma Log Log1p LogicalNot Neg Reciprocal Relu Relu6 Rint Round Rsqrt Selu Sigmoid Sign Sin Sinh Softplus
    Softsign Sqrt Square Tan Tanh _UnaryOpsComposition""".split()
)
SURE = (
    FREE
    | HANDLES
    | PLACEHOLDERS
    | CONTROL_FLOW
    | {"tfg.return"}
    | of_tfg("PlaceholderWithDefault ZerosLike OnesLike GuaranteeConst")
    | {f"tfg.{name}" for name in UNARY}
)


def has_effect(op: Operation) -> bool:
    """Whether running the node may be noticed by others than those who read its results."""
    return not (op.name in HARMLESS or op.name in CONTROL_FLOW or is_pure(op))


def touches_state(op: Operation) -> bool:
    """Whether the node reads or changes something that other nodes may change."""
    if op.name in STATELESS:
        return False
    return not is_pure(op) or any([is_reference(value) for value in op.operands if value.type is not CONTROL])


def may_fail(op: Operation) -> bool:
    """Whether there are operands of which the node makes an error. A fed value is there."""
    return op.name not in SURE


def is_free(op: Operation) -> bool:
    """Whether it makes no difference when the node runs, nor whether it does, but for those who read its results."""
    return op.name in FREE and not any([is_reference(value) for value in op.operands if value.type is not CONTROL])


def is_free_source(op: Operation) -> bool:
    """Whether the node is there from the start."""
    return not op.operands and (op.name in FREE or op.name in HANDLES or op.name in PLACEHOLDERS)


def is_reference(value: Value) -> bool:
    """Whether the value is a variable itself, not its content at some moment. An Identity of it is where it is read."""
    op = value.owner
    definition = lookup(op.name) if op.__class__ is Operation else None
    slots = definition.signature.results if definition is not None and definition.signature is not None else ()
    return value.index < len(slots) and slots[value.index].ref
