// Rows of a ragged tensor that a loop goes over are a list of tensors, and the whole has lengths and values; what comes of that is run.
// RUN: tf-opt %s --tf-ragged-variants-to-tensors | filecheck %s
// RUN: tf-opt %s --pipeline=stablehlo --allow-host-ops | tf-run - --device=interpreter --entry=doubled --input=3xi64=0,2,3 --input=3xf32=1,2,3 --expected-output=3xi64=0,2,3 --expected-output=3xf32=2,4,6

// CHECK-LABEL: func.func @doubled
// CHECK-NOT: Variant
// CHECK: %[[ROWS:.*]] = "tf.TensorListSplit"(%arg1, %{{.*}}, %{{.*}}) : (tensor<?xf32>, tensor<i32>, tensor<?xi64>)
// CHECK: %[[LOOP:.*]]:3 = "tf.While"(%{{.*}}, %[[ROWS]], %{{.*}})
// CHECK: %[[VALUES:.*]], %[[LENGTHS:.*]] = "tf.TensorListConcatV2"(%[[LOOP]]#2,
// CHECK: "tf.Cumsum"(%[[LENGTHS]]
// CHECK-LABEL: func.func private @body
// CHECK: %[[ROW:.*]] = "tf.TensorListGetItem"(%arg1, %arg0
// CHECK: %[[SUM:.*]] = "tf.AddV2"(%[[ROW]], %[[ROW]])
// CHECK: "tf.TensorListSetItem"(%arg2, %arg0, %[[SUM]])

