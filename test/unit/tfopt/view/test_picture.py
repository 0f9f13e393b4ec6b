"""What a picture has of a module: names below names, types, ends, what goes into regions and comes back, what dispatches run."""

import json

import pytest
from tfir.dialects import dialect, lookup
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.view.picture import ACROSS, BACK, WAITS, Picture, Sources


def module_of(text: str):
    return parse(Source("test.mlir", text), lookup, dialect)


def picture(text: str, sources=None) -> Picture:
    return Picture(module_of(text), sources)


REDUCE = """func.func @main(%x: tensor<4xf32>, %z: tensor<f32>) -> tensor<f32> {
  %s = "stablehlo.reduce"(%x, %z) ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %t = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}"""


def test_the_body_of_a_reduce_is_inside_of_it():
    nodes = picture(REDUCE).nodes
    assert [name for name in nodes if name.startswith("reduce")] == ["reduce", "reduce/arg0", "reduce/arg1", "reduce/add", "reduce/return"]
    assert nodes["reduce/add"].inputs == [("reduce/arg0", 0), ("reduce/arg1", 0)]
    assert nodes["reduce"].inputs == [("arg0", 0), ("arg1", 0), ("reduce/return", ACROSS)]
    assert nodes["reduce"].types == ("tensor<f32>",) and nodes["arg0"].types == ("tensor<4xf32>",)


def test_inputs_and_outputs_of_a_function():
    result = picture(REDUCE)
    assert result.inputs == ["arg0", "arg1"] and result.outputs == ["return"]
    assert result.nodes["return"].inputs == [("reduce", 0)]


LOOP = """func.func @main(%n: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.while(%i = %n) : tensor<i32>
    cond {
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %j = stablehlo.add %i, %i : tensor<i32>
      stablehlo.return %j : tensor<i32>
    }
  return %r : tensor<i32>
}"""


def test_a_loop_goes_from_its_condition_into_its_body_and_back():
    nodes = picture(LOOP).nodes
    assert nodes["while/condition/arg0"].inputs == [("arg0", ACROSS), ("while/body/return", BACK)]
    assert nodes["while/body/arg0"].inputs == [("while/condition/arg0", ACROSS), ("while/condition/return", ACROSS)]
    assert nodes["while/condition/compare"].inputs == [("while/condition/arg0", 0), ("arg0", 0)]
    assert nodes["while"].inputs == [("arg0", 0), ("while/condition/return", ACROSS)]


GRAPH = """module { tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %x, %xc = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<?x3>} : () -> (tensor<*xf32>)
  %w, %wc = Const name("w") {dtype = f32, value = dense<0.5> : tensor<3x5xf32>} : () -> (tensor<*xf32>)
  %y, %yc = MatMul(%x, %w) [%wc] name("layer/y") {T = f32, transpose_a = false, transpose_b = false} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %z, %zc = Unknown(%y) name("z") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
} }"""


def test_shapes_are_inferred_and_the_graph_stays_as_it_is():
    module = module_of(GRAPH)
    before = [op.results[0].type.text for op in list(module.body)[0].body]
    result = Picture(module)
    assert result.nodes["layer/y"].types == ("tensor<?x5xf32>",) and result.nodes["z"].types == ("tensor<*xf32>",)
    assert [op.results[0].type.text for op in list(module.body)[0].body] == before == ["tensor<*xf32>"] * 4
    assert result.nodes["layer/y"].inputs == [("x", 0), ("w", 0), ("w", WAITS)]
    assert result.inputs == ["x"] and result.outputs == ["z"]
    assert result.nodes["w"].contents["value"]["most"] == "0.5" and result.nodes["w"].contents["value"]["count"] == 15


def test_what_comes_back_in_a_graph():
    result = picture("""module { tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
      %a, %ac = Placeholder name("a") {dtype = f32, shape = #tf_type.shape<>} : () -> (tensor<f32>)
      %m:2, %mc = Merge(%a, %n) name("m") {N = 2 : i64, T = f32} : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<i32>)
      %n, %nc = NextIteration(%m#0) name("n") {T = f32} : (tensor<f32>) -> (tensor<f32>)
    } }""")
    assert result.nodes["m"].inputs == [("a", 0), ("n", BACK)] and result.nodes["n"].inputs == [("m", 0)]


def test_a_constant_without_a_name_stands_with_what_reads_it():
    nodes = picture("""func.func @main(%x: tensor<f32>) -> tensor<f32> {
      %c = stablehlo.constant dense<1.0> : tensor<f32>
      %d = stablehlo.constant dense<2.0> : tensor<f32>
      %0 = stablehlo.add %x, %c : tensor<f32> loc("layer/a")
      %1 = stablehlo.add %0, %d : tensor<f32> loc("layer/b")
      %2 = stablehlo.add %1, %d : tensor<f32> loc("other/c")
      return %2 : tensor<f32>
    }""").nodes
    assert [name for name, node in nodes.items() if node.op == "stablehlo.constant"] == ["layer/constant", "constant"]


def test_blocks_are_scopes_and_branches_give_them_their_arguments():
    nodes = picture("""func.func @main(%n: i32, %c: i1) -> i32 {
      cf.br ^loop(%n : i32)
    ^loop(%i: i32):
      %j = arith.addi %i, %n : i32
      cf.cond_br %c, ^loop(%j : i32), ^end
    ^end:
      return %j : i32
    }""").nodes
    assert nodes["^bb1/arg0"].inputs == [("arg0", ACROSS), ("^bb1/addi", BACK)]
    assert nodes["^bb1/addi"].inputs == [("^bb1/arg0", 0), ("arg0", 0)]
    assert nodes["^bb2/return"].inputs == [("^bb1/addi", 0), ("^bb1/cond_br", ACROSS)]


