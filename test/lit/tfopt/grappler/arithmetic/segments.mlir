// RUN: tf-opt %s --split-input-file --grappler-arithmetic='fetches=out trust-feed-shapes' | filecheck %s

/// SimplifyEmbeddingLookup: rows are looked up where they are added.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[Y:.*]], %{{.*}} = Placeholder name("y")
// CHECK: %[[Z:.*]], %{{.*}} = Placeholder name("z")
// CHECK-NOT: = Unique(
// CHECK: = SparseSegmentSum(%[[X]], %[[Y]], %[[Z]]) name("r")
// CHECK-SAME: Tidx = i64
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<7x4xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = i64} : () -> (tensor<5xi64>)
  %Unique:2, %ctl_2 = Unique(%Placeholder_0) name("u") {T = i64, out_idx = i32} : (tensor<5xi64>) -> (tensor<*xi64>, tensor<*xi32>)
  %Const, %ctl_3 = Const name("axis") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<i32>)
  %GatherV2, %ctl_4 = GatherV2(%Placeholder, %Unique#0, %Const) name("g") {Taxis = i32, Tindices = i64, Tparams = f32, batch_dims = 0 : i64} : (tensor<7x4xf32>, tensor<*xi64>, tensor<i32>) -> (tensor<*xf32>)
  %Placeholder_5, %ctl_6 = Placeholder name("z") {dtype = i32} : () -> (tensor<5xi32>)
  %SparseSegmentSum, %ctl_7 = SparseSegmentSum(%GatherV2, %Unique#1, %Placeholder_5) name("r") {T = f32, Tidx = i32, Tsegmentids = i32, sparse_gradient = false} : (tensor<*xf32>, tensor<*xi32>, tensor<5xi32>) -> (tensor<*xf32>)
  %Identity, %ctl_8 = Identity(%SparseSegmentSum) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// So are means.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[Y:.*]], %{{.*}} = Placeholder name("y")
// CHECK: %[[Z:.*]], %{{.*}} = Placeholder name("z")
// CHECK: = SparseSegmentMean(%[[X]], %[[Y]], %[[Z]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<7x4xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = i64} : () -> (tensor<5xi64>)
  %Unique:2, %ctl_2 = Unique(%Placeholder_0) name("u") {T = i64, out_idx = i32} : (tensor<5xi64>) -> (tensor<*xi64>, tensor<*xi32>)
  %Const, %ctl_3 = Const name("axis") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<i32>)
  %GatherV2, %ctl_4 = GatherV2(%Placeholder, %Unique#0, %Const) name("g") {Taxis = i32, Tindices = i64, Tparams = f32, batch_dims = 0 : i64} : (tensor<7x4xf32>, tensor<*xi64>, tensor<i32>) -> (tensor<*xf32>)
  %Placeholder_5, %ctl_6 = Placeholder name("z") {dtype = i32} : () -> (tensor<5xi32>)
  %SparseSegmentMean, %ctl_7 = SparseSegmentMean(%GatherV2, %Unique#1, %Placeholder_5) name("r") {T = f32, Tidx = i32, Tsegmentids = i32, sparse_gradient = false} : (tensor<*xf32>, tensor<*xi32>, tensor<5xi32>) -> (tensor<*xf32>)
  %Identity, %ctl_8 = Identity(%SparseSegmentMean) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Columns are not rows.
// CHECK-LABEL: tfg.graph
// CHECK: = Unique(
// CHECK: = SparseSegmentSum(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<7x4xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = i64} : () -> (tensor<5xi64>)
  %Unique:2, %ctl_2 = Unique(%Placeholder_0) name("u") {T = i64, out_idx = i32} : (tensor<5xi64>) -> (tensor<*xi64>, tensor<*xi32>)
  %Const, %ctl_3 = Const name("axis") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %GatherV2, %ctl_4 = GatherV2(%Placeholder, %Unique#0, %Const) name("g") {Taxis = i32, Tindices = i64, Tparams = f32, batch_dims = 0 : i64} : (tensor<7x4xf32>, tensor<*xi64>, tensor<i32>) -> (tensor<*xf32>)
  %Placeholder_5, %ctl_6 = Placeholder name("z") {dtype = i32} : () -> (tensor<5xi32>)
  %SparseSegmentSum, %ctl_7 = SparseSegmentSum(%GatherV2, %Unique#1, %Placeholder_5) name("r") {T = f32, Tidx = i32, Tsegmentids = i32, sparse_gradient = false} : (tensor<*xf32>, tensor<*xi32>, tensor<5xi32>) -> (tensor<*xf32>)
  %Identity, %ctl_8 = Identity(%SparseSegmentSum) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// RemoveCastIntoSegmentReduction: numbers of rows and segments may be of either type.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[Y:.*]], %{{.*}} = Placeholder name("y")
// CHECK: %[[Z:.*]], %{{.*}} = Placeholder name("z")
// CHECK-NOT: = Cast(
// CHECK: = SparseSegmentSum(%[[X]], %[[Y]], %[[Z]]) name("r") {T = f32, Tidx = i64, Tsegmentids = i32
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<7x4xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = i64} : () -> (tensor<5xi64>)
  %Placeholder_2, %ctl_3 = Placeholder name("z") {dtype = i32} : () -> (tensor<5xi32>)
  %Cast, %ctl_4 = Cast(%Placeholder_0) name("a") {DstT = i32, SrcT = i64, Truncate = false} : (tensor<5xi64>) -> (tensor<*xi32>)
  %Cast_5, %ctl_6 = Cast(%Placeholder_2) name("b") {DstT = i64, SrcT = i32, Truncate = false} : (tensor<5xi32>) -> (tensor<*xi64>)
  %SparseSegmentSum, %ctl_7 = SparseSegmentSum(%Placeholder, %Cast, %Cast_5) name("r") {T = f32, Tidx = i32, Tsegmentids = i64, sparse_gradient = false} : (tensor<7x4xf32>, tensor<*xi32>, tensor<*xi64>) -> (tensor<*xf32>)
  %Identity, %ctl_8 = Identity(%SparseSegmentSum) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Of other types they are cast.
// CHECK-LABEL: tfg.graph
// CHECK: = Cast(
// CHECK: = SparseSegmentSum(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<7x4xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = i8} : () -> (tensor<5xi8>)
  %Placeholder_2, %ctl_3 = Placeholder name("z") {dtype = i32} : () -> (tensor<5xi32>)
  %Cast, %ctl_4 = Cast(%Placeholder_0) name("a") {DstT = i32, SrcT = i8, Truncate = false} : (tensor<5xi8>) -> (tensor<*xi32>)
  %SparseSegmentSum, %ctl_5 = SparseSegmentSum(%Placeholder, %Cast, %Placeholder_2) name("r") {T = f32, Tidx = i32, Tsegmentids = i32, sparse_gradient = false} : (tensor<7x4xf32>, tensor<*xi32>, tensor<5xi32>) -> (tensor<*xf32>)
  %Identity, %ctl_6 = Identity(%SparseSegmentSum) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