func.func @doubled(%splits: tensor<?xi64>, %values: tensor<?xf32>) -> (tensor<?xi64>, tensor<?xf32>) {
  %rows = "tf.RaggedTensorToVariant"(%splits, %values) {batched_input = true} : (tensor<?xi64>, tensor<?xf32>) -> tensor<?x!tf_type.variant>
  %none = "tf.Const"() {value = dense<> : tensor<0xi32>} : () -> tensor<0xi32>
  %any = "tf.Const"() {value = dense<-1> : tensor<i32>} : () -> tensor<i32>
  %zero = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %read = "tf.TensorListFromTensor"(%rows, %none) : (tensor<?x!tf_type.variant>, tensor<0xi32>) -> tensor<!tf_type.variant>
  %count = "tf.TensorListLength"(%read) : (tensor<!tf_type.variant>) -> tensor<i32>
  %empty = "tf.TensorListReserve"(%any, %count) {element_dtype = !tf_type.variant} : (tensor<i32>, tensor<i32>) -> tensor<!tf_type.variant>
  %loop:3 = "tf.While"(%zero, %read, %empty) {cond = @cond, body = @body, is_stateless = true} : (tensor<i32>, tensor<!tf_type.variant>, tensor<!tf_type.variant>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<!tf_type.variant>)
  %stack = "tf.TensorListStack"(%loop#2, %none) {num_elements = -1 : i64} : (tensor<!tf_type.variant>, tensor<0xi32>) -> tensor<?x!tf_type.variant>
  %0:2 = "tf.RaggedTensorFromVariant"(%stack) {input_ragged_rank = -1 : i64, output_ragged_rank = 1 : i64} : (tensor<?x!tf_type.variant>) -> (tensor<?xi64>, tensor<?xf32>)
  return %0#0, %0#1 : tensor<?xi64>, tensor<?xf32>
}
func.func private @cond(%i: tensor<i32>, %read: tensor<!tf_type.variant>, %written: tensor<!tf_type.variant>) -> tensor<i1> {
  %n = "tf.TensorListLength"(%read) : (tensor<!tf_type.variant>) -> tensor<i32>
  %0 = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @body(%i: tensor<i32>, %read: tensor<!tf_type.variant>, %written: tensor<!tf_type.variant>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<!tf_type.variant>) {
  %none = "tf.Const"() {value = dense<> : tensor<0xi32>} : () -> tensor<0xi32>
  %one = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %row = "tf.TensorListGetItem"(%read, %i, %none) : (tensor<!tf_type.variant>, tensor<i32>, tensor<0xi32>) -> tensor<!tf_type.variant>
  %x = "tf.RaggedTensorFromVariant"(%row) {input_ragged_rank = -1 : i64, output_ragged_rank = 0 : i64} : (tensor<!tf_type.variant>) -> tensor<?xf32>
  %y = "tf.AddV2"(%x, %x) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %encoded = "tf.RaggedTensorToVariant"(%y) {batched_input = false} : (tensor<?xf32>) -> tensor<!tf_type.variant>
  %set = "tf.TensorListSetItem"(%written, %i, %encoded) {resize_if_index_out_of_bounds = false} : (tensor<!tf_type.variant>, tensor<i32>, tensor<!tf_type.variant>) -> tensor<!tf_type.variant>
  %next = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %next, %read, %set : tensor<i32>, tensor<!tf_type.variant>, tensor<!tf_type.variant>
}

/// What a caller is given stays a variant, and so does what some other op looks at.
// CHECK-LABEL: func.func @given
// CHECK: tf.RaggedTensorToVariant
// CHECK-LABEL: func.func @reversed
// CHECK: tf.RaggedTensorToVariant
// CHECK: tf.RaggedTensorFromVariant
func.func @given(%splits: tensor<3xi64>, %values: tensor<4xf32>) -> tensor<2x!tf_type.variant> {
  %rows = "tf.RaggedTensorToVariant"(%splits, %values) {batched_input = true} : (tensor<3xi64>, tensor<4xf32>) -> tensor<2x!tf_type.variant>
  return %rows : tensor<2x!tf_type.variant>
}
func.func @reversed(%splits: tensor<3xi64>, %values: tensor<4xf32>) -> tensor<?xf32> {
  %rows = "tf.RaggedTensorToVariant"(%splits, %values) {batched_input = true} : (tensor<3xi64>, tensor<4xf32>) -> tensor<2x!tf_type.variant>
  %places = "tf.Const"() {value = dense<[1, 0]> : tensor<2xi32>} : () -> tensor<2xi32>
  %axis = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %turned = "tf.GatherV2"(%rows, %places, %axis) : (tensor<2x!tf_type.variant>, tensor<2xi32>, tensor<i32>) -> tensor<2x!tf_type.variant>
  %0:2 = "tf.RaggedTensorFromVariant"(%turned) {input_ragged_rank = -1 : i64, output_ragged_rank = 1 : i64} : (tensor<2x!tf_type.variant>) -> (tensor<?xi64>, tensor<?xf32>)
  return %0#1 : tensor<?xf32>
}

/// So does what a dataset gives its function. A function that is called takes splits and values.
// CHECK-LABEL: func.func @mapped
// CHECK: func.func private @summed({{.*}}: tensor<!tf_type.variant>) -> tensor<?xf32>
// CHECK: tf.RaggedTensorFromVariant
// CHECK-LABEL: func.func @handed
// CHECK: func.func private @halved({{.*}}: tensor<*xf32>, {{.*}}: tensor<?xi64>) -> tensor<*xf32> {
// CHECK-NOT: tf.RaggedTensorFromVariant
func.func @mapped(%splits: tensor<3xi64>, %values: tensor<4xf32>) -> tensor<?xf32> {
  %rows = "tf.RaggedTensorToVariant"(%splits, %values) {batched_input = true} : (tensor<3xi64>, tensor<4xf32>) -> tensor<2x!tf_type.variant>
  %slices = "tf.TensorSliceDataset"(%rows) {output_shapes = [#tf_type.shape<>]} : (tensor<2x!tf_type.variant>) -> tensor<!tf_type.variant>
  %map = "tf.MapDataset"(%slices) {f = @summed, output_shapes = [#tf_type.shape<?>], output_types = [f32]} : (tensor<!tf_type.variant>) -> tensor<!tf_type.variant>
  %0 = "tf.DatasetToSingleElement"(%map) {output_shapes = [#tf_type.shape<?>], output_types = [f32]} : (tensor<!tf_type.variant>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @summed(%row: tensor<!tf_type.variant>) -> tensor<?xf32> {
  %0 = "tf.RaggedTensorFromVariant"(%row) {input_ragged_rank = 0 : i64, output_ragged_rank = 0 : i64} : (tensor<!tf_type.variant>) -> tensor<?xf32>
  %1 = "tf.AddV2"(%0, %0) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
func.func @handed(%splits: tensor<3xi64>, %values: tensor<4xf32>) -> tensor<?xf32> {
  %rows = "tf.RaggedTensorToVariant"(%splits, %values) {batched_input = true} : (tensor<3xi64>, tensor<4xf32>) -> tensor<2x!tf_type.variant>
  %0 = "tf.PartitionedCall"(%rows) {f = @halved} : (tensor<2x!tf_type.variant>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @halved(%rows: tensor<2x!tf_type.variant>) -> tensor<?xf32> {
  %0:2 = "tf.RaggedTensorFromVariant"(%rows) {input_ragged_rank = -1 : i64, output_ragged_rank = 1 : i64} : (tensor<2x!tf_type.variant>) -> (tensor<?xi64>, tensor<?xf32>)
  return %0#1 : tensor<?xf32>
}
