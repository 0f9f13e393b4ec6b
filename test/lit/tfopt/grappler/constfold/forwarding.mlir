// RUN: tf-opt %s --split-input-file --grappler-constfold | filecheck %s

/// A transpose that only moves axes of size 1 is a Reshape; of one axis, nothing. Others stay.
// CHECK-LABEL: tfg.graph
// CHECK: Const name("ConstantFolding/RemoveShuffleOrTranspose_row") {dtype = i32, value = dense<[4, 1]> : tensor<2xi32>}
// CHECK: Reshape(%{{.*}}, %{{.*}}) name("row")
// CHECK: Identity(%{{.*}}) name("vector")
// CHECK: Transpose(%{{.*}}, %{{.*}}) name("matrix")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x_shape, %ctl = Const name("x_shape") {dtype = i32, value = dense<[1, 4]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %x, %ctl_1 = RandomUniform(%x_shape) name("x") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<2xi32>) -> (tensor<*xf32>)
  %y_shape, %ctl_2 = Const name("y_shape") {dtype = i32, value = dense<[4]> : tensor<1xi32>} : () -> (tensor<1xi32>)
  %y, %ctl_3 = RandomUniform(%y_shape) name("y") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<1xi32>) -> (tensor<*xf32>)
  %z_shape, %ctl_4 = Const name("z_shape") {dtype = i32, value = dense<[3, 4]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %z, %ctl_5 = RandomUniform(%z_shape) name("z") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<2xi32>) -> (tensor<*xf32>)
  %swap, %ctl_6 = Const name("swap") {dtype = i32, value = dense<[1, 0]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %none, %ctl_7 = Const name("none") {dtype = i32, value = dense<0> : tensor<1xi32>} : () -> (tensor<1xi32>)
  %row, %ctl_8 = Transpose(%x, %swap) name("row") {T = f32, Tperm = i32} : (tensor<*xf32>, tensor<2xi32>) -> (tensor<*xf32>)
  %vector, %ctl_9 = Transpose(%y, %none) name("vector") {T = f32, Tperm = i32} : (tensor<*xf32>, tensor<1xi32>) -> (tensor<*xf32>)
  %matrix, %ctl_10 = Transpose(%z, %swap) name("matrix") {T = f32, Tperm = i32} : (tensor<*xf32>, tensor<2xi32>) -> (tensor<*xf32>)
}

// -----