def test_regions_of_a_choice_are_named_by_what_they_are():
    body = "%a = stablehlo.negate %x : tensor<f32>\n stablehlo.return %a : tensor<f32>"
    text = f"""func.func @main(%x: tensor<f32>, %p: tensor<i1>, %n: tensor<i32>) -> tensor<f32> {{
      %0 = "stablehlo.if"(%p) ({{ {body} }}, {{ {body} }}) : (tensor<i1>) -> tensor<f32>
      %1 = "stablehlo.case"(%n) ({{ {body} }}, {{ {body} }}) : (tensor<i32>) -> tensor<f32>
      return %1 : tensor<f32>
    }}"""
    assert {"if/then/negate", "if/else/negate", "case/region 0/negate", "case/region 1/negate"} <= set(picture(text).nodes)


def test_what_is_only_declared_has_no_picture():
    result = picture("""func.func private @f(tensor<f32>) -> tensor<f32>
      func.func @main(%x: tensor<f32>) -> tensor<f32> {
        %0 = func.call @f(%x) : (tensor<f32>) -> tensor<f32>
        return %0 : tensor<f32>
      }""")
    assert list(result.nodes) == ["arg0", "call", "return"] and not picture("func.func private @f(tensor<f32>)").nodes


# ---- Dispatches

MODEL = """func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32> loc("layer/MatMul")
  %1 = stablehlo.exponential %0 : tensor<8x8xf32> loc("layer/Exp")
  %2 = stablehlo.dot_general %1, %x, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32> loc("next/MatMul")
  return %2 : tensor<8x8xf32>
}"""


@pytest.fixture(scope="module")
def lowered():
    from tfir.dialects import verify

    from tfopt.pipeline.description import load_pipeline
    from tfopt.pipeline.execution import Runner

    module = module_of(MODEL)
    Runner(verify).run(load_pipeline("vulkan"), module)
    return module


def dispatches(result: Picture):
    return {name: node for name, node in result.nodes.items() if node.dispatched}


def test_a_dispatch_tells_the_nodes_that_it_was_made_from(lowered):
    by_name = dispatches(Picture(lowered))
    assert [node.dispatched.made_from for node in by_name.values()] == [["layer/MatMul", "layer/Exp"], ["next/MatMul"]]
    first, second = by_name.values()
    assert second.inputs[0] == (first.name, 0), "a buffer comes from the dispatch that wrote it"
    assert {kernel["format"] for kernel in first.dispatched.kernels} >= {"SPIRV"}
    assert all(name.startswith("executables/@") for name, node in Picture(lowered).nodes.items() if node.op == "stablehlo.exponential")


def test_times_are_those_of_the_same_place_in_a_run(lowered, tmp_path):
    from tfir.cost.measured import as_text

    names = [node.dispatched.executable for node in dispatches(Picture(lowered)).values()]
    path = tmp_path / "times.json"
    path.write_text(as_text("a device", 5, [(names[0], "dot", 0.25), (names[1], "dot", 0.5)]))
    timed = dispatches(Picture(lowered, Sources.of(str(path))))
    assert [node.dispatched.seconds for node in timed.values()] == [0.25, 0.5]
    shared = {name: [1.0, 2.0, 4.0, 8.0] for name in names}  # a loop of four rounds, for each
    timed = dispatches(Picture(lowered, Sources(shared)))
    assert [(node.dispatched.seconds, node.dispatched.times) for node in timed.values()] == [(15.0, 4), (15.0, 4)]


def test_times_that_belong_to_no_dispatch_alone_are_not_told():
    from collections import Counter

    from tfopt.view.dispatches import Dispatched, Executables

    executables = Executables(module_of("module {}"), {"e": [1.0, 2.0], "f": [1.0, 2.0, 4.0]})
    executables.counts = Counter({"e": 2, "f": 2})
    told = [Dispatched(name, [], [], []) for name in "eeff"]
    for each in told:
        executables.time(each)
    assert [each.seconds for each in told] == [1.0, 2.0, None, None]
    executables.is_straight, executables.met = False, Counter()
    executables.time(told[2])
    again = Dispatched("e", [], [], [])
    executables.time(again)
    assert again.seconds is None


def test_dispatches_that_share_a_kernel_have_times_of_their_own():
    from tfir.dialects import verify

    from tfopt.pipeline.description import load_pipeline
    from tfopt.pipeline.execution import Runner

    text = MODEL.replace("stablehlo.exponential %0", "stablehlo.dot_general %0, %x, contracting_dims = [1] x [0]").replace(
        ': tensor<8x8xf32> loc("layer/Exp")', ': (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32> loc("layer/Exp")'
    )
    module = module_of(text)
    Runner(verify).run(load_pipeline("vulkan"), module)
    names = [node.dispatched.executable for node in dispatches(Picture(module)).values()]
    assert len(set(names)) < len(names) == 3
    timed = dispatches(Picture(module, Sources({name: [1.0, 2.0, 4.0][: names.count(name)] for name in names})))
    assert sorted(node.dispatched.seconds for node in timed.values()) == sorted(
        [1.0, 2.0, 4.0][: names.count(name)][names[:at].count(name)] for at, name in enumerate(names)
    )
    assert [node.dispatched.made_from for node in timed.values()] == [["layer/MatMul"], ["layer/Exp"], ["next/MatMul"]]


def test_the_page_has_what_dispatches_run(lowered):
    from tfopt.view.page import data

    result = Picture(lowered)
    facts = data("m", result, result)
    told = [facts["dispatches"][number] for number in facts["dispatches"]]
    assert [[facts["names"][name] for name in each["nodes"]] for each in told] == [["layer/MatMul", "layer/Exp"], ["next/MatMul"]]
    assert json.loads(json.dumps(facts))
