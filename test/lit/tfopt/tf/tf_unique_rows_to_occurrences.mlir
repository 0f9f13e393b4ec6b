// RUN: tf-opt %s --tf-unique-rows-to-occurrences --dce --split-input-file | filecheck %s

/// Each occurrence of a row gets the row's sum; what is added to a row is added before it is written, more than once perhaps.
// CHECK-LABEL: func.func @added
// CHECK: %{{.*}}, %[[PLACE:.*]] = "tf.Unique"(%arg1)
// CHECK: %[[SEGMENTS:.*]] = "tf.UnsortedSegmentSum"(%arg2, %[[PLACE]], %{{.*}}) : {{.*}} -> tensor<3x2xf32>
// CHECK: %[[SUMS:.*]] = "tf.GatherV2"(%[[SEGMENTS]], %[[PLACE]]
// CHECK: %[[AT:.*]] = "tf.ExpandDims"(%arg1
// CHECK: %[[HELD:.*]] = "tf.GatherV2"(%arg0, %arg1
// CHECK-NEXT: %[[NEXT:.*]] = "tf.AddV2"(%[[HELD]], %[[SUMS]])
// CHECK-NEXT: "tf.TensorScatterUpdate"(%arg0, %[[AT]], %[[NEXT]])
// CHECK-NEXT: return
func.func @added(%table: tensor<5x2xf32>, %x: tensor<3xi32>, %g: tensor<3x2xf32>) -> tensor<5x2xf32> {
  %last = "tf.Const"() {value = dense<-1> : tensor<i32>} : () -> tensor<i32>
  %y, %idx = "tf.Unique"(%x) : (tensor<3xi32>) -> (tensor<?xi32>, tensor<3xi32>)
  %n = "tf.Size"(%y) : (tensor<?xi32>) -> tensor<i32>
  %sums = "tf.UnsortedSegmentSum"(%g, %idx, %n) : (tensor<3x2xf32>, tensor<3xi32>, tensor<i32>) -> tensor<?x2xf32>
  %at = "tf.ExpandDims"(%y, %last) : (tensor<?xi32>, tensor<i32>) -> tensor<?x1xi32>
  %0 = "tf.TensorScatterAdd"(%table, %at, %sums) : (tensor<5x2xf32>, tensor<?x1xi32>, tensor<?x2xf32>) -> tensor<5x2xf32>
  return %0 : tensor<5x2xf32>
}

// -----

/// These stay: rows of an other count than that of the different numbers, truths that choose whole rows, sums that are read as they are,
/// and indices that may be out of range.
// CHECK-LABEL: func.func @stays
// CHECK-COUNT-2: "tf.UnsortedSegmentSum"({{.*}} -> tensor<?x2xf32>
// CHECK: "tf.TensorScatterUpdate"({{.*}}tensor<?x2xf32>)
// CHECK-NEXT: "tf.Select"
// CHECK-NEXT: "tf.TensorScatterUpdate"({{.*}}tensor<?x2xf32>)
// CHECK-NEXT: "tf.TensorScatterUpdate"({{.*}}tensor<?x2xf32>)
func.func @stays(%table: tensor<5x2xf32>, %x: tensor<3xi32>, %g: tensor<3x2xf32>, %m: tensor<i32>, %t: tensor<?xi1>) -> (tensor<5x2xf32>, tensor<5x2xf32>, tensor<5x2xf32>, tensor<?x2xf32>) {
  %last = "tf.Const"() {value = dense<-1> : tensor<i32>} : () -> tensor<i32>
  %y, %idx = "tf.Unique"(%x) : (tensor<3xi32>) -> (tensor<?xi32>, tensor<3xi32>)
  %n = "tf.Size"(%y) : (tensor<?xi32>) -> tensor<i32>
  %sums = "tf.UnsortedSegmentSum"(%g, %idx, %n) : (tensor<3x2xf32>, tensor<3xi32>, tensor<i32>) -> tensor<?x2xf32>
  %others = "tf.UnsortedSegmentSum"(%g, %idx, %m) : (tensor<3x2xf32>, tensor<3xi32>, tensor<i32>) -> tensor<?x2xf32>
  %at = "tf.ExpandDims"(%y, %last) : (tensor<?xi32>, tensor<i32>) -> tensor<?x1xi32>
  %0 = "tf.TensorScatterUpdate"(%table, %at, %others) : (tensor<5x2xf32>, tensor<?x1xi32>, tensor<?x2xf32>) -> tensor<5x2xf32>
  %chosen = "tf.Select"(%t, %sums, %sums) : (tensor<?xi1>, tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  %1 = "tf.TensorScatterUpdate"(%table, %at, %chosen) : (tensor<5x2xf32>, tensor<?x1xi32>, tensor<?x2xf32>) -> tensor<5x2xf32>
  %2 = "tf.TensorScatterUpdate"(%table, %at, %sums) {bad_indices_policy = "IGNORE"} : (tensor<5x2xf32>, tensor<?x1xi32>, tensor<?x2xf32>) -> tensor<5x2xf32>
  return %0, %1, %2, %sums : tensor<5x2xf32>, tensor<5x2xf32>, tensor<5x2xf32>, tensor<?x2xf32>
}
