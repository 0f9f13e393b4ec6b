"""What is told of passes and ops: options in the user's terms, what each op does in sentences, and what becomes of it, as the tables of lowerings say."""

import re
from functools import cache

import pytest
from tfir.dialects import dialect, lookup
from tfir.ods.prose import prose_of, sentences

from tfopt.main import main
from tfopt.pipeline import discovery, listing
from tfopt.ways import ways_of

KINDS = {"true|false", "NUMBER", "TEXT", "LIST"}
PYTHON = re.compile(r"\b(str|int|bool|float|tuple|dict|list\[|None|True|False)\b")


@cache
def options():
    """(pass, option with its kind, what it is for, default) of all passes and of what several of them share."""
    told = []
    for name, path in discovery.files().items():
        view = listing.view_of(path, name.replace("-", "_"))
        every = [*listing.options(path, name.replace("-", "_")), *([] if view is None else listing.options(view, "__init__"))]
        told += [(name, *option) for option in every]
    return told


def test_every_option_has_a_description_a_kind_and_no_words_of_python():
    for name, spelled, says, default in options():
        option, _, kind = spelled.partition("=")
        assert re.fullmatch(r"[a-z][a-z0-9-]*", option), (name, spelled)
        assert kind in KINDS or re.fullmatch(r"[\w-]+(\|[\w-]+)+", kind), (name, spelled)
        assert says.endswith(".") and says[:1] == says[:1].upper() and len(says) > 10, (name, spelled, says)
        assert not PYTHON.search(says.replace("`", " ")) and not PYTHON.search(default), (name, spelled, says, default)
        if "|" in kind and default:
            assert default in kind.split("|"), (name, spelled, default)


def test_options_that_have_a_few_values_list_them():
    """A text whose description has words in backquotes for all of its values would be a choice."""
    unlisted = [(name, spelled) for name, spelled, says, _ in options() if spelled.endswith("=TEXT") and says.count("`") > 3]
    assert len(options()) > 200 and unlisted == []


@pytest.mark.parametrize("name", ["stablehlo", "chlo"])
def test_each_op_of_these_dialects_is_described(name):
    assert set(sentences(name)) == set(dialect(name).table)


def test_ops_of_tensorflow_that_are_described():
    """Those of graphs of people above all: what Keras's layers, losses and optimizers, images, text and datasets become."""
    told = sentences("tf")
    assert len(told) > 900 and all([local in dialect("tf").table for local in told])
    computed = [local for local in told if getattr(lookup(f"tf.{local}").semantics, "evaluate", None) is not None]
    assert len(computed) > 700


def test_prose_is_prose():
    """Sentences of one's own: each begins with a verb, ends with a stop, has more to say than the name, and is not said of two families."""
    for name in ("tf", "stablehlo", "chlo", "tfg"):
        texts = sentences(name)
        for local, text in texts.items():
            assert text.endswith(".") and re.match(r"[A-Z][a-z]+ ", text) and len(text) > 16 and text.count(". ") < 4, (local, text)
            assert not re.search(r"\b(nobody|whoever|gives up)\b", text), local


@pytest.mark.parametrize("op, target, way", [
    ("stablehlo.add", "Vulkan and processors", "computed in kernels, by iree-convert-to-spirv"),
    ("stablehlo.cholesky", "Vulkan and processors", "made simpler before, by stablehlo-decompose"),
    ("stablehlo.infeed", "Vulkan and processors", "a step of the host between dispatches, where it is computed at all"),
    ("stablehlo.tanh", "ONNX", "a recipe, by stablehlo-to-onnx"), ("stablehlo.infeed", "Relay", "no recipe"),
    ("chlo.lgamma", "StableHLO", "arithmetic, by chlo-legalize-to-stablehlo"),
    ("onnx.Conv", "StableHLO", "lowered by onnx-to-stablehlo"), ("tfl.conv_2d", "TensorFlow's ops", "by tfl-to-tf"),
    ("tf.Tanh", "TensorFlow Lite", "tfl.tanh, by tf-to-tfl"), ("tf.Relu", "TensorFlow Lite", "lowered by tf-to-tfl"),
])  # fmt: skip
def test_what_becomes_of_an_op(op, target, way):
    assert ways_of(lookup(op))[target].startswith(way)


def test_a_way_by_kernels_is_one_that_a_pipeline_goes(tmp_path, capsys):
    """Of the ops of one operand that are said to be computed in kernels, each is, with nothing left to the host; the op that is not, is refused."""
    from tfopt.iree_to_spirv.elements import rules

    ops = [local for local in ("abs", "cbrt", "cosine", "erf", "floor", "log", "tanh") if f"stablehlo.{local}" in rules()]
    lines = "\n".join([f"  %{number} = stablehlo.{local} %x : tensor<4xf32>" for number, local in enumerate(ops)])
    results, types = ", ".join([f"%{number}" for number in range(len(ops))]), ", ".join(["tensor<4xf32>"] * len(ops))
    (tmp_path / "x.mlir").write_text(f"func.func @f(%x: tensor<4xf32>) -> ({types}) {{\n{lines}\n  return {results} : {types}\n}}\n")
    assert main([str(tmp_path / "x.mlir"), "--pipeline=vulkan", "--strict", "--targets=portable", "-o", str(tmp_path / "y.mlir")]) == 0
    assert capsys.readouterr().err == "" and "(Host)" not in (tmp_path / "y.mlir").read_text() and len(ops) == 6


def test_a_page_has_it_all(capsys):
    assert main(["--describe-op=Conv2D"]) == 0
    page = " ".join(capsys.readouterr().out.split())
    for part in (prose_of("tf", "Conv2D"), "Accuracy: summed", "To StableHLO: lowered by tf-to-stablehlo", "To TensorFlow Lite:"):
        assert part in page
    assert prose_of("tfg", "Conv2D") == prose_of("tf", "Conv2D") and prose_of("tfg", "graph").startswith("Holds a GraphDef")
