"""Operations and bytes against arithmetic on paper."""

import pytest
from tfir.cost.cluster import Device
from tfir.cost.workload import Reading, main_graph
from tfir.ir.diagnostics import Error


def placeholder(name: str, shape: str, element: str = "f32") -> str:
    return (
        f'%{name}, %{name}_c = Placeholder name("{name}") {{dtype = {element}, shape = #tf_type.shape<{shape}>}}'
        f" : () -> (tensor<*x{element}>)\n"
    )


A, B = "tensor<*xf32>", "tensor<*xi32>"


def costs(workload, nodes: str, **settings):
    return {task.name: task.cost for task in workload(nodes, **settings).tasks}


def test_a_product_of_matrices_multiplies_and_adds(workload):
    nodes = placeholder("a", "5x3") + placeholder("b", "3x7") + f'%m, %c = MatMul(%a, %b) name("m") : ({A}, {A}) -> ({A})'
    cost = costs(workload, nodes)["m"]
    assert cost.operations == 2 * 5 * 3 * 7
    assert (cost.read, cost.written) == (4 * (15 + 21), 4 * 35)


def test_a_transposed_product_sums_over_the_other_size(workload):
    nodes = placeholder("a", "3x5") + placeholder("b", "3x7")
    nodes += f'%m, %c = MatMul(%a, %b) name("m") {{transpose_a = true}} : ({A}, {A}) -> ({A})'
    assert costs(workload, nodes)["m"].operations == 2 * 5 * 3 * 7


def test_stacks_of_matrices(workload):
    nodes = placeholder("a", "2x4x5x3") + placeholder("b", "2x4x7x3")
    nodes += f'%m, %c = BatchMatMulV2(%a, %b) name("m") {{adj_y = true}} : ({A}, {A}) -> ({A})'
    assert costs(workload, nodes)["m"].operations == 2 * (2 * 4) * 5 * 3 * 7


def test_einsum_counts_every_combination_of_indices(workload):
    nodes = placeholder("a", "2x5x3") + placeholder("b", "3x4x7")
    nodes += f'%m, %c = Einsum(%a, %b) name("m") {{N = 2 : i64, equation = "bij,jhk->bihk"}} : ({A}, {A}) -> ({A})'
    assert costs(workload, nodes)["m"].operations == 2 * 2 * 5 * 3 * 4 * 7


CONVOLUTION = 'strides = [1, 2, 2, 1], padding = "SAME"'


def test_a_convolution_meets_the_whole_filter_at_each_place(workload):
    """8 images of 32x32x3, 16 filters of 5x5, every second place: 16x16 places."""
    nodes = placeholder("x", "8x32x32x3") + placeholder("w", "5x5x3x16")
    nodes += f'%y, %c = Conv2D(%x, %w) name("y") {{{CONVOLUTION}}} : ({A}, {A}) -> ({A})'
    cost = costs(workload, nodes)["y"]
    assert cost.operations == 2 * (8 * 16 * 16 * 16) * (5 * 5 * 3)
    assert (cost.read, cost.written) == (4 * (8 * 32 * 32 * 3 + 5 * 5 * 3 * 16), 4 * 8 * 16 * 16 * 16)


def test_a_convolution_in_groups_meets_its_groups_channels(workload):
    nodes = placeholder("x", "1x8x8x6") + placeholder("w", "3x3x2x9")
    nodes += f'%y, %c = Conv2D(%x, %w) name("y") {{strides = [1, 1, 1, 1], padding = "SAME"}} : ({A}, {A}) -> ({A})'
    assert costs(workload, nodes)["y"].operations == 2 * (8 * 8 * 9) * (3 * 3 * 2)


def test_both_gradients_of_a_convolution_take_what_it_takes(workload):
    nodes = placeholder("x", "8x32x32x3") + placeholder("w", "5x5x3x16") + placeholder("g", "8x16x16x16")
    nodes += f'%sx, %c0 = Const name("sx") {{dtype = i32, value = dense<[8, 32, 32, 3]> : tensor<4xi32>}} : () -> ({B})\n'
    nodes += f'%sw, %c1 = Const name("sw") {{dtype = i32, value = dense<[5, 5, 3, 16]> : tensor<4xi32>}} : () -> ({B})\n'
    nodes += f'%i, %c2 = Conv2DBackpropInput(%sx, %w, %g) name("i") {{{CONVOLUTION}}} : ({B}, {A}, {A}) -> ({A})\n'
    nodes += f'%f, %c3 = Conv2DBackpropFilter(%x, %sw, %g) name("f") {{{CONVOLUTION}}} : ({A}, {B}, {A}) -> ({A})\n'
    costs_by_name = costs(workload, nodes)
    assert costs_by_name["i"].operations == costs_by_name["f"].operations == 2 * (8 * 16 * 16 * 16) * (5 * 5 * 3)
    assert costs_by_name["f"].written == 4 * 5 * 5 * 3 * 16


