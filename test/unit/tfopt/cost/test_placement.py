"""Placement: what is asked for is kept, what belongs together stays together, and the simulated time is as it must be."""

import importlib.util
from pathlib import Path

import pytest
from tfir.cost.cluster import Cluster, Device, Link
from tfir.dialects import dialect, lookup
from tfir.dialects.tfg.nodes import node_name
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.cost.groups import Groups
from tfopt.cost.place_on_cluster import completed, place_on_cluster, usual_simulations
from tfopt.cost.search import Search
from tfopt.cost.setting import Setting


def graph(nodes: str):
    return parse(
        Source("test.mlir", "module { tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {\n" + nodes + "\n} }"), lookup, dialect
    )


def chain(name: str, length: int, device: str = "") -> str:
    """A Placeholder of 100 floats and so many exponentials of it, 14 * 100 operations each."""
    where = f' device("{device}")' if device else ""
    text = (
        f'%{name}0, %{name}0_c = Placeholder{where} name("{name}0") {{dtype = f32, shape = #tf_type.shape<100>}} : () -> (tensor<*xf32>)\n'
    )
    for at in range(1, length + 1):
        text += f'%{name}{at}, %{name}{at}_c = Exp(%{name}{at - 1}){where} name("{name}{at}") {{T = f32}} : (tensor<*xf32>) -> (tensor<*xf32>)\n'
    return text


def two_devices(memory: float = 1e9, bandwidth: float = 1e6):
    """Each takes a second for one link of a chain."""
    return Cluster("two", [Device(f"/device:GPU:{number}", 1400, 1e9, memory) for number in range(2)], Link(bandwidth))


@pytest.fixture
def place(monkeypatch):
    """Places a graph on a cluster: (device of each node by name, seconds, what was tried)."""

    def run(nodes: str, cluster: Cluster, **settings):
        monkeypatch.setattr("tfopt.cost.setting.chosen_cluster", lambda module, text: cluster)
        module = nodes if not isinstance(nodes, str) else graph(nodes)
        setting = Setting(module, "")
        search = Search(setting, Groups(setting.workload, cluster), settings.pop("simulations", 30))
        search.run()
        place_on_cluster(module, **settings)
        return {node_name(op): op.get("_mlir_device") for op in module.body.first.body}, search.worth[1], search.tried

    return run


def test_two_chains_go_to_two_devices(place):
    devices, seconds, tried = place(chain("a", 6) + chain("b", 6), two_devices())
    assert seconds == pytest.approx(6)
    assert tried[0] == ("one device", pytest.approx(12), 0)
    assert len({devices[f"a{at}"] for at in range(7)}) == 1 and devices["a1"] != devices["b1"]


def test_one_chain_stays_where_it_is(place):
    devices, seconds, _ = place(chain("a", 6), two_devices())
    assert seconds == pytest.approx(6) and len(set(devices.values())) == 1


def test_nothing_is_sent_that_takes_longer_than_it_saves(place):
    """A fork of which each branch is one second: the 400 bytes take 10 there and 10 back."""
    nodes = chain("a", 2) + '%b, %b_c = Exp(%a1) name("b") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)\n'
    nodes += '%c, %c_c = AddV2(%a2, %b) name("c") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)\n'
    devices, _, _ = place(nodes, two_devices(bandwidth=40))
    assert len(set(devices.values())) == 1


def test_devices_asked_for_are_kept_and_completed(place):
    devices, seconds, _ = place(chain("a", 3, "/gpu:1") + chain("b", 3, "/job:w/gpu:1"), two_devices())
    assert {devices[f"a{at}"] for at in range(4)} == {"/device:GPU:1"}
    assert {devices[f"b{at}"] for at in range(4)} == {"/job:w/device:GPU:1"}
    assert seconds == pytest.approx(6)


def test_colocated_nodes_lie_together(place):
    """Without the wish the second chain would go to the other device."""
    nodes = chain("a", 4) + chain("b", 4).replace("{T = f32}", '{T = f32, _class = ["loc:@a1"]}')
    devices, seconds, _ = place(nodes, two_devices())
    assert len({devices[f"{name}{at}"] for name in "ab" for at in range(1, 5) if (name, at) == ("a", 1) or name == "b"}) == 1
    assert seconds >= 5


def test_what_acts_on_a_variable_lies_with_it(place):
    variable = '%v, %v_c = VariableV2 device("/gpu:1") name("v") {dtype = f32, shape = #tf_type.shape<100>} : () -> (tensor<*xf32>)\n'
    update = '%u, %u_c = AssignAdd(%v, %a3) name("u") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)\n'
    handle = '%h, %h_c = VarHandleOp device("/gpu:1") name("h") {dtype = f32, shape = #tf_type.shape<100>} : () -> (tensor<*x!tf_type.resource>)\n'
    handle += '%r, %r_c = ReadVariableOp(%h) name("r") {dtype = f32} : (tensor<*x!tf_type.resource>) -> (tensor<*xf32>)\n'
    devices, _, _ = place(chain("a", 3) + variable + update + handle, two_devices())
    assert devices["u"] == devices["r"] == "/device:GPU:1"


