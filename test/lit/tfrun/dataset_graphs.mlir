// REQUIRES: vulkan
// Datasets of functions of tf as graphs, which other datasets are made of; and the number of one. What the host does it does beside dispatches too.
// RUN: tf-run %s --device=interpreter --entry=main | filecheck %s
// RUN: tf-run %s --device=interpreter --entry=numbers | filecheck %s --check-prefix=NUMBERS
// RUN: tf-opt %s --pipeline=vulkan --allow-host-ops -o %t.mlir
// RUN: tf-run %t.mlir --device=vulkan --entry=numbers | filecheck %s --check-prefix=NUMBERS
// RUN: tf-run %t.mlir --device=vulkan --entry=main | filecheck %s
// RUN: tf-opt %s --pipeline=stablehlo --allow-host-ops | tf-run - --device=interpreter --entry=main | filecheck %s
// NUMBERS: 2xi64=2 3
// CHECK: 3xf32=3 4.5 6
// CHECK-NEXT: ui64=1010580374753879839

// A dataset with a function that draws numbers is refused where its state is to be kept.
// RUN: not tf-run %s --device=interpreter --entry=random 2>&1 | filecheck %s --check-prefix=STATE
// RUN: not tf-run %t.mlir --device=vulkan --entry=random 2>&1 | filecheck %s --check-prefix=STATE
// STATE: error: 'tf.DatasetToGraphV2' op Failed to serialize the input pipeline graph: RandomUniform is stateful. [FailedPreconditionError]

// A function that is lowered, and of which no nodes were kept, is told.
// RUN: tf-opt %s --infer-shapes --tf-to-stablehlo=allow-host-ops -o %t.without.mlir
// RUN: not tf-run %t.without.mlir --device=interpreter --entry=main 2>&1 | filecheck %s --check-prefix=LOWERED
// LOWERED: error: 'tf.DatasetToGraphV2' op Failed to serialize the input pipeline graph: 'stablehlo.convert' op stands in a function of a dataset, and no node does what it does; tf-opt --tf-keep-function-defs, before it is lowered, keeps what it was [FailedPreconditionError]

