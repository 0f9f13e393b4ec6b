"""The list of lowered ops, which says what to import and which other tools read, is what the lowerings are."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import tfir.dialects.tf as tf
from tfir.ods.op_lists import read_lists

from tfopt import tf_to_stablehlo
from tfopt.tf_to_stablehlo.lowering import LOWERINGS

ROOM = Path(tf_to_stablehlo.__file__).parent


def test_the_list_is_what_the_lowerings_are():
    for path in ROOM.glob("[a-z]*.py"):
        __import__(f"{tf_to_stablehlo.__name__}.{path.stem}")
    listed = [name for names in read_lists(tf.__file__, "lowered_to_stablehlo.txt").values() for name in names]
    assert sorted(listed) == sorted(LOWERINGS), "python tools/op_lists.py writes the list again"


def test_the_lists_of_what_is_taken_apart_before_are_what_the_passes_know():
    from tfopt.tf.tf_decompose_resource_ops import DECOMPOSITIONS, step_called
    from tfopt.tf.tf_ragged_variants_to_tensors import DECODE, ENCODE, GRADIENT

    lists = {by: {f"tf.{name}" for name in names} for by, names in read_lists(tf.__file__, "taken_apart.txt").items()}
    assert lists.pop("tf_ragged_variants_to_tensors") == {ENCODE, DECODE, GRADIENT}
    (listed,) = lists.values()
    assert DECOMPOSITIONS.keys() <= listed and all(name in DECOMPOSITIONS or step_called(name) for name in listed)
    assert "tf.ResourceApplyAdam" in listed and "tf.ResourceApplyNothing" not in listed


def test_a_lowering_makes_no_ops_of_tensorflow():
    """Other modules might have to lower them, which nothing would import. Casts of the bits around what stays for the host are made when all is lowered."""
    made = [
        (path.name, name)
        for path in set(ROOM.glob("[a-z]*.py")) - {ROOM / "quantized_types.py"}
        for name in re.findall(r"(?:create|emit|value|one)\(\"tf\.\w+", path.read_text())
    ]
    assert not made


ALONE = {
    "an op that names others": """func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = "tf._UnaryOpsComposition"(%x) {op_names = ["Sqrt", "Relu"]} : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }""",
    "an op that hands on several": """func.func @f(%x: tensor<2xf32>, %y: tensor<1xi32>) -> (tensor<2xf32>, tensor<1xi32>) {
      %0:2 = "tf.XlaOptimizationBarrier"(%x, %y) : (tensor<2xf32>, tensor<1xi32>) -> (tensor<2xf32>, tensor<1xi32>)
      return %0#0, %0#1 : tensor<2xf32>, tensor<1xi32>
    }""",
    "an op that has a twin": """func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = "tf.RiscAdd"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }""",
}


@pytest.mark.parametrize("which", ALONE)
def test_an_op_is_lowered_where_nothing_else_was(which):
    """In a process of its own, in which no other module of lowerings is loaded."""
    program = "import sys; from tfopt.main import main; sys.exit(main())"
    command = [sys.executable, "-c", program, "--tf-to-stablehlo", "-"]
    done = subprocess.run(command, input=ALONE[which], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "") and "tf." not in done.stdout


def test_no_op_has_two_lowerings():
    """Which of two were meant would depend on what is imported."""
    given = [name for path in ROOM.glob("[a-z]*.py") for name in names_given(path)]
    assert sorted(given) == sorted(set(given))


def names_given(path: Path) -> list[str]:
    """The ops that a module says to lower by name: functions behind `@lower`, and arguments of `lowered_by`."""
    text = path.read_text()
    tables = re.findall(r"^lowered_by\((.*?)^\)", text, re.MULTILINE | re.DOTALL)
    return re.findall(r"^@lower\ndef (\w+)", text, re.MULTILINE) + [
        name for table in tables for name in re.findall(r"^    (\w+)=", table, re.MULTILINE)
    ]
