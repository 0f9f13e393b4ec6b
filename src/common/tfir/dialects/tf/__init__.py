"""TensorFlow's own ops, as functions have them: `"tf.MatMul"(%a, %b) <{transpose_a = false, ...}> : (...) -> ...`.

The table is TensorFlow's registry. An attribute that only repeats the types of operands and results is not stored. Ops that the
table does not list are allowed, and nothing is known of them.
"""

from __future__ import annotations

from os.path import dirname, join

from tfir.dialects.tf.declarations import declaration
from tfir.dialects.tf.verify import LOOK_AROUND, verifier, verify_in_context
from tfir.dialects.tf_type import ATTRIBUTES, TYPES
from tfir.ir.attributes import DenseArrayAttr, StringAttr
from tfir.ir.types import I32, FunctionType
from tfir.ods.dialect import Dialect, OpDefinition
from tfir.ods.signature import Signature
from tfir.ods.traits import TRAITS

# What makes an op more than a function of its operands.
IMPURE = frozenset(
    "stateful effects pinned uninitialized distributed switch merge enter exit next_iteration loop_cond".split()
)  # fmt: skip

SEGMENTS = {"operand_segments": "operandSegmentSizes", "result_segments": "resultSegmentSizes"}
LISTS_TYPES = {"ReduceDataset"}  # which says its types in place of counts


STAND_INS = {"A", "B"}  # ops of the registry's own tests; in examples they stand for any op


class TensorFlowDialect(Dialect):
    """Attributes of ops that upstream's dialect does not declare are all discardable there."""

    def __init__(self, *arguments, **keywords):
        super().__init__(*arguments, **keywords)
        self._declarations: dict[str, Signature | None] = {}

    def constrained(self, local: str, signature=None) -> Signature | None:
        if local not in self._declarations:
            self._declarations[local] = declaration(self.table, local)
        return self._declarations[local]

    def constrains(self, op) -> bool:
        return "true_branch" not in op.attributes  # as documents of 2019 sketch `tf.If`

    def definition(self, local):
        if local in self._definitions:
            return self._definitions[local]
        definition, declared = super().definition(local), self.constrained(local)
        if local in STAND_INS:
            definition = self._definitions[local] = OpDefinition(self, local, None)
        if declared is not None:
            registered = self.table.get(local)
            if registered is None:
                definition.traits |= {name: arguments for name, arguments in declared.traits.items() if name in TRAITS}
            as_registered = registered is not None and declared.attributes is registered.attributes
            inherent = super().inherent(registered) if as_registered else declared.attributes
            definition.inherent = frozenset([*inherent, *slots_counted(declared)])
            whole = [] if as_registered else [each for each in declared.attributes.values() if each.default is not None]
            definition.defaults = {each.name: StringAttr(each.default) for each in whole}
            definition.defaults |= {name: DenseArrayAttr([0] * len(slots), I32) for name, slots in slots_counted(declared).items()}
            if len(declared.results) > 1:
                definition.result_names = lambda op: names_of_results(op, declared)
        elif definition.signature is None:
            definition.traits["unknown"] = ()
        return definition

    def why_without_values(self, local):
        from tfir.dialects.tf.without_values import reason_for

        return reason_for(local)

    def words_for_rank(self, local, operand):
        from tfir.ods.op_lists import read_lists

        texts = read_lists(__file__, "rank_refusals.txt")
        return next((text for text, operands in texts.items() if f"{local}.{operand}" in operands), None)

    def inherent(self, signature):
        return super().inherent(signature) if signature.name in self.table.declared else []


def slots_counted(declared) -> dict[str, list]:
    """The attributes that say how many values each slot of a side has, with the slots of that side."""
    sides = {"operand_segments": declared.operands, "result_segments": declared.results}
    return {SEGMENTS[trait]: slots for trait, slots in sides.items() if trait in declared.traits}


def names_of_results(op, declared):
    """Where several results are declared, each prints under its name."""
    from tfir.ods.slots import values_per_slot

    sizes = values_per_slot(op, "result", declared, len(op.results))
    names, at = [], 0
    for slot, size in zip(declared.results, sizes or ()):
        if size:
            names.append((at, slot.name))
        at += size
    return names


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


def families() -> dict[str, tuple[str, ...]]:
    """The modules that say what ops compute, with the ops of each."""
    from tfir.ods.op_lists import read_lists

    return read_lists(__file__)


DIALECT = TensorFlowDialect(
    "tf",
    join(dirname(__file__), "ops.txt"),
    package=__name__,
    families=families,
    traits={"Yield": ("terminator",)},
    is_open=True,
    pure_unless=IMPURE,
    derived=True,
    form_of_signature=lambda signature: BARE,
    types=TYPES,
    attributes=ATTRIBUTES,
    result_names={"Const": lambda op: [(0, "cst")]},
    constraints=f"{__name__}.constraints",
    verify=verifier,
    verify_in_context=dict.fromkeys(LOOK_AROUND, verify_in_context),
)