func.func @main() -> (tensor<3xf32>, tensor<ui64>) {
  %0 = "tf.Const"() {value = dense<0> : tensor<i64>} : () -> tensor<i64>
  %1 = "tf.Const"() {value = dense<1> : tensor<i64>} : () -> tensor<i64>
  %5 = "tf.Const"() {value = dense<5> : tensor<i64>} : () -> tensor<i64>
  %3 = "tf.Const"() {value = dense<3> : tensor<i64>} : () -> tensor<i64>
  %w = "tf.Const"() {value = dense<[1.0, 1.5, 2.0]> : tensor<3xf32>} : () -> tensor<3xf32>
  %range = "tf.RangeDataset"(%0, %5, %1) {output_shapes = [#tf_type.shape<>], output_types = [i64], metadata = ""} : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<!tf_type.variant>
  %number = "tf.DatasetFingerprint"(%range) : (tensor<!tf_type.variant>) -> tensor<ui64>
  %map = "tf.MapDataset"(%range, %w) {f = @times, output_shapes = [#tf_type.shape<3>], output_types = [f32]} : (tensor<!tf_type.variant>, tensor<3xf32>) -> tensor<!tf_type.variant>
  %graph = "tf.DatasetToGraphV2"(%map) : (tensor<!tf_type.variant>) -> tensor<!tf_type.string>
  %back = "tf.DatasetFromGraph"(%graph) : (tensor<!tf_type.string>) -> tensor<!tf_type.variant>
  %again = "tf.DatasetToGraph"(%back) : (tensor<!tf_type.variant>) -> tensor<!tf_type.string>
  %twice = "tf.DatasetFromGraph"(%again) : (tensor<!tf_type.string>) -> tensor<!tf_type.variant>
  %three = "tf.SkipDataset"(%twice, %3) {output_shapes = [#tf_type.shape<3>], output_types = [f32]} : (tensor<!tf_type.variant>, tensor<i64>) -> tensor<!tf_type.variant>
  %iterator = "tf.AnonymousIteratorV3"() {output_shapes = [#tf_type.shape<3>], output_types = [f32]} : () -> tensor<!tf_type.resource>
  "tf.MakeIterator"(%three, %iterator) : (tensor<!tf_type.variant>, tensor<!tf_type.resource>) -> ()
  %next = "tf.IteratorGetNext"(%iterator) {output_shapes = [#tf_type.shape<3>], output_types = [f32]} : (tensor<!tf_type.resource>) -> tensor<3xf32>
  return %next, %number : tensor<3xf32>, tensor<ui64>
}
func.func private @times(%x: tensor<i64>, %w: tensor<3xf32>) -> tensor<3xf32> {
  %0 = "tf.Cast"(%x) {Truncate = false} : (tensor<i64>) -> tensor<f32>
  %1 = func.call @product(%0, %w) : (tensor<f32>, tensor<3xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}
func.func private @product(%x: tensor<f32>, %w: tensor<3xf32>) -> tensor<3xf32> {
  %0 = "tf.Mul"(%x, %w) : (tensor<f32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
func.func @numbers() -> tensor<2xi64> {
  %0 = "tf.Const"() {value = dense<0> : tensor<i64>} : () -> tensor<i64>
  %1 = "tf.Const"() {value = dense<1> : tensor<i64>} : () -> tensor<i64>
  %2 = "tf.Const"() {value = dense<2> : tensor<i64>} : () -> tensor<i64>
  %5 = "tf.Const"() {value = dense<5> : tensor<i64>} : () -> tensor<i64>
  %false = "tf.Const"() {value = dense<false> : tensor<i1>} : () -> tensor<i1>
  %range = "tf.RangeDataset"(%0, %5, %1) {output_shapes = [#tf_type.shape<>], output_types = [i64]} : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<!tf_type.variant>
  %batch = "tf.BatchDatasetV2"(%range, %2, %false) {output_shapes = [#tf_type.shape<?>], output_types = [i64]} : (tensor<!tf_type.variant>, tensor<i64>, tensor<i1>) -> tensor<!tf_type.variant>
  %graph = "tf.DatasetToGraphV2"(%batch) : (tensor<!tf_type.variant>) -> tensor<!tf_type.string>
  %back = "tf.DatasetFromGraph"(%graph) : (tensor<!tf_type.string>) -> tensor<!tf_type.variant>
  %skip = "tf.SkipDataset"(%back, %1) {output_shapes = [#tf_type.shape<?>], output_types = [i64]} : (tensor<!tf_type.variant>, tensor<i64>) -> tensor<!tf_type.variant>
  %take = "tf.TakeDataset"(%skip, %1) {output_shapes = [#tf_type.shape<?>], output_types = [i64]} : (tensor<!tf_type.variant>, tensor<i64>) -> tensor<!tf_type.variant>
  %next = "tf.DatasetToSingleElement"(%take) {output_shapes = [#tf_type.shape<2>], output_types = [i64]} : (tensor<!tf_type.variant>) -> tensor<2xi64>
  return %next : tensor<2xi64>
}
func.func @random() -> tensor<!tf_type.string> {
  %0 = "tf.Const"() {value = dense<[1, 2]> : tensor<2xi64>} : () -> tensor<2xi64>
  %slices = "tf.TensorSliceDataset"(%0) {output_shapes = [#tf_type.shape<>]} : (tensor<2xi64>) -> tensor<!tf_type.variant>
  %map = "tf.MapDataset"(%slices) {f = @drawn, output_shapes = [#tf_type.shape<2>], output_types = [f32]} : (tensor<!tf_type.variant>) -> tensor<!tf_type.variant>
  %graph = "tf.DatasetToGraphV2"(%map) {external_state_policy = 2 : i64} : (tensor<!tf_type.variant>) -> tensor<!tf_type.string>
  return %graph : tensor<!tf_type.string>
}
func.func private @drawn(%x: tensor<i64>) -> tensor<2xf32> {
  %0 = "tf.Const"() {value = dense<2> : tensor<1xi64>} : () -> tensor<1xi64>
  %1 = "tf.RandomUniform"(%0) {seed = 1 : i64, seed2 = 2 : i64} : (tensor<1xi64>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