def test_a_depthwise_convolution_meets_one_channel(workload):
    nodes = placeholder("x", "1x8x8x6") + placeholder("w", "3x3x6x2")
    nodes += f'%y, %c = DepthwiseConv2dNative(%x, %w) name("y") {{strides = [1, 1, 1, 1], padding = "SAME"}} : ({A}, {A}) -> ({A})'
    assert costs(workload, nodes)["y"].operations == 2 * (8 * 8 * 12) * (3 * 3)


def test_a_fused_convolution_adds_what_follows_it(workload):
    nodes = placeholder("x", "1x8x8x6") + placeholder("w", "1x1x6x9") + placeholder("b", "9")
    nodes += '%y, %c = "tfg._FusedConv2D"(%x, %w, %b) {_mlir_name = "y", fused_ops = ["BiasAdd", "Relu"], num_args = 1 : i64, '
    nodes += f'strides = [1, 1, 1, 1], padding = "VALID"}} : ({A}, {A}, {A}) -> (tensor<1x8x8x9xf32>, !tf_type.control)'
    assert costs(workload, nodes)["y"].operations == 2 * (64 * 9) * 6 + 2 * (64 * 9)


@pytest.mark.parametrize(
    ("op", "operations"), [("Relu", 24), ("Tanh", 24 * 24), ("Sqrt", 4 * 24), ("Exp", 14 * 24), ("Reciprocal", 4 * 24)]
)
def test_element_by_element(workload, op, operations):
    nodes = placeholder("x", "4x6") + f'%y, %c = {op}(%x) name("y") : ({A}) -> ({A})'
    cost = costs(workload, nodes)["y"]
    assert (cost.operations, cost.read, cost.written) == (operations, 96, 96)


def test_what_is_stretched_counts_by_its_result(workload):
    nodes = placeholder("x", "4x6") + placeholder("b", "6") + f'%y, %c = AddV2(%x, %b) name("y") : ({A}, {A}) -> ({A})'
    cost = costs(workload, nodes)["y"]
    assert (cost.operations, cost.bytes) == (24, 4 * (24 + 6 + 24))


def test_pooling_looks_at_each_window(workload):
    nodes = placeholder("x", "1x8x8x5")
    nodes += f'%y, %c = MaxPool(%x) name("y") {{ksize = [1, 2, 2, 1], strides = [1, 2, 2, 1], padding = "VALID"}} : ({A}) -> ({A})'
    assert costs(workload, nodes)["y"].operations == (4 * 4 * 5) * 4


def test_a_reduction_takes_each_element_once(workload):
    nodes = placeholder("x", "4x6") + f'%a, %c0 = Const name("a") {{dtype = i32, value = dense<1> : tensor<1xi32>}} : () -> ({B})\n'
    nodes += f'%y, %c = Sum(%x, %a) name("y") {{keep_dims = false}} : ({A}, {B}) -> ({A})'
    cost = costs(workload, nodes)["y"]
    assert (cost.operations, cost.read, cost.written) == (24, 100, 16)


def test_a_sum_of_several_adds_one_time_less(workload):
    nodes = placeholder("x", "4x6") + f'%y, %c = AddN(%x, %x, %x) name("y") {{N = 3 : i64}} : ({A}, {A}, {A}) -> ({A})'
    assert costs(workload, nodes)["y"].operations == 48


def test_a_gather_reads_only_what_it_answers_with(workload):
    nodes = placeholder("x", "1000x8") + placeholder("i", "3", "i32")
    nodes += f'%a, %c0 = Const name("a") {{dtype = i32, value = dense<0> : tensor<i32>}} : () -> ({B})\n'
    nodes += f'%y, %c = GatherV2(%x, %i, %a) name("y") : ({A}, {B}, {B}) -> ({A})'
    cost = costs(workload, nodes)["y"]
    assert (cost.operations, cost.read, cost.written) == (0, 4 * 24 + 12 + 4, 4 * 24)


