"""Reference pages: every declared op is on one, with what its line and its meaning say."""

import importlib.util
from pathlib import Path

import pytest
from tfir.dialects import dialect, lookup
from tfir.ir.diagnostics import Error
from tfir.ods.description import OpDescription
from tfir.ods.dialect import Dialect

PATH = Path(__file__).parents[3] / "tools" / "op_reference.py"
spec = importlib.util.spec_from_file_location("op_reference", PATH)
op_reference = importlib.util.module_from_spec(spec)
spec.loader.exec_module(op_reference)


def test_pages_of_a_dialect(tmp_path):
    op_reference.write(tmp_path, "markdown", ["tf_executor", "stablehlo"])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["index.md", "stablehlo.md", "tf_executor.md"]
    text = (tmp_path / "stablehlo.md").read_text()
    assert all(f"## stablehlo.{local}\n" in text for local in dialect("stablehlo").table)


def test_what_is_markup_in_html_is_escaped():
    page = op_reference.html_page("tf", [OpDescription(lookup("tf.LeakyRelu"))])
    assert "-&gt; (activations: T)" in page and "features &gt; 0" in page


def test_an_op_in_words():
    op = OpDescription(lookup("tf.ConcatV2"))
    assert [(entry.name, entry.kind) for entry in op.operands] == [("values", "N times T"), ("axis", "Tidx (i32, i64)")]
    assert [entry.name for entry in op.derived] == ["N", "T", "Tidx"] and op.attributes == []
    assert op.derived[2].default == "i32" and "pure" in [entry.name for entry in op.traits]


def test_a_trait_that_does_not_exist():
    twice = Dialect("demo", "twice(x: tensor) -> (y: tensor) !pur\n").definition("twice")
    with pytest.raises(Error, match="'demo.twice': no trait is called 'pur'; did you mean 'pure'?"):
        OpDescription(twice)


def test_the_page_of_traits_is_up_to_date():
    assert (PATH.parents[1] / "docs" / "traits.md").read_text() == op_reference.traits_page()


def test_the_page_of_the_bridge_is_up_to_date():
    assert (PATH.parents[1] / "docs" / "bridge.md").read_text() == op_reference.bridge_page()


def test_every_op_can_be_described():
    for name in ("tf", "stablehlo", "tfg", "spirv"):
        for local in dialect(name).table:
            OpDescription(lookup(f"{name}.{local}"))