def test_no_more_is_put_on_a_device_than_it_holds(place):
    """Two variables of 400 bytes; each device holds 1000, with what the chain takes."""
    text = ""
    for name in "ab":
        text += f'%{name}0, %{name}0_c = VariableV2 name("{name}0") {{dtype = f32, shape = #tf_type.shape<100>}} : () -> (tensor<*xf32>)\n'
        text += chain(name, 1).split("\n", 1)[1]
    text += '%s, %s_c = AddV2(%a1, %b1) name("s") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)\n'
    roomy, _, tried = place(text, two_devices(bandwidth=4))
    assert roomy["a0"] == roomy["b0"] and tried[0][2] == 0
    tight, _, tried = place(text, two_devices(memory=1300, bandwidth=4))
    assert tried[0][2] == 5 * 400 - 1300 and tight["a0"] != tight["b0"]


def test_strings_are_on_hosts(place):
    cluster = Cluster("host and accelerator", [Device("/device:CPU:0", 1, 1), Device("/device:GPU:0", 1e9, 1e9)], Link(1e9))
    nodes = '%s, %s_c = Placeholder name("s") {dtype = !tf_type.string, shape = #tf_type.shape<3>} : () -> (tensor<*x!tf_type.string>)\n'
    nodes += '%l, %l_c = StringLength(%s) name("l") : (tensor<*x!tf_type.string>) -> (tensor<*xi32>)\n'
    devices, _, _ = place(nodes + chain("a", 2), cluster)
    assert (devices["l"], devices["a1"]) == ("/device:CPU:0", "/device:GPU:0")


def test_a_device_that_is_not_there(place):
    with pytest.raises(Error, match="node 'a0' asks for device '/gpu:7', which the cluster does not have"):
        place(chain("a", 1, "/gpu:7"), two_devices())


def test_wishes_that_contradict_each_other(place):
    nodes = chain("a", 1, "/gpu:0") + chain("b", 1, "/gpu:1").replace("{T = f32}", '{T = f32, _class = ["loc:@a1"]}')
    with pytest.raises(Error, match="'b1' asks for device '/gpu:1', but it must lie with node 'a1'"):
        place(nodes, two_devices())


def test_what_is_not_fetched_lies_with_what_it_belongs_to(place):
    initial = '%v, %v_c = VariableV2 name("v") {dtype = f32, shape = #tf_type.shape<100>} : () -> (tensor<*xf32>)\n'
    initial += '%i, %i_c = Assign(%v, %a0) name("i") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)\n'
    initial += '%y, %y_c = AddV2(%v, %a1) device("/gpu:1") name("y") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)\n'
    devices, _, _ = place(chain("a", 2) + initial, two_devices(), fetches=("y",))
    assert devices["y"] == "/device:GPU:1" and devices["i"] == devices["v"]
    assert devices["a2"] is None


def test_what_a_function_does_not_return_is_placed_too():
    text = """module { tfg.func @f(%x: tensor<4xf32> {tfg.name = "x"}) -> (tensor<*xf32> {tfg.name = "r"}) {
      %v, %v_c = VariableV2 device("/gpu:0") name("v") {dtype = f32, shape = #tf_type.shape<4>} : () -> (tensor<*xf32>)
      %a, %a_c = AddV2(%v, %x) name("a") {T = f32} : (tensor<*xf32>, tensor<4xf32>) -> (tensor<*xf32>)
      %u, %u_c = AssignAdd(%v, %x) name("u") {T = f32} : (tensor<*xf32>, tensor<4xf32>) -> (tensor<*xf32>)
      return(%a) : tensor<*xf32>
    } }"""
    module = parse(Source("test.mlir", text), lookup, dialect)
    place_on_cluster(module, cluster="p100")
    assert {node_name(op): op.get("_mlir_device") for op in module.body.first.body if node_name(op)} == dict.fromkeys(
        "vau", "/device:GPU:0"
    )


def test_completing_a_name():
    assert completed("/gpu:*", "/device:GPU:2") == "/device:GPU:2"
    assert completed("/job:w/task:3", "/device:GPU:0") == "/job:w/task:3/device:GPU:0"
    assert completed("", "/job:w/replica:0/task:0/device:CPU:0") == "/job:w/replica:0/task:0/device:CPU:0"


@pytest.fixture(scope="module")
def translation():
    path = Path(__file__).parents[4] / "tools" / "translation_graph.py"
    spec = importlib.util.spec_from_file_location("translation_graph", path)
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    return lambda devices: parse(Source("nmt", tool.translation_graph(steps=6, devices=devices)), lookup, dialect)


def test_a_translation_model_on_four_gpus(translation):
    """Better than one device, and than a layer on each, as people do it."""
    by_hand = {}
    for devices in ("one", "layers"):
        setting = Setting(translation(devices), "k40x4")
        by_hand[devices] = setting.simulated(setting.devices_asked_for()).total
    module = translation("")
    place_on_cluster(module, cluster="k40x4", simulations=24)
    setting = Setting(module, "k40x4")
    placed = setting.simulated(setting.devices_asked_for()).total
    assert placed < by_hand["layers"] < by_hand["one"]
    assert by_hand["one"] / placed > 1.8
    again = translation("")
    place_on_cluster(again, cluster="k40x4", simulations=24)
    assert [op.get("_mlir_device") for op in again.body.first.body] == [op.get("_mlir_device") for op in module.body.first.body]


@pytest.mark.parametrize("tasks, simulations", [(0, 80), (7_000, 80), (16_000, 35), (1_000_000, 24)])
def test_larger_graphs_are_simulated_less_often(tasks, simulations):
    assert usual_simulations(tasks) == simulations