def test_a_transpose_only_moves_and_a_reshape_does_not_even_that(workload):
    nodes = placeholder("x", "4x6") + f'%p, %c0 = Const name("p") {{dtype = i32, value = dense<[1, 0]> : tensor<2xi32>}} : () -> ({B})\n'
    nodes += f'%t, %c1 = Transpose(%x, %p) name("t") : ({A}, {B}) -> ({A})\n%r, %c2 = Reshape(%x, %p) name("r") : ({A}, {B}) -> ({A})'
    costs_by_name = costs(workload, nodes)
    assert (costs_by_name["t"].operations, costs_by_name["t"].bytes, costs_by_name["t"].is_accurate) == (0, 96 + 8 + 96, True)
    assert costs_by_name["r"].is_free and not costs_by_name["t"].is_free


def test_an_update_reads_and_writes_the_variable_and_its_slots(workload):
    """Momentum: variable and accumulator are read and written, the gradient is read."""
    nodes = "".join(
        [f'%{v}, %{v}_c = VariableV2 name("{v}") {{dtype = f32, shape = #tf_type.shape<10x10>}} : () -> ({A})\n' for v in ("v", "a")]
    )
    nodes += placeholder("g", "10x10") + placeholder("r", "")
    nodes += f'%u, %c = ApplyMomentum(%v, %a, %r, %g, %r) name("u") : ({A}, {A}, {A}, {A}, {A}) -> ({A})'
    cost = costs(workload, nodes)["u"]
    assert (cost.operations, cost.read, cost.written) == (4 * 100, 3 * 400, 2 * 400)


def test_unknown_sizes_count_as_assumed_and_are_told(workload):
    nodes = placeholder("x", "?x6") + f'%y, %c = Relu(%x) name("y") : ({A}) -> ({A})'
    one, many = costs(workload, nodes)["y"], costs(workload, nodes, unknown_size=32)["y"]
    assert (one.operations, many.operations) == (6, 192)
    assert not one.is_accurate and not many.is_accurate
    given = costs(workload, nodes, input_shapes={"x": (4, 6)})["y"]
    assert (given.operations, given.is_accurate) == (24, True)


def test_shapes_that_the_model_rules_out_are_errors(workload):
    nodes = placeholder("images", "?x6")
    with pytest.raises(Error, match=r"gives 'images' the shape \(4, 7\), but the model says \(\?, 6\)"):
        workload(nodes, input_shapes={"images": (4, 7)})
    with pytest.raises(Error, match="names 'image', which is no feed; did you mean 'images'"):
        workload(nodes, input_shapes={"image": (4, 6)})


def test_arguments_of_functions_are_fed_too(module):
    text = """func.func @main(%x: tensor<?x6xf32>) -> tensor<?x6xf32> attributes {tf.entry_function = {inputs = "images", outputs = "r"}} {
        %0 = "tf.Neg"(%x) : (tensor<?x6xf32>) -> tensor<?x6xf32>
        return %0 : tensor<?x6xf32>
      }"""
    parsed = module(text)
    (task,) = Reading(parsed, {"images": (4, 6)}).workload(main_graph(parsed)).tasks
    assert (task.cost.operations, task.cost.is_accurate) == (24, True)


def test_an_op_without_a_formula_moves_its_data_and_is_told(workload):
    nodes = (
        placeholder("x", "4x6") + '%y, %c = "tfg.Unheard"(%x) {_mlir_name = "y"} : (tensor<*xf32>) -> (tensor<4x6xf32>, !tf_type.control)'
    )
    cost = costs(workload, nodes)["y"]
    assert (cost.operations, cost.bytes, cost.is_accurate) == (0, 192, False)


@pytest.mark.parametrize("op", ["Conv2D", "MatMul", "Einsum", "CropAndResize", "MaxPool", "FFT2D", "_FusedConv2D", "LSTMBlockCell"])
def test_a_node_without_operands_is_counted_as_far_as_it_goes(workload, op):
    cost = costs(workload, f'%y, %c = "tfg.{op}"() {{_mlir_name = "y", ksize = "x"}} : () -> (tensor<4xf32>, !tf_type.control)')["y"]
    assert not cost.is_accurate


