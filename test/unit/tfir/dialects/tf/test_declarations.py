"""What upstream's dialect declares of its ops, held against the registry and against the checks that read it."""

import pytest
from tfir.dialects.tf import DIALECT
from tfir.dialects.tf.declarations import declarations
from tfir.dialects.tf.verify import DEPEND_ON_MORE, FAMILIES
from tfir.dialects.tf.verify.kinds import ELEMENTS, attribute_kind, elements
from tfir.dialects.tf.verify.traits import TRAITS
from tfir.ods.dialect import loaded

LINES = [line for line in declarations().text.splitlines() if line and line[0] != "#"]
NAMES = [line.split("(")[0] for line in LINES]
RELATIONS = {"equal", "equal_elements", "operand0", "operand1", "result0", "result1"}
OTHERS = {"regions", "operand_segments", "result_segments", "parent", "terminator", "must_execute"}
VERIFY = {family: loaded(f"tfir.dialects.tf.verify.{family}").VERIFY for family in FAMILIES}


def test_each_op_has_one_line():
    assert len(set(NAMES)) == len(NAMES)
    assert "MatMul" in declarations() and "MatMu" not in declarations()


@pytest.mark.parametrize("name", [name for name, line in zip(NAMES, LINES) if "(" in line])
def test_a_line_can_be_read(name):
    declared = declarations().get(name)
    for slot in (*declared.operands, *declared.results):
        assert slot.kind == "value" or elements(slot.kind)[0]
    for attribute in declared.attributes.values():
        assert attribute_kind(attribute.kind)[1]
    assert not declared.traits.keys() - TRAITS.keys() - RELATIONS - OTHERS


def test_operands_and_results_are_those_of_the_registry():
    """Where upstream declares an op of the registry it takes and gives the same, under names that may differ by spelling."""
    different = []
    for name in NAMES:
        declared, registered = declarations().get(name), DIALECT.table[name] if name in DIALECT.table else None
        if declared is None or registered is None:
            continue
        counts = [(len(declared.operands), len(registered.operands)), (len(declared.results), len(registered.results))]
        different += [name] * any([one != other for one, other in counts])
    assert different == []


def test_words_for_elements_differ():
    called = [words for _, words in ELEMENTS.values()]
    assert len(set(called)) == len(called)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_has_the_checks_that_are_said_to_be_there(family):
    listed = [name for names in FAMILIES[family] for name in names.split()]
    assert sorted(listed) == sorted(VERIFY[family])


@pytest.mark.parametrize("name, check", [item for checks in VERIFY.values() for item in checks.items()])
def test_parameters_are_names_of_the_line(name, check):
    declared, code = declarations().get(name), check.__code__
    slots = {slot.name for slot in (*declared.operands, *declared.results)}
    for parameter in code.co_varnames[: code.co_argcount]:
        if parameter.startswith("known_"):
            assert parameter[6:] in slots and name in DEPEND_ON_MORE
        elif (name, parameter) != ("Conv3D", "explicit_paddings"):  # one check serves both convolutions
            assert parameter == "op" or parameter in slots or parameter in declared.attributes, parameter
