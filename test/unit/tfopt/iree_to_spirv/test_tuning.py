"""Schedules chosen by measuring: all alternatives compute the same, the fastest is written, what was measured is kept, and what was chosen by hand stays."""

import numpy as np
import pytest
from device_calls import call, lowered, read
from tfir.dialects import verify
from tfir.ir.attributes import OpaqueAttr
from tfir.ir.diagnostics import Error

from tfopt.iree_to_spirv import iree_choose_schedules as choosing
from tfopt.iree_to_spirv import tuning
from tfopt.iree_to_spirv.executable import Executable, entries
from tfopt.iree_to_spirv.schedule import ATTRIBUTE
from tfopt.iree_to_spirv.schedules import alternatives, choose
from tfopt.iree_to_spirv.target import KNOWN
from tfopt.pipeline.description import load_pipeline
from tfopt.pipeline.execution import Runner

PRODUCT = """func.func @main(%x: tensor<10x12xf32>) -> tensor<10x20xf32> {
  %w = stablehlo.constant dense<2.0> : tensor<12x20xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<10x12xf32>, tensor<12x20xf32>) -> tensor<10x20xf32>
  %1 = stablehlo.negate %0 : tensor<10x20xf32>
  return %1 : tensor<10x20xf32>
}"""
X = np.arange(120, dtype=np.float32).reshape(10, 12)
EXPECTED = np.broadcast_to(-2 * X.sum(1, keepdims=True), (10, 20))


def in_sequence(text: str, pipeline: str = "vulkan"):
    """A program as it is when schedules are chosen."""
    module = read(text)
    steps = load_pipeline(pipeline)
    names = [getattr(step, "name", None) or step.run.name for step in steps]
    Runner(verify).run(steps[: names.index("iree-choose-schedules")], module)
    return module


def entry_of(module):
    ((_, _, entry),) = entries(module)
    return entry


def test_the_first_alternative_is_what_is_chosen_without_measuring():
    entry = entry_of(in_sequence(PRODUCT))
    told = [str(each.attribute) for each in alternatives(Executable(entry), KNOWN["lavapipe"])]
    assert told[0] == str(choose(Executable(entry), KNOWN["lavapipe"]).attribute)
    assert len(set(told)) == len(told)
    assert {each.split("<")[1].split(",")[0] for each in told} == {"contraction", "elementwise"}
    rows = int(told[0].partition("rows = ")[2].partition(",")[0])
    assert any([f"rows = {2 * rows}," in each for each in told])


def test_each_alternative_computes_the_same(monkeypatch):
    right = 0
    for number in range(len(alternatives(Executable(entry_of(in_sequence(PRODUCT))), KNOWN["lavapipe"]))):
        monkeypatch.setattr(choosing, "choose", lambda executable, target, number=number: alternatives(executable, target)[number])
        try:
            module = lowered(PRODUCT, "lavapipe")
        except Error:
            continue  # no kernel of it can be written
        np.testing.assert_array_equal(call(module, "vulkan", [[X]])[0][0], EXPECTED)
        right += 1
    assert right > 3


