// RUN: tf-opt %s | filecheck %s
// RUN: tf-opt %s | tf-opt | filecheck %s

/// Several results print under the names that their op declares; one, and all of a list, under a number.
// CHECK-LABEL: func.func @names
// CHECK: %values, %indices = "tf.TopKV2"(%arg0, %arg1)
// CHECK: %values_0, %indices_1 = "tf.TopKV2"(%arg0, %arg1)
// CHECK: %0:2 = "tf.Unpack"(%values)
// CHECK: "tf.AddV2"(%values_0, %0#1)
func.func @names(%x: tensor<2x2xf32>, %k: tensor<i32>) {
  %0:2 = "tf.TopKV2"(%x, %k) : (tensor<2x2xf32>, tensor<i32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  %1:2 = "tf.TopKV2"(%x, %k) : (tensor<2x2xf32>, tensor<i32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  %2:2 = "tf.Unpack"(%0#0) <{axis = 0 : i64}> : (tensor<2x2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  %3 = "tf.AddV2"(%1#0, %2#1) : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  return
}

/// Attributes that upstream's dialect does not declare are printed behind the others; what an op has anyway is added.
// CHECK-LABEL: func.func @attributes
// CHECK: "tf.VarHandleOp"() <{container = "", shared_name = "v"}> {shape = #tf_type.shape<2>}
// CHECK: "tf.GeneratorDataset"() <{finalize_func = @g, init_func = @g, next_func = @g, operandSegmentSizes = array<i32: 0, 0, 0>,
// CHECK: "tf.TPUPartitionedInputV2"(%arg0) <{_XlaSharding = "s", partition_dims = []}> {other = 1 : i64}
func.func @attributes(%x: tensor<2xf32>) {
  %0 = "tf.VarHandleOp"() {shared_name = "v", shape = #tf_type.shape<2>} : () -> tensor<!tf_type.resource<tensor<2xf32>>>
  %1 = "tf.GeneratorDataset"() {init_func = @g, next_func = @g, finalize_func = @g, output_shapes = [#tf_type.shape<>], output_types = [f32]} : () -> tensor<!tf_type.variant>
  %2 = "tf.TPUPartitionedInputV2"(%x) {_XlaSharding = "s", other = 1 : i64, partition_dims = []} : (tensor<2xf32>) -> tensor<2xf32>
  return
}
func.func private @g()

/// An op that nobody declares may end a block.
// CHECK-LABEL: func.func @unknown_end
// CHECK: "tf.WhoKnows"() : () -> ()
func.func @unknown_end() {
  "tf.WhoKnows"() : () -> ()
}
