// RUN: tf-opt %s --tfg-drop-unregistered-output-shapes | filecheck %s
// RUN: tf-opt %s --tfg-drop-unregistered-output-shapes=skip=Unheard | filecheck %s --check-prefix=SKIP
// RUN: tf-opt %s --tfg-drop-unregistered-output-shapes=skip=tfg.Unheard,tfg.Other | filecheck %s --check-prefix=SKIP

/// Whatever the op, but those that are skipped; other attributes stay.
// CHECK: Relu(%{{.*}}) {T = f32} : (tensor<*xf32>)
// CHECK: Unheard(%{{.*}}) {other = 1 : i64} : (tensor<*xf32>)
// SKIP: Relu(%{{.*}}) {T = f32} : (tensor<*xf32>)
// SKIP: Unheard(%{{.*}}) {_output_shapes = [#tf_type.shape<2>], other = 1 : i64}
tfg.func @f(%x: tensor<*xf32> {tfg.name = "x"}) {
  %a, %c0 = Relu(%x) {T = f32, _output_shapes = [#tf_type.shape<2>]} : (tensor<*xf32>) -> (tensor<*xf32>)
  %b, %c1 = Unheard(%x) {_output_shapes = [#tf_type.shape<2>], other = 1 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
  return
}
