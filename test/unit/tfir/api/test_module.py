"""Modules as Python objects: reading, printing, walking, rewriting, saving, and what is told of mistakes."""

import subprocess
import sys
from pathlib import Path

import numpy
import pytest
import tfir

MODELS = Path(__file__).parents[3] / "models"
TWO_NEGATIONS = """func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.negate %x : tensor<2xf32>
  %1 = stablehlo.negate %0 : tensor<2xf32>
  return %1 : tensor<2xf32>
}
"""
GRAPH = """tfg.graph #tf_type.version<producer = 1395, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2>} : () -> (tensor<2xf32>)
  %a, %ctl_0 = Neg(%x) name("a") {T = f32} : (tensor<2xf32>) -> (tensor<2xf32>)
  %b, %ctl_1 = Neg(%a) name("b") {T = f32} : (tensor<2xf32>) -> (tensor<2xf32>)
  %c, %ctl_2 = Exp(%b) name("c") {T = f32} : (tensor<2xf32>) -> (tensor<2xf32>)
}
"""


def test_constants_in_a_file_beside_the_text(tmp_path, monkeypatch):
    """The module that is saved stays as it is; what is loaded has its text, and computes."""
    monkeypatch.chdir(tmp_path)
    numbers = numpy.arange(120, dtype="<f4")
    constant = f'stablehlo.constant dense<"0x{numbers.tobytes().hex()}"> : tensor<120xf32>'
    m = tfir.parse(
        f"func.func @main(%a: tensor<120xf32>) -> tensor<120xf32> {{\n  %0 = {constant}\n  %1 = stablehlo.add %a, %0 : tensor<120xf32>\n  return %1 : tensor<120xf32>\n}}\n"
    )
    text = str(m)
    m.save("m.mlir", constants_output="@w.safetensors")
    assert str(m) == text and len(Path("m.mlir").read_text()) < 300 < Path("w.safetensors").stat().st_size
    loaded = tfir.load("m.mlir", constants="w.safetensors")
    assert str(loaded) == text and (loaded.run(numpy.ones(120, "f4")) == numbers + 1).all()
    for wrong, message in (
        (lambda: tfir.load(MODELS / "small_cnn" / "model.pb", constants="w.safetensors"), "is a file with its own"),
        (lambda: m.save("x.mlir", outputs="y"), "'outputs' is no option"),
        (lambda: m.save("x.mlir", constants_output="w.bin"), "ends in .safetensors"),
    ):
        with pytest.raises(tfir.UsageError, match=message):
            wrong()
    assert not Path("x.mlir").exists()


def test_importing_tfir_loads_one_file():
    program = "import sys; before = set(sys.modules); import tfir; print(*sorted(set(sys.modules) - before))"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "tfir\n"


def test_names_are_those_of_the_room():
    import tfir.api

    assert tfir.__all__ == tfir.api.__all__ and set(tfir.__all__) <= set(dir(tfir))
    assert all([getattr(tfir, name) is getattr(tfir.api, name) for name in tfir.__all__])
    with pytest.raises(AttributeError, match="no attribute 'laod'"):
        tfir.laod  # noqa: B018 - it is asked for


def test_each_name_has_documentation():
    for name in set(tfir.__all__) - {"tf", "stablehlo"}:
        assert getattr(tfir, name).__doc__, name
    for kind in (tfir.Module, tfir.Program):
        assert all([value.__doc__ for name, value in vars(kind).items() if name[0] != "_" and not isinstance(value, str)])


def test_text_reads_as_the_same_module():
    m = tfir.parse(TWO_NEGATIONS)
    assert str(tfir.parse(str(m))) == str(m) and repr(m) == "<tfir.Module text: 4 operations>"
    assert '"stablehlo.negate"' in m.text(generic=True) and "%x" in m.text(keep_names=True) and "loc(" in m.text(locations=True)


@pytest.mark.parametrize("path, op", [
    ("small_cnn/model.pb", "tfg.Conv2D"), ("resources/saved_model", "tf.MatMul"), ("tflite/cnn_float/model.tflite", "tfl.conv_2d"),
])  # fmt: skip
def test_a_model_is_read_whatever_it_is(path, op):
    m = tfir.load(MODELS / path)
    if op == "tf.MatMul":
        assert next(m.walk("tfg", "tf", "func"), None) is not None
    else:
        assert next(m.walk(op), None) is not None


def test_options_are_those_of_the_command_line():
    m = tfir.load(MODELS / "small_cnn" / "model.pb", outputs=["scores"], input_shapes="image=1x33x31x3")
    signatures = tfir.load(MODELS / "resources" / "saved_model", savedmodel_to_mlir="signatures")
    assert len(signatures.functions) > 1, "not only the one that is frozen"
    assert list(m.outputs()) == ["scores"] and "tensor<1x33x31x3xf32>" in m.inputs()["image"]
    with pytest.raises(tfir.UsageError, match="'input_shape' is no option here; .* did you mean 'input_shapes'"):
        tfir.load(MODELS / "small_cnn" / "model.pb", input_shape="image=1x33x31x3")
    with pytest.raises(tfir.UsageError, match="--signature goes with"):
        tfir.load(MODELS / "small_cnn" / "model.pb", signature="serving_default")


def test_passes_leave_the_module_as_it_was():
    m = tfir.parse(TWO_NEGATIONS)
    before = str(m)
    assert "negate" not in str(m.run_passes("canonicalize")) and str(m) == before
    both = m.run_passes("cse", "func.func(cse,canonicalize{max-iterations=1})")
    assert both is not m and "negate" not in str(both) and str(m) == before


