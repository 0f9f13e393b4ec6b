"""What upstream's dialect declares of its ops, held against the registry and against the checks that read it."""

import pytest
from tfir.dialects import lookup
from tfir.dialects.tf import DIALECT
from tfir.dialects.tf.declarations import GROUPS, declaration, grouped
from tfir.dialects.tf.verify import FAMILIES
from tfir.dialects.tf.verify.traits import TRAITS
from tfir.ods.dialect import loaded
from tfir.ods.element_types import element_of_word

TABLE = DIALECT.table
NAMES = [*TABLE.declared]
RELATIONS = {"equal", "equal_elements", "operand_rank", "result_rank"}
OTHERS = {"regions", "operand_segments", "result_segments", "parent", "terminator", "must_execute", "call"}
CHECKS = {family: loaded(f"tfir.dialects.tf.verify.{family}").VERIFY for family in FAMILIES}


def test_some_ops_are_declared():
    assert "MatMul" in TABLE.declared and "MatMu" not in TABLE.declared and len(NAMES) > 800


@pytest.mark.parametrize("name", NAMES)
def test_a_declaration_can_be_read(name):
    definition = lookup(f"tf.{name}")
    declared = definition.constrained
    assert all([constraint.summary for side in definition.type_constraints for constraint, _ in side.constraints])
    for attribute in declared.attributes.values():
        constraint = DIALECT.constraints.attribute(attribute)
        assert attribute.name not in definition.inherent or constraint.summary, attribute.name
    assert not declared.traits.keys() - TRAITS.keys() - RELATIONS - OTHERS


def test_operands_and_results_are_those_of_the_registry():
    """Where upstream declares an op of the registry it takes and gives the same, under names that may differ by spelling."""
    different = []
    for name in NAMES:
        declared, registered = declaration(TABLE, name), TABLE.get(name)
        if registered is not None:
            counts = [(len(declared.operands), len(registered.operands)), (len(declared.results), len(registered.results))]
            different += [name] * any([one != other for one, other in counts])
    assert different == []


def test_words_for_elements_differ():
    words = [word for word in TABLE.constraints if element_of_word(word) is not None]
    assert len({DIALECT.constraints.type(word).summary for word in words}) == len(words) > 15


@pytest.mark.parametrize(
    "words, expected",
    [
        (["i32"], "i32"), (["f16", "bf16", "f32", "f64"], "Float"), (["i64", "i32"], "I32OrI64"), (["f32", "i32"], "f32|i32"),
        (["f64", "f32", "c64", "c128"], "Complex|F32OrF64"), ("f64 f32 bf16 f16 u8".split(), "bf16|f16|f32|f64|u8"),
        (GROUPS["Number"].split(), "Number"), (["dtype"], "dtype"),
    ],
)  # fmt: skip
def test_element_types_are_named_together_where_they_add_up(words, expected):
    assert grouped(words) == expected


def test_an_op_that_only_the_dialect_has_is_no_op_of_the_registry():
    assert "CaseRegion" not in TABLE and lookup("tf.CaseRegion").signature is None
    assert [slot.type for slot in lookup("tf.IfRegion").constrained.operands] == ["0D<I1>"]


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_has_the_checks_that_are_said_to_be_there(family):
    assert sorted(FAMILIES[family].split()) == sorted(CHECKS[family])


@pytest.mark.parametrize("name, check", [item for checks in CHECKS.values() for item in checks.items()])
def test_parameters_are_names_of_the_line(name, check):
    declared, code = declaration(TABLE, name), check.__code__
    slots = {slot.name for slot in (*declared.operands, *declared.results)}
    for parameter in code.co_varnames[: code.co_argcount]:
        if parameter.startswith("known_"):
            assert parameter[6:] in slots
        elif (name, parameter) != ("Conv3D", "explicit_paddings"):  # one check serves both convolutions
            assert parameter == "op" or parameter in slots or parameter in declared.attributes, parameter