@pytest.fixture
def clock(monkeypatch, tmp_path):
    """Has the last alternative of each entry be the fastest, and counts what is measured."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(tuning, "identity", lambda device: device)
    programs = []

    def measured(program, device, target, limit):
        verify(program)
        names = [op.get("sym_name") for op in program.body if op.name == "iree.multi_arch_executable"]
        assert len([op for op in program.walk() if op.name == "iree_ll_seq.static_dispatch"]) == len(names)
        programs.append(names)
        return {name: 1.0 / (1 + at) for at, name in enumerate(names)}

    monkeypatch.setattr(tuning, "measured", measured)
    return programs


def schedule_of(module) -> str:
    return str(entry_of(module).attributes[ATTRIBUTE])


def test_the_fastest_is_written_and_kept(clock, capsys):
    first, again, elsewhere = (in_sequence(PRODUCT) for _ in range(3))
    choosing.iree_choose_schedules(first, tune="vulkan")
    assert "takes" in capsys.readouterr().err
    choosing.iree_choose_schedules(again, tune="vulkan")
    assert len(clock) == 1 and len(clock[0]) > 3
    assert schedule_of(first) == schedule_of(again) != str(choose(Executable(entry_of(first)), KNOWN["lavapipe"]).attribute)
    choosing.iree_choose_schedules(elsewhere, tune="cpu")  # what one device is fastest with says nothing of another
    assert len(clock) == 2


def test_what_gains_too_little_is_not_taken(clock, monkeypatch):
    monkeypatch.setattr(tuning, "measured", lambda program, *_: {op.get("sym_name"): 0.98 if op.get("sym_name") != "entry_0_0" else 1.0
                                                                 for op in program.body if op.name != "func.func"})  # fmt: skip
    module = in_sequence(PRODUCT)
    choosing.iree_choose_schedules(module, tune="vulkan")
    assert schedule_of(module) == str(choose(Executable(entry_of(module)), KNOWN["lavapipe"]).attribute)


def test_what_is_chosen_by_hand_and_what_has_open_sizes_is_not_measured(clock):
    by_hand, is_open = in_sequence(PRODUCT), in_sequence(PRODUCT.replace("10x", "?x"))
    text = "#iree.schedule<elementwise, lanes = 1, invocations = 8, loads = storage>"
    entry_of(by_hand).set_attribute(ATTRIBUTE, OpaqueAttr(text))
    for module in (by_hand, is_open):
        choosing.iree_choose_schedules(module, tune="vulkan")
    assert schedule_of(by_hand) == text and not clock


def test_processors_are_measured_by_themselves(monkeypatch, tmp_path):
    """Dispatches that are timed have the names that were given to them."""
    pytest.importorskip("llvmlite")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    module = in_sequence(PRODUCT, "cpu")
    choosing.iree_choose_schedules(module, tune="cpu")
    kept = [path.read_bytes() for path in (tmp_path / "tfir" / tuning.KEPT).iterdir()]
    assert len(kept) == 1 and schedule_of(module).encode() in kept[0]


TWO_PRODUCTS = PRODUCT.replace(
    "%1 = stablehlo.negate %0",
    """%v = stablehlo.constant dense<2.0> : tensor<20x20xf32>
  %1 = stablehlo.dot_general %0, %v, contracting_dims = [1] x [0] : (tensor<10x20xf32>, tensor<20x20xf32>) -> tensor<10x20xf32>
  %2 = stablehlo.negate %1""",
).replace("return %1", "return %2")


def schedules_of(module) -> dict[int, str]:
    """By the numbers that are summed."""
    return {entry.body.arguments[0].type.shape[1]: str(entry.attributes[ATTRIBUTE]) for _, _, entry in entries(module)}


def test_what_computes_most_is_measured_as_long_as_there_is_time(clock, monkeypatch, capsys):
    """20 numbers are summed in one of the products, 12 in the other. The next program that is tuned has what was measured, and goes on from there."""
    known, now = tuning.measured, [0.0]
    monkeypatch.setattr(tuning, "MOST_TOGETHER", 1)
    monkeypatch.setattr(tuning, "monotonic", lambda: now[0])

    def measured(program, device, target, limit):
        now[0] += 6
        return known(program, device, target, limit) if limit is None or limit >= 6 else None

    monkeypatch.setattr(tuning, "measured", measured)
    alone, first, again = (in_sequence(TWO_PRODUCTS) for _ in range(3))
    choosing.iree_choose_schedules(alone)
    choosing.iree_choose_schedules(first, tune="vulkan", tune_time=10)
    assert "1 of 2 kernels were not measured within 10 s" in capsys.readouterr().err
    without, some = schedules_of(alone), schedules_of(first)
    assert some[12] == without[12] and some[20] != without[20] and len(clock) == 1
    choosing.iree_choose_schedules(again, tune="vulkan", tune_time=10)
    whole = schedules_of(again)
    assert whole[20] == some[20] and whole[12] != without[12] and len(clock) == 2
    assert "not measured" not in capsys.readouterr().err
