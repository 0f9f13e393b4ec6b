"""Compiled modules as functions: inputs in order and by name, what arrays they take, variables, and mistakes."""

import gc
from pathlib import Path

import numpy
import pytest
import tfir

ROOT = Path(__file__).parents[4]
ADD = """func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""


class OfAnotherLibrary:
    """An array that is known by DLPack alone."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


@pytest.fixture(scope="module")
def add():
    return tfir.parse(ADD)


def test_inputs_come_in_order_by_name_and_from_archives(add):
    a, b = numpy.arange(4, dtype=numpy.float32), numpy.ones(4, numpy.float32)
    with add.compile() as f:
        for result in (f(a, b), f(a=a, b=b), f(b, a=a), f({"a": a}, b=b), f(OfAnotherLibrary(a), [1, 1, 1, 1])):
            assert result.dtype == numpy.float32 and result.tolist() == [1, 2, 3, 4]
        assert f.outputs(a, b)["result0"].tolist() == [1, 2, 3, 4]
        assert numpy.from_dlpack(f(a, b)).tolist() == [1, 2, 3, 4]


@pytest.mark.parametrize("arrays, named, message", [
    ([], {}, "no input is given for 'a'"),
    ([[1, 2, 3, 4]], {}, "no input is given for 'b'"),
    ([[1, 2, 3, 4]] * 3, {}, "more inputs than feeds"),
    ([[1, 2, 3, 4]], {"c": [0] * 4}, "no input 'c'"),
    ([[1, 2, 3]] * 2, {}, "must be tensor<4xf32>, but argument 0 is tensor<3x"),
    ([numpy.zeros(4)] * 2, {}, "must be tensor<4xf32>, but argument 0 is tensor<4xf64>"),
    ([["a"] * 4] * 2, {}, "must be tensor<4xf32>"),
])  # fmt: skip
def test_inputs_that_do_not_fit_are_refused(add, arrays, named, message):
    with pytest.raises(tfir.Error, match=message):
        add.run(*arrays, **named)


def test_numbers_of_python_are_not_cut():
    m = tfir.build(lambda x: x + 1, x="2xi8")
    assert m.run([1, 127]).tolist() == [2, -128]  # as i8 adds
    for value in ([1, 128], [0.5, 1]):
        with pytest.raises(tfir.Error, match="must be tensor<2xi8>"):
            m.run(value)


def test_text_goes_in_and_out_as_bytes():
    m = tfir.parse(
        "func.func @main(%x: tensor<2x!tf_type.string>) -> tensor<2x!tf_type.string> {\n  return %x : tensor<2x!tf_type.string>\n}"
    )
    assert m.run(["a", "é"]).tolist() == [b"a", "é".encode()]


def test_a_session_keeps_variables_from_call_to_call():
    m = tfir.load(ROOT / "test" / "lit" / "tfrun" / "graph_session.mlir")
    with m.compile() as session:
        with pytest.raises(tfir.Error, match="read before it has a value"):
            session.fetch("loss", x=1)
        assert session.fetch("^init") == {}
        assert [float(session.fetch("loss,^step", x=1)) for _ in range(2)] == [4, 1]  # (1 + 1)^2, and with half of 2 less
        with pytest.raises(tfir.Error, match="did you mean 'loss'"):
            session.fetch("los", x=1)


def test_functions_of_a_module_are_called_by_name():
    m = tfir.parse(ADD.replace("@main", "@sum") + ADD.replace("@main", "@twice").replace("%a, %b :", "%a, %a :"))
    assert list(m.functions) == ["sum", "twice"]
    with pytest.raises(tfir.UsageError, match="several functions"):
        m.compile()
    with m.compile(entry="sum") as f:
        assert f([1] * 4, [2] * 4).tolist() == [3] * 4 and f.call("twice", [1] * 4, [5] * 4).tolist() == [2] * 4


@pytest.mark.parametrize("device, options, message", [
    ("gpu", {}, "--device=gpu: expected"), ("interpreter", {"threads": 2}, "--threads: not with --device=interpreter"),
    ("interpreter", {"unheard": 1}, "'unheard' is no option"), ("cpu", {"entry": "none"}, "no function @none"),
])  # fmt: skip
def test_what_cannot_be_compiled_is_told(add, device, options, message):
    with pytest.raises(tfir.UsageError, match=message):
        add.compile(device=device, **options)


def test_a_closed_program_is_not_called(add):
    with add.compile() as f:
        pass
    f.close()
    with pytest.raises(ValueError, match="closed"):
        f([1] * 4, [1] * 4)


def test_a_program_that_is_forgotten_closes_its_session(add, monkeypatch):
    from tfrun.devices import interpreter

    ended, session = [], interpreter.session

    def watched(*arguments, **options):
        with session(*arguments, **options) as programs:
            yield programs
        ended.append(1)

    from contextlib import contextmanager

    monkeypatch.setattr(interpreter, "session", contextmanager(watched))
    f = add.compile()
    f([1] * 4, [1] * 4)
    del f
    gc.collect()
    assert ended
