// What functions of datasets are as nodes is kept where a dataset is looked at as a graph: nodes, names and all that a function calls.
// RUN: tf-opt %s --split-input-file --tf-keep-function-defs | filecheck %s
// RUN: tf-opt %s --split-input-file --tf-keep-function-defs --tf-keep-function-defs --tfg-to-executor --executor-to-tf --tf-to-stablehlo=allow-host-ops | filecheck %s --check-prefix=LOWERED
// RUN: tf-opt %s --split-input-file --tfg-to-executor --tf-keep-function-defs | filecheck %s --check-prefix=EXECUTOR

// CHECK-LABEL: tfg.func @main
// CHECK-NOT: function_defs
// CHECK: tfg.func @twice
// CHECK: tfir.function_defs = "{{.*}}twice/by{{.*}}@{{.*}}product{{.*}}"
// CHECK: tfg.func @product
// CHECK-NOT: function_defs
// CHECK: tfg.func @apart
// CHECK-NOT: function_defs

// Of a graph of the executor they are the nodes that its islands stand for; arguments have no names there.
// EXECUTOR-LABEL: func.func @main
// EXECUTOR-NOT: function_defs
// EXECUTOR: func.func private @twice
// EXECUTOR-SAME: tfir.function_defs = "{{.*}}twice{{.*}}arg0{{.*}}twice/by{{.*}}PartitionedCall{{.*}}product{{.*}}"
// EXECUTOR-NEXT: tf_executor.graph
// EXECUTOR-LABEL: func.func private @product
// EXECUTOR-NOT: function_defs
// EXECUTOR-LABEL: func.func @fingerprint

// LOWERED-LABEL: func.func @main
// LOWERED: func.func private @twice
// LOWERED-SAME: tfir.function_defs = "{{.*}}twice/by{{.*}}"
// LOWERED: stablehlo.constant
tfg.func @main(%n: tensor<i64> {tfg.name = "n"}) -> (tensor<!tf_type.string> {tfg.name = "graph"}, tensor<f32> {tfg.name = "one"}) attributes {tfg.lifted_graph_version = #tf_type.version<producer = 1, min_consumer = 1>} {
  %Dataset, %ctl = TensorDataset(%n) name("d") {Toutput_types = [i64], output_shapes = [#tf_type.shape<>]} : (tensor<i64>) -> (tensor<!tf_type.variant>)
  %Map, %ctl_0 = MapDataset(%Dataset) name("m") {Targuments = [], f = #tf_type.func<@twice, {}>, output_shapes = [#tf_type.shape<>], output_types = [f32]} : (tensor<!tf_type.variant>) -> (tensor<!tf_type.variant>)
  %Graph, %ctl_1 = DatasetToGraphV2(%Map) name("g") : (tensor<!tf_type.variant>) -> (tensor<!tf_type.string>)
  %Call, %ctl_2 = PartitionedCall(%n) name("c") {Tin = [i64], Tout = [f32], f = #tf_type.func<@apart, {}>} : (tensor<i64>) -> (tensor<f32>)
  return(%Graph, %Call) : tensor<!tf_type.string>, tensor<f32>
}
tfg.func @twice(%x: tensor<i64> {tfg.name = "x"}) -> (tensor<f32> {tfg.name = "y"}) {
  %by, %ctl = Const name("twice/by") {dtype = i64, value = dense<2> : tensor<i64>} : () -> (tensor<i64>)
  %Call, %ctl_0 = PartitionedCall(%x, %by) name("twice/@") {Tin = [i64, i64], Tout = [f32], f = #tf_type.func<@product, {}>} : (tensor<i64>, tensor<i64>) -> (tensor<f32>)
  return(%Call) : tensor<f32>
}
tfg.func @product(%x: tensor<i64> {tfg.name = "x"}, %y: tensor<i64> {tfg.name = "y"}) -> (tensor<f32> {tfg.name = "z"}) {
  %Mul, %ctl = Mul(%x, %y) name("mul") {T = i64} : (tensor<i64>, tensor<i64>) -> (tensor<i64>)
  %Cast, %ctl_0 = Cast(%Mul) name("cast") {SrcT = i64, DstT = f32, Truncate = false} : (tensor<i64>) -> (tensor<f32>)
  return(%Cast) : tensor<f32>
}
tfg.func @apart(%x: tensor<i64> {tfg.name = "x"}) -> (tensor<f32> {tfg.name = "y"}) {
  %Cast, %ctl = Cast(%x) name("cast") {SrcT = i64, DstT = f32, Truncate = false} : (tensor<i64>) -> (tensor<f32>)
  return(%Cast) : tensor<f32>
}

// -----

// Functions of tf are written as they would be at run time.
// CHECK-LABEL: func.func @fingerprint
// CHECK: func.func private @half
// CHECK-SAME: attributes {tfir.function_defs = "{{.*}}arg0{{.*}}Neg_0{{.*}}result0{{.*}}"}
func.func @fingerprint(%n: tensor<i64>) -> tensor<ui64> {
  %0 = "tf.TensorDataset"(%n) {output_shapes = [#tf_type.shape<>]} : (tensor<i64>) -> tensor<!tf_type.variant>
  %1 = "tf.MapDataset"(%0) {f = @half, output_shapes = [#tf_type.shape<>], output_types = [i64]} : (tensor<!tf_type.variant>) -> tensor<!tf_type.variant>
  %2 = "tf.DatasetFingerprint"(%1) : (tensor<!tf_type.variant>) -> tensor<ui64>
  return %2 : tensor<ui64>
}
func.func private @half(%x: tensor<i64>) -> tensor<i64> {
  %0 = "tf.Neg"(%x) : (tensor<i64>) -> tensor<i64>
  return %0 : tensor<i64>
}

// -----

// Here only elements are asked for.
// CHECK-LABEL: func.func @element
// CHECK-NOT: function_defs
func.func @element(%n: tensor<i64>) -> tensor<i64> {
  %0 = "tf.TensorDataset"(%n) {output_shapes = [#tf_type.shape<>]} : (tensor<i64>) -> tensor<!tf_type.variant>
  %1 = "tf.MapDataset"(%0) {f = @half, output_shapes = [#tf_type.shape<>], output_types = [i64]} : (tensor<!tf_type.variant>) -> tensor<!tf_type.variant>
  %2 = "tf.DatasetToSingleElement"(%1) {output_shapes = [#tf_type.shape<>], output_types = [i64]} : (tensor<!tf_type.variant>) -> tensor<i64>
  return %2 : tensor<i64>
}
func.func private @half(%x: tensor<i64>) -> tensor<i64> {
  %0 = "tf.Neg"(%x) : (tensor<i64>) -> tensor<i64>
  return %0 : tensor<i64>
}
