// RUN: tf-opt %s --split-input-file --grappler-arithmetic='fetches=out trust-feed-shapes' | filecheck %s

/// RemoveRedundantBitcast: the last of two counts.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: = Bitcast(%[[X]]) name("b") {T = f32, type = ui32}
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Bitcast, %ctl_0 = Bitcast(%Placeholder) name("a") {T = f32, type = i32} : (tensor<2x3xf32>) -> (tensor<*xi32>)
  %Bitcast_1, %ctl_2 = Bitcast(%Bitcast) name("b") {T = i32, type = ui32} : (tensor<*xi32>) -> (tensor<*xui32>)
  %Identity, %ctl_3 = Identity(%Bitcast_1) name("out") {T = ui32} : (tensor<*xui32>) -> (tensor<*xui32>)
}

// -----

/// To the type that there was, nothing is left.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK-NOT: = Bitcast(
// CHECK: Identity(%[[X]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Bitcast, %ctl_0 = Bitcast(%Placeholder) name("a") {T = f32, type = i32} : (tensor<2x3xf32>) -> (tensor<*xi32>)
  %Bitcast_1, %ctl_2 = Bitcast(%Bitcast) name("b") {T = i32, type = f32} : (tensor<*xi32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Bitcast_1) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A cast to the type that there is goes.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK-NOT: = Cast(
// CHECK: Identity(%[[X]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Cast, %ctl_0 = Cast(%Placeholder) name("b") {DstT = f32, SrcT = f32, Truncate = false} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_1 = Identity(%Cast) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// There and back is not nothing.
// CHECK-LABEL: tfg.graph
// CHECK: = Cast(
// CHECK: = Cast(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Cast, %ctl_0 = Cast(%Placeholder) name("a") {DstT = i32, SrcT = f32, Truncate = false} : (tensor<2x3xf32>) -> (tensor<*xi32>)
  %Cast_1, %ctl_2 = Cast(%Cast) name("b") {DstT = f32, SrcT = i32, Truncate = false} : (tensor<*xi32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Cast_1) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// RemoveRedundantReshapeOrBroadcastTo: the last shape counts.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: = Reshape(%[[X]], %{{.*}}) name("b")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Const, %ctl_0 = Const name("p") {dtype = i32, value = dense<[3, 2]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %Reshape, %ctl_1 = Reshape(%Placeholder, %Const) name("a") {T = f32, Tshape = i32} : (tensor<2x3xf32>, tensor<2xi32>) -> (tensor<*xf32>)
  %Const_2, %ctl_3 = Const name("q") {dtype = i32, value = dense<6> : tensor<1xi32>} : () -> (tensor<1xi32>)
  %Reshape_4, %ctl_5 = Reshape(%Reshape, %Const_2) name("b") {T = f32, Tshape = i32} : (tensor<*xf32>, tensor<1xi32>) -> (tensor<*xf32>)
  %Identity, %ctl_6 = Identity(%Reshape_4) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// The shape that there was leaves nothing.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK-NOT: = Reshape(
// CHECK: Identity(%[[X]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Const, %ctl_0 = Const name("p") {dtype = i32, value = dense<6> : tensor<1xi32>} : () -> (tensor<1xi32>)
  %Reshape, %ctl_1 = Reshape(%Placeholder, %Const) name("a") {T = f32, Tshape = i32} : (tensor<2x3xf32>, tensor<1xi32>) -> (tensor<*xf32>)
  %Const_2, %ctl_3 = Const name("q") {dtype = i32, value = dense<[2, 3]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %Reshape_4, %ctl_5 = Reshape(%Reshape, %Const_2) name("b") {T = f32, Tshape = i32} : (tensor<*xf32>, tensor<2xi32>) -> (tensor<*xf32>)
  %Identity, %ctl_6 = Identity(%Reshape_4) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Neither does spreading to the shape that there is.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK-NOT: = BroadcastTo(
// CHECK: Identity(%[[X]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Const, %ctl_0 = Const name("p") {dtype = i32, value = dense<[2, 3]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %BroadcastTo, %ctl_1 = BroadcastTo(%Placeholder, %Const) name("b") {T = f32, Tidx = i32} : (tensor<2x3xf32>, tensor<2xi32>) -> (tensor<*xf32>)
  %Identity, %ctl_2 = Identity(%BroadcastTo) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// What is spread stays spread.
// CHECK-LABEL: tfg.graph
// CHECK: = BroadcastTo(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Const, %ctl_0 = Const name("p") {dtype = i32, value = dense<[4, 2, 3]> : tensor<3xi32>} : () -> (tensor<3xi32>)
  %BroadcastTo, %ctl_1 = BroadcastTo(%Placeholder, %Const) name("b") {T = f32, Tidx = i32} : (tensor<2x3xf32>, tensor<3xi32>) -> (tensor<*xf32>)
  %Identity, %ctl_2 = Identity(%BroadcastTo) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A dimension added or taken before a reshape goes.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK-NOT: = ExpandDims(
// CHECK: = Reshape(%[[X]], %{{.*}}) name("b")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Const, %ctl_0 = Const name("axis") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<i32>)
  %ExpandDims, %ctl_1 = ExpandDims(%Placeholder, %Const) name("a") {T = f32, Tdim = i32} : (tensor<2x3xf32>, tensor<i32>) -> (tensor<*xf32>)
  %Const_2, %ctl_3 = Const name("q") {dtype = i32, value = dense<6> : tensor<1xi32>} : () -> (tensor<1xi32>)
  %Reshape, %ctl_4 = Reshape(%ExpandDims, %Const_2) name("b") {T = f32, Tshape = i32} : (tensor<*xf32>, tensor<1xi32>) -> (tensor<*xf32>)
  %Identity, %ctl_5 = Identity(%Reshape) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// ReorderCastLikeAndValuePreserving: what is widened is moved before.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[T:.*]], %{{.*}} = Transpose(%[[X]], %{{.*}}) name("ArithmeticOptimizer/ReorderCastLikeAndValuePreserving_b") {T = i8
// CHECK: = Cast(%[[T]]) name("b") {DstT = f32
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = i8} : () -> (tensor<2x3xi8>)
  %Cast, %ctl_0 = Cast(%Placeholder) name("a") {DstT = f32, SrcT = i8, Truncate = false} : (tensor<2x3xi8>) -> (tensor<*xf32>)
  %Const, %ctl_1 = Const name("p") {dtype = i32, value = dense<[1, 0]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %Transpose, %ctl_2 = Transpose(%Cast, %Const) name("b") {T = f32, Tperm = i32} : (tensor<*xf32>, tensor<2xi32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Transpose) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// What is narrowed is moved behind.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[C:.*]], %{{.*}} = Cast(%[[X]])
// CHECK: = Transpose(%[[C]], %{{.*}}) name("b") {T = f16
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Const, %ctl_0 = Const name("p") {dtype = i32, value = dense<[1, 0]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %Transpose, %ctl_1 = Transpose(%Placeholder, %Const) name("a") {T = f32, Tperm = i32} : (tensor<2x3xf32>, tensor<2xi32>) -> (tensor<*xf32>)
  %Cast, %ctl_2 = Cast(%Transpose) name("b") {DstT = f16, SrcT = f32, Truncate = false} : (tensor<*xf32>) -> (tensor<*xf16>)
  %Identity, %ctl_3 = Identity(%Cast) name("out") {T = f16} : (tensor<*xf16>) -> (tensor<*xf16>)
}

// -----

/// Of one width they stay.
// CHECK-LABEL: tfg.graph
// CHECK: = Cast({{.*}}) name("a")
// CHECK: = Transpose({{.*}}) name("b")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = i32} : () -> (tensor<2x3xi32>)
  %Cast, %ctl_0 = Cast(%Placeholder) name("a") {DstT = f32, SrcT = i32, Truncate = false} : (tensor<2x3xi32>) -> (tensor<*xf32>)
  %Const, %ctl_1 = Const name("p") {dtype = i32, value = dense<[1, 0]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %Transpose, %ctl_2 = Transpose(%Cast, %Const) name("b") {T = f32, Tperm = i32} : (tensor<*xf32>, tensor<2xi32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Transpose) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A cast that others read stays.
// CHECK-LABEL: tfg.graph
// CHECK: = Cast({{.*}}) name("a")
// CHECK: = Transpose({{.*}}) name("b")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = i8} : () -> (tensor<2x3xi8>)
  %Cast, %ctl_0 = Cast(%Placeholder) name("a") {DstT = f32, SrcT = i8, Truncate = false} : (tensor<2x3xi8>) -> (tensor<*xf32>)
  %Const, %ctl_1 = Const name("p") {dtype = i32, value = dense<[1, 0]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %Transpose, %ctl_2 = Transpose(%Cast, %Const) name("b") {T = f32, Tperm = i32} : (tensor<*xf32>, tensor<2xi32>) -> (tensor<*xf32>)
  %IdentityN:2, %ctl_3 = IdentityN(%Transpose, %Cast) name("out") {T = [f32, f32]} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
}

// -----

/// ReplacePackWithTileReshape: a stack of one value is that value spread.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: dense<[3, 2, 3]>
// CHECK: = BroadcastTo(%[[X]], %{{.*}}) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Pack, %ctl_0 = Pack(%Placeholder, %Placeholder, %Placeholder) name("r") {N = 3 : i64, T = f32, axis = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_1 = Identity(%Pack) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Along another axis it is tiled.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: dense<[1, 8]>
// CHECK: %[[T:.*]], %{{.*}} = Tile(%[[X]], %{{.*}})
// CHECK: dense<[2, 8, 3]>
// CHECK: = Reshape(%[[T]], %{{.*}}) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Pack, %ctl_0 = Pack(%Placeholder, %Placeholder, %Placeholder, %Placeholder, %Placeholder, %Placeholder, %Placeholder, %Placeholder) name("r") {N = 8 : i64, T = f32, axis = 1 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_1 = Identity(%Pack) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Two are cheaper as they are.
// CHECK-LABEL: tfg.graph
// CHECK: = Pack(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Pack, %ctl_0 = Pack(%Placeholder, %Placeholder) name("r") {N = 2 : i64, T = f32, axis = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_1 = Identity(%Pack) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// So are a few along another axis.
// CHECK-LABEL: tfg.graph
// CHECK: = Pack(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Pack, %ctl_0 = Pack(%Placeholder, %Placeholder, %Placeholder) name("r") {N = 3 : i64, T = f32, axis = 1 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_1 = Identity(%Pack) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Different values stay a stack.
// CHECK-LABEL: tfg.graph
// CHECK: = Pack(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Pack, %ctl_2 = Pack(%Placeholder, %Placeholder, %Placeholder_0) name("r") {N = 3 : i64, T = f32, axis = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Pack) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// ReplaceMulWithBroadcastByTile: a product with ones that spreads is a tiling.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: dense<[1, 3]>
// CHECK: = Tile(%[[X]], %{{.*}}) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x1xf32>)
  %Const, %ctl_0 = Const name("ones") {dtype = f32, value = dense<1.000000e+00> : tensor<2x3xf32>} : () -> (tensor<2x3xf32>)
  %Mul, %ctl_1 = Mul(%Placeholder, %Const) name("r") {T = f32} : (tensor<2x1xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_2 = Identity(%Mul) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A product with other numbers stays.
// CHECK-LABEL: tfg.graph
// CHECK: = Mul(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x1xf32>)
  %Const, %ctl_0 = Const name("twos") {dtype = f32, value = dense<2.000000e+00> : tensor<2x3xf32>} : () -> (tensor<2x3xf32>)
  %Mul, %ctl_1 = Mul(%Placeholder, %Const) name("r") {T = f32} : (tensor<2x1xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_2 = Identity(%Mul) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// ReduceUpsamplingDims: neighbouring dimensions that are repeated together are one.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: dense<[6, 4, 5]>
// CHECK: %[[R:.*]], %{{.*}} = Reshape(%[[X]], %{{.*}})
// CHECK: dense<[1, 2, 2]>
// CHECK: %[[T:.*]], %{{.*}} = Tile(%[[R]], %{{.*}})
// CHECK: = Reshape(%[[T]], %{{.*}}) name("b")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3x4x5xf32>)
  %Const, %ctl_0 = Const name("p") {dtype = i32, value = dense<[2, 3, 1, 4, 1, 5]> : tensor<6xi32>} : () -> (tensor<6xi32>)
  %Reshape, %ctl_1 = Reshape(%Placeholder, %Const) name("a") {T = f32, Tshape = i32} : (tensor<2x3x4x5xf32>, tensor<6xi32>) -> (tensor<*xf32>)
  %Const_2, %ctl_3 = Const name("m") {dtype = i32, value = dense<[1, 1, 2, 1, 2, 1]> : tensor<6xi32>} : () -> (tensor<6xi32>)
  %Tile, %ctl_4 = Tile(%Reshape, %Const_2) name("t") {T = f32, Tmultiples = i32} : (tensor<*xf32>, tensor<6xi32>) -> (tensor<*xf32>)
  %Const_5, %ctl_6 = Const name("q") {dtype = i32, value = dense<[2, 6, 8, 5]> : tensor<4xi32>} : () -> (tensor<4xi32>)
  %Reshape_7, %ctl_8 = Reshape(%Tile, %Const_5) name("b") {T = f32, Tshape = i32} : (tensor<*xf32>, tensor<4xi32>) -> (tensor<*xf32>)
  %Identity, %ctl_9 = Identity(%Reshape_7) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// RemoveStackSliceSameAxis: an element of a stack is what was stacked.
// CHECK-LABEL: tfg.graph
// CHECK: %[[Y:.*]], %{{.*}} = Placeholder name("y")
// CHECK-NOT: = Pack(
// CHECK: Identity(%[[Y]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_2, %ctl_3 = Placeholder name("z") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Pack, %ctl_4 = Pack(%Placeholder, %Placeholder_0, %Placeholder_2) name("s") {N = 3 : i64, T = f32, axis = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %Const, %ctl_5 = Const name("b") {dtype = i32, value = dense<1> : tensor<1xi32>} : () -> (tensor<1xi32>)
  %Const_6, %ctl_7 = Const name("e") {dtype = i32, value = dense<2> : tensor<1xi32>} : () -> (tensor<1xi32>)
  %Const_8, %ctl_9 = Const name("t") {dtype = i32, value = dense<1> : tensor<1xi32>} : () -> (tensor<1xi32>)
  %StridedSlice, %ctl_10 = StridedSlice(%Pack, %Const, %Const_6, %Const_8) name("r") {Index = i32, T = f32, begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 1 : i64} : (tensor<*xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<*xf32>)
  %Identity, %ctl_11 = Identity(%StridedSlice) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A slice of one of them has a dimension of 1.
// CHECK-LABEL: tfg.graph
// CHECK: %[[Y:.*]], %{{.*}} = Placeholder name("y")
// CHECK-NOT: = Pack(
// CHECK: = ExpandDims(%[[Y]], %{{.*}}) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_2, %ctl_3 = Placeholder name("z") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Pack, %ctl_4 = Pack(%Placeholder, %Placeholder_0, %Placeholder_2) name("s") {N = 3 : i64, T = f32, axis = 1 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %Const, %ctl_5 = Const name("b") {dtype = i32, value = dense<[0, 1, 0]> : tensor<3xi32>} : () -> (tensor<3xi32>)
  %Const_6, %ctl_7 = Const name("e") {dtype = i32, value = dense<[2, 1, -1]> : tensor<3xi32>} : () -> (tensor<3xi32>)
  %Slice, %ctl_8 = Slice(%Pack, %Const, %Const_6) name("r") {Index = i32, T = f32} : (tensor<*xf32>, tensor<3xi32>, tensor<3xi32>) -> (tensor<*xf32>)
  %Identity, %ctl_9 = Identity(%Slice) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Two of them stay.
// CHECK-LABEL: tfg.graph
// CHECK: = Pack(
// CHECK: = Slice(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_2, %ctl_3 = Placeholder name("z") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Pack, %ctl_4 = Pack(%Placeholder, %Placeholder_0, %Placeholder_2) name("s") {N = 3 : i64, T = f32, axis = 1 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %Const, %ctl_5 = Const name("b") {dtype = i32, value = dense<[0, 1, 0]> : tensor<3xi32>} : () -> (tensor<3xi32>)
  %Const_6, %ctl_7 = Const name("e") {dtype = i32, value = dense<[2, 2, -1]> : tensor<3xi32>} : () -> (tensor<3xi32>)
  %Slice, %ctl_8 = Slice(%Pack, %Const, %Const_6) name("r") {Index = i32, T = f32} : (tensor<*xf32>, tensor<3xi32>, tensor<3xi32>) -> (tensor<*xf32>)
  %Identity, %ctl_9 = Identity(%Slice) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// So does a part of one.
// CHECK-LABEL: tfg.graph
// CHECK: = Pack(
// CHECK: = Slice(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_2, %ctl_3 = Placeholder name("z") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Pack, %ctl_4 = Pack(%Placeholder, %Placeholder_0, %Placeholder_2) name("s") {N = 3 : i64, T = f32, axis = 1 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %Const, %ctl_5 = Const name("b") {dtype = i32, value = dense<[0, 1, 1]> : tensor<3xi32>} : () -> (tensor<3xi32>)
  %Const_6, %ctl_7 = Const name("e") {dtype = i32, value = dense<[2, 1, 2]> : tensor<3xi32>} : () -> (tensor<3xi32>)
  %Slice, %ctl_8 = Slice(%Pack, %Const, %Const_6) name("r") {Index = i32, T = f32} : (tensor<*xf32>, tensor<3xi32>, tensor<3xi32>) -> (tensor<*xf32>)
  %Identity, %ctl_9 = Identity(%Slice) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A stack that is taken apart again is what was stacked.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[Y:.*]], %{{.*}} = Placeholder name("y")
// CHECK: %[[Z:.*]], %{{.*}} = Placeholder name("z")
// CHECK-NOT: = Pack(
// CHECK-NOT: = Unpack(
// CHECK: IdentityN(%[[X]], %[[Y]], %[[Z]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_2, %ctl_3 = Placeholder name("z") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Pack, %ctl_4 = Pack(%Placeholder, %Placeholder_0, %Placeholder_2) name("s") {N = 3 : i64, T = f32, axis = 1 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %Unpack:3, %ctl_5 = Unpack(%Pack) name("r") {T = f32, axis = 1 : i64, num = 3 : i64} : (tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  %IdentityN:3, %ctl_6 = IdentityN(%Unpack#0, %Unpack#1, %Unpack#2) name("out") {T = [f32, f32, f32]} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
}

// -----

/// Along another axis it is not.
// CHECK-LABEL: tfg.graph
// CHECK: = Pack(
// CHECK: = Unpack(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_2, %ctl_3 = Placeholder name("z") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Pack, %ctl_4 = Pack(%Placeholder, %Placeholder_0, %Placeholder_2) name("s") {N = 3 : i64, T = f32, axis = 1 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %Unpack:2, %ctl_5 = Unpack(%Pack) name("r") {T = f32, axis = 0 : i64, num = 2 : i64} : (tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  %IdentityN:2, %ctl_6 = IdentityN(%Unpack#0, %Unpack#1) name("out") {T = [f32, f32]} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
}

// -----

/// A stride of 0 is an error, which is for whoever runs the graph to report.
// CHECK-LABEL: tfg.graph
// CHECK: = StridedSlice(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Pack, %ctl_0 = Pack(%Placeholder, %Placeholder) name("s") {N = 2 : i64, T = f32, axis = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %Const, %ctl_1 = Const name("b") {dtype = i32, value = dense<0> : tensor<1xi32>} : () -> (tensor<1xi32>)
  %StridedSlice, %ctl_2 = StridedSlice(%Pack, %Const, %Const, %Const) name("out") {Index = i32, T = f32, begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 1 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 0 : i64} : (tensor<*xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<*xf32>)
}
