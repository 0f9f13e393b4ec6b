"""ops.txt holds what the public op definitions say; a few of them, one of each form, written down by hand."""

import pathlib
from fnmatch import fnmatchcase

import pytest
import tfir.dialects.tf.dtypes
from tfir.dialects import dialect, lookup
from tfir.dialects.tf.without_values import reasons
from tfir.dialects.tfg.rendezvous import RECEIVERS, SENDERS
from tfir.execution.special import RUNS
from tfir.ods.signature import UNRANKED, Table

# What the executor does, besides what ops with these traits do: calls of functions, and the ways of a graph.
BY_THE_EXECUTOR = ("call", "branch", "loop", "switch", "merge", "enter", "exit", "next_iteration", "loop_cond")
PATH = pathlib.Path(tfir.dialects.tf.dtypes.__file__).parent / "ops.txt"


@pytest.fixture(scope="module")
def table():
    return Table(PATH)


def test_every_line_reads(table):
    assert len(table) > 1900
    for name in table:
        signature = table[name]
        known = set(signature.attributes)
        for slot in (*signature.operands, *signature.results):
            assert slot.number is None or slot.number in known, name
            assert not slot.variadic or signature.attributes[slot.type].kind == "type", name


def test_a_plain_op(table):
    add = table["AddV2"]
    assert [(slot.name, slot.type) for slot in add.operands] == [("x", "T"), ("y", "T")]
    assert [(slot.name, slot.type) for slot in add.results] == [("z", "T")]
    assert "f32" in add.attributes["T"].allowed and "str" not in add.attributes["T"].allowed
    assert "commutative" in add.traits and "stateful" not in add.traits


def test_strings_add_but_do_not_commute(table):
    assert "str" in table["Add"].attributes["T"].allowed
    assert "commutative" not in table["Add"].traits


def test_lists(table):
    concat, case = table["ConcatV2"], table["Case"]
    assert (concat.operands[0].number, concat.attributes["N"].minimum) == ("N", 2)
    assert case.operands[1].variadic and case.operands[1].type == "Tin"
    assert (case.attributes["branches"].kind, case.attributes["branches"].minimum) == ("func", 1)


def test_defaults(table):
    conv = table["Conv2D"]
    assert conv.attributes["dilations"].default == [1, 1, 1, 1]
    assert conv.attributes["data_format"].default == "NHWC"
    assert conv.attributes["padding"].allowed == ("SAME", "VALID", "EXPLICIT")
    assert conv.attributes["strides"].required
    assert table["Placeholder"].attributes["shape"].default == UNRANKED
    assert table["LeakyRelu"].attributes["alpha"].default == 0.2
    assert table["ConcatV2"].attributes["Tidx"].default == "i32"


def test_references(table):
    assign, switch = table["Assign"], table["RefSwitch"]
    assert assign.operands[0].ref and not assign.operands[1].ref and assign.results[0].ref
    assert all(slot.ref for slot in switch.results)
    assert "uninitialized" in assign.traits


def test_traits(table):
    assert "stateful" in table["RandomUniform"].traits and "stateful" not in table["Identity"].traits
    assert table["BatchFFT"].traits["deprecated"] == ("15",)
    assert "aggregate" in table["AddN"].traits


def test_full_types(table):
    assert table["RangeDataset"].results[0].full_type.startswith("dataset<")
    assert table["AddV2"].results[0].full_type is None


def is_computed(name):
    definition = lookup(f"tf.{name}")
    if f"tf.{name}" in RUNS or name in SENDERS | RECEIVERS | {"SymbolicGradient", "ControlTrigger"}:
        return True
    return getattr(definition.semantics, "evaluate", None) is not None or any([trait in definition.traits for trait in BY_THE_EXECUTOR])


def test_each_op_is_computed_or_has_a_reason():
    listed = [pattern for patterns in reasons().values() for pattern in patterns]
    left = [name for name in dialect("tf").table if not is_computed(name)]
    told = {name: [pattern for pattern in listed if fnmatchcase(name, pattern)] for name in left}
    assert {name: patterns for name, patterns in told.items() if len(patterns) != 1} == {}
    assert set(listed) - {pattern for patterns in told.values() for pattern in patterns} == set()  # none says it of an op that is computed


def test_the_reason_is_told():
    definition = lookup("tfg.CollectiveReduce")
    assert definition.dialect.why_without_values("CollectiveReduce") == "it talks to other processes or to a server"
    assert definition.dialect.why_without_values("Add") is None