/// One row is not shuffled; several are. Axes of size 1 are not reversed; others are.
// CHECK-LABEL: tfg.graph
// CHECK: Identity(%{{.*}}) name("shuffled")
// CHECK: RandomShuffle(%{{.*}}) name("rows")
// CHECK: Identity(%{{.*}}) name("reversed")
// CHECK: ReverseV2(%{{.*}}, %{{.*}}) name("turned")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x_shape, %ctl = Const name("x_shape") {dtype = i32, value = dense<[1, 4]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %x, %ctl_1 = RandomUniform(%x_shape) name("x") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<2xi32>) -> (tensor<*xf32>)
  %z_shape, %ctl_2 = Const name("z_shape") {dtype = i32, value = dense<[3, 4]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %z, %ctl_3 = RandomUniform(%z_shape) name("z") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<2xi32>) -> (tensor<*xf32>)
  %first, %ctl_4 = Const name("first") {dtype = i32, value = dense<0> : tensor<1xi32>} : () -> (tensor<1xi32>)
  %shuffled, %ctl_5 = RandomShuffle(%x) name("shuffled") {T = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
  %rows, %ctl_6 = RandomShuffle(%z) name("rows") {T = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
  %reversed, %ctl_7 = ReverseV2(%x, %first) name("reversed") {T = f32, Tidx = i32} : (tensor<*xf32>, tensor<1xi32>) -> (tensor<*xf32>)
  %turned, %ctl_8 = ReverseV2(%z, %first) name("turned") {T = f32, Tidx = i32} : (tensor<*xf32>, tensor<1xi32>) -> (tensor<*xf32>)
}

// -----

/// A slice of the whole is the whole, also of an operand of unknown shape; one that leaves something out stays.
// CHECK-LABEL: tfg.graph
// CHECK: Identity(%{{.*}}) name("all")
// CHECK: Identity(%{{.*}}) name("rest")
// CHECK: Slice(%{{.*}}, %{{.*}}, %{{.*}}) name("part")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x_shape, %ctl = Const name("x_shape") {dtype = i32, value = dense<[3, 4]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %x, %ctl_1 = RandomUniform(%x_shape) name("x") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<2xi32>) -> (tensor<*xf32>)
  %u, %ctl_2 = Placeholder name("u") {dtype = f32} : () -> (tensor<*xf32>)
  %zero, %ctl_3 = Const name("zero") {dtype = i32, value = dense<0> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %whole, %ctl_4 = Const name("whole") {dtype = i32, value = dense<[3, 4]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %left, %ctl_5 = Const name("left") {dtype = i32, value = dense<-1> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %less, %ctl_6 = Const name("less") {dtype = i32, value = dense<[3, 3]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %all, %ctl_7 = Slice(%x, %zero, %whole) name("all") {T = f32, Index = i32} : (tensor<*xf32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<*xf32>)
  %rest, %ctl_8 = Slice(%u, %zero, %left) name("rest") {T = f32, Index = i32} : (tensor<*xf32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<*xf32>)
  %part, %ctl_9 = Slice(%x, %zero, %less) name("part") {T = f32, Index = i32} : (tensor<*xf32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<*xf32>)
}

// -----

/// So for strided slices; not with a stride, nor where an axis is dropped.
// CHECK-LABEL: tfg.graph
// CHECK: Identity(%{{.*}}) name("masked")
// CHECK: Identity(%{{.*}}) name("bounded")
// CHECK: StridedSlice({{.*}}) name("strided")
// CHECK: StridedSlice({{.*}}) name("dropped")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x_shape, %ctl = Const name("x_shape") {dtype = i32, value = dense<[3, 4]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %x, %ctl_1 = RandomUniform(%x_shape) name("x") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<2xi32>) -> (tensor<*xf32>)
  %zero, %ctl_2 = Const name("zero") {dtype = i32, value = dense<0> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %whole, %ctl_3 = Const name("whole") {dtype = i32, value = dense<[3, 9]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %one, %ctl_4 = Const name("one") {dtype = i32, value = dense<1> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %two, %ctl_5 = Const name("two") {dtype = i32, value = dense<[1, 2]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %masked, %ctl_6 = StridedSlice(%x, %one, %zero, %one) name("masked") {Index = i32, T = f32, begin_mask = 3 : i64, ellipsis_mask = 0 : i64, end_mask = 3 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 0 : i64} : (tensor<*xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<*xf32>)
  %bounded, %ctl_7 = StridedSlice(%x, %zero, %whole, %one) name("bounded") {Index = i32, T = f32, begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 0 : i64} : (tensor<*xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<*xf32>)
  %strided, %ctl_8 = StridedSlice(%x, %zero, %whole, %two) name("strided") {Index = i32, T = f32, begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 0 : i64} : (tensor<*xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<*xf32>)
  %dropped, %ctl_9 = StridedSlice(%x, %zero, %whole, %one) name("dropped") {Index = i32, T = f32, begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 1 : i64} : (tensor<*xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<*xf32>)
}

// -----

/// Tiling once, padding by nothing, splitting into one, squeezing what has no axis of size 1.
// CHECK-LABEL: tfg.graph
// CHECK: Identity(%{{.*}}) name("tiled")
// CHECK: Tile(%{{.*}}, %{{.*}}) name("twice")
// CHECK: Identity(%{{.*}}) name("padded")
// CHECK: Pad(%{{.*}}, %{{.*}}) name("more")
// CHECK: Identity(%{{.*}}) name("split")
// CHECK: Identity(%{{.*}}) name("squeezed")
// CHECK: Squeeze(%{{.*}}) name("dropped")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x_shape, %ctl = Const name("x_shape") {dtype = i32, value = dense<[3, 4]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %x, %ctl_1 = RandomUniform(%x_shape) name("x") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<2xi32>) -> (tensor<*xf32>)
  %r_shape, %ctl_2 = Const name("r_shape") {dtype = i32, value = dense<[1, 4]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %r, %ctl_3 = RandomUniform(%r_shape) name("r") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<2xi32>) -> (tensor<*xf32>)
  %one, %ctl_4 = Const name("one") {dtype = i32, value = dense<1> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %two, %ctl_5 = Const name("two") {dtype = i32, value = dense<[1, 2]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %nothing, %ctl_6 = Const name("nothing") {dtype = i32, value = dense<0> : tensor<2x2xi32>} : () -> (tensor<2x2xi32>)
  %some, %ctl_7 = Const name("some") {dtype = i32, value = dense<[[0, 0], [0, 1]]> : tensor<2x2xi32>} : () -> (tensor<2x2xi32>)
  %axis, %ctl_8 = Const name("axis") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<i32>)
  %tiled, %ctl_9 = Tile(%x, %one) name("tiled") {T = f32, Tmultiples = i32} : (tensor<*xf32>, tensor<2xi32>) -> (tensor<*xf32>)
  %twice, %ctl_10 = Tile(%x, %two) name("twice") {T = f32, Tmultiples = i32} : (tensor<*xf32>, tensor<2xi32>) -> (tensor<*xf32>)
  %padded, %ctl_11 = Pad(%x, %nothing) name("padded") {T = f32, Tpaddings = i32} : (tensor<*xf32>, tensor<2x2xi32>) -> (tensor<*xf32>)
  %more, %ctl_12 = Pad(%x, %some) name("more") {T = f32, Tpaddings = i32} : (tensor<*xf32>, tensor<2x2xi32>) -> (tensor<*xf32>)
  %split, %ctl_13 = Split(%axis, %x) name("split") {T = f32, num_split = 1 : i64} : (tensor<i32>, tensor<*xf32>) -> (tensor<*xf32>)
  %squeezed, %ctl_14 = Squeeze(%x) name("squeezed") {T = f32, squeeze_dims = []} : (tensor<*xf32>) -> (tensor<*xf32>)
  %dropped, %ctl_15 = Squeeze(%r) name("dropped") {T = f32, squeeze_dims = []} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Packing one is a new axis.
// CHECK-LABEL: tfg.graph
// CHECK: %[[A:.*]], %{{.*}} = Const name("ConstantFolding/SimplifyPack_out") {dtype = i32, value = dense<0> : tensor<i32>}
// CHECK: ExpandDims(%{{.*}}, %[[A]]) name("out")
// CHECK: Pack(%{{.*}}, %{{.*}}) name("two")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %out, %ctl_1 = Pack(%x) name("out") {N = 1 : i64, T = f32, axis = 0 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
  %two, %ctl_2 = Pack(%x, %x) name("two") {N = 2 : i64, T = f32, axis = 0 : i64} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A reshape to the operand's own shape, also where that is unknown; a computed shape with one unknown size is a constant.
// CHECK-LABEL: tfg.graph
// CHECK: Identity(%{{.*}}) name("same")
// CHECK: Identity(%{{.*}}) name("own")
// CHECK: Reshape(%{{.*}}, %{{.*}}) name("other")
// CHECK-NOT: Pack(
// CHECK: %[[S:.*]], %{{.*}} = Const name("ConstantFolding/SimplifyReshape_flat") {dtype = i32, value = dense<[-1, 2]> : tensor<2xi32>}
// CHECK: Reshape(%{{.*}}, %[[S]]) name("flat")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x_shape, %ctl = Const name("x_shape") {dtype = i32, value = dense<[3, 4]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %x, %ctl_1 = RandomUniform(%x_shape) name("x") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<2xi32>) -> (tensor<*xf32>)
  %u, %ctl_2 = Placeholder name("u") {dtype = f32} : () -> (tensor<*xf32>)
  %whole, %ctl_3 = Const name("whole") {dtype = i32, value = dense<[3, 4]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %four, %ctl_4 = Const name("four") {dtype = i32, value = dense<[4, 3]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %pairs, %ctl_5 = Const name("pairs") {dtype = i32, value = dense<[-1, 1, 2]> : tensor<3xi32>} : () -> (tensor<3xi32>)
  %zero, %ctl_6 = Const name("zero") {dtype = i32, value = dense<0> : tensor<1xi32>} : () -> (tensor<1xi32>)
  %one, %ctl_7 = Const name("one") {dtype = i32, value = dense<1> : tensor<1xi32>} : () -> (tensor<1xi32>)
  %two, %ctl_8 = Const name("two") {dtype = i32, value = dense<2> : tensor<i32>} : () -> (tensor<i32>)
  %same, %ctl_9 = Reshape(%x, %whole) name("same") {T = f32, Tshape = i32} : (tensor<*xf32>, tensor<2xi32>) -> (tensor<*xf32>)
  %s, %ctl_10 = Shape(%u) name("s") {T = f32, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
  %own, %ctl_11 = Reshape(%u, %s) name("own") {T = f32, Tshape = i32} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
  %other, %ctl_12 = Reshape(%x, %four) name("other") {T = f32, Tshape = i32} : (tensor<*xf32>, tensor<2xi32>) -> (tensor<*xf32>)
  %v, %ctl_13 = Reshape(%u, %pairs) name("v") {T = f32, Tshape = i32} : (tensor<*xf32>, tensor<3xi32>) -> (tensor<*xf32>)
  %t, %ctl_14 = Shape(%v) name("t") {T = f32, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
  %rows, %ctl_15 = StridedSlice(%t, %zero, %one, %one) name("rows") {Index = i32, T = i32, begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 1 : i64} : (tensor<*xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<*xi32>)
  %wanted, %ctl_16 = Pack(%rows, %two) name("wanted") {N = 2 : i64, T = i32, axis = 0 : i64} : (tensor<*xi32>, tensor<i32>) -> (tensor<*xi32>)
  %flat, %ctl_17 = Reshape(%v, %wanted) name("flat") {T = f32, Tshape = i32} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
}

// -----

/// One size is chosen by a number, not by a vector of one; two are chosen by a vector.
// CHECK-LABEL: tfg.graph
// CHECK: %[[I:.*]], %{{.*}} = Const name({{.*}}) {dtype = i32, value = dense<0> : tensor<i32>}
// CHECK: GatherV2(%{{.*}}, %[[I]], %{{.*}}) name("out")
// CHECK: Squeeze(%{{.*}}) name("both")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %u, %ctl = Placeholder name("u") {dtype = f32} : () -> (tensor<*xf32>)
  %pairs, %ctl_1 = Const name("pairs") {dtype = i32, value = dense<[-1, 5, 2]> : tensor<3xi32>} : () -> (tensor<3xi32>)
  %second, %ctl_2 = Const name("second") {dtype = i32, value = dense<0> : tensor<1xi32>} : () -> (tensor<1xi32>)
  %two, %ctl_3 = Const name("two") {dtype = i32, value = dense<[[0, 1]]> : tensor<1x2xi32>} : () -> (tensor<1x2xi32>)
  %axis, %ctl_4 = Const name("axis") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<i32>)
  %v, %ctl_5 = Reshape(%u, %pairs) name("v") {T = f32, Tshape = i32} : (tensor<*xf32>, tensor<3xi32>) -> (tensor<*xf32>)
  %s, %ctl_6 = Shape(%v) name("s") {T = f32, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
  %n, %ctl_7 = Neg(%s) name("n") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
  %one, %ctl_8 = GatherV2(%n, %second, %axis) name("one") {Taxis = i32, Tindices = i32, Tparams = i32, batch_dims = 0 : i64} : (tensor<*xi32>, tensor<1xi32>, tensor<i32>) -> (tensor<*xi32>)
  %out, %ctl_9 = Squeeze(%one) name("out") {T = i32, squeeze_dims = [0]} : (tensor<*xi32>) -> (tensor<*xi32>)
  %first, %ctl_10 = GatherV2(%n, %two, %axis) name("first") {Taxis = i32, Tindices = i32, Tparams = i32, batch_dims = 0 : i64} : (tensor<*xi32>, tensor<1x2xi32>, tensor<i32>) -> (tensor<*xi32>)
  %both, %ctl_11 = Squeeze(%first) name("both") {T = i32, squeeze_dims = [0]} : (tensor<*xi32>) -> (tensor<*xi32>)
}

// -----

/// A transpose that leaves every axis where it is needs no shape.
// CHECK-LABEL: tfg.graph
// CHECK: Identity(%{{.*}}) name("same")
// CHECK: Transpose(%{{.*}}, %{{.*}}) name("other")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %u, %ctl = Placeholder name("u") {dtype = f32} : () -> (tensor<*xf32>)
  %order, %ctl_1 = Const name("order") {dtype = i32, value = dense<[0, 1, 2]> : tensor<3xi32>} : () -> (tensor<3xi32>)
  %swap, %ctl_2 = Const name("swap") {dtype = i32, value = dense<[0, 2, 1]> : tensor<3xi32>} : () -> (tensor<3xi32>)
  %same, %ctl_3 = Transpose(%u, %order) name("same") {T = f32, Tperm = i32} : (tensor<*xf32>, tensor<3xi32>) -> (tensor<*xf32>)
  %other, %ctl_4 = Transpose(%u, %swap) name("other") {T = f32, Tperm = i32} : (tensor<*xf32>, tensor<3xi32>) -> (tensor<*xf32>)
}