def test_a_shape_that_is_computed_is_followed(workload):
    """Packing two sizes of x and reshaping by them gives the shape that these sizes are."""
    nodes = placeholder("x", "2x3x4")
    nodes += f"""
      %s, %c0 = Shape(%x) name("s") {{out_type = i32}} : ({A}) -> ({B})
      %zero, %c1 = Const name("zero") {{dtype = i32, value = dense<0> : tensor<1xi32>}} : () -> ({B})
      %one, %c2 = Const name("one") {{dtype = i32, value = dense<1> : tensor<1xi32>}} : () -> ({B})
      %n, %c3 = StridedSlice(%s, %zero, %one, %one) name("n") {{shrink_axis_mask = 1 : i64}} : ({B}, {B}, {B}, {B}) -> ({B})
      %m, %c4 = Const name("m") {{dtype = i32, value = dense<-1> : tensor<i32>}} : () -> ({B})
      %to, %c5 = Pack(%n, %m) name("to") {{N = 2 : i64, axis = 0 : i64}} : ({B}, {B}) -> ({B})
      %r, %c6 = Reshape(%x, %to) name("r") : ({A}, {B}) -> ({A})
      %t, %c7 = MatMul(%r, %r) name("t") {{transpose_b = true}} : ({A}, {A}) -> ({A})"""
    cost = costs(workload, nodes)["t"]
    assert (cost.operations, cost.is_accurate) == (2 * 2 * 2 * 12, True)


def test_a_called_function_costs_what_is_inside(module):
    text = """
      func.func @main(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
        %0 = "tf.PartitionedCall"(%x) <{config = "", config_proto = "", executor_type = "", f = @twice}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
        return %0 : tensor<4x6xf32>
      }
      func.func private @twice(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
        %0 = "tf.Neg"(%x) : (tensor<4x6xf32>) -> tensor<4x6xf32>
        %1 = "tf.Exp"(%0) : (tensor<4x6xf32>) -> tensor<4x6xf32>
        return %1 : tensor<4x6xf32>
      }"""
    parsed = module(text)
    (task,) = Reading(parsed).workload(main_graph(parsed)).tasks
    assert (task.cost.operations, task.cost.bytes, task.cost.launches) == (24 + 14 * 24, 4 * 96, 2)


def test_a_dot_and_a_convolution_of_stablehlo(module):
    text = """
      func.func @main(%a: tensor<2x5x3xf32>, %b: tensor<2x3x7xf32>, %x: tensor<1x8x8x6xf32>, %w: tensor<3x3x6x9xf32>) -> (tensor<2x5x7xf32>, tensor<1x8x8x9xf32>) {
        %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x5x3xf32>, tensor<2x3x7xf32>) -> tensor<2x5x7xf32>
        %1 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x6xf32>, tensor<3x3x6x9xf32>) -> tensor<1x8x8x9xf32>
        return %0, %1 : tensor<2x5x7xf32>, tensor<1x8x8x9xf32>
      }"""
    parsed = module(text)
    dot, convolution = Reading(parsed).workload(main_graph(parsed)).tasks
    assert dot.cost.operations == 2 * 2 * 5 * 7 * 3
    assert convolution.cost.operations == 2 * (64 * 9) * (3 * 3 * 6)


def test_the_roofline_is_the_larger_of_arithmetic_and_traffic(workload):
    nodes = placeholder("x", "4x6") + f'%y, %c = Exp(%x) name("y") : ({A}) -> ({A})'
    cost = costs(workload, nodes)["y"]  # 336 operations, 192 bytes
    assert cost.seconds(Device("/device:CPU:0", 100, 10)) == pytest.approx(19.2)
    assert cost.seconds(Device("/device:CPU:0", 10, 100)) == pytest.approx(33.6)
    assert cost.seconds(Device("/device:CPU:0", 10, 100, launch=1.0), overlap=False) == pytest.approx(33.6 + 1.92 + 1)


def test_arithmetic_in_half_precision_is_as_fast_as_the_device_says(workload):
    nodes = placeholder("a", "10x10", "f16") + '%m, %c = MatMul(%a, %a) name("m") : (tensor<*xf16>, tensor<*xf16>) -> (tensor<*xf16>)'
    cost = costs(workload, nodes)["m"]  # 2000 operations
    assert cost.seconds(Device("/device:GPU:0", {"f32": 10, "f16": 80}, 1e9)) == pytest.approx(25)


def test_every_formula_is_of_an_op():
    """A misspelt name would never be found."""
    from tfir.cost.arithmetic import FORMULAS
    from tfir.cost.estimate import LISTS
    from tfir.cost.traffic import FREE, PARTS, REFERENCED, UPDATING
    from tfir.dialects import dialect

    known = {name for prefix in ("tf", "tfg", "stablehlo", "chlo", "iree") for name in dialect(prefix).table}
    known |= {f"Apply{name.removeprefix('ResourceApply')}" for name in known if name.startswith("ResourceApply")}
    known |= {"FusedConv2DBiasActivation", "_FusedBatchMatMulV2", "_CopyFromGpuToHost", "_CopyFromHostToGpu"}  # of one kind of device
    missing = sorted({*FORMULAS, *LISTS["moves"], *FREE, *PARTS, *REFERENCED, *UPDATING} - known)
    assert not missing