@pytest.mark.parametrize("steps, options, message", [
    (["canonicalise"], {}, "unknown pass 'canonicalise'; did you mean 'canonicalize'"),
    (["cse{"], {}, "missing closing '}'"),
    (["cse"], {"default_bach": 1}, "did you mean 'default_batch'"),
    (["cse"], {"default_batch": 1}, "--default-batch is given, but no pass"),
    (["stablehlo"], {"default_batch": "many"}, "default_batch='many': 'many' is not the size of a batch"),
])  # fmt: skip
def test_a_step_that_is_wrong_is_told(steps, options, message):
    with pytest.raises(tfir.UsageError, match=message):
        tfir.parse(TWO_NEGATIONS).run_passes(*steps, **options)


def test_an_error_has_its_place_beneath_the_traceback():
    with pytest.raises(tfir.Error) as caught:
        tfir.parse("func.func @f(%x: tensor<2xf32>) {\n  return %y : f32\n}", name="mine.mlir")
    place = caught.value.diagnostics[0].place()
    assert (place.file, place.line, place.column) == ("mine.mlir", 2, 10)
    assert caught.value.__notes__ == [caught.value.render()] and "^~" in caught.value.__notes__[0]


@pytest.mark.parametrize("text, op", [(TWO_NEGATIONS, "stablehlo.negate"), (GRAPH, "tfg.Neg")])
def test_a_rule_rewrites_functions_and_graphs(text, op):
    x, _ = tfir.variables("x y")
    m = tfir.parse(text)
    rules = [tfir.stablehlo.negate(tfir.stablehlo.negate(x)) >> x, tfir.tf.Neg(tfir.tf.Neg(x)) >> x]
    rewritten = m.rewrite(*rules)
    names = [each.get("_mlir_name") for each in rewritten.walk("tfg")]
    assert len(list(m.walk(op))) == 2 and ("a" in names or not list(rewritten.walk(op))), "what feeds it may be asked for"
    assert rewritten.run(x=[1, -2]).tolist() == m.run(x=[1, -2]).tolist() if op == "stablehlo.negate" else True


def test_edits_are_seen_by_what_is_compiled_next(tmp_path):
    """Though the text that was read, under which devices keep code, says something else."""
    (tmp_path / "m.mlir").write_text(TWO_NEGATIONS)
    m = tfir.load(tmp_path / "m.mlir")
    assert m._content is not None and str(m)
    next(m.walk("stablehlo.negate")).rename("stablehlo.abs")
    assert m._content is None and m.run([1, -2]).tolist() == [-1, -2]


def test_what_verification_finds_after_edits():
    m = tfir.parse(TWO_NEGATIONS)
    first, second = m.walk("stablehlo.negate")
    second.set_operands([])
    with pytest.raises(tfir.Error, match="operand"):
        m.verify()


def test_symbols_are_found_by_name():
    m = tfir.parse(TWO_NEGATIONS)
    assert m["f"] is m.functions["f"]
    with pytest.raises(KeyError, match="did you mean 'f'"):
        m["ff"]


def test_a_graphdef_comes_back_byte_for_byte(tmp_path):
    m = tfir.load(MODELS / "small_cnn" / "model.pb")
    m.save(tmp_path / "same.pb", to="graphdef")
    assert (tmp_path / "same.pb").read_bytes() == (MODELS / "small_cnn" / "model.pb").read_bytes()
    m.save(tmp_path / "model.mlir")
    assert str(tfir.load(tmp_path / "model.mlir")) == str(m)


def test_nothing_is_left_of_a_file_that_cannot_be_written(tmp_path):
    m = tfir.parse(TWO_NEGATIONS)
    with pytest.raises(tfir.Error, match="cannot write"):
        m.save(tmp_path / "none" / "x.mlir")
    with pytest.raises(tfir.UsageError, match="no such format"):
        m.save(tmp_path / "x", to="graphdeff")
    with pytest.raises(tfir.Error):
        m.save(tmp_path / "x", to="graphdef")
    with pytest.raises(tfir.Error, match="expected a name that ends in"):
        m.view(tmp_path / "x.pdf")
    assert not list(tmp_path.iterdir())


def test_a_notebook_shows_text_and_graph():
    html = tfir.parse(TWO_NEGATIONS)._repr_html_()
    assert "<span" in html and "srcdoc=" in html and "negate" in html
    text = html[: html.index("<details>")]
    import re
    from html import unescape

    assert unescape(re.sub("<[^>]*>", "", text)) == str(tfir.parse(TWO_NEGATIONS)), "colours change no letter"


def test_what_is_built_is_what_was_written():
    m = tfir.build(lambda x, y: {"sum": x + y * 2, "top": x.max(0)}, x="2x3xf32", y="3xf32")
    assert m.inputs() == {"x": "tensor<2x3xf32>", "y": "tensor<3xf32>"} and m.outputs() == {
        "sum": "tensor<2x3xf32>",
        "top": "tensor<3xf32>",
    }
    outputs = m.run([[1, 2, 3], [4, 0, 6]], y=[1, 1, 1])
    assert outputs["sum"].tolist() == [[3, 4, 5], [6, 2, 8]] and outputs["top"].tolist() == [4, 2, 6]
    assert tfir.build(lambda x: tfir.stablehlo.abs(x.value), x="i32").run(-3) == numpy.int32(3)


@pytest.mark.parametrize("types, function, message", [
    ({"x": "2xg32"}, lambda x: x, "g32"),
    ({"x": "?xf32"}, lambda x: x, "sizes are known"),
    ({"x": "2xf32"}, lambda x: tfir.op("stablehlo.tanhh", x), "did you mean 'tanh'"),
    ({"x": "2xf32", "y": "3xf32"}, lambda x, y: x + y, ""),
])  # fmt: skip
def test_what_cannot_be_built_is_told(types, function, message):
    with pytest.raises(tfir.Error, match=message):
        tfir.build(function, **types)
