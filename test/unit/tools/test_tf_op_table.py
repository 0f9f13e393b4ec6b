"""The table writer on a registry of three ops, and what its check notices."""

import importlib.util
import pathlib

import pytest
from google.protobuf import text_format
from tfir.proto import OpList

SCRIPT = pathlib.Path(__file__).parents[3] / "tools" / "tf_op_table.py"

REGISTRY = """
op { name: "Zip"
     input_arg { name: "xs" type_attr: "T" number_attr: "N" is_ref: true } input_arg { name: "more" type_list_attr: "Ts" }
     output_arg { name: "out" type: DT_VARIANT experimental_full_type { type_id: TFT_ARRAY args { type_id: TFT_VAR s: "T" } } }
     attr { name: "N" type: "int" has_minimum: true minimum: 2 }
     attr { name: "T" type: "type" allowed_values { list { type: DT_FLOAT type: DT_HALF type: DT_BFLOAT16 type: DT_DOUBLE type: DT_INT32 } } }
     attr { name: "Ts" type: "list(type)" has_minimum: true default_value { list { type: DT_INT32 } } }
     attr { name: "rate" type: "float" default_value { f: 0.1 } }
     attr { name: "mode" type: "string" default_value { s: "a\\"b" } allowed_values { list { s: "a\\"b" s: "UTF-8" } } }
     attr { name: "shapes" type: "list(shape)" default_value { list { shape { dim { size: -1 } dim { size: 3 } } shape { unknown_rank: true } } } }
     is_stateful: true deprecation { version: 9 explanation: "Use something else" } }
op { name: "Quiet" }
op { name: "Add" input_arg { name: "x" type: DT_INT8 } output_arg { name: "y" type: DT_INT8 } is_commutative: true }
"""

LINES = """\
Add(x: i8) -> (y: i8) !commutative
Quiet() -> ()
Zip(xs: N*&T, more: *Ts; N: int>=2, T: type{i32|float}, Ts: type[]>=0 = [i32], rate: float = 0.1, \
mode: string{"a\\22b"|UTF-8} = "a\\22b", shapes: shape[] = [<?x3>, <*>]) -> (out: variant as array<var "T">) \
!stateful !deprecated(9)
"""


@pytest.fixture(scope="module")
def tool():
    spec = importlib.util.spec_from_file_location("tf_op_table", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def registry():
    return text_format.Parse(REGISTRY, OpList())


def test_ops_become_lines_in_order_of_name(tool, registry):
    assert tool.write(registry).endswith("\n" + LINES)


def test_traits_that_no_registry_tells_are_kept(tool, registry, tmp_path):
    path = tmp_path / "ops.txt"
    path.write_text(tool.write(registry).replace("Quiet() -> ()", "Quiet() -> () !pinned !effects(read file, write log)"))
    assert "\nQuiet() -> () !pinned !effects(read file, write log)\n" in tool.write(registry, tool.Table(path))
    assert tool.check(registry, path) == 0


def test_check_agrees_with_what_was_written(tool, registry, tmp_path, capsys):
    path = tmp_path / "ops.txt"
    path.write_text(tool.write(registry))
    assert tool.check(registry, path) == 0
    assert "3 ops agree" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("before", "after", "named"),
    [
        ("0.1", "0.2", "Zip: attributes"),
        ("N*&T", "N*T", "Zip: operands"),
        ("y: i8", "y: i16", "Add: results"),
        (" !commutative", "", "Add: traits"),
        ("Quiet() -> ()\n", "", "Quiet: not in the table"),
    ],
)
def test_check_names_the_fact_that_differs(tool, registry, tmp_path, capsys, before, after, named):
    path = tmp_path / "ops.txt"
    path.write_text(tool.write(registry).replace(before, after))
    assert tool.check(registry, path) == 1
    assert capsys.readouterr().out.startswith(named)


def test_what_the_dialect_declares_is_kept(tool, registry, tmp_path):
    path = tmp_path / "ops.txt"
    part = '\n# What the dialect has.\n\nconstraint Float = f16|f32 "float"\n\ndeclared Add !same_type\ndeclared Quiet(; mode: int) -> ()\n'
    path.write_text(tool.write(registry) + part)
    assert tool.write(registry, tool.Table(path)) == tool.write(registry) + part
